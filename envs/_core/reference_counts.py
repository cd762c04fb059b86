"""Counting references to arrays, which kernels that make no arrays are spared.

numba counts, in memory that all threads share, whenever an array is passed on or a view of it is taken, so that the
last one frees it. A kernel whose arrays all come from its caller, who keeps them, need not count: in random play this
is up to an eighth of the time. Only what the call from Python itself holds is given back in the end.

Like `kernel_library.py` this uses what numba does not document.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir
from numba.core.runtime.nrt import rtsys

PREFIX = "NRT_"
"""How the functions of numba are called that manage memory."""

MAKING_NOTHING = ("NRT_incref", "NRT_decref", "NRT_adapt_", "NRT_Free")
"""How those begin that count, take arrays from Python, or free."""

COUNTING = ("NRT_incref", "NRT_decref")
"""Those that only count; the last count frees."""

RELEASE = "mailwing_release"
"""`NRT_decref` under another name, as which the call from Python gives back its arguments."""


def needs_counting(name: str) -> bool:
    """Whether a function that code calls makes something for which references must be counted."""
    return name.startswith(PREFIX) and not name.startswith(MAKING_NOTHING)


def release_arguments(wrapper: Any) -> None:
    """Let the code between Python and a kernel give back its arguments by `RELEASE`."""
    for function in wrapper.functions:
        if function.name == COUNTING[1]:
            function.name = RELEASE


class Code:
    """Functions to be merged, with what numba asks of a library that is.

    Args:
        text: intermediate code.
    """

    def __init__(self, text: str) -> None:
        self._module = llvm.parse_assembly(text)
        self._reload_init: set[Any] = set()

    def _get_module_for_linking(self) -> Any:
        return self._module


@cache
def released() -> Code:
    """The function `RELEASE`."""
    return Code(str(rtsys.library._get_module_for_linking()).replace(COUNTING[1], RELEASE))


@cache
def not_counted(codegen: Any) -> Code:
    """`COUNTING` as functions that do nothing and are always merged, so that code jumps to none of this name."""
    module = codegen._create_empty_module("not_counted")
    for name in COUNTING:
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer()])
        function = ir.Function(module, kind, name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        ir.IRBuilder(function.append_basic_block()).ret_void()
    return Code(str(module))
