"""Buying aeroplane cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import NONE, Advantage
from .common import pay, use_advantage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import State
    from ..tables import Tables


@kernel(inline=True)
def price(t: Tables, s: State, place: int) -> int:
    """Face value of a displayed card, and the price of each card of a lower number that is skipped.

    (Rules AE-3.1.1, AE-R24)
    """
    card: int = s.display[place]
    return t.card_cost[card] + place * t.skip_price


@kernel(inline=True)
def legal_cards(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Cards on display that the seat can pay for (Rule AE-3.1.2)."""
    for place in range(t.display_size):
        if s.display[place] != NONE and price(t, s, place) <= s.money[s.seat]:
            mask[Action.BUY + place] = 1


@kernel
def buy_card(t: Tables, s: State, place: int) -> int:
    """Pay for a card, put airport tiles of its Stage on it, as far as the supply goes; the display is filled up.

    (Rules AE-3.1.3, AE-3.1.5, AE-3.1.6, AE-3.1.7, AE-R12)
    """
    card: int = s.display[place]
    seat = s.seat
    pay(s, seat, price(t, s, place))
    s.owner[card] = seat
    s.seats[card] = t.card_capacity[card]
    s.planes[seat, t.card_capacity[card]] += 1
    s.profit[seat] -= t.card_capacity[card]
    s.plane_points[seat] += t.card_points[card]
    put_tiles_on_card(t, s, card, tiles_brought(t, s, card))
    take_from_display(s, place)
    refill_display(t, s)
    return card


@kernel(inline=True)
def tiles_brought(t: Tables, s: State, card: int) -> int:
    """Airport tiles that come with a card if the seat buys it: as many as it shows, as far as the supply goes.

    (Rules AE-3.1.3, AE-3.1.6)
    """
    return min(t.card_airports[card], s.supply[s.seat, t.card_stage[card] - 1])


@kernel(inline=True)
def put_tiles_on_card(t: Tables, s: State, card: int, count: int) -> None:
    """Airport tiles of the card's Stage move from the supply of the seat to the card (Rules AE-3.1.3, AE-R47)."""
    stage = t.card_stage[card] - 1
    s.supply[s.seat, stage] -= count
    s.tiles[s.seat, 2 * stage + t.card_long[card]] += count


@kernel(inline=True)
def may_produce_more(t: Tables, s: State, card: int) -> bool:
    """Whether Increased Production could be used on a card just bought: the tile in hand and an airport tile left.

    (Rules AE-5.9, AE-R7)
    """
    held = s.advantages[s.seat, Advantage.INCREASED_PRODUCTION] > 0
    return held and s.supply[s.seat, t.card_stage[card] - 1] > 0


@kernel
def produce_more(t: Tables, s: State) -> None:
    """Increased Production puts one more airport tile on the card (Rules AE-5.9, AE-R44)."""
    use_advantage(s, s.seat, Advantage.INCREASED_PRODUCTION)
    put_tiles_on_card(t, s, s.bought, 1)


@kernel
def take_from_display(s: State, place: int) -> None:
    """The cards of higher numbers move up (Rule AE-3.1.4)."""
    last = len(s.display) - 1
    for k in range(place, last):
        s.display[k] = s.display[k + 1]
    s.display[last] = NONE


@kernel
def refill_display(t: Tables, s: State) -> None:
    """The next cards of the deck fill the display, in number order; with no deck left it shrinks.

    (Rules AE-3.1.4, AE-R35)
    """
    for place in range(t.display_size):
        if s.display[place] == NONE and s.next_card < t.cards:
            s.display[place] = s.next_card
            s.next_card += 1
