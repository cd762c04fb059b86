"""What an agent is, and a whole game between agents."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from ..envs._core.chance import mix
from ..envs._core.game import Game
from ..envs._core.loops.stepping import BOT_SALT
from ..envs._core.position import IllegalActionError, Position
from ..envs._core.view import View


@runtime_checkable
class Agent(Protocol):
    """Somebody who plays a seat. Any object with these three members is one.

    Attributes:
        name: what people call it.
    """

    name: str

    def act(self, view: View) -> int:
        """The action that the seat of the view plays, a legal one."""
        ...

    def reset(self, seed: int) -> None:
        """A new game begins; all chance in the agent follows from the seed."""
        ...


class AgentError(RuntimeError):
    """An agent named something that is not a legal action; the game was left as it stands."""


def agent_seed(seed: int, seat: int) -> int:
    """The seed that the agent at a seat is reset with in the game of a deal; never that of the game's own chance."""
    with np.errstate(over="ignore"):
        return int(mix(np.uint64(seed), BOT_SALT, np.uint64(seat)))


def play_game(
    game: Game, agents: Sequence[Agent], seed: int, on_action: Callable[[Position, int], None] | None = None
) -> Position:
    """Play one game; agents see nothing but views.

    Args:
        game: the game.
        agents: one for each seat; an object may sit at several seats if it keeps no memory of a game.
        seed: the deal, as `game.new(seed)`; the agents' seeds follow from it.
        on_action: called with the true state and the action before each action is played, forced ones included.

    Returns:
        The state at the end.

    Raises:
        ValueError: not one agent for each seat.
        AgentError: an agent named something else than a legal action; the message says who and what.
    """
    if len(agents) != game.players:
        raise ValueError(f"{game.id}: {len(agents)} agents for {game.players} seats")
    for seat, agent in enumerate(agents):
        agent.reset(agent_seed(seed, seat))
    state = game.new(seed)
    while not state.done:
        legal = state.legal()
        action = legal[0] if len(legal) == 1 else ask(agents[state.seat], state)
        if on_action is not None:
            on_action(state, action)
        state.apply(action)
    return state


def ask(agent: Agent, state: Position) -> int:
    """The legal action that an agent chooses for the seat to decide.

    Raises:
        AgentError: it chose none; the message says who and what, the state is unchanged.
    """
    chosen = agent.act(View(state))
    who = f"{state.game.id}: the agent '{agent.name}' at seat {state.seat}"
    try:
        action = operator.index(chosen)
    except TypeError:
        raise AgentError(f"{who} named {chosen!r} instead of the number of an action") from None
    if action not in state.legal():
        try:
            state.copy().apply(action)
        except IllegalActionError as error:
            raise AgentError(f"{who} chose an illegal action: {error}") from None
    return action
