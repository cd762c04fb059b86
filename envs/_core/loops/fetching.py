"""Asking the processor to bring a record near before it is needed, where it does not see that coming by itself."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..kernel import INTERPRETED

LINE = 64
"""Bytes that a processor fetches at once."""

TO_WRITE, NEAREST, DATA = 1, 3, 1
"""What LLVM is told: the record will be changed, is wanted in the nearest cache, and is no code."""


@intrinsic
def _fetch(context: Any, records: Any, i: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    size = records.dtype.size

    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, place = ir.IntType(32), ir.IntType(8).as_pointer()
        array = target.make_array(signature.args[0])(target, builder, arguments[0])
        start = builder.bitcast(builder.gep(array.data, [arguments[1]]), place)
        kind = ir.FunctionType(ir.VoidType(), [place, word, word, word])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
        for offset in range(0, size, LINE):
            line = builder.gep(start, [ir.Constant(ir.IntType(64), offset)])
            builder.call(prefetch, [line, word(TO_WRITE), word(NEAREST), word(DATA)])
        return target.get_dummy_value()

    return types.void(records, types.int64), build


def _plain_fetch(records: Any, i: int) -> None:
    pass


fetch: Any = _plain_fetch if INTERPRETED else _fetch
"""`fetch(records, i)`: record `i` of an array is needed soon; changes nothing but the time that it takes."""
