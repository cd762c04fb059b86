"""What a choice leads to, and why one is not possible, as the terminal says it."""

from __future__ import annotations

from itertools import product

import pytest

from mailwing import envs
from mailwing.envs.air_postal.actions import Action
from mailwing.envs.air_postal.limits import Equipment, Load, Slot
from mailwing.envs.air_postal.pictures.prospects import chance_to_arrive
from mailwing.envs.air_postal.testing import Table, position

SOLO = envs.load("air_postal", players=1)


def prospect(table: Table, words: str) -> str:
    return table.state.prospect(table.action(words))


def to(table: Table, city: str) -> int:
    return Action.CITY + table.number("city", city)


def flying(**gauges: int) -> Table:
    """The first seat is in Paris, about to fly on."""
    table = position().city(Bastié="Paris").no_hubs_left().fuel(Bastié=gauges.get("fuel", 6)).flying("Bastié")
    return table.endurance(**{"Bastié": gauges["endurance"]} if "endurance" in gauges else {})


# What it leads to


@pytest.mark.parametrize(("fuel", "endurance"), [(1, 6), (2, 1), (3, 2), (5, 4)])
@pytest.mark.parametrize("colours", [[0], [1, 2], [3, 3, 0]])
def test_the_chance_to_arrive_is_that_of_all_dice(colours: list[int], fuel: int, endurance: int) -> None:
    """Every way the dice can fall is tried: gauges may reach 0, but without fuel no further square is left."""
    table = flying(fuel=fuel, endurance=endurance)
    t, ways, arrived = table.t, 0, 0
    for faces in product(*(t.die_face[colour].tolist() for colour in colours)):
        ways += 1
        left, rest = fuel, endurance
        for k, face in enumerate(faces):
            left, rest = left - int(t.face_fuel[face]), rest - int(t.face_endurance[face])
            if left < 0 or rest < 0 or (left == 0 and k < len(faces) - 1):
                break
        else:
            arrived += 1
    assert chance_to_arrive(table.game, table.s, colours) == pytest.approx(arrived / ways)


def test_a_flight_says_its_chance_and_what_an_interruption_would_be() -> None:
    assert prospect(flying(), "Fly to London") == "arrives 99 % without cards, else an incident"
    overwater = position().city(Bastié="Algiers").fuel(Bastié=1).flying("Bastié")
    assert "without cards, else a crash" in prospect(overwater, "Fly to Málaga")


def test_a_flight_says_what_waits_in_the_city() -> None:
    table = flying().loads("Bastié", "Mail", "PAX")
    assert prospect(table, "Fly to London").endswith("takes Mail Delivery, PAX on Board")
    table = position().city(Bastié="Paris").fuel(Bastié=6).hubs("Bastié").flying("Bastié")
    assert "Hub (" in " ".join(table.state.prospect(action) for action in table.state.legal())


def test_loads_say_where_they_go_fuel_what_there_is_then_cards_what_they_do() -> None:
    table = position().city(Bastié="Paris").load_river("Smuggling", "Fuel Can").loading("Bastié")
    assert prospect(table, "Load a Fuel Can") == "used on a flight: 1 fuel less"
    assert prospect(table, "Load a Smuggling").startswith("for ")
    assert prospect(table, "Load a Smuggling").endswith(" more")
    table = position().fuel(Bastié=2).preflight("Bastié")
    assert prospect(table, "Buy 3 fuel").startswith("then 5 of ")
    assert prospect(table, "Buy a Met Report") == "a die becomes Clear Sky, then discarded"


def test_an_aircraft_says_what_it_can_do() -> None:
    table = position().money(Bastié=500).in_slot("Bastié", Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE)
    words = prospect(table, "Change to the Junkers F.13")
    assert words == "level 3, range 4, fuel 6, Cargo 2, PAX 2, Crew 1, System 2"


def test_a_pilot_says_what_the_card_says_except_for_the_solo_plane() -> None:
    """Revenues and competence are those of who plays the pilot."""
    state = SOLO.new(1)
    assert all(state.prospect(action) == "" for action in state.legal())
    state.apply(state.legal()[0])
    assert all(state.prospect(action).startswith("Revenues $") for action in state.legal())


# Why it is not possible


def test_a_city_is_too_far_not_on_a_route_or_there_is_no_fuel() -> None:
    table = flying()
    assert table.state.why_not(to(table, "Paris")) == "you are there"
    assert table.state.why_not(to(table, "Tokyo")) == "no route leads there from Paris"
    tired = flying().flown(3)
    reasons = [tired.state.why_not(to(tired, city)) for city in ("London", "Berlin", "Rome", "Toulouse")]
    assert any("away, and your range is" in reason for reason in reasons)
    empty = position().city(Bastié="Paris").fuel(Bastié=0).flying("Bastié")
    assert empty.state.why_not(to(empty, "London")) == "you have no fuel to take off"


def test_a_slot_has_been_visited_cannot_be_freed_or_costs_too_much() -> None:
    table = position(3).money(Mermoz=0).place(Bastié="Revenues")
    assert table.state.why_not(Action.SLOT + Slot.REVENUES) == "Maryse Bastié (seat 0) is there and cannot be unseated"
    table = position(3).money(Mermoz=0).place(Bastié="Objectives & Revenues")
    reason = table.state.why_not(Action.SLOT + Slot.OBJECTIVES_AND_REVENUES)
    assert reason == "to unseat Maryse Bastié (seat 0) costs $10,000, and you have $0"
    table = (
        position(3)
        .money(Mermoz=50)
        .place(Bastié="Objectives & Revenues")
        .play("Mermoz", "Place on Objectives & Revenues")
    )
    assert table.decider == "Maryse Bastié"
    assert table.state.why_not(Action.SLOT + Slot.OBJECTIVES_AND_REVENUES) == "your marker was there in this round"


def test_loads_need_a_place() -> None:
    table = position().loads("Bastié", "Mail", "Mail", "Mail").load_river("Mail", "Mail", "PAX", None).loading("Bastié")
    river = table.river_of_loads()
    assert table.state.why_not(Action.LOAD + river.index("Mail Delivery")) == "there is no free place for Cargo"
    assert table.state.why_not(Action.LOAD + river.index(None)) == "no card lies there"
    table = position().load_river("Mail", "Mail").loading("Bastié")
    second = [place for place, card in enumerate(table.river_of_loads()) if card][1]
    assert table.state.why_not(Action.LOAD + second) == "it is the same as the card before it"


def test_purchases_need_room_money_and_a_shop() -> None:
    table = position().fuel(Bastié=2).equip("Bastié", "Met Report").money(Bastié=0).glory(Bastié=0).preflight("Bastié")
    why_not = table.state.why_not
    assert why_not(Action.BUY + Equipment.MET_REPORT) == "it is aboard already"
    assert why_not(Action.BUY + Equipment.COMPASS) == "it is bought in Maintenance"
    assert why_not(Action.FUEL) == "it costs $5,000, you have $0 and 0 glory for a debt"
    table = position().fuel(Bastié=2).money(Bastié=50).preflight("Bastié")
    assert table.state.why_not(Action.FUEL + 19).startswith("you have 2 fuel, and ")
    table.play("Bastié", "Buy 1 fuel")
    assert table.state.why_not(Action.FUEL) == "fuel is bought once before each take-off"


def test_dice_ask_for_some_cards_and_cities_for_some_loads() -> None:
    table = flying().loads("Bastié", "Mail", "French").fly("Bastié", "London", "clear_sky")
    assert table.state.why_not(Action.USE + Equipment.COMPASS) == "it is not aboard"
    assert table.state.why_not(Action.USE_FUEL_CAN) == "you have no Fuel Can"
    table.play("Bastié", "Accept the dice")
    assert table.state.why_not(Action.DELIVER + Load.PAX) == "you have none aboard"
    assert table.state.why_not(Action.DELIVER + Load.FRENCH_BAG) == "London does not take it"


def test_what_is_for_another_moment_has_no_reason() -> None:
    table = flying()
    assert table.state.why_not(Action.GLORY) == ""
    assert table.state.why_not(Action.SLOT) == ""
