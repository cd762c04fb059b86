"""Rollouts of self-play: the decisions of all seats of all games, linked seat by seat, and their advantages.

A trajectory is one seat's own decisions in one game. Every decision is linked to the next one of its seat; its reward
is all that the seat received in between, also while others decided and at the end of the game. What a seat receives
before its first decision of a game belongs to none.

A rollout is cut at any point of a game. The last decision of a seat whose game goes on is then *open*: the value of
what the seat saw there is what the decision before it leads to, and it is not learnt from itself, since nobody knows
yet what it brings. Carrying it over instead would mean learning from it with a network that has changed meanwhile, and
saving what it saw with every checkpoint; it costs one decision of each seat and rollout, so rollouts should be long.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..envs._core.kernel import kernel

ENDED, OPEN = -1, -2
"""Links of a decision after which its game ended, and of one whose seat has not decided again yet."""


@kernel
def link(rows: Any, order: Any, first: int, last: Any, gains: Any, after: Any, rewards: Any) -> None:
    """Enter decisions `first`, `first` + 1, …, made in the games `order`: each follows the last one of its seat.

    `last` int32 [games, seats] is the open decision of each seat, −1: none; `gains` float32 [games, seats] is what the
    seat has received since; `after` int32 [capacity] and `rewards` float32 [capacity] are the links.
    """
    for j in range(order.shape[0]):
        game, index = order[j], first + j
        seat = rows[game].seat
        before = last[game, seat]
        if before >= 0:
            after[before] = index
            rewards[before] = gains[game, seat]
        gains[game, seat] = 0.0
        last[game, seat] = index
        after[index] = OPEN


@kernel
def receive(rows: Any, last: Any, gains: Any, after: Any, rewards: Any) -> None:
    """Give every seat with an open decision what the last step of the batch brought it, close those of ended games."""
    for game in range(last.shape[0]):
        row = rows[game]
        for seat in range(last.shape[1]):
            index = last[game, seat]
            if index < 0:
                continue
            gains[game, seat] += row.rewards[seat]
            if row.done != 0:
                after[index] = ENDED
                rewards[index] = gains[game, seat]
                last[game, seat] = -1


@kernel
def advantages_of(
    after: Any, rewards: Any, values: Any, gamma: float, gae_lambda: float, advantages: Any, returns: Any, learnt: Any
) -> int:
    """Generalised advantage estimation along the links (Schulman et al. 2016).

    Args:
        after: int32 [n], the next decision of the same seat, `ENDED` or `OPEN`.
        rewards: float32 [n], received until then.
        values: float32 [n], predicted at the decision.
        gamma: discount factor per own decision.
        gae_lambda: λ.
        advantages: float32 [n], written; 0 for open decisions.
        returns: float32 [n], written: advantage + value.
        learnt: int64 [n], written: the decisions that are not open, in order.

    Returns:
        How many are not open.
    """
    for index in range(after.shape[0] - 1, -1, -1):
        following = after[index]
        if following == OPEN:
            advantages[index] = 0.0
        elif following == ENDED:
            advantages[index] = rewards[index] - values[index]
        else:
            change = rewards[index] + gamma * values[following] - values[index]
            advantages[index] = change + gamma * gae_lambda * advantages[following]
        returns[index] = advantages[index] + values[index]
    count = 0
    for index in range(after.shape[0]):
        if after[index] != OPEN:
            learnt[count] = index
            count += 1
    return count


class Rollout:
    """Memory for the decisions between two updates, allocated once.

    Args:
        capacity: most decisions.
        obs_size: floats of an observation.
        actions: size of the action space.
        device: where observations are kept.
        dtype: how observations are kept: float32, or bfloat16 where the network rounds them to it anyway.

    Attributes:
        count: decisions so far.
        obs: `dtype` [capacity, obs_size] on `device`.
        illegal: bool [capacity, actions], what the mask forbade.
        advice: int64 [capacity], what the bot would have chosen that the network plays over.
        action: int64 [capacity]; log_prob, value, reward, advantage, returns: float32 [capacity].
        after: int32 [capacity], links.
        learnt: int64 [m], the decisions to learn from; set by `finish`.
    """

    def __init__(self, capacity: int, obs_size: int, actions: int, device: torch.device, dtype: torch.dtype) -> None:
        self.capacity, self.count = capacity, 0
        self.obs = torch.zeros((capacity, obs_size), dtype=dtype, device=device)
        self.illegal = np.zeros((capacity, actions), dtype=np.bool_)
        self.action, self.advice = (np.zeros(capacity, dtype=np.int64) for _ in range(2))
        self.log_prob, self.value, self.reward, self.advantage, self.returns = (
            np.zeros(capacity, dtype=np.float32) for _ in range(5)
        )
        self.after = np.zeros(capacity, dtype=np.int32)
        self._learnt = np.zeros(capacity, dtype=np.int64)
        self.learnt = self._learnt[:0]

    def finish(self, gamma: float, gae_lambda: float) -> None:
        """Compute advantages and returns, and which decisions are to be learnt from."""
        n = self.count
        links = self.after[:n], self.reward[:n], self.value[:n]
        count = advantages_of(*links, gamma, gae_lambda, self.advantage[:n], self.returns[:n], self._learnt[:n])
        self.learnt = self._learnt[:count]

    def columns(self, device: torch.device) -> dict[str, Tensor]:
        """What an update reads, as tensors on the device [count, …]."""
        names = ("illegal", "action", "advice", "log_prob", "advantage", "returns")
        host = {name: torch.from_numpy(getattr(self, name)[: self.count]).to(device) for name in names}
        return {"obs": self.obs[: self.count], **host}

    def explained_variance(self) -> float:
        """Share of the variance of the returns that the values explain (NaN: the returns are all the same)."""
        returns, values = self.returns[self.learnt], self.value[self.learnt]
        spread = float(returns.var()) if len(returns) else 0.0
        return 1 - float((returns - values).var()) / spread if spread else float("nan")


def new_links(games: int, seats: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """`last` and `gains` for `link` at the start of a rollout: no decision is open."""
    return np.full((games, seats), -1, dtype=np.int32), np.zeros((games, seats), dtype=np.float32)
