"""The hurricane: what it costs, how one pays, who is sent back."""

from __future__ import annotations

import pytest

from mailwing.envs.ab_die_post.testing import position

rule = pytest.mark.rule


@rule("ADP-4.1", "ADP-4.2")
@pytest.mark.parametrize(("place", "cost"), [("outer 7", 2), ("middle 7", 4), ("inner 7", 8)])
def test_the_lane_decides_the_cost(place: str, cost: int) -> None:
    """Twos are paid until the cost is covered."""
    table = position().planes(B=place).hand("A", "2", "2").hand("B", *["2"] * 6)
    table.fly("A", "black")
    for paid in range(2, cost + 1, 2):
        assert table.choices() == ["Pay a 2"]
        table.play("B", "Pay a 2")
        assert ("Done paying" in table.choices()) == (paid >= cost)
    table.play("B", "Done")
    assert table.cards("B") == ["2"] * (6 - cost // 2)
    assert table.discards() == ["2"] * (cost // 2)
    assert table.where("B") == place


@rule("ADP-4.1", "ADP-R16")
def test_everybody_repairs_the_shaker_first_then_clockwise() -> None:
    table = position(players=4).turn("C").planes(A="outer 2", B="outer 3", C="outer 4", D="outer 5")
    for letter in "ABCD":
        table.hand(letter, "2", "2")
    table.fly("C", "black")
    for letter in "CDAB":
        table.play(letter, "Pay a 2").play(letter, "Done")
    assert table.decider == "D"
    assert table.choices() == ["Draw a card"]


@rule("ADP-4.1", "ADP-R16", "ADP-R3")
def test_what_one_seat_has_paid_is_nothing_to_the_next() -> None:
    """A pays 4 for the middle lane. B, in the inner lane, owes 8 from the first card on, and pays its own cards."""
    table = position().planes(A="middle 7", B="inner 3").hand("A", "2", "2", "1")
    table.hand("B", "red 3", "red 3", "2").fly("A", "black")
    assert table.choices() == ["Pay a 1", "Pay a 2"]
    table.play("A", "Pay a 2").play("A", "Pay a 2").play("A", "Done")
    assert table.decider == "B"
    for card in ("red 3", "red 3"):
        assert table.choices() == ["Pay a 2", "Pay a red 3"]
        table.play("B", f"Pay a {card}")
    assert table.choices() == ["Pay a 2"]
    table.play("B", "Pay a 2")
    assert table.choices() == ["Done paying"]


@rule("ADP-4.2", "ADP-R3")
def test_nobody_gives_change() -> None:
    """The outer lane costs 2; a red 3 covers it, and the third point is lost. A one does not."""
    table = position().planes(B="outer 7").hand("A", "2", "2").hand("B", "red 3", "1", "1")
    table.fly("A", "black")
    assert table.choices() == ["Pay a 1", "Pay a red 3"]
    table.play("B", "Pay a red 3").play("B", "Done")
    assert table.cards("B") == ["1", "1"]
    assert table.discards() == ["red 3"]


@rule("ADP-4.3", "ADP-R23")
def test_one_may_pay_more_than_is_due() -> None:
    """The rulebook's example: a red 3 and a 2 for damage of 4, to be rid of the red card; then even more cards."""
    table = position().planes(B="middle 7").hand("A", "2", "2").hand("B", "2", "2", "red 3", "red 3", "1")
    table.fly("A", "black").play("B", "Pay a red 3").play("B", "Pay a 2")
    assert table.choices() == ["Pay a 1", "Pay a 2", "Pay a red 3", "Done paying"]
    table.play("B", "Pay a red 3").play("B", "Pay a 2").play("B", "Pay a 1")
    assert table.choices() == ["Done paying"]
    table.play("B", "Done")
    assert table.cards("B") == []
    assert table.where("B") == "middle 7"


@rule("ADP-R3")
def test_who_can_pay_must_pay() -> None:
    """There is no choice to be sent back instead."""
    table = position().planes(B="inner 7").hand("A", "2", "2").hand("B", "red 3", "red 3", "2")
    table.fly("A", "black")
    assert table.choices() == ["Pay a 2", "Pay a red 3"]


@rule("ADP-4.4")
def test_who_cannot_pay_starts_again_without_cards() -> None:
    """The inner lane costs 8; B has 7 points."""
    table = position().planes(B="inner 7").hand("A", "2", "2").hand("B", "red 3", "red 3", "1")
    table.fly("A", "black")
    assert table.where("B") == "start"
    assert table.cards("B") == []
    assert table.discards() == ["1", "red 3", "red 3"]
    assert table.decider == "B"
    assert table.choices() == ["Draw a card"]


@rule("ADP-R1")
def test_the_hurricane_ends_the_turn_and_nobody_moves() -> None:
    table = position().planes(A="outer 9", B="outer 3").hand("A", "2", "2").hand("B", "2")
    table.fly("A", "black").play("A", "Pay a 2").play("A", "Done").play("B", "Pay a 2").play("B", "Done")
    assert [table.where(letter) for letter in "ABC"] == ["outer 9", "outer 3", "start"]
    assert table.decider == "B"


@rule("ADP-R2", "ADP-R28")
def test_planes_on_the_start_field_pay_nothing() -> None:
    """Nobody is in the air: the turn passes at once, all keep their cards."""
    table = position().hand("A", "2", "2").hand("B", "1")
    table.fly("A", "black")
    assert table.decider == "B"
    assert table.cards("A") == ["2", "2"]
    assert table.cards("B") == ["1"]
    assert table.discards() == []


@rule("ADP-3.1")
def test_after_a_repair_one_may_be_too_poor_to_fly() -> None:
    table = position().planes(A="outer 9").hand("A", "2", "2")
    table.fly("A", "black").play("A", "Pay a 2").play("A", "Done").turn("A")
    assert table.choices() == ["Draw a card"]
