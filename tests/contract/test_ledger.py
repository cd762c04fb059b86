"""The ledger of rules: each id stands in a docstring of the game and in a test, and no other ids do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailwing import envs

ROOT = Path(__file__).parent.parent.parent
RULE_ID = re.compile(r"\b[A-Z]{2,4}-R?\d+(?:\.\d+)*\b")


def shipped() -> list[str]:
    """The games with a folder under `envs/`."""
    return [game for game in envs.games() if (ROOT / "envs" / game).is_dir()]


def ids_in_ledger(game: str) -> list[str]:
    """The ids in the first cells of the ledger's tables."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("|")]
    return [found.group() for cell in cells if (found := RULE_ID.fullmatch(cell.strip().strip("`*")))]


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
