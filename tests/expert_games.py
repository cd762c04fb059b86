"""Games between the strongest bots, for tests that look at positions as they come about in play."""

from __future__ import annotations

from collections.abc import Iterator

from mailwing.agents import agent_seed, ask, make
from mailwing.envs._core.game import Game
from mailwing.envs._core.position import Position


def expert_game(game: Game, seed: int) -> Iterator[Position]:
    """The positions of a game of `expert` against itself, the last one included; each is the same object."""
    state, agents = game.new(seed), [make(game, "expert") for _ in range(game.players)]
    for seat, agent in enumerate(agents):
        agent.reset(agent_seed(seed, seat))
    while not state.done:
        yield state
        legal = state.legal()
        state.apply(legal[0] if len(legal) == 1 else ask(agents[state.seat], state))
    yield state
