"""Results: ranks and rewards are well formed, and no seat is better than another when all play at random."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .._core.bots import RANDOM, Bot
from .._core.game import Game
from .._core.loops.matches import Results, play_out
from .cases import Case, positions
from .tools import NotApplicable, close, refused

FAIRNESS_GAMES = 6000


def random_results(game: Game, count: int, *, bots: tuple[Bot, ...] = (RANDOM,), threads: int = 1) -> Results:
    """Whole games between random seats with the seeds from 0 on."""
    lineups = np.zeros((count, game.players), dtype=np.int8)
    return play_out(game, bots, lineups, np.arange(count, dtype=np.uint64), threads=threads)


def placements(rank: NDArray[np.int8]) -> NDArray[np.float64]:
    """(Seats beaten − seats that beat me) / (players − 1) of ranks [n, players], written once more for the test."""
    mine, others = rank[:, :, None].astype(int), rank[:, None, :].astype(int)
    return np.sign(others - mine).sum(axis=2) / (rank.shape[1] - 1)


def check_ranks_are_well_formed(case: Case) -> None:
    """A rank counts the seats in front; only a game that nobody wins has no rank 1."""
    for state in positions(case):
        if not state.done:
            continue
        ranks = state.ranks()
        assert len(ranks) == len(state.scores()) == case.players
        if state.winners():
            assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
        else:
            assert min(ranks) > 1
        assert state.winners() == [seat for seat, rank in enumerate(ranks) if rank == 1]


def check_nobody_has_won_before_the_end(case: Case) -> None:
    """A game in progress has scores but no winners."""
    for state in positions(case):
        if not state.done:
            assert state.winners() == []
            assert len(state.scores()) == case.players


def check_rewards_follow_the_ranks(case: Case) -> None:
    """Placement, win and score rewards are what ranks and scores say, and sum to what was declared."""
    for state in positions(case):
        if not state.done:
            continue
        ranks = np.array([state.ranks()])
        rewards = state.returns()
        if not state.winners():
            expected = [-1.0] * case.players
        elif case.players == 1:
            expected = [1.0]
        else:
            expected = placements(ranks)[0].tolist()
        assert close(rewards, expected), (rewards, expected)
        if case.game.spec.zero_sum:
            assert abs(sum(rewards)) <= 1e-6, rewards
        shares = state.returns("win")
        assert close(sum(shares), 1 if state.winners() else 0), shares
        assert all((share > 0) == (rank == 1) for share, rank in zip(shares, state.ranks(), strict=True))
        if case.players > 1:
            assert abs(sum(state.returns("score"))) <= 1e-4, state.returns("score")


def check_an_unknown_reward_is_refused(case: Case) -> None:
    """A reward that there is not is refused with the names of those that there are."""
    with refused(ValueError, "unknown reward 'victory'; choose one of placement, win, score"):
        positions(case)[0].returns("victory")


def check_seats_are_fair_at_random_play(case: Case) -> None:
    """Every seat's mean placement is zero and it wins as often as the others, within 4.5 standard errors."""
    if case.players == 1:
        raise NotApplicable("a solo game has one seat")
    results = random_results(case.game, FAIRNESS_GAMES)
    values = placements(results.ranks)
    error = values.std(axis=0) / math.sqrt(FAIRNESS_GAMES)
    assert (np.abs(values.mean(axis=0)) < 4.5 * error + 1e-9).all(), values.mean(axis=0) / error
    won = results.ranks == 1  # of a game that nobody won, nobody has a share
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    spread = shares.std(axis=0) / math.sqrt(FAIRNESS_GAMES)
    assert (np.abs(shares.mean(axis=0) - shares.mean()) < 4.5 * spread + 1e-9).all(), shares.mean(axis=0)


def check_whole_games_end_as_their_states_do_and_threads_change_nothing(case: Case) -> None:
    """Games played out compiled end in time, with the same results on any number of threads."""
    count = 300
    alone, together = random_results(case.game, count), random_results(case.game, count, threads=2)
    for one, other in zip(alone, together, strict=True):
        assert np.array_equal(one, other)
    assert alone.num_decisions.max() <= case.game.spec.max_decisions
    assert alone.num_decisions.min() > 0
