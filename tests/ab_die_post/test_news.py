"""The news: what the table hears and sees when an action is played."""

from __future__ import annotations

from collections.abc import Callable

from mailwing.envs.ab_die_post.testing import Table, position


def told(table: Table, play: Callable[[], object]) -> list[str]:
    """The news of the one action that `play` plays."""
    before = table.state.copy()
    play()
    return table.state.news(before, table.state.history[-1])


def said(table: Table, letter: str, words: str) -> list[str]:
    """The news of an action in words."""
    return told(table, lambda: table.play(letter, words))


def test_the_card_drawn() -> None:
    table = position()
    assert told(table, lambda: table.draw("A", "red 3")) == ["draws a red 3"]
    assert told(table, lambda: table.draw("A", "1")) == ["draws a 1"]
    assert said(table, "A", "Stop") == []


def test_the_third_red_card() -> None:
    table = position().hand("A", "red 3", "red 3", "2")
    news = told(table, lambda: table.draw("A", "red 3"))
    assert news == ["draws a red 3", "3 red cards: loses them all, the turn ends"]


def test_the_discard_pile_is_turned_over() -> None:
    table = position().hand("B", "1", "2").pile_thrown()
    thrown = len(table.discards())
    assert told(table, lambda: table.draw("A", "2")) == [
        f"the draw pile is empty: {thrown} discarded cards turned over",
        "draws a 2",
    ]


def test_the_ball_and_a_flight() -> None:
    table = position().hand("A", "2", "2").planes(A="outer 3")
    assert told(table, lambda: table.fly("A", "red")) == ["red ball: 4 fields"]
    assert said(table, "A", "Fly to outer 7") == []


def test_no_field_is_free() -> None:
    table = position(4).hand("A", "2", "2").planes(B="outer 2", C="middle 2", D="inner 2")
    assert told(table, lambda: table.fly("A", "green")) == ["green ball: 2 fields", "no free field: stays"]
    assert table.choices() == ["Stay"]
    assert said(table, "A", "Stay") == []


def test_a_hurricane_sends_back_who_cannot_pay() -> None:
    """B can pay; A, C and D cannot; the passenger flies with D; E is safe on the start field."""
    table = position(5).planes(A="inner 3", B="outer 9", C="middle 4", D="outer 30")
    table.hand("A", "2", "2").hand("B", "2", "1").hand("C", "1").passenger("D")
    assert told(table, lambda: table.fly("A", "black")) == [
        "black ball: hurricane",
        "seat 0 cannot pay 8 points: back to the start, loses 2 cards",
    ]
    assert said(table, "B", "Pay a 2") == ["2 of 2 points paid"]
    assert said(table, "B", "Done") == [
        "seat 2 cannot pay 4 points: back to the start, loses 1 card",
        "seat 3 cannot pay 2 points: back to the start",
        "the passenger is beside the board again",
    ]
    assert table.decider == "B"


def test_a_hurricane_over_the_start_field() -> None:
    table = position().hand("A", "2", "2")
    assert told(table, lambda: table.fly("A", "black")) == ["black ball: hurricane", "nobody has to repair"]


def test_the_way_to_the_passenger() -> None:
    table = position().planes(A="outer 23").hand("A", "2", "2").fly("A", "green")
    assert said(table, "A", "Fly to outer 25") == ["passes the first passenger field"]
    table.turn("A").fly("A", "blue")
    assert said(table, "A", "Fly to outer 28") == []
    assert said(table, "A", "Fly over outer 26") == ["takes the passenger (+2)"]


def test_the_passenger_in_one_move() -> None:
    """Both fields lie on the only path to outer 26."""
    table = position().planes(A="outer 24").hand("A", "2", "2").fly("A", "green")
    assert said(table, "A", "Fly to outer 26") == ["takes the passenger (+2)"]


def test_passenger_fields_are_no_news_once_it_is_taken_or_missed() -> None:
    table = position().planes(A="outer 23").hand("A", "2", "2").passenger("B").fly("A", "green")
    assert said(table, "A", "Fly to outer 25") == []
    table = position().planes(A="outer 25").hand("A", "2", "2").fly("A", "green")
    assert said(table, "A", "Fly to outer 27") == []


def test_a_landing_scores_the_flight_and_the_next_one_begins() -> None:
    table = position().planes(A="inner 10", B="outer 40", C="start").hand("A", "2", "2").hand("B", "1")
    table.hand("C", "1", "2", "red 3").markers(A=3).fly("A", "red")
    assert said(table, "A", "Land") == [
        "lands: the flight is over",
        "points: seat 0 +7 = 10, seat 1 +5 = 5, seat 2 +0 = 0",
        "seat 0 may keep no card: discards 2",
        "seat 1 may keep no card: discards 1",
    ]
    assert said(table, "C", "Keep a 2") == ["discards 2 cards", "flight 2 (return) begins: seat 2 is first"]


def test_nobody_has_a_card_to_keep() -> None:
    table = position().planes(A="inner 10").hand("A", "red 3", "2").fly("A", "red")
    assert said(table, "A", "Land")[-2:] == [
        "seat 0 may keep no card: discards 2",
        "flight 2 (return) begins: seat 1 is first",
    ]


def test_the_end_of_the_game() -> None:
    table = position().markers(A=9, B=13, C=14).hand("A", "red 3", "2").planes(A="inner 10", B="outer 1", C="start")
    table.fly("A", "red")
    assert said(table, "A", "Land") == [
        "lands: the flight is over",
        "points: seat 0 +7 = 16, seat 1 +5 = 18, seat 2 +0 = 14",
        "game over: seat 1 wins with 18 points",
    ]


def test_the_turn_limit() -> None:
    table = position(turn_limit=20).planes(A="middle 3", B="inner 2").markers(C=3)
    table.s.turns = 20
    table.draw("A", "1")
    assert said(table, "A", "Stop") == [
        "turn limit: the flight is scored as it stands",
        "points: seat 0 +5 = 5, seat 1 +7 = 7, seat 2 +0 = 3",
        "turn limit reached: seat 1 wins with 7 points",
    ]
