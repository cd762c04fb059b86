"""What both sides of the PPO rows share: the network, the epochs, and how the speed of learning is taken."""

from __future__ import annotations

from typing import Any

import torch
from clock import Window, per_second

NETWORK = [256, 256]
EPOCHS = 4


def learning_speed(model: Any, rollout: int, threads: int, seconds: float) -> Window:
    """Windows of the learner's decisions per second in `learn`, collecting and updating together.

    Args:
        model: a MaskablePPO.
        rollout: decisions between two updates, of all games together.
        threads: threads that torch may use.
        seconds: a window ends with the first update after this time.
    """
    torch.set_num_threads(threads)
    model.learn(rollout)

    def play() -> int:
        model.learn(rollout, reset_num_timesteps=False)
        return rollout

    return per_second(play, seconds)
