"""The text of the table in 24 lines of 80 columns: what a person needs to plan is there, the rest is in the details."""

from __future__ import annotations

import re

import pytest

from mailwing.envs._core.pictures.fitting import COLUMNS, LINES
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, dealt, position

rule = pytest.mark.rule

ROUTE = re.compile(r"\b([A-Z]{3}) [^/\n]*?[BGWR]+ +[\d.]+/[\d.]+ ([WL]!?)")
"""A route in the text: the city at its end, whether it is Overwater, and `!` if a crash threatens."""


def flat(table: Table, seat: int | None = None) -> str:
    """The text with its lines joined."""
    return " ".join(table.state.text(seat).split())


def lines(table: Table, seat: int | None = None) -> list[str]:
    """The lines of the text, none of them too long."""
    found = table.state.text(seat).splitlines()
    assert max(map(len, found)) <= COLUMNS, max(found, key=len)
    assert len(found) <= LINES
    return found


def told(table: Table) -> str:
    """The details with their lines joined."""
    found = table.state.details()
    assert max(map(len, found.splitlines())) <= COLUMNS
    return " ".join(found.split())


def row(table: Table, seat: int, you: int | None = None) -> list[str]:
    """The words of the row of a seat: name, glory, money, worth, city, aircraft, level and type, gauges, range."""
    return next(line for line in lines(table, you) if line[1:3] == f"{seat} ")[1:].split()


# Nothing is cut off


def test_a_long_line_goes_on_in_the_next_one() -> None:
    table = position(2, pilots=("Polina Denisovna Osipenko", "Maryse Bastié")).money(Osipenko=12345)
    table.city(Osipenko="Angmagssalik").objectives("Osipenko", "Soviet Diplomacy", "Caracas – Rio de Janeiro")
    table.s.last_round = 1
    assert lines(table, 0)[0] == "Air Postal  La Ligne  round 36/60, the last one"
    purse = ["0", "Osipenko,", "you", "4", "$12,345k", str(table.scores[0]), "ANG"]
    assert row(table, 0, 0)[: len(purse)] == purse
    assert "0 Polina Denisovna Osipenko: 4 glory, $12,345,000" in told(table)
    table = position(2, pilots=("Polina Denisovna Osipenko", "Maryse Bastié")).city(Osipenko="Reykjavik")
    table.flying("Osipenko").fuel(Osipenko=6).fly("Osipenko", "Angmagssalik (Greenland)", "headwind", "clear_sky")
    assert "Osipenko (seat 0): on the way to Angmagssalik (Greenland), accept the dice?" in flat(table, 0)
    lines(table, 0)


def test_the_round_and_the_points_of_the_longest_postcard() -> None:
    """As soon as they trigger the end, the points do not matter any more."""
    table = position(4, setup="blue_riband")
    assert lines(table)[0] == "Air Postal  Blue Riband of the Atlantic  round 36/40  end at 40 glory"
    table.s.last_round = 1
    assert lines(table)[0] == "Air Postal  Blue Riband of the Atlantic  round 36/40, the last one"


def test_pilots_with_all_that_is_on_their_cards() -> None:
    found = lines(dealt(2))
    head = next(line for line in found if line.startswith("  pilot"))
    osipenko = next(line for line in found if line.startswith("  Polina Denisovna Osipenko"))
    assert head.split() == ["pilot", "Revenues", "first", "aircraft", "competence", "endurance"]
    assert osipenko.split()[3:] == ["$30,000", "to", "level", "3", "2", "5"]
    for word, value in (("Revenues", "$30,000"), ("first aircraft", "to level 3"), ("endurance", "5")):
        assert osipenko.index(value, head.index(word)) == head.index(word)


def test_aircraft_with_both_prices() -> None:
    """Two beside each other; the second one's resale price is in the last columns."""
    table = position(2, setup="clippers").money(Byrd=500).in_slot("Byrd", 5).aircraft(Byrd="Boeing 247")
    found = lines(table)
    assert " 7 Lockheed 14    L 14/10 3·4·2·4 155/60" in "\n".join(found)
    assert "price/resale; *: used" in flat(table)
    assert not [line for line in found if re.search(r"· *\S+ +\d*/[1-46]?$", line)]


def test_cards_on_sale_with_how_often_they_are_used() -> None:
    table = position(2).money(Bastié=500).in_slot("Bastié", 3)
    lines(table)
    assert "Compass: Headwind on a blue, green or white die becomes Clear Sky, once per flight" in flat(table)


# What a flight needs


def marks(table: Table) -> dict[str, str]:
    """What is said of each route from where the seat to decide is: whether it is Overwater, and a crash threatens."""
    return {to: mark for to, mark in ROUTE.findall(table.state.text()) if lines(table)}


def test_routes_say_where_an_interruption_is_a_crash() -> None:
    table = position(2).city(Bastié="Casablanca")
    assert [marks(table)[to] for to in ("LIS", "ALG")] == ["W!", "L"]
    table.aircraft(Bastié="Dornier Do J Wal")
    assert [marks(table)[to] for to in ("LIS", "ALG")] == ["W", "L!"]
    assert set(marks(table.aircraft(Bastié="Sikorsky S-38")).values()) == {"W", "L"}
    assert marks(table.aircraft(Bastié="Junkers F.13"))["LIS"] == "W!"
    assert set(marks(table.equip("Bastié", "Floats")).values()) == {"W", "L"}


def test_in_the_basic_variant_no_route_threatens_with_a_crash() -> None:
    table = position(2, basic="yes").city(Bastié="Casablanca")
    assert set(marks(table).values()) == {"W", "L"}


def test_the_type_of_an_aircraft_is_said() -> None:
    assert row(position(2), 0)[6:] == ["Latécoère", "25", "3L", "0/6", "4/4", "4"]
    assert "3S" in row(position(2).aircraft(Bastié="Dornier Do J Wal"), 0)
    table = position(2).aircraft(Bastié="Junkers F.13")
    assert "3(S)" in row(table, 0)
    assert "Junkers F.13, level 3, Land Plane (Seaplane), resale $10,000: 0 of 6 fuel" in told(table)


def test_what_is_printed_on_the_own_pilot_card() -> None:
    assert "Revenues $30k, competence 2; objectives: -" in flat(position(2))
    assert flat(position(2)).count("Revenues $") == 1
    assert "Jean Mermoz: 3 glory, $50,000 Revenues $25,000, competence 2, endurance 5; in Dakar" in told(position(2))


def test_how_many_pilots_have_disappeared() -> None:
    assert "disappeared" not in flat(position(2))
    assert "1 pilot disappeared" in flat(position(2).lost_pilots(1))
    assert "3 pilots disappeared" in flat(position(2).lost_pilots(3))


def test_diplomacy_says_how_many_bags_there_are() -> None:
    """The German card has two steps, the others three."""
    table = position(2).achieved("Bastié", "German Diplomacy", "Soviet Diplomacy").bags("Bastié", german=1, soviet=1)
    assert "German Diplomacy 4+5 1 of 2" in flat(table, 0)
    assert "Soviet Diplomacy 3+4+5 1 of 3" in flat(table, 0)
    assert "Soviet Diplomacy 1 of 3, German Diplomacy 1 of 2" in flat(table, 1), "a rival, in short"


def test_what_the_city_cards_bring_that_may_become_hubs() -> None:
    """Whoever puts one back sees it; nobody else does."""
    table = dealt(3, main_base="yes")
    while table.phase != Phase.SPARE_CITY:
        table.state.apply(table.state.legal()[0])
    seat = table.state.seat
    found = [line for line in lines(table, seat) if line.endswith(",000") and " glory, $" in line]
    assert len(found) == len(table.choices()) == 3
    for spectator in (None, *({0, 1, 2} - {seat})):
        assert not [line for line in lines(table, spectator) if line in found]


def test_an_aircraft_that_has_crashed_is_said_to_be_lost() -> None:
    """Until another one is chosen; picture and text say so, of no other seat."""
    table = position(3).city(Bastié="Casablanca").fuel(Bastié=1).flying("Bastié").fly("Bastié", "Lisbon", "headwind")
    for words in ("Accept the dice", "Go on as Howard Hughes"):
        table.go_on(words)
        assert table.state.svg().count("(lost)") == 1
        assert table.state.text().count(" Latéco 25 (lost) ") == 1
        assert table.state.details().count("  Latécoère 25 (lost), level 3, Land Plane, ") == 1
    table.go_on("Take the Junkers F.13")
    assert "(lost)" not in table.state.text() + table.state.details() + table.state.svg()


# What lies open


@rule("PO-R92")
def test_objective_cards_lie_open_whoever_has_them() -> None:
    """Also one from the top of the deck, and those drawn in the Basic variant, which others cannot take."""
    table = position(2).in_slot("Bastié", 1).next_cards(("Bogotá – Lima",)).play("Bastié", "Take the top card")
    for looks in (None, 0, 1):
        assert "BOG-LIM 3" in flat(table, looks)
        assert "to do: Bogotá – Lima (3 glory" in " ".join(table.state.details(looks).split())
        assert "Bogotá – Lima" in table.state.svg(looks)
    five = ("Josephine Baker", "Paris – Moscow", "London – Istanbul", "Cairo – London", "German Diplomacy")
    table = position(2, basic="yes").objective_piles(five).play("Bastié", "Objectives")
    for looks in (None, 0, 1):
        assert all(name in flat(table, looks) for name in five)
        assert all(name in " ".join(table.state.details(looks).split()) for name in five)
