"""A trained network as an agent, and the folder that holds it: `weights.safetensors` and `metadata.json`.

Evaluation during training, `mailwing evaluate` and `mailwing play` all choose actions here, always under the mask.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor

from ..envs._core.game import Game
from .advice import Adviser, base_bot
from .arrays import CheckpointError, check_arrays, check_values, parse_object, read_arrays, read_object
from .choosing import best_legal, draw_each
from .kernel_agent import KernelAgent
from .network import NetworkShape, PolicyNetwork
from .zoo import METADATA, WEIGHTS, checkpoint_folder

if TYPE_CHECKING:
    from . import View

FORMAT = 1


KINDS: dict[str, type] = {
    **dict.fromkeys(("game", "data_hash", "spec_hash", "mailwing", "git"), str),
    **dict.fromkeys(("version", "players", "seed", "steps", "format"), int),
    **dict.fromkeys(("options", "network", "config", "results"), dict),
    "minutes": float,
}
"""What each entry of the metadata is."""


@dataclass(frozen=True)
class Metadata:
    """The metadata of a model: enough to use it without a config, and its origin.

    Attributes:
        game: id of the game.
        version: version of its rules; a network can play no other version.
        players: seats at the table in training (for information).
        options: options of the game in training (for information).
        data_hash: hash of the data pack in training (for information).
        spec_hash: hash of the layout of observation and actions; a network can play no other.
        network: its architecture.
        config: the whole config of the run.
        mailwing: version of the package.
        git: revision of its checkout; empty when unknown.
        seed: seed of the run.
        steps: decisions of the learner so far.
        minutes: minutes of training so far.
        results: win rate, low and high by opponent of the latest evaluation.
        format: version of this format.
    """

    game: str
    version: int
    players: int
    options: dict[str, int | str]
    data_hash: str
    spec_hash: str
    network: NetworkShape
    config: dict[str, Any] = field(default_factory=dict)
    mailwing: str = ""
    git: str = ""
    seed: int = 0
    steps: int = 0
    minutes: float = 0.0
    results: dict[str, Any] = field(default_factory=dict)
    format: int = FORMAT

    @classmethod
    def of_game(cls, game: Game, network: NetworkShape, **about: Any) -> Metadata:
        """The metadata of a network for a game."""
        return cls(
            game.id,
            game.spec.version,
            game.players,
            dict(game.option_values),
            game.data_hash,
            game.spec_hash,
            network,
            **about,
        )

    def to_json(self) -> str:
        """The metadata as the text of `metadata.json`."""
        return json.dumps({**asdict(self), "network": self.network.to_dict()}, indent=2, ensure_ascii=False) + "\n"

    @classmethod
    def from_json(cls, text: str, source: Path) -> Metadata:
        """Read metadata (CheckpointError: the text is not valid; the message names `source`)."""
        return cls.from_dict(parse_object(text, source), source)

    @classmethod
    def from_dict(cls, values: dict[str, Any], source: Path) -> Metadata:
        """The metadata from values of JSON (CheckpointError: they are not valid; the message names `source`)."""
        if values.get("format", FORMAT) != FORMAT:
            raise CheckpointError(
                f"{source}: its format is {values['format']}, this version of mailwing reads format {FORMAT}"
            )
        check_values(values, KINDS, source)
        try:
            return cls(**{**values, "network": NetworkShape.from_dict(values["network"])})
        except (ValueError, TypeError, KeyError) as error:
            raise CheckpointError(f"{source}: 'network' is not the architecture of a network: {error}") from error


class Policy:
    """A network as an agent; checkpoints are loaded as this.

    Args:
        network: the network.
        name: its name in results and messages.
        metadata: the metadata of the checkpoint that it was loaded from, if any.
        greedy: play the most probable action; False: sample from the policy with the seed of `reset`.

    Attributes:
        base: the bot that the network plays over (`NetworkShape.base`); empty: it plays alone.
    """

    def __init__(
        self, network: PolicyNetwork, name: str = "policy", metadata: Metadata | None = None, *, greedy: bool = True
    ) -> None:
        self.network, self.name, self.metadata, self.greedy = network, name, metadata, greedy
        self.base = network.shape.base
        self._random = np.zeros(1, dtype=np.uint64)
        self._adviser: Adviser | None = None
        self._plain: KernelAgent | None = None
        self._asked = 0

    def reset(self, seed: int) -> None:
        """Start a game; the seed is used only for sampling, and for the chance of a bot that it plays over."""
        self._random[0] = seed % 2**64
        self._asked = seed % 2**62
        if self._plain is not None:
            self._plain.reset(seed)

    def act(self, view: View) -> int:
        """The action for the seat of a view."""
        return int(self.act_batch(view.observation()[None], view.mask()[None], self.advice_at(view))[0])

    def act_batch(self, obs: ArrayLike, mask: ArrayLike, advice: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Legal actions int64 [n] for observations float32 [n, obs_size] under masks [n, actions].

        Args:
            obs: the observations.
            mask: what is legal.
            advice: int64 [n], what the bot would choose that the network plays over (`advise`, `advice_at`).

        Raises:
            ValueError: shapes that do not fit the network, a row without a legal action, or a network over a bot that
                is not told its choices.
        """
        observations = self._observations(obs)
        legal = self._legal(mask, len(observations))
        with torch.inference_mode():
            logits = self.network.logits(observations, _tensor(advice)).numpy()
        chosen = np.zeros(len(observations), dtype=np.int64)
        if self.greedy:
            wrong = best_legal(logits, legal, chosen)
        else:
            with np.errstate(over="ignore"):
                wrong = draw_each(logits, legal, self._random, chosen)
        if wrong >= 0:
            raise ValueError(f"{self.name}: a mask has no legal action")
        return chosen

    def probabilities(
        self, obs: ArrayLike, mask: ArrayLike, advice: NDArray[np.int64] | None = None
    ) -> NDArray[np.float32]:
        """The policy, float32 [n, actions]: exactly zero for illegal actions; arguments as for `act_batch`."""
        return self._log_probs(obs, mask, advice).exp().numpy()

    def advise(
        self, game: Game, records: Any, order: NDArray[np.int64], masks: NDArray[np.uint8], threads: int = 1
    ) -> NDArray[np.int64] | None:
        """What the bot would choose that the network plays over; None: it plays alone. Arguments as in `Adviser`."""
        if not self.base:
            return None
        if self._adviser is None or self._adviser.game is not game:
            self._adviser = Adviser(game, base_bot(game.id, self.base), threads=threads)
        self._asked += 1
        return self._adviser.advise(records, order, masks, self._asked)

    def advice_at(self, view: View) -> NDArray[np.int64] | None:
        """What the bot would choose at a view, int64 [1]; None: the network plays alone."""
        if not self.base:
            return None
        if self._plain is None:
            self._plain = KernelAgent(base_bot(view.game.id, self.base))
        return np.array([self._plain.act(view)])

    def values(self, obs: ArrayLike) -> NDArray[np.float32]:
        """Expected final reward float32 [n] of the observing seats."""
        with torch.inference_mode():
            return self.network.values(self._observations(obs)).numpy()

    def _log_probs(self, obs: ArrayLike, mask: ArrayLike, advice: NDArray[np.int64] | None = None) -> Tensor:
        observations = self._observations(obs)
        legal = torch.from_numpy(self._legal(mask, len(observations)))
        if not bool(legal.any(dim=1).all()):
            raise ValueError(f"{self.name}: a mask has no legal action")
        with torch.inference_mode():
            return self.network.log_probs(observations, legal, _tensor(advice))

    def _legal(self, mask: ArrayLike, count: int) -> NDArray[np.uint8]:
        """Masks as uint8 [n, actions], not 0 where legal."""
        given = np.asarray(mask)
        whole = given.dtype == np.uint8 and given.flags.carray
        legal = given if whole else np.ascontiguousarray(given != 0).view(np.uint8)
        if legal.shape != (count, self.network.shape.actions):
            raise ValueError(
                f"{self.name}: masks have shape [{count}, {self.network.shape.actions}], not {legal.shape}"
            )
        return legal

    def _observations(self, obs: ArrayLike) -> Tensor:
        given = np.ascontiguousarray(obs, dtype=np.float32)
        observations = torch.from_numpy(
            given if given.flags.writeable else given.copy()
        )  # torch warns of read-only ones
        if observations.ndim != 2 or observations.shape[1] != self.network.shape.obs_size:
            raise ValueError(
                f"{self.name}: observations have shape [n, {self.network.shape.obs_size}], not {observations.shape}"
            )
        return observations

    def __getstate__(self) -> dict[str, Any]:
        # Addresses of machine code are valid in this process only, and so are threads.
        return {**self.__dict__, "_adviser": None}

    def __repr__(self) -> str:
        return f"<Policy {self.name}>"


def _tensor(advice: NDArray[np.int64] | None) -> Tensor | None:
    return None if advice is None else torch.from_numpy(advice)


def complete_folder(folder: Path) -> Path:
    """The folder to read a checkpoint from: the former one, if a save was killed between its two renames."""
    former = former_of(folder)
    return former if not folder.exists() and former.exists() else folder


def former_of(folder: Path) -> Path:
    """The folder in which a save keeps the former checkpoint until the new one is in place."""
    return folder.with_name(f".{folder.name}.former")


def read_metadata(path: str | Path) -> Metadata:
    """The metadata of a checkpoint folder.

    Raises:
        CheckpointError: there is no checkpoint, or its metadata is damaged.
    """
    folder = complete_folder(Path(path))
    file = folder / METADATA
    if not file.is_file():
        raise CheckpointError(
            f"{path}: no checkpoint is there (a folder with {METADATA} and {WEIGHTS}{_hint(Path(path))})"
        )
    return Metadata.from_dict(read_object(file), file)


def _hint(path: Path) -> str:
    inside = [name for name in ("best", "last") if (path / name / METADATA).is_file()]
    return f"; {path / inside[0]} is one" if inside else ""


def load_policy(path: str | Path, game: Game, *, greedy: bool = True) -> Policy:
    """The agent of a checkpoint folder, or of the zoo.

    Args:
        path: the folder; or the name of an agent of the zoo, such as `zoo/selfplay`.
        game: the game to play.
        greedy: play the most probable action; False: sample.

    Raises:
        CheckpointError: no checkpoint, a damaged one, or one of another game, rules version or observation.
        ValueError: the zoo has no agent of this name.
    """
    folder = checkpoint_folder(path, game.id)
    metadata = read_metadata(folder)
    check_fits(metadata, game, str(path))
    network = PolicyNetwork(metadata.network)
    load_weights(network, complete_folder(folder) / WEIGHTS)
    return Policy(network.eval(), str(path), metadata, greedy=greedy)


def check_fits(metadata: Metadata, game: Game, source: str) -> None:
    """Refuse a checkpoint of another game (CheckpointError: the message lists all differences)."""
    wanted = {
        "game": (metadata.game, game.id),
        "rules version": (metadata.version, game.spec.version),
        "size of observations": (metadata.network.obs_size, game.obs_size),
        "number of actions": (metadata.network.actions, game.num_actions),
        "layout of observation and actions": (metadata.spec_hash, game.spec_hash),
    }
    differ = [f"{what} {has} instead of {needs}" for what, (has, needs) in wanted.items() if has != needs]
    if metadata.game != game.id:
        raise CheckpointError(f"{source}: this agent plays {metadata.game}, not {game.id}")
    if differ:
        raise CheckpointError(
            f"{source}: this agent was trained for another {game.id}: {', '.join(differ)}; train a new one"
        )
    if metadata.network.base:
        try:
            base_bot(game.id, metadata.network.base)
        except ValueError as error:
            raise CheckpointError(f"{source}: {error}") from error


def load_weights(network: PolicyNetwork, file: Path) -> None:
    """Fill a network from a safetensors file.

    Raises:
        CheckpointError: the file is missing or damaged, does not fit the network, or has NaN in it; the network is
            unchanged.
    """
    network.load_state_dict({name: torch.from_numpy(array) for name, array in read_weights(network, file).items()})


def read_weights(network: PolicyNetwork, file: Path) -> dict[str, NDArray[Any]]:
    """The weights in a safetensors file as float32, checked to fit a network; errors as in `load_weights`.

    They are stored as float32, or all as float16, which takes half the space.
    """
    try:
        arrays = read_arrays(file)
    except FileNotFoundError as error:
        raise CheckpointError(f"{file}: the weights are missing") from error
    kind = "float16" if {str(array.dtype) for array in arrays.values()} == {"float16"} else "float32"
    check_arrays(arrays, {name: (kind, tuple(value.shape)) for name, value in network.state_dict().items()}, file)
    return {name: array.astype(np.float32, copy=False) for name, array in arrays.items()}
