"""The pool of past selves: who of them is kept, and how the learner does against them."""

from __future__ import annotations

import copy
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.arrays import CheckpointError
from ..agents.network import PolicyNetwork
from ..agents.policy import WEIGHTS, Metadata, check_fits, complete_folder, load_weights, read_metadata
from ..envs._core.game import Game
from .checkpoints import save_checkpoint
from .config import SelfPlayConfig

POOL = "pool"
"""Folder of the past selves in the folder of a run; each is a checkpoint named by its decisions."""


@dataclass(frozen=True)
class Member:
    """A past self: its decisions when it was taken, and its network."""

    steps: int
    network: PolicyNetwork


class Pool:
    """Past selves of a learner, kept as checkpoints in a folder.

    A pool has `size` places in line-ups. While there are fewer members, several places are played by the same one. When
    all are taken, a new member gets the place of the one that the learner beats most. Games that are being played at
    that place go on with the new one.

    Args:
        folder: the folder.
        config: its settings.

    Attributes:
        members: the past selves, by place.
        games, wins, fair: float64 [size], by member since the last one joined: games, what the learner won of them, and
            what it would have won among equals.
    """

    def __init__(self, folder: Path, config: SelfPlayConfig) -> None:
        self.folder, self.config, self.size = folder, config, config.pool_size
        self.members: list[Member] = []
        self.games, self.wins, self.fair = np.zeros((3, self.size))

    def player_of_places(self) -> NDArray[np.int64]:
        """The member at each place, int64 [size]; 0 where there is none."""
        return np.arange(self.size) % max(1, len(self.members))

    def count(self, games: NDArray[np.float64], wins: NDArray[np.float64], fair: NDArray[np.float64]) -> None:
        """Add games by place, each float64 [size]."""
        for place, member in enumerate(self.player_of_places()):
            for own, new in ((self.games, games), (self.wins, wins), (self.fair, fair)):
                own[member] += new[place]

    @property
    def win_rate(self) -> float:
        """What the learner has won against the members, as a multiple of what it would win among equals (NaN: none)."""
        return float(self.wins.sum() / self.fair.sum()) if self.fair.sum() else float("nan")

    def is_due(self) -> bool:
        """Whether the learner should join: it is the first, or has won often enough."""
        if not self.members:
            return True
        return self.games.sum() >= self.config.pool_games and self.win_rate >= self.config.pool_win_rate

    def add(self, network: PolicyNetwork, steps: int, metadata: Metadata) -> None:
        """Let the learner join as it is now, and begin to count anew (OSError: it cannot be written)."""
        save_checkpoint(self.folder / name_of(steps), network, metadata)
        member = Member(steps, copy.deepcopy(network).eval().requires_grad_(False))
        if len(self.members) < self.size:
            self.members.append(member)
        else:
            self.members[self._easiest()] = member
        self.games[:], self.wins[:], self.fair[:] = 0, 0, 0

    def _easiest(self) -> int:
        """The member that the learner beats most, the oldest of several."""
        rate = self.wins / np.where(self.fair > 0, self.fair, np.inf)
        oldest = sorted(range(len(self.members)), key=lambda k: self.members[k].steps)
        return max(oldest, key=lambda k: rate[k])

    def prune(self) -> None:
        """Remove what is no member any more; called when the state of the run no longer names it."""
        kept = {name_of(member.steps) for member in self.members}
        for entry in self.folder.iterdir() if self.folder.is_dir() else ():
            if entry.name not in kept:
                shutil.rmtree(entry, ignore_errors=True)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state of the pool, besides the checkpoints of its members."""
        members = np.array([member.steps for member in self.members], dtype=np.int64)
        counts = {"games": self.games.copy(), "wins": self.wins.copy(), "fair": self.fair.copy()}
        return {"members": members, **counts}

    def read(self, members: NDArray[np.int64], game: Game, network: PolicyNetwork) -> list[Member]:
        """The members that a state names; the pool is unchanged.

        Args:
            members: their decisions, int64 [m].
            game: the game.
            network: the learner, whose architecture they have.

        Raises:
            CheckpointError: one is missing, damaged, or of another game or architecture.
        """
        found = []
        for steps in members.tolist():
            folder = self.folder / name_of(steps)
            if not complete_folder(folder).is_dir():
                raise CheckpointError(
                    f"{folder}: this past self of the run is missing, and without it the run cannot go on as it was; "
                    "put the folder back, or start a new run"
                )
            metadata = read_metadata(folder)
            check_fits(metadata, game, str(folder))
            if metadata.network != network.shape:
                raise CheckpointError(f"{folder}: this past self has another network than the learner")
            past = copy.deepcopy(network).eval().requires_grad_(False)
            load_weights(past, complete_folder(folder) / WEIGHTS)
            found.append(Member(steps, past))
        return found

    def restore(self, members: list[Member], arrays: dict[str, NDArray[Any]]) -> None:
        """Go on with members from `read` and counts from `arrays`."""
        self.members = members
        self.games[:], self.wins[:], self.fair[:] = arrays["games"], arrays["wins"], arrays["fair"]


def name_of(steps: int) -> str:
    """The name of the folder of a past self."""
    return f"{steps:012d}"
