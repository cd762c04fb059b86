"""What a run with MaskablePPO keeps besides the weights, and how it goes on from there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents.arrays import CheckpointError, Shapes, check_arrays
from ..envs.adapters.sb3 import BatchVecEnv
from .checkpoints import STATE, optimiser_arrays, set_optimiser
from .config import Config
from .maskable import SeatPPO, random_state, set_random_state
from .state import GAMES, Progress, Saved, check_generator, check_moments, moments_of, read_saved

POLICY = ("network.actor.", "network.trunk.")
"""Names of the parameters of the policy: what the warm-up of the value leaves as it is."""


def state_arrays(model: SeatPPO, env: BatchVecEnv) -> dict[str, NDArray[Any]]:
    """The arrays of a run: the optimiser, the random generators, the games, and where episodes begin."""
    return {
        **optimiser_arrays(model.policy.optimizer),
        **_lasting(model, env),
        "episode_starts": np.asarray(model._last_episode_starts, dtype=np.uint8),
    }


def _lasting(model: SeatPPO, env: BatchVecEnv) -> dict[str, NDArray[Any]]:
    """The arrays of the state that have the same shapes from the first step on."""
    random = {f"random.{name}": array for name, array in random_state(model).items()}
    return {**random, **{GAMES + name: array for name, array in env.memory().items()}}


def read_run(folder: Path, config: Config, model: SeatPPO, env: BatchVecEnv) -> Saved:
    """Read the `last` checkpoint of a run.

    Args:
        folder: the checkpoint.
        config: the config of the run.
        model: the learner that is to continue; unchanged.
        env: its games; unchanged.

    Raises:
        CheckpointError: a file is missing or damaged, is of another game, or holds what this run cannot have; the
            message names file and key.
    """
    saved = read_saved(folder, env.batch.game, model.policy.network)
    _check_counts(saved.progress, config, saved.file.parent)
    check_arrays(saved.arrays, _wanted(saved.progress, config, model, env, saved.arrays), saved.file)
    _check_contents(saved.arrays, saved.file)
    return saved


def restore(saved: Saved, model: SeatPPO, env: BatchVecEnv) -> None:
    """Let a learner and its games go on from a checkpoint that `read_run` has accepted.

    Raises:
        CheckpointError: its games are none that can be; nothing has changed.
    """
    games = {name.removeprefix(GAMES): array for name, array in saved.arrays.items() if name.startswith(GAMES)}
    try:
        env.restore(games)
    except ValueError as error:
        raise CheckpointError(f"{saved.file}: its games cannot go on ({error}); start a new run") from error
    network = model.policy.network
    network.load_state_dict({name: torch.from_numpy(array) for name, array in saved.weights.items()})
    set_optimiser(model.policy.optimizer, saved.arrays)
    set_random_state(model, {name: saved.arrays[f"random.{name}"] for name in ("torch", "buffer")})
    model.num_timesteps = saved.progress.steps
    model._last_obs = env.batch.obs.copy()
    model._last_episode_starts = saved.arrays["episode_starts"].astype(np.bool_)


def _check_counts(progress: Progress, config: Config, place: Path) -> None:
    """Steps and updates say the same."""
    steps = progress.updates * config.ppo.num_envs * config.ppo.n_steps
    if progress.steps != steps:
        raise CheckpointError(
            f"{place / STATE}: 'steps' is {progress.steps}, but {progress.updates} updates are {steps} steps"
        )


def _wanted(
    progress: Progress, config: Config, model: SeatPPO, env: BatchVecEnv, found: Mapping[str, NDArray[Any]]
) -> Shapes:
    """The arrays that a run has at this point."""
    wanted: dict[str, tuple[str, tuple[int, ...]]] = {
        name: (str(array.dtype), array.shape) for name, array in _lasting(model, env).items()
    }
    wanted["episode_starts"] = ("uint8", (env.num_envs,))
    for parts, warmup in ((POLICY, config.ppo.value_warmup), (("network.critic.",), 0)):
        moments = moments_of(model.policy.named_parameters(), parts)
        warming = progress.updates <= warmup
        # A part that has not learned yet has no moments; with a KL limit an update can end before its first step.
        if any(name in found for name in moments) or not (warming or config.ppo.target_kl):
            wanted |= moments
    return wanted


def _check_contents(arrays: Mapping[str, NDArray[Any]], file: Path) -> None:
    """Values that would fail only later, or silently."""
    check_moments(arrays, file)
    if arrays["episode_starts"].max(initial=0) > 1:
        raise CheckpointError(f"{file}: 'episode_starts' has other numbers than 0 and 1")
    check_generator(arrays, "random.buffer", file)
    try:
        torch.Generator().set_state(torch.from_numpy(arrays["random.torch"].copy()))
    except RuntimeError as error:
        raise CheckpointError(f"{file}: 'random.torch' is not the state of a random generator: {error}") from error
