"""The text of the table in 80 columns: nothing is cut off, and what a person needs to plan a flight is there."""

from __future__ import annotations

import itertools

import pytest

from mailwing.envs.air_postal.pictures.text import COLUMNS
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import Table, dealt, position

rule = pytest.mark.rule


def flat(table: Table, seat: int | None = None) -> str:
    """The text with its lines joined."""
    return " ".join(table.state.text(seat).split())


def lines(table: Table, seat: int | None = None) -> list[str]:
    """The lines of the text, none of them too long."""
    found = table.state.text(seat).splitlines()
    assert max(map(len, found)) <= COLUMNS, max(found, key=len)
    return found


# Nothing is cut off


def test_a_long_line_goes_on_in_the_next_one() -> None:
    table = position(2, pilots=("Polina Denisovna Osipenko", "Maryse Bastié")).money(Osipenko=12345)
    table.city(Osipenko="Angmagssalik").objectives("Osipenko", "Soviet Diplomacy", "Caracas – Rio de Janeiro")
    table.s.last_round = 1
    found = lines(table, 0)
    assert found[0] == "Air Postal  La Ligne  round 36/60, the last one  60 glory trigger the end"
    purse = "0 Polina Denisovna Osipenko (you): 4 glory, $12,345,000, in Angmagssalik"
    assert f"{purse}, now worth {table.scores[0]}" in flat(table, 0)
    table = position(2, pilots=("Polina Denisovna Osipenko", "Maryse Bastié")).city(Osipenko="Reykjavik")
    table.flying("Osipenko").fuel(Osipenko=6).fly("Osipenko", "Angmagssalik (Greenland)", "headwind", "clear_sky")
    assert "Osipenko (seat 0): on the way to Angmagssalik (Greenland), accept the dice?" in flat(table, 0)
    lines(table, 0)


def test_the_round_and_the_points_of_the_longest_postcard() -> None:
    table = position(4, setup="blue_riband")
    table.s.last_round = 1
    lines(table)
    assert "Blue Riband of the Atlantic round 36/40, the last one 40 glory trigger the end" in flat(table)


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
    assert "price/resale; * second-hand" in flat(table)
    assert not [line for line in found if line.endswith(("/", "/1", "/2", "/3", "/4", "/6"))]


def test_cards_on_sale_with_how_often_they_are_used() -> None:
    table = position(2).money(Bastié=500).in_slot("Bastié", 3)
    lines(table)
    assert "Compass: Headwind on a blue, green or white die becomes Clear Sky, once per flight" in flat(table)


# What a flight needs


def marks(table: Table) -> dict[str, str]:
    """What is said of each route from where the seat to decide is: whether it is Overwater, and a crash threatens."""
    found = lines(table)
    head = next(k for k, line in enumerate(found) if line.startswith("  to  "))
    rows = itertools.takewhile(lambda line: line.startswith("  "), found[head + 1 :])
    return {row[2:20].strip(): row[41:43].strip() for row in rows if row[2] != " "}


def test_routes_say_where_an_interruption_is_a_crash() -> None:
    table = position(2).city(Bastié="Casablanca")
    assert [marks(table)[to] for to in ("Lisbon", "Algiers")] == ["W!", "L"]
    table.aircraft(Bastié="Dornier Do J Wal")
    assert [marks(table)[to] for to in ("Lisbon", "Algiers")] == ["W", "L!"]
    assert set(marks(table.aircraft(Bastié="Sikorsky S-38")).values()) == {"W", "L"}
    assert marks(table.aircraft(Bastié="Junkers F.13"))["Lisbon"] == "W!"
    assert set(marks(table.equip("Bastié", "Floats")).values()) == {"W", "L"}


def test_in_the_basic_variant_no_route_threatens_with_a_crash() -> None:
    table = position(2, basic="yes").city(Bastié="Casablanca")
    assert set(marks(table).values()) == {"W", "L"}


def test_the_type_of_an_aircraft_is_said() -> None:
    assert "   Latécoère 25, level 3, Land Plane: fuel 0/6, endurance 4/4, range 4" in lines(position(2))
    assert "Dornier Do J Wal, level 3, Seaplane: " in flat(position(2).aircraft(Bastié="Dornier Do J Wal"))
    assert "Junkers F.13, level 3, Land Plane (Seaplane): " in flat(position(2).aircraft(Bastié="Junkers F.13"))


def test_what_revenues_would_bring() -> None:
    assert "In Paris with $50,000 and 3 glory; Revenues $30,000." in lines(position(2))
    assert "Revenues $" not in flat(position(2).in_slot("Bastié", 5))


def test_how_many_pilots_have_disappeared() -> None:
    assert "disappeared" not in flat(position(2))
    assert "1 pilot disappeared" in lines(position(2).lost_pilots(1))
    assert "3 pilots disappeared" in lines(position(2).lost_pilots(3))


def test_diplomacy_says_how_many_bags_there_are() -> None:
    """The German card has two steps, the others three."""
    table = position(2).achieved("Bastié", "German Diplomacy", "Soviet Diplomacy").bags("Bastié", german=1, soviet=1)
    assert "German Diplomacy 1 of 2" in flat(table)
    assert "Soviet Diplomacy 1 of 3" in flat(table)


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
        assert table.state.text().count("   Latécoère 25 (lost), level 3, Land Plane: ") == 1
    table.go_on("Take the Junkers F.13")
    assert "(lost)" not in table.state.text() + table.state.svg()


# What lies open


@rule("PO-R92")
def test_objective_cards_lie_open_whoever_has_them() -> None:
    """Also one from the top of the deck, and those drawn in the Basic variant, which others cannot take."""
    table = position(2).in_slot("Bastié", 1).next_cards(("Bogotá – Lima",)).play("Bastié", "Take the top card")
    for looks in (None, 0, 1):
        assert "objectives: BOG-LIM 3" in flat(table, looks)
        assert "Bogotá – Lima" in table.state.svg(looks)
    five = ("Josephine Baker", "Paris – Moscow", "London – Istanbul", "Cairo – London", "German Diplomacy")
    table = position(2, basic="yes").objective_piles(five).play("Bastié", "Objectives")
    for looks in (None, 0, 1):
        assert all(name in flat(table, looks) for name in five)
