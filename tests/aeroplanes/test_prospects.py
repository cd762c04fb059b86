"""What a person is told of a choice: chances and crash risk, costs and gains, and why one is not possible."""

from __future__ import annotations

from itertools import product

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs._core.words import percent
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.actions import Action
from mailwing.envs.aeroplanes.pictures.ways import crash_odds
from mailwing.envs.aeroplanes.testing import Table, position


def prospect(table: Table, words: str) -> str:
    return table.state.prospect(table.state.parse(words))


def why_not(table: Table, action: int) -> str:
    return table.state.why_not(action)


def test_a_roll_has_a_chance_and_a_crash_risk() -> None:
    """Red 12+: 35 % of three dice; with 3 of 4 failures any further one crashes, 91 of 216."""
    table = position(homes=("Paris", "Berlin", "Rome")).tiles("A", "I").failures(A=3).play("A", "Place")
    assert prospect(table, "To Cairo") == "12+ 35 %, crash 42 %"
    assert prospect(table, "To Brussels") == "no roll"
    table = position(homes=("Paris", "Berlin", "Rome")).tiles("A", "I").play("A", "Place")
    assert prospect(table, "To Cairo") == "12+ 35 %"


@pytest.mark.parametrize(("failures", "rolls"), [(0, [12, 12]), (2, [14]), (1, [14, 14, 14]), (3, [10])])
def test_crashes_are_as_likely_as_counting_all_dice_says(failures: int, rolls: list[int]) -> None:
    def crashes(had: int, needs: list[int]) -> float:
        if not needs:
            return 0.0
        share = 0.0
        for dice in product((0, 2, 3, 4, 5, 6), repeat=3):
            now = had + dice.count(0)
            share += 1.0 if now >= 4 else crashes(now, needs[1:]) if sum(dice) >= needs[0] else 0.0
        return share / 216

    if len(rolls) < 3:
        assert crash_odds(Game(SPEC), failures, rolls) == pytest.approx(crashes(failures, rolls))
    else:
        assert 0 < crash_odds(Game(SPEC), failures, rolls) < crash_odds(Game(SPEC), failures + 1, rolls)


def test_percentages_keep_what_is_possible_apart_from_what_is_certain() -> None:
    assert [percent(share) for share in (0.0, 0.001, 0.354, 0.999, 1.0)] == ["0 %", "1 %", "35 %", "99 %", "100 %"]


def test_cards_and_passengers_say_what_they_bring() -> None:
    table = position().money(A=30).plane("A", 6).waiting("London", 1, "London", seats=2)
    assert prospect(table, "Buy 12") == "2×I, 3 seats, 1 VP"
    assert prospect(table, "Claim London passenger 1") == "profit +4"
    table.play("A", "Claim London passenger 1")
    assert prospect(table, "Aboard") == "0 seats left on the Junkers F 13"


def test_the_token_says_what_all_would_score() -> None:
    table = position().subsidies(0)
    assert prospect(table, "Take the token") == "seat 0 +2, seat 1 +2, seat 2 +2 VP"


def test_why_something_is_not_possible() -> None:
    table = position(homes=("London", "Berlin", "Rome")).money(A=3).waiting("London", 1, "Cairo", seats=2)
    assert why_not(table, Action.BUY + 11) == "you have £3"
    assert why_not(table, Action.TILE) == "you have no such tile on a card"
    assert why_not(table, Action.CLAIM) == "you have no airport in Cairo"
    assert why_not(table, Action.CLAIM + 1) == "nobody waits there"
    assert why_not(table, Action.ADVANTAGE + 4) == "it can be had from era III on"
    assert why_not(table, Action.MAINTENANCE) == "you have no such advantage"
    assert why_not(table, Action.SUBSIDY) == ""
    table.airports("A", "Cairo")
    assert why_not(table, Action.CLAIM) == "no aeroplane of yours has 2 free seats"
    table.tiles("A", "I").play("A", "Place")
    cities = table.cities
    assert why_not(table, Action.TO + cities["London"]) == "your home is there"
    assert why_not(table, Action.TO + cities["Japan"]).startswith("no connection leads there")
    assert "only by a later Stage" in why_not(table, Action.TO + cities["Cairo"])
