"""Turns that a player with the rulebook would call foolish, and that the expert does not take."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.testing import Table, dealt, position

from .test_bots import LADDER, over_the_andes, says

# Set-up


def test_the_expert_begins_near_the_hubs() -> None:
    """Porto Novo and Lima bring a point more than Paris, from where two Hubs are but three squares away."""
    assert says(dealt(4)) == "Fly as Maryse Bastié from Paris"


# Cards in flight


@pytest.mark.parametrize("name", LADDER)
def test_no_card_is_used_on_a_flight_that_is_lost_whatever_is_used(name: str) -> None:
    """Two points of fuel are missing, of which the Compass saves one: it is left alone, although it is kept."""
    table = over_the_andes().fuel(Bastié=3).equip("Bastié", "Compass", "Gyroscope").flying("Bastié")
    table.fly("Bastié", "Buenos Aires", "headwind", "headwind", "clear_sky")
    assert table.may("Use the Compass")
    assert says(table, name).startswith("Accept the dice")


@pytest.mark.parametrize("name", LADDER)
def test_a_flight_that_all_cards_together_save_is_saved(name: str) -> None:
    table = over_the_andes().fuel(Bastié=4).equip("Bastié", "Compass", "Met Report").flying("Bastié")
    table.fly("Bastié", "Buenos Aires", "headwind", "headwind", "clear_sky")
    assert says(table, name).startswith("Use the Compass")


@pytest.mark.parametrize("name", LADDER)
def test_no_endurance_is_saved_for_a_flight_that_cannot_follow(name: str) -> None:
    """The tank will be empty in Buenos Aires, and pilots are rested in every round."""
    table = over_the_andes().fuel(Bastié=3).equip("Bastié", "Gyroscope").flying("Bastié")
    table.fly("Bastié", "Buenos Aires", "ice_and_snow", "clear_sky", "clear_sky")
    assert table.may("Use the Gyroscope")
    assert says(table, name).startswith("Accept the dice")


# Where the turn marker goes


def test_the_expert_pays_no_fee_for_equipment_in_the_first_round() -> None:
    """Cards can be bought later; another slot with Revenues is free."""
    table = position(players=4).money(Bastié=50, Mermoz=50, Balbo=50, Osipenko=50)
    table.s.round_number = 1
    table.place(Bastié="Maintenance & Revenues")
    assert table.may("Place on Maintenance & Revenues for $10,000")
    assert "for $" not in says(table)


def in_paris(*objectives: str, money: int) -> Table:
    """Bastié with a Fokker F.VII and objectives, no Hub is left; no aircraft is to be had."""
    table = position(aircraft=("Fokker F.VII", "Potez 25")).city(Bastié="Paris").fuel(Bastié=1)
    table.objectives("Bastié", *objectives).no_hubs_left("Bastié", "Mermoz").only()
    table.money(Bastié=money, Mermoz=60).glory(Bastié=30, Mermoz=30)
    table.s.round_number = 16
    return table


@pytest.mark.parametrize("money", [100, 300])
def test_whoever_has_money_and_objectives_flies(money: int) -> None:
    """Berlin is two squares away; more Revenues or more cards bring no point."""
    table = in_paris("Paris – Berlin", "London – Rome", "Málaga – Berlin", "Málaga – Rome", money=money)
    assert says(table) == "Place on Flight Ops"


# Loads


@pytest.mark.parametrize(("aircraft", "takes"), [("Breguet 19", False), ("Dornier Do J Wal", True)])
def test_no_smuggling_case_is_taken_that_customs_are_sure_to_find(aircraft: str, takes: bool) -> None:
    """A Breguet 19 has one place for Cargo and none for PAX: the Case is the only card that can be drawn."""
    table = position(aircraft=("Loening OA-1", "Potez 25")).aircraft(Bastié=aircraft).city(Bastié="Casablanca")
    table.money(Bastié=50).load_river("Case").loading("Bastié")
    assert says(table).startswith("Load a Smuggling Case") == takes


# Objectives


@pytest.mark.parametrize(("slot", "chosen"), [("Objectives", "Maintenance"), ("Revenues", "Objectives")])
def test_a_card_of_the_river_is_not_counted_on_by_whoever_chooses_second(slot: str, chosen: str) -> None:
    """The other card is far away; in the slot Objectives Mermoz comes first and takes the one that is near."""
    table = in_paris(money=60).order("Mermoz", "Bastié").objective_river("Paris – Berlin", "Bogotá – Lima")
    table.s.round_number = 20
    table.go_on(next(said for said in table.choices(f"Place on {slot}") if "&" not in said))
    assert says(table).startswith(f"Place on {chosen} & Revenues")


def test_the_expert_takes_an_objective_whose_cities_are_hubs() -> None:
    """Monrovia and Málaga are on its way anyway, Porto Novo is a journey of its own, if a shorter one."""
    table = position(aircraft=("Loening OA-1", "Potez 25")).city(Bastié="Dakar").money(Bastié=60)
    table.objective_river("Dakar – Porto Novo", "Monrovia – Málaga", None, None).in_slot("Bastié", 1)
    table.s.round_number = 8
    assert says(table) == "Take Monrovia – Málaga (4 glory, $20,000)"
    assert says(table.no_hubs_left("Bastié", "Mermoz")) == "Take Dakar – Porto Novo (4 glory, $20,000)"


def test_the_expert_takes_no_vip_to_where_it_stands() -> None:
    """He would have to be flown out of Moscow and back."""
    table = position(aircraft=("Loening OA-1", "Potez 25")).city(Bastié="Moscow").money(Bastié=60)
    table.objective_river("Eisenstein", "Paris – Moscow", None, None).in_slot("Bastié", 1)
    table.s.round_number = 8
    assert table.may("Take Sergei Eisenstein to Moscow")
    assert says(table) == "Take Paris – Moscow (4 glory, $20,000)"


def test_a_vip_to_where_it_stands_is_flown_out_and_back() -> None:
    """Nothing else is left to do, and his three points end the game."""
    table = position(aircraft=("Loening OA-1", "Potez 25")).city(Bastié="Moscow").fuel(Bastié=6)
    table.money(Bastié=400, Mermoz=60).glory(Bastié=57, Mermoz=40)
    table.objectives("Bastié", "Eisenstein").no_hubs_left("Bastié", "Mermoz").flying("Bastié")
    assert says(table).startswith("Fly to ")


# Aircraft


def test_the_expert_buys_no_raid_aircraft_without_money_for_fuel() -> None:
    """The Spirit of St. Louis has a tank of 14, and nothing is in it."""
    table = position(aircraft=("Loening OA-1", "Fokker F.VII")).aircraft(Bastié="Potez 25").city(Bastié="Paris")
    table.money(Bastié=50).fuel(Bastié=0).only("Ryan NYP").in_slot("Bastié", 5)
    table.s.round_number = 16
    assert table.may("Change to the Ryan NYP")
    assert says(table) == "Keep the aircraft"
    assert says(table.money(Bastié=110)).startswith("Change to the Ryan NYP")


@pytest.mark.parametrize(("loads", "chosen"), [((), "Change to the Breguet 19"), (("Case", "German"), "Keep")])
def test_the_expert_changes_to_nothing_that_leaves_it_with_debts(loads: tuple[str, ...], chosen: str) -> None:
    """Two Cargo cards do not fit into a raid aircraft, and what the second would have earned must be paid."""
    table = position(aircraft=("Dornier Do J Wal", "Potez 25")).city(Bastié="Bogotá").money(Bastié=55).fuel(Bastié=4)
    table.only("Breguet 19").equip("Bastié", "Compass").loads("Bastié", *loads).in_slot("Bastié", 5)
    table.s.round_number = 4
    assert says(table).startswith(chosen)


# The end


def in_malaga(rivals_money: int) -> Table:
    """Bastié is two points from the end and lands in Málaga, a Hub of two points."""
    table = position(aircraft=("Loening OA-1", "Potez 25")).city(Bastié="Casablanca").fuel(Bastié=6)
    table.glory(Bastié=58, Mermoz=58).money(Mermoz=rivals_money).flying("Bastié")
    return table.arrive("Bastié", "Málaga")


def test_glory_that_ends_the_game_is_taken_by_whoever_wins_then() -> None:
    assert says(in_malaga(rivals_money=0)) == "Take 2 glory"


def test_glory_that_ends_the_game_is_left_by_whoever_loses_then() -> None:
    """Mermoz has 12 points in cash: the game has to go on."""
    assert says(in_malaga(rivals_money=600)) == "Take $60,000"


@pytest.mark.parametrize(("city", "chosen"), [("Dakar", "Change to the Savoia-Marchetti S.55"), ("Moscow", "Keep")])
def test_no_seaplane_is_bought_where_every_route_is_overland(city: str, chosen: str) -> None:
    """From Moscow every interruption would be a crash; from Dakar there are ways Overwater."""
    table = position(aircraft=("Loening OA-1", "Fokker F.VII")).aircraft(Bastié="Potez 25").city(Bastié=city)
    table.money(Bastié=150).fuel(Bastié=0).only("Savoia-Marchetti S.55").in_slot("Bastié", 5)
    assert says(table).startswith(chosen)
