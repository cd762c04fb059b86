"""Spaces, replacing and upgrading airports, and the bonus of the Americas."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule


def berlin() -> Table:
    """A lives in Berlin, a white link from Copenhagen and Warsaw; Copenhagen is full, Stockholm has a space."""
    table = position(homes=("Berlin", "London", "Rome")).airports("A", "Warsaw")
    return table.airports("B", "Copenhagen", "Stockholm").airports("C", "Copenhagen")


@rule("AE-3.5.4", "AE-3.5.2")
def test_in_stockholm_the_empty_space_must_be_used() -> None:
    table = berlin().tiles("A", "III", "III").fly("A", "III", "Stockholm", "Direct, white")
    assert table.airport("A", "Stockholm") == 3
    assert table.airport("B", "Stockholm") == 1, "though Stage III could replace Stage I"
    assert table.s.free[table.cities["Stockholm"]] == 0


@rule("AE-3.5.5", "AE-3.5.4")
def test_in_copenhagen_an_airport_must_be_replaced() -> None:
    """Of B's and C's Stage I airports A chooses; the old tile goes back to its owner."""
    table = berlin().tiles("A", "II").fly("A", "II", "Copenhagen", "Direct, white")
    assert table.phase == Phase.REPLACE
    assert table.choices() == ["Replace the Stage I airport of seat 1", "Replace the Stage I airport of seat 2"]
    before = table.supply("C")
    table.play("A", "Replace the Stage I airport of seat 2")
    assert table.airport("A", "Copenhagen") == 2
    assert table.airport("B", "Copenhagen") == 1
    assert table.airport("C", "Copenhagen") == 0
    assert table.supply("C") == [before[0] + 1, *before[1:]]
    assert table.decider == "B"


@rule("AE-3.5.5", "AE-R16")
@pytest.mark.parametrize(("stage", "possible"), [("I", False), ("II", False), ("III", True)])
def test_only_a_higher_stage_replaces(stage: str, possible: bool) -> None:
    """Copenhagen is full of Stage II."""
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", stage)
    table.airports("B", "Copenhagen", stage=2).airports("C", "Copenhagen", stage=2)
    assert ("Copenhagen" in table.offered("A", stage)) is possible


@rule("AE-3.5.5")
def test_the_only_airport_that_can_be_replaced_is_replaced_at_once() -> None:
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", "II")
    table.airports("B", "Copenhagen", stage=2).airports("C", "Copenhagen", stage=1)
    table.fly("A", "II", "Copenhagen", "Direct, white")
    assert table.airport("C", "Copenhagen") == 0
    assert table.supply("C") == [8, 9, 9]


@rule("AE-3.5.5")
def test_stage_one_can_be_replaced_by_stage_three() -> None:
    table = berlin().tiles("A", "III").fly("A", "III", "Copenhagen", "Direct, white")
    assert table.phase == Phase.REPLACE


@rule("AE-3.5.6")
def test_a_home_is_never_replaced() -> None:
    """With three players two spaces: B's home and C's Stage I airport fill London, and only the latter can go."""
    table = position(homes=("Paris", "London", "Rome")).tiles("A", "III").airports("C", "London")
    table.fly("A", "III", "London", "Direct, white")
    assert table.airport("B", "London") == 4
    assert table.airport("C", "London") == 0
    table = position(homes=("Paris", "London", "Rome")).tiles("A", "III").airports("C", "London", stage=3)
    assert "London" not in table.offered("A", "III")


@rule("AE-3.5.3", "AE-R42")
def test_where_one_has_an_airport_one_places_another_only_as_an_upgrade() -> None:
    """Not while a space is empty; and once the city is full it replaces the own one, not an opponent's."""
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", "II").airports("A", "Copenhagen")
    assert "Copenhagen" not in table.offered("A", "II")
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", "II").airports("A", "Copenhagen")
    table.airports("B", "Copenhagen").fly("A", "II", "Copenhagen")
    assert table.airport("A", "Copenhagen") == 2
    assert table.airport("B", "Copenhagen") == 1
    assert table.supply("A") == [8, 8, 9]
    assert table.decider == "B"


@rule("AE-R42", "AE-3.5.3")
def test_an_own_airport_of_the_same_stage_closes_the_city() -> None:
    """Even if B's could be replaced."""
    table = position(homes=("Berlin", "London", "Rome")).tiles("A", "II").airports("A", "Copenhagen", stage=2)
    table.airports("B", "Copenhagen")
    assert "Copenhagen" not in table.offered("A", "II")


@rule("AE-3.5.5", "AE-3.3.1")
def test_replacing_an_opponent_is_still_a_new_connection() -> None:
    table = position().tiles("A", "II").airports("B", "Cairo").airports("C", "Cairo")
    table.fly("A", "II", "Cairo", "Direct, red", (2, 2, 5))
    assert table.needs == [10]
    assert table.phase == Phase.SHORT


@rule("AE-3.5.5")
def test_a_replaced_airport_is_no_part_of_the_network_any_more() -> None:
    """B loses Vienna, and with it the way to Budapest."""
    table = position(homes=("Zürich", "London", "Rome")).tiles("A", "II").tiles("B", "I").airports("B", "Vienna")
    table.airports("C", "Vienna", stage=2).fly("A", "II", "Vienna", "Direct, white")
    assert table.decider == "B"
    assert "Budapest" not in table.play("B", "Place").destinations()


@rule("AE-3.5.1", "AE-3.5.2")
def test_a_city_that_is_full_of_equal_stages_takes_nothing_more() -> None:
    """Paris has three spaces with four players, Warsaw two."""
    table = position(4)
    table.airports("B", "Paris", stage=3).airports("C", "Paris", stage=3).tiles("A", "III")
    assert table.s.free[table.cities["Paris"]] == 1
    table.fly("A", "III", "Paris", "Direct, white")
    assert table.s.free[table.cities["Paris"]] == 0
    table.turn("D").tiles("D", "III").play("D", "Place")
    assert "Paris" not in table.destinations()


@rule("AE-3.6.1", "AE-3.6.2", "AE-R17")
def test_the_first_two_in_north_america_earn_three_pounds_and_a_point() -> None:
    table = position().tiles("A", "II long-distance").tiles("B", "II long-distance").tiles("C", "III long-distance")
    for letter, stage in (("A", "II"), ("B", "II"), ("C", "III")):
        table.fly(letter, f"{stage} long-distance", "North America", "Direct, barred black", (5, 5, 5))
        table.dice(5, 5, 5).play(letter, "Roll").dice(5, 5, 5).play(letter, "Roll")
        if letter == "C":
            table.play("C", "Replace the Stage II airport of seat 0")
    assert [table.cash(letter) for letter in "ABC"] == [3, 3, 0]
    assert table.s.points[:3].tolist() == [1, 1, 0]
    assert table.airport("A", "North America") == 0


@rule("AE-3.6.2", "AE-R17")
def test_south_america_has_a_bonus_of_its_own_and_upgrades_earn_none() -> None:
    table = position().tiles("A", "II long-distance", "III").airports("A", "North America", "Dakar")
    table.airports("B", "South America")
    table.fly("A", "II long-distance", "South America", "Direct, barred black", (5, 5, 5))
    table.dice(5, 5, 5).play("A", "Roll")
    assert table.cash("A") == 3
    table.fly("A", "III", "South America")
    assert table.airport("A", "South America") == 3
    assert table.cash("A") == 3
    assert table.s.points[0] == 1


@rule("AE-R17")
def test_the_bonus_can_be_spent_in_the_same_action() -> None:
    table = position().tiles("A", "II long-distance", "I").airports("A", "Dakar")
    table.fly("A", "II long-distance", "South America", "Direct, barred black", (5, 5, 5))
    table.dice(5, 5, 5).play("A", "Roll").fly("A", "I", "Cairo", "Direct, red", (3, 3, 3)).play("A", "Pay £3")
    assert table.cash("A") == 0
    assert table.airport("A", "Cairo") == 1
