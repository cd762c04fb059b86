"""The news: what the table hears and sees when an action is played."""

from __future__ import annotations

import random
import re

import pytest

from mailwing.envs._core.game import Game
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.pictures.news import news
from mailwing.envs.aeroplanes.testing import Table, dealt, position


def said(table: Table, letter: str, words: str) -> list[str]:
    """The news of one action."""
    before = table.state.copy()
    table.play(letter, words)
    return news(table.game, before.record, table.state.history[-1], table.s)


def flying(kind: str, to: str, **more: int) -> Table:
    """A is about to fly a tile somewhere from London or Ethiopia, with money and things as told."""
    table = position().airports("A", "Ethiopia").tiles("A", kind, kind).money(A=20).failures(**more)
    return table.play("A", f"Place a Stage {kind} airport", f"To {to}")


# Homes and cards


def test_the_last_home_brings_the_income_and_the_first_era() -> None:
    table = dealt()
    table.s.first, table.s.seat = 0, 2
    assert said(table, "C", "Home in Berlin") == []
    assert said(table, "B", "Home in Paris") == []
    assert said(table, "A", "Home in Rome") == [
        "income: seat 0 £13, seat 1 £11, seat 2 £14",
        "era I begins: seat 0 is first",
    ]


def test_a_card_bought_brings_airports_and_makes_room_for_another() -> None:
    table = position().money(A=9, B=9)
    assert said(table, "A", "Buy 6") == ["puts 2 Stage I airports on it", "new on display: 13 Fokker F.III"]
    assert said(table, "B", "Buy 1") == ["puts 1 Stage I airport on it", "new on display: 14 Handley Page W.8"]


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (1, ["puts 1 Stage I airport on it", "no other Stage I airport is left in the supply"]),
        (0, ["no Stage I airport is left in the supply"]),
    ],
)
def test_the_supply_is_short_of_airports(left: int, told: list[str]) -> None:
    table = position().money(A=9)
    table.s.supply[0, 0] = left
    assert said(table, "A", "Buy 6") == [*told, "new on display: 13 Fokker F.III"]


def test_increased_production() -> None:
    table = position().era(2).money(A=9).advantages("A", "Increased Production").play("A", "Buy 16")
    assert said(table, "A", "Use Increased Production") == ["puts 1 Stage II airport on it"]


def test_the_deck_is_empty() -> None:
    table = position().era(3).display(44).money(A=20)
    assert said(table, "A", "Buy 44") == ["puts 2 Stage III airports on it"]


# Flights


def test_a_flight_without_risk() -> None:
    table = position().tiles("A", "I").play("A", "Place", "To Paris")
    assert said(table, "A", "Direct, white") == ["Stage I airport in Paris"]


def test_a_roll_that_is_enough() -> None:
    table = flying("I", "Kenya").dice(2, 4, 6)
    assert said(table, "A", "Direct, red") == ["rolls 2 4 6 = 12, needs 12", "Stage I airport in Kenya"]


def test_the_help_of_an_opponent_is_in_the_need() -> None:
    table = position().airports("A", "Ethiopia").airports("B", "Kenya").tiles("A", "I").play("A", "Place", "To Kenya")
    assert said(table.dice(2, 3, 5), "A", "Direct, red") == ["rolls 2 3 5 = 10, needs 10", "Stage I airport in Kenya"]


def test_a_roll_that_is_short_and_paid_for() -> None:
    table = flying("I", "Kenya").dice(3, 4, "failure")
    assert said(table, "A", "Direct, red") == [
        "rolls failure 3 4 = 7, needs 12",
        "takes 1 engine failure, has 1",
        "short by 5",
    ]
    assert said(table, "A", "Pay £5") == ["Stage I airport in Kenya"]


def test_pilots_add_up() -> None:
    table = flying("I", "Kenya").advantages("A", "Daring Pilot", 2).dice(2, 2, 3)
    assert said(table, "A", "Direct, red") == ["rolls 2 2 3 = 7, needs 12", "short by 5"]
    assert said(table, "A", "Use a Daring Pilot") == ["now 10 of 12"]
    assert said(table, "A", "Use a Daring Pilot") == ["Stage I airport in Kenya"]


def test_giving_up() -> None:
    table = flying("I", "Kenya").dice(2, 2, 3).play("A", "Direct, red")
    assert said(table, "A", "Give up") == ["the airport tile is back on its card"]


def test_a_flight_in_two_parts() -> None:
    """Ethiopia, Kenya, East Africa, with opponents at neither."""
    table = flying("II long-distance", "East Africa").dice(4, 4, 4)
    assert said(table, "A", "Skip Kenya") == ["rolls 4 4 4 = 12, needs 12"]
    table.dice(2, 4, 5)
    assert said(table, "A", "Roll for part 2") == ["rolls 2 4 5 = 11, needs 12", "short by 1"]
    assert said(table, "A", "Pay £1") == ["Stage II airport in East Africa"]


def test_aborting() -> None:
    table = flying("II long-distance", "East Africa").dice(4, 4, 4).play("A", "Skip Kenya")
    assert said(table, "A", "Abort") == ["the airport tile is back on its card"]


def test_the_crash() -> None:
    table = flying("I", "Kenya", A=3).dice("failure", 6, 6)
    assert said(table, "A", "Direct, red") == [
        "rolls failure 6 6 = 12, needs 12",
        "engine failure number 4: crash, the Stage I airport goes back to the supply",
    ]


def test_radio_beacons() -> None:
    """With a Radio Beacon nothing comes of a roll before it is let stand."""
    table = position().airports("A", "Ethiopia").era(3).tiles("A", "III").advantages("A", "Radio Beacons", 2)
    table.money(A=9).play("A", "Place", "To Kenya").dice("failure", "failure", 2)
    assert said(table, "A", "Direct, red") == ["rolls failure failure 2 = 2, needs 12"]
    table.dice("failure", 5, 5)
    assert said(table, "A", "Use Radio Beacons") == ["rolls failure 5 5 = 10, needs 12"]
    again = table.state.copy()
    assert said(table, "A", "Keep") == ["takes 1 engine failure, has 1", "short by 2"]
    table.state = again
    table.dice(4, 4, 5)
    assert said(table, "A", "Use Radio Beacons") == ["rolls 4 4 5 = 13, needs 12", "Stage III airport in Kenya"]


def test_airports_replaced() -> None:
    table = position().airports("B", "Brussels").airports("C", "Brussels").tiles("A", "II", "II", "III")
    table.play("A", "Place a Stage II airport", "To Brussels")
    assert said(table, "A", "Direct, white") == []
    assert said(table, "A", "Replace the Stage I airport of seat 2") == [
        "Stage II airport in Brussels in place of the Stage I airport of seat 2"
    ]
    table.play("A", "Place a Stage III airport")
    assert said(table, "A", "To Brussels") == ["Stage III airport in Brussels in place of its own of Stage II"]


def test_the_only_airport_that_can_be_replaced() -> None:
    table = position().airports("B", "Brussels").airports("C", "Brussels", stage=2).tiles("A", "II")
    table.play("A", "Place", "To Brussels")
    assert said(table, "A", "Direct, white") == [
        "Stage II airport in Brussels in place of the Stage I airport of seat 1"
    ]


@pytest.mark.parametrize("others", [0, 1])
def test_the_americas(others: int) -> None:
    table = position().airports("A", "Dakar").tiles("A", "II long-distance").money(A=50)
    for letter in "BC"[:others]:
        table.airports(letter, "South America", stage=2)
    table.play("A", "Place", "To South America").dice(5, 5, 5).play("A", "Direct, barred black").dice(5, 5, 5)
    assert said(table, "A", "Roll for part 2") == [
        f"rolls 5 5 5 = 15, needs {14 - 2 * others}",
        "Stage II airport in South America",
        "Americas bonus: £3 and 1 VP",
    ]


# Passengers and advantages


def test_a_passenger_is_told_by_its_words() -> None:
    table = position().plane("A", 6).waiting("London", 1, "London")
    assert said(table, "A", "Claim") == []
    assert said(table, "A", "Aboard") == []


def test_dice_for_advantages() -> None:
    table = position().money(A=9).dice("failure", 2, 4)
    assert said(table, "A", "Roll for two") == ["rolls failure 2 4"]
    again = table.state.copy()
    assert said(table, "A", "Use 2 and 4") == ["gets Daring Pilot"]
    table.state = again.copy()
    assert said(table, "A", "Use failure and 2") == [
        "gets Daring Pilot",
        "1 engine failure to exchange for tiles of choice",
    ]
    assert said(table, "A", "Take Engine Maintenance") == []
    table = position().money(A=9).dice(4, 5, 6).play("A", "Roll for two")
    assert said(table, "A", "Use 4 and 6") == ["gets nothing"]


def test_engine_maintenance() -> None:
    table = position().failures(A=2).advantages("A", "Engine Maintenance")
    assert said(table, "A", "Use Engine Maintenance") == ["discards 2 engine failures"]


# Rounds and eras


def test_the_first_player_die() -> None:
    table = position().turn("C").die(4)
    assert said(table, "C", "Take a subsidy") == ["first player die: 4, seat 1 is first"]
    assert said(table, "B", "Take a subsidy") == []


def test_the_end_of_an_era() -> None:
    """Europe: A 2, B and C 1 each, who share second place with 3 players, its 2 VP halved."""
    table = position().airports("A", "Paris", "Kenya").airports("B", "India").plane("C", 6, free=0).plane("A", 4)
    table.waiting("London", 1, "Rome").waiting("Rome", 2, "Vienna").overflow(3, "Cairo").subsidies(0)
    assert said(table, "A", "Take the token") == [
        "era I is over",
        "Europe: seat 0 +4 VP (2), seat 1 +1 VP (1), seat 2 +1 VP (1)",
        "Africa: seat 0 +4 VP (1)",
        "Asia: seat 1 +4 VP (1)",
        "profit: seat 2 +4 VP (+2)",
        "passengers: 1 leave the overflow, 2 move there, 24 are new",
        "13 cards of era I removed",
        "income: £22 each",
        "era II begins: seat 0 is first",
    ]


def test_nobody_scores() -> None:
    table = position().subsidies(0)
    assert {"Africa: nobody scores", "profit: nobody scores"} <= set(said(table, "A", "Take the token"))


def test_the_end_of_the_game() -> None:
    table = position().plane("B", 12).points(A=1).era(3).subsidies(0)
    assert said(table, "A", "Take the token") == [
        "era III is over",
        "Europe: seat 0 +2 VP (1), seat 1 +2 VP (1), seat 2 +2 VP (1)",
        "Africa: nobody scores",
        "Asia: nobody scores",
        "profit: nobody scores",
        "aeroplanes and passengers: seat 0 +0, seat 1 +1, seat 2 +0 VP",
        "game over: seat 0 and seat 1 share the victory with 3 VP",
    ]


def test_the_last_action_before_the_round_limit_counts() -> None:
    """C's passenger fills its aeroplane in the last round: a profit of 3."""
    table = position(round_limit=5).plane("C", 10).waiting("Rome", 1, "Rome", seats=3).turn("C")
    table.s.round_number = 5
    table.play("C", "Claim")
    lines = said(table, "C", "Aboard 10")
    assert lines[0] == "round limit: era I is over"
    assert "profit: seat 2 +4 VP (+3)" in lines


@pytest.mark.parametrize("seed", range(6))
def test_scores_told_are_scores_given(seed: int) -> None:
    """Through whole games, the points told in the news are those that tokens moved by, seat by seat."""
    players = 3 + seed % 3
    state, rng = Game(SPEC, players, round_limit=9).new(seed), random.Random(seed)
    told = [0] * players
    while not state.done:
        before, seat = state.copy(), state.seat
        state.apply(rng.choice(state.legal()))
        for line in news(state.game, before.record, state.history[-1], state.record):
            assert line == line.strip() != ""
            if line.startswith(("Europe:", "Africa:", "Asia:", "profit:")):
                for scorer, points in re.findall(r"seat (\d) \+(\d+) VP", line):
                    told[int(scorer)] += int(points)
            if line.startswith("Americas bonus"):
                told[seat] += 1
    assert told == state.record.points[:players].tolist()
