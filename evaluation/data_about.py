"""What a data set says of itself: the game, the agents, and where in an observation each field lies."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

FORMAT = 1

KEY = "mailwing"
"""The key under which a file keeps this, as JSON."""


class DataSetError(ValueError):
    """A data set that cannot be read or written; the message says which file, why, and what to do."""


@dataclass(frozen=True)
class About:
    """What a data set is.

    Attributes:
        game: id of the game.
        version: version of its rules.
        players: seats at the table.
        options: the options of the game.
        data_hash: hash of the data pack.
        spec_hash: hash of the layout of observation and actions.
        agents: the source of each agent (a name, a checkpoint folder, …) by label, in the order of `agent` numbers.
        identities: a text for each label that changes when the agent changes.
        matches: the line-ups, as labels.
        seed: determines the deals.
        games: how many games there are.
        reward: what a seat receives at the end.
        shaping: factor of the shaping that is added to it.
        mailwing: version of the package.
        observation: for each field of an observation `name`, `shape`, `start` (its first place in the vector), `low`,
            `high`, `unit`, `scale` (how many units a 1.0 stands for), `labels` of the last axis, and `doc`.
        actions: for each range of actions `name`, `start` and `size`.
        format: version of this format.
    """

    game: str
    version: int
    players: int
    options: dict[str, int | str]
    data_hash: str
    spec_hash: str
    agents: dict[str, str]
    identities: dict[str, str]
    matches: list[list[str]]
    seed: int
    games: int
    reward: str
    shaping: float
    mailwing: str
    observation: list[dict[str, Any]]
    actions: list[dict[str, Any]]
    format: int = FORMAT

    def to_json(self) -> str:
        """As JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """From JSON (DataSetError: it is none of these; the message does not name the file)."""
        try:
            values = json.loads(text)
            if not isinstance(values, dict):
                raise TypeError
            if values.get("format") != FORMAT:
                raise DataSetError(f"its format is {values.get('format')}, this version of mailwing reads {FORMAT}")
            about = cls(**{field.name: values[field.name] for field in fields(cls)})
            if not about.obs_size or not about.num_actions or not isinstance(about.agents, dict):
                raise TypeError
            return about
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, DataSetError):
                raise
            raise DataSetError("what it says of itself is damaged") from None

    @property
    def obs_size(self) -> int:
        """Floats of an observation."""
        return sum(_size(field) for field in self.observation)

    @property
    def num_actions(self) -> int:
        """Size of the action space."""
        return max(entry["start"] + entry["size"] for entry in self.actions)

    def field(self, observations: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        """One field of some observations.

        Args:
            observations: float32 [any, obs_size].
            name: the dotted name of the field, as in `observation`.

        Returns:
            float32 [any, …], the shape of the field behind the first axis.

        Raises:
            DataSetError: there is no such field.
        """
        for field in self.observation:
            if field["name"] == name:
                part = observations[..., field["start"] : field["start"] + _size(field)]
                return part.reshape((*observations.shape[:-1], *field["shape"]))
        names = ", ".join(field["name"] for field in self.observation)
        raise DataSetError(f"{self.game}: an observation has no field '{name}'; it has {names}")


def _size(field: dict[str, Any]) -> int:
    return int(np.prod(field["shape"], dtype=np.int64))
