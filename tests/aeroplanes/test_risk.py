"""The risk of a new connection: the table of rolls, opponents, shortfalls, and both worked examples of the rulebook."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.limits import NONE
from mailwing.envs.aeroplanes.state import Phase
from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule

ROWS = [
    ("Persia", "Persia", "India", "Direct, red", [12]),
    ("Persia", "Persia", "Burma", "Direct, black", [14]),
    ("white-white", "", "Frankfurt", "Skip Paris", [10]),
    ("white-red", "", "Cairo", "Skip Paris", [12]),
    ("red-red", "Ethiopia", "East Africa", "Skip Kenya", [12, 12]),
    ("red-black", "India", "China", "Skip Burma", [12, 14]),
    ("black-black", "Burma", "Japan", "Skip China", [14, 14]),
    ("black-red", "Nigeria", "East Africa", "Skip Kenya", [14, 12]),
    ("bars", "Java", "Australia", "Direct, barred red", [12, 12]),
    ("bars", "Dakar", "South America", "Direct, barred black", [14, 14]),
    ("bars", "", "North America", "Direct, barred black", [14, 14, 14]),
]
SUMS = {8: (2, 2, 4), 9: (3, 3, 3), 10: (2, 4, 4), 11: (2, 5, 4), 12: (4, 4, 4), 13: (4, 4, 5), 14: (4, 5, 5)}


def over_kenya(**opponents: str) -> Table:
    """A has an airport in Ethiopia and a long-distance tile; `over_kenya(B="East Africa")` sets opponents."""
    table = position().airports("A", "Ethiopia").tiles("A", "II long-distance", "II")
    for letter, city in opponents.items():
        table.airports(letter, city)
    return table


def start(table: Table, *dice: int | str) -> Table:
    """A sets out for East Africa by skipping Kenya; the first roll shows these dice."""
    return table.fly("A", "II long-distance", "East Africa", "Skip Kenya", dice)


@rule("AE-3.3.2")
def test_a_white_connection_is_not_rolled_for() -> None:
    """Such as Vienna–Warsaw."""
    table = position().airports("A", "Vienna").tiles("A", "I", "I")
    chance = int(table.s.chance)
    table.fly("A", "I", "Warsaw", "Direct, white")
    assert table.airport("A", "Warsaw") == 1
    assert int(table.s.chance) == chance, "no die was touched"


@rule("AE-3.3.3", "AE-3.3.6", "AE-3.3.7", "AE-3.3.8", "AE-R41")
@pytest.mark.parametrize(("row", "own", "to", "by", "needs"), ROWS)
def test_every_row_of_the_table_of_risks(row: str, own: str, to: str, by: str, needs: list[int]) -> None:
    """Each roll succeeds with exactly what it must reach, and is short by one with one less."""
    short = position().tiles("A", "II long-distance", "II")
    short.airports("A", *[own] if own else [])
    table = Table(short.game)
    table.state = short.state.copy()
    short.fly("A", "II long-distance", to, by, SUMS[needs[0] - 1])
    assert short.needs == needs
    assert short.choices() == ["Give up the connection"], "without money or pilots"
    table.fly("A", "II long-distance", to, by, SUMS[needs[0]])
    for part, need in enumerate(needs[1:], 2):
        assert table.airport("A", to) == 0
        assert table.choices() == [f"Roll for part {part} of the connection", "Abort the connection"]
        table.dice(*SUMS[need]).play("A", "Roll")
    assert table.airport("A", to) == 2
    assert table.phase == Phase.PLACING, "another tile is left"


@rule("AE-3.3.8", "AE-3.2.5")
def test_australia_needs_no_long_distance_aeroplane() -> None:
    table = position().airports("A", "Java", "Dakar").tiles("A", "II").play("A", "Place")
    assert "Australia" in table.destinations()
    assert not table.destinations() & {"South America", "North America"}


@rule("AE-3.3.4", "AE-3.4.1")
def test_an_engine_failure_counts_nothing() -> None:
    """3, 5 and a failure are 8, and one engine failure tile."""
    table = position().airports("A", "Persia").tiles("A", "I").money(A=10)
    table.fly("A", "I", "India", "Direct, red", (3, 5, "failure"))
    assert table.s.total == 8
    assert table.engine_failures("A") == 1
    assert "Pay £4" in table.choices()


@rule("AE-3.3.3", "AE-3.3.5", "AE-3.3.6", "AE-3.3.9")
def test_example_1_ethiopia_to_east_africa_over_kenya() -> None:
    """An opponent in East Africa: 12 and 10. The rolls are 11, so £1 is missing, and 7 with a failure, so £3."""
    table = start(over_kenya(B="East Africa").money(A=5), 2, 5, 4)
    assert table.needs == [12, 10]
    assert table.choices() == ["Pay £1", "Give up the connection"]
    table.play("A", "Pay £1")
    assert table.cash("A") == 4
    assert table.choices() == ["Roll for part 2 of the connection", "Abort the connection"]
    table.dice(3, 4, "failure").play("A", "Roll")
    assert table.engine_failures("A") == 1
    assert table.choices() == ["Pay £3", "Give up the connection"]
    table.play("A", "Pay £3")
    assert table.cash("A") == 1
    assert table.airport("A", "East Africa") == 2
    assert table.airport("A", "Kenya") == 0
    assert table.on_cards("A") == {"II": 1}
    assert table.phase == Phase.PLACING


@rule("AE-3.3.9", "AE-3.3.10", "AE-3.3.5")
def test_example_2_with_an_opponent_in_kenya_too() -> None:
    """10 and 10: the 11 is enough, the 7 is still short of 3."""
    table = start(over_kenya(B="East Africa", C="Kenya").money(A=3), 2, 5, 4)
    assert table.needs == [10, 10]
    table.dice(3, 4, "failure").play("A", "Roll for part 2", "Pay £3")
    assert table.cash("A") == 0
    assert table.airport("A", "East Africa") == 2


@rule("AE-3.3.5", "AE-5.6", "AE-5.7", "AE-R9")
@pytest.mark.parametrize(
    ("first", "second", "money"),
    [
        ("Pay £1", ["Pay £3"], 6),
        ("Pay £1", ["Use a Daring Pilot"], 9),
        ("Use a Daring Pilot", ["Pay £3"], 7),
        ("Use a Daring Pilot", ["Use a Daring Pilot"], 10),
    ],
)
def test_example_1_with_every_way_to_pay(first: str, second: list[str], money: int) -> None:
    table = start(over_kenya(B="East Africa").money(A=10).advantages("A", "Daring Pilot", 2), 2, 5, 4)
    table.play("A", first).dice(3, 4, "failure").play("A", "Roll for part 2", *second)
    assert table.airport("A", "East Africa") == 2
    assert table.cash("A") == money
    pilots = [first, *second].count("Use a Daring Pilot")
    assert table.held("A").get("Daring Pilot", 0) == 2 - pilots


@rule("AE-5.7", "AE-3.3.5", "AE-R9")
def test_pilots_and_money_together_make_up_for_a_bad_roll() -> None:
    """6 of 12: after a pilot 9, then £3; or a second pilot. While the roll is not short no pilot is offered."""
    table = start(over_kenya().money(A=3).advantages("A", "Daring Pilot", 3), 2, 2, 2)
    assert table.choices() == ["Use a Daring Pilot", "Give up the connection"], "£6 are not there"
    table.play("A", "Use a Daring Pilot")
    assert table.choices() == ["Use a Daring Pilot", "Pay £3", "Give up the connection"]
    table.play("A", "Use a Daring Pilot")
    assert table.phase == Phase.NEXT_ROLL
    assert table.held("A") == {"Daring Pilot": 1}
    assert table.cash("A") == 3


@rule("AE-3.3.11", "AE-R16", "AE-3.3.5")
def test_who_gives_up_keeps_the_tile_and_loses_the_rest_of_the_turn() -> None:
    """Nothing is paid for the roll that failed; what an earlier roll cost is gone, and failure tiles stay."""
    table = start(over_kenya().money(A=5), 2, 5, 4).play("A", "Pay £1")
    table.dice(2, 2, "failure").play("A", "Roll for part 2")
    assert table.choices() == ["Give up the connection"], "£8 are not there"
    table.play("A", "Give up")
    assert table.decider == "B"
    assert table.cash("A") == 4
    assert table.on_cards("A") == {"II": 1, "II long-distance": 1}
    assert table.engine_failures("A") == 1
    assert table.airport("A", "East Africa") == 0
    assert table.s.kind == table.s.destination == table.s.skipped == NONE, "nothing is on its way"
    assert table.needs == []
    assert table.s.total == 0


@rule("AE-3.3.12", "AE-R11", "AE-R9", "AE-R16")
def test_a_connection_can_be_aborted_between_rolls() -> None:
    table = start(over_kenya().money(A=5).advantages("A", "Daring Pilot"), 2, 3, "failure")
    table.play("A", "Use a Daring Pilot", "Pay £4")
    assert table.choices() == ["Roll for part 2 of the connection", "Abort the connection"]
    table.play("A", "Abort")
    assert table.decider == "B"
    assert table.cash("A") == 1, "what was spent is lost"
    assert table.held("A") == {}
    assert table.on_cards("A") == {"II": 1, "II long-distance": 1}
    assert table.engine_failures("A") == 1


@rule("AE-R49")
def test_after_the_last_successful_roll_the_tile_is_placed() -> None:
    table = start(over_kenya(), 4, 4, 4).dice(4, 4, 4).play("A", "Roll for part 2")
    assert table.airport("A", "East Africa") == 2
    assert table.phase == Phase.PLACING


@rule("AE-3.3.9", "AE-R21")
def test_two_opponents_help_no_more_than_one() -> None:
    """Persia is full: one of the two is about to be replaced, and still helps."""
    table = position().airports("A", "Middle East").airports("B", "Persia").airports("C", "Persia").tiles("A", "II")
    table.fly("A", "II", "Persia", "Direct, red", (2, 2, 2))
    assert table.needs == [10]


@rule("AE-R21", "AE-R39", "AE-3.3.10")
def test_an_opponent_where_no_roll_is_made_does_not_help() -> None:
    """White and white: the first half is free, so Paris gives nothing; Frankfurt does."""
    table = position().airports("B", "Paris").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "Frankfurt", "Skip Paris", (2, 2, 2))
    assert table.needs == [10]
    table = position().airports("B", "Frankfurt").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "Frankfurt", "Skip Paris", (2, 2, 2))
    assert table.needs == [8]


@rule("AE-R39", "AE-3.3.10")
def test_an_opponent_helps_only_on_the_link_that_ends_there() -> None:
    assert start(over_kenya(B="Kenya"), 2, 2, 2).needs == [10, 12]
    assert start(over_kenya(B="East Africa"), 2, 2, 2).needs == [12, 10]
    table = position().airports("A", "Ethiopia", "Kenya").tiles("A", "II long-distance")
    assert start(table, 2, 2, 2).needs == [12, 12], "an own airport is no help"


@rule("AE-R39", "AE-3.3.8", "AE-R21")
def test_an_opponent_helps_on_every_roll_of_a_barred_connection() -> None:
    table = position().airports("B", "North America").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "North America", "Direct, barred black", (2, 2, 2))
    assert table.needs == [12, 12, 12]


@rule("AE-3.3.9")
@pytest.mark.parametrize("city", ["London", "Amsterdam", "Paris"])
def test_where_no_opponent_is_nobody_helps(city: str) -> None:
    """Nobody is at home in these cities: two white connections ask for 10."""
    table = position(homes=("Berlin", "Rome", "Zürich")).airports("A", "Frankfurt", "Madrid")
    table.tiles("A", "II long-distance")
    table.fly("A", "II long-distance", city, "Skip Brussels", (2, 2, 2))
    assert table.needs == [10]


@rule("AE-R20", "AE-3.3.9")
def test_a_home_is_an_opponents_airport() -> None:
    """London to Berlin over Amsterdam is two white links too many; over Frankfurt from Brussels it is 10, less 2."""
    table = position().airports("A", "Brussels").tiles("A", "II long-distance")
    table.fly("A", "II long-distance", "Berlin", "Skip Frankfurt", (2, 2, 2))
    assert table.needs == [8]


@rule("AE-R22", "AE-R43", "AE-5.6")
def test_pilots_help_outside_europe_only() -> None:
    """White-red to Cairo is outside, white-white to Frankfurt is not; Cairo is where the destination counts."""
    table = position().advantages("A", "Daring Pilot").tiles("A", "II long-distance").money(A=9)
    table.fly("A", "II long-distance", "Cairo", "Skip Paris", (2, 2, 5))
    assert "Use a Daring Pilot" in table.choices()
    table = position().advantages("A", "Daring Pilot").tiles("A", "II long-distance").money(A=9)
    table.fly("A", "II long-distance", "Frankfurt", "Skip Paris", (2, 2, 5))
    assert table.choices() == ["Pay £1", "Give up the connection"]


@rule("AE-R25", "AE-3.3.11")
def test_giving_up_can_be_repeated_in_every_turn() -> None:
    table = position().tiles("A", "I")
    for _ in range(5):
        table.turn("A").fly("A", "I", "Cairo", "Direct, red", (2, 2, 2)).play("A", "Give up")
    assert table.on_cards("A") == {"I": 1}
    assert table.cash("A") == 0
