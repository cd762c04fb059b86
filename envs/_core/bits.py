"""Sets as the bits of an int64: operations for which processors have an instruction each.

Sets of a game have up to 63 members, so that they are not negative; the kernels here take 64. `members` lists a set
outside of kernels.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .kernel import INTERPRETED

MARKS = 64
"""Entries of an array that become one set."""


@intrinsic
def _lowest(context: Any, bits: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), build


@intrinsic
def _size(context: Any, bits: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def _marked(context: Any, marks: Any, start: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = target.make_array(signature.args[0])(target, builder, arguments[0])
        block = ir.VectorType(ir.IntType(8), MARKS)
        first = builder.bitcast(builder.gep(array.data, [arguments[1]]), block.as_pointer())
        entries = builder.load(first, align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", entries, ir.Constant(block, None)), ir.IntType(64))

    return types.int64(marks, types.int64), build


def _plain_lowest(bits: Any) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


def _plain_size(bits: Any) -> int:
    return (int(bits) & (2**64 - 1)).bit_count()


def _plain_marked(marks: Any, start: Any) -> np.int64:
    return np.packbits(marks[start : start + MARKS] != 0, bitorder="little").view(np.int64)[0]


lowest: Any = _plain_lowest if INTERPRETED else _lowest
"""`lowest(bits)`: the number of the lowest bit that is set in an int64, which must not be 0."""

size: Any = _plain_size if INTERPRETED else _size
"""`size(bits)`: how many bits of an int64 are set."""


marked: Any = _plain_marked if INTERPRETED else _marked
"""`marked(marks, start)`: which of 64 entries of a uint8 array from `start` on are not 0; they must all be there."""


def members(bits: Any) -> list[int]:
    """The numbers in a set that is not negative, in ascending order; for plain Python, not for kernels."""
    left = int(bits)
    return [k for k in range(left.bit_length()) if left >> k & 1]
