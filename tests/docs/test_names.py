"""What the pages name exists: files, modules, classes with their members, checks of the contract, and headings."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import inspect
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mailwing.envs.testing import checks

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    ROOT / "CONTRIBUTING.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("architecture", "glossary", "stability")),
]
LINKED = [
    *(ROOT / "README.md", ROOT / "CHANGELOG.md", *PAGES, ROOT / "docs" / "README.md"),
    *sorted((ROOT / "docs" / "site").rglob("*.md")),
]

ENDINGS = "py|md|toml|txt|json|sh"
FILE = re.compile(rf"[\w.<>*…/-]+\.(?:{ENDINGS})|[\w.<>*…-]+(?:/[\w.<>*…-]+)+/?")
DOTTED = re.compile(r"([A-Za-z_]\w*(?:\.\w+)+)(?:\(.*\))?")
PLACEHOLDER = re.compile(r"[<>*…]")

IN_USE = {
    "game": "mailwing.envs.Game",
    "session": "mailwing.envs._core.faces.session.Session",
    "copy": "copy",
    "gymnasium": "gymnasium",
    "self": "mailwing.envs._core.faces.face.Face",
    "s": "mailwing.envs.authoring.GameState",
}
"""What the pages call objects, and what they are."""

WRITTEN = {"metadata.json", "progress.jsonl", "build/site"}
"""Files that programs write."""

INVENTED = re.compile(r"dm_env|\bdm\b|_dm\b|_dm[_.]|my_package|my_program|site-packages|act\(view\)")
"""The example of a face that is not there, and packages of a reader's own."""


def code(page: Path) -> set[str]:
    """What stands in backticks in the text of a page, programs left out."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {found for found in re.findall(r"`([^`\n]+)`", text) if not INVENTED.search(found)}


@functools.cache
def files() -> tuple[str, ...]:
    """The files of the repository."""
    done = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    found = done.stdout.split() if done.returncode == 0 else []
    return tuple(found) or tuple(str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if ".venv" not in path.parts)


def is_file(name: str) -> bool:
    """Whether a file or folder is there: from the root, or, if no folder is named, anywhere."""
    if "/" in name.rstrip("/"):
        return (ROOT / name).exists()
    return any(Path(path).name == name for path in files()) or (ROOT / name).exists() or is_folder(name)


def is_folder(name: str) -> bool:
    """Whether some folder has this name."""
    return any(name.rstrip("/") in Path(path).parts[:-1] for path in files())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    named = {name for name in code(page) if FILE.fullmatch(name) and not PLACEHOLDER.search(name)}
    assert named
    named_so = re.compile(r"mailwing/\w+-v\d+|MAILWING_\w+|zoo/NAME")  # names of other things look like paths
    lost = sorted(name for name in named - WRITTEN if not is_file(name) and not named_so.fullmatch(name))
    assert not lost, f"{page.name} names files that are not there: {lost}"


def homes() -> Iterator[ModuleType]:
    """The modules in which the pages' classes and functions are looked up by their short names."""
    public = ("envs", "envs.authoring", "envs.testing", "agents", "evaluation", "training")
    private = ("game", "record", "rewards", "errors", "faces.session", "faces.face", "loops.rows", "loops.compiled")
    for name in (*public, *(f"envs._core.{inner}" for inner in private)):
        yield importlib.import_module(f"mailwing.{name}")


def roots(name: str) -> Iterator[Any]:
    """What the first word of a dotted name can mean."""
    if name in IN_USE:
        yield resolve(IN_USE[name])
    for module in homes():
        if module.__name__.rpartition(".")[2] == name:
            yield module
        if name in vars(module) or name in getattr(module, "__all__", ()):
            yield getattr(module, name)


def resolve(name: str) -> Any:
    """The object of a full dotted name (ImportError or AttributeError: there is none)."""
    module, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(name)
    except ImportError:
        if not module:
            raise
        return getattr(resolve(module), attribute)


def has_member(owner: Any, name: str) -> bool:
    """Whether a module or class has a name, as an attribute, a field, or one set in its source."""
    if hasattr(owner, name):
        return True
    if not inspect.isclass(owner):
        return False
    known = {each.name for each in dataclasses.fields(owner)} if dataclasses.is_dataclass(owner) else set()
    known |= set(getattr(owner, "fields", {}))
    return name in known or bool(re.search(rf"\b(?:self|cls)\.{name}\b", inspect.getsource(owner)))


def exists(name: str) -> bool:
    """Whether a dotted name means something: a check of the contract, a full name or a short one."""
    if any(check.id == name or check.id.startswith(f"{name}[") for check in checks()):
        return True
    if name.startswith("mailwing."):
        try:
            resolve(name)
        except (ImportError, AttributeError):
            return name in ("mailwing.games", "mailwing.opponents")  # groups of entry points
        return True
    first, member, *_ = name.split(".")
    return any(has_member(owner, member) for owner in roots(first))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_dotted_names_exist(page: Path) -> None:
    named = {found[1] for name in code(page) if not FILE.fullmatch(name) and (found := DOTTED.fullmatch(name))}
    assert named
    lost = sorted(name for name in named if not exists(name))
    assert not lost, f"{page.name} names what is not there: {lost}"


@pytest.mark.parametrize("name", ["Position.nonsense", "faces.nonsense", "mailwing.nonsense", "nonsense.at_all"])
def test_names_that_do_not_exist_are_noticed(name: str) -> None:
    assert not exists(name)


def anchor(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", LINKED, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_to_headings_lead_to_one(page: Path) -> None:
    dead = []
    for target, name in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text(encoding="utf-8")):
        text = (page.parent / target if target else page).read_text(encoding="utf-8")
        if name not in {anchor(heading) for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}:
            dead.append(f"{target}#{name}")
    assert not dead, f"{page.name}: {dead}"


GAMES = sorted(folder.parent for folder in (ROOT / "envs").glob("*/version.txt"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_file_of_a_game_has_a_place_in_the_map(game: Path) -> None:
    """Chapters of the rules and parts of pictures apart, which each game names for itself."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = {path.name for path in game.rglob("*.py") if path.parent.name != "rules" and path.name != "__init__.py"}
    lost = sorted(name for name in names if not re.search(rf"\b{re.escape(name)}", text) and name[:5] != "draw_")
    assert not lost, f"CONTRIBUTING says nothing of {lost} in envs/{game.name}"
