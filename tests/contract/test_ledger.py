"""The ledger of rules: each id stands in a docstring of the game and in a test, and no other ids do.

The functions that it names exist, and whoever asks a kernel of the rules is named, so that whoever changes a rule finds
the places that depend on it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mutants.equivalents import HEADING, equivalents

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
    for line in (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8").partition(HEADING)[0].splitlines():
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
    """What there is in a game and its bots: `module.name`, `Class.name`, and `data/name` of each file of the data."""
    found = {f"data/{path.name}" for path in (ROOT / "envs" / game / "data").glob("*.toml")}
    for path in python_files(game):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {f"{path.stem}.{name}" for name in declared(tree.body)}
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{name}" for name in declared(node.body)}
    return found


def python_files(game: str) -> list[Path]:
    """The modules of a game and of its bots."""
    scripted = ROOT / "agents" / "scripted"
    return [*(ROOT / "envs" / game).rglob("*.py"), *(scripted / game).rglob("*.py"), *scripted.glob(f"{game}.py")]


def ids_of_kernels(game: str) -> dict[tuple[str, str], set[str]]:
    """The ids that the docstring of each function of the rules names, by `(chapter, function)`; often none."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in (ROOT / "envs" / game / "rules").glob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found[path.stem, node.name] = set(RULE_ID.findall(ast.get_docstring(node) or ""))
    return found


def imported_from_rules(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """What a module imports from chapters of the rules: name in the module, to `(chapter, name there)`."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            *folders, chapter = (node.module or "").split(".")
            assert chapter != "rules", f"import kernels, not chapters, for this test to see them: {ast.unparse(node)}"
            if folders and folders[-1] == "rules":
                found |= {alias.asname or alias.name: (chapter, alias.name) for alias in node.names}
    return found


def functions_of(tree: ast.Module) -> Iterator[tuple[str | None, ast.FunctionDef]]:
    """The functions of a module, those inside them included, and its methods, each with its class."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield None, node
        elif isinstance(node, ast.ClassDef):
            yield from ((node.name, method) for method in node.body if isinstance(method, ast.FunctionDef))


def users_of_rules(game: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """`(name in the ledger, (chapter, kernel))` of every use of a kernel of the rules outside their folder."""
    for path in python_files(game):
        if path.parent.name == "rules":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kernels = imported_from_rules(tree)
        for owner, function in functions_of(tree):
            used = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            for name in sorted(used & set(kernels)):
                yield f"{owner or path.stem}.{function.name}", kernels[name]


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
def test_whoever_asks_a_rule_stands_in_its_row(game: str) -> None:
    """In one row at least of the ids that the kernel names; kernels that name none, such as `has`, are tools."""
    rows = {(rule, name) for rule, _, name in names_in_ledger(game)}
    ids, uses = ids_of_kernels(game), list(users_of_rules(game))
    assert uses, f"nothing outside the rules of {game} asks them anything"
    missing = [
        f"{user} asks {chapter}.{kernel}: one of {', '.join(sorted(rules))}"
        for user, (chapter, kernel) in uses
        if (rules := ids.get((chapter, kernel), set())) and not any((rule, user) in rows for rule in rules)
    ]
    assert not missing, "\n".join([f"docs/rules/{game}.md does not name, in 'also depends on it':", *missing])


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


@pytest.mark.parametrize("game", shipped())
def test_every_mutant_that_changes_nothing_has_its_line_in_the_rules(game: str) -> None:
    """So the list is no longer than what there is to change: a line that is rewritten leaves it."""
    lines: dict[str, set[str]] = {}
    for path in (ROOT / "envs" / game / "rules").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            name = f"{path.stem}.{node.name}" if isinstance(node, ast.FunctionDef) else path.stem
            segment = source.splitlines()[node.lineno - 1 : node.end_lineno]
            lines.setdefault(name, set()).update(line.strip() for line in segment)
    wrong = [change for change in equivalents(game) if change.before not in lines.get(change.function, set())]
    assert not wrong, "\n".join(["no such line in that function:", *map(str, wrong)])
