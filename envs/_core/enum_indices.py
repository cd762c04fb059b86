"""Members of an `IntEnum` as indices in kernels, as numba knows them since 0.68, for the versions before it.

Nothing here is used with numba 0.68 and later; the module can go when those are the oldest that are allowed.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from numba import types
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global


def allow_enum_indices() -> None:
    """Teach numba `array[Phase.TURN]`, `array[seat, Phase.TURN]` and `array[Action.PAY : Action.STOP]`."""
    version = numba.version_info.short
    if version < (0, 68):
        add_typing: Any = infer_global
        for use in (operator.getitem, operator.setitem):
            add_typing(use)(type(f"{use.__name__}_by_member", (_ByMember,), {}))
    if version < (0, 62):
        types.IntEnumMember.can_convert_to = _can_convert_to


class _ByMember(AbstractTemplate):
    """An array and an index with a member in it: the same as with the member's number."""

    key: Any

    def generic(self, args: Any, kws: Any) -> Any:
        array, index, *value = args
        numbers = _numbers(index)
        if not isinstance(array, types.Array) or numbers == index:
            return None
        return self.context.resolve_function_type(self.key, (array, numbers, *value), kws)


def _numbers(index: Any) -> Any:
    """The type of an index with whole numbers, to which numba can cast members, in place of the members."""
    kind = type(index)
    if issubclass(kind, types.IntEnumMember):
        return types.intp
    return types.Tuple([_numbers(part) for part in index]) if issubclass(kind, types.BaseTuple) else index


def _can_convert_to(self: Any, typingctx: Any, other: Any) -> Conversion | None:
    """How a member becomes another type; numba 0.61 fails where it cannot, instead of trying the next signature."""
    conversion = typingctx.can_convert(self.dtype, other)
    return None if conversion is None else max(conversion, Conversion.safe)
