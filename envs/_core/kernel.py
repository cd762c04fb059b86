"""`@kernel`: compiled functions over records, with a cache on disk that is never out of date.

`kernel_identity.py` says what a kernel depends on, `kernel_cache.py` loads and saves, `kernel_files.py` knows the
files and their folder. Under `NUMBA_DISABLE_JIT=1` a kernel is the plain Python function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

from numba.core import config

from .enum_indices import allow_enum_indices
from .kernel_cache import KernelCache
from .linking import KernelDispatcher
from .numba_hooks import cache_of, describe_records_once, give_cache, make_symbols_unique, name_records_alike
from .numba_shortcuts import shorten

INTERPRETED = bool(vars(config)["DISABLE_JIT"])
"""True under `NUMBA_DISABLE_JIT=1`: kernels run as plain Python (debugging, coverage, the differential test)."""

Fn = TypeVar("Fn", bound=Callable[..., Any])

_kernels: list[KernelDispatcher] = []

make_symbols_unique()
name_records_alike()
describe_records_once()
allow_enum_indices()
shorten()


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
        dispatcher = KernelDispatcher(plain, targetoptions={"nopython": True, "forceinline": inline, **options})
        give_cache(dispatcher, KernelCache(dispatcher))
        _kernels.append(dispatcher)
        return dispatcher  # type: ignore[return-value]

    return compiled if function is None else compiled(function)


def apart(function: Any, declared: Any = None) -> Any:
    """A kernel for use in other kernels that jump to its machine code instead of merging it into their own.

    For large kernels that many others call: each of these is compiled in a fraction of the time.

    Args:
        function: a kernel; anything else is returned as it is.
        declared: its argument types as a tuple, to which arguments are converted; None: it is compiled for those of
            each caller.
    """
    return function.apart(declared) if isinstance(function, KernelDispatcher) else function


def compile_counts() -> tuple[int, int]:
    """Numbers of kernels that this process has loaded from the cache and compiled: `(hits, misses)`."""
    stats = [form.stats for form in _forms()]
    hits = sum(sum(stat.cache_hits.values()) for stat in stats)
    return hits, sum(sum(stat.cache_misses.values()) for stat in stats)


def count_not_kept() -> int:
    """How many of the kernels that this process has compiled could not be kept in the cache."""
    return sum(cache_of(form).not_kept for form in _forms())


def _forms() -> list[Any]:
    return [form for kernel in _kernels for form in kernel.forms]
