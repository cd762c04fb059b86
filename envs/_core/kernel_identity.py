"""The identity of a kernel: a digest of everything that its meaning hangs on, taken from memory, never from a file.

A kernel means its bytecode and constants, its options, and what stands behind the names that it uses: numbers, texts,
tuples, enums, arrays, other kernels, attributes of modules. So it makes no difference whether the source was imported,
typed at a prompt, written in a notebook or run with `exec`, nor whether a file was edited after it was imported.
Comments, line numbers and other functions of the file do not matter.

numba looks names up once, when it compiles. A name that stands for something else later is still the former thing in
machine code that other kernels may be linked with; from then on nobody can tell what a kernel that uses it means
(`NoIdentityError`). What numba, numpy and Python make of a name is told by their versions (`environment`). Extensions
of numba that a kernel does not name, such as `numba.extending.overload_method`, are not seen.
"""

from __future__ import annotations

import dis
import hashlib
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, WeakSet

import llvmlite
import numba
import numpy as np
from numba.extending import is_jitted

from . import numba_hooks
from .kernel_values import LIBRARIES, Describer, NoWordsError, Words
from .sources import module_digest

LINKING = f"{__package__}.linking"
"""The module by which kernels become machine code; it imports all that has a part in it."""

PLACES = {"LOAD_GLOBAL": "global", "LOAD_NAME": "global", "LOAD_DEREF": "free", "IMPORT_NAME": "import"}
"""Instructions that read a variable from outside of a function."""

ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")
"""Instructions that read an attribute of the value read just before."""

MISSING = object()
"""The value of a name that is not defined; numba reports it when it compiles."""


class Place(NamedTuple):
    """Where a function finds a value.

    Attributes:
        kind: "global", "free" (a variable of the enclosing function) or "import" (a module).
        names: the variable or module, then attributes; those of modules are looked up, those of other values are not.
    """

    kind: str
    names: tuple[str, ...]


class Found(NamedTuple):
    """What stands at a place, the names that were looked up to find it, and its name if a library defines it."""

    value: Any
    names: str
    library: str


class NoIdentityError(Exception):
    """What a kernel means hangs on something that has no identity; the message says which kernel, what and why."""


@dataclass(frozen=True)
class Facts:
    """What one function means by itself (a digest), the functions that it uses, and what its names stood for.

    `fixed` is False if one of them is an array, which may be written to.
    """

    digest: str
    uses: tuple[Any, ...]
    seen: tuple[tuple[Place, Any], ...]
    fixed: bool


_known: WeakKeyDictionary[Any, Facts | str] = WeakKeyDictionary()

"""Facts by function, or why there are none any more."""

_watched: WeakSet[Any] = WeakSet()


def watch(kernel: Any) -> None:
    """Declare a dispatcher whose identity is asked for before each of its compilations."""
    _watched.add(kernel)


def identity_of(kernel: Any, signature: Any) -> bytes:
    """A digest of what a kernel means for these argument types, compiled on this machine: 32 bytes.

    Args:
        kernel: a dispatcher of numba.
        signature: what `kernel.compile` takes: argument types, a signature, or one as text.

    Raises:
        NoIdentityError: it has no identity.
    """
    describer = Describer(uses=[kernel])
    try:
        parts = [environment(), repr(describer.signature(signature))]
    except NoWordsError as what:
        raise NoIdentityError(f"{name_of(kernel)} takes or returns {what}") from None
    # A function is numbered when it is first met, so that kernels may call themselves and each other.
    found = list(describer.uses)
    numbers = {id(thing): number for number, thing in enumerate(found)}
    for thing in found:
        facts = _facts_of(thing)
        for used in facts.uses:
            if id(used) not in numbers:
                numbers[id(used)] = len(found)
                found.append(used)
        parts += [facts.digest, repr([numbers[id(used)] for used in facts.uses])]
    return hashlib.sha256("\0".join(parts).encode()).digest()


def check_returns(kernel: Any, signature: Any) -> None:
    """Check that the types of a compiled signature have words (`NoIdentityError`: the returned one may not)."""
    try:
        Describer().signature(signature)
    except NoWordsError as what:
        raise NoIdentityError(f"{name_of(kernel)} takes or returns {what}") from None


def environment() -> str:
    """Versions, processor, settings of numba and how kernels are linked: machine code depends on them."""
    versions = sys.version, numba.__version__, llvmlite.__version__, np.__version__
    return repr((versions, numba_hooks.processor(), numba_hooks.settings(), module_digest(LINKING)))


def name_of(thing: Any) -> str:
    """Module and name of a kernel, for people."""
    function = _function_of(thing)
    return f"{function.__module__}.{function.__qualname__}"


def _function_of(thing: Any) -> FunctionType:
    """The Python function of a kernel, of an intrinsic, or itself."""
    if is_jitted(thing):
        return thing.py_func
    return thing.__wrapped__ if numba_hooks.is_intrinsic(thing) else thing


def _facts_of(thing: Any) -> Facts:
    """The facts of a function, from memory as long as all its names stand for the same things."""
    function, before = _function_of(thing), _known.get(thing)
    if isinstance(before, str):
        raise NoIdentityError(before)
    if before is None:
        _check_fresh(thing)
        _known[thing] = facts = _look_at(thing)
        return facts
    moved = [found.names for place, value in before.seen if (found := _look(function, place)).value is not value]
    if before.fixed and not moved:
        return before
    facts = _look_at(thing)
    if (facts.digest, facts.uses) != (before.digest, before.uses):
        what = f"`{moved[0]}`" if moved else "an array"
        _known[thing] = message = f"{name_of(thing)} uses {what}, which has changed since the kernel was first used"
        raise NoIdentityError(message)
    _known[thing] = facts
    return facts


def _check_fresh(thing: Any) -> None:
    """Other people's compiled functions may hold values that their names no longer stand for."""
    if not is_jitted(thing) or thing in _watched:
        return
    if thing.stats.cache_path is not None:
        raise NoIdentityError(f"{name_of(thing)} is in numba's own cache, which may be out of date (make it a @kernel)")
    if thing.signatures:
        raise NoIdentityError(f"{name_of(thing)} was compiled before a kernel used it (make it a @kernel)")


def _look_at(thing: Any) -> Facts:
    """The facts of a function as it is now."""
    function = _function_of(thing)
    if function.__module__ is None:
        raise NoIdentityError(f"{function.__qualname__} belongs to no module (run its source with a `__name__`)")
    describer = Describer(runs_as_python=not is_jitted(thing))
    words: list[Words] = [function.__module__, function.__qualname__]
    seen: list[tuple[Place, Any]] = []
    what = "its options"
    try:
        if is_jitted(thing):
            words += [describer.options(thing.targetoptions), describer.options(thing.locals)]
        what = "its code or a default argument"
        words += [describer.code(function.__code__), describer.value(function.__defaults__)]
        words += [describer.options(function.__kwdefaults__ or {})]
        for place in _places(function.__code__):
            found = _look(function, place)
            what = f"`{found.names}`"
            seen.append((place, found.value))
            words += [place.kind, found.names, _words_of(found, describer)]
    except NoWordsError as kind:
        raise NoIdentityError(f"{name_of(thing)} uses {what}, {kind}") from None
    digest = hashlib.sha256(repr(words).encode()).hexdigest()
    return Facts(digest, tuple(describer.uses), tuple(seen), describer.fixed)


def _words_of(found: Found, describer: Describer) -> Words:
    if found.value is MISSING:
        return "missing"
    try:
        return describer.value(found.value)
    except NoWordsError:
        if found.library:
            return "library", found.library
        raise


def _look(function: FunctionType, place: Place) -> Found:
    """What a function finds at a place now."""
    variable, *attributes = place.names
    if place.kind == "import":
        value: Any = sys.modules.get(variable, MISSING)
    elif place.kind == "global":
        value = function.__globals__.get(variable, function.__builtins__.get(variable, MISSING))
    else:
        cell = (function.__closure__ or ())[function.__code__.co_freevars.index(variable)]
        try:
            value = cell.cell_contents
        except ValueError:  # the enclosing function has not assigned it yet
            value = MISSING
    names, library = [variable], _library_of(value)
    while isinstance(value, ModuleType) and attributes:
        names.append(attributes.pop(0))
        library = library and f"{library}.{names[-1]}"
        value = getattr(value, names[-1], MISSING)
        library = _library_of(value) or library
    return Found(value, ".".join(names), library)


def _library_of(value: Any) -> str:
    """The name of a module of a library, else nothing."""
    known = isinstance(value, ModuleType) and value.__name__.partition(".")[0] in LIBRARIES
    return value.__name__ if known else ""


@cache
def _places(code: CodeType) -> tuple[Place, ...]:
    """Every variable from outside that a function reads, its inner functions included, with the attributes after it."""
    return tuple(sorted(set(_read_places(code, code.co_freevars))))


def _read_places(code: CodeType, free: tuple[str, ...]) -> Iterator[Place]:
    instructions = list(dis.get_instructions(code))
    for number, instruction in enumerate(instructions):
        kind = PLACES.get(instruction.opname)
        if kind is None or (kind == "free" and instruction.argval not in free):
            continue
        attributes = itertools.takewhile(lambda next: next.opname in ATTRIBUTES, instructions[number + 1 :])
        yield Place(kind, (instruction.argval, *(attribute.argval for attribute in attributes)))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _read_places(constant, free)
