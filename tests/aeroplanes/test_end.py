"""The end of the game: what counts, and who wins."""

from __future__ import annotations

import pytest

from mailwing.envs.aeroplanes.testing import Table, position

rule = pytest.mark.rule


def last_token(table: Table) -> Table:
    """The third era ends."""
    return table.subsidies(0).play(table.decider, "Take the token")


@rule("AE-9.1", "AE-R37")
def test_aeroplanes_and_passengers_count_at_the_end() -> None:
    """A: 10 on the track, a Goliath (1 point), a passenger to Japan (3); and 5 + 5 + 5 for Europe, Asia and profit."""
    table = position().plane("A", 12, free=1).era(3).points(A=10).airports("A", "Japan")
    table.waiting("London", 1, "Japan").play("A", "Claim", "Aboard").turn("A")
    assert table.state.scores()[0] == 14
    last_token(table.airports("A", "Vienna"))
    assert table.state.done
    assert table.state.scores()[0] == 14 + 5 + 5 + 5
    assert table.s.points[0] == 25, "the track"
    assert table.state.winners() == [0]


@rule("AE-R37")
def test_leftovers_are_worth_nothing() -> None:
    """Money, airport tiles on cards and advantages of B; the homes share 5 and 3 of Europe."""
    table = position().era(3).money(B=50).tiles("B", "III", "III").advantages("B", "Radio Beacons", 3)
    assert last_token(table).state.scores() == [2, 2, 2]


@rule("AE-9.1")
def test_most_points_win() -> None:
    table = last_token(position(4).era(3).points(A=3, B=9, C=7, D=1).money(A=60))
    assert table.state.ranks() == [3, 1, 2, 4]


@rule("AE-R38")
def test_among_equals_money_decides() -> None:
    table = last_token(position(4).era(3).points(A=5, B=5, C=5).money(A=2, B=3, C=1))
    assert table.state.ranks() == [2, 1, 3, 4]


@rule("AE-R38")
def test_money_comes_before_airports() -> None:
    table = last_token(position().era(3).points(A=5, B=5).money(A=1).airports("B", "North America", "South America"))
    assert table.state.ranks() == [1, 2, 3]


@rule("AE-R38", "AE-R20")
def test_then_airports_on_the_board_homes_too() -> None:
    """Equal points, equal money: B has one airport more, in the Americas, where none scores."""
    table = last_token(position().era(3).points(A=5, B=5).airports("B", "North America"))
    assert table.state.ranks() == [2, 1, 3]


@rule("AE-R38")
def test_full_equals_share_the_victory() -> None:
    table = last_token(position().era(3).points(A=5, C=5))
    assert table.state.ranks() == [1, 3, 1]
    assert table.state.winners() == [0, 2]


@rule("AE-R38")
def test_the_victory_may_be_shared_among_higher_seats() -> None:
    """A took the token and is behind B and D, who are equal in all."""
    table = last_token(position(4).era(3).points(A=4, B=5, C=3, D=5))
    assert table.state.ranks() == [3, 1, 4, 1]
    assert table.state.winners() == [1, 3]
