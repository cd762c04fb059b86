"""Finished games of one match as arrays, in the order of deals and rotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from .statistics import win_rates


@dataclass(frozen=True)
class Games:
    """Every deal in every rotation of one line-up.

    Attributes:
        seeds: uint64 [deals].
        seats: int8 [deals, rotations, seats], index into the line-up of the agent at each seat.
        ranks: int8, same shape; 1 is best, shared ranks are equal.
        scores: int32, same shape.
        num_decisions: int32 [deals, rotations], forced ones included.
        limit_reached: bool [deals, rotations], whether the documented limit ended the game.
    """

    seeds: NDArray[np.uint64]
    seats: NDArray[np.int8]
    ranks: NDArray[np.int8]
    scores: NDArray[np.int32]
    num_decisions: NDArray[np.int32]
    limit_reached: NDArray[np.bool_]

    @classmethod
    def empty(cls, players: int) -> Self:
        """Arrays without games."""
        table, row = (0, players, players), (0, players)
        return cls(
            np.zeros(0, dtype=np.uint64),
            np.zeros(table, dtype=np.int8),
            np.zeros(table, dtype=np.int8),
            np.zeros(table, dtype=np.int32),
            np.zeros(row, dtype=np.int32),
            np.zeros(row, dtype=np.bool_),
        )

    @classmethod
    def join(cls, parts: Sequence[Games]) -> Self:
        """Parts of one match, one after the other."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def first(self, deals: int) -> Games:
        """The first deals."""
        return Games(*(getattr(self, field.name)[:deals] for field in fields(self)))

    @property
    def deals(self) -> int:
        """Number of deals."""
        return len(self.seeds)

    def win_rates_by_seat(self) -> NDArray[np.float64]:
        """Win rate of the first agent of the line-up on each seat: float64 [deals, seats]."""
        shares = win_rates(self.ranks)
        agent_seat = np.argmax(self.seats == 0, axis=2)
        won = np.take_along_axis(shares, agent_seat[:, :, None], axis=2)[:, :, 0]
        by_seat = np.empty_like(won)
        np.put_along_axis(by_seat, agent_seat, won, axis=1)
        return by_seat

    def mean_rank(self) -> NDArray[np.float64]:
        """Mean rank of the first agent of the line-up in each deal: float64 [deals]."""
        agent_seat = np.argmax(self.seats == 0, axis=2)
        return np.take_along_axis(self.ranks, agent_seat[:, :, None], axis=2)[:, :, 0].mean(axis=1)

    def distinct(self, lineup: Sequence[str]) -> int:
        """Games that differ in seating, scores, ranks or length: a lower bound of the number of different games.

        Args:
            lineup: the labels to which `seats` refers; two seats of one agent count as equal.
        """
        names = sorted(set(lineup))
        agents = np.array([names.index(name) for name in lineup])[self.seats]
        count = self.num_decisions.size
        columns = [x.reshape(count, -1).astype(np.int32) for x in (agents, self.ranks, self.scores, self.num_decisions)]
        return len(np.unique(np.concatenate(columns, axis=1), axis=0))

    def repeated_deals(self) -> int:
        """Number of deals whose seed occurred before in the match (0 in a correct schedule)."""
        return self.deals - len(np.unique(self.seeds))
