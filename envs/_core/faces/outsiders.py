"""Agents that play seats of a batch from outside, such as networks: each is asked once for all games that wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..loops.outside import sort_by_player
from ..loops.stepping import LEARNER
from .batch import Batch


class BatchAgent(Protocol):
    """An agent that chooses for many games at once."""

    name: str

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Legal actions [m] for observations [m, obs_size] under masks [m, actions]; the arrays are reused."""
        ...


class DrawingAgent(BatchAgent, Protocol):
    """One that draws its actions; what it will draw follows from its seed and from how often it has drawn."""

    draws: int


class Outsiders:
    """The agents at the tables of a batch.

    Args:
        batch: the games.
        agents: the agents; in line-ups they are `first`, the next number below, and so on.
        first: the number of the first one; seats of numbers above it are played by somebody else.
    """

    def __init__(self, batch: Batch, agents: Sequence[BatchAgent], first: int = LEARNER) -> None:
        self.batch, self.agents = batch, list(agents)
        self._player_of = np.full(batch.outside, len(self.agents), dtype=np.int64)
        self._player_of[-1 - first :] = np.arange(len(self.agents))
        self._order = np.zeros(batch.num_envs, dtype=np.int64)
        self._counts = np.zeros(len(self.agents) + 1, dtype=np.int64)
        # Used again and again: fresh memory of this size costs more than the copy.
        self._obs, self._mask = np.zeros_like(batch.obs), np.zeros(batch.mask.shape, dtype=np.uint8)

    def choose(self, actions: NDArray[np.int64]) -> int:
        """Write what the agents choose into `actions` int64 [n], in the games that wait for one; how many these are."""
        batch, start = self.batch, 0
        sort_by_player(batch._rows, self._player_of, batch.restart, self._order, self._counts)
        for agent, count in zip(self.agents, self._counts.tolist(), strict=False):
            games = self._order[start : start + count]
            start += count
            if count:
                actions[games] = self._ask(agent, games)
        return start

    def _ask(self, agent: BatchAgent, games: NDArray[np.int64]) -> NDArray[np.int64]:
        batch, count = self.batch, len(games)
        if count == batch.num_envs:
            np.copyto(self._mask, batch.mask)  # one row after the other, without the rest of their records
            return self._choices(agent, games, batch.obs, self._mask)
        obs, mask = self._obs[:count], self._mask[:count]
        np.take(batch.obs, games, axis=0, out=obs, mode="clip")
        np.take(batch.mask, games, axis=0, out=mask, mode="clip")
        return self._choices(agent, games, obs, mask)

    def _choices(
        self, agent: BatchAgent, games: NDArray[np.int64], obs: NDArray[np.float32], mask: NDArray[np.uint8]
    ) -> NDArray[np.int64]:
        """What an agent chooses; one that plays over a bot (it has `advise`) is told what that would choose."""
        advise = getattr(agent, "advise", None)
        advice = None if advise is None else advise(self.batch.game, self.batch._records, games, mask)
        return agent.act_batch(obs, mask, *([] if advice is None else [advice]))
