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

from .kernel import INTERPRETED, kernel

MARKS = 64
"""Entries of an array that become one set."""

HALF = 32
"""Entries that are looked at together in an array which has not 64."""


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


def _marked_of(entries: int) -> Any:
    """The instructions that turn so many entries of a uint8 array into a set."""

    @intrinsic
    def marked(context: Any, marks: Any, start: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
        def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = target.make_array(signature.args[0])(target, builder, arguments[0])
            block = ir.VectorType(ir.IntType(8), entries)
            first = builder.bitcast(builder.gep(array.data, [arguments[1]]), block.as_pointer())
            differ = builder.icmp_unsigned("!=", builder.load(first, align=1), ir.Constant(block, None))
            return builder.zext(builder.bitcast(differ, ir.IntType(entries)), ir.IntType(64))

        return types.int64(marks, types.int64), build

    return marked


def _plain_lowest(bits: Any) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1


def _plain_size(bits: Any) -> int:
    return (int(bits) & (2**64 - 1)).bit_count()


def _plain_marked_of(entries: int) -> Any:
    def marked(marks: Any, start: Any) -> np.int64:
        packed = np.packbits(marks[start : start + entries] != 0, bitorder="little")
        return packed.view(f"u{entries // 8}")[0].astype(np.int64)  # unsigned: nothing is set above `entries`

    return marked


lowest: Any = _plain_lowest if INTERPRETED else _lowest
"""`lowest(bits)`: the number of the lowest bit that is set in an int64, which must not be 0."""

size: Any = _plain_size if INTERPRETED else _size
"""`size(bits)`: how many bits of an int64 are set."""


_marked: Any = _plain_marked_of(MARKS) if INTERPRETED else _marked_of(MARKS)
_marked_half: Any = _plain_marked_of(HALF) if INTERPRETED else _marked_of(HALF)


@kernel(inline=True)
def marked(marks: Any, start: int) -> Any:
    """Which of the 64 entries of a uint8 array from `start`, a multiple of 64, on are not 0; fewer at its end."""
    entries = marks.shape[0]
    if entries >= MARKS:
        last = entries - MARKS
        if start <= last:
            return _marked(marks, start)
        # The last 64 entries; those before `start` are shifted out.
        return np.int64(np.uint64(_marked(marks, last)) >> np.uint64(start - last))
    if entries >= HALF:
        return _marked_half(marks, 0) | (_marked_half(marks, entries - HALF) << np.int64(entries - HALF))
    bits = np.int64(0)
    for k in range(entries):
        bits |= np.int64(marks[k] != 0) << np.int64(k)
    return bits


def members(bits: Any) -> list[int]:
    """The numbers in a set that is not negative, in ascending order; for plain Python, not for kernels."""
    left = int(bits)
    return [k for k in range(left.bit_length()) if left >> k & 1]
