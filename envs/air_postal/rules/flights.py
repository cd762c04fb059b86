"""Flights: the route, the Weather dice, System and Crew cards that are used, and whether the aircraft arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import lowest
from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    DIE_FACES,
    EQUIPMENTS,
    NEIGHBOURS,
    NONE,
    Effect,
    Face,
    Frequency,
    Load,
)
from ..state import Phase
from .common import ONE, Outcome, clear_flight, flies_on, range_of
from .supplies import return_card

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import State
    from ..tables import Tables

FUEL_CAN = EQUIPMENTS
"""A Fuel Can, where a System or Crew card could be used (`State.using`)."""


# The route


@kernel
def legal_destinations(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Cities at the end of a route within the range that is left, with fuel to take off; or to stay.

    (Rules PO-7.6, PO-7.9, PO-R61, PO-R62)
    """
    mask[Action.FINISH] = 1
    seat = s.seat
    if s.fuel[seat] == 0:
        return
    board = flies_on(t, s)
    left = range_of(t, s, seat) - s.flown
    for k in range(NEIGHBOURS):
        city = t.neighbour[board, s.city[seat], k]
        if city != NONE and t.route_length[t.route_to[board, s.city[seat], city]] <= left:
            mask[Action.CITY + city] = 1


@kernel
def take_off(t: Tables, s: State, city: int) -> Outcome:
    """All dice of the route are rolled (Rules PO-7.6, PO-7.7, PO-R12)."""
    clear_flight(s)
    s.route = t.route_to[flies_on(t, s), s.city[s.seat], city]
    for k in range(t.route_length[s.route]):
        roll(t, s, k)
    s.phase = Phase.DICE
    return Outcome.NEXT_DECISION


@kernel
def colour_of(t: Tables, s: State, k: int) -> int:
    """The colour of the k-th square on the way; squares are printed from the route's first city."""
    if s.city[s.seat] == t.route_city[s.route, 0]:
        return t.square[s.route, k]
    return t.square[s.route, t.route_length[s.route] - 1 - k]


@kernel(inline=True)
def destination(t: Tables, s: State) -> int:
    """The city at the other end of the route."""
    first = t.route_city[s.route, 0]
    return t.route_city[s.route, 1] if s.city[s.seat] == first else first


@kernel
def roll(t: Tables, s: State, k: int) -> None:
    """The die of the k-th square is rolled (Rules PO-3.7, PO-7.7, PO-R69)."""
    s.face[k] = t.die_face[colour_of(t, s, k), draw(s, DIE_FACES)]
    s.eased &= ~(ONE << k)


# What a square costs


@kernel(inline=True)
def fuel_of(t: Tables, s: State, k: int) -> int:
    """Fuel to be spent on the k-th square (Rules PO-7.7, PO-13.10, PO-13.21, PO-R69)."""
    cost = 1 if (s.eased >> k) & 1 else t.face_fuel[s.face[k]] + 0
    return max(0, cost - s.saved_fuel[k])


@kernel(inline=True)
def endurance_of(t: Tables, s: State, k: int) -> int:
    """Endurance to be spent on the k-th square (Rules PO-7.7, PO-13.10, PO-R69)."""
    return max(0, t.face_endurance[s.face[k]] - s.saved_endurance[k])


# Cards


@kernel
def works_on(t: Tables, s: State, card: int, k: int) -> bool:
    """Whether a card can be used on the die of the k-th square.

    (Rules PO-13.5, PO-13.11, PO-13.12, PO-13.13, PO-13.14, PO-13.15, PO-13.16, PO-13.17, PO-13.21, PO-13.22, PO-13.30,
    PO-13.32, PO-R13, PO-R69)
    """
    if card == FUEL_CAN:
        return fuel_of(t, s, k) > 0
    if not t.works_on[card, colour_of(t, s, k), s.face[k]]:
        return False
    effect = t.effect[card]
    if effect == Effect.SAVE_FUEL:
        return fuel_of(t, s, k) > 0
    if effect == Effect.SAVE_ENDURANCE:
        return endurance_of(t, s, k) > 0
    return True


@kernel(inline=True)
def is_ready(t: Tables, s: State, card: int) -> bool:
    """Whether a card aboard has not been used in this flight, or turn (Rules PO-13.13, PO-13.18, PO-R12)."""
    if t.frequency[card] == Frequency.PER_TURN:
        return (s.used_this_turn >> card) & 1 == 0
    return (s.used_this_flight >> card) & 1 == 0


@kernel
def can_use(t: Tables, s: State, card: int) -> bool:
    """Whether a card can be used now: it is ready, and some die asks for it.

    (Rules PO-7.8, PO-13.30, PO-R12, PO-R13)
    """
    length = t.route_length[s.route]
    if card != FUEL_CAN:
        if t.effect[card] == Effect.NOTHING or length < t.min_length[card] or not is_ready(t, s, card):
            return False
        if t.effect[card] == Effect.REST:
            return True
    found = False
    for k in range(length):
        found |= works_on(t, s, card, k)
    return found


@kernel
def legal_uses(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Cards aboard that help, in any order, or to accept the dice (Rules PO-7.8, PO-R12, PO-R70)."""
    mask[Action.ACCEPT] = 1
    left = np.int64(s.equipment[s.seat])
    while left != 0:
        card: int = lowest(left)
        mask[Action.USE + card] = can_use(t, s, card)
        left &= left - 1
    if s.aboard[s.seat, Load.FUEL_CAN] > 0:
        mask[Action.USE_FUEL_CAN] = can_use(t, s, FUEL_CAN)


@kernel(inline=True)
def legal_dice(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Dice on which the card that is being used works (Rules PO-7.8, PO-R69)."""
    for k in range(t.route_length[s.route]):
        mask[Action.DIE + k] = works_on(t, s, s.using, k)


@kernel(inline=True)
def use(t: Tables, s: State, card: int) -> Outcome:
    """A card is used: for the pilot at once, or on a die that is chosen next.

    (Rules PO-7.8, PO-13.18, PO-13.23, PO-R13)
    """
    if card != FUEL_CAN and t.effect[card] == Effect.REST:
        s.endurance[s.seat] += t.rest[card]
        s.used_this_turn |= ONE << card
    else:
        s.using = card
        s.phase = Phase.DIE
    return Outcome.NEXT_DECISION


@kernel
def use_on(t: Tables, s: State, k: int) -> Outcome:
    """What a card does to the die or the cost of the k-th square.

    (Rules PO-7.8, PO-13.5, PO-13.11, PO-13.12, PO-13.13, PO-13.14, PO-13.15, PO-13.16, PO-13.17, PO-13.21, PO-13.22,
    PO-13.30, PO-13.32, PO-R69)
    """
    card: int = s.using + 0
    if card == FUEL_CAN:
        s.aboard[s.seat, Load.FUEL_CAN] -= 1
        s.load_discard[Load.FUEL_CAN] += 1
        s.saved_fuel[k] += 1
    else:
        effect = t.effect[card]
        if effect == Effect.REROLL:
            roll(t, s, k)
        elif effect == Effect.CLEAR:
            s.face[k] = Face.CLEAR_SKY
            s.eased &= ~(ONE << k)
        elif effect == Effect.EASE:
            s.eased |= ONE << k
        elif effect == Effect.SAVE_FUEL:
            s.saved_fuel[k] += 1
        else:
            s.saved_endurance[k] += 1
        if t.frequency[card] == Frequency.DISCARDED:
            return_card(s, card)
        else:
            s.used_this_flight |= ONE << card
    s.using = NONE
    s.phase = Phase.DICE
    return Outcome.NEXT_DECISION


# Whether it arrives


@kernel
def first_failure(t: Tables, s: State) -> int:
    """The square on which the flight is interrupted if the dice are accepted, −1: it arrives.

    Neither gauge may fall below 0, and fuel is needed to leave the last square but one (Rules PO-7.8, PO-R12).
    """
    fuel, endurance = s.fuel[s.seat] + 0, s.endurance[s.seat] + 0
    last = t.route_length[s.route] - 1
    for k in range(last + 1):
        fuel -= fuel_of(t, s, k)
        endurance -= endurance_of(t, s, k)
        if fuel < 0 or endurance < 0 or (fuel == 0 and k < last):
            return k
    return NONE


@kernel
def spend(t: Tables, s: State, squares: int) -> None:
    """Fuel and endurance of the first squares are spent; no gauge shows less than 0 (Rules PO-7.7, PO-R14, PO-R68)."""
    seat = s.seat
    for k in range(squares):
        s.fuel[seat] = max(0, s.fuel[seat] - fuel_of(t, s, k))
        s.endurance[seat] = max(0, s.endurance[seat] - endurance_of(t, s, k))
