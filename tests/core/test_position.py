"""`Position`: one game for people and searching programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs import IllegalActionError, Position


@pytest.fixture
def game() -> envs.Game:
    return envs.load("several_moves")


@pytest.fixture
def state(game: envs.Game) -> Position:
    return game.new(7)


def test_a_fresh_deal(state: Position) -> None:
    assert (state.seat, state.done, state.num_decisions, state.seed) == (0, False, 0, 7)
    assert state.history == []
    assert state.legal() == [0, 1]
    assert state.mask().tolist() == [1, 1, 0]
    assert state.mask() is not state.mask()
    assert state.scores() == [0, 0]
    assert state.winners() == []
    assert not state.limit_reached
    assert repr(state) == "<Position several_moves players=2 num_decisions=0 seat 0 to decide>"


def test_a_game_to_its_end(state: Position) -> None:
    """Seat 0 sorts all letters well, seat 1 all wrong."""
    while not state.done:
        if state.legal() == [2]:
            state.apply(2)
        else:
            letter = int(state.record.letter)
            state.apply(letter if state.seat == 0 else 1 - letter)
    assert state.scores() == [3, 0]
    assert state.ranks() == [1, 2]
    assert state.winners() == [0]
    assert state.returns() == [1.0, -1.0]
    assert state.returns("win") == [1.0, 0.0]
    assert state.returns("score") == pytest.approx([0.3, -0.3])
    assert state.num_decisions == len(state.history) == 8
    assert state.legal() == []
    assert not state.mask().any()
    assert "over" in repr(state)


def test_forced_decisions_are_played_on_request(state: Position) -> None:
    for _ in range(3):
        assert state.play_forced() == []
        state.apply(0)
    assert state.legal() == [2]
    assert state.play_forced() == [2]
    assert state.seat == 1
    assert state.history == [0, 0, 0, 2]


@pytest.mark.parametrize("action", [2, -1, 3, 10**30, np.int64(2)])
def test_an_illegal_action_is_refused_in_words_and_changes_nothing(state: Position, action: Any) -> None:
    before = state.to_bytes()
    words = r"several_moves: seat 0 cannot play action .* now\. It may play: 0 Sort west, 1 Sort east \(position\.legal"
    with pytest.raises(IllegalActionError, match=words):
        state.apply(action)
    assert state.to_bytes() == before
    assert state.history == []


@pytest.mark.parametrize("action", [0.5, 0.0, np.float32(0), None, True, float("nan"), [0]])
def test_what_is_no_whole_number_is_no_action(state: Position, action: Any) -> None:
    before = state.to_bytes()
    words = "several_moves: an action is a whole number from 0 to 2, not .* \\(the position is unchanged\\)"
    with pytest.raises(IllegalActionError, match=words):
        state.apply(action)
    assert state.to_bytes() == before


def test_the_words_of_an_illegal_action_name_it(state: Position) -> None:
    with pytest.raises(IllegalActionError, match=r"action 2 \(Hand over\)"):
        state.apply(2)
    assert issubclass(IllegalActionError, ValueError)


def test_no_action_can_be_played_once_the_game_is_over(state: Position) -> None:
    while not state.done:
        state.apply(state.legal()[0])
    before = state.to_bytes()
    with pytest.raises(IllegalActionError, match="the game is over, no action can be played"):
        state.apply(0)
    assert state.to_bytes() == before


def test_numbers_of_numpy_are_actions(state: Position) -> None:
    kinds: Any = (np.int8, np.uint64, np.array)
    for kind in kinds:
        state.apply(kind(0))
    assert state.history == [0, 0, 0]


def test_observations_are_fresh_and_named(state: Position) -> None:
    vector, record = state.observation(), state.observation_record()
    assert vector.dtype == np.float32
    assert vector.shape == (state.game.obs_size,)
    assert not np.shares_memory(vector, state.observation())
    assert np.array_equal(vector, np.asarray(record).reshape(1).view(np.float32))
    assert state.explain()["waiting"] == 1.0
    assert state.game.explain(vector) == state.explain()
    with pytest.raises(ValueError, match="there is no seat 2; the seats are 0 to 1"):
        state.observation(2)


def test_equal_positions_are_equal_whatever_their_history(state: Position, game: envs.Game) -> None:
    assert state == game.new(7)
    assert state != game.new(8)
    assert state == game.from_bytes(state.to_bytes())
    assert state != "state"
    with pytest.raises(TypeError):
        hash(state)


def test_a_copy_shares_its_past_and_nothing_else(state: Position) -> None:
    state.apply(0)
    copy = state.copy()
    state.apply(1)
    assert copy.history == [0]
    copy.apply(0)
    assert (state.history, copy.history) == ([0, 1], [0, 0])


def test_a_redealt_copy_forgets_what_its_seat_cannot_know() -> None:
    game = envs.load("hidden_coin")
    states = [game.new(seed) for seed in range(40)]
    state = next(state for state in states if state.record.hands[state.seat].coin == 1)
    others = {int(state.redeal(state.seat, seed).record.hands[1 - state.seat].coin) for seed in range(20)}
    assert others == {0, 1}
    copy = state.redeal(state.seat, 3)
    assert copy.seed is None
    assert copy.observation().tolist() == state.observation().tolist()
    with pytest.raises(ValueError, match="there is no seat 5"):
        state.redeal(5, 1)


def test_words_both_ways(state: Position) -> None:
    assert state.describe(1) == "Sort east"
    assert state.parse("sort e") == 1
    assert state.parse("0") == 0
    with pytest.raises(ValueError, match="'sort' could mean several actions"):
        state.parse("sort")


def test_pictures_and_text(state: Position) -> None:
    assert str(state) == state.text()
    assert state._repr_svg_() == state.svg()
    assert state.svg().startswith("<svg")


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_outside_its_range_is_refused(game: envs.Game, seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        game.new(seed)
    assert game.new(2**64 - 1).seed == 2**64 - 1


def test_an_unknown_reward_is_refused(state: Position) -> None:
    with pytest.raises(ValueError, match="unknown reward 'points'; choose one of placement, win, score"):
        state.returns("points")


def test_words_handed_to_apply_are_pointed_to_parse() -> None:
    """Actions are numbers; `parse` finds the number that words mean."""
    state = envs.load("ab_die_post").new(seed=1)
    with pytest.raises(IllegalActionError, match=r"position\.apply\(position\.parse\(words\)\)"):
        state.apply("Draw a card")  # type: ignore[arg-type]
    state.apply(state.parse("Draw a card"))
