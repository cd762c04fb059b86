"""Tournaments: figures that are known, schedules that are complete, runs that go on after a kill."""

from __future__ import annotations

import inspect
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs, evaluation
from mailwing.envs._core.bots import RANDOM, Bot
from mailwing.evaluation import StoreError, compare
from mailwing.evaluation import tournament as play_tournament
from mailwing.evaluation.entrants import Source
from mailwing.evaluation.tournaments import CHECK_EVERY, ScheduleError, _Run

from .players import Dice, Lowest, LowestInBatches

BEST = toys.BEST["drop_out"]
AGENTS: dict[str, Source] = {"best": BEST, "random": RANDOM}


def figures(played: evaluation.Tournament) -> dict[str, Any]:
    """Everything of a tournament that must not depend on how it was run."""
    data = played.to_dict()
    return {name: data[name] for name in ("results", "ratings", "games", "num_decisions", "settings", "notes")}


@pytest.mark.parametrize("agent", [RANDOM, BEST, Dice(), LowestInBatches()], ids=lambda agent: agent.name)
def test_mirror_matches_give_chance(agent: Source) -> None:
    result = compare("drop_out", agent, agent, deals=60, players=4)
    assert result.mirror
    assert result.low <= 0.25 <= result.high
    assert result.verdict == "open"


def test_equal_agents_of_different_names_are_even() -> None:
    """Two dice with generators of their own: no rotation repeats another."""
    other = Dice()
    other.name = "other dice"
    result = compare("two_ply", Dice(), other, deals=150)
    assert not result.mirror
    assert result.low <= 0.5 <= result.high
    assert result.high - result.low < 0.2


def test_an_oracle_wins_every_game() -> None:
    """Who lies as speaker and believes an honest speaker never loses at hidden coin."""
    result = compare("hidden_coin", toys.ANSWER_TO_RANDOM["hidden_coin"], toys.BEST["hidden_coin"], deals=300)
    assert result.win_rate == 1.0
    assert result.low > 0.98
    assert result.rank.value == 1.0


def test_a_known_win_share_is_inside_the_interval() -> None:
    """Best play wins 5 of 6 games of two plies against random play."""
    result = compare("two_ply", toys.BEST["two_ply"], "random", deals=2000)
    assert result.low <= 5 / 6 <= result.high
    assert result.high - result.low < 0.03
    assert str(result).startswith("best vs random: win rate 0.8")
    assert str(result).endswith("baseline 0.50")


def test_all_pairs_ratings_and_seats() -> None:
    played = play_tournament("drop_out", AGENTS, deals=200, players=4)
    assert [result.name for result in played.results] == [
        "best vs 3 × best",
        "best vs 3 × random",
        "random vs 3 × best",
        "random vs 3 × random",
    ]
    assert played.result("best", "random").verdict == "above"
    assert played.result("random", "best").verdict == "below"
    assert [(entry.agent, entry.rank) for entry in played.ratings] == [("best", "1"), ("random", "2")]
    assert played.rated_games == 800
    assert played.games == 200 * 4 * 5
    assert all(len(result.by_seat) == 4 for result in played.results)
    mean = np.mean([share.value for share in played.result("best", "random").by_seat])
    assert mean == pytest.approx(played.result("best", "random").win_rate)
    with pytest.raises(KeyError, match="did not play"):
        played.result("best", "nobody")
    json.dumps(played.to_dict())


def test_the_same_deals_are_dealt_to_everybody() -> None:
    one = play_tournament("drop_out", AGENTS, deals=20)
    again = play_tournament("drop_out", AGENTS, deals=20, threads=3)
    other = play_tournament("drop_out", AGENTS, deals=20, seed=1)
    assert figures(one) == figures(again)
    assert figures(one)["results"] != figures(other)["results"]


def test_match_ups_in_words() -> None:
    words = "best=toys.drop_out:BEST:2xrandom,random:1xbest=toys.drop_out:BEST+1xrandom"
    played = play_tournament("drop_out", words, deals=30)
    assert [result.name for result in played.results] == ["best vs 2 × random", "random vs best + random"]
    assert played.ratings == ()
    assert played.agents == {"best": "toys.drop_out:BEST", "random": "random"}


def test_agents_of_every_kind_at_one_table() -> None:
    played = play_tournament("drop_out", [BEST, Lowest(), LowestInBatches(), "random"], deals=5)
    assert {entry.agent for entry in played.ratings} == {"best", "lowest", "lowest in batches", "random"}
    low, batched = played.result("lowest", "random"), played.result("lowest in batches", "random")
    assert low.by_seat == batched.by_seat


def test_two_agents_of_one_name_are_told_apart() -> None:
    twin = Bot("best", toys.ANSWER_TO_RANDOM["drop_out"].choose, params=np.ones(1))
    played = play_tournament("drop_out", [BEST, twin], deals=3)
    assert played.ladder == ("best", "best (2)")


def test_solo_games_have_no_chance_level() -> None:
    played = play_tournament("solo_flight", {"best": toys.BEST["solo_flight"], "random": RANDOM}, deals=2000)
    assert [result.name for result in played.results] == ["best", "random"]
    assert played.results[0].baseline is None
    assert played.results[0].low <= 219 / 256 <= played.results[0].high
    assert "baseline" not in str(played.results[0])


def test_a_decided_match_stops_and_an_open_one_does_not() -> None:
    played = play_tournament("drop_out", AGENTS, deals=300, players=4, until_decided=True)
    decided, mirror = played.result("best", "random"), played.result("best", "best")
    assert decided.stopped_early
    assert decided.deals % CHECK_EVERY == 0
    assert decided.deals < 300
    assert decided.verdict == "above"
    assert mirror.deals == 300
    assert not mirror.stopped_early
    longer = play_tournament("drop_out", AGENTS, deals=600, players=4, until_decided=True)
    assert longer.result("best", "random") == decided


def test_a_match_of_a_slow_agent_is_checked_more_often() -> None:
    """Its chunks are of eight deals, and a decided match need not go on to the sixty-fourth."""
    agents: list[Source] = [Dice(), BEST]
    decided = play_tournament("drop_out", agents, deals=64, players=4, until_decided=True).result("dice", "best")
    assert decided.stopped_early
    assert decided.deals in range(8, 64, 8)


def test_progress_says_how_a_match_stands() -> None:
    """Long matches are worth a look before they end: after eight deals it is what eight deals alone would show."""
    said: list[str] = []
    agents: list[Source] = [Lowest(), BEST]
    play_tournament("drop_out", agents, deals=16, progress=lambda done, total, words: said.append(words))
    after_eight = play_tournament("drop_out", agents, deals=8).result("lowest", "best").win_rate
    (standing,) = [words for words in said if words.startswith("lowest vs 2 × best: ")]
    assert standing == f"lowest vs 2 × best: {after_eight:.2f} so far"


class Killed(BaseException):
    """What the tests throw instead of killing the process."""


def killing_after(calls: int) -> Callable[[int, int, str], None]:
    left = calls

    def progress(done: int, total: int, words: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    return progress


@pytest.mark.parametrize("calls", [0, 1, 7, 20])
def test_a_killed_tournament_goes_on_where_it_was(calls: int, tmp_path: Path) -> None:
    """Killed at every kind of moment, the result is that of a run that was never stopped; nothing is played twice."""
    agents: list[Source] = [Lowest(), BEST]
    store = tmp_path / "results.sqlite"
    whole = play_tournament("drop_out", agents, deals=40, until_decided=False)
    with pytest.raises(Killed):
        play_tournament("drop_out", agents, deals=40, store=store, progress=killing_after(calls))
    with sqlite3.connect(store) as db:
        before = db.execute("SELECT count(*) FROM games").fetchone()[0]
    again = play_tournament("drop_out", agents, deals=40, store=store)
    assert before < again.games
    assert figures(again) == figures(whole)
    once_more = play_tournament("drop_out", agents, deals=40, store=store, progress=killing_after(1))
    assert figures(once_more) == figures(whole), "a complete tournament is read, not played"


def test_a_process_that_dies_loses_nothing_it_stored(tmp_path: Path, run_python: Callable[..., str]) -> None:
    store = tmp_path / "results.sqlite"
    program = f"""
import os, toys
from mailwing.evaluation import tournament
toys.register_all()
def progress(done, total, words):
    if done > total / 2:
        print(done, flush=True)
        os._exit(0)
tournament("drop_out", "best=toys.drop_out:BEST,random", deals=3000, store={str(store)!r}, progress=progress)
"""
    died_at = int(run_python(program))
    with sqlite3.connect(store) as db:
        assert db.execute("SELECT count(*) FROM games").fetchone()[0] == died_at
    again = play_tournament("drop_out", "best=toys.drop_out:BEST,random", deals=3000, store=store)
    assert again.games == 3000 * 3 * (4 + 2)


def test_a_decided_match_is_not_played_on_from_a_store(tmp_path: Path) -> None:
    store = tmp_path / "results.sqlite"
    settings: dict[str, Any] = {"deals": 200, "players": 4, "until_decided": True, "store": store}
    first = play_tournament("drop_out", AGENTS, **settings)
    assert figures(play_tournament("drop_out", AGENTS, **settings)) == figures(first)


def test_more_deals_are_added_to_a_store(tmp_path: Path) -> None:
    store = tmp_path / "results.sqlite"
    play_tournament("drop_out", AGENTS, deals=10, store=store)
    assert figures(play_tournament("drop_out", AGENTS, deals=25, store=store)) == figures(
        play_tournament("drop_out", AGENTS, deals=25)
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 5}, "seed: 0 in the file, 5 asked for"),
        ({"players": 5}, "players: 3 in the file, 5 asked for"),
        ({"until_decided": True}, "until_decided: False in the file, True asked for"),
        ({"agents": {"best": RANDOM, "random": RANDOM}}, "agents.best: bot best"),
    ],
)
def test_a_store_of_another_tournament_is_refused(change: dict[str, Any], words: str, tmp_path: Path) -> None:
    store = tmp_path / "results.sqlite"
    settings: dict[str, Any] = {"agents": AGENTS, "deals": 5, "players": 3, "store": store}
    play_tournament("drop_out", **settings)
    with pytest.raises(StoreError) as error:
        play_tournament("drop_out", **{**settings, **change})
    assert words in str(error.value)


def test_a_schedule_that_is_not_complete_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """A harness that silently repeats deals instead of playing new ones."""
    play_chunk = _Run._play_chunk
    monkeypatch.setattr(_Run, "_play_chunk", lambda run, match, first, stop: play_chunk(run, match, 0, stop - first))
    monkeypatch.setattr("mailwing.evaluation.tournaments.CHUNK_DEALS", {"bot": 5})
    with pytest.raises(ScheduleError, match="not those of the schedule"):
        play_tournament("drop_out", AGENTS, deals=10)


def test_how_much_is_played_at_once_changes_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    agents: list[Source] = [BEST, "random", LowestInBatches()]
    whole = figures(play_tournament("drop_out", agents, deals=20))
    monkeypatch.setattr("mailwing.evaluation.tournaments.CHUNK_DEALS", {"bot": 7, "network": 3, "python": 1})
    assert figures(play_tournament("drop_out", agents, deals=20)) == whole


def test_games_that_repeat_themselves_are_pointed_out() -> None:
    played = play_tournament("kingmaker", {"best": toys.BEST["kingmaker"], "cheap": toys.ANSWER_TO_RANDOM["kingmaker"]})
    assert any("of 3,000 games differ" in note for note in played.notes)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"agents": ["random"]}, "two different agents"),
        ({"agents": []}, "two different agents"),
        ({"agents": "random,adept"}, "unknown agent 'adept'"),
        ({"agents": AGENTS, "deals": 0}, "deals=0"),
        ({"agents": AGENTS, "threads": 0}, "threads=0"),
        ({"agents": AGENTS, "players": 9}, "players=9"),
        ({"agents": "random:3xrandom"}, "seats 4, but the table has 3"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        play_tournament("drop_out", **settings)


def test_an_option_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="drop_out: unknown option 'speed'"):
        play_tournament("drop_out", AGENTS, options={"speed": 1})


def test_compare_and_tournament_take_the_same_settings() -> None:
    """Deals, players, options and the other settings have the same names and defaults, and give the same result."""
    of_compare, of_tournament = (inspect.signature(function).parameters for function in (compare, play_tournament))
    shared = {name: parameter for name, parameter in of_compare.items() if parameter.kind is parameter.KEYWORD_ONLY}
    assert {name: (p.default, p.annotation) for name, p in shared.items()} == {
        name: (of_tournament[name].default, of_tournament[name].annotation) for name in shared
    }
    settings: dict[str, Any] = {"deals": 20, "players": 2, "options": {"length": "long"}, "seed": 3}
    alone = compare("several_moves", toys.BEST["several_moves"], "random", **settings)
    together = play_tournament("several_moves", {"best": toys.BEST["several_moves"], "random": RANDOM}, **settings)
    assert alone.win_rate == together.result("best", "random").win_rate
    with pytest.raises(ValueError, match="deals=0 is not a whole number from 1 on"):
        compare("several_moves", "random", "random", deals=0)
    with pytest.raises(ValueError, match="bound to its options already"):
        compare(envs.load("several_moves"), "random", "random", players=3)


def test_compare_takes_a_table_of_different_opponents() -> None:
    game = envs.load("drop_out", players=4)
    result = compare(game, BEST, ["random", BEST, "random"], deals=20)
    assert result.opponents == ("random", "best", "random")
    assert result.name == "best vs 2 × random + best"
    with pytest.raises(ValueError, match="2 opponents for 4 seats; name 3"):
        compare(game, BEST, ["random", BEST])
