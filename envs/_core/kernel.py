"""`@kernel`: compiled functions over records, with a cache on disk that is never out of date.

`kernel_identity.py` says what a kernel depends on, `kernel_cache.py` loads and saves, `kernel_files.py` knows the
files and their folder. Under `NUMBA_DISABLE_JIT=1` a kernel is the plain Python function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numba
from numba.core import config

from .kernel_cache import KernelCache
from .numba_hooks import cache_of, give_cache, make_symbols_unique

INTERPRETED = bool(vars(config)["DISABLE_JIT"])
"""True under `NUMBA_DISABLE_JIT=1`: kernels run as plain Python (debugging, coverage, the differential test)."""

Fn = TypeVar("Fn", bound=Callable[..., Any])

_dispatchers: list[Any] = []

make_symbols_unique()


@overload
def kernel(function: Fn) -> Fn: ...


@overload
def kernel(*, inline: bool) -> Callable[[Fn], Fn]: ...


def kernel(function: Fn | None = None, *, inline: bool = False) -> Fn | Callable[[Fn], Fn]:
    """Compile a function over records: no GIL, no exceptions for division, cached across processes.

    Args:
        function: the function, when used as a plain `@kernel`.
        inline: always inline it into its callers, for small functions in the innermost loops. LLVM decides well for
            most kernels, but keeps some that write observations as calls. Compiling then takes longer.
    """

    def compiled(plain: Fn) -> Fn:
        if INTERPRETED:
            return plain
        # The C wrapper is not needed and takes time to compile.
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
        dispatcher: Any = numba.njit(forceinline=inline, **options)(plain)
        give_cache(dispatcher, KernelCache(dispatcher))
        _dispatchers.append(dispatcher)
        return dispatcher

    return compiled if function is None else compiled(function)


def compile_counts() -> tuple[int, int]:
    """Numbers of kernels that this process has loaded from the cache and compiled: `(hits, misses)`."""
    hits = sum(sum(d.stats.cache_hits.values()) for d in _dispatchers)
    misses = sum(sum(d.stats.cache_misses.values()) for d in _dispatchers)
    return hits, misses


def count_not_kept() -> int:
    """How many of the kernels that this process has compiled could not be kept in the cache."""
    return sum(cache_of(dispatcher).not_kept for dispatcher in _dispatchers)
