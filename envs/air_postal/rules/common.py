"""Small things that every rule uses: what an aircraft holds, money and debts, glory, sets of cards."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.bits import lowest, size
from ..._core.kernel import kernel
from ..limits import (
    AIR_ROUTES,
    FIRST_EXPERT,
    FIRST_VIP,
    LOADS,
    NONE,
    VIPS,
    Category,
    Load,
)
from ..state import MAX_GLORY, MAX_MONEY

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables

ONE: Any = np.int64(1)
ALL_VIPS = 2**VIPS - 1
"""The VIP Travellers in the second integer of a set of Objective cards."""


class Outcome(IntEnum):
    """What the rules of one decision come to; `apply`, and nobody else, goes on from there."""

    NEXT_DECISION = 0
    """Somebody has the next decision already: `s.seat`, in `s.phase`; or the game is over."""
    CHOSEN = 1
    """A seat has made a choice of the set-up."""
    PLACED = 2
    """A turn marker has been placed, and nobody has to move because of it."""
    LOADED = 3
    """A seat has taken a Load card, or takes no more."""
    LANDED = 4
    """The aircraft stands in the city of its destination, and all that this earns is settled but the delivery."""
    FITTED = 5
    """An aircraft has other Load values: whatever is too much has to go."""
    TURN_OVER = 6
    """The seat's turn, or its action in a slot of Ground Ops, is over."""


# Sets


@kernel(inline=True)
def nth(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, from 0."""
    left = np.int64(bits)
    for _ in range(n):
        left &= left - ONE
    return lowest(left)


@kernel(inline=True)
def word_of(card: int) -> int:
    """Which integer of a set has an Objective card."""
    return 1 if card >= AIR_ROUTES else 0


@kernel(inline=True)
def bit_of(card: int) -> int:
    """The bit of an Objective card in that integer."""
    return ONE << np.int64(card - AIR_ROUTES if card >= AIR_ROUTES else card)


@kernel(inline=True)
def is_vip(card: int) -> bool:
    """Whether an Objective card is a VIP Traveller."""
    return (card >= FIRST_VIP) & (card < FIRST_VIP + VIPS)


@kernel(inline=True)
def has_card(s: State, seat: int, card: int) -> bool:
    """Whether a System or Crew card is aboard."""
    return (s.equipment[seat] >> card) & 1 != 0


# What an aircraft holds


@kernel(inline=True)
def load_value(t: Tables, s: State, seat: int, category: int) -> int:
    """How many cards of a category an aircraft takes, with Flaps and Slats (Rules PO-4.3, PO-13.26, PO-13.27)."""
    value: int = t.load_value[s.aircraft[seat], category] + 0
    left = np.int64(s.equipment[seat]) >> FIRST_EXPERT
    while left != 0:
        value += t.load_bonus[FIRST_EXPERT + lowest(left), category]
        left &= left - 1
    return value


@kernel(inline=True)
def cards_aboard(t: Tables, s: State, seat: int, category: int) -> int:
    """How many cards of a category are aboard; a VIP Traveller is PAX (Rules PO-4.3, PO-13.2)."""
    if category == Category.CARGO:
        count = 0
        for load in range(Load.PAX):
            count += s.aboard[seat, load]
        return count
    if category == Category.PAX:
        return s.aboard[seat, Load.PAX] + size(s.held[seat, 1] & ALL_VIPS)
    return size(np.int64(s.equipment[seat] & t.cards_of[category]))


@kernel(inline=True)
def loads_aboard(s: State, seat: int) -> int:
    """All Cargo and PAX cards aboard, VIP Travellers among them."""
    count: int = size(s.held[seat, 1] & ALL_VIPS)
    for load in range(LOADS):
        count += s.aboard[seat, load]
    return count


@kernel(inline=True)
def room(t: Tables, o: Options, s: State, seat: int, category: int) -> int:
    """Free places for cards of a category, below 0: so many are too much; all share one value in the Basic variant.

    (Rules PO-4.3, PO-4.4, PO-16.5, PO-R26)
    """
    if o.basic:
        return t.basic_load[s.aircraft[seat]] - loads_aboard(s, seat) - size(np.int64(s.equipment[seat]))
    return load_value(t, s, seat, category) - cards_aboard(t, s, seat, category)


@kernel
def max_fuel(t: Tables, s: State, seat: int) -> int:
    """The most fuel that an aircraft carries, with the Auxiliary Tank (Rules PO-4.1, PO-13.29)."""
    aircraft: int = s.aircraft[seat]
    value = t.max_fuel[aircraft] + 0
    left = np.int64(s.equipment[seat]) >> FIRST_EXPERT
    while left != 0:
        card: int = FIRST_EXPERT + lowest(left)
        value += t.fuel_bonus[card]
        left &= left - 1
    return value


@kernel
def range_of(t: Tables, s: State, seat: int) -> int:
    """The squares that an aircraft flies in a turn, with Wing Tanks (Rules PO-4.2, PO-13.33)."""
    aircraft: int = s.aircraft[seat]
    value = t.range[aircraft] + 0
    left = np.int64(s.equipment[seat]) >> FIRST_EXPERT
    while left != 0:
        card: int = FIRST_EXPERT + lowest(left)
        value += t.range_bonus[card]
        left &= left - 1
    return value


# Money and glory


@kernel(inline=True)
def earn(s: State, seat: int, money: int) -> None:
    """The bank pays a seat."""
    s.money[seat] = min(MAX_MONEY, s.money[seat] + money)


@kernel(inline=True)
def debt_in_glory(t: Tables, s: State, seat: int, money: int) -> int:
    """Glory points that a payment costs a seat: one for each started $10,000 that it has not.

    (Rules PO-10.1, PO-R16)
    """
    return (max(0, money - s.money[seat]) + t.debt_unit - 1) // t.debt_unit


@kernel(inline=True)
def can_pay(t: Tables, s: State, seat: int, money: int) -> bool:
    """Whether a seat may choose to pay, on credit if need be: only as far as it has glory (Rules PO-10.1, PO-R41)."""
    return money - s.money[seat] <= np.int64(s.glory[seat]) * t.debt_unit


@kernel
def pay(t: Tables, s: State, seat: int, money: int) -> None:
    """A seat pays the bank; what it has not is a debt, paid in glory (Rules PO-10.1, PO-R15, PO-R16, PO-R41)."""
    lose_glory(s, seat, debt_in_glory(t, s, seat, money))
    s.money[seat] = max(0, s.money[seat] - money)


@kernel(inline=True)
def gain_glory(s: State, seat: int, points: int) -> None:
    """A seat's cube goes forward on the score track (Rule PO-1.1)."""
    s.glory[seat] = min(MAX_GLORY, s.glory[seat] + points)


@kernel(inline=True)
def lose_glory(s: State, seat: int, points: int) -> None:
    """A seat's cube goes back, at most to 0 (Rule PO-R15)."""
    s.glory[seat] = max(0, s.glory[seat] - points)


@kernel(inline=True)
def flies_on(t: Tables, s: State) -> int:
    """The side of the game board in use (Rule PO-3.1)."""
    return t.setup_board[s.setup]


@kernel
def last_round(t: Tables, o: Options, s: State) -> int:
    """The round after which the game is over if nothing ends it before; alone, when the Solo plane is at its last Hub.

    (Rules PO-17.4, PO-R91)
    """
    if s.solo_pilot != NONE:
        return t.path_length[s.setup, s.solo_pilot] + 0
    return t.round_limit[o.players] + 0 if o.round_limit == 0 else o.round_limit + 0


@kernel(inline=True)
def clear_flight(s: State) -> None:
    """No flight is under way: no dice lie on the table, and cards for a flight can be used in the next one."""
    s.route = NONE
    s.using = NONE
    s.eased = 0
    s.used_this_flight = 0
    s.delivered = 0
    s.delivered_category = 0
    for square in range(len(s.face)):
        s.face[square] = NONE
        s.saved_fuel[square] = 0
        s.saved_endurance[square] = 0
