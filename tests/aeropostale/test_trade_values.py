"""Trade values: cubes of runs, rivals who are driven out, monopolies."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule

STRIPS = ("1 mail for 1 bronze", "1 freight for nothing", "1 passenger for 2 bronze", "any 1 for nothing")
BIG = "Dewoitine 333"
"""Latécoère's aeroplane of capacity 4 for everything."""

TILE_A, TILE_B = "Put monopoly tile A: any 1 for 2 bronze", "Put monopoly tile B: any 2 for 1 gold"


def tangier(players: int = 4, **cubes: int) -> Table:
    """Cubes in Tangier, which holds six, and four strips; Latécoère is to act. All wings of pioneers are gone."""
    table = position(players, scenario="introduction").no_pioneers_left().fleet("Latécoère", BIG).only("Latécoère", BIG)
    return table.logistics(Latécoère=10).stop("Tangier", **cubes).strips("Tangier", *STRIPS).at("Latécoère")


def run(table: Table, contracts: int, city: str = "Tangier") -> Table:
    """Latécoère executes the first so many contracts and keeps its wings."""
    table.run("Latécoère", city, "Toulouse", BIG, *STRIPS[:contracts])
    if table.phase == Phase.CARGO:
        table.play("Latécoère", table.choices()[0])
    return table.play("Latécoère", "Keep the wings") if table.phase == Phase.CONVERTING else table


def cubes(table: Table, city: str = "Tangier") -> list[int]:
    """Cubes in a city by seat: Latécoère, Sabena, KLM, Luft Hansa, CAT."""
    return table.s.cubes[: table.game.players, table.cities[city]].tolist()


# Cubes


@rule("AO-4.2.6")
@pytest.mark.parametrize("contracts", [1, 2, 3, 4])
def test_a_cube_for_each_contract(contracts: int) -> None:
    table = run(tangier(Latécoère=1), contracts)
    assert cubes(table) == [1 + contracts, 0, 0, 0]
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-4.2.6")
def test_only_where_the_run_lands() -> None:
    table = run(tangier(Latécoère=1), 2)
    assert table.cubes_of("Latécoère", "Toulouse") == 3


@rule("AO-4.2.6", "AO-R18")
@pytest.mark.parametrize(("rival", "due"), [(3, 0), (4, 1), (5, 2)])
def test_free_places_come_before_those_of_rivals(rival: int, due: int) -> None:
    """One cube of Latécoère's and two more; with three of KLM's the city is just full then."""
    table = run(tangier(Latécoère=1, KLM=rival), 2)
    assert cubes(table) == [3 - due, 0, rival, 0]
    if due:
        assert (table.decider, table.phase) == ("Latécoère", Phase.REMOVING)
        assert table.s.due == due
        table.play("Latécoère", *["Remove a cube of KLM"] * due)
        assert cubes(table) == [3, 0, rival - due, 0]
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-4.2.6")
def test_the_city_never_holds_more_than_its_maximum() -> None:
    table = run(tangier(Latécoère=2, KLM=2, Sabena=2), 3)
    for company in ("Sabena", "Sabena", "KLM"):
        assert sum(cubes(table)) == 6
        table.play("Latécoère", f"Remove a cube of {company}")
    assert cubes(table) == [5, 0, 1, 0]


@rule("AO-4.2.6", "AO-R73")
def test_cubes_are_removed_clockwise() -> None:
    """Who took one of KLM's takes no more of Sabena's; the last rival must have enough for what is still due."""
    table = run(tangier(Latécoère=1, Sabena=1, KLM=2, Luft_Hansa=2), 2)
    companies = ["Sabena", "KLM", "Luft Hansa"]
    assert table.choices() == [f"Remove a cube of {company}" for company in companies]
    table.play("Latécoère", "Remove a cube of KLM")
    assert table.choices() == [f"Remove a cube of {company}" for company in companies[1:]]
    table.play("Latécoère", "Remove a cube of Luft Hansa")
    assert cubes(table) == [3, 1, 1, 1]
    table = run(tangier(Latécoère=1, Sabena=1, KLM=2, Luft_Hansa=2), 3)
    assert table.choices() == [f"Remove a cube of {company}" for company in companies[:2]]
    table.play("Latécoère", "Remove a cube of Sabena")
    assert table.choices() == [f"Remove a cube of {company}" for company in companies[1:]]
    table.play("Latécoère", "Remove a cube of KLM")
    assert table.choices() == [f"Remove a cube of {company}" for company in companies[1:]]
    table.play("Latécoère", "Remove a cube of Luft Hansa")
    assert cubes(table) == [4, 0, 1, 1]


@rule("AO-R73")
def test_clockwise_begins_left_of_the_runner() -> None:
    """For KLM that is Luft Hansa, then Latécoère, then Sabena."""
    table = position(scenario="introduction").no_pioneers_left().stop("Tangier", KLM=1, Latécoère=2, Sabena=2)
    table.stop("Tangier", Luft_Hansa=1).strips("Tangier", "1 mail for 1 bronze", "2 mail for 3 bronze", 1).at("KLM")
    table.run("KLM", "Tangier", "Amsterdam", "Airco DH.16", "1 mail for 1 bronze")
    assert table.choices() == [f"Remove a cube of {name}" for name in ("Luft Hansa", "Latécoère", "Sabena")]
    table.play("KLM", "Remove a cube of Latécoère")
    assert cubes(table) == [1, 2, 2, 1]


@rule("AO-R73", "AO-2.10")
def test_with_five_companies_any_of_four_rivals_can_lose_a_cube() -> None:
    table = tangier(5, Latécoère=2, Sabena=1, KLM=1, Luft_Hansa=1, CAT=1)
    run(table, 1)
    rivals = ["Sabena", "KLM", "Luft Hansa", "CAT"]
    assert table.choices() == [f"Remove a cube of {company}" for company in rivals]
    table.play("Latécoère", "Remove a cube of CAT")
    assert cubes(table) == [3, 1, 1, 1, 0]


@rule("AO-R18", "AO-4.2.6")
def test_no_more_cubes_than_rivals_have() -> None:
    """Three contracts, one free place, and one cube of KLM's."""
    table = run(tangier(Latécoère=4, KLM=1), 3)
    assert table.choices() == ["Remove a cube of KLM"]
    table.play("Latécoère", "Remove a cube of KLM")
    assert cubes(table) == [6, 0, 0, 0]


@rule("AO-1.0", "AO-R18")
@pytest.mark.parametrize(("stock", "added"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_nobody_has_more_than_33_cubes(stock: int, added: int) -> None:
    """Two contracts in Tangier with a full stock, and with a small one; places of rivals need cubes, too."""
    for rival, removed in ((0, 0), (5, added)):
        table = tangier(Latécoère=1, KLM=rival)
        table.stop("Toulouse", Latécoère=9).stop("Barcelona", Latécoère=8).stop("Dakar", Latécoère=8)
        table.stop("Nouakchott", Latécoère=7 - stock).at("Latécoère")
        assert table.s.cubes[0].sum() == 33 - stock
        run(table, 2)
        while table.phase == Phase.REMOVING:
            table.play("Latécoère", "Remove a cube of KLM")
        assert cubes(table) == [1 + added, 0, rival - removed, 0]
        assert table.decider == "Sabena"


@rule("AO-4.2.6", "AO-R25")
def test_a_rival_without_a_cube_has_no_stop() -> None:
    """KLM is driven out; it may come back when there is room and a strip face down."""
    table = tangier(Latécoère=5, KLM=1).strips("Tangier", *STRIPS[:2])
    run(table, 1).play("Latécoère", "Remove a cube of KLM", TILE_A)
    assert not table.at("KLM").may("Create a stop in Tangier")
    table = tangier(Latécoère=4, KLM=1, Sabena=1).strips("Tangier", *STRIPS[:2])
    run(table, 1).play("Latécoère", "Remove a cube of KLM")
    assert not table.at("KLM").may("Create a stop in Tangier")
    table.stop("Tangier", Latécoère=4).at("KLM")
    assert table.may("Create a stop in Tangier")


@rule("AO-R67")
def test_a_figure_stays_where_its_company_was_driven_out() -> None:
    table = position(scenario="introduction").no_pioneers_left().fleet("Sabena", "Handley Page W.8f")
    table.stop("Tangier", Latécoère=5, KLM=1).strips("Tangier", "1 mail for 1 bronze").at("KLM")
    table.run("KLM", "Tangier", "Amsterdam", "Airco DH.9", "1 mail for 1 bronze")
    table.play("KLM", "Remove a cube of Latécoère").at("Latécoère").stop("Tangier", Latécoère=5, KLM=1)
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", "1 mail for 1 bronze")
    table.play("Latécoère", "Remove a cube of KLM", TILE_A)
    assert table.s.runway[2, 0] == table.cities["Tangier"]
    assert table.s.condition[2, 0] == 1


# Weather


@rule("AO-4.2.6", "AO-7.4", "AO-7.6", "AO-R17")
@pytest.mark.parametrize(("card", "after"), [(4, [3, 0, 3, 0]), (6, [1, 0, 5, 0]), (2, [2, 0, 4, 0])])
def test_weather_changes_what_is_taken_from_rivals(card: int, after: list[int]) -> None:
    """The city is full; one contract, and Ascending air or Bad weather."""
    table = position().no_pioneers_left().stop("Tangier", Latécoère=1, KLM=5).strips("Tangier", *STRIPS[:2])
    table.weather("Pyrenees", card).run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", STRIPS[0])
    while table.phase == Phase.REMOVING:
        table.play("Latécoère", "Remove a cube of KLM")
    assert cubes(table) == after


# Monopolies


@rule("AO-4.2.7", "AO-R66")
def test_who_removes_the_last_rival_from_a_full_city_has_a_monopoly() -> None:
    """All strips and cubes go; the contract of the tile is the only one."""
    table = run(tangier(Latécoère=5, KLM=1), 1).play("Latécoère", "Remove a cube of KLM")
    assert (table.decider, table.phase) == ("Latécoère", Phase.MONOPOLY)
    assert table.choices() == [TILE_A, TILE_B]
    seen = int(table.s.strips_seen)
    table.play("Latécoère", TILE_B)
    assert cubes(table) == [0, 0, 0, 0]
    assert table.face_up("Tangier") == ["any 2 for 1 gold"]
    assert table.s.strip[table.cities["Tangier"]].tolist()[1:] == [-1] * 4
    assert table.s.face_down[table.cities["Tangier"]] == 0
    assert table.s.monopoly[table.cities["Tangier"]] == 0
    assert table.s.strips_seen == seen
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)
    assert not table.may("Create a stop in Tangier")


@rule("AO-R19", "AO-R44")
@pytest.mark.parametrize(("before", "contracts", "monopoly"), [(5, 1, True), (4, 1, False), (4, 2, True), (6, 1, True)])
def test_a_monopoly_needs_no_removal(before: int, contracts: int, monopoly: bool) -> None:
    """Alone in Tangier: five cubes and one more, or already six."""
    table = run(tangier(Latécoère=before), contracts)
    assert (table.phase == Phase.MONOPOLY) == monopoly
    assert cubes(table) == [min(6, before + contracts), 0, 0, 0]


@rule("AO-4.2.7")
def test_no_monopoly_with_a_rival_in_the_city() -> None:
    table = run(tangier(Latécoère=4, KLM=2), 1).play("Latécoère", "Remove a cube of KLM")
    assert cubes(table) == [5, 0, 1, 0]
    assert table.decider == "Sabena"
    table = run(tangier(Latécoère=4, KLM=1), 1)
    assert cubes(table) == [5, 0, 1, 0]
    assert table.decider == "Sabena"


@rule("AO-R19", "AO-R17")
def test_no_monopoly_without_an_increase() -> None:
    """Bad weather takes the cube of the one contract; Latécoère is alone and the city full, but nothing grew."""
    table = position().no_pioneers_left().stop("Tangier", Latécoère=6).strips("Tangier", *STRIPS[:2])
    table.weather("Pyrenees", "Bad weather")
    table.run("Latécoère", "Tangier", "Toulouse", "Salmson 2A2", STRIPS[0])
    assert table.decider == "Sabena"


@rule("AO-R66", "AO-4.2.7", "AO-1.0")
@pytest.mark.parametrize(("placed", "left"), [("A", TILE_B), ("B", TILE_A)])
def test_a_company_has_two_monopoly_tiles(placed: str, left: str) -> None:
    """With one on the board the other is left; with both there is no third monopoly."""
    table = tangier(Latécoère=5, KLM=1).monopoly("Latécoère", "Casablanca", placed).at("Latécoère")
    run(table, 1).play("Latécoère", "Remove a cube of KLM")
    assert table.choices() == [left]
    table = tangier(Latécoère=5, KLM=1).monopoly("Latécoère", "Casablanca", placed)
    table.monopoly("Latécoère", "Dakar", "A" if placed == "B" else "B").at("Latécoère")
    run(table, 1).play("Latécoère", "Remove a cube of KLM")
    assert table.decider == "Sabena"
    assert cubes(table) == [6, 0, 0, 0]


@rule("AO-R66")
def test_rivals_have_tiles_of_their_own() -> None:
    table = tangier(Latécoère=5, KLM=1).monopoly("KLM", "Casablanca", "A").monopoly("KLM", "Dakar", "B")
    run(table.at("Latécoère"), 1).play("Latécoère", "Remove a cube of KLM")
    assert table.choices() == [TILE_A, TILE_B]


@rule("AO-R19", "AO-4.2.7")
@pytest.mark.parametrize(
    ("tile", "contract", "won"), [("A", "any 1 for 2 bronze", {"bronze": 2}), ("B", "any 2 for 1 gold", {"gold": 1})]
)
def test_runs_to_a_monopoly(tile: str, contract: str, won: dict[str, int]) -> None:
    """The contract of the tile is executed, and no cube comes there."""
    table = tangier().monopoly("Latécoère", "Tangier", tile).at("Latécoère")
    table.run("Latécoère", "Tangier", "Toulouse", BIG, contract).play("Latécoère", "Carry mail")
    assert table.wings_of("Latécoère") == won
    assert cubes(table) == [0, 0, 0, 0]
    assert (table.decider, table.phase) == ("Sabena", Phase.ACTION)


@rule("AO-R19")
def test_stock_comes_back_from_a_monopoly() -> None:
    """33 cubes on the board, six of them in Tangier: they are back in stock when the tile lies there."""
    table = tangier(Latécoère=6)
    table.stop("Toulouse", Latécoère=8).stop("Barcelona", Latécoère=8).stop("Dakar", Latécoère=8)
    table.stop("Nouakchott", Latécoère=3).at("Latécoère")
    assert not table.may("Create a stop in Berlin")
    run(table, 1)
    table.play("Latécoère", TILE_A).at("Latécoère").only("Latécoère", BIG)
    assert table.may("Create a stop in Berlin")


@rule("AO-4.2.7", "AO-2.9")
def test_a_starting_city_can_become_a_monopoly() -> None:
    """KLM runs to Amsterdam, which holds nine."""
    table = position(scenario="introduction").no_pioneers_left().stop("Amsterdam", KLM=8, Sabena=1)
    table.stop("Berlin", KLM=1).at("KLM").run("KLM", "Amsterdam", "Berlin", "Airco DH.9", "1 mail for 1 bronze")
    table.play("KLM", "Remove a cube of Sabena", TILE_A)
    assert table.face_up("Amsterdam") == ["any 1 for 2 bronze"]
    assert table.s.monopoly[table.cities["Amsterdam"]] == table.seat("KLM")
