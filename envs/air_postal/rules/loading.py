"""Flight Ops on the ground: Load cards, and what is bought before take-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import LOAD_RIVER, NONE, Category, Equipment, Load
from ..state import Phase
from .common import ONE, Outcome, can_pay, has_card, max_fuel, pay, room
from .supplies import draw_load, take_card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def legal_loads(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Load cards of the river with a free place, or no more (Rules PO-7.1, PO-16.8, PO-R6).

    Of equal cards without another one between them, the first one stands for all.
    """
    cargo = room(t, o, s, s.seat, Category.CARGO + 0) > 0
    pax = room(t, o, s, s.seat, Category.PAX + 0) > 0
    before = NONE
    for place in range(LOAD_RIVER):
        load: int = s.load_river[place] + 0
        if load != NONE:
            mask[Action.LOAD + place] = (load != before) & (pax if load == Load.PAX else cargo)
            before = load
    mask[Action.FINISH] = 1


@kernel
def take_load(s: State, place: int) -> Outcome:
    """A Load card goes aboard (Rule PO-7.1)."""
    s.aboard[s.seat, s.load_river[place]] += 1
    s.load_river[place] = NONE
    return Outcome.LOADED


@kernel
def draw_loads(t: Tables, s: State) -> None:
    """The Basic variant: Load cards are drawn; they lie in order of their kinds, which is all that matters.

    (Rules PO-16.8, PO-R77, PO-R92)
    """
    drawn = 0
    for _ in range(t.basic_loads):
        load: int = draw_load(s)
        if load != NONE:
            place: int = drawn + 0
            while place > 0 and s.load_river[place - 1] > load:
                s.load_river[place] = s.load_river[place - 1]
                place -= 1
            s.load_river[place] = load
            drawn += 1


@kernel
def put_loads_back(s: State) -> None:
    """The Basic variant: what is not wanted goes to the discard pile (Rule PO-16.8)."""
    for place in range(LOAD_RIVER):
        if s.load_river[place] != NONE:
            s.load_discard[s.load_river[place]] += 1
            s.load_river[place] = NONE


@kernel
def begin_flight_turn(s: State) -> None:
    """A seat on the Flight Ops line prepares its take-off (Rules PO-7.2, PO-R64)."""
    s.phase = Phase.PREFLIGHT


@kernel
def legal_purchases(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Fuel up to Max Fuel, once; a Met Report and a Copilot with a free place, one of each aboard.

    (Rules PO-7.2, PO-7.3, PO-7.4, PO-10.1, PO-R20, PO-R41, PO-R64)
    """
    seat = s.seat
    if not s.fuelled:
        for points in range(1, max_fuel(t, s, seat) - s.fuel[seat] + 1):
            mask[Action.FUEL + points - 1] = can_pay(t, s, seat, points * t.fuel_price)
    for card in range(Equipment.MET_REPORT, Equipment.COPILOT + 1):
        mask[Action.BUY + card] = can_fit(t, o, s, card) & can_pay(t, s, seat, t.equipment_price[card])
    mask[Action.FINISH] = 1


@kernel
def can_fit(t: Tables, o: Options, s: State, card: int) -> bool:
    """Whether a card that is on sale fits: a free place, and none of its kind aboard.

    (Rules PO-7.3, PO-7.4, PO-11.3, PO-R20, PO-R67)
    """
    on_sale = s.expert == card if card > Equipment.AUTOPILOT else s.stock[card] > 0
    free = room(t, o, s, s.seat, t.equipment_category[card]) > 0
    return on_sale & (not has_card(s, s.seat, card)) & free


@kernel(inline=True)
def buy_fuel(t: Tables, s: State, points: int) -> Outcome:
    """Fuel is bought and paid at once (Rules PO-7.2, PO-10.1, PO-R64)."""
    pay(t, s, s.seat, points * t.fuel_price)
    s.fuel[s.seat] += points
    s.fuelled = 1
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def buy_card(t: Tables, s: State, card: int) -> Outcome:
    """A System or Crew card is bought and paid at once (Rules PO-7.3, PO-7.4, PO-10.1, PO-11.3, PO-R64)."""
    pay(t, s, s.seat, t.equipment_price[card])
    take_card(s, card)
    s.bought |= ONE << card
    return Outcome.NEXT_DECISION
