"""Records on a kernel's stack are zeros whenever they are asked for, and cost no memory."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing.envs._core.kernel import INTERPRETED, kernel
from mailwing.envs._core.record import F, Record
from mailwing.envs._core.scratch import on_stack


class Row(Record):
    """A part of the notes."""

    count: Annotated[int, F("i8", ())]


class Notes(Record):
    """What a kernel may want to write down."""

    flag: Annotated[int, F("u1", ())]
    sums: Annotated[NDArray[np.float64], F("f8", (3,))]
    rows: Annotated[Sequence[Row], F(Row, (2,))]


NOTES = Notes.dtype

COUNTERS: Any = importlib.import_module("numba.core.runtime._nrt_python")
"""What numba counts: all that it allocates and frees."""


@kernel
def note(notes: Notes, k: int) -> None:
    """Another kernel writes to the record."""
    notes.flag = 1
    notes.sums[k % 3] += k + 0.5
    notes.rows[k % 2].count += k


@kernel
def written(times: int) -> float:
    """What has been written to the record of each turn of a loop, twice in each of them."""
    total = 0.0
    for k in range(times):
        notes: Notes = on_stack(NOTES)
        note(notes, k)
        note(notes, k + 1)
        total += notes.flag + notes.sums.sum() + notes.rows[0].count + notes.rows[1].count
    return total


@kernel
def apart(k: int) -> tuple[float, float]:
    """Two records of one kernel."""
    one: Notes = on_stack(NOTES)
    two: Notes = on_stack(NOTES)
    note(one, k)
    return one.sums[k % 3], two.sums[k % 3]


def test_a_record_is_zeros_whenever_it_is_asked_for() -> None:
    """Each turn sees its own two notes: a flag, k + 0.5 and k + 1.5, and k and k + 1."""
    assert written(5) == sum(1 + 2 * (k + (k + 1)) + 1 for k in range(5))


def test_records_of_two_places_are_two() -> None:
    """What is written to one does not stand in the other."""
    assert apart(4) == (4.5, 0.0)


@pytest.mark.skipif(INTERPRETED, reason="there is no machine code")
def test_a_record_asks_for_no_memory() -> None:
    """numba counts what it allocates: nothing."""
    written(1)
    COUNTERS.memsys_enable_stats()
    before = COUNTERS.memsys_get_stats_alloc()
    written(50)
    after = COUNTERS.memsys_get_stats_alloc()
    COUNTERS.memsys_disable_stats()
    assert after == before
