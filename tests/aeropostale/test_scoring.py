"""Stop points, and the order of companies at the end."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.testing import Table, position

rule = pytest.mark.rule


def ended(table: Table) -> Table:
    """The last turn ends; whoever wins gold wings of supremacy keeps them."""
    table.at(table.companies[0], action=4, turn=6)
    for _ in range(table.game.players):
        table.play(table.decider, "Pass")
    while not table.state.done:
        table.play(table.decider, "Keep the wings")
    return table


@rule("AO-8.1", "AO-8.2", "AO-8.3", "AO-8.5")
@pytest.mark.parametrize("scenario", ["introduction", "short", "campaign", "supremacy"])
def test_a_point_for_each_stop_on_any_continent(scenario: str) -> None:
    table = (
        position(3, scenario=scenario)
        .stop("Barcelona", Sabena=2)
        .stop("Dakar", Sabena=1, KLM=4)
        .stop("La Paz", Sabena=1)
    )
    assert table.state.scores() == [1, 4, 2]
    assert table.state.ranks() == [3, 1, 2]


@rule("AO-8.1", "AO-8.3", "AO-R19", "AO-R59")
def test_a_monopoly_is_three_points() -> None:
    """It takes the place of the stop."""
    table = position(3).monopoly("KLM", "Tangier").monopoly("Latécoère", "Toulouse", "B")
    assert table.state.scores() == [3, 1, 4]


@rule("AO-8.3", "AO-6.1", "AO-R35")
def test_the_goal_comes_before_all_points() -> None:
    """KLM has won with one stop against ten of Sabena."""
    table = position(3).wings("KLM", bronze=4, gold=3, platinum=1)
    for city in list(table.cities)[4:]:
        table.stop(city, Sabena=2)
    ended(table)
    assert table.state.scores() == [1, 10, 1]
    assert table.state.ranks() == [3, 2, 1]


@rule("AO-8.1", "AO-8.3", "AO-R9")
def test_a_stop_point_is_more_than_all_records() -> None:
    """Sabena holds all three tiles, KLM has another stop."""
    table = position(3).stop("Dakar", KLM=1)
    for record in ("speed", "distance", "altitude"):
        table.tile("Sabena", record, under="Airco DH.4")
    assert table.state.ranks() == [3, 2, 1]


@rule("AO-8.1", "AO-8.3", "AO-R9")
@pytest.mark.parametrize("records", [("speed",), ("altitude",), ("speed", "distance")])
def test_equal_points_go_by_records_held(records: tuple[str, ...]) -> None:
    """Not by personal levels: KLM stands on 5, but the tiles are Sabena's, which has broken the record again."""
    table = position(3).level("KLM", "speed", 5).level("KLM", "altitude", 5).level("KLM", "distance", 5)
    table.s.tile_owner[:] = 0
    for record in records:
        table.s.tile_owner[("speed", "distance", "altitude").index(record)] = 1
    held = {0: 3 - len(records), 1: len(records), 2: 0}
    expected = [1 + sum(held[other] > held[seat] for other in held) for seat in held]
    assert table.state.ranks() == expected


@rule("AO-8.1", "AO-8.3", "AO-R9", "AO-R59")
def test_a_record_is_more_than_two_monopolies() -> None:
    """Seven points each: KLM with two monopolies and a stop, Sabena with seven stops and a record."""
    table = position(3).monopoly("KLM", "Tangier").monopoly("KLM", "Casablanca", "B")
    for city in ("Barcelona", "Nouakchott", "Dakar", "Natal", "Buenos Aires", "Santiago"):
        table.stop(city, Sabena=1)
    assert table.state.scores() == [1, 7, 7]
    assert table.state.ranks() == [3, 2, 1], "monopolies before cubes"
    table.tile("Sabena", "speed", under="Airco DH.4")
    assert table.state.ranks() == [3, 1, 2]


@rule("AO-8.1", "AO-8.3", "AO-R59")
def test_a_monopoly_is_more_than_all_cubes() -> None:
    """Four points each: Sabena has 33 cubes, KLM 3 and a monopoly."""
    table = position(3).monopoly("KLM", "Tangier")
    table.stop("Brussels", Sabena=9).stop("Toulouse", Latécoère=1, Sabena=8).stop("Dakar", Sabena=8).stop(
        "Barcelona", Sabena=8
    )
    assert table.state.scores() == [1, 4, 4]
    assert table.s.cubes.sum(axis=1)[:3].tolist() == [1, 33, 3]
    assert table.state.ranks() == [3, 2, 1]


@rule("AO-8.1", "AO-8.3", "AO-R59")
def test_at_last_cubes_on_the_board_decide() -> None:
    """A monopoly has none of them."""
    table = position(3).stop("Toulouse", Latécoère=4).stop("Brussels", Sabena=5).stop("Amsterdam", KLM=3)
    assert table.state.ranks() == [2, 1, 3]
    table = position(3).monopoly("KLM", "Tangier").monopoly("Sabena", "Dakar").stop("Amsterdam", KLM=4)
    assert table.state.ranks() == [3, 2, 1]


@rule("AO-8.1", "AO-8.3", "AO-R35")
def test_full_equals_share_a_place() -> None:
    """Five stops with three cubes each, but CAT has only one."""
    assert ended(position(5)).state.ranks() == [1, 1, 1, 1, 5]
    assert ended(position(2)).state.winners() == [0, 1]


@rule("AO-R35", "AO-6.1")
def test_of_those_who_reach_the_goal_at_one_moment_stop_points_decide() -> None:
    """Sabena and KLM have reached it; Latécoère, with most stops, has not."""
    table = position(3).stop("Dakar", Latécoère=1, KLM=1).stop("Natal", Latécoère=1)
    for company in ("Sabena", "KLM"):
        table.wings(company, bronze=4, gold=3, platinum=1)
    table.at("Latécoère", action=4)
    for _ in range(3):
        table.play(table.decider, "Pass")
    assert table.state.done
    assert table.state.ranks() == [3, 2, 1]
