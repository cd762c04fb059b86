"""The six kernels' entry to the rules: dealing, what is legal in each phase, and playing a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import NONE, BasicAction
from ..state import Phase
from .common import Outcome
from .flights import FUEL_CAN, first_failure, legal_destinations, legal_dice, legal_uses, take_off, use, use_on
from .ground import (
    change_aircraft,
    choose_objective,
    discard_card,
    draw_objectives,
    give_up,
    legal_changes,
    legal_maintenance,
    legal_objectives,
    legal_unloading,
    settle_loads,
)
from .interruptions import interrupt, legal_new_aircraft, legal_new_pilots, take_new_aircraft, take_new_pilot
from .landing import after_landing, deliver_load, deliver_vip, fly_on, land, legal_deliveries, take_reward
from .loading import begin_flight_turn, buy_card, buy_fuel, draw_loads, legal_loads, legal_purchases, take_load
from .operations import legal_slots, place_marker
from .scoring import score
from .setup import (
    choose_city,
    choose_first_aircraft,
    choose_pilot,
    legal_cities,
    legal_first_aircraft,
    legal_pilots,
    redeal_cities,
    set_up,
)
from .turns import end_turn, is_river_empty, next_choice, next_loader, next_marker

__all__ = ["apply", "deal", "legal", "redeal", "score"]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Set the table up; pilots are chosen first (Rule PO-3.10)."""
    set_up(t, o, s)


@kernel(inline=True)
def legal(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """What the seat to decide may do."""
    if s.phase == Phase.PLACING:
        legal_slots(t, o, s, mask)
    elif s.phase == Phase.BASIC_ACTION:
        for action in range(3):
            mask[Action.BASIC + action] = 1
    elif s.phase == Phase.LOADING:
        legal_loads(t, o, s, mask)
    elif s.phase == Phase.PREFLIGHT:
        legal_purchases(t, o, s, mask)
    elif s.phase == Phase.FLYING:
        legal_destinations(t, s, mask)
    elif s.phase == Phase.DICE:
        legal_uses(t, s, mask)
    elif s.phase == Phase.DIE:
        legal_dice(t, s, mask)
    elif s.phase == Phase.HUB:
        mask[Action.GLORY] = 1
        mask[Action.MONEY] = 1
    elif s.phase == Phase.DELIVERY:
        legal_deliveries(t, s, mask)
    elif s.phase == Phase.OBJECTIVE:
        legal_objectives(t, o, s, mask)
    elif s.phase == Phase.CHANGE:
        legal_changes(t, s, mask)
    elif s.phase == Phase.UNLOADING:
        legal_unloading(t, o, s, mask)
    elif s.phase == Phase.MAINTENANCE:
        legal_maintenance(t, o, s, mask)
    elif s.phase == Phase.NEW_PILOT:
        legal_new_pilots(s, mask)
    elif s.phase == Phase.NEW_AIRCRAFT:
        legal_new_aircraft(t, s, mask)
    elif s.phase == Phase.FIRST_AIRCRAFT:
        legal_first_aircraft(t, o, s, mask)
    elif s.phase == Phase.PILOT or s.phase == Phase.SOLO_PILOT:
        legal_pilots(t, s, mask)
    else:
        legal_cities(s, mask)


@kernel(inline=True)
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Play one decision of `s.seat` and go on to the next one."""
    outcome = outcome_of(t, o, s, action)
    # What follows is long: one call of each keeps the machine code short.
    if outcome == Outcome.FITTED:
        outcome = settle_loads(t, o, s)
    if outcome == Outcome.LANDED:
        outcome = after_landing(t, s)
    if outcome == Outcome.CHOSEN:
        next_choice(t, o, s)
    elif outcome == Outcome.PLACED:
        outcome = next_marker(t, o, s)
    elif outcome == Outcome.LOADED:
        next_loader(t, o, s, action == Action.FINISH)
    while outcome == Outcome.TURN_OVER:
        outcome = end_turn(t, o, s)


@kernel(inline=True)
def outcome_of(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """Play one decision by the rules of its phase."""
    if s.phase == Phase.PLACING:
        return place_marker(t, o, s, action - Action.SLOT)
    if s.phase == Phase.BASIC_ACTION:
        return begin_basic_action(t, o, s, action - Action.BASIC)
    if s.phase == Phase.LOADING:
        return Outcome.LOADED if action == Action.FINISH else take_load(s, action - Action.LOAD)
    if s.phase == Phase.PREFLIGHT:
        return prepare(t, s, action)
    if s.phase == Phase.FLYING:
        return Outcome.TURN_OVER if action == Action.FINISH else take_off(t, s, action - Action.CITY)
    if s.phase == Phase.DICE:
        return play_dice(t, o, s, action)
    if s.phase == Phase.DIE:
        return use_on(t, s, action - Action.DIE)
    if s.phase == Phase.HUB:
        return take_reward(t, s, action)
    if s.phase == Phase.DELIVERY:
        return play_delivery(t, s, action)
    if s.phase == Phase.OBJECTIVE:
        return choose_objective(t, o, s, action)
    if s.phase == Phase.CHANGE:
        return play_change(t, s, action)
    if s.phase == Phase.UNLOADING:
        return give_up(t, o, s, action)
    if s.phase == Phase.MAINTENANCE:
        return maintain(t, s, action)
    if s.phase == Phase.NEW_PILOT:
        return take_new_pilot(t, s, action - Action.PILOT)
    if s.phase == Phase.NEW_AIRCRAFT:
        return take_new_aircraft(t, s, action - Action.AIRCRAFT)
    if s.phase == Phase.FIRST_AIRCRAFT:
        return choose_first_aircraft(s, action - Action.AIRCRAFT)
    if s.phase == Phase.PILOT or s.phase == Phase.SOLO_PILOT:
        return choose_pilot(t, o, s, action - Action.PILOT)
    return choose_city(s, action - Action.CITY)


@kernel
def begin_basic_action(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """The turn of the Basic variant: objectives and Revenues, another aircraft, or Flight Ops.

    (Rules PO-16.4, PO-16.6, PO-16.7, PO-16.8)
    """
    s.action = action
    if action == BasicAction.OBJECTIVES:
        return draw_objectives(t, o, s)
    if action == BasicAction.MAINTENANCE:
        s.phase = Phase.CHANGE
        return Outcome.NEXT_DECISION
    draw_loads(t, s)
    s.phase = Phase.LOADING
    if is_river_empty(s):
        begin_flight_turn(s)
    return Outcome.NEXT_DECISION


@kernel
def prepare(t: Tables, s: State, action: int) -> Outcome:
    """Something is bought before take-off, or the pilot is ready (Rules PO-7.2, PO-7.3, PO-7.4)."""
    if action == Action.FINISH:
        s.phase = Phase.FLYING
        return Outcome.NEXT_DECISION
    if action < Action.BUY:
        return buy_fuel(t, s, action - Action.FUEL + 1)
    return buy_card(t, s, action - Action.BUY)


@kernel
def play_dice(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """A card is used, or the dice are accepted: the aircraft arrives or is interrupted.

    (Rules PO-7.8, PO-R12, PO-R70)
    """
    if action == Action.USE_FUEL_CAN:
        return use(t, s, FUEL_CAN)
    if action < Action.ACCEPT:
        return use(t, s, action - Action.USE)
    failure = first_failure(t, s)
    return land(t, s) if failure == NONE else interrupt(t, o, s, failure)


@kernel
def play_delivery(t: Tables, s: State, action: int) -> Outcome:
    """A card is delivered, or no more (Rules PO-8.1, PO-R10)."""
    if action == Action.FINISH:
        fly_on(s)
        return Outcome.NEXT_DECISION
    if action < Action.DELIVER_VIP:
        return deliver_load(t, s, action - Action.DELIVER)
    return deliver_vip(t, s, action - Action.DELIVER_VIP)


@kernel
def play_change(t: Tables, s: State, action: int) -> Outcome:
    """Another aircraft, or none; Maintenance follows but in the Basic variant.

    (Rules PO-11.4, PO-16.7, PO-R63, PO-R77)
    """
    return Outcome.FITTED if action == Action.FINISH else change_aircraft(t, s, action - Action.AIRCRAFT)


@kernel
def maintain(t: Tables, s: State, action: int) -> Outcome:
    """A System or Crew card is bought or discarded, or Maintenance is over (Rule PO-11.3)."""
    if action == Action.FINISH:
        return Outcome.TURN_OVER
    if action < Action.DISCARD:
        return buy_card(t, s, action - Action.BUY)
    return discard_card(t, s, action - Action.DISCARD)


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Cards and dice are drawn from what nobody has seen; City cards in the others' hands are secret.

    (Rules PO-15.1, PO-15.2, PO-15.4)
    """
    s.chance = seed
    if s.phase == Phase.BASE or s.phase == Phase.SPARE_CITY:
        redeal_cities(t, o, s, seat)
