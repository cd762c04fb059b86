"""Whole numbers that callers name: seeds, seats, actions, numbers of games. One check for all of them."""

from __future__ import annotations

from typing import Any

import numpy as np


def is_whole(value: object) -> bool:
    """Whether a value is a whole number: Python's or numpy's, but not `True`, 1.0, "1", NaN or an array."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def whole_number(what: str, value: Any, low: int = 0, high: int | None = None) -> int:
    """A whole number that a caller named, as a Python integer.

    Args:
        what: what it is, for the message: `"kingmaker: seat"`.
        value: what the caller named.
        low: the lowest that is allowed.
        high: the highest that is allowed; None: any.

    Raises:
        ValueError: it is none, or out of range.
    """
    if is_whole(value) and low <= value and (high is None or value <= high):
        return int(value)
    wanted = f"from {low} on" if high is None else f"from {low} to {high}"
    raise ValueError(f"{what}={value!r} is not a whole number {wanted}")


def action_number(game_id: str, num_actions: int, action: Any) -> int:
    """An action as a Python integer; whether it is legal, or exists at all, is for the caller to say.

    An array of whole numbers without axes counts as one, as for `Discrete.contains`: a network's `predict` returns it.

    Raises:
        ValueError: it is no whole number.
    """
    if isinstance(action, np.ndarray) and action.ndim == 0 and action.dtype.kind in "iu":
        return int(action)
    if is_whole(action):
        return int(action)
    raise ValueError(f"{game_id}: an action is a whole number from 0 to {num_actions - 1}, not {action!r}")
