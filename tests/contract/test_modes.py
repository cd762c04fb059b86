"""Modes: compiled, interpreted and bounds-checked processes play the same games; a second process compiles nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from contract.digests import digests

Run = Callable[..., str]


def elsewhere(run: Run, game_id: str, *counts: int, **environment: str) -> Any:
    """What `contract.digests` prints in a fresh process."""
    arguments = ", ".join(repr(str(value)) for value in (game_id, *counts))
    return json.loads(run(f"from contract.digests import main\nmain({arguments})", **environment))


def test_interpreted_rules_play_the_same_games(game_id: str, run_python: Run) -> None:
    there = elsewhere(run_python, game_id, 1, 3, NUMBA_DISABLE_JIT="1")
    assert there["digests"] == digests(game_id, 1, 3)
    assert there["counts"] == [0, 0]


def test_long_play_stays_within_the_bounds_of_every_array(game_id: str, run_python: Run) -> None:
    """Without numba's checks an index out of range writes over memory without a word."""
    there = elsewhere(run_python, game_id, 8, 2000, 0, NUMBA_BOUNDSCHECK="1")
    assert there["digests"] == digests(game_id, 8, 2000, batches=False)


def test_a_second_process_compiles_nothing(game_id: str, run_python: Run) -> None:
    hits, misses = elsewhere(run_python, game_id)["counts"]
    if misses > 0:
        hits, misses = elsewhere(run_python, game_id)["counts"]
    assert misses == 0
    assert hits > 0
