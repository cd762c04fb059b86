"""Choosing among the legal actions of many positions, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

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
