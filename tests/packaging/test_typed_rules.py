"""Kernels name the types of their parameters, so that a type checker finds a misspelt field before it is compiled."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(folder.name for folder in (ROOT / "envs").iterdir() if (folder / "data").is_dir())


def sources(game: str) -> list[Path]:
    """The modules of a game and of its bots, which are a folder or one file."""
    scripted = ROOT / "agents" / "scripted"
    return sorted(
        [*(ROOT / "envs" / game).rglob("*.py"), *scripted.glob(f"{game}.py"), *(scripted / game).rglob("*.py")]
    )


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function is marked `@kernel` or `@kernel(…)`."""
    marks = [mark.func if isinstance(mark, ast.Call) else mark for mark in function.decorator_list]
    return any(isinstance(mark, ast.Name) and mark.id == "kernel" for mark in marks)


def kernels(path: Path) -> Iterator[ast.FunctionDef]:
    """The kernels of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and is_kernel(node):
            yield node


def untyped(function: ast.FunctionDef) -> list[str]:
    """The parameters of a function that have no type, or `Any`."""
    parameters = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return [p.arg for p in parameters if p.annotation is None or ast.unparse(p.annotation) in ("Any", "typing.Any")]


@pytest.mark.parametrize("game", GAMES)
def test_every_parameter_of_a_kernel_has_a_type(game: str) -> None:
    found = [(path, function) for path in sources(game) for function in kernels(path)]
    assert len(found) > 20, "the kernels of the game were not found"
    wrong = [
        f"{path.relative_to(ROOT)}:{function.lineno} {function.name}({', '.join(names)})"
        for path, function in found
        if (names := untyped(function))
    ]
    assert not wrong, "\n".join(["parameters of kernels need a type other than Any:", *wrong])
