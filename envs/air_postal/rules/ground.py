"""Ground Ops: objectives, Revenues, Maintenance, the aircraft change and what has to go after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import lowest
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    AIRCRAFT,
    EQUIPMENTS,
    FIRST_EXPERT,
    FIRST_STANDARD,
    FIRST_VIP,
    LOADS,
    NONE,
    OBJECTIVE_RIVER,
    Category,
    Load,
    Slot,
)
from ..state import Phase
from .common import (
    ALL_VIPS,
    ONE,
    Outcome,
    can_pay,
    earn,
    has_card,
    lose_glory,
    max_fuel,
    pay,
    room,
)
from .landing import offer_vips
from .loading import can_fit
from .supplies import (
    can_draw,
    can_take,
    discard_objective,
    draw_objective,
    draw_takeable,
    return_card,
    take_objective,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


# Objectives


@kernel
def begin_ground_action(t: Tables, o: Options, s: State, slot: int) -> Outcome:
    """A seat's action in a slot: Revenues come first, what is to be decided after them.

    (Rules PO-6.1, PO-11.1, PO-11.2, PO-11.3, PO-11.4, PO-R44, PO-R63)
    """
    if slot == Slot.REVENUES or slot == Slot.MAINTENANCE_AND_REVENUES or slot == Slot.OBJECTIVES_AND_REVENUES:
        pay_revenues(t, s)
    if slot == Slot.REVENUES:
        return Outcome.TURN_OVER
    if slot == Slot.MAINTENANCE_AND_REVENUES:
        s.phase = Phase.MAINTENANCE
    elif slot == Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE:
        s.phase = Phase.CHANGE
    elif has_objective_to_take(t, o, s):
        s.phase = Phase.OBJECTIVE
    else:
        return Outcome.TURN_OVER
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def pay_revenues(t: Tables, s: State) -> None:
    """The bank pays the Revenues of the Pilot card (Rules PO-5.1, PO-11.2, PO-16.6)."""
    pilot: int = s.pilot[s.seat]
    earn(s, s.seat, t.revenue[pilot])


@kernel
def has_objective_to_take(t: Tables, o: Options, s: State) -> bool:
    """Whether there is any card that the seat can take; if not, the action is skipped (Rules PO-R31, PO-R76)."""
    found = can_draw(t, o, s)
    for place in range(OBJECTIVE_RIVER):
        if s.objective_river[place] != NONE:
            found |= can_take(t, o, s, s.objective_river[place])
    return found


@kernel
def legal_objectives(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """A card of the river or the top of the deck, one and no more; of those drawn in the Basic variant.

    (Rules PO-11.1, PO-16.6, PO-R7)
    """
    for place in range(OBJECTIVE_RIVER):
        if s.objective_river[place] != NONE:
            mask[Action.OBJECTIVE + place] = can_take(t, o, s, s.objective_river[place])
    if not o.basic:
        mask[Action.DECK] = can_draw(t, o, s)


@kernel
def choose_objective(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """A card of the river, or the top of the deck, is kept (Rules PO-11.1, PO-16.6)."""
    if action == Action.DECK:
        take_objective(t, s, draw_takeable(t, o, s))
        return Outcome.TURN_OVER
    place = action - Action.OBJECTIVE
    card: int = s.objective_river[place] + 0
    s.objective_river[place] = NONE
    take_objective(t, s, card)
    if o.basic:
        put_objectives_back(s)
    return Outcome.TURN_OVER


@kernel
def put_objectives_back(s: State) -> None:
    """The Basic variant: the cards that are not kept are discarded (Rule PO-16.6)."""
    for place in range(OBJECTIVE_RIVER):
        if s.objective_river[place] != NONE:
            discard_objective(s, s.objective_river[place])
            s.objective_river[place] = NONE


@kernel
def draw_objectives(t: Tables, o: Options, s: State) -> Outcome:
    """The Basic variant: Revenues, and Objective cards of which one is kept; without any that fits all are discarded.

    (Rules PO-16.6, PO-R77, PO-R92)
    """
    pay_revenues(t, s)
    found = False
    for place in range(t.basic_objectives):
        s.objective_river[place] = draw_objective(s)
        if s.objective_river[place] != NONE:
            found |= can_take(t, o, s, s.objective_river[place])
    if found:
        s.phase = Phase.OBJECTIVE
        return Outcome.NEXT_DECISION
    put_objectives_back(s)
    return Outcome.TURN_OVER


# Maintenance


@kernel
def legal_maintenance(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Cards of the six Standard decks and the Expert card on top; cards of earlier rounds can be discarded.

    (Rules PO-10.1, PO-11.3, PO-R19, PO-R41, PO-R67)
    """
    for card in range(FIRST_STANDARD, FIRST_EXPERT):
        mask[Action.BUY + card] = can_fit(t, o, s, card) & can_pay(t, s, s.seat, t.equipment_price[card])
    if s.expert != NONE:
        mask[Action.BUY + s.expert] = can_fit(t, o, s, s.expert) & can_pay(t, s, s.seat, t.equipment_price[s.expert])
    for card in range(EQUIPMENTS):
        mask[Action.DISCARD + card] = has_card(s, s.seat, card) & ((s.bought >> card) & 1 == 0)
    mask[Action.FINISH] = 1


@kernel
def discard_card(t: Tables, s: State, card: int) -> Outcome:
    """A System or Crew card is given up without a refund; fuel beyond Max Fuel goes with it.

    (Rules PO-11.3, PO-R18, PO-R66)
    """
    return_card(s, card)
    s.fuel[s.seat] = min(s.fuel[s.seat], max_fuel(t, s, s.seat))
    return Outcome.FITTED


# Aircraft change


@kernel
def price_of(t: Tables, s: State, aircraft: int) -> int:
    """What an aircraft costs: its purchase price when new, its resale price second-hand.

    (Rules PO-4.5, PO-4.6, PO-11.4)
    """
    return t.price[aircraft] if (s.new_aircraft >> aircraft) & 1 else t.resale[aircraft]


@kernel
def legal_changes(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Aircraft within the pilot's competence that can be paid at once, without debts; or to keep the old one.

    (Rules PO-5.3, PO-11.4, PO-11.5, PO-16.7, PO-R18, PO-R51)
    """
    own, seat = s.aircraft[s.seat], s.seat
    there = s.new_aircraft | s.used_aircraft
    purse = s.money[seat] + t.resale[own]
    for aircraft in range(AIRCRAFT):
        if (there >> aircraft) & 1:
            step = abs(t.level[aircraft] - t.level[own])
            mask[Action.AIRCRAFT + aircraft] = (step <= t.competence[s.pilot[seat]]) & (
                purse >= price_of(t, s, aircraft)
            )
    mask[Action.FINISH] = 1


@kernel
def change_aircraft(t: Tables, s: State, aircraft: int) -> Outcome:
    """The old aircraft is sold, then the other one is bought; one without a resale price goes to a museum.

    (Rules PO-4.5, PO-4.6, PO-11.4, PO-11.6, PO-R14, PO-R18)
    """
    seat = s.seat
    own: int = s.aircraft[seat]
    earn(s, seat, t.resale[own])
    s.money[seat] -= price_of(t, s, aircraft)
    s.new_aircraft &= ~(ONE << aircraft)
    s.used_aircraft &= ~(ONE << aircraft)
    if t.resale[own] > 0:
        s.used_aircraft |= ONE << own
    s.aircraft[seat] = aircraft
    s.fuel[seat] = min(s.fuel[seat], max_fuel(t, s, seat))
    return Outcome.FITTED


@kernel
def legal_unloading(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Cards of every category of which there are too many (Rules PO-11.5, PO-16.7, PO-R18, PO-R65)."""
    seat = s.seat
    if room(t, o, s, seat, Category.CARGO + 0) < 0:
        for load in range(Load.PAX):
            mask[Action.DELIVER + load] = s.aboard[seat, load] > 0
    if room(t, o, s, seat, Category.PAX + 0) < 0:
        mask[Action.DELIVER + Load.PAX] = s.aboard[seat, Load.PAX] > 0
        offer_vips(t, s.held[seat, 1] & ALL_VIPS, mask)
    for category in range(Category.CREW, Category.SYSTEM + 1):
        if room(t, o, s, seat, category) < 0:
            left = np.int64(s.equipment[seat] & t.cards_of[category])
            while left != 0:
                mask[Action.DISCARD + lowest(left)] = 1
                left &= left - 1


@kernel
def settle_loads(t: Tables, o: Options, s: State) -> Outcome:
    """Whatever is too much has to go, card by card; then Maintenance goes on.

    (Rules PO-11.5, PO-16.7, PO-R63, PO-R65)
    """
    too_much = False
    for category in range(len(t.cards_of)):
        too_much |= room(t, o, s, s.seat, category) < 0
    s.phase = Phase.UNLOADING if too_much else Phase.MAINTENANCE
    return Outcome.TURN_OVER if o.basic and not too_much else Outcome.NEXT_DECISION


@kernel
def give_up(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """A card that is too much goes to its discard pile; Loads cost what their delivery would have earned.

    A VIP Traveller costs his glory, too. Nothing is paid in the Basic variant (Rules PO-10.1, PO-11.5, PO-16.7, PO-R18,
    PO-R26, PO-R65).
    """
    seat = s.seat
    if action < Action.DELIVER:
        return discard_card(t, s, action - Action.DISCARD)
    if action < Action.DELIVER + LOADS:
        load = action - Action.DELIVER
        s.aboard[seat, load] -= 1
        s.load_discard[load] += 1
        if not o.basic:
            pay(t, s, seat, t.load_money[load])
        return Outcome.FITTED
    vip = action - Action.DELIVER_VIP
    s.held[seat, 1] &= ~(ONE << vip)
    discard_objective(s, FIRST_VIP + vip)
    if not o.basic:
        pay(t, s, seat, t.objective_money[FIRST_VIP + vip])
        lose_glory(s, seat, t.objective_glory[FIRST_VIP + vip])
    return Outcome.FITTED
