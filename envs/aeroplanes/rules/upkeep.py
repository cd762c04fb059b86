"""Between eras: closed seats, unclaimed passengers, new ones, unsold cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..limits import HOMES, NONE, OVERFLOW, SPACES_PER_HOME, WAITING
from ..state import GONE, IN_BAG, IN_DECK, REMOVED
from .buying import refill_display

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


@kernel
def upkeep(t: Tables, o: Options, s: State) -> None:
    """The end of an era that another one follows (Rules AE-8.2, AE-R32, AE-R36)."""
    close_seats(t, o, s)
    move_to_overflow(s)
    draw_passengers(t, s, 1)
    remove_unsold_cards(t, s)


@kernel
def close_seats(t: Tables, o: Options, s: State) -> None:
    """Free seats are covered for good, so that they count once; the next era's profit begins at nothing.

    (Rules AE-R13, AE-R29, AE-R31)
    """
    for card in range(t.cards):
        seat = s.owner[card]
        if 0 <= seat < o.players and s.seats[card] > 0:
            s.planes[seat, s.seats[card]] -= 1
            s.planes[seat, 0] += 1
            s.seats[card] = 0
    for seat in range(o.players):
        s.carried[seat] = 0
        s.profit[seat] = 0


@kernel
def move_to_overflow(s: State) -> None:
    """Passengers that waited in the overflow leave the game; those that nobody claimed since move there.

    (Rules AE-8.1, AE-R33)
    """
    for k in range(OVERFLOW):
        if s.overflow[k] != NONE:
            s.passenger_at[s.overflow[k]] = GONE
            s.overflow[k] = NONE
    used = 0
    for k in range(WAITING):
        passenger = s.waiting[k]
        if passenger != NONE:
            s.waiting[k] = NONE
            s.overflow[used] = passenger
            s.passenger_at[passenger] = WAITING + used
            used += 1


@kernel
def draw_passengers(t: Tables, s: State, wild: int) -> None:
    """Draw a passenger tile for each space; without `wild`, tiles with that icon are drawn again instead.

    (Rules AE-1.1, AE-R34)
    """
    left = 0
    for passenger in range(t.passengers):
        left += may_be_drawn(t, s, passenger, wild)
    for home in range(HOMES):
        for k in range(t.spaces_per_home):
            chosen = draw(s, left)
            passenger = 0
            while True:
                if may_be_drawn(t, s, passenger, wild):
                    if chosen == 0:
                        break
                    chosen -= 1
                passenger += 1
            left -= 1
            s.waiting[home * SPACES_PER_HOME + k] = passenger
            s.passenger_at[passenger] = home * SPACES_PER_HOME + k
            s.bag[t.passenger_to[passenger]] -= t.passenger_seats[passenger]


@kernel(inline=True)
def may_be_drawn(t: Tables, s: State, passenger: int, wild: int) -> bool:
    """Whether a tile is in the bag and would be kept if drawn (Rules AE-1.1, AE-4.2, AE-R34)."""
    return s.passenger_at[passenger] == IN_BAG and (wild != 0 or t.passenger_wild[passenger] == 0)


@kernel
def remove_unsold_cards(t: Tables, s: State) -> None:
    """Cards of the finished era leave display and deck; the display is filled up with the next ones.

    (Rules AE-R8, AE-R35)
    """
    kept = 0
    for place in range(t.display_size):
        card = s.display[place]
        if card == NONE:
            continue
        s.display[place] = NONE
        if t.card_stage[card] <= s.era:
            s.owner[card] = REMOVED
        else:
            s.display[kept] = card
            kept += 1
    while s.next_card < t.cards and t.card_stage[s.next_card] <= s.era:
        s.owner[s.next_card] = REMOVED
        s.next_card += 1
    refill_display(t, s)


@kernel
def lay_out_cards(t: Tables, s: State) -> None:
    """All cards lie in number order, the first ones on display (Rule AE-1.9)."""
    for card in range(len(s.owner)):
        s.owner[card] = IN_DECK
    for place in range(len(s.display)):
        s.display[place] = NONE
    s.next_card = 0
    refill_display(t, s)
