"""Recorded games are the games that are played, cut into the trajectories of their seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.agents import AgentError
from mailwing.envs._core.loops.matches import Results
from mailwing.evaluation.entrants import Entrant, resolve
from mailwing.evaluation.lineups import Match
from mailwing.evaluation.matches import play
from mailwing.evaluation.selfcheck import check_seats
from mailwing.evaluation.trajectories import Portion, Recorder, Schedule, Trajectories

from .players import Cheat, CheatInBatches, Dice, LowestInBatches

GAMES = ("ab_die_post", "several_moves", "drop_out", "solo_flight")


def entrants_of(game: envs.Game, **sources: Any) -> dict[str, Entrant]:
    return {label: resolve(game, label, source) for label, source in sources.items()}


def record(game: envs.Game, entrants: Mapping[str, Entrant], games: int, **settings: Any) -> list[Portion]:
    lineup = (tuple(entrants) * game.players)[: game.players]
    return list(Recorder(game, entrants, [Match(lineup, mixed=True)], **{"seed": 3, **settings}).portions(games))


def joined(portions: list[Portion]) -> Trajectories:
    columns = zip(*(portion.decisions for portion in portions), strict=True)
    return Trajectories(*(np.concatenate(column) for column in columns))


@pytest.mark.parametrize("game_id", GAMES)
def test_a_recorded_game_is_the_game_of_its_seed(game_id: str) -> None:
    """Played again decision by decision, every seat sees, may do and gets what was recorded."""
    game = envs.load(game_id)
    found = joined(record(game, entrants_of(game, dice=Dice()), 3))
    assert found.game.max() == 2
    for number in range(3):
        mine = found.game == number
        state = game.new(int(found.seed[mine][0]))
        steps = np.zeros(game.players, dtype=int)
        while not state.done:
            legal = state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            (row,) = np.flatnonzero(mine & (found.seat == state.seat) & (found.step == steps[state.seat]))
            steps[state.seat] += 1
            assert (found.observation[row] == state.observation()).all()
            assert (found.mask[row] == state.mask()).all()
            state.apply(int(found.action[row]))
        assert steps.sum() == mine.sum()
        for seat in np.flatnonzero(steps):
            own = mine & (found.seat == seat)
            assert found.reward[own].sum() == pytest.approx(state.returns()[seat])
            assert found.last[own].tolist() == [False] * (steps[seat] - 1) + [True]
            assert (found.score[own] == state.scores()[seat]).all()
            assert (found.rank[own] == state.ranks()[seat]).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_bots_play_as_in_an_evaluation(threads: int) -> None:
    game = envs.load("ab_die_post")
    entrants = entrants_of(game, expert="expert", adept="adept", novice="novice", random="random")
    recorder = Recorder(game, entrants, [Match(tuple(entrants), mixed=True)], seed=3, threads=threads)
    seeds = recorder.schedule.seeds(0, 40)
    seats = recorder.schedule.seats(0, seeds)[1]
    results = play(game, list(entrants.values()), seats, seeds)
    found = joined(list(recorder.portions(40)))
    assert (found.score == results.scores[found.game, found.seat]).all()
    assert (found.rank == results.ranks[found.game, found.seat]).all()
    assert (found.agent == seats[found.game, found.seat]).all()


def test_neither_threads_nor_portions_change_what_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = envs.load("ab_die_post")
    entrants = entrants_of(game, expert="expert", novice="novice")
    one = joined(record(game, entrants, 40))
    monkeypatch.setattr("mailwing.evaluation.trajectories.PORTION_BYTES", 500_000)
    monkeypatch.setattr("mailwing.evaluation.trajectories.FIRST_TAPE", 8)  # it is made longer in the middle of games
    small = record(game, entrants, 40, threads=3)
    assert len(small) > 10
    for first, second in zip(one, joined(small), strict=True):
        assert first.dtype == second.dtype
        assert (first == second).all()


class Given(Schedule):
    """Seats and deals that are given."""

    def __init__(self, seats: Any, seeds: Any) -> None:
        self.given = seats, seeds

    def seeds(self, first: int, count: int) -> Any:
        return self.given[1][first : first + count]

    def seats(self, first: int, seeds: Any) -> Any:
        return np.zeros(len(seeds), dtype=np.int64), self.given[0][first : first + len(seeds)]


def test_every_agent_gets_the_observations_of_its_own_seat() -> None:
    """The check of evaluations, held against the recorder: networks in batches, and agents one by one."""
    game = envs.load("ab_die_post", turn_limit=20)

    def recorded(game: envs.Game, lineup: list[Entrant], seats: Any, seeds: Any) -> Results:
        recorder = Recorder(game, {entrant.label: entrant for entrant in lineup}, [], seed=0)
        recorder.schedule = Given(seats, seeds)
        recorder.lineups = np.arange(game.players)[None]
        results = play(game, lineup, seats, seeds)  # for what trajectories do not tell
        for entrant in lineup:
            entrant.agent().__init__(entrant.agent().salt)  # they forget what they have seen
        found = joined(list(recorder.portions(len(seeds))))
        scores = np.full_like(results.scores, -999)
        scores[found.game, found.seat] = found.score
        return results._replace(scores=scores)

    check_seats(game, harness=recorded)


@pytest.mark.parametrize("kind", [LowestInBatches, Dice])
def test_agents_sit_beside_bots(kind: Any) -> None:
    game = envs.load("ab_die_post", turn_limit=20)
    entrants = entrants_of(game, guest=kind(), expert="expert")
    recorder = Recorder(game, entrants, [Match(("guest", "expert", "expert", "expert"))], seed=3, threads=2)
    seeds = recorder.schedule.seeds(0, 8)
    seats = recorder.schedule.seats(0, seeds)[1]
    assert np.argmax(seats == 0, axis=1).tolist() == [0, 1, 2, 3, 0, 1, 2, 3]  # a seat further every game
    results = play(game, [entrants[name] for name in recorder.schedule.matches[0].lineup], seats, seeds)
    found = joined(list(recorder.portions(8)))
    assert (found.score == results.scores[found.game, found.seat]).all()
    if kind is LowestInBatches:
        own = found.agent == 0
        assert (found.action[own] == found.mask[own].argmax(axis=1)).all()


def test_shaping_is_received_between_decisions() -> None:
    """It adds up to minus the potential of the first decision, which is 0 for who decides first of all."""
    game = envs.load("ab_die_post", turn_limit=20)
    entrants = entrants_of(game, expert="expert")
    plain, shaped = (joined(record(game, entrants, 8, shaping=factor)) for factor in (0.0, 0.05))
    assert (plain.action == shaped.action).all()
    assert (plain.reward[~plain.last] == 0).all()
    assert (shaped.reward[~shaped.last] != 0).any()
    assert shaped.return_to_go[shaped.last] == pytest.approx(shaped.reward[shaped.last], abs=1e-6)
    for number in range(8):
        state = game.new(int(plain.seed[plain.game == number][0]))
        assert not any(state.scores())
        (row,) = np.flatnonzero((plain.game == number) & (plain.seat == state.seat) & (plain.step == 0))
        assert shaped.return_to_go[row] == pytest.approx(plain.return_to_go[row], abs=1e-5)


def test_the_end_is_seen_by_every_seat() -> None:
    game = envs.load("ab_die_post", turn_limit=20)
    (portion,) = record(game, entrants_of(game, expert="expert"), 2)
    decisions = portion.decisions
    lasts = np.flatnonzero(decisions.last)
    assert portion.ends.shape == (len(lasts), game.obs_size)
    state = game.new(int(decisions.seed[0]))
    step = dict.fromkeys(range(game.players), 0)
    while not state.done:
        legal = state.legal()
        if len(legal) > 1:
            own = (decisions.game == 0) & (decisions.seat == state.seat) & (decisions.step == step[state.seat])
            step[state.seat] += 1
            legal = [int(decisions.action[own][0])]
        state.apply(legal[0])
    for end, row in zip(portion.ends, lasts.tolist(), strict=True):
        if decisions.game[row] == 0:
            assert (end == state.observation(int(decisions.seat[row]))).all()


@pytest.mark.parametrize("kind", [Cheat, CheatInBatches])
def test_an_agent_that_breaks_the_rules_is_named(kind: Any) -> None:
    game = envs.load("ab_die_post", turn_limit=20)
    with pytest.raises(AgentError, match=r"(?s)(?=.*'cheat).*deal \d+"):
        record(game, entrants_of(game, cheat=kind(), expert="expert"), 2)
