"""Weather: what cards do to wings, to the cost of flights and to cubes, and which add up."""

from __future__ import annotations

import pytest

from aeropostale.flights_of_latecoere import (
    FLYER,
    FREIGHT,
    MAIL,
    PASSENGER,
    create,
    explorer,
    flown_to,
    may_create,
    may_run,
    run,
)
from mailwing.envs.aeropostale.testing import position

rule = pytest.mark.rule


# Wings


@rule("AO-7.1", "AO-R58")
@pytest.mark.parametrize("contracts", [("1 freight for nothing",), ("any 1 for nothing", "1 freight for nothing")])
def test_clear_weather_pays_a_bronze_wing_for_a_run_with_anything(contracts: tuple[str, ...]) -> None:
    table = flown_to("Tangier", *contracts).weather("Pyrenees", 1)
    run(table, "Tangier", "Toulouse", *contracts)
    if len(contracts) > 1:
        table.play("Latécoère", "Carry freight")
    assert table.wings_of("Latécoère") == {"bronze": 1}


@rule("AO-7.2", "AO-R58")
@pytest.mark.parametrize(
    ("contracts", "bronze"), [((FREIGHT,), 1), ((PASSENGER,), 3), ((PASSENGER, "1 passenger for 2 bronze"), 5)]
)
def test_clear_weather_pays_two_bronze_wings_for_passengers(contracts: tuple[str, ...], bronze: int) -> None:
    """Once for a run, however many there are."""
    table = flown_to("Tangier", *contracts).weather("Pyrenees", 2)
    run(table, "Tangier", "Toulouse", *contracts)
    assert table.wings_of("Latécoère") == {"bronze": bronze}


@rule("AO-7.1", "AO-7.2", "AO-R15")
@pytest.mark.parametrize(("pyrenees", "sahara", "bronze"), [(1, 1, 1), (1, 2, 3), (2, 1, 3), (2, 2, 2), (4, 1, 1)])
def test_equal_clear_weather_pays_once(pyrenees: int, sahara: int, bronze: int) -> None:
    """From Toulouse to Dakar with a passenger: one and two wings add up, one and one do not."""
    table = flown_to("Dakar", "any 1 for nothing").weather("Pyrenees", pyrenees).weather("Sahara", sahara)
    run(table, "Dakar", "Toulouse", "any 1 for nothing").play("Latécoère", table.choices()[-1])
    assert table.wings_of("Latécoère") == {"bronze": bronze}


@rule("AO-7.1", "AO-7.2", "AO-1.4")
def test_clear_weather_is_nothing_to_a_new_stop() -> None:
    for card in (1, 2):
        table = create(explorer().weather("Sahara", card), "Dakar", "Tangier")
        assert table.wings_of("Latécoère") == {}
        assert (table.cubes_of("Latécoère", "Dakar"), table.logistics_of("Latécoère")) == (3, 7)


@rule("AO-4.2.1.1", "AO-1.4")
def test_only_the_weather_on_the_way_counts() -> None:
    """From Tangier to Dakar the weather of the Pyrenees and of the Atlantic is somewhere else."""
    table = flown_to("Dakar", FREIGHT).weather("Pyrenees", 5).weather("Atlantic", 4).weather("Sahara", 3)
    run(table, "Dakar", "Tangier", FREIGHT)
    assert table.logistics_of("Latécoère") == 5
    assert table.wings_of("Latécoère") == {"bronze": 1}


# The cost


@rule("AO-7.3", "AO-7.5", "AO-R15", "AO-R3")
@pytest.mark.parametrize(
    ("pyrenees", "sahara", "cost"),
    [(2, 2, 3), (3, 2, 2), (2, 4, 2), (3, 4, 2), (5, 2, 4), (2, 5, 4), (5, 5, 4), (3, 5, 3), (5, 4, 3), (5, 8, 6)],
)
def test_winds_of_two_lines(pyrenees: int, sahara: int, cost: int) -> None:
    """Fuel 3 from Toulouse to Dakar: 3 and 4 are Favorable winds, 5 Contrary winds, 8 the Sirocco for two points."""
    table = flown_to("Dakar", FREIGHT).weather("Pyrenees", pyrenees).weather("Sahara", sahara)
    run(table, "Dakar", "Toulouse", FREIGHT)
    assert table.logistics_of("Latécoère") == 8 - cost
    back = flown_to("Dakar", FREIGHT).weather("Pyrenees", pyrenees).weather("Sahara", sahara)
    back.strips("Dakar", FREIGHT)
    run(back, "Toulouse", "Dakar", MAIL)
    assert back.logistics_of("Latécoère") == 8 - cost


@rule("AO-7.3", "AO-R15")
@pytest.mark.parametrize(("points", "possible"), [(1, True), (0, False)])
def test_a_flight_costs_at_least_a_point(points: int, possible: bool) -> None:
    """The Salmson 2A2 burns 1, and Favorable winds blow."""
    table = explorer().weather("Sahara", "Favorable winds").logistics(Latécoère=points)
    assert may_create(table, "Dakar") == possible
    if possible:
        assert create(table, "Dakar", "Tangier").logistics_of("Latécoère") == 0


@rule("AO-7.5", "AO-4.1.2.1")
@pytest.mark.parametrize(("points", "possible"), [(2, True), (1, False)])
def test_contrary_winds_ask_for_a_point_more(points: int, possible: bool) -> None:
    table = explorer().weather("Sahara", "Contrary winds").logistics(Latécoère=points)
    assert may_create(table, "Dakar") == possible
    if possible:
        assert create(table, "Dakar", "Tangier").logistics_of("Latécoère") == 0


@rule("AO-7.5", "AO-4.2.1.1")
@pytest.mark.parametrize(("points", "possible"), [(4, True), (3, False)])
def test_contrary_winds_act_on_runs(points: int, possible: bool) -> None:
    table = flown_to("Dakar", FREIGHT).weather("Sahara", "Contrary winds").logistics(Latécoère=points)
    assert may_run(table, "Dakar", "a rookie", take_off="Tangier") == possible


@rule("AO-R46", "AO-R15")
def test_cards_of_other_names_add_up() -> None:
    """From Casablanca to Natal: the Sirocco and the Doldrums front cost two points each."""
    table = position(scenario="la_paz").stop("Casablanca", Latécoère=1).fleet("Latécoère", FLYER)
    table.pilots("Latécoère", seasoned=1).weather("Sahara", "Sirocco").weather("Atlantic", "Doldrums front")
    assert not may_create(table.logistics(Latécoère=6), "Natal")
    table.logistics(Latécoère=7).announce("Latécoère", "Create a stop in Natal", "Casablanca", FLYER)
    table.play("Latécoère", "With a seasoned pilot")
    assert table.logistics_of("Latécoère") == 0


@rule("AO-R15", "AO-7.3", "AO-7.5")
def test_favorable_winds_of_three_lines_count_once_and_contrary_ones_too() -> None:
    """From Tangier to Buenos Aires: Favorable, contrary, favorable winds."""
    table = position().stop("Tangier", Latécoère=1).fleet("Latécoère", "Latécoère 28-3").pilots("Latécoère", seasoned=1)
    table.weather("Sahara", 4).weather("Atlantic", 4).weather("Amazonia", 3).logistics(Latécoère=4)
    table.announce("Latécoère", "Create a stop in Buenos Aires", "Tangier", "Latécoère 28-3")
    table.play("Latécoère", "With a seasoned pilot")
    assert table.logistics_of("Latécoère") == 2


# Cubes


@rule("AO-7.4", "AO-7.6", "AO-R17", "AO-R15")
@pytest.mark.parametrize(
    ("pyrenees", "sahara", "contracts", "cubes"),
    [
        (2, 2, 1, 1),
        (4, 2, 1, 2),
        (2, 3, 1, 2),
        (4, 3, 1, 2),
        (4, 2, 2, 3),
        (6, 2, 1, 0),
        (6, 2, 2, 1),
        (6, 3, 1, 1),
    ],
)
def test_ascending_air_and_bad_weather_change_the_cubes_of_a_run(
    pyrenees: int, sahara: int, contracts: int, cubes: int
) -> None:
    """Ascending air is 4 of the Pyrenees and 3 of the Sahara, Bad weather 6 of the Pyrenees: once for all contracts."""
    both = (FREIGHT, PASSENGER)[:contracts]
    table = flown_to("Dakar", FREIGHT, PASSENGER).weather("Pyrenees", pyrenees).weather("Sahara", sahara)
    run(table, "Dakar", "Toulouse", *both)
    if table.may("Keep the wings"):
        table.play("Latécoère", "Keep the wings")
    assert table.cubes_of("Latécoère", "Dakar") == 1 + cubes
    assert table.decider == "Sabena"


@rule("AO-7.6", "AO-R17")
def test_bad_weather_of_three_lines_takes_one_cube_and_never_more_than_there_are() -> None:
    """From Dakar to Buenos Aires: Bad weather over the Atlantic and over Amazonia."""
    table = flown_to("Buenos Aires", "any 1 for nothing", design=FLYER)
    table.weather("Atlantic", 5).weather("Amazonia", 8)
    run(table, "Buenos Aires", "Dakar", "any 1 for nothing", pilot="a seasoned pilot").play("Latécoère", "Carry mail")
    assert table.cubes_of("Latécoère", "Buenos Aires") == 1
    assert table.decider == "Sabena"


@rule("AO-7.4", "AO-7.6", "AO-1.4")
@pytest.mark.parametrize("card", [("Sahara", 3), ("Pyrenees", 6)])
def test_weather_for_runs_leaves_new_stops_alone(card: tuple[str, int]) -> None:
    table = explorer().weather("Pyrenees", 1).weather("Sahara", 1).weather(*card)
    table.fleet("Latécoère", "Latécoère 28-1").next_strip("Dakar", value=3)
    table.create("Latécoère", "Dakar", "Toulouse", "Latécoère 28-1").play("Latécoère", "Reveal the strip")
    assert table.cubes_of("Latécoère", "Dakar") == 3


@rule("AO-7.11")
@pytest.mark.parametrize(("card", "cubes"), [(9, 4), (11, 3)])
def test_clear_skies_bring_a_cube_more_than_the_strip(card: int, cubes: int) -> None:
    table = create(explorer("supremacy").weather("Sahara", card), "Dakar", "Tangier", value=3)
    assert table.cubes_of("Latécoère", "Dakar") == cubes


@rule("AO-7.11", "AO-4.1.2.1")
@pytest.mark.parametrize(("before", "cubes"), [(4, 4), (5, 3)])
def test_clear_skies_make_no_city_larger(before: int, cubes: int) -> None:
    """Dakar holds eight."""
    table = explorer("supremacy").stop("Dakar", KLM=before).weather("Sahara", 9).at("Latécoère")
    assert create(table, "Dakar", "Tangier", value=3).cubes_of("Latécoère", "Dakar") == cubes


@rule("AO-7.11", "AO-R15")
@pytest.mark.parametrize(("sahara", "atlantic", "cubes"), [(9, 10, 4), (11, 10, 4), (9, 3, 4), (11, 3, 3)])
def test_clear_skies_of_two_lines_bring_one_cube(sahara: int, atlantic: int, cubes: int) -> None:
    """From Tangier to Natal; number 3 over the Atlantic is Ascending air, which is for runs."""
    table = explorer("supremacy").fleet("Latécoère", "Latécoère 28-1").weather("Sahara", sahara)
    table.weather("Atlantic", atlantic).next_strip("Natal", value=3)
    table.create("Latécoère", "Natal", "Tangier", "Latécoère 28-1", "a seasoned pilot")
    assert table.cubes_of("Latécoère", "Natal") == cubes


@rule("AO-7.11", "AO-1.4")
def test_clear_skies_are_nothing_to_a_run() -> None:
    table = flown_to("Dakar", FREIGHT, scenario="supremacy").weather("Sahara", 9)
    assert run(table, "Dakar", "Tangier", FREIGHT).cubes_of("Latécoère", "Dakar") == 2


@rule("AO-7.12")
@pytest.mark.parametrize("take_off", ["Natal", "Dakar"])
def test_downpours_let_no_run_increase_a_stop(take_off: str) -> None:
    """Not even with Ascending air; the contracts pay as ever."""
    table = flown_to("Buenos Aires", "1 freight for 2 bronze").stop("Natal", Latécoère=1).weather("Atlantic", 3)
    table.weather("Amazonia", "Downpours")
    run(table, "Buenos Aires", take_off, "1 freight for 2 bronze", pilot="a seasoned pilot")
    assert table.cubes_of("Latécoère", "Buenos Aires") == 1
    assert table.wings_of("Latécoère") == {"bronze": 2}
    assert table.decider == "Sabena"


@rule("AO-7.12", "AO-1.4")
def test_downpours_elsewhere_and_for_new_stops_are_nothing() -> None:
    table = flown_to("Natal", "1 freight for 2 bronze").weather("Amazonia", "Downpours")
    run(table, "Natal", "Dakar", "1 freight for 2 bronze", pilot="a seasoned pilot")
    assert table.cubes_of("Latécoère", "Natal") == 2
    table = explorer().stop("Natal", Latécoère=1).weather("Amazonia", "Downpours")
    assert create(table, "Buenos Aires", "Natal", value=3).cubes_of("Latécoère", "Buenos Aires") == 3


@rule("AO-7.12", "AO-4.2.7")
def test_no_monopoly_in_downpours() -> None:
    """Latécoère is alone in Buenos Aires, which is full: without an increase that is no monopoly."""
    table = flown_to("Buenos Aires", "1 freight for 2 bronze").stop("Buenos Aires", Latécoère=7)
    table.weather("Amazonia", "Downpours")
    run(table, "Buenos Aires", "Dakar", "1 freight for 2 bronze", pilot="a seasoned pilot")
    assert table.decider == "Sabena"
    assert table.s.monopoly[table.cities["Buenos Aires"]] == -1
