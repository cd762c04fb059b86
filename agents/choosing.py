"""Choosing among the legal actions of many positions, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envs._core.chance import uniform_from
from ..envs._core.kernel import kernel


@kernel
def best_legal(logits: Any, mask: Any, chosen: Any) -> int:
    """Write the legal action with the highest score into `chosen` int64 [n], the first one of equals.

    Args:
        logits: float32 [n, actions].
        mask: uint8 [n, actions], not 0 where legal.
        chosen: int64 [n].

    Returns:
        The first row without a legal action, at which it stops, or −1.
    """
    for row in range(logits.shape[0]):
        picked, best = -1, np.float32(-np.inf)
        for action in range(logits.shape[1]):
            if mask[row, action] != 0 and (picked < 0 or logits[row, action] > best):
                picked, best = action, logits[row, action]
        if picked < 0:
            return row
        chosen[row] = picked
    return -1


@kernel
def draw_legal(logits: Any, mask: Any, rng: Any, weights: Any) -> Any:
    """Draw an action from the softmax of the scores of the legal ones: the action, and its log-probability.

    An action that is not legal can never be drawn, whatever the scores are. There is at least one legal action.

    Args:
        logits: float32 [actions].
        mask: uint8 [actions], not 0 where legal.
        rng: uint64 [1], the generator.
        weights: float64 [actions], scratch.
    """
    best = -np.inf
    for action in range(mask.shape[0]):
        if mask[action] != 0 and logits[action] > best:
            best = np.float64(logits[action])
    total, picked = 0.0, 0
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            weights[action] = np.exp(np.float64(logits[action]) - best)
            total += weights[action]
            picked = action
    left = uniform_from(rng) * total
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            left -= weights[action]
            if left < 0.0:
                picked = action
                break
    return picked, np.float64(logits[picked]) - best - np.log(total)


@kernel
def draw_each(logits: Any, mask: Any, rng: Any, chosen: Any) -> int:
    """Write an action that is drawn for each row into `chosen` int64 [n]; the rest is as for `best_legal`."""
    weights = np.zeros(logits.shape[1])
    for row in range(logits.shape[0]):
        if mask[row].max() == 0:
            return row
        chosen[row] = draw_legal(logits[row], mask[row], rng, weights)[0]
    return -1
