"""Sets as the bits of an int64: the compiled instructions answer as plain Python does."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mailwing.envs._core import bits
from mailwing.envs._core.kernel import kernel


@kernel
def ask(sets: Any, lowest: Any, sizes: Any) -> None:
    """Both questions about every set."""
    for i in range(sets.shape[0]):
        lowest[i] = bits.lowest(sets[i])
        sizes[i] = bits.size(sets[i])


@kernel
def ask_marked(marks: Any, start: int, sets: Any) -> None:
    """Which of 64 marks from one on are set."""
    sets[0] = bits.marked(marks, start)


@given(st.lists(st.sets(st.integers(0, 63), min_size=1), min_size=1, max_size=20))
def test_lowest_and_size(groups: list[set[int]]) -> None:
    sets = np.array([sum(1 << member for member in group) for group in groups], dtype=np.uint64).view(np.int64)
    lowest, sizes = np.zeros_like(sets), np.zeros_like(sets)
    ask(sets, lowest, sizes)
    assert lowest.tolist() == [min(group) for group in groups]
    assert sizes.tolist() == [len(group) for group in groups]


def test_nothing_has_no_members() -> None:
    sizes = np.ones(1, dtype=np.int64)
    ask(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), sizes)
    assert sizes.tolist() == [0]


def test_plain_python_agrees() -> None:
    for value in (1, 2, 6, 1 << 62, (1 << 62) + 8, 1 << 63, (1 << 63) + 8):
        signed = np.uint64(value).astype(np.int64)
        assert bits._plain_lowest(signed) == f"{value:b}"[::-1].index("1")
        assert bits._plain_size(signed) == f"{value:b}".count("1")


@given(st.integers(1, 200), st.data())
def test_marks_become_sets_of_64(entries: int, data: st.DataObject) -> None:
    marked = data.draw(st.sets(st.integers(0, entries - 1)))
    marks = np.zeros(entries, dtype=np.uint8)
    marks[list(marked)] = 1
    sets = np.zeros(1, dtype=np.int64)
    for start in range(0, entries, bits.MARKS):
        ask_marked(marks, start, sets)
        expected = sum(1 << (member - start) for member in marked if start <= member < start + bits.MARKS)
        assert int(sets.view(np.uint64)[0]) == expected


@given(st.sets(st.integers(0, 99)), st.integers(0, 36))
def test_plain_python_finds_the_same_marks(marked: set[int], start: int) -> None:
    marks = np.zeros(100, dtype=np.uint8)
    marks[list(marked)] = 1
    for entries in (bits.HALF, bits.MARKS):
        expected = sum(1 << (member - start) for member in marked if start <= member < start + entries)
        # Nothing above: a set of 32 is shifted and joined with another one.
        assert int(bits._plain_marked_of(entries)(marks, start)) & (2**64 - 1) == expected
