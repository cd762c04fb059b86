"""PettingZoo's connect four: one game in Python, and MaskablePPO over it as its tutorial does it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from clock import Window, fresh_python
from random_play import aec_speed

DISTRIBUTIONS = ("pettingzoo", "gymnasium", "numpy", "torch", "stable-baselines3", "sb3-contrib")


def aec(wrapped: bool, seconds: float) -> Window:
    """Decisions per second; `wrapped` is `env()` with its checking wrappers, otherwise `raw_env()`."""
    from pettingzoo.classic import connect_four_v3

    return aec_speed(connect_four_v3.env() if wrapped else connect_four_v3.raw_env(), seconds)


def importing() -> Window:
    """Seconds of importing its classic games, those of starting Python taken off."""
    return lambda: fresh_python("import pettingzoo.classic") - fresh_python("")


class ConnectFourStream(gymnasium.Env[np.ndarray, np.int64]):
    """PettingZoo's connect four as one stream of decisions of both players, as in PettingZoo's SB3 tutorial."""

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self.aec: Any = connect_four_v3.env()
        self.aec.reset()
        self.observation_space = gymnasium.spaces.Box(0, 1, (6 * 7 * 2,), dtype=np.float32)
        self.action_space = gymnasium.spaces.Discrete(7)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed)
        return self._observation(), {}

    def step(self, action: np.int64) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play a decision of whoever is to move; the reward is the mover's."""
        mover = self.aec.agent_selection
        self.aec.step(int(action))
        over = self.aec.terminations[mover]
        return self._observation(), float(self.aec.rewards[mover]), bool(over), False, {}

    def action_masks(self) -> np.ndarray:
        """What may be played (everything once the game is over, since samplers divide)."""
        mask = self.aec.observe(self.aec.agent_selection)["action_mask"].astype(bool)
        return mask if mask.any() else np.ones_like(mask)

    def _observation(self) -> np.ndarray:
        return self.aec.observe(self.aec.agent_selection)["observation"].astype(np.float32).ravel()


def ppo(num_envs: int, minibatch: int, steps: int, threads: int, seconds: float) -> Window:
    """Decisions per second of training: both players' decisions count, since the network plays both."""
    import ppo as shared
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([ConnectFourStream] * num_envs),
        n_steps=steps,
        batch_size=minibatch,
        n_epochs=shared.EPOCHS,
        policy_kwargs={"net_arch": shared.NETWORK, "activation_fn": torch.nn.ReLU},
        device="cpu",
    )
    return shared.learning_speed(model, num_envs * steps, threads, seconds)
