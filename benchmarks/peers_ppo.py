"""MaskablePPO end to end, on PettingZoo's connect four as its tutorial does it, and on a game of ours.

Both sides train the same network for the same number of epochs over each decision; ours chooses the number of games
and the size of batches, because a native batch makes that free. The speed is the learner's decisions in `learn` by its
time, collecting and updating together, after one rollout to warm up.
"""

from __future__ import annotations

import os
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

from mailwing import envs
from mailwing.training.config import parse_config
from mailwing.training.maskable import build_model
from mailwing.training.vec_env import BatchVecEnv

NETWORK = [256, 256]
EPOCHS = 4
ROLLOUTS = 3
THREADS = os.cpu_count() or 1

PEER_ENVS, PEER_BATCH, PEER_STEPS = 8, 512, 256
OUR_GAMES, OUR_BATCH, OUR_STEPS = 512, 4096, 64
OPPONENTS: dict[str | envs.Bot, float] = {"random": 1.0, "novice": 1.0, "adept": 1.0}


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


def pettingzoo_ppo_speed() -> float:
    """Decisions per second of training on connect four: DummyVecEnv of 8 environments, batches of 512."""
    env = DummyVecEnv([ConnectFourStream] * PEER_ENVS)
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=PEER_STEPS,
        batch_size=PEER_BATCH,
        n_epochs=EPOCHS,
        policy_kwargs={"net_arch": NETWORK, "activation_fn": torch.nn.ReLU},
        device="cpu",
    )
    return _speed(model, PEER_STEPS * PEER_ENVS)


def mailwing_ppo_speed(game: str) -> float:
    """Decisions per second of training on a game of ours against a mix of bots, which play in between uncounted."""
    config = parse_config(
        {
            "game": {"id": game, "players": 4},
            "opponents": {"weights": OPPONENTS},
            "network": {"hidden": NETWORK, "activation": "relu"},
            "ppo": {"num_envs": OUR_GAMES, "n_steps": OUR_STEPS, "minibatch": OUR_BATCH, "epochs": EPOCHS},
            "budget": {"minutes": 60.0},
        },
        "benchmarks/peers_ppo.py",
    )
    bound = envs.load(game, players=4)
    lineups = envs.lineups_for(bound, OPPONENTS, mixed=config.opponents.mixed)
    model = build_model(config, BatchVecEnv(bound, OUR_GAMES, lineups, threads=THREADS))
    model.progress = lambda: 0.0
    return _speed(model, OUR_GAMES * OUR_STEPS)


def _speed(model: Any, rollout: int) -> float:
    torch.set_num_threads(THREADS)
    model.learn(rollout)
    started = time.perf_counter()
    model.learn(rollout * ROLLOUTS, reset_num_timesteps=False)
    return rollout * ROLLOUTS / (time.perf_counter() - started)
