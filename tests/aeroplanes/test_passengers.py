"""Claiming passengers, the overflow, Night Flights."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.limits import NONE
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule


def flights(era: int = 1) -> Table:
    """A, at home in London, has an airport in Paris and a Farman F.60 Goliath (12) with three free seats."""
    return position().airports("A", "Paris").plane("A", 12).era(era)


@rule("AE-4.1", "AE-4.2", "AE-4.3", "AE-4.4")
def test_a_passenger_flies_from_where_it_waits_to_where_it_wants_to_go() -> None:
    table = flights().waiting("London", 3, "Paris", seats=2).waiting("Paris", 1, "London")
    assert table.choices("Claim ") == ["London passenger 3 to Paris, 2 seats", "Paris passenger 1 to London, 1 seat"]
    table.play("A", "Claim London passenger 3", "Aboard 12 Farman F.60 Goliath (3 free)")
    assert table.free_seats(12) == 1
    assert table.aboard(12) == 1
    assert table.s.waiting[2] == NONE
    assert table.decider == "B", "one passenger is the whole action"


@rule("AE-4.4", "AE-R23")
@pytest.mark.parametrize(("start", "to"), [("Berlin", "Paris"), ("London", "Berlin"), ("Berlin", "Berlin")])
def test_without_airports_at_both_ends_nobody_flies(start: str, to: str) -> None:
    assert flights().waiting(start, 1, to).choices("Claim") == []


@rule("AE-4.6", "AE-R23")
def test_a_local_flight_needs_one_airport() -> None:
    table = flights().waiting("Paris", 4, "Paris").play("A", "Claim Paris passenger 4", "Aboard")
    assert table.aboard(12) == 1


@rule("AE-4.5")
def test_nothing_is_needed_in_between() -> None:
    table = position().plane("A", 12).airports("A", "Japan").era(2).waiting("London", 1, "Japan")
    assert table.choices("Claim ") == ["London passenger 1 to Japan, 1 seat, 3 VP"]
    table.play("A", "Claim", "Aboard")
    assert table.state.scores()[0] == 3 + 1, "the passenger's and the Goliath's"


@rule("AE-4.7", "AE-4.9")
def test_a_passenger_is_not_split_between_aeroplanes() -> None:
    """Two aeroplanes with one free seat each do not take two seats' worth."""
    table = position().airports("A", "Paris").plane("A", 4, free=1).plane("A", 5, free=1)
    table.waiting("London", 1, "Paris", seats=2).waiting("London", 2, "Paris")
    assert table.choices("Claim ") == ["London passenger 2 to Paris, 1 seat"]


@rule("AE-4.7")
def test_an_aeroplane_takes_passengers_to_different_places_until_it_is_full() -> None:
    table = flights().waiting("London", 1, "Paris", seats=2).waiting("Paris", 1, "London").waiting("Paris", 2, "Paris")
    table.play("A", "Claim London passenger 1", "Aboard").turn("A").play("A", "Claim Paris passenger 1", "Aboard")
    assert table.free_seats(12) == 0
    assert table.aboard(12) == 2
    assert table.s.carried[0] == table.s.profit[0] == 3
    assert table.turn("A").choices("Claim") == []


@rule("AE-4.7", "AE-4.4")
def test_without_a_free_seat_nobody_can_be_claimed() -> None:
    """Neither with no aeroplane at all, nor with one that is full."""
    table = position().waiting("London", 1, "London")
    assert table.choices("Claim") == []
    assert table.plane("A", 12, free=0).choices("Claim") == []


@rule("AE-4.8")
def test_airport_tiles_on_a_card_are_in_nobodys_way() -> None:
    table = position().money(A=20).airports("A", "Paris").waiting("London", 1, "Paris").play("A", "Buy 12")
    table.turn("A").play("A", "Claim", "Aboard 12")
    assert table.on_cards("A") == {"I": 2}
    assert table.aboard(12) == 1


@rule("AE-R48")
def test_one_chooses_among_aeroplanes_that_differ_in_free_seats() -> None:
    """Two with two free seats are alike; the words name the lower number."""
    table = position().airports("A", "Paris").plane("A", 6).plane("A", 8).plane("A", 12).plane("A", 1)
    table.waiting("London", 1, "Paris", seats=2).play("A", "Claim")
    assert table.choices() == ["Aboard 6 Junkers F 13 (2 free)", "Aboard 12 Farman F.60 Goliath (3 free)"]
    table.play("A", "Aboard 6")
    assert [table.free_seats(number) for number in (1, 6, 8, 12)] == [1, 0, 2, 3]


@rule("AE-4.10", "AE-R23")
def test_an_overflow_passenger_needs_only_its_destination_and_a_seat() -> None:
    table = flights(2).overflow(1, "Paris", seats=3).overflow(2, "Berlin").overflow(5, "Paris", seats=2)
    assert table.choices("Claim ") == [
        "overflow passenger 1 to Paris, 3 seats",
        "overflow passenger 5 to Paris, 2 seats",
    ]
    table.play("A", "Claim overflow passenger 1", "Aboard")
    assert table.free_seats(12) == 0
    assert table.s.overflow[0] == NONE
    assert table.turn("A").choices("Claim") == []


@rule("AE-5.10", "AE-R45", "AE-5.12")
def test_night_flights_claim_more_within_europe() -> None:
    """Not the one to Cairo; several tiles may be used, one for each passenger."""
    table = flights(2).airports("A", "Cairo").plane("A", 16, free=2).advantages("A", "Night Flights", 3)
    table.waiting("London", 1, "Paris").waiting("London", 2, "Cairo").waiting("Paris", 1, "Paris")
    table.waiting("Paris", 2, "London").waiting("Paris", 3, "Cairo", seats=2)
    table.play("A", "Claim London passenger 2", "Aboard 12")
    assert table.phase == Phase.NIGHT_FLIGHTS
    assert table.held("A") == {"Night Flights": 3}, "nothing is used before the next claim"
    assert [words[:25] for words in table.choices()] == [
        "Claim London passenger 1 ",
        "Claim Paris passenger 1 t",
        "Claim Paris passenger 2 t",
        "That is all",
    ]
    table.play("A", "Claim London passenger 1", "Aboard 12", "Claim Paris passenger 2", "Aboard 16")
    assert table.held("A") == {"Night Flights": 1}
    assert table.s.stock[table.advantage("Night Flights")] == 5
    table.play("A", "That is all")
    assert table.decider == "B"
    assert table.held("A") == {"Night Flights": 1}


@rule("AE-R53", "AE-5.10")
def test_without_another_passenger_night_flights_are_not_asked_for() -> None:
    table = flights(2).airports("A", "Cairo").advantages("A", "Night Flights")
    table.waiting("London", 1, "Paris").waiting("London", 2, "Cairo").play("A", "Claim London passenger 1", "Aboard")
    assert table.decider == "B", "Cairo is not within Europe"


@rule("AE-R53", "AE-4.7")
def test_without_a_seat_night_flights_are_not_asked_for() -> None:
    table = flights(2).advantages("A", "Night Flights").waiting("London", 1, "Paris", seats=3)
    table.waiting("London", 2, "Paris").play("A", "Claim London passenger 1", "Aboard")
    assert table.decider == "B"
    assert table.held("A") == {"Night Flights": 1}


@rule("AE-5.10")
def test_the_last_night_flights_tile_ends_it() -> None:
    table = flights(2).advantages("A", "Night Flights").waiting("London", 1, "Paris").waiting("London", 2, "Paris")
    table.waiting("London", 3, "Paris").play("A", "Claim London passenger 1", "Aboard")
    table.play("A", "Claim London passenger 3", "Aboard")
    assert table.decider == "B"
    assert table.held("A") == {}


@rule("AE-R6")
def test_night_flights_may_take_overflow_passengers_to_european_cities() -> None:
    table = flights(2).airports("A", "Cairo").advantages("A", "Night Flights")
    table.waiting("London", 1, "Paris").overflow(3, "Paris").overflow(4, "Cairo")
    table.play("A", "Claim London passenger 1", "Aboard")
    assert table.choices() == ["Claim overflow passenger 3 to Paris, 1 seat", "That is all"]


@rule("AE-R53", "AE-R6")
def test_an_overflow_passenger_bound_outside_europe_is_none_for_night_flights() -> None:
    """A has the seats and an airport in Cairo, but nobody else who could fly wants to go to a city in Europe."""
    table = flights(2).airports("A", "Cairo").advantages("A", "Night Flights")
    table.waiting("London", 1, "Paris").overflow(4, "Cairo")
    table.play("A", "Claim London passenger 1", "Aboard")
    assert table.decider == "B"
    assert table.held("A") == {"Night Flights": 1}
    assert table.turn("A").choices("Claim ") == ["overflow passenger 4 to Cairo, 1 seat"], "as an action of its own"


@rule("AE-4.2")
def test_the_tiles_are_as_printed() -> None:
    """96 tiles; points only on wild ones; 50 ones, 37 twos and 9 threes."""
    t = position().t
    assert t.passengers == 96
    assert ((t.passenger_points > 0) == (t.passenger_wild > 0)).all()
    assert [(t.passenger_seats == seats).sum() for seats in (1, 2, 3)] == [50, 37, 9]
    assert t.passenger_points.sum() == 77
