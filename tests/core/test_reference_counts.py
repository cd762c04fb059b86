"""Kernels that make no arrays count no references, and what Python gives them is given back."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit

from mailwing.envs._core.kernel import INTERPRETED, apart, kernel
from mailwing.envs._core.reference_counts import COUNTING, RELEASE

COUNTERS: Any = importlib.import_module("numba.core.runtime._nrt_python")
"""What numba counts: all that it allocates and frees."""

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="nothing is compiled"),
    pytest.mark.usefixtures("folder"),
]


@pytest.fixture
def counted() -> Iterator[None]:
    """numba counts what it allocates and frees."""
    COUNTERS.memsys_enable_stats()
    yield
    COUNTERS.memsys_disable_stats()


@kernel
def middle(a: Any) -> Any:
    """A part of what is given."""
    return a[1:3]


@kernel
def doubled(a: Any) -> Any:
    """An array that is made."""
    made = np.zeros(a.shape[0])
    for k in range(a.shape[0]):
        made[k] = 2 * a[k]
    return made


@kernel
def total(a: Any) -> Any:
    """A number, by way of a part."""
    part, sum_of = middle(a), 0.0
    for k in range(part.shape[0]):
        sum_of += part[k]
    return sum_of


@njit
def tripled(a: Any) -> Any:
    """An array that is made by a function of numba, which is no kernel."""
    return a * 3.0


@kernel
def total_of_tripled(a: Any) -> Any:
    """A number, by way of such an array."""
    return tripled(a).sum()


@kernel
def total_of_doubled(a: Any) -> Any:
    """A number, by way of an array that is made."""
    return total(doubled(a))


def names_in(function: Any) -> set[str]:
    """The functions that the machine code of a compiled kernel defines or calls."""
    (made,) = function.overloads.values()
    return {each.name for each in made.library._final_module.functions}


def kept_now() -> tuple[int, int]:
    """Blocks and arrays that are allocated and not freed."""
    blocks = COUNTERS.memsys_get_stats_alloc() - COUNTERS.memsys_get_stats_free()
    return blocks, COUNTERS.memsys_get_stats_mi_alloc() - COUNTERS.memsys_get_stats_mi_free()


def test_a_kernel_that_makes_nothing_counts_nothing() -> None:
    assert total(np.arange(4.0)) == 3.0
    assert RELEASE in names_in(total)
    assert not names_in(total) & set(COUNTING)


def test_one_that_makes_an_array_or_returns_one_counts() -> None:
    a = np.arange(4.0)
    assert total_of_doubled(a) == 6.0
    assert middle(a).tolist() == [1.0, 2.0]
    for function in (total_of_doubled, middle):
        assert names_in(function) & set(COUNTING)


def test_one_that_others_jump_to_counts_as_its_own_code_asks() -> None:
    jumped = apart(total)

    @kernel
    def twice(a: Any) -> Any:
        return jumped(a) + jumped(doubled(a))

    assert twice(np.arange(4.0)) == 9.0
    assert not names_in(jumped) & set(COUNTING)
    assert names_in(twice) & set(COUNTING)


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("function", [total, middle, doubled, total_of_doubled, total_of_tripled])
def test_nothing_is_kept_and_nothing_is_freed_too_early(function: Any) -> None:
    a = np.arange(1000.0)
    function(a)
    references, kept = sys.getrefcount(a), kept_now()
    for _ in range(20):
        function(a)
    assert sys.getrefcount(a) == references
    assert kept_now() == kept


def test_what_is_returned_lives_on_without_what_was_given() -> None:
    a = np.arange(1000.0)
    parts = [middle(a) for _ in range(3)]
    assert sys.getrefcount(a) > 3
    del a
    assert [part.tolist() for part in parts] == [[1.0, 2.0]] * 3
