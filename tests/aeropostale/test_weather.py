"""Weather: what each card does to new stops and to runs, and which cards add up."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mailwing.envs import aeropostale
from mailwing.envs._core.game import Game
from mailwing.envs.aeropostale import SPEC
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

MAIL, FREIGHT, PASSENGER = "1 mail for 1 bronze", "1 freight for 1 bronze", "1 passenger for 1 bronze"
ANYTHING = "any 1 for nothing"
FLYER = "Dewoitine 333"
"""Latécoère's aeroplane of capacity 4 for everything, fuel 3 and range 2."""


def flown_to(city: str, *strips: str, scenario: str = "campaign", design: str = FLYER) -> Table:
    """Latécoère can run to a city with strips, from Toulouse, Tangier or Dakar; all wings of pioneers are gone."""
    table = position(scenario=scenario).no_pioneers_left().fleet("Latécoère", design).only("Latécoère", design)
    table.logistics(Latécoère=8).pilots("Latécoère", seasoned=1)
    for stop in ("Tangier", "Dakar", city):
        table.stop(stop, Latécoère=1)
    return table.strips(city, *strips) if strips else table


def run(table: Table, city: str, take_off: str, *contracts: str, pilot: str = "a rookie") -> Table:
    """Latécoère runs with its one available design."""
    place = table.s.condition[0].tolist().index(0)
    names = [name for name in DESIGNS if table.design("Latécoère", name) == table.s.fleet[0, place]]
    return table.run("Latécoère", city, take_off, names[0], *contracts, pilot=pilot)


DESIGNS = (FLYER, "Latécoère 28-1", "Latécoère 28-3", "Potez 25", "Couzinet 71 Arc-en-Ciel", "Farman 220 Le Centaure")


def may_run(table: Table, city: str, pilot: str, *, take_off: str = "Toulouse", design: str = FLYER) -> bool:
    """Whether the pilot could make the run."""
    if f"Make a run to {city}" not in table.choices():
        return False
    table.play("Latécoère", f"Make a run to {city}")
    if not any(take_off in said for said in table.choices()):
        return False
    table.play("Latécoère", next(said for said in table.choices() if take_off in said), f"Fly the {design}")
    return f"With {pilot}" in table.choices()


def may_create(table: Table, city: str) -> bool:
    """Whether Latécoère may announce the stop."""
    return f"Create a stop in {city}" in table.choices()


def create(table: Table, city: str, take_off: str, *, value: int = 3) -> Table:
    """Latécoère creates a stop with its Salmson 2A2 and a seasoned pilot; the strip is one of this value."""
    table.announce("Latécoère", f"Create a stop in {city}", take_off, "Salmson 2A2").next_strip(city, value=value)
    table.play("Latécoère", "With a seasoned pilot")
    return table.play("Latécoère", "Reveal the strip") if "Reveal the strip" in table.choices() else table


def explorer(scenario: str = "campaign") -> Table:
    """Latécoère has stops in Toulouse and Tangier, eight points, and a seasoned pilot."""
    table = position(scenario=scenario).stop("Tangier", Latécoère=1).pilots("Latécoère", seasoned=1)
    return table.logistics(Latécoère=8)


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
    ("contracts", "bronze"), [((FREIGHT,), 1), ((PASSENGER,), 3), ((PASSENGER, "1 passenger for 2 bronze"), 5 - 4)]
)
def test_clear_weather_pays_two_bronze_wings_for_passengers(contracts: tuple[str, ...], bronze: int) -> None:
    """Once for a run, however many there are; of five wings, four are converted."""
    table = flown_to("Tangier", *contracts).weather("Pyrenees", 2)
    run(table, "Tangier", "Toulouse", *contracts)
    if len(contracts) > 1:
        table.play(
            "Latécoère",
            "Convert 4 bronze",
        )
    assert table.wings_of("Latécoère") == ({"bronze": bronze} if len(contracts) == 1 else {"bronze": 1, "gold": 1})


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


# What is carried


@rule("AO-7.7")
def test_passengers_do_not_board_in_a_storm_forecast() -> None:
    """Mail and freight go; anything is mail or freight; a run with passengers alone is not possible."""
    table = flown_to("Tangier", FREIGHT, PASSENGER, ANYTHING).weather("Pyrenees", "Storm forecast")
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", FLYER).play("Latécoère", "With a rookie")
    assert table.choices() == [f"Execute the contract: {FREIGHT}", f"Execute the contract: {ANYTHING}"]
    table.play("Latécoère", f"Execute the contract: {ANYTHING}", "No more contracts")
    assert table.choices() == ["Carry mail", "Carry freight"] or table.choices() == ["Carry mail"]
    table = flown_to("Tangier", PASSENGER).weather("Pyrenees", "Storm forecast")
    assert not may_run(table, "Tangier", "a rookie")
    table = flown_to("Dakar", PASSENGER).weather("Pyrenees", "Storm forecast")
    assert may_run(table, "Dakar", "a rookie", take_off="Tangier")


@rule("AO-7.7", "AO-1.4")
def test_a_storm_forecast_is_nothing_to_a_new_stop() -> None:
    """The aeroplane carries passengers only, and yet explores."""
    table = position().weather("Pyrenees", "Storm forecast").fleet("Latécoère", "Blériot-Spad 33")
    table.announce("Latécoère", "Create a stop in Tangier", "Toulouse", "Blériot-Spad 33")
    assert "With a rookie" in table.choices()


@rule("AO-7.9", "AO-R17")
def test_squalls_let_only_mail_through_and_pay_for_it() -> None:
    """From Dakar to Natal: a contract for mail can be executed, none for freight; mail earns a bronze wing more."""
    table = flown_to("Natal", "1 mail for 2 bronze", "1 freight for 2 bronze", ANYTHING).weather("Atlantic", "Squalls")
    table.announce("Latécoère", "Make a run to Natal", "Dakar", FLYER).play("Latécoère", "With a seasoned pilot")
    assert table.choices() == ["Execute the contract: 1 mail for 2 bronze", f"Execute the contract: {ANYTHING}"]
    table.play("Latécoère", f"Execute the contract: {ANYTHING}", "No more contracts")
    assert table.choices() == ["Carry mail"]
    table.play("Latécoère", "Carry mail")
    assert table.wings_of("Latécoère") == {"bronze": 1}
    table = flown_to("Natal", "1 freight for 2 bronze").weather("Atlantic", "Squalls")
    assert not may_run(table, "Natal", "a seasoned pilot", take_off="Dakar")


@rule("AO-7.9", "AO-1.4")
def test_squalls_are_nothing_to_a_new_stop() -> None:
    table = explorer().stop("Dakar", Latécoère=1).weather("Atlantic", "Squalls")
    assert create(table, "Natal", "Dakar").wings_of("Latécoère") == {}
    assert table.cubes_of("Latécoère", "Natal") == 3


@rule("AO-7.9", "AO-R4")
def test_violent_thunderstorms_over_the_pyrenees(tmp_path: Path) -> None:
    """Number 11 is in no deck; in a pack that has it in the campaign's, only mail is carried and earns a wing."""
    pack = tmp_path / "pack"
    shutil.copytree(Path(aeropostale.__file__).parent / "data", pack)
    scenarios = (pack / "scenarios.toml").read_text(encoding="utf-8")
    deck = "pyrenees = [1, 2, 3, 4, 5, 6, 7, 8]"
    assert deck in scenarios
    (pack / "scenarios.toml").write_text(scenarios.replace(deck, deck.replace("8]", "8, 11]")), encoding="utf-8")
    table = Table(Game(SPEC, 4, data=pack)).no_pioneers_left()
    company = table.companies[0]
    home = ("Toulouse", "Brussels", "Amsterdam", "Berlin")[int(table.s.company[0])]
    table.at(company, turn=2).stop("Tangier", **{company.replace(" ", "_"): 1}).strips("Tangier", MAIL, FREIGHT)
    table.weather("Pyrenees", 11).play(company, "Make a run to Tangier", f"Take off from {home}")
    table.state.apply(table.state.legal()[0])
    table.play(company, "With a rookie")
    assert table.choices() == [f"Execute the contract: {MAIL}"]
    table.play(company, f"Execute the contract: {MAIL}", "No more contracts")
    assert table.wings_of(company) == {"bronze": 2}


# The range


@rule("AO-7.8", "AO-R16")
@pytest.mark.parametrize(("card", "city"), [(8, "Tangier"), (2, "Dakar")])
def test_thunderstorms_count_as_two_lines(card: int, city: str) -> None:
    """An aeroplane of range 2 crosses the Pyrenees in thunderstorms, and no other line; one of range 1 does not."""
    for design, cities in (
        ("Salmson 2A2", {2: ["Tangier"], 8: []}),
        ("Latécoère 28-1", {2: ["Tangier", "Dakar"], 8: ["Tangier"]}),
    ):
        table = position().fleet("Latécoère", design).only("Latécoère", design).weather("Pyrenees", card)
        table.weather("Sahara", 1)
        assert [place for place in ("Tangier", "Dakar") if may_create(table, place)] == cities[card]
        for place in ("Tangier", "Dakar"):
            table = position().fleet("Latécoère", design).only("Latécoère", design).weather("Sahara", 1)
            table.stop(place, Latécoère=1).strips(place, MAIL).weather("Pyrenees", card)
            assert may_run(table, place, "a rookie", design=design) == (place in cities[card])
    assert city in ("Tangier", "Dakar")


@rule("AO-7.13")
@pytest.mark.parametrize(("design", "crosses"), [("Latécoère 28-1", False), ("Latécoère 28-3", True)])
def test_violent_thunderstorms_over_the_atlantic_count_as_three_lines(design: str, crosses: bool) -> None:
    """Range 2 and range 3."""
    table = explorer().stop("Dakar", Latécoère=1).fleet("Latécoère", design).only("Latécoère", design)
    table.weather("Atlantic", "Violent thunderstorms")
    assert may_create(table, "Natal") == crosses
    table.stop("Natal", Latécoère=1).strips("Natal", "1 mail for 2 bronze")
    assert may_run(table, "Natal", "a seasoned pilot", take_off="Dakar", design=design) == crosses


@rule("AO-7.15")
@pytest.mark.parametrize(("design", "crosses"), [("Potez 25", False), ("Couzinet 71 Arc-en-Ciel", True)])
def test_snowstorms_count_as_two_lines_of_the_andes(design: str, crosses: bool) -> None:
    """Both have a red range: 1 and 2."""
    table = explorer().stop("Buenos Aires", Latécoère=1).fleet("Latécoère", design).only("Latécoère", design)
    table.weather("Andes", "Snowstorms")
    assert may_create(table, "Santiago") == crosses
    table.stop("Santiago", Latécoère=1).strips("Santiago", "1 mail for 2 bronze")
    assert may_run(table, "Santiago", "a seasoned pilot", take_off="Buenos Aires", design=design) == crosses


@rule("AO-7.8", "AO-7.13")
def test_lines_that_count_as_more_add_up() -> None:
    """Sand haze over the Sahara and thunderstorms over the Atlantic: from Tangier to Natal as over four lines."""
    table = explorer("la_paz").weather("Sahara", "Sand haze").weather("Atlantic", "Thunderstorms")
    assert not may_create(table.fleet("Latécoère", "Latécoère 28-3").only("Latécoère", "Latécoère 28-3"), "Natal")
    design = "Latécoère 300 Croix-du-Sud"
    assert may_create(table.fleet("Latécoère", design).only("Latécoère", design), "Natal")


# Pilots


@rule("AO-7.10")
@pytest.mark.parametrize(("pilots", "possible"), [({"rookie": 3}, False), ({"seasoned": 1}, True)])
def test_sandstorms_keep_rookies_on_the_ground(pilots: dict[str, int], possible: bool) -> None:
    table = explorer().pilots("Latécoère", rookie=0, seasoned=0).pilots("Latécoère", **pilots)
    table.weather("Sahara", "Sandstorms")
    assert may_create(table, "Dakar") == possible
    assert may_create(table, "Casablanca")
    table.stop("Dakar", Latécoère=1).strips("Dakar", MAIL)
    name = "a rookie" if "rookie" in pilots else "a seasoned pilot"
    assert may_run(table, "Dakar", name, take_off="Tangier", design="Salmson 2A2") == possible


@rule("AO-7.10", "AO-4.2.3")
def test_only_the_seasoned_pilot_is_offered_in_sandstorms() -> None:
    table = flown_to("Dakar", MAIL).weather("Sahara", "Sandstorms").legend("Latécoère", "Bastié", feat=False)
    table.announce("Latécoère", "Make a run to Dakar", "Tangier", FLYER)
    assert table.choices() == ["With a seasoned pilot", "With Maryse Bastié"]


@rule("AO-7.14")
@pytest.mark.parametrize("feat", [True, False])
def test_ice_storms_are_for_legendary_pilots(feat: bool) -> None:
    """The feat plays no part: any legendary pilot crosses."""
    table = explorer().stop("Buenos Aires", Latécoère=1).fleet("Latécoère", "Potez 25")
    table.weather("Andes", "Ice storms")
    assert not may_create(table, "Santiago")
    table.legend("Latécoère", "Bastié", feat=feat)
    table.announce("Latécoère", "Create a stop in Santiago", "Buenos Aires", "Potez 25")
    assert table.choices() == ["With Maryse Bastié", "Give up creating the stop"]
    table.at("Latécoère").stop("Santiago", Latécoère=1).strips("Santiago", "1 mail for 2 bronze")
    table.announce("Latécoère", "Make a run to Santiago", "Buenos Aires", "Potez 25")
    assert table.choices() == ["With Maryse Bastié"]


@rule("AO-7.10", "AO-7.14")
def test_the_strictest_of_two_storms_decides() -> None:
    """Sandstorms and Ice storms on one way; then Sandstorms alone."""
    design = "Latécoère 300 Croix-du-Sud"
    table = explorer().fleet("Latécoère", design).tile("Latécoère", "altitude", under=design)
    table.stop("Casablanca", KLM=1).stop("Natal", KLM=1).stop("Buenos Aires", KLM=1).at("Latécoère")
    table.weather("Sahara", "Sandstorms").weather("Andes", "Ice storms")
    assert not may_create(table, "Santiago")
    table.weather("Andes", 5)
    assert may_create(table, "Santiago")
    table.legend("Latécoère", "Bastié", feat=False, city="Nouakchott").weather("Andes", "Ice storms")
    assert may_create(table, "Santiago")


# Cards


@rule("AO-R48")
def test_a_run_turns_up_no_card() -> None:
    """All lines between two stops have been crossed; the card that lies there stays."""
    table = flown_to("Dakar", MAIL).weather("Pyrenees", 6).weather("Sahara", 2)
    run(table, "Dakar", "Toulouse", MAIL)
    assert [table.card(line) for line in table.lines] == [6, 2, None, None, None]


@rule("AO-1.4", "AO-1.0")
def test_how_many_cards_there_are() -> None:
    there = position().t.card_there
    assert there.sum(axis=1).tolist() == [12, 11, 11, 11, 10]
    assert there.sum() == 55
