"""Buying advantage tiles, one of choice or by the dice."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import LETTERS, Table, position

rule = pytest.mark.rule
TYPES = ["Daring Pilot", "Engine Maintenance", "Increased Production", "Night Flights", "Radio Beacons"]


def rolled(era: int, *dice: int | str, sold_out: tuple[str, ...] = ()) -> Table:
    """A has paid and rolled these dice; of the types in `sold_out` C has all tiles."""
    table = position().era(era).money(A=1)
    for name in sold_out:
        table.advantages("C", name, 6)
    table.dice(*dice)
    return table.play("A", "Roll for two advantages")


@rule("AE-5.1", "AE-5.5", "AE-5.6", "AE-5.8", "AE-5.9", "AE-5.10", "AE-5.11")
@pytest.mark.parametrize(("era", "types"), [(1, 2), (2, 4), (3, 5)])
def test_each_type_has_its_first_era(era: int, types: int) -> None:
    """Daring Pilot and Engine Maintenance from the first, Increased Production and Night Flights from the second."""
    table = position().era(era).money(A=1)
    assert table.choices("Take ") == [*(f"{kind} for £1" for kind in TYPES[:types]), "a subsidy of £1"]


@rule("AE-5.1")
def test_a_tile_of_choice_costs_one_pound() -> None:
    table = position().money(A=3).play("A", "Take Daring Pilot")
    assert table.cash("A") == 2
    assert table.held("A") == {"Daring Pilot": 1}
    assert table.s.stock[0] == 5
    assert table.decider == "B"
    assert table.choices("Take ") == ["a subsidy of £1"], "B has no money"
    assert "Roll for two advantages for £1" not in table.choices()


@rule("AE-5.5")
def test_a_type_that_players_hold_completely_is_unavailable() -> None:
    table = position().money(A=1).advantages("B", "Daring Pilot", 4).advantages("A", "Daring Pilot", 2)
    assert table.choices("Take ") == ["Engine Maintenance for £1", "a subsidy of £1"]


@rule("AE-5.2", "AE-5.1")
def test_two_of_three_dice_bring_their_tiles() -> None:
    """Era 3, dice 2, 4 and 6: two of Daring Pilot, Increased Production and Radio Beacons."""
    table = rolled(3, 2, 4, 6)
    assert table.cash("A") == 0
    assert table.phase == Phase.PAIR
    pilot, production, beacons = "Daring Pilot", "Increased Production", "Radio Beacons"
    assert table.choices() == [
        f"Use 4 and 6: {production} and {beacons}",
        f"Use 2 and 6: {pilot} and {beacons}",
        f"Use 2 and 4: {pilot} and {production}",
    ]
    table.play("A", "Use 2 and 6")
    assert table.held("A") == {"Daring Pilot": 1, "Radio Beacons": 1}
    assert table.decider == "B"


@rule("AE-5.2", "AE-R14")
def test_equal_dice_are_one_choice_and_bring_two_tiles() -> None:
    table = rolled(1, 2, 2, 3)
    assert table.choices() == [
        "Use 2 and 3: Daring Pilot and Engine Maintenance",
        "Use 2 and 2: Daring Pilot and Daring Pilot",
    ]
    table.play("A", "Use 2 and 2")
    assert table.held("A") == {"Daring Pilot": 2}
    assert rolled(1, 3, 3, 3).choices("Use 3 and 3: ") == ["Engine Maintenance and Engine Maintenance"]


@rule("AE-5.4", "AE-5.5")
@pytest.mark.parametrize(
    ("era", "dice", "pair", "held"),
    [
        (1, (2, 5, 6), "Use 2 and 5", {"Daring Pilot": 1}),
        (1, (4, 5, 6), "Use 4 and 5", {}),
        (2, (4, 5, 6), "Use 4 and 6", {"Increased Production": 1}),
    ],
)
def test_a_result_that_is_unavailable_brings_nothing(
    era: int, dice: tuple[int, ...], pair: str, held: dict[str, int]
) -> None:
    table = rolled(era, *dice).play("A", pair)
    assert table.held("A") == held
    assert table.decider == "B"


@rule("AE-5.4", "AE-5.5")
def test_the_last_tile_of_a_type_serves_only_one_of_two_equal_dice() -> None:
    table = position().money(A=1).advantages("C", "Daring Pilot", 5).dice(2, 2, 3)
    table.play("A", "Roll for two", "Use 2 and 2")
    assert table.held("A") == {"Daring Pilot": 1}


@rule("AE-5.3", "AE-R14")
def test_a_failure_takes_any_tile_that_is_available() -> None:
    """In the second era any but Radio Beacons; dice for advantages give no engine failure tile."""
    table = rolled(2, "failure", 3, 5).play("A", "Use failure and 3")
    assert table.phase == Phase.WILD
    assert table.choices("Take ") == TYPES[:4]
    assert len(table.choices()) == 4, "a tile must be taken"
    table.play("A", "Take Night Flights")
    assert table.held("A") == {"Engine Maintenance": 1, "Night Flights": 1}
    assert table.engine_failures("A") == 0


@rule("AE-5.3")
def test_two_failures_take_two_tiles() -> None:
    table = rolled(1, "failure", "failure", 2)
    assert table.choices() == [
        "Use failure and 2: any advantage and Daring Pilot",
        "Use failure and failure: any advantage and any advantage",
    ]
    table.play("A", "Use failure and failure", "Take Daring Pilot", "Take Daring Pilot")
    assert table.held("A") == {"Daring Pilot": 2}
    assert table.decider == "B"


@rule("AE-R14", "AE-5.4")
def test_numbers_are_served_before_failures() -> None:
    """One Engine Maintenance tile is left: the 3 takes it, and the failure finds only pilots."""
    table = position().money(A=1).advantages("C", "Engine Maintenance", 5).dice("failure", 3, 6)
    table.play("A", "Roll for two", "Use failure and 3")
    assert table.choices() == ["Take Daring Pilot"]


@rule("AE-5.5", "AE-5.4")
def test_what_dice_do_not_bring_is_said() -> None:
    """In era 1 there are no Radio Beacons yet; of one pilot that is left the second die finds none."""
    table = position().money(A=1).advantages("C", "Daring Pilot", 5).dice(2, 2, 6).play("A", "Roll for two")
    assert table.choices() == ["Use 2 and 6: Daring Pilot and nothing", "Use 2 and 2: Daring Pilot and nothing"]


@rule("AE-R14", "AE-5.4")
def test_a_failure_that_finds_nothing_is_lost() -> None:
    table = rolled(1, "failure", "failure", 6, sold_out=("Daring Pilot", "Engine Maintenance"))
    table.play("A", "Use failure and failure")
    assert table.decider == "B"
    assert table.held("A") == {}


@rule("AE-R14")
def test_rolling_is_legal_even_if_nothing_can_be_had() -> None:
    table = position().money(A=1)
    for name in TYPES:
        table.advantages("C", name, 6)
    assert table.choices("Roll ") == ["for two advantages for £1, though none is left"]
    assert table.choices("Take ") == ["a subsidy of £1"]


@rule("AE-5.12")
def test_tiles_are_used_in_one_action_as_many_as_one_wants() -> None:
    """Two pilots on one roll, after maintenance before it; all of them go back beside the board."""
    table = position().advantages("A", "Daring Pilot", 2).advantages("A", "Engine Maintenance").tiles("A", "I")
    table.failures(A=2).play("A", "Use Engine Maintenance").fly("A", "I", "Cairo", "Direct, red", (2, 2, 2))
    table.play("A", "Use a Daring Pilot", "Use a Daring Pilot")
    assert table.airport("A", "Cairo") == 1
    assert table.s.stock.tolist() == [6] * 5
    assert [table.held(letter) for letter in LETTERS] == [{}] * 5
