"""The first passenger: taken, snatched, lost."""

from __future__ import annotations

import pytest

from mailwing.envs.ab_die_post.testing import Table, position

rule = pytest.mark.rule


def over_both(table: Table, letter: str) -> Table:
    """A seat on outer 24 flies to outer 26 with a green ball."""
    return table.turn(letter).hand(letter, "2", "2").fly(letter, "green").play(letter, "Fly to outer 26")


@rule("ADP-6.1")
def test_flying_over_both_fields_takes_the_passenger() -> None:
    """Passing outer 25 and 26 on the way to outer 27 is as good as landing on them."""
    table = position().planes(A="outer 23").hand("A", "2", "2").fly("A", "red").play("A", "Fly to outer 27")
    table.play("A", "Fly over outer 25 and outer 26")
    assert table.holder == "A"


@rule("ADP-6.1")
def test_one_field_is_not_enough() -> None:
    table = position().planes(A="outer 23").hand("A", "2", "2").fly("A", "green").play("A", "Fly to outer 25")
    assert table.holder is None
    table = position().planes(A="outer 25").hand("A", "2", "2").fly("A", "green").play("A", "Fly to outer 27")
    assert table.holder is None


@rule("ADP-6.2", "ADP-R7")
def test_the_two_fields_may_be_flown_over_in_two_moves() -> None:
    table = position().planes(A="outer 23").hand("A", "2", "2").fly("A", "green").play("A", "Fly to outer 25")
    assert table.holder is None
    table.turn("A").fly("A", "blue").play("A", "Fly to outer 28").play("A", "Fly over outer 26")
    assert table.holder == "A"


@rule("ADP-6.2")
def test_companion_b_snatches_the_passenger_from_a() -> None:
    """A waits on the first field, B is three fields short of the second: with three steps B flies past A and has it."""
    table = position().planes(A="outer 25", B="outer 23").flown_over("A", 1).turn("B").hand("B", "2", "2")
    too_short = position().planes(A="outer 25", B="outer 23").flown_over("A", 1).turn("B").hand("B", "2", "2")
    assert "outer 26" not in too_short.fly("B", "green").moves()
    table.fly("B", "blue").play("B", "Fly to outer 26")
    assert table.holder == "B"


@rule("ADP-R7")
def test_the_order_of_the_two_fields_does_not_matter() -> None:
    """A has flown over the second one only; the first one completes the pair."""
    table = position().planes(A="outer 23").flown_over("A", 2).hand("A", "2", "2")
    table.fly("A", "green").play("A", "Fly to outer 25")
    assert table.holder == "A"


@rule("ADP-6.3", "ADP-R7")
def test_who_is_sent_back_loses_passenger_and_progress() -> None:
    """The card is beside the board again, for anybody; half a way to it is forgotten too."""
    table = position(players=4).planes(A="outer 30", B="outer 25", C="outer 24").passenger("A").flown_over("B", 1)
    table.turn("D").hand("D", "2", "2").fly("D", "black")
    assert table.holder is None
    assert [table.where(letter) for letter in "ABC"] == ["start"] * 3
    table.planes(A="outer 24", B="outer 25", C="start")
    table.turn("B").hand("B", "2", "2").fly("B", "green").play("B", "Fly to outer 27")
    assert table.holder is None
    over_both(table, "A")
    assert table.holder == "A"


@rule("ADP-R20")
def test_completing_while_another_has_the_card_gives_nothing_even_later() -> None:
    table = position(players=4).planes(A="outer 30", B="outer 24").passenger("A")
    over_both(table, "B")
    assert table.holder == "A"
    table.hand("B", "2", "2").turn("D").hand("D", "2", "2").fly("D", "black").play("B", "Pay a 2").play("B", "Done")
    assert table.where("A") == "start"
    assert table.holder is None
    table.turn("B").fly("B", "green").play("B", "Fly to outer 28")
    assert table.holder is None
    table.planes(C="outer 24")
    over_both(table, "C")
    assert table.holder == "C"


@rule("ADP-R20", "ADP-6.3")
def test_a_field_flown_over_while_another_has_the_passenger_counts() -> None:
    """B flies over the first field while A has the card, and over the second when it lies beside the board again."""
    table = position(players=4).planes(A="outer 30", B="outer 23").passenger("A").hand("B", "2", "2", "2")
    table.turn("B").fly("B", "green").play("B", "Fly to outer 25")
    table.turn("D").hand("D", "2", "2").fly("D", "black").play("B", "Pay a 2").play("B", "Done")
    assert table.where("A") == "start"
    assert table.holder is None
    table.turn("B").fly("B", "green").play("B", "Fly to outer 27").play("B", "Fly over outer 26")
    assert table.holder == "B"


@rule("ADP-6.3", "ADP-R7")
def test_sending_one_plane_back_leaves_what_others_have_flown_over() -> None:
    """B cannot pay and starts again; C, who can, keeps its half of the way, and A its passenger."""
    table = position(players=4).planes(A="outer 30", B="outer 25", C="outer 25").passenger("A")
    table.flown_over("B", 1).flown_over("C", 1).hand("A", "2").hand("C", "2").turn("D").hand("D", "2", "2")
    table.fly("D", "black").play("A", "Pay a 2").play("A", "Done").play("C", "Pay a 2").play("C", "Done")
    assert [table.where(letter) for letter in "ABC"] == ["outer 30", "start", "outer 25"]
    assert table.s.progress[:3].tolist() == [3, 0, 1]
    assert table.holder == "A"


@rule("ADP-R24")
def test_paths_that_differ_for_the_passenger_are_a_choice() -> None:
    """Outer 24 to 27 with a red ball: by outer 25, 26, middle 11, or by middle 10, outer 25, middle 11."""
    table = position().planes(A="outer 24").hand("A", "2", "2").fly("A", "red").play("A", "Fly to outer 27")
    assert table.choices() == ["Fly over outer 25", "Fly over outer 25 and outer 26"]
    assert table.where("A") == "outer 24"
    table.play("A", "Fly over outer 25 and outer 26")
    assert table.where("A") == "outer 27"
    assert table.holder == "A"


@rule("ADP-R24")
def test_every_set_of_passenger_fields_is_offered() -> None:
    """Outer 24 to 27 with a blue ball: straight, or leaving the lane before or behind outer 25."""
    table = position().planes(A="outer 24").hand("A", "2", "2").fly("A", "blue").play("A", "Fly to outer 27")
    assert table.choices() == [
        "Fly over no passenger field",
        "Fly over outer 25",
        "Fly over outer 25 and outer 26",
    ]
    table.play("A", "Fly over outer 25")
    assert table.holder is None
    assert table.s.progress[0] == 1


@rule("ADP-R24")
def test_fields_flown_over_earlier_make_no_difference() -> None:
    """Outer 25 to 28, blue: the paths differ in outer 26, unless A has been there already."""
    table = position().planes(A="outer 25").flown_over("A", 3).hand("A", "2", "2").fly("A", "blue")
    table.play("A", "Fly to outer 28")
    assert table.where("A") == "outer 28"
    table = position().planes(A="outer 25").flown_over("A", 1).hand("A", "2", "2").fly("A", "blue")
    table.play("A", "Fly to outer 28")
    assert table.choices() == ["Fly over no further passenger field", "Fly over outer 26"]


@rule("ADP-6.4")
def test_the_passenger_is_worth_two_points() -> None:
    table = position().planes(A="inner 10", B="outer 30").passenger("B").hand("A", "2", "2")
    table.fly("A", "green").play("A", "Land")
    assert table.scores == [7, 5 + 2, 0]


@rule("ADP-6.4", "ADP-7.2")
def test_who_lands_with_the_passenger_scores_both() -> None:
    table = position().planes(A="inner 10", B="outer 30").passenger("A").hand("A", "2", "2")
    table.fly("A", "green").play("A", "Land")
    assert table.scores == [7 + 2, 5, 0]


@rule("ADP-6.1", "ADP-R12")
def test_on_the_return_flight_the_same_two_fields_count() -> None:
    table = position().return_flight().planes(A="outer 24").hand("A", "2", "2")
    table.fly("A", "green").play("A", "Fly to outer 26")
    assert table.holder == "A"
