"""Flights: take-off, the Andes, record tiles, rookies in South America, and announcing runs."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import Condition
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

MAIL = "1 mail for 1 bronze"


def calm(players: int = 4) -> Table:
    """The introduction, without weather: Latécoère is to act, with a seasoned pilot beside its rookies."""
    return position(players, scenario="introduction").pilots("Latécoère", seasoned=1)


def may_create(table: Table, city: str) -> bool:
    """Whether the company to act may create a stop in a city."""
    return f"Create a stop in {city}" in table.choices()


def may_run(table: Table, city: str) -> bool:
    """Whether the company to act may run to a city."""
    return f"Make a run to {city}" in table.choices()


def flies(design: str, *stops: str) -> Table:
    """Latécoère has stops, besides Toulouse, and this is its only available design."""
    table = calm().fleet("Latécoère", design).only("Latécoère", design).logistics(Latécoère=10)
    for stop in stops:
        table.stop(stop, Latécoère=1)
    return table


# The Andes


@rule("AO-1.1", "AO-2.6", "AO-4.1.2")
@pytest.mark.parametrize(
    ("design", "crosses"),
    [("Dewoitine 333", False), ("Latécoère 28-3", False), ("Potez 25", True), ("Couzinet 71 Arc-en-Ciel", True)],
)
def test_only_a_red_range_crosses_the_andes(design: str, crosses: bool) -> None:
    assert may_create(flies(design, "Buenos Aires"), "Santiago") == crosses
    table = flies(design, "Buenos Aires", "Santiago").strips("Santiago", "any 1 for nothing")
    table.strips("Buenos Aires", "1 mail for 2 bronze")
    assert may_run(table, "Santiago") == crosses
    assert may_run(table, "Buenos Aires") == crosses


@rule("AO-2.6")
def test_no_red_range_is_needed_on_both_sides_of_the_andes() -> None:
    assert may_create(flies("Salmson 2A2", "Santiago"), "La Paz")
    assert may_create(flies("Salmson 2A2", "Natal"), "Buenos Aires")
    assert not may_create(flies("Latécoère 28-1", "Natal"), "Santiago")


@rule("AO-2.6", "AO-4.1.2")
def test_a_red_range_must_be_long_enough_too() -> None:
    """The Potez 25 crosses one line, the Couzinet two; from Buenos Aires to La Paz are two, from Natal three."""
    assert not may_create(flies("Potez 25", "Buenos Aires"), "La Paz")
    assert may_create(flies("Couzinet 71 Arc-en-Ciel", "Buenos Aires"), "La Paz")
    assert not may_create(flies("Couzinet 71 Arc-en-Ciel", "Natal"), "La Paz")
    assert may_create(flies("Farman 220 Le Centaure", "Natal"), "La Paz")


@rule("AO-4.3.3.1", "AO-2.6")
def test_the_tile_of_the_altitude_record_crosses_the_andes() -> None:
    """It does so for the design that it lies under, for its holder."""
    table = flies("Salmson 2A2", "Buenos Aires").tile("Latécoère", "altitude", under="Salmson 2A2")
    assert may_create(table, "Santiago")
    table.tile("Latécoère", "altitude", under="Breguet 14T")
    assert not may_create(table, "Santiago")
    table.only("Latécoère", "Salmson 2A2", "Breguet 14T")
    table.play("Latécoère", "Create a stop in Santiago", "Take off from Buenos Aires")
    assert table.aeroplanes() == ["Breguet 14T"]
    rival = flies("Salmson 2A2", "Buenos Aires").tile("KLM", "altitude", under="Airco DH.9")
    assert not may_create(rival, "Santiago")


@rule("AO-4.3.3.1")
@pytest.mark.parametrize("record", ["speed", "distance"])
def test_other_tiles_do_not_cross_the_andes(record: str) -> None:
    table = flies("Salmson 2A2", "Buenos Aires").tile("Latécoère", record, under="Salmson 2A2")
    assert not may_create(table, "Santiago")


# The tile of the distance record


@rule("AO-4.3.3.1", "AO-R53")
@pytest.mark.parametrize(("points", "possible"), [(2, True), (1, False)])
def test_the_tile_of_the_distance_record_adds_a_line_for_a_point(points: int, possible: bool) -> None:
    """The Salmson 2A2 burns 1 and crosses one line; from Toulouse to Dakar are two."""
    table = flies("Salmson 2A2").tile("Latécoère", "distance", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    table.logistics(Latécoère=points)
    assert may_create(table, "Dakar") == possible
    assert may_create(table, "Tangier")
    assert not may_create(table.logistics(Latécoère=10), "Natal")
    if possible:
        table.logistics(Latécoère=points).next_strip("Dakar", value=2)
        table.create("Latécoère", "Dakar", "Toulouse", "Salmson 2A2")
        assert table.logistics_of("Latécoère") == 0


@rule("AO-R53", "AO-4.3.3.1")
def test_the_tile_of_the_distance_record_costs_only_if_it_is_needed() -> None:
    table = flies("Salmson 2A2").tile("Latécoère", "distance", under="Salmson 2A2").logistics(Latécoère=1)
    table.only("Latécoère", "Salmson 2A2").next_strip("Tangier", value=2)
    table.create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert table.logistics_of("Latécoère") == 0


@rule("AO-4.3.3.1")
def test_the_tile_of_the_distance_record_is_for_one_design_of_its_holder() -> None:
    table = flies("Salmson 2A2").tile("Latécoère", "distance", under="Breguet 14T").only("Latécoère", "Salmson 2A2")
    assert not may_create(table, "Dakar")
    table = flies("Salmson 2A2").tile("KLM", "distance", under="Airco DH.9")
    assert not may_create(table, "Dakar")
    for record in ("speed", "altitude"):
        table = flies("Salmson 2A2").tile("Latécoère", record, under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
        assert not may_create(table, "Dakar")


@rule("AO-R53", "AO-7.3", "AO-R15")
@pytest.mark.parametrize(("points", "possible"), [(1, True), (0, False)])
def test_the_floor_of_one_is_for_fuel_tile_and_wind_together(points: int, possible: bool) -> None:
    """Fuel 1, a point for the tile, a point less in Favorable winds: 1, not 2."""
    table = position().weather("Pyrenees", "Favorable winds").weather("Sahara", 1).logistics(Latécoère=points)
    table.tile("Latécoère", "distance", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    assert may_create(table, "Dakar") == possible


@rule("AO-R16", "AO-7.8", "AO-4.3.3.1")
def test_the_tile_of_the_distance_record_helps_in_thunderstorms() -> None:
    """The Pyrenees count as two lines: the second one is the tile's, for a point."""
    table = position().weather("Pyrenees", "Thunderstorms").tile("Latécoère", "distance", under="Salmson 2A2")
    table.only("Latécoère", "Salmson 2A2").next_strip("Tangier", value=2)
    table.create("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert table.logistics_of("Latécoère") == 2


@rule("AO-4.3.3.1", "AO-R56")
def test_several_tiles_under_one_design() -> None:
    """The distance's and the altitude's: from Natal over Amazonia and the Andes with range 1."""
    table = flies("Salmson 2A2", "Natal").tile("Latécoère", "distance", under="Salmson 2A2")
    table.tile("Latécoère", "altitude", under="Salmson 2A2").only("Latécoère", "Salmson 2A2").logistics(Latécoère=2)
    assert may_create(table, "Santiago")


# The tile of the speed record


@rule("AO-4.3.3.1", "AO-1.1")
def test_the_tile_of_the_speed_record_adds_to_capacity() -> None:
    """Two mails for a Salmson 2A2, which carries one; three for a Breguet, which carries two."""
    table = flies("Salmson 2A2", "Tangier").strips("Tangier", "2 mail for 3 bronze")
    assert not may_run(table, "Tangier")
    table.tile("Latécoère", "speed", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    assert may_run(table, "Tangier")
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", "2 mail for 3 bronze")
    assert table.logistics_of("Latécoère") == 9
    table = flies("Salmson 2A2", "Tangier").strips("Tangier", "2 mail for 3 bronze")
    assert not may_run(
        table.tile("Latécoère", "speed", under="Breguet 14T").only("Latécoère", "Salmson 2A2"), "Tangier"
    )
    table = flies("Salmson 2A2", "Tangier").strips("Tangier", "2 mail for 3 bronze")
    assert not may_run(table.tile("KLM", "speed", under="Airco DH.9"), "Tangier")
    for record in ("distance", "altitude"):
        table = flies("Salmson 2A2", "Tangier").strips("Tangier", "2 mail for 3 bronze")
        table.tile("Latécoère", record, under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
        assert not may_run(table, "Tangier")


@rule("AO-4.3.3.1", "AO-4.2.4")
def test_with_the_tile_of_the_speed_record_one_contract_more_fits() -> None:
    table = flies("Salmson 2A2", "Tangier").strips("Tangier", "1 mail for 1 bronze", "2 mail for 3 bronze", 8)
    table.tile("Latécoère", "speed", under="Salmson 2A2").only("Latécoère", "Salmson 2A2")
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2")
    assert len(table.choices("Execute")) == 2
    table.play("Latécoère", f"Execute the contract: {MAIL}")
    assert table.choices() == [f"Execute the contract: {MAIL}", "No more contracts"]


# Rookies


@rule("AO-4.5.1", "AO-R40")
def test_rookies_do_not_land_in_south_america() -> None:
    table = flies("Salmson 2A2", "Dakar").pilots("Latécoère", seasoned=0)
    assert not may_create(table, "Natal")
    assert may_create(table, "Casablanca")
    table.pilots("Latécoère", seasoned=1).announce("Latécoère", "Create a stop in Natal", "Dakar", "Salmson 2A2")
    assert table.choices() == ["With a seasoned pilot", "Give up creating the stop"]


@rule("AO-4.5.1", "AO-R40")
def test_rookies_do_not_take_off_from_south_america() -> None:
    table = flies("Salmson 2A2", "Natal").stop("Toulouse", Latécoère=0).pilots("Latécoère", seasoned=0)
    assert not may_create(table, "Dakar")
    table.pilots("Latécoère", seasoned=1)
    assert may_create(table, "Dakar")
    table.stop("Toulouse", Latécoère=1).pilots("Latécoère", seasoned=0)
    assert may_create(table, "Tangier")


@rule("AO-4.5.1", "AO-R40")
@pytest.mark.parametrize(("one", "other"), [("Dakar", "Natal"), ("Natal", "Buenos Aires"), ("Santiago", "La Paz")])
def test_rookies_do_not_run_in_south_america(one: str, other: str) -> None:
    """Neither there nor back."""
    table = flies("Salmson 2A2", one, other).pilots("Latécoère", seasoned=0).stop("Toulouse", Latécoère=0)
    table.strips(one, "1 mail for 1 bronze").strips(other, "1 mail for 2 bronze")
    assert table.choices("Make") == []
    table.pilots("Latécoère", seasoned=1)
    assert table.choices("Make") == [f"Make a run to {one}", f"Make a run to {other}"]


@rule("AO-4.5.1", "AO-4.5.3", "AO-R40")
def test_seasoned_and_legendary_pilots_fly_in_south_america() -> None:
    table = position().stop("Dakar", Latécoère=1).weather("Atlantic", 1)
    assert not may_create(table, "Natal")
    table.legend("Latécoère", "Bastié", feat=False)
    assert may_create(table, "Natal")
    table.announce("Latécoère", "Create a stop in Natal", "Dakar", "Salmson 2A2")
    assert table.choices("With") == ["With Maryse Bastié"]


# Runs


@rule("AO-4.2.1")
def test_a_run_needs_stops_at_both_ends() -> None:
    """Toulouse alone is no line; with Tangier it is one, and both are places to land."""
    assert calm().choices("Make") == []
    table = calm().stop("Tangier", KLM=1).at("Latécoère")
    assert table.choices("Make") == []
    table.stop("Tangier", Latécoère=1).strips("Tangier", MAIL, "1 freight for 1 bronze")
    assert table.choices("Make") == ["Make a run to Toulouse", "Make a run to Tangier"]
    table.play("Latécoère", "Make a run to Tangier")
    assert table.choices() == ["Take off from Toulouse"]


@rule("AO-4.2.1", "AO-R19")
def test_a_monopoly_is_a_stop_to_land_in_and_to_take_off_from() -> None:
    table = calm().monopoly("Latécoère", "Tangier").at("Latécoère")
    assert table.choices("Make") == ["Make a run to Toulouse", "Make a run to Tangier"]
    table = calm().monopoly("KLM", "Tangier").at("Latécoère")
    assert table.choices("Make") == []


@rule("AO-4.2.1", "AO-R70")
def test_a_run_within_a_region_crosses_no_line() -> None:
    """From Berlin to Toulouse; no longest run is won by that."""
    table = calm().stop("Berlin", Latécoère=1).stop("Tangier", Latécoère=1)
    table.play("Latécoère", "Make a run to Toulouse")
    assert table.choices() == ["Take off from Berlin", "Take off from Tangier"]
    table.play("Latécoère", "Take off from Berlin", "Fly the Salmson 2A2", "With a rookie", "Execute", "No more")
    assert table.wings_of("Latécoère") == {"bronze": 1}
    assert table.s.farthest == 0
    assert table.s.pioneers.tolist() == [0] * 7


@rule("AO-4.2.3", "AO-4.2.1")
def test_what_a_run_takes() -> None:
    """An available pilot, fuel, the figure on the runway where it lands."""
    table = calm().stop("Tangier", Latécoère=1).strips("Tangier", MAIL).no_pioneers_left()
    table.run("Latécoère", "Tangier", "Toulouse", "Breguet 14T", MAIL, pilot="a seasoned pilot")
    assert table.pilots_of("Latécoère") == {"rookie": 3}
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}
    assert table.logistics_of("Latécoère") == 2
    assert table.condition_of("Latécoère", "Breguet 14T") == Condition.USED
    assert table.s.runway[0].tolist() == [-1, table.cities["Tangier"], -1, -1, -1]
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-4.2.3")
def test_a_run_is_not_given_up() -> None:
    table = calm().stop("Tangier", Latécoère=1).strips("Tangier", MAIL)
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", "Salmson 2A2")
    assert table.choices() == ["With a rookie", "With a seasoned pilot"]


@rule("AO-4.2.3", "AO-1.1")
@pytest.mark.parametrize(("points", "designs"), [(1, ["Salmson 2A2"]), (2, ["Salmson 2A2", "Breguet 14T"])])
def test_a_run_needs_fuel(points: int, designs: list[str]) -> None:
    """And an aeroplane that carries mail, which the Farman does not."""
    table = calm().stop("Tangier", Latécoère=1).strips("Tangier", MAIL).logistics(Latécoère=points)
    table.play("Latécoère", "Make a run to Tangier", "Take off from Toulouse")
    assert table.aeroplanes() == designs
    assert not may_run(table.at("Latécoère").logistics(Latécoère=0), "Tangier")


@rule("AO-4.2.3")
def test_a_run_needs_an_available_pilot_and_aeroplane() -> None:
    table = calm().stop("Tangier", Latécoère=1).strips("Tangier", MAIL)
    assert not may_run(table.only("Latécoère"), "Tangier")
    table.only("Latécoère", "Breguet 14T").play("Latécoère", "Make a run to Tangier", "Take off from Toulouse")
    assert table.aeroplanes() == ["Breguet 14T"]
    table.at("Latécoère").pilots("Latécoère", rookie=0, seasoned=0).pilots("Latécoère", "recovering", rookie=3)
    assert not may_run(table, "Tangier")


@rule("AO-4.2.1", "AO-1.1")
@pytest.mark.parametrize(
    ("design", "lands"),
    [("Salmson 2A2", ["Toulouse", "Tangier", "Dakar"]), ("Latécoère 28-1", ["Toulouse", "Tangier", "Dakar"])],
)
def test_a_run_keeps_to_the_range(design: str, lands: list[str]) -> None:
    """From Tangier one line leads to both others; Toulouse–Dakar are two."""
    table = flies(design, "Tangier", "Dakar").strips("Tangier", MAIL).strips("Dakar", "1 mail for 1 bronze")
    assert table.choices("Make") == [f"Make a run to {city}" for city in lands]
    table.play("Latécoère", "Make a run to Dakar")
    both = ["Take off from Toulouse", "Take off from Tangier"]
    assert table.choices() == (both[1:] if design == "Salmson 2A2" else both)
