"""What numba is spared while it compiles kernels leaves what they mean as it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import literal_unroll, njit, types
from numba.core import compiler, ir
from numba.core.runtime import nrt
from numba.extending import lower_builtin, type_callable

from mailwing.envs._core.kernel import INTERPRETED, kernel

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="nothing is compiled"),
    pytest.mark.usefixtures("folder"),
]


def make_same() -> tuple[Any, list[Any]]:
    """A function that returns what it is given, and the types for which numba has asked what it returns."""
    asked: list[Any] = []

    def same(x: Any) -> Any:
        return x

    @type_callable(same)
    def type_of_same(context: Any) -> Any:
        def typer(x: Any) -> Any:
            asked.append(x)
            return x

        return typer

    lower: Any = lower_builtin
    lower(same, types.Any)(lambda context, builder, signature, given: given[0])
    return same, asked


def test_kernels_ask_once_what_a_function_of_numba_returns_for_some_types() -> None:
    same, asked = make_same()

    @kernel
    def add_four_times(x: Any) -> Any:
        return same(x) + same(x) + same(x) + same(x)

    @kernel
    def add_twice(x: Any) -> Any:
        return same(x) + same(x)

    assert add_four_times(1) == 4
    assert add_twice(2) == 4
    assert asked == [types.int64]
    assert add_twice(0.5) == 1.0
    assert asked == [types.int64, types.float64]


def test_it_is_asked_again_with_other_options_and_outside_of_kernels() -> None:
    same, asked = make_same()

    @kernel(gil=True)
    def in_turn(x: Any) -> Any:
        return same(x)

    @kernel
    def at_once(x: Any) -> Any:
        return same(x)

    @njit
    def elsewhere(x: Any) -> Any:
        return same(x) + same(x)

    assert in_turn(1) == at_once(1) == 1
    assert asked == [types.int64] * 2
    assert elsewhere(1) == 2
    assert len(asked) >= 4


def test_the_variables_of_an_instruction_are_those_in_its_fields_in_their_order() -> None:
    def price(table: Any, k: int, *more: Any) -> Any:
        first = table[k : k + 2, 0]
        table[k, 1] = first.sum(axis=k)
        return (k, max(first[0], *more)) if table is not None else -k

    blocks = compiler.run_frontend(price).blocks
    instructions = [each for block in blocks.values() for each in block.body]
    values = [each.value for each in instructions if isinstance(each, ir.Assign) and isinstance(each.value, ir.Expr)]
    assert len(instructions) > 20
    for each in instructions:
        assert each.list_vars() == variables_in(vars(each)), each
    for value in values:
        assert value.list_vars() == variables_in(value._kws), value


def variables_in(field: Any) -> list[Any]:
    """The variables in a field of an instruction."""
    if isinstance(field, ir.Var):
        return [field]
    if isinstance(field, ir.Inst):
        return variables_in(field._kws if isinstance(field, ir.Expr) else vars(field))
    parts = field.values() if isinstance(field, dict) else field if isinstance(field, (list, tuple)) else ()
    return [variable for part in parts for variable in variables_in(part)]


@pytest.fixture
def memory() -> Iterator[Any]:
    """The memory of numba, while it counts what is allocated and freed."""
    undocumented: Any = nrt
    undocumented._nrt.memsys_enable_stats()
    yield undocumented.rtsys
    undocumented._nrt.memsys_disable_stats()


def test_memory_is_freed_when_a_variable_is_used_no_more(memory: Any) -> None:
    @kernel
    def thinks(n: Any) -> Any:
        total = 0
        for size in range(1, n):
            work = np.zeros(size, np.int64)
            if size % 2 == 0:
                continue
            other = work + size
            work = other[::-1]
            total += work.sum() + other[0]
        return total

    assert thinks(2) == 2
    before = memory.get_allocation_stats()
    assert thinks(6) == (1 + 1) + (9 + 3) + (25 + 5)
    after = memory.get_allocation_stats()
    assert after.alloc > before.alloc
    assert after.alloc - before.alloc == after.free - before.free


def test_inner_functions_generators_and_unrolled_loops_work_as_without_kernels() -> None:
    def everything(n: Any) -> Any:
        def squared(x: Any) -> Any:
            return x * x

        total = 0.0
        for part in literal_unroll((1, 2.5, 3)):
            total += part
        table = np.array([squared(k) for k in range(n)])
        return total + table.sum() + sum([k for k in range(n) if k % 2])

    def countdown(n: Any) -> Any:
        work = np.arange(n)
        while n > 0:
            n -= 1
            yield work[n]

    counted = kernel(countdown)

    @kernel
    def added(n: Any) -> Any:
        total = 0
        for k in counted(n):
            total += k
        return total

    assert kernel(everything)(4) == njit(everything)(4) == 6.5 + 14 + 4
    assert added(5) == 10
