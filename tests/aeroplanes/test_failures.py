"""Engine failures, Engine Maintenance and Radio Beacons."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule


def to_india(**failures: int) -> Table:
    """A has an airport in Persia, two tiles, much money and pilots, and failures as told."""
    table = position().airports("A", "Persia").tiles("A", "I", "I").money(A=20).advantages("A", "Daring Pilot", 2)
    return table.failures(**failures)


def beacons(tiles: int = 2) -> Table:
    """The third era; A in Persia has Radio Beacons."""
    return to_india().era(3).advantages("A", "Radio Beacons", tiles)


@rule("AE-3.4.1")
@pytest.mark.parametrize(("dice", "tiles"), [((4, 4, 4), 0), (("failure", 6, 6), 1), (("failure", "failure", 6), 2)])
def test_each_failure_rolled_is_a_tile(dice: tuple[int | str, ...], tiles: int) -> None:
    table = to_india().fly("A", "I", "India", "Direct, red", dice)
    assert table.engine_failures("A") == tiles


@rule("AE-3.4.1")
def test_failures_are_kept_from_turn_to_turn() -> None:
    table = to_india(A=1, B=3).fly("A", "I", "India", "Direct, red", ("failure", "failure", 6)).play("A", "Give up")
    assert table.engine_failures("A") == 3
    assert table.engine_failures("B") == 3


@rule("AE-3.4.2", "AE-3.4.3", "AE-3.4.4", "AE-R9", "AE-R16")
@pytest.mark.parametrize(
    ("had", "dice"), [(3, ("failure", 6, 6)), (2, ("failure", "failure", 6)), (3, ["failure"] * 3)]
)
def test_the_fourth_failure_ends_everything(had: int, dice: tuple[int | str, ...]) -> None:
    """Even 12 is of no use, nor money and pilots. The tile goes to the supply, and a later card can bring it again."""
    table = to_india(A=had)
    before = table.supply("A")[0]
    table.fly("A", "I", "India", "Direct, red", tuple(dice))
    assert table.decider == "B"
    assert table.airport("A", "India") == 0
    assert table.on_cards("A") == {"I": 1}
    assert table.supply("A")[0] == before + 1
    assert table.engine_failures("A") == 0
    assert table.cash("A") == 20
    assert table.held("A") == {"Daring Pilot": 2}


@rule("AE-3.4.2")
def test_a_crash_in_the_second_roll() -> None:
    table = position().airports("A", "Java").tiles("A", "I").money(A=20).failures(A=2)
    table.fly("A", "I", "Australia", "Direct, barred red", ("failure", 6, 6))
    assert table.engine_failures("A") == 3
    table.dice("failure", 6, 6).play("A", "Roll for part 2")
    assert table.decider == "B"
    assert table.on_cards("A") == {}
    assert table.engine_failures("A") == 0


@rule("AE-5.8", "AE-R15", "AE-5.12")
def test_engine_maintenance_discards_all_failures_before_an_action() -> None:
    table = to_india(A=3).advantages("A", "Engine Maintenance")
    table.play("A", "Use Engine Maintenance")
    assert table.engine_failures("A") == 0
    assert table.held("A") == {"Daring Pilot": 2}
    assert table.s.stock[table.advantage("Engine Maintenance")] == 6
    assert table.decider == "A", "it is free: an action follows"
    assert table.phase == Phase.ACTION
    table.play("A", "Take a subsidy")
    assert table.decider == "B"


@rule("AE-R15")
def test_without_a_failure_there_is_nothing_to_maintain() -> None:
    table = to_india().advantages("A", "Engine Maintenance").failures(B=2)
    assert table.choices("Use") == []


@rule("AE-5.8")
def test_once_placing_has_begun_maintenance_is_too_late() -> None:
    table = to_india(A=2).advantages("A", "Engine Maintenance").fly("A", "I", "India", "Direct, red", (4, 4, 4))
    assert table.phase == Phase.PLACING
    assert "Use Engine Maintenance" not in table.choices()


@rule("AE-5.11", "AE-R9", "AE-5.12")
def test_radio_beacons_roll_again_without_the_failures() -> None:
    """Three failures with two tiles held would crash; they are forgotten, and the new roll counts."""
    table = beacons().failures(A=2).fly("A", "I", "India", "Direct, red", ("failure", "failure", "failure"))
    assert table.phase == Phase.ROLLED
    assert table.engine_failures("A") == 2, "nothing is taken before the decision"
    assert table.choices() == ["Use Radio Beacons and roll again", "Keep the roll"]
    table.dice("failure", 6, 5).play("A", "Use Radio Beacons")
    assert table.phase == Phase.ROLLED, "another one is held"
    table.play("A", "Keep")
    assert table.engine_failures("A") == 3
    assert table.choices("Pay") == [" £1"]
    assert table.held("A") == {"Daring Pilot": 2, "Radio Beacons": 1}
    assert table.s.stock[table.advantage("Radio Beacons")] == 5


@rule("AE-R10", "AE-5.11")
def test_several_beacons_even_after_a_good_roll() -> None:
    table = beacons().fly("A", "I", "India", "Direct, red", (6, 6, 6))
    table.dice(2, 2, 2).play("A", "Use Radio Beacons").dice(4, 4, 4).play("A", "Use Radio Beacons")
    assert table.airport("A", "India") == 1, "the last roll stands: no beacon is left to ask about"
    assert table.held("A") == {"Daring Pilot": 2}


@rule("AE-R10", "AE-R9")
def test_no_beacon_after_a_pilot() -> None:
    table = beacons().fly("A", "I", "India", "Direct, red", (2, 2, 2)).play("A", "Keep the roll", "Use a Daring Pilot")
    assert table.choices() == ["Use a Daring Pilot", "Pay £3", "Give up the connection"]


@rule("AE-R9", "AE-3.4.2")
def test_a_kept_roll_may_crash() -> None:
    table = beacons().failures(A=3).fly("A", "I", "India", "Direct, red", ("failure", 6, 6)).play("A", "Keep")
    assert table.decider == "B"
    assert table.engine_failures("A") == 0


@rule("AE-R10", "AE-R43")
def test_beacons_help_in_europe_too() -> None:
    table = position().era(3).tiles("A", "III long-distance").advantages("A", "Radio Beacons")
    table.fly("A", "III long-distance", "Frankfurt", "Skip Paris", (2, 2, 2))
    assert table.choices() == ["Use Radio Beacons and roll again", "Keep the roll"]


@rule("AE-R10")
def test_no_beacon_on_the_dice_for_advantages() -> None:
    table = beacons().dice(2, 2, 2).play("A", "Roll for two advantages")
    assert table.phase == Phase.PAIR
