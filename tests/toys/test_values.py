"""The toys are worth what their docstrings say: trainers are measured against these numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

import toys
from mailwing import envs
from mailwing.envs import Bot, Game
from mailwing.envs.authoring import RANDOM, play_out

GAMES = 12_000


def placements(ranks: NDArray[np.int8]) -> NDArray[np.float64]:
    """(Seats beaten − seats that beat me) / (others) for ranks [games, seats]; −1 for all in a game that nobody won."""
    mine, others = ranks[:, :, None].astype(int), ranks[:, None, :].astype(int)
    if ranks.shape[1] == 1:
        rewards = np.ones(ranks.shape)
    else:
        rewards = np.sign(others - mine).sum(axis=2) / (ranks.shape[1] - 1)
    return np.where((ranks == 1).any(axis=1, keepdims=True), rewards, -1.0)


def mean_reward(game: Game, bot: Bot, other: Bot) -> tuple[float, float]:
    """Mean placement reward of one seat of `bot` among `other`, over all seats, and its standard error."""
    learner = np.arange(GAMES) % game.players
    lineups = np.ones((GAMES, game.players), dtype=np.int8)
    lineups[np.arange(GAMES), learner] = 0
    results = play_out(game, [bot, other], lineups, np.arange(GAMES, dtype=np.uint64))
    rewards = placements(results.ranks)
    mine = rewards[np.arange(GAMES), learner]
    return float(mine.mean()), float(mine.std()) / math.sqrt(GAMES)


@pytest.mark.parametrize("game_id", toys.VALUE_AGAINST_RANDOM)
def test_the_best_answer_to_random_play(game_id: str) -> None:
    for players in envs.seats(game_id):
        mean, error = mean_reward(envs.load(game_id, players=players), toys.ANSWER_TO_RANDOM[game_id], RANDOM)
        assert abs(mean - toys.VALUE_AGAINST_RANDOM[game_id]) < 4 * error


@pytest.mark.parametrize("game_id", toys.VALUE_AGAINST_BEST)
def test_the_best_answer_to_best_play(game_id: str) -> None:
    answer = toys.hidden_coin.SLY if game_id == "hidden_coin" else toys.BEST[game_id]
    mean, error = mean_reward(envs.load(game_id), answer, toys.BEST[game_id])
    assert abs(mean - toys.VALUE_AGAINST_BEST[game_id]) <= 4 * error


@pytest.mark.parametrize("length", ["short", "long"])
def test_longer_games_of_several_moves(length: str) -> None:
    letters = {"short": 3, "long": 5}[length]
    for mistakes in ("free", "costly"):
        game = envs.load("several_moves", length=length, mistakes=mistakes)
        mean, error = mean_reward(game, toys.BEST["several_moves"], RANDOM)
        assert abs(mean - (1 - 2.0**-letters)) < 4 * error


def test_who_does_not_look_at_the_kingmaker_is_punished() -> None:
    mean, error = mean_reward(envs.load("kingmaker"), toys.kingmaker.CHEAP, toys.kingmaker.BEST)
    assert abs(mean + 1 / 3) < 4 * error


def test_a_lost_pilot_never_decides_again_and_gets_its_reward_at_the_end() -> None:
    """The first to fly is lost, the others fly on to the end; the lost one is told −1 then."""
    game = envs.load("drop_out")
    state = next(state for state in map(game.new, range(100)) if after(state, "Fly high").record.planes["lost"].any())
    lost = state.seat
    state = after(state, "Fly high")
    while not state.done:
        assert state.seat != lost
        state = after(state, "Fly low")
    assert state.num_decisions == 1 + 2 * 3
    assert state.returns()[lost] == -1
    assert state.winners() == [seat for seat in range(3) if seat != lost]


def after(state: envs.Position, words: str) -> envs.Position:
    """A copy after one more action."""
    following = state.copy()
    following.apply(following.parse(words))
    return following


def test_a_solo_game_that_runs_out_of_nights_has_no_winner() -> None:
    state = envs.load("solo_flight").new(0)
    while not state.done:
        state.apply(state.parse("Wait"))
    assert (state.num_decisions, state.limit_reached) == (8, True)
    assert (state.winners(), state.returns(), state.ranks()) == ([], [-1.0], [2])


def test_handing_over_is_forced() -> None:
    state = envs.load("several_moves").new(0)
    for _ in range(3):
        state.apply(state.parse("Sort west"))
    assert state.legal() == [toys.several_moves.Action.HAND_OVER]
    seat = state.seat
    assert state.play_forced() == [toys.several_moves.Action.HAND_OVER]
    assert state.seat == seat + 1
