"""Everything of numba that the cache of kernels uses and that numba does not document, in one place.

A new version of numba is let in by looking through this file first.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import config, registry, types
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.extending import _Intrinsic
from numba.core.serialize import dumps

CacheBase: Any = _Cache
"""The interface of a dispatcher's cache: numba calls `load_overload` before it compiles and `save_overload` after."""

LOCAL_SETTINGS = ("_", "CACHE_", "CHROME_", "COLOR_", "CUDA_", "DEBUG_CACHE", "GDB_", "HTML", "NUMBA_", "THREADING_")
"""Settings of numba whose names begin so differ between machines and users and do not change machine code."""


def give_cache(dispatcher: Any, cache: Any) -> None:
    """Let a dispatcher load and save through this cache (the documented way, `cache=True`, allows no other cache)."""
    dispatcher._cache = cache


def cache_of(dispatcher: Any) -> Any:
    """The cache of a dispatcher."""
    return dispatcher._cache


def is_intrinsic(value: object) -> bool:
    """Whether `numba.extending.intrinsic` made it; `__wrapped__` is the function that builds its code."""
    return isinstance(value, _Intrinsic)


def settings() -> dict[str, str]:
    """The settings of numba that may change machine code (`NUMBA_BOUNDSCHECK`, `NUMBA_OPT`, …), as texts."""
    return {
        name: repr(value)
        for name, value in sorted(vars(config).items())
        if name.isupper() and not name.startswith(LOCAL_SETTINGS)
    }


@cache
def processor() -> tuple[Any, ...]:
    """Platform, processor and its features, as LLVM names them."""
    target: Any = registry.cpu_target.target_context
    return tuple(target.codegen().magic_tuple())


def has_addresses(compiled: Any) -> bool:
    """Whether compiled code works in this process only: it holds addresses of memory, or calls the interpreter."""
    return bool(compiled.lifted or compiled.library.has_dynamic_globals or compiled.objectmode)


def to_bytes(state: Any) -> bytes:
    """Values as bytes: a pickle in numba's own way, which can hold environments of functions."""
    return bytes(dumps(state))


def make_symbols_unique() -> None:
    """Give functions that have no identity, and numba's own, different symbols in different processes.

    numba numbers the functions that it compiles from 1 in every process, and the number is all that tells two kernels
    apart which one factory made (`make(2)`, `make(3)`). Loaded from files of two processes, their symbols would be
    equal, and the linker would take the first for both. Random numbers of 62 bits do not meet, after a fork neither.
    """
    numbers: Any = iter(lambda: secrets.randbits(62), None)
    FunctionIdentity._unique_ids = numbers


def name_records_alike() -> None:
    """Let all processes write the same symbol for a kernel over the same records.

    numba numbers the types of a process as it meets them and puts the number of a record into the symbols of all
    functions that take one. A kernel kept by one process would look in vain for what another one has compiled.
    """
    plain: Any = types.Record
    plain.mangling_args = property(lambda record: ("Record", (_number_of(record.name),)))


def describe_records_once() -> None:
    """Keep the words for the type of a record: numba makes pages of them, for errors that it catches itself."""
    plain: Any = types.Record
    words, describe = WeakKeyDictionary[Any, str](), plain.__repr__

    def described(record: Any) -> str:
        if record not in words:
            words[record] = describe(record)
        return words[record]

    plain.__repr__ = described


@contextmanager
def neighbours_as_vectors() -> Iterator[None]:
    """Let LLVM read, convert and write values that lie side by side together, as C compilers do; numba leaves it out.

    Records are such values: masks and observations are written faster.
    """
    options: Any = config
    before = options.SLP_VECTORIZE
    options.SLP_VECTORIZE = 1
    try:
        yield
    finally:
        options.SLP_VECTORIZE = before


@cache
def _number_of(fields: str) -> int:
    return int.from_bytes(hashlib.sha256(fields.encode()).digest()[:7])
