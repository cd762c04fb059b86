"""What numba works out again and again while it compiles kernels, done once or when it is asked for.

None of it changes an instruction of what is compiled, with `@kernel` or without. Like `numba_hooks.py`, this file uses
what numba does not document; look through it before a new version is let in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from numba.core import compiler, ir, postproc, transforms, types
from numba.core.targetconfig import ConfigStack
from numba.extending import lower_builtin

PLAIN = frozenset(
    {types.Integer, types.Float, types.Boolean, types.IntegerLiteral, types.BooleanLiteral, types.IntEnumMember}
    | {types.Record, types.Array, types.NestedArray, types.NoneType}
)
"""Types that say all about a value: none of them holds a function, which may be half compiled."""

WITHOUT_VARIABLES = frozenset({str, int, bool, type(None), ir.Loc, ir.Global, ir.FreeVar, ir.Const, ir.Arg})
"""Types of fields of numba's instructions in which there are no variables."""


class _Flags(compiler.Flags):
    """Options of a kernel's compilation. numba looks them up with each function that it resolves: soon compared."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self._values == other._values if isinstance(other, _Flags) else super().__eq__(other)

    def __hash__(self) -> int:
        return HASH_OF_FLAGS


HASH_OF_FLAGS = hash(compiler.Flags())
"""The hash of all flags: numba makes it of their names, which are always the same."""

KernelFlags = _Flags
"""The options by which hooks know that a kernel is being compiled. The class keeps its name: it is in all symbols."""


def shorten() -> None:
    """Let numba take all shortcuts of this file."""
    remember_call_types()
    list_variables_by_type()
    follow_variables_when_asked()
    know_that_arrays_are_arrays()


def remember_call_types() -> None:
    """Resolve an operator or a function of numba once for the same types.

    numba tries up to twenty templates for every sum and index of a kernel: nine of ten were tried before, with the
    same types. Its own memory, of one template only, has the same key: context, types and options.
    """
    plain: Any = types.Function
    known, resolve = WeakKeyDictionary[Any, dict[Any, Any]](), plain.get_call_type

    def get_call_type(function: Any, context: Any, args: Any, kws: Any) -> Any:
        flags: Any = ConfigStack.top_or_none()
        if kws or not isinstance(flags, KernelFlags) or not _are_plain(args):
            return resolve(function, context, args, kws)
        answers, key = known.setdefault(function, {}), (context, tuple(args), flags)
        if key not in answers:
            found = resolve(function, context, args, kws)
            answers[key] = found, function._impl_keys[found.args]
        found, function._impl_keys[found.args] = answers[key]
        return found

    plain.get_call_type = get_call_type


def list_variables_by_type() -> None:
    """List the variables of an instruction with one look at the type of each of its fields.

    Most fields are texts, places in the source and the like; numba asks what else each of them might be.
    """
    plain: Any = ir.Inst
    plain._rec_list_vars = lambda instruction, field: _add_variables((field,), [])


def _add_variables(fields: Iterable[Any], found: list[Any]) -> list[Any]:
    """Add the variables among fields of an instruction, and in them, to those found before it."""
    for field in fields:
        kind = type(field)
        if kind in WITHOUT_VARIABLES:
            continue
        if isinstance(field, ir.Var):
            found.append(field)
        elif kind is ir.Expr:
            _add_variables(field._kws.values(), found)
        elif isinstance(field, ir.Inst):
            found += field.list_vars()
        elif isinstance(field, (list, tuple)):
            _add_variables(field, found)
        elif isinstance(field, dict):
            _add_variables(field.values(), found)
    return found


def follow_variables_when_asked() -> None:
    """Leave it to the pass that frees variables to work out how long each of them is used.

    numba does so after each pass that may have moved something. Of these, only passes over generators and over parts
    that run as Python need it.
    """
    plain: Any = postproc.PostProcessor
    follow = plain.run

    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = processor.func_ir
        if emit_dels or function.is_generator or not isinstance(ConfigStack.top_or_none(), KernelFlags):
            follow(processor, emit_dels, extend_lifetimes)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime = postproc.VariableLifetime(function.blocks)  # works out what it is asked for
        function.generator_info = None

    plain.run = run


def know_that_arrays_are_arrays() -> None:
    """Tell numba how to make an array of an array: by doing nothing, as it does by itself.

    At each access it looks for another way first, and before it gives up it imports all its parts anew.
    """
    teach: Any = lower_builtin
    teach("__array__", types.Array)(lambda context, builder, signature, arrays: arrays[0])


def _are_plain(args: Any) -> bool:
    return all(type(given) in PLAIN or (isinstance(given, types.BaseTuple) and _are_plain(given)) for given in args)
