"""Memory: equal deals and actions give equal bytes, and a position survives copying, saving and pickling."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import numpy as np

from .._core.position import Position
from .cases import Case, live, play_randomly, positions
from .tools import for_each

KEEPERS: dict[str, Callable[[Position], Position]] = {
    "copy": Position.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "bytes": lambda state: state.game.from_bytes(state.to_bytes()),
}


def play_out(state: Position, seed: int) -> bytes:
    """The last bytes of a game played on with the choices of a seed."""
    for _ in play_randomly(state, random.Random(seed)):
        pass
    return state.to_bytes()


def check_equal_seeds_and_actions_give_equal_bytes(case: Case) -> None:
    """Two games of one seed and the same actions are equal in every byte."""
    walks = [[state.to_bytes() for state in play_randomly(case.game.new(9), random.Random(1))] for _ in range(2)]
    assert walks[0] == walks[1]


def check_seeds_differ(case: Case) -> None:
    """Twenty seeds are twenty deals."""
    deals = {case.game.new(seed).to_bytes() for seed in range(20)}
    assert len(deals) == 20


@for_each("keeper", {name: name for name in KEEPERS})
def check_a_kept_position_is_independent_and_goes_on_alike(case: Case, keeper: str) -> None:
    """A copy, however it was made, is equal, on its own, and plays on as the original does."""
    for state in positions(case)[::6]:
        before = state.to_bytes()
        kept = KEEPERS[keeper](state)
        assert kept == state
        assert kept.to_bytes() == before
        assert np.array_equal(kept.observation(0), state.observation(0))
        assert kept.legal() == state.legal()
        if keeper != "bytes":
            assert (kept.seed, kept.history) == (state.seed, state.history)
        end = play_out(kept, 3)
        assert state.to_bytes() == before, "playing on the kept one changed the original"
        assert play_out(state.copy(), 3) == end


def check_pickled_games_are_found_again(case: Case) -> None:
    """A pickled game is bound to the same declaration, so that it compiles nothing anew."""
    game = pickle.loads(pickle.dumps(case.game))
    assert game.spec is case.game.spec
    assert game.tables.tobytes() == case.game.tables.tobytes()
    assert game.options.tobytes() == case.game.options.tobytes()
    assert game.same_as(case.game)
    assert repr(game) == repr(case.game)
    assert game.new(3) == case.game.new(3)


def check_interleaved_games_do_not_touch_each_other(case: Case) -> None:
    """Games that are played in turns end as they do when they are played one after the other."""
    alone = [play_out(case.game.new(seed), seed) for seed in range(4)]
    walks = [play_randomly(case.game.new(seed), random.Random(seed)) for seed in range(4)]
    ends: list[bytes] = [b""] * 4
    going = set(range(4))
    while going:
        for k in sorted(going):
            state = next(walks[k], None)
            if state is None:
                going.discard(k)
            else:
                ends[k] = state.to_bytes()
    assert ends == alone


def check_looking_changes_nothing(case: Case) -> None:
    """Masks, observations, scores, words and pictures leave the position and the tables as they are."""
    tables, options = case.game.tables.tobytes(), case.game.options.tobytes()
    for state in live(case)[::8]:
        before = state.to_bytes()
        for seat in range(case.game.players):
            state.observation(seat)
            state.redeal(seat, 5)
            state.svg(seat)
            state.text(seat)
            state.details(seat)
        for look in (state.scores, state.ranks, state.returns, state.winners, state.explain):
            look()
        for action in state.legal():
            state.describe(action)
        assert state.to_bytes() == before
    assert case.game.tables.tobytes() == tables
    assert case.game.options.tobytes() == options
