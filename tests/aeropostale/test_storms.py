"""Storms: weather that bars cargo, flights and pilots; and how many cards there are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from aeropostale.flights_of_latecoere import (
    ANYTHING,
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
from mailwing.envs import aeropostale
from mailwing.envs._core.game import Game
from mailwing.envs.aeropostale import SPEC
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


# What is carried


@rule("AO-7.7")
def test_passengers_do_not_board_in_a_storm_forecast() -> None:
    """Mail and freight go; anything is mail or freight; a run with passengers alone is not possible."""
    table = flown_to("Tangier", FREIGHT, PASSENGER, ANYTHING).weather("Pyrenees", "Storm forecast")
    table.announce("Latécoère", "Make a run to Tangier", "Toulouse", FLYER).play("Latécoère", "With a rookie")
    assert table.choices() == [f"Execute the contract: {FREIGHT}", f"Execute the contract: {ANYTHING}"]
    table.play("Latécoère", f"Execute the contract: {ANYTHING}", "No more contracts")
    assert table.choices() == ["Carry mail"]
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


@rule("AO-7.9", "AO-1.1")
def test_an_aeroplane_for_passengers_has_nothing_to_carry_in_squalls() -> None:
    table = flown_to("Natal", ANYTHING, design="Farman 121").stop("Dakar", Latécoère=1).weather("Atlantic", "Squalls")
    assert not may_run(table, "Natal", "a seasoned pilot", take_off="Dakar", design="Farman 121")
    table.weather("Atlantic", 1)
    assert may_run(table, "Natal", "a seasoned pilot", take_off="Dakar", design="Farman 121")


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
@pytest.mark.parametrize(
    ("design", "card", "reached"),
    [
        ("Salmson 2A2", 2, ["Tangier"]),
        ("Salmson 2A2", 8, []),
        ("Latécoère 28-1", 2, ["Tangier", "Dakar"]),
        ("Latécoère 28-1", 8, ["Tangier"]),
    ],
)
def test_thunderstorms_count_as_two_lines(design: str, card: int, reached: list[str]) -> None:
    """An aeroplane of range 2 crosses the Pyrenees in thunderstorms, and no other line; one of range 1 does not."""
    table = position().fleet("Latécoère", design).only("Latécoère", design).weather("Pyrenees", card)
    table.weather("Sahara", 1)
    assert [city for city in ("Tangier", "Dakar") if may_create(table, city)] == reached
    for city in ("Tangier", "Dakar"):
        table = position().fleet("Latécoère", design).only("Latécoère", design).weather("Sahara", 1)
        table.stop(city, Latécoère=1).strips(city, MAIL).weather("Pyrenees", card)
        assert may_run(table, city, "a rookie", design=design) == (city in reached)


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
@pytest.mark.parametrize(("rookies", "seasoned", "possible"), [(3, 0, False), (0, 1, True)])
def test_sandstorms_keep_rookies_on_the_ground(rookies: int, seasoned: int, possible: bool) -> None:
    table = explorer().pilots("Latécoère", rookie=rookies, seasoned=seasoned)
    table.weather("Sahara", "Sandstorms")
    assert may_create(table, "Dakar") == possible
    assert may_create(table, "Casablanca")
    table.stop("Dakar", Latécoère=1).strips("Dakar", MAIL)
    name = "a rookie" if rookies else "a seasoned pilot"
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
