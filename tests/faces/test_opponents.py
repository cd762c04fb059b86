"""Opponents by name, and the line-ups that they make."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs
from mailwing.envs._core.bots import RANDOM, Bot
from mailwing.envs._core.faces import opponents
from mailwing.envs._core.faces.opponents import find_bot, known_bots, lineups_for

BEST = toys.BEST["several_moves"]


def table(players: int = 3) -> envs.Game:
    return envs.load("several_moves", players=players)


def test_random_is_always_there_and_the_ladder_of_a_game_follows() -> None:
    assert known_bots("two_ply") == {"random": RANDOM}
    assert list(known_bots("ab_die_post"))[:2] == ["random", "novice"]


def test_a_bot_can_be_named_by_its_module() -> None:
    assert find_bot("several_moves", "toys.several_moves:BEST") is BEST
    for name, words in (
        ("toys.several_moves:BETS", r"the module has no 'BETS' \(did you mean 'BEST'\?\)"),
        ("toys.nothing:BEST", "there is no module 'toys.nothing'"),
        ("toys.several_moves:SEATS", "is int, not a Bot"),
    ):
        with pytest.raises(ValueError, match=words):
            find_bot("several_moves", name)


def test_unknown_names_are_refused_with_near_ones() -> None:
    with pytest.raises(ValueError, match=r"ab_die_post: unknown opponent 'novise' \(did you mean 'novice'\?\); known:"):
        find_bot("ab_die_post", "novise")


def test_a_package_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        value = "their.bots:find"

        def load(self) -> Any:
            raise ImportError("no module named 'secret'")

    monkeypatch.setattr(opponents, "_finders", lambda: (Broken(),))
    with pytest.raises(ImportError, match=r"the bots of 'their.bots:find' \(mailwing.opponents\) cannot be loaded"):
        known_bots("two_ply")


def test_one_opponent_sits_everywhere_but_at_the_learners_seat() -> None:
    bots, lineups, weights = lineups_for(table(), BEST)
    assert bots == (BEST,)
    assert lineups.tolist() == [[-1, 0, 0], [0, -1, 0], [0, 0, -1]]
    assert weights == pytest.approx([1 / 3] * 3)
    assert lineups_for(table(), "random", 1).lineups.tolist() == [[0, -1, 0]]
    assert lineups_for(table(), "random", [0, 2]).lineups.tolist() == [[-1, 0, 0], [0, 0, -1]]


def test_a_list_sits_clockwise_from_the_learner() -> None:
    bots, lineups, _ = lineups_for(table(), [BEST, "random"])
    assert bots == (BEST, RANDOM)
    assert lineups.tolist() == [[-1, 0, 1], [1, -1, 0], [0, 1, -1]]
    assert lineups_for(table(), ["random", RANDOM]).bots == (RANDOM,)


def test_a_mix_seats_one_kind_at_a_table_by_its_share() -> None:
    bots, lineups, weights = lineups_for(table(), {BEST: 3, "random": 1})
    assert bots == (BEST, RANDOM)
    shares = {tuple(lineup): weight for lineup, weight in zip(lineups.tolist(), weights, strict=True)}
    assert shares[-1, 0, 0] == shares[0, 0, -1] == pytest.approx(0.25)
    assert shares[-1, 1, 1] == pytest.approx(1 / 12)
    assert len(shares) == 6
    assert weights.sum() == pytest.approx(1)
    assert len(lineups_for(table(), {BEST: 1, "random": 0}).lineups) == 3


def test_mixed_tables_draw_every_seat_by_itself() -> None:
    _, lineups, weights = lineups_for(table(), {BEST: 3, "random": 1}, 0, mixed=0.5)
    shares = {tuple(lineup): weight for lineup, weight in zip(lineups.tolist(), weights, strict=True)}
    assert shares[-1, 0, 0] == pytest.approx(0.5 * 0.75 + 0.5 * 0.75**2)
    assert shares[-1, 0, 1] == shares[-1, 1, 0] == pytest.approx(0.5 * 0.75 * 0.25)
    assert weights.sum() == pytest.approx(1)


def test_a_game_alone_needs_no_opponents() -> None:
    assert lineups_for(envs.load("solo_flight"), "random").lineups.tolist() == [[-1]]


@pytest.mark.parametrize(
    ("wanted", "settings", "words"),
    [
        (["random"], {}, "1 opponents are listed, but 2 other seats play"),
        ({}, {}, "the shares of a mix are numbers ≥ 0, not all zero"),
        ({"random": -1}, {}, "the shares of a mix are numbers ≥ 0, not all zero"),
        ({"random": float("nan")}, {}, "the shares of a mix are numbers"),
        ({"random": 1}, {"mixed": 1.5}, "mixed=1.5 is a share from 0 to 1"),
        ("random", {"mixed": 0.5}, "mixed=0.5 needs a mix of opponents"),
        ("random", {"seat": 3}, "seat=3, but the seats are 0 to 2"),
        ("random", {"seat": []}, "seat="),
        ("random", {"seat": "none"}, "seat='none', but the seats are 0 to 2"),
    ],
)
def test_what_makes_no_line_up_is_refused_in_words(wanted: Any, settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        lineups_for(table(), wanted, **settings)


def test_too_many_different_tables_are_refused() -> None:
    kinds: dict[str | Bot, float] = {Bot(f"bot {k}", BEST.choose): 1.0 for k in range(20)}
    with pytest.raises(ValueError, match="20 kinds at 3 seats make more than 4096 different tables"):
        lineups_for(table(4), kinds, mixed=0.5)


def test_a_batch_takes_opponents_by_name() -> None:
    batch = envs.batch("several_moves", 600, players=3, opponents={"random": 1.0, BEST: 1.0}, seat=1)
    assert (batch.seat == 1).all()
    kinds = batch.lineup[:, 0]
    assert (batch.lineup[:, 1] == -1).all()
    assert (batch.lineup[:, 2] == kinds).all()
    assert 0.4 < kinds.mean() < 0.6
    with pytest.raises(ValueError, match="seat=1 needs opponents"):
        envs.batch("several_moves", 2, seat=1)


def test_learners_sit_everywhere_equally_often() -> None:
    batch = envs.batch("drop_out", 3000, players=5, opponents="random")
    seats = (batch.lineup[:, :5] == -1).argmax(axis=1)
    assert np.bincount(seats, minlength=5) == pytest.approx(np.full(5, 600), abs=110)
