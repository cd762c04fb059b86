"""Atomic access to int64 entries of an array that threads share without the GIL; sequentially consistent."""

from __future__ import annotations

from threading import Lock
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ..kernel import INTERPRETED

ALIGNMENT = 8
ORDERING = "seq_cst"

_one_at_a_time = Lock()


def _address(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array = target.make_array(signature.args[0])(target, builder, arguments[0])
    return builder.gep(array.data, [arguments[1]])


@intrinsic
def _load(context: Any, array: Any, i: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load_atomic(_address(target, builder, signature, arguments), ORDERING, ALIGNMENT)

    return types.int64(array, types.int64), build


@intrinsic
def _store(context: Any, array: Any, i: Any, value: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store_atomic(arguments[2], _address(target, builder, signature, arguments), ORDERING, ALIGNMENT)
        return target.get_dummy_value()

    return types.void(array, types.int64, types.int64), build


@intrinsic
def _compare_and_swap(context: Any, array: Any, i: Any, expected: Any, value: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = _address(target, builder, signature, arguments)
        result = builder.cmpxchg(address, arguments[2], arguments[3], ORDERING)
        return builder.zext(builder.extract_value(result, 1), ir.IntType(8))

    return types.uint8(array, types.int64, types.int64, types.int64), build


def _plain_load(array: Any, i: int) -> int:
    return array[i]


def _plain_store(array: Any, i: int, value: int) -> None:
    array[i] = value


def _plain_compare_and_swap(array: Any, i: int, expected: int, value: int) -> bool:
    with _one_at_a_time:
        if array[i] != expected:
            return False
        array[i] = value
        return True


load: Any = _plain_load if INTERPRETED else _load
"""`load(array, i)`: the entry as the last `store` or `compare_and_swap` of any thread wrote it."""

store: Any = _plain_store if INTERPRETED else _store
"""`store(array, i, value)`: write an entry; a thread that loads it also sees everything written before."""

compare_and_swap: Any = _plain_compare_and_swap if INTERPRETED else _compare_and_swap
"""`compare_and_swap(array, i, expected, value)`: write `value` if the entry is `expected`; 1 if so (for one thread)."""
