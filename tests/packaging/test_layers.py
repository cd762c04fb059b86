"""The layers of the house, read off the source: imports go one way, core knows no game, files stay readable."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "training", "evaluation", "agents", "envs")
"""From top to bottom: each room imports only itself and those after it."""

GAMES = sorted(folder.name for folder in (ROOT / "envs").iterdir() if (folder / "data").is_dir())
MAX_LINES = 450


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("mailwing", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imports(path: Path) -> Iterator[str]:
    """Full names of everything of the project that a module imports, inside functions too."""
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            found = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (item for item in found if item.startswith("mailwing."))


def below(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", modules(*ROOMS), ids=below)
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    above = ROOMS[: ROOMS.index(room)]
    wrong = [name for name in imports(path) if name.split(".")[1] in above]
    assert not wrong, f"{below(path)} is in '{room}' and imports from a room above it: {wrong}"


@pytest.mark.parametrize("path", modules("envs/_core"), ids=below)
def test_core_imports_nothing_but_core(path: Path) -> None:
    wrong = [name for name in imports(path) if name not in ("mailwing.envs", "mailwing.__version__")]
    wrong = [name for name in wrong if not name.startswith("mailwing.envs._core")]
    assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize("path", [*modules("envs/testing"), ROOT / "envs" / "authoring.py"], ids=below)
def test_what_outsiders_use_imports_nothing_but_core(path: Path) -> None:
    allowed = ("mailwing.envs._core", "mailwing.envs.testing")
    wrong = [name for name in imports(path) if name != "mailwing.envs" and not name.startswith(allowed)]
    assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_only_itself_and_core(game: str) -> None:
    allowed = (f"mailwing.envs.{game}", "mailwing.envs._core")
    for path in modules(f"envs/{game}"):
        wrong = [name for name in imports(path) if not name.startswith(allowed)]
        assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize(
    "path", modules("envs/_core", "envs/testing", "agents", "evaluation", "training", "cli"), ids=below
)
def test_only_a_games_own_files_import_it(path: Path) -> None:
    """A new game changes no line of the rooms above: only `agents/scripted/<game>.py` or that folder knows it."""
    scripted = ROOT / "agents" / "scripted"
    own = path.relative_to(scripted).parts[0].removesuffix(".py") if path.is_relative_to(scripted) else ""
    others = [game for game in GAMES if game != own]
    wrong = [name for name in imports(path) for game in others if name.startswith(f"mailwing.envs.{game}")]
    assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize("path", modules(*ROOMS, "mailwing", "benchmarks", "examples"), ids=below)
def test_files_are_one_idea_long(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MAX_LINES, f"{below(path)} has {lines} lines: is it two files?"


def test_importing_the_environments_brings_nothing_heavy() -> None:
    heavy = ("torch", "stable_baselines3", "pygame", "matplotlib", "PIL", "resvg_py", "tensorboard", "tqdm")
    code = f"import sys, mailwing.envs; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
