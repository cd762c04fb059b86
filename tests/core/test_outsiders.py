"""Agents that play seats of a batch from outside: each is asked once, for its own games and nobody else's."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mailwing import envs
from mailwing.envs._core.faces.batch import Batch
from mailwing.envs._core.faces.outsiders import Outsiders

GAME = envs.load("kingmaker")


class Noting:
    """Plays the first or the last legal action, and notes what it was shown."""

    def __init__(self, name: str, last: bool) -> None:
        self.name, self.last, self.shown = name, last, 0

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        assert len(obs) == len(mask) > 0
        self.shown += len(obs)
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1) if self.last else mask.argmax(axis=1)


def batch_of(lineups: Any, outside: int, **settings: Any) -> Batch:
    return Batch(GAME, 32, seed=4, lineups=lineups, outside=outside, **settings)


def test_each_chooses_where_its_seat_decides() -> None:
    batch = batch_of([[-1, -2, -2], [-2, -1, -1]], 2)
    low, high = Noting("low", False), Noting("high", True)
    outsiders, actions = Outsiders(batch, [low, high]), np.zeros(32, dtype=np.int64)
    for step in range(1, 20):
        assert outsiders.choose(actions) == 32
        who = batch.lineup[np.arange(32), batch.seat]
        first, last = batch.mask.argmax(axis=1), batch.mask.shape[1] - 1 - batch.mask[:, ::-1].argmax(axis=1)
        np.testing.assert_array_equal(actions, np.where(who == -1, first, last))
        assert low.shown + high.shown == 32 * step
        batch.step(actions)


def test_one_agent_of_all_seats_sees_every_game_at_once() -> None:
    batch, agent, actions = batch_of(None, 1), Noting("low", False), np.zeros(32, dtype=np.int64)
    assert Outsiders(batch, [agent]).choose(actions) == 32
    np.testing.assert_array_equal(actions, batch.mask.argmax(axis=1))


def test_games_that_are_over_ask_nobody() -> None:
    batch, agent = batch_of(None, 1, restart=False), Noting("low", False)
    outsiders, actions, asked = Outsiders(batch, [agent]), np.zeros(32, dtype=np.int64), []
    while count := outsiders.choose(actions):
        assert count == (batch.done == 0).sum()
        asked.append(count)
        batch.step(actions)
    assert batch.done.all()
    assert sum(asked) == agent.shown


def test_seats_of_others_are_left_alone() -> None:
    """With the learner as −1, the agents begin at −2; what stands in the learner's games stays."""
    batch, agent = batch_of([[-1, -2, -2], [-2, -1, -2]], 2), Noting("low", False)
    actions = np.full(32, -7, dtype=np.int64)
    learners = batch.lineup[np.arange(32), batch.seat] == -1
    assert Outsiders(batch, [agent], first=-2).choose(actions) == (~learners).sum()
    assert (actions[learners] == -7).all()
    assert (actions[~learners] >= 0).all()
