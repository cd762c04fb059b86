"""The aircraft change: prices, levels, second-hand aircraft and museums, and what has to go because it does not fit."""

from __future__ import annotations

import pytest

from mailwing.envs.air_postal.limits import NONE, Equipment
from mailwing.envs.air_postal.placing_cards import counted_loads
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import ROUND, Table, position

rule = pytest.mark.rule


def changing(aircraft: str = "Latécoère 25", money: int = 200, who: str = "Bastié", players: int = 4) -> Table:
    """A seat is about to change its aircraft."""
    table = position(players)
    if table.aircraft_of(who) != aircraft:
        table.aircraft(**{who: aircraft})
    return table.money(**{who: money}).in_slot(who, 5)


def offered(table: Table) -> set[str]:
    """The aircraft that can be had."""
    said = {said.removeprefix("Change to the ").removeprefix("second-hand ") for said in table.choices("Change")}
    return {words.partition(" for $")[0].partition(" and get $")[0] for words in said}


# Money


@rule("PO-11.4", "PO-4.5", "PO-5.3")
def test_from_level_3_to_level_5_for_70000() -> None:
    """The example of the rulebook: $80,000 less $10,000; with equal Load values all cards are kept."""
    table = changing(money=75).loads("Bastié", "Mail", "Priority", "Fuel Can", "PAX", "PAX")
    table.equip("Bastié", "Radio", "Compass", "Gyroscope")
    assert table.may("Change to the Latécoère 28 for $70,000")
    table.play("Bastié", "Change to the Latécoère 28 for $70,000")
    assert (table.money_of("Bastié"), table.aircraft_of("Bastié"), table.phase) == (
        5,
        "Latécoère 28",
        Phase.MAINTENANCE,
    )
    assert table.loads_of("Bastié") == {"Mail Delivery": 1, "Priority Letter": 1, "Fuel Can": 1, "PAX on Board": 2}
    assert table.equipment_of("Bastié") == {"Radio", "Compass", "Gyroscope"}
    assert table.aircraft_in(table.s.used_aircraft) == {"Latécoère 25"}
    assert "Latécoère 28" not in table.aircraft_in(table.s.new_aircraft)
    assert len(table.aircraft_in(table.s.new_aircraft)) == 28 - 5


@rule("PO-11.4", "PO-R51", "PO-R16")
@pytest.mark.parametrize(("money", "may"), [(70, True), (69, False)])
def test_the_bank_grants_no_credit_for_an_aircraft(money: int, may: bool) -> None:
    """However much glory there is; the resale price counts."""
    table = changing(money=money).glory(Bastié=50)
    assert ("Latécoère 28" in offered(table)) == may
    assert table.may("Keep the aircraft")


@rule("PO-4.6", "PO-11.4")
def test_a_second_hand_aircraft_costs_its_resale_price() -> None:
    """And it is no longer second-hand then."""
    table = (
        changing(money=20)
        .second_hand("Latécoère 28", "Junkers F.13")
        .play("Bastié", "Change to the second-hand Latécoère 28 for $20,000")
    )
    assert (table.money_of("Bastié"), table.aircraft_of("Bastié")) == (0, "Latécoère 28")
    assert table.aircraft_in(table.s.used_aircraft) == {"Latécoère 25", "Junkers F.13"}


@rule("PO-4.6", "PO-11.4")
@pytest.mark.parametrize(("money", "may"), [(20, True), (19, False)])
def test_a_second_hand_aircraft_must_be_paid_at_once(money: int, may: bool) -> None:
    assert ("Latécoère 28" in offered(changing(money=money).second_hand("Latécoère 28"))) == may


@rule("PO-11.4", "PO-4.5")
def test_a_lower_aircraft_may_bring_money() -> None:
    table = changing("Latécoère 28", money=10).second_hand("Junkers F.13")
    assert table.may(
        "Change to the second-hand Junkers F.13 and get $20,000", "Change to the Dornier Do J Wal for $10,000"
    )
    table.play("Bastié", "Change to the second-hand Junkers F.13")
    assert table.money_of("Bastié") == 30


@rule("PO-11.6", "PO-11.4")
def test_an_aircraft_without_a_resale_price_goes_to_a_museum() -> None:
    table = changing("Ryan NYP Spirit of St. Louis", money=100)
    assert table.may("Change to the Latécoère 28 for $80,000")
    table.play("Bastié", "Change to the Latécoère 28")
    assert (table.money_of("Bastié"), table.s.used_aircraft) == (20, 0)
    assert "Ryan NYP Spirit of St. Louis" not in table.aircraft_in(table.s.new_aircraft)


# Levels


@rule("PO-5.3", "PO-11.4", "PO-R18")
@pytest.mark.parametrize(
    ("who", "pilot", "aircraft", "levels"),
    [
        ("Bastié", None, "Latécoère 25", {3, 4, 5}),
        ("Bastié", None, "Latécoère 28", {3, 4, 5, 6, 7}),
        ("Balbo", None, "Latécoère 28", {4, 5, 6}),
        ("Balbo", None, "Fokker F.VII", {3, 4}),
        ("Bastié", "Harriet Quimby", "Latécoère 25", {3, 4, 5, 6}),
        ("Bastié", "Harriet Quimby", "Boeing 247", {3, 4, 5, 6, 7}),
    ],
)
def test_competence_is_the_greatest_difference_in_level(
    who: str, pilot: str | None, aircraft: str, levels: set[int]
) -> None:
    """Upwards and downwards."""
    table = changing(aircraft, money=500, who=who)
    if pilot:
        table.pilot(**{who: pilot})
    found = {int(table.t.level[table.number("aircraft", name)]) for name in offered(table)}
    assert found == levels
    there = table.aircraft_in(table.s.new_aircraft)
    assert offered(table) == {name for name in there if table.t.level[table.number("aircraft", name)] in levels}


@rule("PO-11.4", "PO-R63")
def test_the_aircraft_may_be_kept_and_maintenance_follows() -> None:
    table = changing(money=40).play("Bastié", "Keep the aircraft")
    assert (table.phase, table.money_of("Bastié"), table.aircraft_of("Bastié")) == (
        Phase.MAINTENANCE,
        40,
        "Latécoère 25",
    )
    table.play("Bastié", "Buy a Compass", "That is all")
    assert (table.equipment_of("Bastié"), table.s.round_number) == ({"Compass"}, ROUND + 1)


@rule("PO-R63", "PO-11.3")
def test_maintenance_comes_after_the_change_with_the_new_load_values() -> None:
    """The Sikorsky S-38 takes 2 Crew cards."""
    table = (
        changing(money=200).equip("Bastié", "Radio").play("Bastié", "Change to the Sikorsky S-38", "Hire a Navigator")
    )
    assert table.equipment_of("Bastié") == {"Radio", "Navigator"}
    assert table.money_of("Bastié") == 110


@rule("PO-R14")
@pytest.mark.parametrize(("card", "left"), [(None, 7), ("Auxiliary Tank", 8)])
def test_fuel_beyond_the_new_maximum_is_lost(card: str | None, left: int) -> None:
    """An Auxiliary Tank goes along."""
    table = changing("Latécoère 28").equip("Bastié", *((card,) if card else ())).fuel(Bastié=10)
    table.play("Bastié", "Change to the Dornier Do J Wal")
    assert table.gauges_of("Bastié")[0] == left
    assert changing().fuel(Bastié=5).play("Bastié", "Change to the Latécoère 28").gauges_of("Bastié")[0] == 5


# What does not fit


@rule("PO-11.5", "PO-R18", "PO-R65", "PO-10.1")
@pytest.mark.parametrize(
    ("load", "money"),
    [
        ("Mail Delivery", 5),
        ("Priority Letter", 10),
        ("Smuggling Case", 30),
        ("Soviet Diplomatic Bag", 20),
        ("German Diplomatic Bag", 20),
        ("Fuel Can", 0),
    ],
)
def test_cargo_that_does_not_fit_costs_what_its_delivery_would_bring(load: str, money: int) -> None:
    """The Spirit of St. Louis takes one Cargo card."""
    table = changing(money=200).loads("Bastié", load, load).play("Bastié", "Change to the Ryan NYP")
    assert (table.phase, table.money_of("Bastié")) == (Phase.UNLOADING, 150)
    assert len(table.choices()) == 1
    table.play("Bastié", f"Give up the {load}")
    assert (table.phase, table.money_of("Bastié")) == (Phase.MAINTENANCE, 150 - money)
    assert (table.loads_of("Bastié"), counted_loads(table.s.load_discard)) == ({load: 1}, {load: 1})
    assert table.glory_of("Bastié") == 3


@rule("PO-11.5", "PO-R65", "PO-R54")
def test_the_owner_picks_card_by_card_of_categories_that_are_over_full() -> None:
    """From 3 Cargo, 2 PAX, 1 Crew, 2 System to 1, 0, 1 and 2; the Steward makes nothing dearer."""
    table = changing("Latécoère 25", money=100).loads("Bastié", "Mail", "Priority", "Fuel Can", "PAX", "PAX")
    table.equip("Bastié", "Steward", "Compass").play("Bastié", "Change to the Breguet 19")
    assert [said.split(",")[0] for said in table.choices()] == [
        "Give up the Mail Delivery",
        "Give up the Priority Letter",
        "Give up the Fuel Can",
        "Give up the PAX on Board",
    ]
    table.play("Bastié", "Give up the PAX on Board, pay $15,000", "Give up the Fuel Can", "Give up the Mail")
    assert [said.split(",")[0] for said in table.choices()] == ["Give up the PAX on Board"]
    table.play("Bastié", "Give up the PAX")
    assert (table.phase, table.money_of("Bastié")) == (Phase.MAINTENANCE, 100 - 50 - 15 - 5 - 15)
    assert table.loads_of("Bastié") == {"Priority Letter": 1}
    assert table.equipment_of("Bastié") == {"Steward", "Compass"}


@rule("PO-11.5", "PO-R65")
def test_a_vip_without_a_seat_costs_15000_and_its_glory() -> None:
    """The card goes to the discard pile; of two VIPs alike the first stands for both."""
    table = changing(money=110).objectives("Bastié", "Josephine Baker", "Ernest Hemingway", "Paris - Moscow")
    table.glory(Bastié=10).play("Bastié", "Change to the Breguet 19")
    assert table.choices() == ["Give up Josephine Baker, pay $15,000, lose 2 glory"]
    table.play("Bastié", "Give up Josephine Baker")
    assert (table.money_of("Bastié"), table.glory_of("Bastié"), table.phase) == (45, 8, Phase.UNLOADING)
    table.play("Bastié", "Give up Ernest Hemingway")
    assert (table.money_of("Bastié"), table.glory_of("Bastié"), table.phase) == (30, 6, Phase.MAINTENANCE)
    assert table.objectives_of("Bastié") == {"Paris – Moscow"}
    assert table.names_in(table.s.objective_discard) == {"Josephine Baker", "Ernest Hemingway"}


@rule("PO-11.5")
def test_pax_and_vips_are_both_offered() -> None:
    """From 2 seats to 1: one of the two stays."""
    table = changing(money=110).objectives("Bastié", "Josephine Baker").loads("Bastié", "PAX")
    table.play("Bastié", "Change to the Dornier Do J Wal")
    assert [said.split(",")[0] for said in table.choices()] == ["Give up the PAX on Board", "Give up Josephine Baker"]
    table.play("Bastié", "Give up the PAX on Board")
    assert table.objectives_of("Bastié") == {"Josephine Baker"}
    assert table.phase == Phase.MAINTENANCE


@rule("PO-R65", "PO-10.1", "PO-R15", "PO-R41")
@pytest.mark.parametrize(("glory", "left"), [(10, 6), (3, 0), (0, 0)])
def test_each_card_is_a_payment_of_its_own_on_credit_if_need_be(glory: int, left: int) -> None:
    """$15,000 without money is 2 points, and again; where there is no glory nothing is lost."""
    table = changing(money=50).glory(Bastié=glory).loads("Bastié", "PAX", "PAX")
    table.play("Bastié", "Change to the Breguet 19")
    assert table.money_of("Bastié") == 0
    table.play("Bastié", "Give up the PAX", "Give up the PAX")
    assert (table.money_of("Bastié"), table.glory_of("Bastié"), table.phase) == (0, left, Phase.MAINTENANCE)


@rule("PO-11.5", "PO-R18", "PO-R19")
def test_system_and_crew_cards_that_do_not_fit_go_back_for_nothing() -> None:
    """The Dornier Wal takes 2 Crew cards and 1 System card, the Spirit of St. Louis 0 and 3."""
    table = changing("Dornier Do J Wal", money=60).expert("Altimeter").equip("Bastié", "Radio", "Veteran", "Compass")
    table.play("Bastié", "Change to the Ryan NYP")
    assert table.choices() == ["Discard the Radio", "Discard the Veteran"]
    table.play("Bastié", "Discard the Veteran", "Discard the Radio")
    assert (table.phase, table.money_of("Bastié"), table.equipment_of("Bastié")) == (Phase.MAINTENANCE, 10, {"Compass"})
    assert (table.s.expert, table.s.experts_returned.tolist()) == (
        Equipment.ALTIMETER,
        [Equipment.VETERAN] + [NONE] * 6,
    )
    assert table.s.stock[3] == 4


@rule("PO-R65", "PO-13.26", "PO-R66")
def test_flaps_make_room_in_the_new_aircraft_too() -> None:
    """The Junkers F.13 takes 2 Cargo and 2 PAX, and one of each more."""
    table = (
        changing("Dornier Do J Wal", money=100).equip("Bastié", "Flaps").loads("Bastié", *("Mail",) * 4, "PAX", "PAX")
    )
    table.play("Bastié", "Change to the Junkers F.13")
    assert table.choices() == ["Give up the Mail Delivery, pay $5,000"]
    table.play("Bastié", "Give up the Mail")
    assert table.phase == Phase.MAINTENANCE
    assert table.loads_of("Bastié") == {"Mail Delivery": 3, "PAX on Board": 2}


@rule("PO-R65", "PO-R66", "PO-13.27")
def test_an_over_full_system_category_may_be_settled_by_slats_themselves() -> None:
    """4 Systems with Slats: on an aircraft with 1 and Slats there are 3 places; without them 1."""
    table = changing(money=100).equip("Bastié", "Slats", "Compass", "Gyroscope", "Autopilot")
    table.play("Bastié", "Change to the Dornier Do J Wal")
    assert len(table.choices()) == 4
    table.play("Bastié", "Discard the Slats")
    assert table.choices() == ["Discard the Compass", "Discard the Gyroscope", "Discard the Autopilot"]
    table.play("Bastié", "Discard the Compass", "Discard the Gyroscope")
    assert (table.phase, table.equipment_of("Bastié")) == (Phase.MAINTENANCE, {"Autopilot"})


@rule("PO-11.5", "PO-R14")
def test_an_auxiliary_tank_that_has_to_go_takes_its_fuel_along() -> None:
    table = changing(money=100).equip("Bastié", "Auxiliary Tank", "Compass").fuel(Bastié=7)
    table.play("Bastié", "Change to the Dornier Do J Wal")
    table.fuel(Bastié=8).play("Bastié", "Discard the Auxiliary Tank")
    assert table.gauges_of("Bastié")[0] == 7
