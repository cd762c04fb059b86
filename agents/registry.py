"""Agents by name: the ladder of a game, people, search, checkpoints, and your own (`module:NAME`)."""

from __future__ import annotations

import difflib
import re
from typing import Any

from ..envs._core.bots import Bot
from ..envs._core.faces.opponents import known_bots, named_object
from ..envs._core.game import Game
from ..envs._core.registry import load, spec_of
from .base import Agent
from .kernel_agent import KernelAgent
from .zoo import agents_of, is_checkpoint

OTHERS = ("human", "search", "ismcts")
"""Names that exist for every game besides its ladder."""


def ladder(game: Game | str) -> list[str]:
    """The names of a game's bots, from weak to strong; `random` is always the first.

    Args:
        game: a loaded game or its id.

    Raises:
        ValueError: there is no such game.
    """
    return list(known_bots(game.id if isinstance(game, Game) else spec_of(game).id))


def trained(game: Game | str) -> list[str]:
    """The names of a game's trained agents that come with mailwing, such as `zoo/selfplay`; they need torch to play.

    Args:
        game: a loaded game or its id.

    Raises:
        ValueError: there is no such game.
    """
    return agents_of(game.id if isinstance(game, Game) else spec_of(game).id)


def make(game: Game | str, name: str) -> Agent:
    """An agent by name.

    Args:
        game: a loaded game or its id.
        name: one of `ladder(game)`; `human`; `search`, `search:expert@200` or `search:expert@0.2s` (simulations of a
            candidate, or time of a decision, over a bot); `ismcts`, a tree search; one of `trained(game)`; the folder
            of a checkpoint (a name with a slash, or a folder that exists); or `module:NAME`, where NAME is a class
            without arguments, an agent object or a `Bot`.

    Raises:
        ValueError: there is no such agent (the message lists the names), or the checkpoint is not for this game.
        ImportError: it needs a package that is not installed.
    """
    bound = load(game)
    bots = known_bots(bound.id)
    if name in bots:
        return KernelAgent(bots[name])
    if name == "human":
        from .human import Human

        return Human()
    if re.match(r"search\b(?!/)", name):
        from .search import search_named

        agent = search_named(name)
        agent.check(bound)
        return agent
    if name == "ismcts":
        from .tree_search import TreeSearchAgent

        return TreeSearchAgent()
    if is_checkpoint(name):
        from .policy import load_policy

        return load_policy(name, bound)
    if ":" in name:
        return _named(name)
    known = [*bots, *OTHERS, *agents_of(bound.id)]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    raise ValueError(
        f"{bound.id}: unknown agent '{name}'{hint}; known: {', '.join(known)}, the folder of a checkpoint (such as "
        "runs/x/best) or module:NAME"
    )


def _named(name: str) -> Agent:
    """The agent that `module:NAME` names."""
    module, _, attribute = name.partition(":")
    found: Any = named_object(module, attribute)
    if isinstance(found, Bot):
        return KernelAgent(found)
    try:
        agent = found() if isinstance(found, type) else found
    except TypeError as error:
        raise ValueError(f"'{name}' cannot be made without arguments: {error}") from error
    if not isinstance(agent, Agent):
        raise ValueError(f"'{name}' is no agent: it needs a name, act(view) and reset(seed)")
    return agent
