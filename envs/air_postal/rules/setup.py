"""Setting up the game: the postcard, decks and rivers, pilots, Main Bases, Hubs and the first aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.bits import lowest, size
from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    AIRCRAFT,
    CITY_CARDS,
    FIRST_EXPERT,
    GREAT_FIRSTS,
    HUBS,
    LOAD_RIVER,
    LOADS,
    MAX_EXPERTS,
    MAX_SEATS,
    NONE,
    OBJECTIVE_RIVER,
    PILOT_CARDS,
    SETUPS,
    STARTING_PILOTS,
    WORDS,
)
from ..state import Phase
from .common import ONE, Outcome, clear_flight, earn, flies_on, gain_glory, nth
from .supplies import first_expert, refill_loads, refill_objectives

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def set_up(t: Tables, o: Options, s: State) -> None:
    """Board, decks, rivers and the order of the first round (Rules PO-3.1, PO-3.6, PO-3.13, PO-R28)."""
    clear_table(s)
    s.setup = draw(s, SETUPS) if o.setup == 0 else o.setup - 1
    for k in range(HUBS):
        s.hub[k] = NONE if o.main_base else t.setup_hub[s.setup, k]
    for aircraft in range(AIRCRAFT):
        if o.warbirds or not t.warbird[aircraft]:
            s.new_aircraft |= ONE << aircraft
    s.pilots_left = 2**PILOT_CARDS - 1
    draw_order(o, s)
    lay_out_cards(t, o, s)
    s.seat = s.order[0]
    s.phase = Phase.SOLO_PILOT if o.players == 1 else Phase.PILOT


@kernel(inline=True)
def clear_table(s: State) -> None:
    """Nothing lies on the table."""
    clear_flight(s)
    s.expert = NONE
    s.solo_pilot = NONE
    for seat in range(MAX_SEATS):
        s.order[seat] = NONE
        s.marker[seat] = NONE
        s.line[seat] = NONE
        s.pilot[seat] = NONE
        s.aircraft[seat] = NONE
        s.city[seat] = NONE
        s.choice[seat] = NONE
        s.main_base[seat] = NONE
    for k in range(GREAT_FIRSTS):
        s.great_first[k] = NONE
    for k in range(OBJECTIVE_RIVER):
        s.objective_river[k] = NONE
    for k in range(LOAD_RIVER):
        s.load_river[k] = NONE
    for k in range(MAX_EXPERTS):
        s.experts_returned[k] = NONE


@kernel
def draw_order(o: Options, s: State) -> None:
    """Turn markers are placed on the windsock track at random; in the Basic variant the first player is drawn.

    (Rules PO-3.9, PO-16.3, PO-R77)
    """
    left = (ONE << o.players) - 1
    for place in range(o.players):
        if o.basic and place > 0:
            s.order[place] = (s.order[0] + place) % o.players
        else:
            seat = nth(left, draw(s, o.players - place))
            left &= ~(ONE << seat)
            s.order[place] = seat


@kernel
def lay_out_cards(t: Tables, o: Options, s: State) -> None:
    """Decks of Objective, Load, System and Crew cards, and the rivers.

    (Rules PO-3.2, PO-3.3, PO-3.4, PO-3.5, PO-3.8, PO-16.1, PO-16.2)
    """
    for word in range(WORDS):
        s.objective_deck[word] = t.setup_objectives[s.setup, word]
    for load in range(LOADS):
        s.load_deck[load] = t.load_count[load]
    for card in range(FIRST_EXPERT):
        s.stock[card] = t.copies[card]
    if not o.basic:
        refill_objectives(t, o, s)
        refill_loads(t, o, s)
        first_expert(t, o, s)


# Pilots


@kernel
def legal_pilots(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """The pilots of the postcard that nobody has chosen (Rules PO-3.10, PO-17.1, PO-R29)."""
    for k in range(STARTING_PILOTS):
        pilot = t.setup_pilot[s.setup, k]
        mask[Action.PILOT + pilot] = (s.pilots_left >> (pilot // 2)) & 1


@kernel
def choose_pilot(t: Tables, o: Options, s: State, pilot: int) -> Outcome:
    """A seat takes a Pilot card, and the Main Base that the postcard gives to it (Rules PO-3.10, PO-15.2, PO-17.1)."""
    s.pilots_left &= ~(ONE << (pilot // 2))
    k = 0
    while t.setup_pilot[s.setup, k] != pilot:
        k += 1
    if s.phase == Phase.SOLO_PILOT:
        s.solo_pilot = k
        s.phase = Phase.PILOT
        return Outcome.NEXT_DECISION
    s.pilot[s.seat] = pilot
    s.endurance[s.seat] = t.max_endurance[pilot]
    if not o.main_base:
        open_base(t, s, s.seat, t.setup_base[s.setup, k])
    return Outcome.CHOSEN


@kernel
def open_base(t: Tables, s: State, seat: int, city: int) -> None:
    """A Main Base earns the glory and the money of its City card; the aircraft stands there.

    (Rules PO-3.11, PO-15.3)
    """
    s.main_base[seat] = city
    s.city[seat] = city
    gain_glory(s, seat, t.city_glory[city])
    earn(s, seat, t.city_money[city])


# The Main Base variant


@kernel
def deal_cities(t: Tables, o: Options, s: State) -> None:
    """Each seat gets City cards of this side of the board (Rules PO-15.1, PO-R75)."""
    left: Any = np.int64(0)
    for city in range(CITY_CARDS):
        if t.on_board[flies_on(t, s), city]:
            left |= ONE << city
    for seat in range(o.players):
        s.hand[seat] = 0
        for _ in range(t.city_hand[o.players]):
            bit = ONE << nth(left, draw(s, size(left)))
            left &= ~bit
            s.hand[seat] |= bit


@kernel(inline=True)
def legal_cities(s: State, mask: NDArray[np.uint8]) -> None:
    """The City cards in the hand (Rules PO-15.2, PO-15.4)."""
    left = s.hand[s.seat]
    while left != 0:
        mask[Action.CITY + lowest(left)] = 1
        left &= left - ONE


@kernel(inline=True)
def choose_city(s: State, city: int) -> Outcome:
    """A City card is chosen in secret: for the Main Base, or to be put back (Rules PO-15.2, PO-15.4)."""
    s.choice[s.seat] = city
    return Outcome.CHOSEN


@kernel
def reveal_bases(t: Tables, o: Options, s: State) -> None:
    """All Main Bases are revealed at once (Rule PO-15.3)."""
    for seat in range(o.players):
        s.hand[seat] &= ~(ONE << s.choice[seat])
        open_base(t, s, seat, s.choice[seat])
        s.choice[seat] = NONE


@kernel
def lay_out_hubs(o: Options, s: State) -> None:
    """What is left in the hands when everybody has put one card back: the Hubs of this game.

    (Rules PO-15.4, PO-15.5)
    """
    left: Any = np.int64(0)
    for seat in range(o.players):
        left |= s.hand[seat] & ~(ONE << s.choice[seat])
        s.hand[seat] = 0
        s.choice[seat] = NONE
    k = 0
    while left != 0:
        s.hub[k] = lowest(left)
        left &= left - ONE
        k += 1


@kernel
def redeal_cities(t: Tables, o: Options, s: State, seat: int) -> None:
    """What a seat cannot know of the others' City cards is drawn anew (Rules PO-15.1, PO-15.2, PO-15.4)."""
    left: Any = np.int64(0)
    for city in range(CITY_CARDS):
        if t.on_board[flies_on(t, s), city]:
            left |= ONE << city
    left &= ~s.hand[seat]
    for other in range(o.players):
        if s.main_base[other] != NONE:
            left &= ~(ONE << s.main_base[other])
    for other in range(o.players):
        if other != seat:
            cards, has_chosen = size(s.hand[other]), s.choice[other] != NONE
            s.hand[other] = 0
            for _ in range(cards):
                bit = ONE << nth(left, draw(s, size(left)))
                left &= ~bit
                s.hand[other] |= bit
            if has_chosen:
                s.choice[other] = nth(s.hand[other], draw(s, cards))


# The first aircraft


@kernel(inline=True)
def legal_first_aircraft(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Aircraft up to the level of the Pilot card; with Warbirds, of two levels less.

    (Rules PO-3.12, PO-5.2, PO-14.1, PO-R74)
    """
    level = t.start_level[s.pilot[s.seat]] - o.warbirds * t.warbird_levels
    for aircraft in range(AIRCRAFT):
        mask[Action.AIRCRAFT + aircraft] = (s.new_aircraft >> aircraft) & (t.level[aircraft] <= level)


@kernel(inline=True)
def choose_first_aircraft(s: State, aircraft: int) -> Outcome:
    """The first aircraft costs nothing (Rule PO-3.12)."""
    s.aircraft[s.seat] = aircraft
    s.new_aircraft &= ~(ONE << aircraft)
    return Outcome.CHOSEN
