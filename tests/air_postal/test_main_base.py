"""The Main Base variant: City cards in the hand, a base chosen in secret, and Hubs from what is left."""

from __future__ import annotations

from collections import Counter

import pytest

from mailwing.envs._core.bits import members
from mailwing.envs.air_postal.limits import NONE
from mailwing.envs.air_postal.state import Phase
from mailwing.envs.air_postal.testing import PILOTS, Table, dealt

rule = pytest.mark.rule


def with_hands(players: int = 2, setup: str = "la_ligne", seed: int = 1) -> Table:
    """Pilots have been chosen, City cards have been dealt."""
    table = dealt(players, setup, main_base="yes")
    table.s.chance = seed
    for seat, pilot in enumerate(PILOTS[setup][:players]):
        table.play(f"seat {seat}", f"Fly as {pilot}")
    return table


def choose(table: Table, *places: int) -> list[int]:
    """Seats choose the cards in these places of their hands, one after the other; which cards these are."""
    chosen = []
    for seat, place in enumerate(places):
        assert table.state.seat == seat
        card = members(table.s.hand[seat])[place]
        chosen.append(card)
        table.state.apply(int(table.state.legal()[place]))
    return chosen


@rule("PO-15.1", "PO-R75", "PO-3.10")
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 4), (4, 4)])
def test_after_the_pilots_city_cards_are_dealt(players: int, cards: int) -> None:
    """No card twice; bases of the postcard do not count, nor do its Hubs."""
    table = with_hands(players)
    hands = [members(hand) for hand in table.s.hand[:players]]
    assert [len(hand) for hand in hands] == [cards] * players
    assert len({card for hand in hands for card in hand}) == cards * players
    assert (table.phase, table.state.seat) == (Phase.BASE, 0)
    assert set(table.s.hub.tolist()) == {NONE}
    for field in ("city", "main_base", "choice"):
        assert set(table.s[field].tolist()) == {NONE}, field
    assert (table.s.money.any(), table.s.glory.any()) == (False, False)
    assert len(table.choices()) == cards
    assert all(said.startswith("Choose ") for said in table.choices())


@rule("PO-15.1", "PO-R75")
@pytest.mark.parametrize(("setup", "pool"), [("la_ligne", 32), ("clippers", 40)])
def test_cards_of_all_cities_on_this_side_of_the_board_are_dealt(setup: str, pool: int) -> None:
    """Whatever continents the postcard names; each equally often."""
    found = Counter(card for seed in range(160) for hand in with_hands(2, setup, seed).s.hand for card in members(hand))
    assert sorted(found) == list(range(pool))
    assert all(count > 0.4 * 1600 / pool for count in found.values())


@rule("PO-15.2", "PO-15.3", "PO-3.11")
def test_bases_are_chosen_in_secret_and_revealed_at_once() -> None:
    """Each brings its glory and money, and the aircraft stands there."""
    table = with_hands(2)
    first = members(table.s.hand[0])[2]
    table.state.apply(int(table.state.legal()[2]))
    assert (table.s.choice.tolist(), table.phase) == ([first, NONE, NONE, NONE], Phase.BASE)
    assert set(table.s.main_base.tolist()) == {NONE}
    second = members(table.s.hand[1])[0]
    table.state.apply(int(table.state.legal()[0]))
    assert table.s.main_base.tolist()[:2] == table.s.city.tolist()[:2] == [first, second]
    assert table.s.glory.tolist()[:2] == [int(table.t.city_glory[card]) for card in (first, second)]
    assert table.s.money.tolist()[:2] == [int(table.t.city_money[card]) for card in (first, second)]
    assert (table.phase, table.state.seat) == (Phase.SPARE_CITY, 0)
    assert set(table.s.choice.tolist()) == {NONE}
    assert [len(members(hand)) for hand in table.s.hand[:2]] == [4, 4]
    assert first not in members(table.s.hand[0])
    assert second not in members(table.s.hand[1])


@rule("PO-15.4", "PO-15.5", "PO-R75")
@pytest.mark.parametrize(("players", "hubs"), [(2, 6), (3, 6), (4, 8)])
def test_one_card_each_is_put_back_and_the_others_are_the_hubs(players: int, hubs: int) -> None:
    """Then aircraft are chosen in reverse order."""
    table = with_hands(players)
    choose(table, *range(players))
    hands = [members(hand) for hand in table.s.hand[:players]]
    assert all(said.startswith("Put ") for said in table.choices())
    spare = choose(table, *([1] * players))
    left = sorted(card for hand in hands for card in hand if card not in spare)
    assert table.s.hub.tolist() == left + [NONE] * (8 - hubs)
    assert not table.s.hand.any()
    assert set(table.s.choice.tolist()) == {NONE}
    assert (table.phase, table.state.seat) == (Phase.FIRST_AIRCRAFT, players - 1)


@rule("PO-15.5", "PO-8.4")
def test_these_hubs_are_reached_like_any_others() -> None:
    table = with_hands(2)
    table.s.hand[:2] = 1 << 0 | 1 << 1 | 1 << 3 | 1 << 4 | 1 << 5, 1 << 8 | 1 << 9 | 1 << 10 | 1 << 11 | 1 << 12
    choose(table, 0, 0)
    choose(table, 3, 3)
    assert table.s.hub.tolist() == [1, 3, 4, 9, 10, 11, NONE, NONE]
    table.play("Mermoz", "Take the Potez 25").play("Bastié", "Take the Latécoère 25")
    table.fuel(Bastié=4).flying("Bastié").arrive("Bastié", "Berlin").play("Bastié", "Take 3 glory")
    assert (table.s.hubs_reached[0], table.glory_of("Bastié")) == (0b10, 6)


# What a seat cannot know


@rule("PO-15.1", "PO-15.2", "PO-15.4")
def test_the_others_cards_and_choices_are_drawn_anew_for_a_seat_that_cannot_know_them() -> None:
    """Its own stay; no card is in two places; a choice is always one of the hand."""
    table = with_hands(3)
    choose(table, 2, 1)
    seen: set[int] = set()
    chosen: set[int] = set()
    for seed in range(60):
        other = Table(table.game, state=table.state.redeal(1, seed))
        hands = [set(members(hand)) for hand in other.s.hand[:3]]
        assert hands[1] == set(members(table.s.hand[1]))
        assert other.s.choice[1] == table.s.choice[1]
        assert [len(hand) for hand in hands] == [4, 4, 4]
        assert len(hands[0] | hands[1] | hands[2]) == 12
        assert int(other.s.choice[0]) in hands[0]
        assert other.s.choice[2] == NONE
        seen |= hands[0]
        chosen.add(sorted(hands[0]).index(int(other.s.choice[0])))
    assert seen == set(range(32)) - set(members(table.s.hand[1]))
    assert chosen == {0, 1, 2, 3}


@rule("PO-15.1", "PO-15.4")
def test_main_bases_that_lie_open_are_in_nobodys_hand() -> None:
    table = with_hands(2)
    bases = choose(table, 0, 4)
    choose(table, 3, *())
    for seed in range(60):
        other = Table(table.game, state=table.state.redeal(1, seed))
        hands = [set(members(hand)) for hand in other.s.hand[:2]]
        assert hands[1] == set(members(table.s.hand[1]))
        assert len(hands[0]) == 4
        assert not hands[0] & (set(bases) | hands[1])
        assert int(other.s.choice[0]) in hands[0]
        assert other.s.main_base.tolist() == table.s.main_base.tolist()


@rule("PO-15.1")
def test_afterwards_only_chance_is_drawn_anew() -> None:
    table = with_hands(2)
    choose(table, 0, 0)
    choose(table, 0, 0)
    other = Table(table.game, state=table.state.redeal(0, 5))
    assert other.s.chance == 5
    other.s.chance = table.s.chance
    assert other.state.to_bytes() == table.state.to_bytes()
