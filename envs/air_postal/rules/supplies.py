"""Decks, discard piles and the two rivers, and the decks of System and Crew cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.bits import size
from ..._core.chance import draw, draw_counted
from ..._core.kernel import kernel
from ..limits import (
    AIR_ROUTES,
    EXPERTS,
    FIRST_EXPERT,
    LOADS,
    MAX_EXPERTS,
    NONE,
    Category,
)
from .common import ALL_VIPS, ONE, bit_of, is_vip, nth, room, word_of

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


# Objective cards


@kernel
def draw_objective(s: State) -> int:
    """The top card of the deck, made of the discard pile anew when it is empty; −1: both are (Rules PO-6.5, PO-R31)."""
    if s.objective_deck[0] == 0 and s.objective_deck[1] == 0:
        for word in range(2):
            s.objective_deck[word] = s.objective_discard[word]
            s.objective_discard[word] = 0
    routes: int = size(s.objective_deck[0])
    cards: int = routes + size(s.objective_deck[1])
    if cards == 0:
        return NONE
    k = draw(s, cards)
    card = nth(s.objective_deck[0], k) if k < routes else AIR_ROUTES + nth(s.objective_deck[1], k - routes)
    s.objective_deck[word_of(card)] &= ~bit_of(card)
    return card


@kernel(inline=True)
def discard_objective(s: State, card: int) -> None:
    """An Objective card goes to the discard pile."""
    s.objective_discard[word_of(card)] |= bit_of(card)


@kernel(inline=True)
def can_take(t: Tables, o: Options, s: State, card: int) -> bool:
    """Whether the seat to decide may take an Objective card: a VIP Traveller needs a free seat.

    (Rules PO-4.3, PO-R7)
    """
    return not is_vip(card) or room(t, o, s, s.seat, Category.PAX + 0) > 0


@kernel(inline=True)
def can_draw(t: Tables, o: Options, s: State) -> bool:
    """Whether a card that the seat can take is in the deck or the discard pile (Rule PO-R76)."""
    others = s.objective_deck[1] | s.objective_discard[1]
    if room(t, o, s, s.seat, Category.PAX + 0) <= 0:
        others &= ~ALL_VIPS
    return (s.objective_deck[0] | s.objective_discard[0] | others) != 0


@kernel
def draw_takeable(t: Tables, o: Options, s: State) -> int:
    """The top card of the deck; VIPs without a free seat are set aside until another card comes.

    (Rules PO-R7, PO-R76)
    """
    aside = np.int64(0)
    card: int = draw_objective(s)
    while card != NONE and not can_take(t, o, s, card):
        aside |= bit_of(card)
        card = draw_objective(s)
    s.objective_discard[1] |= aside
    return card


@kernel
def refill_objectives(t: Tables, o: Options, s: State) -> None:
    """The river of Objective cards moves to the right and is filled from the left (Rules PO-3.5, PO-6.4, PO-R78)."""
    to: int = t.objectives_open[o.players] - 1
    for place in range(t.objectives_open[o.players] - 1, -1, -1):
        if s.objective_river[place] != NONE:
            s.objective_river[to] = s.objective_river[place]
            to -= 1
    while to >= 0:
        s.objective_river[to] = draw_objective(s)
        to -= 1


# Load cards


@kernel
def draw_load(s: State) -> int:
    """The top Load card, the discard pile being shuffled when the deck is empty; −1: both are.

    (Rules PO-6.5, PO-R31)
    """
    cards = 0
    for load in range(LOADS):
        cards += s.load_deck[load]
    if cards == 0:
        for load in range(LOADS):
            s.load_deck[load] = s.load_discard[load]
            s.load_discard[load] = 0
            cards += s.load_deck[load]
    if cards == 0:
        return NONE
    return draw_counted(s, s.load_deck, cards)


@kernel
def refill_loads(t: Tables, o: Options, s: State) -> None:
    """The river of Load cards moves to the right and is filled from the left (Rules PO-3.5, PO-6.4, PO-R78)."""
    to: int = t.loads_open[o.players] - 1
    for place in range(t.loads_open[o.players] - 1, -1, -1):
        if s.load_river[place] != NONE:
            s.load_river[to] = s.load_river[place]
            to -= 1
    while to >= 0:
        s.load_river[to] = draw_load(s)
        to -= 1


@kernel
def discard_rightmost(t: Tables, o: Options, s: State) -> None:
    """The rightmost card of each river goes to its discard pile (Rules PO-6.4, PO-R5, PO-R78)."""
    place: int = t.objectives_open[o.players] - 1
    while place >= 0 and s.objective_river[place] == NONE:
        place -= 1
    if place >= 0:
        discard_objective(s, s.objective_river[place])
        s.objective_river[place] = NONE
    place = t.loads_open[o.players] - 1
    while place >= 0 and s.load_river[place] == NONE:
        place -= 1
    if place >= 0:
        s.load_discard[s.load_river[place]] += 1
        s.load_river[place] = NONE


# System and Crew cards


@kernel
def next_expert(s: State) -> None:
    """The next Expert card comes to the top of its deck: one that nobody has seen, then those put under it.

    (Rules PO-3.8, PO-R19, PO-R79)
    """
    s.expert = NONE
    if s.experts_below > 0:
        unseen: Any = ~np.int64(s.experts_seen) & (2**EXPERTS - 1)
        card = nth(unseen, draw(s, size(unseen)))
        s.experts_seen |= ONE << card
        s.experts_below -= 1
        s.expert = FIRST_EXPERT + card
    elif s.experts_returned[0] != NONE:
        s.expert = s.experts_returned[0]
        # One of the cards lies on top, so that the last place is never taken.
        for place in range(MAX_EXPERTS - 1):
            s.experts_returned[place] = s.experts_returned[place + 1]


@kernel
def return_card(s: State, card: int) -> None:
    """A System or Crew card goes back to its deck; an Expert card under it (Rules PO-11.3, PO-R19, PO-R79)."""
    s.equipment[s.seat] &= ~(ONE << card)
    if card < FIRST_EXPERT:
        s.stock[card] += 1
    elif s.expert == NONE:
        s.expert = card
    else:
        place = 0
        while s.experts_returned[place] != NONE:
            place += 1
        s.experts_returned[place] = card


@kernel
def take_card(s: State, card: int) -> None:
    """A System or Crew card comes from its deck (Rules PO-7.3, PO-7.4, PO-11.3)."""
    s.equipment[s.seat] |= ONE << card
    if card < FIRST_EXPERT:
        s.stock[card] -= 1
    else:
        next_expert(s)


@kernel(inline=True)
def first_expert(t: Tables, o: Options, s: State) -> None:
    """The Expert deck: a card for each player and three more, drawn from all thirteen (Rules PO-3.8, PO-R81)."""
    s.experts_below = t.solo_experts if o.players == 1 else o.players + t.extra_experts
    next_expert(s)


@kernel(inline=True)
def mark_where_it_stands(t: Tables, s: State, seat: int, card: int) -> None:
    """A cube on an Air Route that has just been taken, if the aircraft stands in one of its cities.

    (Rules PO-8.2, PO-13.1, PO-R8, PO-R52)
    """
    if card < AIR_ROUTES:
        for end in range(2):
            if t.air_route[card, end] == s.city[seat]:
                s.marked[end] |= ONE << card


@kernel
def take_objective(t: Tables, s: State, card: int) -> None:
    """The seat to decide keeps an Objective card (Rules PO-11.1, PO-13.1, PO-R8, PO-R92)."""
    s.held[s.seat, word_of(card)] |= bit_of(card)
    mark_where_it_stands(t, s, s.seat, card)
