"""A million random decisions keep tiles, money, spaces and passengers together, with bounds checks on."""

from __future__ import annotations

import json
from collections.abc import Callable

from aeroplanes.invariants import Fault, faults_of
from mailwing import envs

DECISIONS = 350_000
"""At each of the three tables: more than a million together."""


def test_a_million_random_decisions_break_nothing(run_python: Callable[..., str]) -> None:
    for players in (3, 4, 5):
        program = f"from aeroplanes.invariants import main\nmain('{players}', '{DECISIONS}')"
        assert json.loads(run_python(program, NUMBA_BOUNDSCHECK="1")) == []


def test_the_checks_notice_what_is_wrong() -> None:
    """Each of them, with one thing moved by hand."""

    def faults(**changes: int) -> set[str]:
        state = envs.load("aeroplanes", players=4).new(3)
        for action in (0, 1, 2, 3):
            state.apply(action)
        for field, value in changes.items():
            path, _, index = field.partition("_at_")
            if index:
                state._record[path][tuple(int(k) for k in index.split("_"))] = value
            else:
                state._record[path] = value
        found = faults_of(state.game.tables[0], state.game.options[0], state.array[0])
        return {fault.name for fault in Fault if found & fault}

    assert faults() == set()
    assert faults(money_at_0=1) == {"MONEY"}
    assert faults(supply_at_1_0=7) == {"AIRPORT_TILES"}
    assert "SPACES" in faults(free_at_3=0)
    assert faults(network_at_0=0) == {"NETWORK"}
    assert "HOMES" in faults(home_at_0=9)
    assert faults(stock_at_0=5) == {"ADVANTAGES"}
    assert faults(failures_at_2=4) == {"FAILURES"}
    assert faults(waiting_at_5=-1) == {"PASSENGERS"}
    assert faults(profit_at_0=3) == {"SEATS"}
