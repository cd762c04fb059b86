"""Records that a kernel works in, on its own stack.

A kernel that made an array instead would ask for memory each time it is called, and it and all kernels merged with it
would count references (`reference_counts.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from .kernel import INTERPRETED

ALIGNMENT = 64
"""Bytes; no field lies in two lines of the processor's cache that would fit in one."""


@intrinsic
def _on_stack(context: Any, dtype: Any) -> Any:
    record = dtype.dtype

    def build(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        memory = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(8), record.size))
        memory.align = ALIGNMENT
        cgutils.memset(builder, memory, ir.Constant(ir.IntType(64), record.size), 0)
        return memory

    return record(dtype), build


def _plain_on_stack(dtype: Any) -> Any:
    return np.zeros(1, dtype)[0]


on_stack: Any = _plain_on_stack if INTERPRETED else _on_stack
"""`on_stack(dtype)`: a record of zeros that lasts until the kernel which calls this returns, and is not to be returned.

`dtype` stands in a global name of the kernel's module. Each place of a kernel that calls this has one record, which is
zeros again whenever the place is reached.
"""
