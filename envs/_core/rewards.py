"""Rewards: at the end of a game from ranks and scores, and shaping during it; all environments call these kernels."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Literal

import numpy as np

from .kernel import kernel


class Reward(IntEnum):
    """What a seat receives when the game ends."""

    PLACEMENT = 0
    WIN = 1
    SCORE = 2


RewardName = Literal["placement", "win", "score"]

REWARDS = {"placement": Reward.PLACEMENT, "win": Reward.WIN, "score": Reward.SCORE}

SCORE_SCALE = 0.1
"""`score` reward of one point above the mean of the others."""


LARGEST_SHAPING = 1_000_000
"""Far beyond any use, and far from what float32 holds."""


def shaping_factor(value: float) -> float:
    """The factor of shaping that the caller named (ValueError: no number, or so large that rewards would overflow)."""
    if not abs(value) <= LARGEST_SHAPING:
        raise ValueError(f"shaping={value!r} is not a number from {-LARGEST_SHAPING:,} to {LARGEST_SHAPING:,}")
    return float(value)


def reward_kind(name: str) -> int:
    """The number of a reward's name (ValueError: unknown)."""
    if name not in REWARDS:
        raise ValueError(f"unknown reward {name!r}; choose one of {', '.join(REWARDS)}")
    return int(REWARDS[name])


@kernel
def final_rewards(kind: int, players: int, scores: Any, ranks: Any, out: Any) -> None:
    """Write the final reward of every seat into `out` float32 [seats] (zero for absent seats).

    placement: (seats beaten − seats that beat me) / (players − 1), in [−1, 1], zero-sum; a solo game ±1; −1 for every
        seat when no seat has rank 1. win: 1 shared among the seats of rank 1. score: points above the mean of the
        others, times `SCORE_SCALE`.
    """
    winners = 0
    for seat in range(players):
        if ranks[seat] == 1:
            winners += 1
    for seat in range(players):
        if kind == Reward.WIN:
            out[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0
        elif kind == Reward.SCORE:
            out[seat] = score_margin(players, scores, seat) * SCORE_SCALE
        elif winners == 0:
            out[seat] = -1.0
        elif players == 1:
            out[seat] = 1.0
        else:
            out[seat] = placement(players, ranks, seat)


@kernel
def placement(players: int, ranks: Any, seat: int) -> float:
    """(Seats beaten − seats that beat me) / (players − 1)."""
    margin = 0
    for other in range(players):
        if ranks[other] > ranks[seat]:
            margin += 1
        elif ranks[other] < ranks[seat]:
            margin -= 1
    return margin / (players - 1)


@kernel
def shape(players: int, scores: Any, shaping: float, potential: Any, rewards: Any) -> None:
    """Add `shaping` times the change of each seat's score margin in this step; `potential` keeps the margin.

    Potential-based shaping does not change which policy is optimal (Ng, Harada, Russell, "Policy invariance under
    reward transformations", ICML 1999). With `shaping` 0 only the potential is stored.
    """
    for seat in range(players):
        margin = score_margin(players, scores, seat)
        rewards[seat] += shaping * (margin - potential[seat])
        potential[seat] = margin


@kernel
def end_shaping(players: int, shaping: float, potential: Any, rewards: Any) -> None:
    """Subtract at the end what shaping has added: a finished game has potential 0."""
    for seat in range(players):
        rewards[seat] -= shaping * potential[seat]


@kernel
def score_margin(players: int, scores: Any, seat: int) -> float:
    """Points of a seat above the mean of the others (a solo game: the points)."""
    if players == 1:
        return np.float64(scores[seat])
    total = 0
    for other in range(players):
        total += scores[other]
    return scores[seat] - (total - scores[seat]) / (players - 1)
