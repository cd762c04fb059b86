"""Batches whose line-ups tell several players outside apart, as −1, −2, …"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.faces.batch import Batch

GAME = envs.load("kingmaker")
TABLES = [[-1, -2, -3], [-1, 0, -1]]


def batch_of(outside: int = 3, lineups: Any = TABLES, **settings: Any) -> Batch:
    return Batch(GAME, 32, seed=4, bots=(RANDOM,), lineups=lineups, outside=outside, **settings)


def play(batch: Batch, steps: int, seed: int = 1) -> list[int]:
    """Random decisions; who made them."""
    rng, deciding = np.array([seed], dtype=np.uint64), []
    for _ in range(steps):
        deciding += batch.lineup[np.arange(batch.num_envs), batch.seat].tolist()
        batch.step(batch.random_actions(rng))
    return deciding


def test_the_line_up_says_whose_decision_it_is() -> None:
    assert set(play(batch_of(), 20)) == {-1, -2, -3}, "never the bot's"


def test_the_same_games_are_played_whoever_is_who() -> None:
    """Telling players apart changes nothing in the games: all entries below zero are played from outside."""
    apart, alike = batch_of(), batch_of(1, [[-1, -1, -1], [-1, 0, -1]])
    play(apart, 20)
    play(alike, 20)
    np.testing.assert_array_equal(apart.records, alike.records)


def test_line_ups_are_saved_with_the_games() -> None:
    batch, again = batch_of(), batch_of()
    play(batch, 7)
    again.restore(batch.memory())
    assert play(batch, 9) == play(again, 9)
    np.testing.assert_array_equal(batch.lineup, again.lineup)
    with pytest.raises(ValueError, match="a seat has no such bot"):
        batch_of(1, [[-1, 0, -1]]).restore(batch.memory())


@pytest.mark.parametrize(
    ("outside", "lineup", "message"),
    [
        (1, [-1, -2, 0], r"holds −1 \(learner\) or the index of one of 1 bots"),
        (2, [-1, -3, 0], r"holds −1 to −2 \(played from outside\) or the index of one of 1 bots"),
        (2, [0, 0, 0], "every line-up of a batch needs a seat that is played from outside"),
        (0, [-1, 0, 0], "outside"),
        (129, [-1, 0, 0], "outside"),
    ],
)
def test_what_cannot_sit_there_is_refused(outside: int, lineup: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batch_of(outside, [lineup])
