"""OpenSpiel: games in C++, one state at a time, played by a loop in Python. It has no batch that Python could call."""

from __future__ import annotations

import random
from typing import Any

from clock import Window, fresh_python, microseconds, per_second

DISTRIBUTIONS = ("open_spiel", "numpy")

LENGTHS = 1000
"""Random games that tell how many decisions one has on average."""


def python_loop(game: str, seconds: float) -> Window:
    """Decisions per second on its faster path: `set_from` of one observation, and `legal_actions_mask`."""
    import pyspiel  # pyright: ignore[reportMissingImports]
    from open_spiel.python.observation import make_observation  # pyright: ignore[reportMissingImports]

    loaded = pyspiel.load_game(game)
    # Games of open information have an observation of their own and refuse the type that euchre needs.
    hidden = loaded.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    kind = pyspiel.IIGObservationType(perfect_recall=True) if hidden else None
    observation: Any = make_observation(loaded, kind)
    chooser = random.Random(1)

    def play() -> int:
        state, decisions = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chooser.choice(state.chance_outcomes())[0])
                continue
            seat = state.current_player()
            observation.set_from(state, seat)
            mask = state.legal_actions_mask(seat)
            legal = [action for action, allowed in enumerate(mask) if allowed]
            state.apply_action(legal[int(chooser.random() * len(legal))])
            decisions += 1
        return decisions

    return per_second(play, seconds)


def clone(game: str, seconds: float) -> Window:
    """Microseconds of `clone()` of a new state."""
    import pyspiel  # pyright: ignore[reportMissingImports]

    return microseconds(pyspiel.load_game(game).new_initial_state().clone, seconds)


def search(game: str, simulations: int, seconds: float) -> Window:
    """Decisions per second that MCTS in C++ simulates, by one random rollout from each new node, to the end of games.

    The position is the first one after the deal. How long random games from there are is counted beforehand.
    """
    import pyspiel  # pyright: ignore[reportMissingImports]

    parameters = {"pass_cards": False} if game == "hearts" else {}
    loaded = pyspiel.load_game(game, parameters)
    chooser = random.Random(1)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chooser.choice(state.chance_outcomes())[0])
    decisions = 0
    for _ in range(LENGTHS):
        played = state.clone()
        while not played.is_terminal():
            played.apply_action(chooser.choice(played.legal_actions()))
            decisions += 1
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(loaded, evaluator, 2.0, simulations, 1000, False, 1, False)

    def think() -> int:
        bot.step(state)
        return simulations * decisions // LENGTHS

    return per_second(think, seconds)


FIRST_USE = """
import sys
import pyspiel
state = pyspiel.load_game(sys.argv[1]).new_initial_state()
state.observation_tensor(0)
state.apply_action(state.legal_actions()[0])
"""


def first_use(game: str) -> Window:
    """Seconds from starting Python to the first step of one state; nothing has to be compiled."""
    return lambda: fresh_python(FIRST_USE, game)
