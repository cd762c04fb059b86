"""Trajectories of self-play: each seat's own decisions, with what it received in between, worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing.training.rollouts import ENDED, OPEN, advantages_of, link, new_links, receive
from mailwing.training.selfplay_learner import Learner, Tables

from .toy_runs import toy_config

SEATS = 3
ROW = np.dtype([("seat", "i1"), ("rewards", "f4", (SEATS,)), ("done", "u1")])


class OneGame:
    """One game, played decision by decision as the collector does."""

    def __init__(self) -> None:
        self.rows: Any = np.zeros(1, dtype=ROW)
        self.last, self.gains = new_links(1, SEATS)
        self.after, self.rewards = np.full(20, 99, dtype=np.int32), np.zeros(20, dtype=np.float32)
        self.count = 0

    def decide(self, seat: int, received: tuple[float, ...] = (0, 0, 0), done: bool = False) -> None:
        """A seat decides; in this step every seat receives something, and the game may end."""
        self.rows["seat"] = seat
        order = np.zeros(1, dtype=np.int64)
        link(self.rows, order, self.count, self.last, self.gains, self.after, self.rewards)
        self.rows["rewards"], self.rows["done"] = received, done
        receive(self.rows, self.last, self.gains, self.after, self.rewards)
        self.count += 1

    def advantages(self, values: list[float], gamma: float, gae_lambda: float) -> tuple[Any, ...]:
        n = self.count
        advantages, returns = np.zeros((2, n), dtype=np.float32)
        learnt = np.zeros(n, dtype=np.int64)
        predicted = np.array(values, dtype=np.float32)
        links = self.after[:n], self.rewards[:n], predicted
        count = advantages_of(*links, gamma, gae_lambda, advantages, returns, learnt)
        return advantages, returns, learnt[:count]


def test_a_decision_is_followed_by_the_next_one_of_its_seat() -> None:
    """Seat 0, seat 1 twice, seat 2, seat 0, and the game ends with seat 2's decision."""
    game = OneGame()
    for seat in (0, 1, 1, 2, 0):
        game.decide(seat)
    game.decide(2, done=True)
    assert game.after[:6].tolist() == [4, 2, ENDED, 5, ENDED, ENDED]


def test_a_seat_is_credited_with_all_that_it_receives_until_it_decides_again() -> None:
    """Seat 0 gets 1 while seat 1 decides, 2 while seat 2 does, and 4 at the end, which seat 1's decision brings."""
    game = OneGame()
    game.decide(0)
    game.decide(1, (1, 0, 0))
    game.decide(2, (2, 8, 0))
    game.decide(0, (0, 16, -1))
    game.decide(1, (4, -3, 5), done=True)
    assert game.rewards[:5].tolist() == [3, 24, 4, 4, -3]


def test_what_comes_before_the_first_decision_of_a_seat_belongs_to_none() -> None:
    game = OneGame()
    game.decide(0, (0, 7, 0))
    game.decide(1, (0, 1, 0), done=True)
    assert game.rewards[:2].tolist() == [0, 1]


def test_the_next_game_begins_anew() -> None:
    game = OneGame()
    game.decide(0, (1, 0, 0), done=True)
    game.decide(0, (2, 0, 0))
    game.decide(0, (3, 0, 0), done=True)
    assert game.after[:3].tolist() == [ENDED, 2, ENDED]
    assert game.rewards[:3].tolist() == [1, 2, 3]


def test_advantages_by_hand() -> None:
    """γ = 1/2, λ = 1/2; seat 0 decides at 0, 2 and 4, seat 1 at 1 and 3.

    Seat 0: the last decision brought 4 where 2 was predicted: advantage 2. The one before: 1 + 2/2 − 1 = 1, and a
    quarter of 2: 1.5. The first: 0 + 1/2 − 3 = −2.5, and a quarter of 1.5: −2.125.
    Seat 1: the last: −1 − 0 = −1; the first: 2 + 0/2 − 1 = 1, and a quarter of −1: 0.75.
    """
    game = OneGame()
    game.decide(0)
    game.decide(1, (0, 2, 0))
    game.decide(0)
    game.decide(1, (1, 0, 0))
    game.decide(0, (4, -1, 0), done=True)
    advantages, returns, learnt = game.advantages([3, 1, 1, 0, 2], 0.5, 0.5)
    assert advantages.tolist() == [-2.125, 0.75, 1.5, -1, 2]
    assert returns.tolist() == [0.875, 1.75, 2.5, -1, 4]
    assert learnt.tolist() == [0, 1, 2, 3, 4]


def test_an_open_decision_is_a_value_for_the_one_before_and_is_not_learnt_from() -> None:
    """The game goes on: 0.5 × 6 is what seat 0's first decision leads to; seat 1's only one says nothing."""
    game = OneGame()
    game.decide(0, (1, 0, 0))
    game.decide(1)
    game.decide(0, (9, 9, 9))
    assert game.after[:3].tolist() == [2, OPEN, OPEN]
    advantages, _, learnt = game.advantages([1, 5, 6], 0.5, 0.9)
    assert advantages.tolist() == [1 + 3 - 1, 0, 0]
    assert learnt.tolist() == [0]


@pytest.mark.parametrize("game", ["drop_out", "kingmaker", "several_moves", "two_ply"])
def test_with_no_discount_every_decision_returns_the_final_reward_of_its_seat(game: str) -> None:
    """γ = λ = 1 over real games of three kinds of tables, compared with lists of every game kept in plain Python."""
    shares = {"self_share": 1, "pool_share": 1, "bots_share": 1}
    config = toy_config(game, ppo={"num_envs": 24, "n_steps": 16, "minibatch": 64, "gae_lambda": 1.0}, selfplay=shares)
    learner = Learner(config, Tables(config), threads=1)
    batch = learner.collector.tables[0].batch
    waiting: list[list[tuple[int, int]]] = [[] for _ in range(batch.num_envs)]
    wanted: dict[int, float] = {}
    step, count = batch.step, [0]

    def watched(actions: NDArray[np.int64]) -> None:
        seats = batch.seat.copy()
        mine = batch.lineup[np.arange(batch.num_envs), seats] < 0  # the pool is empty: the learner plays for it
        for row in np.flatnonzero(mine):
            waiting[row].append((count[0], int(seats[row])))
            count[0] += 1
        step(actions)
        for row in np.flatnonzero(batch.done):
            wanted.update({index: float(batch.returns[row, seat]) for index, seat in waiting[row]})
            waiting[row] = []

    batch.step = watched  # type: ignore[method-assign]
    learner.collect()
    assert len(wanted) > 100
    for index, reward in wanted.items():
        assert learner.rollout.returns[index] == pytest.approx(reward, abs=1e-5)
    assert set(wanted) <= set(learner.rollout.learnt.tolist())
