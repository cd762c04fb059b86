"""Spare parts: drawing, the third red card, the turned-over discard pile."""

from __future__ import annotations

import pytest

from mailwing.envs.ab_die_post.testing import position

rule = pytest.mark.rule


@rule("ADP-2.2")
def test_as_many_cards_as_one_dares() -> None:
    """Cards come one by one and lie open; whoever draws decides after each."""
    table = position()
    for count, card in enumerate(("2", "1", "2", "red 3", "red 3", "2"), 1):
        table.draw("A", card)
        assert table.s.drawn == count
        assert table.choices() == ["Draw another card", "Stop drawing"]
    assert table.cards("A") == ["1", "2", "2", "2", "red 3", "red 3"]
    table.play("A", "Stop")
    assert table.decider == "B"
    assert table.cards("A") == ["1", "2", "2", "2", "red 3", "red 3"]


@rule("ADP-2.3", "ADP-R8")
def test_the_third_red_card_loses_all_three() -> None:
    """Two red cards of earlier turns count; other cards stay, and the turn is over."""
    table = position().hand("A", "red 3", "red 3", "1", "2")
    table.draw("A", "red 3")
    assert table.cards("A") == ["1", "2"]
    assert table.discards() == ["red 3"] * 3
    assert table.decider == "B"
    assert table.choices() == ["Draw a card"]


@rule("ADP-2.3")
def test_two_red_cards_are_safe() -> None:
    table = position().hand("A", "red 3").draw("A", "red 3")
    assert table.cards("A") == ["red 3", "red 3"]
    assert table.decider == "A"


@rule("ADP-R8")
def test_a_drawing_turn_takes_at_least_one_card() -> None:
    """There is no stopping before the first card."""
    assert position().choices() == ["Draw a card"]


@rule("ADP-R8")
def test_drawing_stops_when_both_piles_are_empty() -> None:
    table = position()
    table.s.hand[1] = table.s.pile - [0, 1, 0]
    table.s.pile[:] = [0, 1, 0]
    table.draw("A", "2")
    assert table.choices() == ["Stop drawing"]


@rule("ADP-2.4", "ADP-R17")
def test_the_discard_pile_is_turned_over_when_a_card_is_needed() -> None:
    """The last card of the draw pile leaves the discard pile alone; the next card turns it over."""
    table = position().pile_thrown()
    table.s.discard[0] -= 1
    table.s.pile[0] = 1
    table.draw("A", "1")
    assert table.s.pile.sum() == 0
    assert table.s.discard.sum() == 54
    table.draw("A", "2")
    assert table.s.pile.tolist() == [15, 22, 16]
    assert table.discards() == []


@rule("ADP-2.4")
def test_cards_are_drawn_as_likely_as_they_are_many() -> None:
    table = position()
    kinds = [0, 0, 0]
    for chance in range(3_000):
        trial = table.state.copy()
        trial._record.chance = chance * 104_729
        trial.apply(trial.parse("Draw a card"))
        for kind in range(3):
            kinds[kind] += int(trial.record.hand[0, kind])
    for count, copies in zip(kinds, (16, 23, 16), strict=True):
        assert count / 3_000 == pytest.approx(copies / 55, abs=0.04)


@rule("ADP-2.4")
def test_nobody_knows_which_card_comes_next() -> None:
    """All that lies open stays as it is when a position is dealt anew for a seat; the next card is any of the pile."""
    table, drawn = position().hand("B", "2", "2"), set[int]()
    for seed in range(20):
        trial = table.state.redeal(0, seed)
        assert (trial.record.hand == table.s.hand).all()
        assert (trial.record.pile == table.s.pile).all()
        trial.apply(trial.parse("Draw a card"))
        drawn.add(int(trial.record.hand[0].argmax()))
    assert drawn == {0, 1, 2}
