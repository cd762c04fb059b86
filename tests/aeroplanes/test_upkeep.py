"""Between eras: seats close, unclaimed passengers move on, unsold cards leave."""

from __future__ import annotations

import numpy as np
import pytest

from mailwing.envs.aeroplanes.limits import NONE, WAITING
from mailwing.envs.aeroplanes.state import ABOARD, GONE, IN_BAG, REMOVED
from mailwing.envs.aeroplanes.testing import Table, dealt, position

rule = pytest.mark.rule


def next_era(table: Table) -> Table:
    """Whoever decides takes the token."""
    return table.subsidies(0).play(table.decider, "Take the token")


@rule("AE-R13", "AE-R31")
def test_free_seats_close_at_the_end_of_the_era() -> None:
    """On a half empty aeroplane and on one that never flew; who sits there stays aboard."""
    table = position().airports("A", "Paris").plane("A", 12).plane("A", 6).waiting("London", 1, "Paris", seats=2)
    table.play("A", "Claim", "Aboard 12").turn("A")
    next_era(table)
    assert table.free_seats(12) == table.free_seats(6) == 0
    assert table.aboard(12) == 1
    table.nobody_waits().waiting("London", 1, "Paris")
    assert table.choices("Claim") == []


@rule("AE-R32")
def test_airport_tiles_stay_on_their_cards() -> None:
    table = next_era(position().tiles("A", "I", "II long-distance"))
    assert table.on_cards("A") == {"I": 1, "II long-distance": 1}
    assert "Place a Stage I airport" in table.choices()


@rule("AE-8.1", "AE-R33")
def test_unclaimed_passengers_move_to_the_overflow_and_those_before_leave() -> None:
    table = position().era(2).waiting("London", 1, "Paris").waiting("Rome", 4, "Cairo", seats=2)
    table.overflow(1, "Berlin").overflow(3, "Persia")
    paris, cairo, berlin, persia = table.s.waiting[0], table.s.waiting[23], table.s.overflow[0], table.s.overflow[2]
    next_era(table)
    assert table.s.overflow[:3].tolist() == [paris, cairo, NONE]
    assert table.s.passenger_at[[paris, cairo]].tolist() == [WAITING, WAITING + 1]
    assert table.s.passenger_at[[berlin, persia]].tolist() == [GONE, GONE]


@rule("AE-8.1")
def test_in_the_first_era_all_that_nobody_claimed_can_move() -> None:
    table = dealt().homes("London", "Berlin", "Rome")
    waiting = table.s.waiting.tolist()
    next_era(table)
    assert table.s.overflow.tolist() == waiting


@rule("AE-R34", "AE-4.2")
def test_twenty_four_new_passengers_wait_wild_ones_too() -> None:
    wild = 0
    for seed in range(10):
        table = next_era(dealt(3, seed).homes("London", "Berlin", "Rome"))
        tiles = table.s.waiting.tolist()
        assert NONE not in tiles
        assert len(set(tiles)) == WAITING
        assert set(tiles).isdisjoint(table.s.overflow.tolist())
        wild += table.t.passenger_wild[tiles].sum()
        assert (table.s.passenger_at == IN_BAG).sum() == 48
    assert wild / 10 == pytest.approx(24 * 36 / 72, abs=2), "half of the 72 tiles in the bag are wild"


@rule("AE-R34")
def test_the_bag_lasts_for_three_eras() -> None:
    table = next_era(next_era(dealt().homes("London", "Berlin", "Rome")))
    assert (table.s.passenger_at == IN_BAG).sum() == 24
    assert (table.s.passenger_at == GONE).sum() == 24


@rule("AE-R8", "AE-R35", "AE-8.2")
def test_unsold_cards_of_the_finished_era_leave_display_and_deck() -> None:
    """Cards 13 to 15 are still in the deck: they are never dealt into the second era."""
    table = position()
    assert table.shown == list(range(1, 13))
    next_era(table)
    assert table.shown == list(range(16, 28))
    assert (table.s.owner[:15] == REMOVED).all()
    next_era(table)
    assert table.shown == list(range(31, 43))
    assert table.s.era == 3


@rule("AE-R8", "AE-R12")
def test_cards_of_later_eras_that_are_on_display_stay() -> None:
    table = position().money(A=20).display(10).play("A", "Buy 16")
    assert table.shown == [*range(10, 16), *range(17, 23)]
    next_era(table)
    assert table.shown == list(range(17, 29))
    assert table.s.owner[15] == 0
    assert table.free_seats(16) == 0, "bought in the first era, closed with it"


@rule("AE-R36", "AE-8.2")
def test_what_stays_for_the_next_era() -> None:
    """Advantages, failures, money and airports stay; eight bonds and the token lie in the box again."""
    table = position().advantages("A", "Daring Pilot", 2).failures(A=2, B=1).airports("C", "Cairo", stage=2).money(C=4)
    airports = table.s.airport.copy()
    next_era(table)
    assert table.held("A") == {"Daring Pilot": 2}
    assert [table.engine_failures(letter) for letter in "ABC"] == [2, 1, 0]
    assert np.array_equal(table.s.airport, airports)
    assert table.cash("C") == 26
    assert table.s.subsidies == 8
    assert table.s.era == 2


@rule("AE-R31")
def test_a_claimed_passenger_never_comes_back() -> None:
    table = position().plane("A", 12).waiting("London", 1, "London", seats=3).play("A", "Claim", "Aboard")
    tile = int(np.flatnonzero(table.s.passenger_at == ABOARD + 11)[0])
    next_era(next_era(table))
    assert table.s.passenger_at[tile] == ABOARD + 11
