"""What a seat sees, checked against positions in words."""

from __future__ import annotations

import random
from itertools import product
from math import prod
from typing import Any

import pytest

from aeroplanes.test_by_the_map import Reader, choose
from mailwing import envs
from mailwing.envs._core.game import Game
from mailwing.envs.aeroplanes import SPEC
from mailwing.envs.aeroplanes.actions import Action
from mailwing.envs.aeroplanes.limits import MAX_CAPACITY, NONE, OVERFLOW, WAITING
from mailwing.envs.aeroplanes.observation import Observation
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import HOMES, Table, position

FACES = (0, 2, 3, 4, 5, 6)


def seen(table: Table, letter: str) -> Any:
    """The table as a seat sees it."""
    return table.state.observation_record(table.seat(letter))


def test_seats_count_from_the_observer() -> None:
    table = (
        position(4).turn("B", first="D").money(B=8, C=16).points(A=4).failures(D=2).advantages("D", "Night Flights", 4)
    )
    table.airports("B", "Cairo", "Persia", stage=2).tiles("A", "II long-distance", "II long-distance")
    view = seen(table, "C")
    assert view.present.tolist() == [1, 1, 1, 1, 0]
    assert view.decider.tolist() == [0, 0, 0, 1, 0]
    assert view.first.tolist() == [0, 1, 0, 0, 0]
    assert view.acted == pytest.approx(2 / 4)
    assert view.money.tolist() == [0.5, 0, 0, 0.25, 0]
    assert view.points[2] == pytest.approx(4 / 32)
    assert view.failures.tolist() == [0, 0.5, 0, 0, 0]
    assert view.advantages[1].tolist() == [0, 0, 0, 1, 0]
    assert view.tiles[2].tolist() == [0, 0, 0, 0.5, 0, 0]
    assert view.presence[3].tolist() == [1 / 8, 1 / 8, 1 / 8]
    assert view.airport[3, table.cities["Cairo"]] == 0.5
    assert view.airport[0, table.cities["Rome"]] == 1, "its home"
    assert view.free[table.cities["Cairo"]] == pytest.approx(1 / 3)


def test_era_clock_and_stock() -> None:
    table = position().era(2).subsidies(4).advantages("A", "Daring Pilot", 2)
    table.s.round_number = 15
    view = seen(table, "B")
    assert view.phase[Phase.ACTION] == 1
    assert view.era.tolist() == [0, 1, 0]
    assert view.clock == pytest.approx(15 / 60)
    assert view.subsidies == pytest.approx(4 / 8)
    assert view.stock.tolist() == [1, 1.5, 1.5, 1.5, 1.5]


def test_the_display_with_what_its_cards_cost_now() -> None:
    """In the second place the Dornier Wal: £5 and one skipped card, Stage II, one airport, long-distance, two seats."""
    view = seen(position().era(2), "A")
    card = view.display[1]
    assert (card.price * 16, card.stage * 4, card.airports * 2, card.seats * 8) == (6, 2, 1, 2)
    assert (card.long_distance, card.points) == (1, 0)


def test_passengers_that_wait_and_the_demand_for_airports() -> None:
    """A, with London and Paris, could claim the first; an airport in Cairo would be worth two seats and one."""
    table = position().era(2).airports("A", "Paris").waiting("London", 1, "Paris").waiting("Paris", 2, "Cairo", seats=2)
    table.overflow(1, "Cairo").waiting("Berlin", 1, "Cairo", seats=2)
    view = seen(table, "A")
    paris, cairo = table.cities["Paris"], table.cities["Cairo"]
    assert list(view.waiting[0]) == pytest.approx([1 / 4, 0, (paris + 1) / 36, 1])
    assert view.waiting[13].linked == 0, "no airport in Cairo yet"
    assert list(view.overflow[0]) == pytest.approx([1 / 4, 0, (cairo + 1) / 36])
    assert view.demand[cairo] == pytest.approx(3 / 8)
    assert view.demand[paris] == pytest.approx(1 / 8)
    assert view.bag[cairo] == pytest.approx((1 + 2 + 2 - 5) / 8), "all of Cairo's tiles are on the board"


def test_aeroplanes_profit_and_what_the_era_would_earn() -> None:
    """A filled 3 of 5 seats, 1 more than empty: first in profit, a third of Europe's 4 and 2."""
    table = position().plane("A", 12, free=0).plane("A", 6).plane("B", 1)
    view = seen(table, "A")
    assert view.seats.tolist() == [2 / 8, 1 / 8, 0, 0, 0]
    assert view.roomiest.tolist() == [2 / 8, 1 / 8, 0, 0, 0]
    assert view.profit.tolist() == [1 / 8, -1 / 8, 0, 0, 0]
    assert view.planes.tolist() == [0, 1 / 4, *[0] * 8]
    assert view.earns * 32 == pytest.approx(4 + 2)
    assert seen(table, "B").earns * 32 == pytest.approx(2)
    assert view.plane_points[0] == pytest.approx(1 / 32)


def test_the_flight_that_is_under_way_is_seen() -> None:
    table = position().airports("A", "Ethiopia").airports("B", "East Africa").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "East Africa", "Skip Kenya", ("failure", 4, 5))
    view = seen(table, "C")
    assert view.phase[Phase.SHORT] == 1
    assert view.kind.tolist() == [0, 0, 0, 1, 0, 0]
    assert view.destination == pytest.approx((table.cities["East Africa"] + 1) / 36)
    assert view.skipped == pytest.approx((table.cities["Kenya"] + 1) / 36)
    assert view.needs == pytest.approx([12 / 16, 10 / 16, 0])
    assert view.rolls_left == pytest.approx(1 / 3)
    assert view.dice == pytest.approx([1 / 6, 4 / 6, 5 / 6])
    assert view.short == pytest.approx(3 / 16)
    assert view.outside == 1


def test_what_else_is_under_way_is_seen() -> None:
    table = position().era(2).money(A=20).advantages("A", "Increased Production").play("A", "Buy 16")
    assert seen(table, "B").bought.tolist() == [0, 1, 0]
    table = position().plane("A", 12).waiting("London", 1, "London", seats=3).play("A", "Claim")
    assert list(seen(table, "B").claiming) == pytest.approx([3 / 4, 0])
    table = position().money(A=1).dice("failure", "failure", 3).play("A", "Roll for two", "Use failure and failure")
    assert seen(table, "B").wilds == pytest.approx(2 / 3)


def odds(needs: tuple[int, ...]) -> float:
    """The chance of these rolls, counted out."""
    sums = [sum(roll) for roll in product(FACES, repeat=3)]
    return prod(sum(total >= need for total in sums) / len(sums) for need in needs)


@pytest.mark.parametrize("players", [3, 5])
def test_the_chances_of_getting_anywhere(players: int) -> None:
    """In random games, for every city, the best way that the map shows and the dice that it takes."""
    luck = random.Random(players)
    table = Table(Game(SPEC, players), seed=players).homes(*HOMES[:players])
    reader = Reader(table)
    for number in range(240):
        table.subsidies(8)
        if number % 30 == 0 and table.phase == Phase.ACTION:
            table.money(**{table.decider: 40})
        if number % 12 == 0:
            check_chances(table, reader, number // 12 % players)
        table.state.apply(choose(table, luck))


def test_a_local_passenger_makes_an_airport_where_it_waits_worth_having() -> None:
    """Who wants to fly around London needs no other airport than one there; who waits elsewhere needs two."""
    table = position(homes=("Paris", "Berlin", "Rome")).waiting("London", 2, "London").waiting("Amsterdam", 1, "London")
    london = table.cities["London"]
    assert seen(table, "A").demand[london] == pytest.approx(1 / 8)
    assert seen(table, "A").waiting[1].linked == 0
    assert envs.load("aeroplanes", players=3).new(seed=5_000_000).observation_record(0).demand[0] == pytest.approx(
        1 / 8
    )


@pytest.mark.parametrize("players", [3, 4])
def test_the_demand_is_what_the_rules_let_me_claim_with_an_airport_there(players: int) -> None:
    """In random games, for every city: an airport is put there, and an aeroplane with seats for anybody is bought."""
    luck = random.Random(players)
    table = Table(Game(SPEC, players), seed=players).homes(*HOMES[:players])
    for number in range(300):
        if number % 15 == 0:
            for seat in range(players):
                check_demand(table, seat)
        table.state.apply(choose(table, luck))


def check_demand(table: Table, seat: int) -> None:
    """The seats of the passengers that the mask offers, city by city."""
    demand = table.state.observation_record(seat).demand
    for city in range(table.t.cities):
        s = table.game.array_of(table.s)[0]
        s.seat, s.phase = seat, Phase.ACTION
        s.network[seat] |= 1 << city
        s.planes[seat, MAX_CAPACITY] = 1
        mask = table.game.mask_of(s)
        tiles = [*s.waiting[mask[Action.CLAIM : Action.CLAIM + WAITING] == 1]]
        tiles += [*s.overflow[mask[Action.CLAIM_OVERFLOW : Action.CLAIM_OVERFLOW + OVERFLOW] == 1]]
        seats = sum(int(table.t.passenger_seats[tile]) for tile in tiles if table.t.passenger_to[tile] == city)
        assert demand[city] * 8 == seats, city


def test_no_value_leaves_its_range_as_long_as_the_state_does_not() -> None:
    """Fields of the same name count the same thing, so the range of one follows from that of the other."""
    for name, spec in Observation.fields.items():
        if name in SPEC.state.fields and spec.unit and name != "seats":
            of_state = SPEC.state.fields[name]
            low, high = (of_state.low or 0) / spec.scale, (of_state.high or 0) / spec.scale
            assert spec.low == low or of_state.low == NONE, name
            assert (spec.high or 0) - 1 < high <= (spec.high or 0), name


def test_every_entry_has_a_name() -> None:
    said = position().state.explain()
    assert said["phase"]["action"] == 1
    assert said["era"] == {"era_1": 1, "era_2": 0, "era_3": 0}
    assert set(said["display"][0]) == {"price", "stage", "airports", "long_distance", "points", "seats"}
    assert said["presence"][0] == {"europe": 1 / 8, "africa": 0, "asia_and_australia": 0}


def check_chances(table: Table, reader: Reader, seat: int) -> None:
    """Both arrays of chances of a seat."""
    view = table.state.observation_record(seat)
    may_go_far = table.s.tiles[seat, 1::2].sum() > 0
    for name, city in table.cities.items():
        for long, chances in ((False, view.odds), (True, view.odds_long)):
            new = name not in reader.own(seat) and (may_go_far or not long)
            ways = reader.ways(seat, long, name).values() if new else []
            best = max((odds(needs) for way in ways for needs in way), default=0)
            assert chances[city] == pytest.approx(best, abs=1e-5), (name, long)
