"""What rewards of rollouts tell about candidate actions beside the base's own.

Rollout k of all candidates shares its chance, so differences are paired. Row 0 holds the rewards of the base's action.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Rewards = NDArray[np.float32]
"""float32 [candidates, rollouts], the base's action first."""

FAR_BEHIND, BEHIND_BASE = 2.0, 1.0
"""Standard errors behind the best candidate, and behind the base's own action, from which one is dropped."""

LEAST_DOUBT, FIRST_DOUBT = 1.0, 8.0
"""Standard errors that a candidate needs with very many rollouts, and how much more with few, by √rollouts."""


def needed(rollouts: int) -> float:
    """Standard errors by which a candidate has to be better than the base's action after so many rollouts.

    2 at 64, 1.5 at 256: with few rollouts most candidates that look better are lucky, and to follow luck is worse than
    to play on as the base does.
    """
    return LEAST_DOUBT + FIRST_DOUBT / math.sqrt(rollouts)


def gains(rewards: Rewards) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean difference of each row to the first one and its standard error, float64 [candidates] each."""
    return _mean_and_error(rewards.astype(np.float64) - rewards[0])


def promising(rewards: Rewards) -> NDArray[np.int64]:
    """Rows that deserve more rollouts: they may be better than the base, and are not far worse than the best one."""
    mean, doubt = gains(rewards)
    best = int(mean.argmax())
    behind, error = _mean_and_error(rewards[best].astype(np.float64) - rewards)
    keep = (mean > -BEHIND_BASE * doubt) & (behind <= FAR_BEHIND * error)
    keep[0] = False
    return np.flatnonzero(keep)


def better_beyond_doubt(rewards: Rewards, least: float = 0.0) -> int:
    """The row that gains most of those that are better than the base's action beyond doubt; 0: there is none.

    `least` is how much more than the errors of chance a gain must be, where rewards have errors of their own.
    """
    mean, error = gains(rewards)
    mean[mean <= needed(rewards.shape[1]) * error + least] = 0.0
    return int(mean.argmax())


def _mean_and_error(differences: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rollouts = differences.shape[1]
    return differences.mean(axis=1), differences.std(axis=1, ddof=1) / math.sqrt(rollouts)
