"""The public line: what is written outside imports declared names of a few modules, and each of them is documented."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from mailwing import envs
from mailwing.envs._core.registry import declared_versions

ROOT = Path(__file__).resolve().parents[2]
LINE = (
    "mailwing.envs",
    "mailwing.envs.adapters",
    "mailwing.envs.authoring",
    "mailwing.envs.testing",
    "mailwing.agents",
    "mailwing.evaluation",
    "mailwing.training",
)
GAMES = tuple(f"mailwing.envs.{game}" for game in declared_versions())
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = [*sorted((ROOT / "examples").rglob("*.py")), *sorted((ROOT / "tests" / "toys").glob("*.py"))]
CODE = re.compile(r"^```(?:{code-cell} )?python\n(.*?)^```", re.DOTALL | re.MULTILINE)
"""Python on a page, the cells of tutorials too."""

HEAVY = (
    *("torch", "stable_baselines3", "pygame", "matplotlib", "PIL", "resvg_py", "tensorboard", "tqdm", "pytest"),
    *("pyspiel", "torchrl", "tensordict", "tianshou", "ray", "agilerl", "jax"),
    *("pyarrow", "minari", "h5py", "onnx", "onnxruntime"),
)


def texts() -> Iterator[tuple[str, str]]:
    """Every program that a reader may take as a model: its name and source."""
    for path in PROGRAMS:
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for page in PAGES:
        found = CODE.findall(page.read_text(encoding="utf-8"))
        yield from ((f"{page.relative_to(ROOT)}-{k}", code) for k, code in enumerate(found))


def uses(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What a program takes from mailwing: module and name, the attributes of imported modules too."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "mailwing":
                    yield alias.name, ""
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "mailwing":
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                if inner in LINE or inner in GAMES:
                    modules[alias.asname or alias.name] = inner
                else:
                    yield node.module, alias.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def declared(module: str) -> list[str] | None:
    """The `__all__` of a module."""
    return getattr(importlib.import_module(module), "__all__", None)


@pytest.mark.parametrize(("name", "text"), list(texts()), ids=[name for name, _ in texts()])
def test_programs_keep_to_the_line(name: str, text: str) -> None:
    for module, used in uses(ast.parse(text)):
        assert module in LINE or module in GAMES, f"{name} imports {module} ({used})"
        offered = declared(module)
        assert not used or offered is None or used in offered, f"{name}: {module} does not offer {used}"


@pytest.mark.parametrize("name", LINE)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    offered = declared(name)
    assert offered
    assert len(offered) == len(set(offered))
    for each in offered:
        assert library_is_missing(module, each) or is_documented(module, each), f"{name}.{each} has no docstring"


def library_is_missing(module: ModuleType, name: str) -> bool:
    """Whether an adapter cannot be looked at, since its library is not installed; its error says what would do it."""
    try:
        getattr(module, name)
    except ImportError as error:
        return "pip install 'mailwing[" in str(error)
    return False


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_offers_is_there_and_documented(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    for each in [*(declared(name) or []), "SPEC"]:
        assert is_documented(module, each), f"{name}.{each} has no docstring"


def is_documented(module: ModuleType, name: str) -> bool:
    """Whether a class, function or kernel has a docstring of its own, or a constant a text below its assignment."""
    value = getattr(module, name)
    doc = inspect.getdoc(value)
    if doc and doc != inspect.getdoc(type(value)):
        return True
    sources = [
        item for key, item in sys.modules.items() if key.startswith("mailwing.") and vars(item).get(name) is value
    ]
    return any(name in constants_with_text(source) for source in sources) or isinstance(value, envs.GameSpec)


def constants_with_text(module: ModuleType) -> set[str]:
    """Names assigned in a module that a text explains; one text may stand below several assignments."""
    found: set[str] = set()
    waiting: set[str] = set()
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found |= waiting
            waiting = set()
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            waiting = {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        else:
            waiting = set()
    return found


@pytest.mark.parametrize("name", LINE)
def test_importing_the_line_brings_nothing_heavy(name: str) -> None:
    code = f"import sys, {name}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", ["mailwing.agents", "mailwing.training", "mailwing.evaluation"])
def test_names_that_come_when_they_are_used_are_refused_by_name_if_there_are_none(name: str) -> None:
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nonsense'"):
        print(importlib.import_module(name).nonsense)
