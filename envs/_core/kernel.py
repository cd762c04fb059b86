"""`@kernel`: compiled functions over records, with a cache on disk that is never out of date.

The name of a file in the cache is a digest of everything that its machine code depends on: the source of the kernel's
module and of every project module which that one imports, the kernels and constants in its closure, the signature,
Python, numba, numpy, the CPU and the bounds-check flag. If one of them changes, so does the name; therefore nothing is
loaded that was compiled from other source, and nothing has to be invalidated. Files that no process has loaded for
`KEPT_DAYS` are removed when something new is compiled. The files are pickles: share a cache only with people whom you
trust to run programs on your machine.

Under `NUMBA_DISABLE_JIT=1` a kernel is the plain Python function.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.util
import os
import pickle
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, overload

import numba
import numpy as np
from numba.core import config, registry
from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.serialize import dumps

KEPT_DAYS = 30
"""Machine code that no process has loaded for so long is removed."""

DAY = 86_400.0
"""Seconds."""

INTERPRETED = bool(vars(config)["DISABLE_JIT"])
"""True under `NUMBA_DISABLE_JIT=1`: kernels run as plain Python (debugging, coverage, the differential test)."""

Fn = TypeVar("Fn", bound=Callable[..., Any])

_dispatchers: list[Any] = []


@overload
def kernel(function: Fn) -> Fn: ...


@overload
def kernel(*, inline: bool = False, gil: bool = False) -> Callable[[Fn], Fn]: ...


def kernel(function: Fn | None = None, *, inline: bool = False, gil: bool = False) -> Fn | Callable[[Fn], Fn]:
    """Compile a function over records: no GIL, no exceptions for division, cached across processes.

    Args:
        function: the function, when used as a plain `@kernel`.
        inline: always inline it into its callers, for small functions in the innermost loops. LLVM decides well for
            most kernels, but keeps some that write observations as calls. Compiling then takes longer.
        gil: keep the GIL when Python calls it, so that no other thread touches the same record meanwhile; for short
            calls on single games.
    """

    def compiled(plain: Fn) -> Fn:
        if INTERPRETED:
            return plain
        # The C wrapper is not needed and takes time to compile.
        options: dict[str, Any] = {"nogil": not gil, "error_model": "numpy", "no_cfunc_wrapper": True}
        dispatcher: Any = numba.njit(forceinline=inline, **options)(plain)
        dispatcher._cache = KernelCache(plain)
        _dispatchers.append(dispatcher)
        return dispatcher

    return compiled if function is None else compiled(function)


def compile_counts() -> tuple[int, int]:
    """Numbers of kernels that this process has loaded from the cache and compiled: `(hits, misses)`."""
    hits = sum(sum(d.stats.cache_hits.values()) for d in _dispatchers)
    misses = sum(sum(d.stats.cache_misses.values()) for d in _dispatchers)
    return hits, misses


def cache_folder() -> Path:
    """Where machine code is kept: `$MAILWING_CACHE`, or `mailwing` in the user's cache folder."""
    named = os.environ.get("MAILWING_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "mailwing"


class KernelCache(_Cache):
    """The cache of one kernel, one file a signature; numba calls `load_overload` and `save_overload`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._enabled = True
        self._identity: str | None = None

    @property
    def cache_path(self) -> Any:
        """The folder of the files of the kernel's module."""
        return str(cache_folder() / self._function.__module__)

    @property
    def identity(self) -> str:
        """A digest of the kernel: its place, the sources that it depends on and the contents of its closure."""
        if self._identity is None:
            function = self._function
            cells = [_cell_identity(cell.cell_contents) for cell in function.__closure__ or ()]
            parts = [function.__module__, function.__qualname__, str(function.__code__.co_firstlineno)]
            self._identity = _digest(*parts, module_digest(function.__module__), *cells)
        return self._identity

    def has(self, arguments: tuple[Any, ...]) -> bool:
        """Whether machine code for these argument types is in the cache (the file may be damaged)."""
        return self._path(arguments, _target_context().codegen()).exists()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled overload for a signature, or None; a damaged file counts as missing."""
        target_context.refresh()
        if not self._enabled:
            return None
        path = self._path(sig, target_context.codegen())
        try:
            payload = pickle.loads(path.read_bytes())
            _note_use(path)
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError, ValueError):
            return None
        return CompileResultCacheImpl.rebuild(self, target_context, payload)  # type: ignore[arg-type]

    def save_overload(self, sig: Any, data: Any) -> None:
        """Write one compiled overload; a cache that cannot be written (read-only, full disk) is left as it is."""
        _prune_once()
        if not self._enabled or not _cachable(data):
            return
        path = self._path(sig, data.codegen)
        temporary = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem)
            with os.fdopen(handle, "wb") as file:
                file.write(dumps(CompileResultCacheImpl.reduce(self, data)))  # type: ignore[arg-type]
            os.replace(temporary, path)
        except OSError:
            if temporary is not None:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)

    def enable(self) -> None:
        """Use the cache (the default)."""
        self._enabled = True

    def disable(self) -> None:
        """Neither load nor save."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing to do: an entry is never out of date."""

    def _path(self, sig: Any, codegen: Any) -> Path:
        flags = vars(config)["BOUNDSCHECK"], repr(vars(config)["OPT"])
        machine = (sys.version, numba.__version__, np.__version__, codegen.magic_tuple(), flags)
        digest = _digest(self.identity, repr(sig), repr(machine))
        name = re.sub(r"[^\w.]+", "_", self._function.__qualname__)
        return Path(self.cache_path) / f"{name}-{digest[:24]}.nbc"


def _note_use(path: Path) -> None:
    """Keep a file in use from being removed: its time stamp is the last day on which it was loaded."""
    if time.time() - path.stat().st_mtime > DAY:
        os.utime(path)


@cache
def _prune_once() -> None:
    with contextlib.suppress(OSError):
        prune()


def prune(days: float = KEPT_DAYS) -> int:
    """Remove machine code that no process has loaded for some days; the number of files removed.

    A process that needs a removed file compiles it again.
    """
    oldest, removed = time.time() - days * DAY, 0
    for path in cache_folder().glob("*/*.nbc"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < oldest:
                path.unlink()
                removed += 1
    return removed


def _target_context() -> Any:
    return registry.cpu_target.target_context


def _cachable(result: Any) -> bool:
    return not (result.lifted or result.library.has_dynamic_globals or result.objectmode)


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _cell_identity(value: Any) -> str:
    """A text that changes whenever the meaning of a closure's variable does."""
    cache = getattr(value, "_cache", None)
    if isinstance(cache, KernelCache):
        return cache.identity
    if hasattr(value, "kernel_identity"):
        return str(value.kernel_identity)
    if isinstance(value, (int, float, str, bool, tuple, np.generic)):
        return repr(value)
    if isinstance(value, np.ndarray):
        return _digest(str(value.dtype), str(value.shape), value.tobytes().hex())
    raise TypeError(f"a kernel's closure may hold kernels, numbers, strings and arrays, not {type(value).__name__}")


_module_digests: dict[str, str] = {}


def module_digest(name: str) -> str:
    """A digest of a module's source and of all project modules that it imports, directly or through others.

    Project modules are those under the module's own top-level name and under `mailwing`: an edit of one game leaves the
    machine code of the others valid.
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
