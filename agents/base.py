"""Playing whole games between agents, and getting a checked action from one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..envs._core.errors import MailwingError
from ..envs._core.game import Game
from ..envs._core.numbers import action_number
from ..envs._core.position import IllegalActionError, Position
from ..envs._core.view import Agent, View, agent_seed


class AgentError(MailwingError, RuntimeError):
    """An agent chose something that is not a legal action; the game is unchanged."""


def play_game(
    game: Game, agents: Sequence[Agent], seed: int, on_action: Callable[[Position, int], None] | None = None
) -> Position:
    """Play one game; agents get views only.

    Args:
        game: the game.
        agents: one for each seat; one object may play several seats if it keeps no memory of a game.
        seed: the deal, as `game.new(seed)`; it also determines the seeds of the agents.
        on_action: called with the position and the action before each action is played, forced ones included.

    Returns:
        The final position.

    Raises:
        ValueError: not one agent for each seat.
        AgentError: an agent chose something that is not a legal action; the message names both.
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


def ask(agent: Agent, position: Position) -> int:
    """The legal action that an agent chooses for the seat to decide.

    Raises:
        AgentError: it chose something else; the message names agent and choice, the position is unchanged.
    """
    chosen = agent.act(View(position))
    who = f"{position.game.id}: the agent '{agent.name}' at seat {position.seat}"
    try:
        action = action_number(position.game.id, position.game.num_actions, chosen)
    except ValueError:
        raise AgentError(f"{who} named {chosen!r} instead of the number of an action") from None
    if action not in position.legal():
        try:
            position.copy().apply(action)
        except IllegalActionError as error:
            raise AgentError(f"{who} chose an illegal action: {error}") from None
    return action
