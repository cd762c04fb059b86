"""A million random decisions keep cubes, pilots, strips, aeroplanes and wings together, with bounds checks on."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from aeropostale.invariants import Fault, faults_of, wings_fault, worked_out_fault
from mailwing.envs.aeropostale.limits import MAX_EXTRA, Condition, Flight, Rank, Wing
from mailwing.envs.aeropostale.testing import Table, position

DECISIONS = 50_000
"""At each of the twenty tables: a million together."""


def test_a_million_random_decisions_break_nothing(run_python: Callable[..., str]) -> None:
    program = f"from aeropostale.invariants import main\nmain({DECISIONS})"
    found = json.loads(run_python(program, timeout=1800, NUMBA_BOUNDSCHECK="1"))
    assert len(found) == 20
    assert {table: result["faults"] for table, result in found.items() if result["faults"]} == {}


def faults(table: Table) -> set[str]:
    """What the checks of a state notice."""
    found = faults_of(table.t, table.game.options[0], table.s)
    return {fault.name for fault in Fault if found & fault}


def test_nothing_is_wrong_with_a_table() -> None:
    assert faults(position()) == set()


@pytest.mark.parametrize(
    ("fault", "field", "index", "value"),
    [
        ("CUBES", "cubes", (1, 5), 7),
        ("MONOPOLIES", "monopoly", (5,), 2),
        ("PILOTS", "pilots", (0, Condition.AVAILABLE, Rank.ROOKIE), 13),
        ("LEGENDS", "legend", (0,), 2),
        ("STRIPS", "face_down", (5,), 3),
        ("FLEET", "runway", (1, 0), 5),
        ("FLEET", "fleet", (1, 0), 5),
        ("LOGISTICS", "logistics", (2,), 11),
        ("RECORDS", "tile_owner", (1,), 2),
        ("TURN", "acted", None, 1),
    ],
)
def test_the_checks_notice_what_is_wrong(
    fault: str, field: str, index: tuple[int, ...] | int | None, value: int
) -> None:
    """Each of them, with one thing moved by hand."""
    table = position()
    if index is None:
        table.s[field] = value
    else:
        table.s[field][index] = value
    assert faults(table) == {fault}


def test_the_ledger_notices_wings_from_nowhere_and_wings_that_are_gone() -> None:
    table = position().wings("KLM", bronze=2)
    seat, options = table.seat("KLM"), table.game.options[0]
    for before, bronze, wrong in ((2, 2, False), (2, 3, True), (2, 1, True), (5, 4, False)):
        held = np.zeros(4, dtype=np.int64)
        held[seat] = before
        table.s.wings[seat, Wing.BRONZE] = bronze
        assert wings_fault(table.t, options, table.s, table.s, 0, held) == wrong


def test_pay_and_weather_that_do_not_follow_are_noticed() -> None:
    table = position().weather("Pyrenees", 5)
    assert not worked_out_fault(table.t, table.s, table.game.array_of(table.s)[0])
    table.s.cheap[Flight.STOP, MAX_EXTRA] |= 0b10
    assert worked_out_fault(table.t, table.s, table.game.array_of(table.s)[0])
