"""Bots that play any game without knowing it."""

from __future__ import annotations

from typing import Any

from mailwing.envs.authoring import Bot, kernel


@kernel
def choose_last(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """The last legal action."""
    action = mask.shape[0] - 1
    while mask[action] == 0:
        action -= 1
    return action


LAST = Bot("last", choose_last)
