"""The state of a run besides the weights: what the `last` checkpoint keeps, and how it is read back and checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import nn

from ..agents.arrays import CheckpointError, Shapes, check_values
from ..agents.network import PolicyNetwork
from ..agents.policy import WEIGHTS, Metadata, check_fits, complete_folder, read_metadata, read_weights
from ..envs._core.game import Game
from .checkpoints import ARRAYS, STATE, load_state

MOMENTS = ("step", "exp_avg", "exp_avg_sq")
"""What Adam keeps of each parameter: the number of its steps, and the running means of the gradient and its square."""

GAMES = "games."
"""What the names of the arrays of the games begin with."""

GENERATOR = ("uint64", (6,))
"""Dtype and shape of what `generator_words` returns."""


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


def read_saved(folder: Path, game: Game, network: PolicyNetwork) -> Saved:
    """Read the `last` checkpoint of a run; only the names and shapes of its arrays are left to be checked.

    Raises:
        CheckpointError: a file is missing or damaged, or is of another game or network; the message names file and key.
    """
    place = complete_folder(folder)
    metadata = read_metadata(place)
    check_fits(metadata, game, str(folder))
    weights = read_weights(network, place / WEIGHTS)
    values, arrays = load_state(place)
    progress = Progress.from_dict(values, place / STATE)
    if metadata.steps != progress.steps:
        raise CheckpointError(f"{place}: the metadata is of step {metadata.steps}, the state of step {progress.steps}")
    return Saved(place / ARRAYS, metadata, weights, progress, arrays)


def moments_of(parameters: Iterable[tuple[str, nn.Parameter]], parts: tuple[str, ...]) -> Shapes:
    """The moments of Adam for the parameters whose names begin with one of `parts`."""
    found: dict[str, tuple[str, tuple[int, ...]]] = {}
    for number, (name, parameter) in enumerate(parameters):
        if name.startswith(parts):
            for moment in MOMENTS:
                shape = () if moment == "step" else tuple(parameter.shape)
                found[f"optimiser.{number}.{moment}"] = ("float32", shape)
    return found


def check_moments(arrays: Mapping[str, NDArray[Any]], file: Path) -> None:
    """Refuse moments that would fail only later, or silently (CheckpointError)."""
    for name, array in arrays.items():
        if name.endswith((".exp_avg_sq", ".step")) and (array < 0).any():
            raise CheckpointError(f"{file}: '{name}' has negative numbers")


def generator_words(generator: np.random.Generator) -> NDArray[np.uint64]:
    """The state of a PCG64 generator as uint64 [6]."""
    state = generator.bit_generator.state
    words = [state["state"]["state"], state["state"]["inc"]]
    parts = [word >> shift & (2**64 - 1) for word in words for shift in (0, 64)]
    return np.array([*parts, state["has_uint32"], state["uinteger"]], dtype=np.uint64)


def set_generator(generator: np.random.Generator, words: NDArray[np.uint64]) -> None:
    """Restore a generator from `generator_words`."""
    low, high, inc_low, inc_high, has, value = (int(word) for word in words)
    generator.bit_generator.state = {
        "bit_generator": "PCG64",
        "state": {"state": low | high << 64, "inc": inc_low | inc_high << 64},
        "has_uint32": has,
        "uinteger": value,
    }


def check_generator(arrays: Mapping[str, NDArray[Any]], name: str, file: Path) -> None:
    """Refuse words that are not the state of a PCG64 generator (CheckpointError)."""
    words = arrays[name]
    if words[4] > 1 or words[5] >= 2**32 or not words[2] & 1:
        raise CheckpointError(f"{file}: '{name}' is not the state of a random generator")
