"""The state of a run besides the weights: what the `last` checkpoint keeps, and how it is read back and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents.arrays import CheckpointError, Shapes, check_arrays, check_values
from ..agents.policy import WEIGHTS, Metadata, check_fits, complete_folder, read_metadata, read_weights
from .checkpoints import ARRAYS, STATE, load_state, optimiser_arrays, set_optimiser
from .config import Config
from .maskable import SeatPPO, random_state, set_random_state
from .vec_env import BatchVecEnv

MOMENTS = ("step", "exp_avg", "exp_avg_sq")
"""What Adam keeps of each parameter: the number of its steps, and the running means of the gradient and its square."""

GAMES = "games."
"""What the names of the arrays of the games begin with."""


@dataclass
class Progress:
    """How far a run is; plain values in `state.json`.

    Attributes:
        steps: decisions of the learner.
        minutes: minutes used.
        updates: updates done.
        update_minutes: minutes of the last update.
        evaluated: steps at the latest evaluation; −1: none yet.
        best_share: win rate of the `best` checkpoint against `best_against`; −1: none yet.
        best_against: the opponent of that win rate; empty: none.
    """

    steps: int = 0
    minutes: float = 0.0
    updates: int = 0
    update_minutes: float = 0.0
    evaluated: int = -1
    best_share: float = -1.0
    best_against: str = ""

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], file: Path) -> Progress:
        """The progress from values of JSON (CheckpointError: a key or value is not valid)."""
        kinds: dict[str, type] = {name: type(value) for name, value in asdict(cls()).items()}
        check_values(values, kinds, file)
        for name, low, high in (("best_share", -1, 1), ("evaluated", -1, np.inf), *((n, 0, np.inf) for n in COUNTED)):
            if not low <= values[name] <= high:
                raise CheckpointError(f"{file}: '{name}' is {values[name]!r}, which cannot be")
        return cls(**values)


COUNTED = ("steps", "minutes", "updates", "update_minutes")
"""The values of `Progress` that are never negative."""


@dataclass(frozen=True)
class Saved:
    """A `last` checkpoint that has been read and checked, but not used yet; `file` holds its arrays."""

    file: Path
    metadata: Metadata
    weights: dict[str, NDArray[Any]]
    progress: Progress
    arrays: dict[str, NDArray[Any]]


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
    place = complete_folder(folder)
    metadata = read_metadata(place)
    check_fits(metadata, env.batch.game, str(folder))
    weights = read_weights(model.policy.network, place / WEIGHTS)
    values, arrays = load_state(place)
    progress = Progress.from_dict(values, place / STATE)
    _check_counts(progress, metadata, config, place)
    wanted = _wanted(progress, config, model, env, arrays)
    check_arrays(arrays, wanted, place / ARRAYS)
    _check_contents(arrays, place / ARRAYS)
    return Saved(place / ARRAYS, metadata, weights, progress, arrays)


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


def _check_counts(progress: Progress, metadata: Metadata, config: Config, place: Path) -> None:
    """Steps, updates and metadata say the same."""
    steps = progress.updates * config.ppo.num_envs * config.ppo.n_steps
    if progress.steps != steps:
        raise CheckpointError(
            f"{place / STATE}: 'steps' is {progress.steps}, but {progress.updates} updates are {steps} steps"
        )
    if metadata.steps != steps:
        raise CheckpointError(f"{place}: the metadata is of step {metadata.steps}, the state of step {steps}")


def _wanted(
    progress: Progress, config: Config, model: SeatPPO, env: BatchVecEnv, found: Mapping[str, NDArray[Any]]
) -> Shapes:
    """The arrays that a run has at this point."""
    wanted = {name: (str(array.dtype), array.shape) for name, array in _lasting(model, env).items()}
    wanted["episode_starts"] = ("uint8", (env.num_envs,))
    for part in ("actor", "critic"):
        moments = _moments(model, part)
        warming = progress.updates <= (config.ppo.value_warmup if part == "actor" else 0)
        # A part that has not learned yet has no moments; with a KL limit an update can end before its first step.
        if any(name in found for name in moments) or not (warming or config.ppo.target_kl):
            wanted |= moments
    return wanted


def _moments(model: SeatPPO, part: str) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The moments of the parameters of the actor or the critic."""
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for number, (name, parameter) in enumerate(model.policy.named_parameters()):
        if name.startswith(f"network.{part}."):
            for moment in MOMENTS:
                shape = () if moment == "step" else tuple(parameter.shape)
                found[f"optimiser.{number}.{moment}"] = ("float32", shape)
    return found


def _check_contents(arrays: Mapping[str, NDArray[Any]], file: Path) -> None:
    """Values that would fail only later, or silently."""
    for name, array in arrays.items():
        if name.endswith((".exp_avg_sq", ".step")) and (array < 0).any():
            raise CheckpointError(f"{file}: '{name}' has negative numbers")
    if arrays["episode_starts"].max(initial=0) > 1:
        raise CheckpointError(f"{file}: 'episode_starts' has other numbers than 0 and 1")
    if arrays["random.buffer"][4] > 1 or arrays["random.buffer"][5] >= 2**32 or not arrays["random.buffer"][2] & 1:
        raise CheckpointError(f"{file}: 'random.buffer' is not the state of a random generator")
    try:
        torch.Generator().set_state(torch.from_numpy(arrays["random.torch"].copy()))
    except RuntimeError as error:
        raise CheckpointError(f"{file}: 'random.torch' is not the state of a random generator: {error}") from error
