"""The text fits a terminal of 24 lines of 80 columns, and what a person is told of a choice is what comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from expert_games import expert_game

from mailwing.envs._core.game import Game
from mailwing.envs._core.pictures.fitting import COLUMNS, LINES
from mailwing.envs._core.position import Position
from mailwing.envs.ab_die_post import SPEC, Action
from mailwing.envs.ab_die_post.pictures.text import SIGNS
from mailwing.envs.ab_die_post.testing import Table, position


def random_game(players: int, seed: int) -> Iterator[Position]:
    """The positions of a random game that flies where it can."""
    state, rng = Game(SPEC, players).new(seed), random.Random(seed)
    while not state.done:
        yield state
        legal = state.legal()
        state.apply(Action.FLY if Action.FLY in legal and rng.random() < 0.7 else rng.choice(legal))
    yield state


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_position_fits(players: int) -> None:
    for game in (random_game(players, 5), expert_game(Game(SPEC, players), 6)):
        for number, state in enumerate(game):
            if number % 5 == 0 or state.done:
                lines = state.text((state.seat, None)[number % 2]).splitlines()
                assert len(lines) <= LINES
                assert max(map(len, lines)) <= COLUMNS, max(lines, key=len)


def prospect(table: Table, words: str) -> str:
    return table.state.prospect(table.state.parse(words))


def test_a_move_says_that_it_takes_or_passes_the_passenger() -> None:
    """From outer 24 a red ball flies 4 fields: whoever flies over both fields beside the passenger takes the card."""
    table = position().planes(A="outer 24").hand("A", "red 3", "2").fly("A", "red")
    over = ("past the passenger", "flies over outer 25 beside the passenger", "takes the passenger (+2)")
    assert prospect(table, "Fly to outer 28") == f"you choose then: {over[0]} / over outer 25 / {over[2]}"
    table.play("A", "Fly to outer 28")
    assert prospect(table, "Fly over outer 25 and outer 26") == f"{over[2]}; hurricane there: costs 2, you have 5"
    assert prospect(table, "Fly over no passenger field") == "hurricane there: costs 2, you have 5"
    table = position().planes(A="outer 22").hand("A", "red 3").hand("A", "1").fly("A", "blue")
    assert prospect(table, "Fly to outer 25").startswith(f"{over[1]}; hurricane there: costs 2")


def test_the_inner_lane_says_what_a_hurricane_would_do() -> None:
    table = position().planes(A="middle 3").hand("A", "red 3", "2").fly("A", "green")
    words = next(table.state.describe(a) for a in table.state.legal() if "inner" in table.state.describe(a))
    assert prospect(table, words) == "hurricane there: costs 8, you have 5 and would start again"


def test_a_landing_says_what_all_score() -> None:
    table = position().planes(A="inner 10", B="outer 3").hand("A", "red 3", "2").fly("A", "yellow")
    said = prospect(table, "Land")
    table.play("A", "Land")
    gained = table.s.last[: table.game.players].tolist()
    assert said == ", ".join(f"seat {seat} +{points}" for seat, points in enumerate(gained))


def test_drawing_says_how_likely_the_red_cards_are_lost() -> None:
    table = position().hand("A", "red 3", "red 3").pile_thrown().turn("A")
    table.s.discard[:] = 0
    table.s.pile[:] = (6, 3, 3)
    assert prospect(table, "Draw a card") == "25 % to lose your red cards"
    assert prospect(table, "Shake") == "hurricane 25 %: costs nothing on the start field"


def test_why_something_is_not_possible() -> None:
    table = position().planes(A="outer 3", B="outer 7").hand("A", "1")
    assert table.state.why_not(Action.FLY) == "4 points of spare parts are needed, you have 1"
    table.hand("A", "red 3").fly("A", "red")
    assert table.state.why_not(Action.OUTER + 3) == "the plane of seat 1 is there"
    assert table.state.why_not(Action.LAND) == "the red ball flies 4 fields, no more and no less"


def test_every_sign_is_explained() -> None:
    assert all(len(line) <= COLUMNS for line in SIGNS.splitlines())
    for sign in ("·", "*", "‖", "points  last", "3/8", "now +4", "storm", "passenger 1/2", "×2"):
        assert sign in SIGNS
