"""A digest of a module's sources, for files that name the rules they were made with (`GameSpec.rules_hash`)."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_module_digests: dict[str, str] = {}


def module_digest(name: str) -> str:
    """A digest of a module's source and of all project modules that it imports, directly or through others.

    Project modules are those under the module's own top-level name and under `mailwing`: an edit of one game leaves the
    digests of the others alone.
    """
    if name not in _module_digests:
        tops = {name.partition(".")[0], "mailwing"}
        sources: dict[str, str] = {}
        _collect_sources(name, tops, sources)
        _module_digests[name] = _digest(*(part for item in sorted(sources.items()) for part in item))
    return _module_digests[name]


def _import_time(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when a module is imported.

    Imports inside functions are left out: kernels cannot use them, and whether they are loaded depends on what else
    the process has done, so that the same source would get different digests.
    """
    for node in body:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from _import_time([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from _import_time([*node.body, *node.orelse, *node.finalbody])


def _collect_sources(name: str, tops: set[str], sources: dict[str, str]) -> None:
    if name in sources or name.partition(".")[0] not in tops:
        return
    module = sys.modules.get(name)
    path = getattr(module, "__file__", None)
    if module is None or path is None or not path.endswith(".py"):
        return
    package = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    sources[name], imported = _read_source(path, package)
    for other in imported:
        _collect_sources(other, tops, sources)


@cache
def _read_source(path: str, package: str) -> tuple[str, tuple[str, ...]]:
    """The digest of a source file, and what may be modules among the names that it imports when it is imported."""
    text = Path(path).read_text(encoding="utf-8")
    imported: list[str] = []
    for node in _import_time(ast.parse(text).body):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            imported += [base, *(f"{base}.{alias.name}" for alias in node.names)]
    return _digest(text), tuple(imported)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
