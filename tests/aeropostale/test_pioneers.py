"""Wings of runs for pioneers and for the longest distances."""

from __future__ import annotations

import pytest

from aeropostale.runs_of_latecoere import BIG, MAIL, calm, execute, in_bronze, landed, wings
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


# Pioneers


@rule("AO-5.2", "AO-4.2.5", "AO-R5")
def test_latecoere_wins_five_wings_from_toulouse_to_dakar() -> None:
    """One for the Pyrenees, two for the Sahara, one for Africa, one for two lines; the contract pays one more.

    The wing for a distance of one line is discarded.
    """
    table = calm("Latécoère 28-1", "Dakar").strips("Dakar", MAIL)
    execute(landed(table, "Dakar", "Toulouse", "Latécoère 28-1"), MAIL)
    assert wings(table) == {"bronze": 5 + 1}
    assert table.s.pioneers.tolist() == [1, 1, 0, 0, 0, 1, 0]
    assert table.s.farthest == 2
    table.play("Latécoère", "Convert 4 bronze wings into 1 gold").at("Latécoère").only("Latécoère", "Salmson 2A2")
    assert wings(table) == {"bronze": 2, "gold": 1}
    table.stop("Tangier", Latécoère=1).strips("Tangier", "1 mail for 1 bronze")
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", "1 mail for 1 bronze")
    assert wings(table) == {"bronze": 3, "gold": 1}


@rule("AO-5.2")
@pytest.mark.parametrize(
    ("taken", "strip", "bronze", "then"),
    [
        (0, "1 mail for 1 bronze", 1, 1),
        (0, "1 freight for 1 bronze", 0, 0),
        (0, "1 passenger for 1 bronze", 0, 0),
        (0, "1 mail, 1 freight for 3 bronze", 2, 2),
        (0, "1 freight, 1 passenger for 3 bronze", 0, 0),
        (0, "1 mail, 2 passengers for 1 gold", 1, 1),
        (1, "1 mail for 1 bronze", 0, 1),
        (1, "1 freight for 1 bronze", 1, 2),
        (1, "1 passenger for 1 bronze", 0, 1),
        (1, "1 freight, 1 passenger for 3 bronze", 2, 3),
        (2, "1 freight for 1 bronze", 0, 2),
        (2, "1 passenger for 1 bronze", 1, 3),
        (3, "1 passenger for 1 bronze", 0, 3),
    ],
)
def test_mail_then_freight_then_passengers(taken: int, strip: str, bronze: int, then: int) -> None:
    """In the Pyrenees each earns a bronze wing, if the wings before are won or are won in the same run."""
    table = calm(BIG, "Tangier").strips("Tangier", strip).no_pioneers_left().pioneers(pyrenees=taken)
    contract = int(table.t.worth[table.s.strip[table.cities["Tangier"], 0]])
    execute(landed(table, "Tangier", "Toulouse"), strip)
    assert in_bronze(table) == contract + bronze
    assert table.s.pioneers.tolist() == [then, 3, 3, 3, 3, 3, 3]


RED = "Farman 220 Le Centaure"
"""Latécoère's aeroplane of capacity 3 for everything, fuel 3 and a red range of 3."""

ZONES = {
    "pyrenees": ("Toulouse", "Barcelona", (1, 1, 1)),
    "sahara": ("Tangier", "Dakar", (2, 2, 2)),
    "atlantic": ("Dakar", "Natal", (3, 4, 4)),
    "amazonia": ("Natal", "Buenos Aires", (2, 2, 4)),
    "andes": ("Buenos Aires", "Santiago", (4, 4, 4)),
    "africa": ("Toulouse", "Tangier", (1, 1, 1)),
    "south_america": ("Santiago", "La Paz", (2, 2, 4)),
}
"""Where a run takes off and lands, and what its wings for mail, freight and passengers are worth in bronze ones."""


@rule("AO-5.2", "AO-4.2.5", "AO-R21")
@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("taken", [0, 1, 2])
def test_wings_of_every_zone(zone: str, taken: int) -> None:
    """Wings still lie in one zone only; the run carries everything that has none yet."""
    take_off, city, worth = ZONES[zone]
    table = calm(RED, take_off, city).no_pioneers_left().pioneers(**{zone: taken})
    kinds = ["mail", "freight", "passengers"][taken:]
    anything = {"Barcelona": "any 2 for nothing", "Dakar": "any 2 for nothing", "Tangier": "any 2 for nothing"}
    table.strips(city, anything.get(city, "any 3 for nothing"), *(["any 1 for nothing"] if city in anything else []))
    landed(table, city, take_off, RED)
    table.play("Latécoère", *(said for said in table.choices() if "any" in said), "No more contracts")
    words = "mail, freight and passengers" if taken == 0 else " and ".join(kinds)
    table.play("Latécoère", f"Carry {words}")
    assert in_bronze(table) == sum(worth[taken:])
    assert set(table.s.pioneers.tolist()) == {3}


@rule("AO-R21", "AO-5.2")
def test_where_the_wings_of_a_continent_are_won() -> None:
    """Where the run lands, even from the same continent; none in Europe."""
    zones = ["africa", "south_america"]
    for take_off, city, contract, won in (
        ("Casablanca", "Tangier", MAIL, [1, 0]),
        ("Toulouse", "Barcelona", MAIL, [0, 0]),
        ("Tangier", "Toulouse", MAIL, [0, 0]),
        ("Dakar", "Natal", "1 mail for 2 bronze", [0, 1]),
        ("Natal", "Dakar", MAIL, [1, 0]),
        ("Santiago", "La Paz", "1 mail for 2 bronze", [0, 1]),
    ):
        table = calm("Potez 25", take_off, city).no_pioneers_left().pioneers(**dict.fromkeys(zones, 0))
        if city != "Toulouse":
            table.strips(city, contract)
        execute(landed(table, city, take_off, "Potez 25"), contract)
        assert table.s.pioneers[5:].tolist() == won, (take_off, city)


@rule("AO-5.2", "AO-4.2.5")
def test_wings_of_lines_are_won_both_ways() -> None:
    """From Natal to Tangier: Sahara and Atlantic."""
    table = calm("Latécoère 28-1", "Natal", "Tangier").strips("Tangier", MAIL)
    execute(landed(table, "Tangier", "Natal", "Latécoère 28-1"), MAIL)
    assert table.s.pioneers.tolist() == [0, 1, 1, 0, 0, 1, 0]
    assert wings(table) == {"bronze": 1 + 2 + 3 + 1 + 1}


@rule("AO-2.6", "AO-5.2")
def test_the_pacific_has_no_wings_of_pioneers() -> None:
    """From Santiago to La Paz: the contract's two, South America's two, one for a line."""
    table = calm("Salmson 2A2", "Santiago", "La Paz").strips("La Paz", "1 mail for 2 bronze")
    execute(landed(table, "La Paz", "Santiago", "Salmson 2A2"), "1 mail for 2 bronze")
    assert wings(table) == {"bronze": 5}
    assert table.s.pioneers.tolist() == [0, 0, 0, 0, 0, 0, 1]


@rule("AO-R62", "AO-5.2")
def test_wings_of_pioneers_and_contracts_are_one_gain() -> None:
    """Six bronze wings at once: converted are four of them, the other two are kept."""
    table = calm("Latécoère 28-1", "Dakar").strips("Dakar", MAIL)
    execute(landed(table, "Dakar", "Toulouse", "Latécoère 28-1"), MAIL)
    assert table.choices() == ["Convert 4 bronze wings into 1 gold", "Keep the wings"]
    table.play("Latécoère", "Keep the wings")
    assert wings(table) == {"bronze": 4}


# Distances


LONG = "Latécoère 300 Croix-du-Sud"
"""Latécoère's aeroplane of range 4, capacity 3 for mail and freight, fuel 3."""


@rule("AO-5.2", "AO-R5")
@pytest.mark.parametrize(
    ("city", "lines", "bronze"), [("Tangier", 1, 1), ("Dakar", 2, 1), ("Natal", 3, 2), ("Buenos Aires", 4, 3)]
)
@pytest.mark.parametrize("before", [0, 1, 2, 3, 4, 5])
def test_wings_of_the_longest_run(city: str, lines: int, bronze: int, before: int) -> None:
    """Only a run that is longer than any before wins; shorter distances are then discarded."""
    contract = MAIL if lines < 3 else "1 mail for 2 bronze"
    table = calm(LONG, city).strips(city, contract).no_pioneers_left().farthest(before)
    execute(landed(table, city, "Toulouse", LONG), contract)
    assert wings(table).get("bronze", 0) == (1 if lines < 3 else 2) + (bronze if before < lines else 0)
    assert table.s.farthest == max(lines, before)


@rule("AO-5.2")
@pytest.mark.parametrize(("before", "gold"), [(4, 1), (5, 0)])
def test_the_first_run_over_five_lines_wins_a_gold_wing(before: int, gold: int) -> None:
    """From Toulouse to Santiago with the tiles of distance and altitude."""
    table = calm(LONG, "Santiago").no_pioneers_left().farthest(before).strips("Santiago", "1 mail for 2 bronze")
    table.tile("Latécoère", "distance", under=LONG).tile("Latécoère", "altitude", under=LONG).only("Latécoère", LONG)
    execute(landed(table, "Santiago", "Toulouse", LONG), "1 mail for 2 bronze")
    assert wings(table) == ({"bronze": 2, "gold": gold} if gold else {"bronze": 2})
    assert table.s.farthest == 5


def from_toulouse_to_la_paz() -> Table:
    """Mermoz flies a run over six lines with two tiles, in weather that does nothing to runs."""
    table = position(scenario="supremacy").no_pioneers_left().legend("Latécoère", "Mermoz").logistics(Latécoère=10)
    table.fleet("Latécoère", LONG).tile("Latécoère", "distance", under=LONG).tile("Latécoère", "altitude", under=LONG)
    table.only("Latécoère", LONG).stop("La Paz", Latécoère=1).strips("La Paz", "1 mail for 2 bronze")
    table.announce("Latécoère", "Make a run to La Paz", "Toulouse", LONG)
    return table.play("Latécoère", "With Jean Mermoz", "Feat of Jean Mermoz")


@rule("AO-R22", "AO-5.2")
@pytest.mark.parametrize("before", [4, 5])
def test_a_run_over_six_lines_wins_what_one_over_five_does(before: int) -> None:
    table = execute(from_toulouse_to_la_paz().farthest(before), "1 mail for 2 bronze")
    assert wings(table) == ({"bronze": 2, "gold": 1} if before == 4 else {"bronze": 2})
    assert table.s.farthest == 5
    assert table.logistics_of("Latécoère") == 10 - 3 - 1


@rule("AO-R16", "AO-5.2")
def test_lines_that_count_as_more_do_not_make_a_run_longer() -> None:
    """Thunderstorms over the Pyrenees: one line for the wings."""
    table = position().weather("Pyrenees", "Thunderstorms").fleet("Latécoère", "Latécoère 28-1").no_pioneers_left()
    table.stop("Tangier", Latécoère=1).strips("Tangier", MAIL).farthest(0)
    table.run("Latécoère", "Tangier", "Toulouse", "Latécoère 28-1", MAIL)
    assert table.s.farthest == 1
    assert wings(table) == {"bronze": 2}


@rule("AO-R69")
def test_the_reserve_of_wings_never_runs_out() -> None:
    """The box has eight platinum wings, and four companies have them all; Latécoère gets a ninth."""
    table = position(5, scenario="introduction").wings("Latécoère", gold=3)
    for company in table.companies[1:]:
        table.wings(company, platinum=2)
    table.play("Latécoère", "Convert 3 gold wings into 1 platinum")
    assert wings(table) == {"platinum": 1}
    assert table.s.wings[:, 2].sum() == 9
