"""Entrants of an evaluation: bots, networks and agents in Python, found by name and identified by their content."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .. import agents
from ..agents import Agent, KernelAgent
from ..agents.zoo import agents_of, checkpoint_folder
from ..envs._core.bots import Bot
from ..envs._core.faces.opponents import known_bots
from ..envs._core.game import Game
from ..envs._core.sources import module_digest
from .lineups import Request, parse_agents

Source = str | Bot | Agent
"""How an agent is given: a name (ladder, zoo), a checkpoint folder, `module:NAME`, a `Bot`, or an agent object."""

Kind = Literal["bot", "network", "python"]


@dataclass(frozen=True)
class Entrant:
    """An agent that takes part in an evaluation.

    Attributes:
        label: its name in results.
        kind: `bot` (compiled, whole games at once), `network` (has `act_batch(obs, mask)`, many games at once) or
            `python` (`act(view)`, one decision at a time).
        identity: a text that changes when the agent changes; stored results are valid for this identity only.
        bot: the bot, for that kind.
        make: makes an agent object, for the other kinds.
    """

    label: str
    kind: Kind
    identity: str
    bot: Bot | None = None
    make: Callable[[], Any] | None = None
    _made: dict[tuple[int, int], Any] = field(default_factory=dict, repr=False, compare=False)

    def agent(self, worker: int = 0, seat: int = 0) -> Any:
        """The agent object that plays a seat for a worker thread; it is not shared, since it may remember its game."""
        if self.make is None:
            raise TypeError(f"{self.label} is a bot, not an agent object")
        if (worker, seat) not in self._made:
            self._made[worker, seat] = self.make()
        return self._made[worker, seat]


def name_of(source: Source) -> str:
    """The name of an agent, whatever kind of source it is."""
    return source if isinstance(source, str) else source.name


def resolve(game: Game, label: str, source: Source) -> Entrant:
    """The entrant that a source names.

    Raises:
        ValueError: there is no such agent, a checkpoint is of another game, or a person is to be evaluated.
    """
    if source == "human":
        raise ValueError("'human' cannot be evaluated in thousands of games; use `mailwing play` instead")
    if isinstance(source, str):
        source = known_bots(game.id).get(source, source)
    if isinstance(source, Bot):
        return Entrant(label, "bot", _bot_identity(source), bot=source)
    if isinstance(source, str):
        named, first = source, agents.make(game, source)
        if isinstance(first, KernelAgent):
            return resolve(game, label, first.bot)
        ready = [first]  # made as a check; it is also the first to play
        make = lambda: ready.pop() if ready else agents.make(game, named)  # noqa: E731
        return Entrant(label, _kind(first), _source_identity(game, named, first), make=make)
    own, kind = source, _kind(source)
    # A network keeps no memory of a game and plays all its seats; other agents are copied for each seat.
    return Entrant(
        label, kind, _agent_identity(game, own), make=lambda: own if kind == "network" else copy.deepcopy(own)
    )


def read_agents(
    game: Game, agents: str | Sequence[Source] | Mapping[str, Source], *, alone: bool = False
) -> tuple[Request, dict[str, Source]]:
    """What is requested, and the source of each label.

    Args:
        game: what is played.
        agents: a text as for `--agents`, a list of agents, or a mapping from labels to agents.
        alone: one agent will do: it plays against itself.

    Raises:
        ValueError: the text cannot be read, or there are too few agents.
    """
    if isinstance(agents, str):
        request = parse_agents(agents, game.players, [*known_bots(game.id), *agents_of(game.id)], alone=alone)
        return request, dict(request.sources)
    named: dict[str, Source] = {}
    if isinstance(agents, Mapping):
        named.update(agents)
    else:
        for source in agents:
            labelled(named, source)
    if not named and alone:
        raise ValueError(f"{game.id}: there is no agent; name one or more")
    if not named or (len(named) == 1 and game.players > 1 and not alone):
        raise ValueError(f"{game.id}: a tournament needs two different agents or more")
    return Request({label: name_of(source) for label, source in named.items()}, tuple(named), ()), named


def labelled(named: dict[str, Source], source: Source) -> str:
    """The label of a source, entered into `named`; different sources of the same name get a number."""
    label = base = name_of(source)
    number = 1
    while label in named and named[label] is not source and named[label] != source:
        number += 1
        label = f"{base} ({number})"
    named[label] = source
    return label


def _kind(agent: Any) -> Kind:
    return "network" if callable(getattr(agent, "act_batch", None)) else "python"


def _bot_identity(bot: Bot) -> str:
    return f"bot {bot.name} {_digest(module_digest(bot.choose.__module__).encode(), bot.params.tobytes())}"


def _source_identity(game: Game, source: str, agent: Any) -> str:
    """A checkpoint is identified by its weights, not by its folder, metadata or card; other agents by their class."""
    path = checkpoint_folder(source, game.id)
    if not path.exists():
        return _agent_identity(game, agent)
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    weights = [file for file in files if file.suffix not in (".json", ".md")]
    return f"checkpoint {_digest(*(part for file in weights for part in (file.name.encode(), file.read_bytes())))}"


def _agent_identity(game: Game, agent: Any) -> str:
    """Its class and code, and what the agent itself says of its settings (`identity(game)`), if it does."""
    kind, settings = type(agent), getattr(agent, "identity", None)
    words = f"{kind.__module__}:{kind.__qualname__} {module_digest(kind.__module__)[:12]}"
    return f"{words} {settings(game)}" if callable(settings) else words


def _digest(*parts: bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(len(part).to_bytes(8, "little") + part)
    return total.hexdigest()[:12]
