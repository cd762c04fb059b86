"""Uses of other libraries over our games, and over the games that they are shown with; `adapters.py` measures them.

Every function makes windows of decisions per second of a learner (of all players, where a library plays them all). They
play at random, legally where there are masks, as fast as the library lets them.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from clock import Window, per_second
from playback import PlaybackAEC, PlaybackSolo

from mailwing import envs

DISTRIBUTIONS = (
    *("mailwing", "numpy", "torch", "gymnasium", "pettingzoo", "stable-baselines3", "sb3-contrib", "torchrl"),
    *("open_spiel", "ray", "tianshou"),
)

OPPONENTS = "adept"
N_STEPS, MINIBATCH, EPOCHS = 64, 1024, 4


def sb3(game: str, face: str, num_envs: int, learning: bool, seconds: float) -> Window:
    """MaskablePPO of sb3-contrib with its own policy (PPO on CartPole).

    Args:
        game: its id, or `CartPole-v1`.
        face: `sb3`; or `make_vec_env`, over the solo face or over a recorded game of it (`playback`).
        num_envs: games at once.
        learning: rollouts and updates; else rollouts alone.
        seconds: length of a window.
    """
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env

    torch.set_num_threads(1)
    if game == "CartPole-v1":
        venv, algorithm = make_vec_env(game, n_envs=num_envs), PPO
    elif face == "sb3":
        venv, algorithm = envs.sb3(game, num_envs, opponents=OPPONENTS), MaskablePPO
    else:
        make = PlaybackSolo if face == "playback" else envs.solo
        venv, algorithm = make_vec_env(lambda: make(game, opponents=OPPONENTS), n_envs=num_envs), MaskablePPO
    model: Any = algorithm(
        "MlpPolicy", venv, n_steps=N_STEPS, batch_size=MINIBATCH, n_epochs=EPOCHS, device="cpu", seed=1
    )
    if not learning:
        model.train = lambda: None
    rollout = num_envs * N_STEPS

    def play() -> int:
        model.learn(rollout, reset_num_timesteps=False)
        return rollout

    return per_second(play, seconds)


def vector(game: str, num_envs: int, seconds: float) -> Window:
    """Gymnasium's vector environments: ours, or `make_vec` of CartPole, which steps one environment after another.

    CartPole also has a vector form of its own, a few lines of numpy; nothing that is a game can be as fast.
    """
    ours = game != "CartPole-v1"
    if ours:
        venv: Any = envs.vector(game, num_envs, opponents=OPPONENTS)
    else:
        venv = gymnasium.make_vec(game, num_envs, vectorization_mode="sync")
    _, infos = venv.reset(seed=1)
    actions = np.zeros(num_envs, dtype=np.int64)

    def play() -> int:
        nonlocal infos, actions
        for _ in range(10):
            if ours:
                actions = infos["action_mask"].argmax(axis=1)
            *_, infos = venv.step(actions)
        return 10 * num_envs

    return per_second(play, seconds)


def torchrl(game: str, how: str, num_envs: int, seconds: float) -> Window:
    """`rollout` of TorchRL with random actions.

    Args:
        game: id of ours, `connect_four_v3` of PettingZoo, or `CartPole-v1`.
        how: `native`, `aec` (`PettingZooWrapper`) or `gym` (`GymEnv`); `aec playback` and `gym playback` are the same
            over a recorded game.
        num_envs: games at once, of `native`.
        seconds: length of a window.
    """
    import torch
    from torchrl.envs import (  # pyright: ignore[reportMissingImports]
        ActionMask,
        GymEnv,
        GymWrapper,
        PettingZooWrapper,
        TransformedEnv,
    )

    torch.set_num_threads(1)
    if how == "aec playback":
        env: Any = PettingZooWrapper(PlaybackAEC(game), use_mask=True)
    elif how == "gym playback":
        env = TransformedEnv(GymWrapper(PlaybackSolo(game, opponents=OPPONENTS, mask="obs")), ActionMask())
    elif how == "native":
        from mailwing.envs.adapters import TorchRLEnv

        env = TorchRLEnv(game, num_envs, opponents=OPPONENTS, seed=1)
    elif game == "CartPole-v1":
        env = GymEnv(game)
    elif how == "gym":
        words = "".join(word.capitalize() for word in game.split("_"))
        name = f"mailwing/{words}-v{envs.load(game).spec.version}"
        env = TransformedEnv(GymEnv(name, opponents=OPPONENTS, mask="obs"), ActionMask())
    else:
        env = PettingZooWrapper(_aec(game), use_mask=True)

    def play() -> int:
        env.rollout(50, break_when_any_done=False)
        return 50 * num_envs

    return per_second(play, seconds)


def _connect_four() -> Any:
    from pettingzoo.classic import connect_four_v3

    return connect_four_v3.env()


def _aec(game: str) -> Any:
    return _connect_four() if game == "connect_four_v3" else envs.aec(game)


def open_spiel(game: str, seconds: float) -> Window:
    """A Python loop over states of OpenSpiel, `mailwing_…` or one of its own Python games."""
    import open_spiel.python.games  # pyright: ignore[reportMissingImports] # noqa: F401
    import pyspiel  # pyright: ignore[reportMissingImports]

    from mailwing.envs import adapters

    adapters.register_open_spiel()
    loaded, rng = pyspiel.load_game(game), random.Random(1)

    def play() -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return decisions

    return per_second(play, seconds)


def rllib(game: str, seconds: float) -> Window:
    """RLlib's `MultiAgentEnv` alone: ours, or its `PettingZooEnv` over connect four."""
    rng = random.Random(1)
    if game == "connect_four_v3":
        from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv  # pyright: ignore[reportMissingImports]

        env: Any = PettingZooEnv(_connect_four())
    else:
        from mailwing.envs.adapters import RLlibEnv

        env = RLlibEnv({"game": game})

    def play() -> int:
        seen, _ = env.reset(seed=rng.randrange(2**31))
        decisions, over = 0, False
        while not over:
            legal = {agent: np.flatnonzero(each["action_mask"]) for agent, each in seen.items()}
            # The wrapper shows everybody the table at the end of a game.
            actions = {agent: int(rng.choice(each)) for agent, each in legal.items() if len(each)}
            seen, _, terminated, truncated, _ = env.step(actions)
            over = terminated["__all__"] or truncated["__all__"]
            decisions += 1
        return decisions

    return per_second(play, seconds)


def tianshou(game: str, how: str, num_envs: int, seconds: float) -> Window:
    """Tianshou's `DummyVectorEnv`, stepped with the first legal action.

    Args:
        game: id of ours, `connect_four_v3` of PettingZoo, or `CartPole-v1`.
        how: `gym`, or `aec` (its `PettingZooEnv`); `gym playback` and `aec playback` are the same over a recorded
            game.
        num_envs: games at once.
        seconds: length of a window.
    """
    from tianshou.env import DummyVectorEnv, PettingZooEnv  # pyright: ignore[reportMissingImports]

    def make() -> Any:
        if how.startswith("aec"):
            aec: Any = PlaybackAEC(game) if how == "aec playback" else _aec(game)
            return PettingZooEnv(aec)
        if game == "CartPole-v1":
            return gymnasium.make(game)
        solo = PlaybackSolo if how == "gym playback" else envs.solo
        return solo(game, opponents=OPPONENTS, mask="obs")

    venv = DummyVectorEnv([make] * num_envs)
    seen, _ = venv.reset()
    key = "mask" if how.startswith("aec") else "action_mask"

    def play() -> int:
        nonlocal seen
        masked = isinstance(seen[0], dict)
        actions = [int(np.argmax(each[key])) if masked else 0 for each in seen]
        seen, _, terminated, truncated, _ = venv.step(np.array(actions))
        over = np.flatnonzero(terminated | truncated)
        if over.size:
            seen = np.array(seen, dtype=object) if masked else seen
            seen[over] = venv.reset(over)[0]
        return num_envs

    return per_second(play, seconds)
