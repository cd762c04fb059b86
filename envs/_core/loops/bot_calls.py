"""Calling bots by address: compiled loops take an array of addresses, so any mix of bots plays without recompiling.

numba can pass functions as arguments, but unpacks each of them at every call; an int64 array is one argument for any
number of bots. `bot_at(addresses, k)` turns an address back into a function with the signature of bots.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..field_names import fields_named
from ..kernel import INTERPRETED, apart


def make_bot_at(choose_type: Any) -> Callable[[Any, int], Any]:
    """`bot_at(functions, k)` for a game whose bots have the numba type `choose_type` (None when interpreted)."""
    if INTERPRETED:
        return _function_at

    @intrinsic
    def bot_at(context: Any, functions: Any, k: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
        def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = target.make_array(signature.args[0])(target, builder, arguments[0])
            address = builder.load(builder.gep(array.data, [arguments[1]]))
            function = cgutils.create_struct_proxy(choose_type)(target, builder)
            pointer = target.get_value_type(types.voidptr)
            function.jit_addr = builder.inttoptr(address, pointer)
            function.c_addr = cgutils.get_null_value(pointer)
            function.py_addr = cgutils.get_null_value(pointer)
            return function._getvalue()

        return choose_type(types.int64[::1], types.int64), build

    return bot_at  # type: ignore[return-value]


@intrinsic
def _plain(context: Any, nested: Any) -> Any:  # pyright: ignore[reportUnusedParameter]
    plain = types.Array(nested.dtype, nested.ndim, "C")

    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = target.make_array(signature.args[0])(target, builder, arguments[0])
        made = target.make_array(plain)(target, builder)
        for name in ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides"):
            setattr(made, name, getattr(given, name))
        return made._getvalue()

    return plain(nested), build


def _same(nested: Any) -> Any:
    return nested


as_array: Any = _same if INTERPRETED else _plain
"""`as_array(field)`: an array field of a record as a C-contiguous array, which the signature of bots requires."""


def _function_at(functions: Any, k: int) -> Any:
    return functions[k]


def addresses(functions: Sequence[Any], choose_type: Any) -> Any:
    """These kernels as an argument of compiled loops: int64 addresses [n] (interpreted: the functions themselves).

    The caller must keep the kernels alive while the addresses are in use.
    """
    if INTERPRETED:
        return tuple(functions)
    return np.array([_address(function, choose_type.signature) for function in functions], dtype=np.int64)


def _address(function: Any, signature: Any) -> int:
    function = apart(function)
    with fields_named():
        function.compile(signature)
    compiled = function.get_compile_result(signature)
    return compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
