"""Uniformly random legal play in the loop that PettingZoo's documentation shows; both sides run this one."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from clock import Window, per_second


def aec_speed(env: Any, seconds: float) -> Window:
    """Windows of decisions per second of a PettingZoo AEC environment."""
    chooser = random.Random(1)

    def play() -> int:
        env.reset(seed=chooser.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chooser.random() * len(legal))]))
            decisions += 1
        return decisions

    return per_second(play, seconds)
