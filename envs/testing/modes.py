"""Modes: compiled, interpreted and bounds-checked processes play the same games; a second process compiles nothing.

These checks start fresh interpreters and take minutes.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from typing import Any

from .._core.registry import spec_of
from .cases import cases_of
from .digests import digests
from .gate import CHANGED
from .homes import home_of

log = logging.getLogger("mailwing.testing")

LOOK_EVERY = 5
"""Plain Python is slow: observations, redeals and results are compared at each fifth position."""

ALL_GAMES, MOST_GAMES = 12_000, 2000
"""Whole games between random bots with bounds checks: shared by all tables of a game, and for one table at most."""

TIMEOUT = 1800
"""Seconds that a fresh interpreter may take."""


def elsewhere(game_id: str, *counts: int, **environment: str) -> Any:
    """What `digests.main` prints in a fresh process.

    Args:
        game_id: the game; the process imports the module that declares it.
        counts: further arguments of `digests.main`.
        environment: variables that the process gets besides ours.
    """
    arguments = ", ".join(repr(value) for value in (game_id, home_of(spec_of(game_id)), *counts))
    # What this process finds, the other one finds too.
    path = os.pathsep.join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", f"from mailwing.envs.testing.digests import main\nmain({arguments})"],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return json.loads(done.stdout)


def check_interpreted_rules_play_the_same_games(game_id: str) -> None:
    """Plain Python and machine code agree on every byte."""
    there = elsewhere(game_id, 1, 1, 1, 0, LOOK_EVERY, NUMBA_DISABLE_JIT="1")
    assert there["digests"] == digests(game_id, 1, 1, every=LOOK_EVERY)
    assert there["counts"] == [0, 0]


def check_long_play_stays_within_the_bounds_of_every_array(game_id: str, changed: int = CHANGED) -> None:
    """Without numba's checks an index out of range writes over memory without a word.

    Positions that were changed by hand and yet let in by the gate play on without a fault too: one process does both,
    so that it compiles once.
    """
    tables = sum(not case.slow for case in cases_of(game_id))
    whole = min(MOST_GAMES, ALL_GAMES // tables)
    there = elsewhere(game_id, 8, whole, 0, changed, NUMBA_BOUNDSCHECK="1")
    assert there["digests"] == digests(game_id, 8, whole, batches=False)
    found = there["changed"]
    log.info("%s: of %d changed positions %d were let in", game_id, changed, found["accepted"])
    assert found["accepted"] + found["refused"] == changed
    assert not found["faults"], "what the gate lets in does not play on:\n" + "\n".join(found["faults"])


def check_a_second_process_compiles_nothing(game_id: str) -> None:
    """All machine code of the game is found again."""
    hits, misses = elsewhere(game_id)["counts"]
    if misses > 0:
        hits, misses = elsewhere(game_id)["counts"]
    assert misses == 0, f"{misses} kernels were compiled again, {hits} found"
    assert hits > 0
