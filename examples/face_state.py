"""`Position`: one game, looked at closely. For people, scripts and searching programs.

python examples/face_state.py
"""

from __future__ import annotations

import random

from mailwing import envs


def main(seed: int = 7) -> list[int]:
    """Play a random game and try out what a position can do; the final points of each seat."""
    game = envs.load("ab_die_post", players=4)
    state = game.new(seed)
    chooser = random.Random(seed)
    while not state.done:
        action = chooser.choice(state.legal())
        if state.num_decisions < 5:
            print(f"seat {state.seat} may {[state.describe(legal) for legal in state.legal()]}")
            print(f"  it says: {state.describe(action)}")
        if state.num_decisions == 5:
            try_out(state)
        state.apply(action)
    print(f"after {state.num_decisions} decisions: points {state.scores()}, ranks {state.ranks()}")
    return state.scores()


def try_out(state: envs.Position) -> None:
    """Look ahead in a copy, save and restore, see what a seat knows."""
    ahead = state.copy()
    ahead.apply(ahead.legal()[0])
    assert ahead != state, "a copy is independent"

    restored = state.game.from_bytes(state.to_bytes())
    assert restored == state, "a position is a few bytes"

    knowledge = state.explain()
    print(f"  of what the seat knows: {dict(list(knowledge.items())[:3])}")

    other = state.redeal(state.seat, seed=99)
    same = (other.observation(state.seat) == state.observation(state.seat)).all()
    assert same, "what the seat cannot know is drawn anew, what it knows stays"


if __name__ == "__main__":
    main()
