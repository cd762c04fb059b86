"""The expert: weighs journeys of several flights, objectives, aircraft and equipment in glory until the end."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import (
    CITY_CARDS,
    LOAD_RIVER,
    LOADS,
    NONE,
    PILOTS,
    SLOTS,
    STARTING_PILOTS,
    VIPS,
    BasicAction,
    Category,
    Equipment,
    Load,
    Slot,
)
from ....envs.air_postal.rules.common import flies_on, loads_aboard, room
from ....envs.air_postal.rules.ground import legal_changes, legal_maintenance, legal_objectives
from ....envs.air_postal.rules.operations import seat_in
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .development import (
    best_aircraft,
    best_change,
    best_equipment,
    best_objective,
    worth_of_deck,
)
from .dice import choose_card, choose_die
from .ending import worth_of_lead
from .evaluation import evaluate, squares_to_deliver
from .evaluation_record import EVALUATION, TANKS, Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, rounds_left
from .flights import fill_tank, near, prospects, think_of_journeys
from .odds import rest_aboard
from .plain_choices import least_to_give_up, slowest_rival

WHOLE_GAME = 14.0
"""Rounds for which pilots and first aircraft are chosen."""

NEAR_HUB = 3.0
"""Glory that a Hub beside the Main Base is worth there; half as much five squares away."""

MET_REPORT = 0.6
"""Fuel and endurance that a Met Report saves."""

BEST_OF_FIVE = 1.5
"""How much more the best of five Objective cards is worth than any."""

GROUNDED = 0.0
"""Worth of Flight Ops without a flight: it costs nothing."""

KEEPS = 0.6
"""Share of the price of a card for one use: it is not always needed."""


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[np.record],
) -> int:
    """Play what is worth most."""
    if s.phase == Phase.DICE:
        return choose_card(t, s, mask)
    if s.phase == Phase.DIE:
        return choose_die(t, s)
    if s.phase == Phase.UNLOADING:
        return least_to_give_up(t, mask)
    if s.phase == Phase.SOLO_PILOT:
        return slowest_rival(t, s, mask)
    if s.phase == Phase.FIRST_AIRCRAFT or s.phase == Phase.NEW_AIRCRAFT:
        later = WHOLE_GAME if s.phase == Phase.FIRST_AIRCRAFT else rounds_left(t, o, s)
        return best_aircraft(t, mask, params, later)
    if s.phase == Phase.PILOT or s.phase == Phase.NEW_PILOT:
        return best_pilot(t, o, s, mask, params)
    if s.phase == Phase.BASE or s.phase == Phase.SPARE_CITY:
        return best_city(t, s, mask)
    evaluation = np.zeros(1, EVALUATION)
    return choose_by_worth(t, o, s, mask, params, evaluation)


@kernel
def choose_by_worth(t: Tables, o: Options, s: State, mask: Mask, p: Params, evaluation: NDArray[Any]) -> int:
    """Decisions that need a look at the position; `evaluation` is an empty record [1]."""
    e: Evaluation = evaluation[0]
    evaluate(t, o, s, p, e)
    if s.phase == Phase.PLACING or s.phase == Phase.BASIC_ACTION:
        other = np.zeros_like(mask)
        return best_slot(t, o, s, mask, other, p, e)
    if s.phase == Phase.LOADING:
        return best_load(t, s, mask, p, e)
    if s.phase == Phase.PREFLIGHT:
        return best_purchase(t, o, s, mask, e)
    if s.phase == Phase.FLYING:
        worth_of_journey(t, o, s, e, float(s.fuel[s.seat]), endurance_now(t, s))
        return Action.FINISH + 0 if e.goes_to[0] == NONE else Action.CITY + e.goes_to[0]
    if s.phase == Phase.HUB:
        return best_reward(t, s, e)
    if s.phase == Phase.DELIVERY:
        return best_delivery(t, o, s, mask, e)
    if s.phase == Phase.OBJECTIVE:
        return best_objective(t, s, mask, p, e)[0]
    if s.phase == Phase.CHANGE:
        return best_change(t, o, s, mask, p, e)[0]
    return best_equipment(t, s, mask, p, e)[0]


# Set-up


@kernel
def best_pilot(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """The pilot whose abilities and Main Base are worth most."""
    best, most = -1, IMPOSSIBLE
    for pilot in range(PILOTS):
        if mask[Action.PILOT + pilot] != 0:
            worth = 0.1 * p[P.PILOT_REVENUE] * t.revenue[pilot] + p[P.PILOT_ENDURANCE] * t.max_endurance[pilot]
            worth += p[P.PILOT_COMPETENCE] * t.competence[pilot]
            if s.phase == Phase.PILOT:
                worth += p[P.PILOT_LEVEL] * t.start_level[pilot]
                if not o.main_base:
                    worth += worth_of_base(t, s, pilot)
            if worth > most:
                best, most = Action.PILOT + pilot, worth
    return best


@kernel
def worth_of_base(t: Tables, s: State, pilot: int) -> float:
    """The Main Base of a pilot of the postcard: its card, and Hubs that are near."""
    for k in range(STARTING_PILOTS):
        if t.setup_pilot[s.setup, k] == pilot:
            base = t.setup_base[s.setup, k] + 0
            return worth_of_card_as_base(t, base) + hubs_near(t, s, base)
    return 0.0


@kernel
def worth_of_card_as_base(t: Tables, city: int) -> float:
    """Glory and money of a City card."""
    return t.city_glory[city] + 2.0 * t.city_money[city] / t.glory_unit


@kernel
def near_hub(t: Tables, s: State, base: int, hub: int) -> float:
    """A Hub that is so near to a Main Base."""
    return NEAR_HUB / (1.0 + 0.2 * t.distance[flies_on(t, s), base, hub])


@kernel
def hubs_near(t: Tables, s: State, city: int) -> float:
    """Hubs, each worth less the farther it is away."""
    worth = 0.0
    for k in range(len(s.hub)):
        if s.hub[k] != NONE and s.hub[k] != city:
            worth += near_hub(t, s, city, s.hub[k] + 0)
    return worth


@kernel
def best_city(t: Tables, s: State, mask: Mask) -> int:
    """The Main Base near the other cards in the hand, which become Hubs; later the farthest of them is put back."""
    best, most = -1, IMPOSSIBLE
    for city in range(CITY_CARDS):
        if mask[Action.CITY + city] != 0:
            if s.phase == Phase.BASE:
                worth = worth_of_card_as_base(t, city)
                for hub in range(CITY_CARDS):
                    if hub != city and mask[Action.CITY + hub] != 0:
                        worth += near_hub(t, s, city, hub)
            else:
                worth = t.distance[flies_on(t, s), s.city[s.seat], city] - float(t.city_glory[city])
            if worth > most:
                best, most = Action.CITY + city, worth
    return best


# Where the turn marker goes


@kernel
def best_slot(t: Tables, o: Options, s: State, mask: Mask, other: Mask, p: Params, e: Evaluation) -> int:
    """The slot, or the action of the Basic variant, that is worth most; `other` is an empty mask."""
    if o.basic:
        return best_basic_action(t, o, s, other, p, e)
    best, most = -1, IMPOSSIBLE
    for slot in range(SLOTS):
        if mask[Action.SLOT + slot] != 0:
            fee = 0.0
            if slot != Slot.FLIGHT_OPS and seat_in(o, s, slot) != NONE:
                fee = float(t.fee[slot])
            worth = worth_of_slot(t, o, s, other, p, e, slot, fee) - p[P.FEE] * fee * e.money
            if worth > most:
                best, most = Action.SLOT + slot, worth
    return best


@kernel
def worth_of_slot(
    t: Tables, o: Options, s: State, other: Mask, p: Params, e: Evaluation, slot: int, fee: float
) -> float:
    """What the actions of a slot bring if a fee is paid for it; `other` is a mask to be written to."""
    if slot == Slot.FLIGHT_OPS:
        return worth_of_flying(t, o, s, p, e)
    revenue = float(t.revenue[s.pilot[s.seat]])
    if slot == Slot.REVENUES:
        return revenue * e.money
    other[:] = 0
    if slot == Slot.OBJECTIVES or slot == Slot.OBJECTIVES_AND_REVENUES:
        legal_objectives(t, o, s, other)
        if slot == Slot.OBJECTIVES_AND_REVENUES and seat_in(o, s, Slot.OBJECTIVES + 0) != NONE:
            other[best_objective(t, s, other, p, e)[0]] = 0  # whoever is first takes it
            other[Action.DECK] = 1
        objective = best_objective(t, s, other, p, e)[1]
        return objective if slot == Slot.OBJECTIVES else objective + revenue * e.money
    legal_maintenance(t, o, s, other)
    if slot == Slot.MAINTENANCE_AND_REVENUES:
        e.purse = s.money[s.seat] + revenue - fee
        equipment = best_equipment(t, s, other, p, e)[1]
        return revenue * e.money + (equipment if fee == 0.0 else p[P.WAIT] * equipment)
    legal_changes(t, s, other)
    e.purse = s.money[s.seat] - fee
    return max(best_change(t, o, s, other, p, e)[1], p[P.WAIT] * best_equipment(t, s, other, p, e)[1])


@kernel
def best_basic_action(t: Tables, o: Options, s: State, other: Mask, p: Params, e: Evaluation) -> int:
    """Objectives and Revenues, another aircraft, or a flight; `other` is an empty mask."""
    fly = worth_of_flying(t, o, s, p, e)
    legal_changes(t, s, other)
    change = best_change(t, o, s, other, p, e)[1]
    card = BEST_OF_FIVE * worth_of_deck(s, p, e)
    if e.later >= 0.5:
        card = max(0.0, card)  # some card will do as long as there is time
    objective = t.revenue[s.pilot[s.seat]] * e.money + card
    if fly >= objective and fly >= change:
        return Action.BASIC + BasicAction.FLIGHT_OPS
    return Action.BASIC + (BasicAction.OBJECTIVES if objective >= change else BasicAction.MAINTENANCE)


@kernel
def worth_of_flying(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """What the best journey brings, with as much fuel as there is money for, and Loads that may be taken first."""
    seat = s.seat
    gauge = float(s.fuel[seat])
    fuel = min(float(e.max_fuel), gauge + s.money[seat] // t.fuel_price)
    endurance = float(t.max_endurance[s.pilot[seat]]) + rest_aboard(t, s, seat, 0)
    stay = prospects(t, e, s.city[seat] + 0, e.done, e.loads) + gauge * e.fuel
    gain = worth_of_journey(t, o, s, e, fuel, endurance) - stay - (fuel - gauge) * e.price
    if e.goes_to[0] == NONE:
        return GROUNDED
    places = max(0, room(t, o, s, seat, Category.CARGO + 0))
    if not o.basic:
        places += max(0, room(t, o, s, seat, Category.PAX + 0))
    return gain + p[P.FLY] + p[P.PLACE] * min(places, 5) * min(1.0, e.later)


@kernel
def worth_of_journey(t: Tables, o: Options, s: State, e: Evaluation, fuel: float, endurance: float) -> float:
    """The best journey from where the aircraft stands; `e.goes_to[0]` is where it goes first."""
    fill_tank(e, 0, fuel)
    think_of_journeys(t, o, s, e, 1, endurance, e.range - flown(s), s.city[s.seat] + 0)
    return float(e.best[0, 0])


@kernel
def flown(s: State) -> int:
    """Squares that have been flown in this turn."""
    return s.flown + 0 if s.phase == Phase.FLYING or s.phase == Phase.DELIVERY else 0


@kernel
def endurance_now(t: Tables, s: State) -> float:
    """Endurance that is left in this turn, with cards that bring more."""
    return s.endurance[s.seat] + rest_aboard(t, s, s.seat, s.used_this_turn + 0)


# Before take-off


@kernel
def best_load(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The Load that is worth most on the way."""
    best, most = Action.FINISH + 0, 0.0
    for place in range(LOAD_RIVER):
        if mask[Action.LOAD + place] != 0:
            load = s.load_river[place]
            if load == Load.FUEL_CAN:
                worth = 0.5 * e.fuel
            else:
                squares = squares_to_deliver(t, e, load + 0, s.city[s.seat] + 0)
                # What can be delivered within this turn counts even in the last one.
                share = max(near(e, squares), 0.6 if squares * 1.5 <= e.range else 0.0)
                worth = e.load[load] * share / (1.0 + 0.3 * s.aboard[s.seat, load])
            if worth > most:
                best, most = Action.LOAD + place, worth
    return best


@kernel
def best_purchase(t: Tables, o: Options, s: State, mask: Mask, e: Evaluation) -> int:
    """Fuel for the best journey; then a Copilot, a Met Report, where they make it safer for their price."""
    seat = s.seat
    gauge, endurance = float(s.fuel[seat]), endurance_now(t, s)
    fill_tank(e, 0, gauge)
    points = 1
    while points < TANKS and mask[Action.FUEL + points - 1] != 0 and points * t.fuel_price <= s.money[seat]:
        fill_tank(e, points, gauge + points)
        points += 1
    think_of_journeys(t, o, s, e, points, endurance, e.range - flown(s), s.city[seat] + 0)
    best, most = Action.FINISH + 0, float(e.best[0, 0]) + 0.01
    for more in range(1, points):
        worth = e.best[0, more] - more * e.price
        if worth > most and e.goes_to[more] != NONE:
            best, most = Action.FUEL + more - 1, float(worth)
    if best != Action.FINISH:
        return best
    for card in range(Equipment.MET_REPORT, Equipment.COPILOT + 1):
        price = t.equipment_price[card]
        if mask[Action.BUY + card] != 0 and price <= s.money[seat]:
            if card == Equipment.COPILOT:
                worth = worth_of_journey(t, o, s, e, gauge, endurance + 1.0)
            else:
                worth = worth_of_journey(t, o, s, e, gauge + MET_REPORT, endurance + MET_REPORT)
                worth -= MET_REPORT * e.fuel
            if worth - KEEPS * price * e.money > most + 0.01:
                best, most = Action.BUY + card, worth - KEEPS * price * e.money
    return best


# At the destination


@kernel
def best_reward(t: Tables, s: State, e: Evaluation) -> int:
    """Glory or money of a Hub; glory may trigger the end."""
    city: int = s.city[s.seat]
    glory = t.city_glory[city] + worth_of_lead(e, t.city_glory[city] + 0, 0)
    money = t.city_money[city] * e.money + worth_of_lead(e, 0, 0)
    return Action.GLORY + 0 if glory >= money else Action.MONEY + 0


@kernel
def best_delivery(t: Tables, o: Options, s: State, mask: Mask, e: Evaluation) -> int:
    """The card whose delivery is worth most; a Smuggling Case may end the turn."""
    best, most = Action.FINISH + 0, 0.0
    for vip in range(VIPS):
        if mask[Action.DELIVER_VIP + vip] != 0 and e.vip[vip] > most:
            best, most = Action.DELIVER_VIP + vip, float(e.vip[vip])
    for load in range(LOADS):
        if mask[Action.DELIVER + load] != 0:
            worth = float(e.load[load])
            if load == Load.SMUGGLING_CASE:
                gauge, endurance = float(s.fuel[s.seat]), endurance_now(t, s)
                on = worth_of_journey(t, o, s, e, gauge, endurance)
                stay = prospects(t, e, s.city[s.seat] + 0, e.done, e.loads) + gauge * e.fuel
                found = s.aboard[s.seat, load] / max(1.0, float(loads_aboard(s, s.seat)))
                worth -= found * max(0.0, on - stay)
            if worth > most:
                best, most = Action.DELIVER + load, worth
    return best
