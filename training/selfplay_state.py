"""What a run of self-play keeps besides the weights, and how it goes on from there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents.arrays import CheckpointError, check_arrays
from .checkpoints import optimiser_arrays, set_optimiser
from .pool import Member
from .state import GAMES, GENERATOR, Saved, check_generator, check_moments, generator_words, moments_of, read_saved
from .state import set_generator as set_words

if TYPE_CHECKING:
    from .selfplay import SelfPlayRun

PAST = "pool."
"""What the names of the arrays of the pool begin with."""


def state_arrays(run: SelfPlayRun) -> dict[str, NDArray[Any]]:
    """The arrays of a run: the optimiser, the generators, the games of every table, and the pool."""
    return {**optimiser_arrays(run.optimiser), **_lasting(run)}


def _lasting(run: SelfPlayRun) -> dict[str, NDArray[Any]]:
    games = {
        f"{GAMES}{k}.{name}": array
        for k, table in enumerate(run.learner.collector.tables)
        for name, array in table.batch.memory().items()
    }
    return {
        "random.samples": generator_words(run.learner.update.random),
        "random.actions": run.learner.collector.rng.copy(),
        **games,
        **{PAST + name: array for name, array in run.pool.arrays().items()},
    }


def read_run(folder: Path, run: SelfPlayRun) -> tuple[Saved, list[Member]]:
    """Read and check the `last` checkpoint of a run, which is unchanged.

    Raises:
        CheckpointError: a file is missing or damaged, is of another game, or holds what this run cannot have; the
            message names file and key.
    """
    saved = read_saved(folder, run.game, run.network)
    arrays, config = saved.arrays, run.config
    wanted: dict[str, tuple[str, tuple[int, ...]]] = {
        name: (str(array.dtype), array.shape) for name, array in _lasting(run).items()
    }
    wanted["random.samples"] = GENERATOR
    members = arrays.get(PAST + "members", np.zeros(0, dtype=np.int64))
    if members.ndim == 1 and len(members) <= run.pool.size:
        wanted[PAST + "members"] = ("int64", members.shape)
    for parts, warmup in ((("actor.", "trunk."), config.ppo.value_warmup), (("critic.",), 0)):
        moments = moments_of(run.network.named_parameters(), parts)
        if any(name in arrays for name in moments) or not (saved.progress.updates <= warmup or config.ppo.target_kl):
            wanted |= moments
    check_arrays(arrays, wanted, saved.file)
    check_moments(arrays, saved.file)
    check_generator(arrays, "random.samples", saved.file)
    _check_pool(arrays, saved.file)
    return saved, run.pool.read(members, run.game, run.network)


def _check_pool(arrays: dict[str, NDArray[Any]], file: Path) -> None:
    members = arrays[PAST + "members"]
    if (members < 0).any() or len(set(members.tolist())) != len(members):
        raise CheckpointError(f"{file}: 'pool.members' are not numbers of decisions that differ")
    for name in ("games", "wins", "fair"):
        if (arrays[PAST + name] < 0).any():
            raise CheckpointError(f"{file}: 'pool.{name}' has negative numbers")


def restore(saved: Saved, members: list[Member], run: SelfPlayRun) -> None:
    """Let a run go on from a checkpoint that `read_run` has accepted.

    Raises:
        CheckpointError: its games are none that can be.
    """
    for k, table in enumerate(run.learner.collector.tables):
        start = f"{GAMES}{k}."
        games = {name.removeprefix(start): array for name, array in saved.arrays.items() if name.startswith(start)}
        try:
            table.batch.restore(games)
        except ValueError as error:
            raise CheckpointError(f"{saved.file}: its games cannot go on ({error}); start a new run") from error
    run.network.load_state_dict({name: torch.from_numpy(array) for name, array in saved.weights.items()})
    set_optimiser(run.optimiser, saved.arrays)
    set_words(run.learner.update.random, saved.arrays["random.samples"])
    run.learner.collector.rng[:] = saved.arrays["random.actions"]
    pool = {name.removeprefix(PAST): array for name, array in saved.arrays.items() if name.startswith(PAST)}
    run.pool.restore(members, pool)
