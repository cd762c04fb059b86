"""The ledger of rules: each id stands in a docstring of the game and in a test, and no other ids do.

The functions that it names exist, so that whoever changes a rule finds every place that depends on it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailwing import envs

ROOT = Path(__file__).parent.parent.parent
WORDS = ("id", "rule", "ruling", "reason")
"""Columns of the ledger that say something in words; the others name code or tests."""

RULE_ID = re.compile(r"\b[A-Z]{2,4}-R?\d+(?:\.\d+)*\b")


def shipped() -> list[str]:
    """The games with a folder under `envs/`."""
    return [game for game in envs.games() if (ROOT / "envs" / game).is_dir()]


def ids_in_ledger(game: str) -> list[str]:
    """The ids in the first cells of the ledger's tables."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return [found.group() for cell in cells if (found := RULE_ID.fullmatch(cell.strip().strip("`*")))]


def names_in_ledger(game: str) -> Iterator[tuple[str, str, str]]:
    """`(id, column, name)` of every name in backticks in a column of code or tests."""
    heads: list[str] = []
    for line in (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[0] == "id":
            heads = cells
        for head, cell in zip(heads, cells, strict=False):
            if head not in WORDS:
                yield from ((cells[0], head, name) for name in re.findall(r"`([^`]+)`", cell))


def parsed(folder: Path) -> Iterator[ast.AST]:
    """The syntax trees of the modules of a folder, node by node."""
    for path in sorted(folder.rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def ids_in_docstrings(game: str) -> set[str]:
    """The ids that docstrings of the game's modules, classes and functions name."""
    found: set[str] = set()
    for node in parsed(ROOT / "envs" / game):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            found |= set(RULE_ID.findall(ast.get_docstring(node) or ""))
    return found


def ids_in_tests(game: str) -> set[str]:
    """The ids in `@rule(…)` and `@pytest.mark.rule(…)` of the game's tests."""
    found: set[str] = set()
    for node in parsed(ROOT / "tests" / game):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("rule", "pytest.mark.rule"):
                    found |= {str(ast.literal_eval(argument)) for argument in mark.args}
    return found


def declared(body: list[ast.stmt]) -> Iterator[str]:
    """The functions, classes and variables that the statements of a module or class declare."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target)
        elif isinstance(node, ast.Assign):
            yield from map(ast.unparse, node.targets)


def code_of(game: str) -> set[str]:
    """What there is in a game and its bots: `module.name` of each module and `Class.name` of each class."""
    scripted = ROOT / "agents" / "scripted"
    files = [*(ROOT / "envs" / game).rglob("*.py"), *(scripted / game).rglob("*.py"), *scripted.glob(f"{game}.py")]
    found: set[str] = set()
    for path in files:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {f"{path.stem}.{name}" for name in declared(tree.body)}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{name}" for name in declared(node.body)}
    return found


def scenarios_of(game: str) -> set[str]:
    """The names of the test functions of a game."""
    return {node.name for node in parsed(ROOT / "tests" / game) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("game", shipped())
def test_every_name_in_the_ledger_exists(game: str) -> None:
    code, tests = code_of(game), scenarios_of(game)
    names = list(names_in_ledger(game))
    assert any(column == "played by" for _, column, _ in names), "the ledger has no column 'played by'"
    wrong = [
        f"{rule}, {column}: {name}"
        for rule, column, name in names
        if name not in (tests if column == "proved by" else code)
    ]
    assert not wrong, "\n".join(["the ledger names what is not there (code is `chapter.function`):", *wrong])


@pytest.mark.parametrize("game", shipped())
def test_every_rule_is_implemented_and_tested_and_none_is_invented(game: str) -> None:
    ledger = ids_in_ledger(game)
    assert ledger, f"docs/rules/{game}.md has no table of rules"
    assert len(ledger) == len(set(ledger)), f"twice in the ledger: {sorted({i for i in ledger if ledger.count(i) > 1})}"
    rules = set(ledger)
    code, tests = ids_in_docstrings(game), ids_in_tests(game)
    assert not rules - code, f"no docstring under envs/{game} names {sorted(rules - code)}"
    assert not rules - tests, f"no test under tests/{game} is marked for {sorted(rules - tests)}"
    assert not code - rules, f"docstrings name rules that the ledger does not have: {sorted(code - rules)}"
    assert not tests - rules, f"tests are marked for rules that the ledger does not have: {sorted(tests - rules)}"
