"""Values and types in the words of an identity: equal words, equal meaning in compiled code.

Words are nested tuples of texts and numbers; their `repr` is what is digested. A value whose meaning cannot be put
into words (a list, an object, a C function) raises `NoWordsError`.
"""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterable
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types
from numba.extending import is_jitted

from . import numba_hooks

LIBRARIES = frozenset({"builtins", "cmath", "collections", "enum", "llvmlite", "math", "numba", "numpy", "operator"})
"""What these packages define is told by its name: their versions are part of every identity."""

NAMED_TYPES = (
    *(
        types.Number,
        types.Boolean,
        types.NoneType,
        types.Record,
        types.UnicodeType,
        types.CharSeq,
        types.UnicodeCharSeq,
    ),
    *(types.NPDatetime, types.NPTimedelta, types.SliceType, types.RangeType),
)
"""Types of numba whose name says everything about them."""

Words = Any


class NoWordsError(Exception):
    """Something that has no words; the message says what it is."""


class Describer:
    """Puts values into words and collects the functions among them, which have identities of their own.

    Attributes:
        uses: functions met so far, in the order in which the words name them.
        fixed: False once a value was met that can be changed in place (an array).
    """

    def __init__(self, uses: Iterable[Any] = (), runs_as_python: bool = False) -> None:
        self.uses: list[Any] = list(uses)
        self.fixed = True
        self._runs_as_python = runs_as_python

    def value(self, value: Any) -> Words:
        """A constant of a kernel, or what stands behind one of its names."""
        if value is None or value is Ellipsis or type(value) in (bool, int, str, bytes):
            return repr(value)
        if type(value) in (float, complex):  # `repr` does not tell one NaN from another
            return type(value).__name__, np.array(value).tobytes()
        if isinstance(value, enum.Enum):
            return "member", type(value).__qualname__, value.name, self.value(value.value)
        if isinstance(value, (np.ndarray, np.generic)):
            return self._array(value)
        if isinstance(value, np.dtype):
            return "dtype", value.str if value.isbuiltin == 1 else (repr(value), value.itemsize, value.alignment)
        if isinstance(value, tuple):
            named = () if type(value) is tuple else self.value(type(value))
            return "tuple", named, *map(self.value, value)
        if isinstance(value, (frozenset, set)):
            return "set", *sorted(repr(self.value(item)) for item in value)
        if isinstance(value, slice):
            return "slice", *map(self.value, (value.start, value.stop, value.step))
        if isinstance(value, types.Type):
            return self.type(value)
        if isinstance(value, CodeType):
            return self.code(value)
        return self._definition(value)

    def _array(self, value: Any) -> Words:
        if value.dtype.hasobject:
            raise NoWordsError("an array of Python objects")
        if isinstance(value, np.generic):
            return "scalar", self.value(value.dtype), value.tobytes()
        self.fixed = False
        layout = value.shape, value.strides, value.flags.aligned, value.flags.writeable
        return "array", self.value(value.dtype), layout, value.tobytes()

    def _definition(self, value: Any) -> Words:
        """A class or a function."""
        if isinstance(value, type) and issubclass(value, enum.Enum):
            bases = [base.__qualname__ for base in value.__mro__]
            return "enum", bases, *((name, self.value(item.value)) for name, item in value.__members__.items())
        fields = getattr(value, "_fields", None)
        if isinstance(value, type) and issubclass(value, tuple) and fields is not None:
            defaults = self.options(getattr(value, "_field_defaults", {}))
            return "named tuple", value.__qualname__, fields, defaults
        name = library_name(value)
        if name is not None:
            return "library", name
        python = self._runs_as_python and isinstance(value, FunctionType)
        if is_jitted(value) or numba_hooks.is_intrinsic(value) or python:
            self.uses.append(value)
            return ("function",)
        raise NoWordsError(_kind_of(value))

    def code(self, code: CodeType) -> Words:
        """Bytecode with its constants and the functions defined inside; neither file nor lines."""
        return (
            *(code.co_name, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags),
            *(code.co_code, code.co_exceptiontable, code.co_names),
            *(code.co_varnames, code.co_freevars, code.co_cellvars),
            *(self.value(constant) for constant in code.co_consts),
        )

    def options(self, options: dict[str, Any]) -> Words:
        """Values by name, such as the options of numba's decorators."""
        return tuple((name, self.value(options[name])) for name in sorted(options))

    def signature(self, signature: Any) -> Words:
        """Argument types, or a signature; one written as text is its own words."""
        if isinstance(signature, str):
            return signature
        if isinstance(signature, tuple):
            return tuple(map(self.type, signature))
        return self.type(signature.return_type), *map(self.type, signature.args)

    def type(self, given: Any) -> Words:
        """A type of numba, by what it means: the fields of a named tuple are no part of its name, for example."""
        kind = type(given).__name__
        if isinstance(given, types.Literal):
            return kind, self.value(given.literal_value)
        if isinstance(given, types.Omitted):
            return kind, self.value(given.value)
        if isinstance(given, types.EnumMember):
            return kind, self._importable(given.instance_class), self.type(given.dtype)
        if isinstance(given, types.BaseTuple):
            named = isinstance(given, types.BaseNamedTuple)
            members: Any = given
            return kind, named and self._importable(members.instance_class), *map(self.type, members)
        if isinstance(given, types.Array):
            return kind, repr(given), self.type(given.dtype), given.mutable, given.aligned
        if isinstance(given, (types.Optional, types.ListType, types.List)):
            return kind, self.type(given.type if isinstance(given, types.Optional) else given.dtype)
        if isinstance(given, types.FunctionType):
            return kind, self.signature(given.signature)
        if isinstance(given, types.Dispatcher):
            return kind, self.value(given.dispatcher)
        if isinstance(given, NAMED_TYPES) or given is types.voidptr:
            return kind, repr(given)
        raise NoWordsError(f"the type {given}")

    def _importable(self, kind: type) -> Words:
        """A class in a signature, which the file refers to by its name."""
        if _found_by_name(kind) is not kind or kind.__module__ == "__main__":
            raise NoWordsError(f"{kind.__qualname__}, a class that no module has under this name")
        return kind.__module__, self.value(kind)


def library_name(value: object) -> str | None:
    """The name of something that numba, numpy or Python itself defines, else None."""
    if isinstance(value, np.ufunc):
        return f"numpy.{value.__name__}" if getattr(np, value.__name__, None) is value else None
    module = getattr(value, "__module__", None)
    known = isinstance(module, str) and module.partition(".")[0] in LIBRARIES
    return f"{module}.{getattr(value, '__qualname__', '')}" if known and _found_by_name(value) is value else None


def _found_by_name(value: Any) -> Any:
    """What the module of a class or function has under its name."""
    found: Any = sys.modules.get(value.__module__)
    for name in getattr(value, "__qualname__", "?").split("."):
        found = getattr(found, name, None)
    return found


def _kind_of(value: object) -> str:
    if isinstance(value, ModuleType):
        return f"the module {value.__name__} other than by `{value.__name__}.NAME`"
    if isinstance(value, FunctionType):
        return "a Python function that is not a kernel"
    article = "an" if type(value).__name__[0] in "aeiouAEIOU" else "a"
    return f"{article} {type(value).__name__}"
