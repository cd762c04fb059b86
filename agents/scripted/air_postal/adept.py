"""The adept: greedy. Weighs what the next flight earns against fuel and risk, and sees to what it lacks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import (
    AIR_ROUTES,
    AIRCRAFT,
    EQUIPMENTS,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    HUBS,
    NEIGHBOURS,
    NONE,
    OBJECTIVE_RIVER,
    VIPS,
    BasicAction,
    Category,
    Effect,
    Slot,
)
from ....envs.air_postal.rules.common import ALL_VIPS, ONE, flies_on, max_fuel
from ....envs.air_postal.rules.ground import legal_changes, price_of
from ....envs.air_postal.rules.interruptions import crashes_on
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .adept_params import P
from .features import IMPOSSIBLE, Mask, Params, earned_by_landing, first_legal, objectives_held, rounds_left
from .odds import chance_with, help_aboard, rest_aboard
from .plain_choices import affordable_fuel, plain_choice

FAR = 99
"""Squares to what cannot be reached."""

CRASH = 3.0
"""What a crash costs beyond an incident."""


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
    """Play what is worth most now."""
    if s.phase == Phase.PLACING or s.phase == Phase.BASIC_ACTION:
        other = np.zeros_like(mask)
        legal_changes(t, s, other)
        return choose_slot(t, o, s, mask, other, params)
    if s.phase == Phase.PREFLIGHT:
        return affordable_fuel(t, s, mask)
    if s.phase == Phase.FLYING:
        endurance = float(s.endurance[s.seat]) + rest_aboard(t, s, s.seat, s.used_this_turn + 0)
        city, worth = best_flight(t, o, s, params, float(s.fuel[s.seat]), endurance, s.flown + 0)
        return Action.CITY + city if worth > 0.0 else Action.FINISH + 0
    if s.phase == Phase.OBJECTIVE:
        return best_objective(t, s, mask, params)
    if s.phase == Phase.CHANGE:
        return best_change(t, s, mask, params)
    if s.phase == Phase.MAINTENANCE:
        return cheapest_helper(t, o, s, mask, params)
    return plain_choice(t, o, s, mask)


@kernel
def choose_slot(t: Tables, o: Options, s: State, mask: Mask, other: Mask, p: Params) -> int:
    """Revenues if it is poor, another aircraft if it is rich, objectives if it has few; else it flies.

    `other` are the aircraft to which it could change.
    """
    seat = s.seat
    money, poor = float(s.money[seat]), 100.0 * p[P.POOR]
    fuel = min(float(max_fuel(t, s, seat)), s.fuel[seat] + money // t.fuel_price)
    endurance = float(t.max_endurance[s.pilot[seat]]) + rest_aboard(t, s, seat, 0)
    pays = best_flight(t, o, s, p, fuel, endurance, 0)[1] > p[P.FLY]
    few = objectives_held(s, seat) < p[P.HELD] and rounds_left(t, o, s) > p[P.HELD]
    changes = best_change(t, s, other, p) != Action.FINISH
    if o.basic:
        if changes and money >= poor:
            return Action.BASIC + BasicAction.MAINTENANCE
        return Action.BASIC + (BasicAction.OBJECTIVES if money < poor or not pays else BasicAction.FLIGHT_OPS)
    change, both = Action.SLOT + Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE, Action.SLOT + Slot.OBJECTIVES_AND_REVENUES
    if changes and mask[change] != 0:
        return change
    if money >= poor and pays and not (few and money < 2.0 * poor):
        return Action.SLOT + Slot.FLIGHT_OPS
    if few and mask[both] != 0:
        return both
    if few and money >= poor and mask[Action.SLOT + Slot.OBJECTIVES] != 0:
        return Action.SLOT + Slot.OBJECTIVES
    if mask[Action.SLOT + Slot.MAINTENANCE_AND_REVENUES] != 0:
        return Action.SLOT + Slot.MAINTENANCE_AND_REVENUES
    if mask[Action.SLOT + Slot.REVENUES] != 0:
        return Action.SLOT + Slot.REVENUES
    return Action.SLOT + Slot.FLIGHT_OPS


# Flights


@kernel
def best_flight(
    t: Tables, o: Options, s: State, p: Params, fuel: float, endurance: float, flown: int
) -> tuple[int, float]:
    """The next flight that is worth most with so much fuel and endurance: `(city, worth)`."""
    seat = s.seat
    board, city = flies_on(t, s), s.city[s.seat]
    left, goal = t.range[s.aircraft[seat]] - flown, squares_to_goal(t, s, city + 0)
    best, most = NONE + 0, IMPOSSIBLE
    for k in range(NEIGHBOURS):
        to = t.neighbour[board, city, k]
        if to == NONE:
            break
        route = t.route_to[board, city, to]
        if t.route_length[route] <= left:
            chance = chance_of(t, s, route, fuel, endurance)
            glory, money = earned_by_landing(t, s, route, to)
            brings = glory + 0.01 * p[P.MONEY] * money + p[P.MARK] * marks_at(t, s, to)
            brings += p[P.NEARER] * (goal - squares_to_goal(t, s, to + 0))
            lost = t.level[s.aircraft[seat]] + p[P.FAIL] + (CRASH if crashes_on(t, o, s, route) else 0.0)
            worth = chance * brings - (1.0 - chance) * lost - p[P.FUEL] * t.route_fuel[route]
            if worth > most:
                best, most = to + 0, worth
    return best, most


@kernel
def chance_of(t: Tables, s: State, route: int, fuel: float, endurance: float) -> float:
    """The chance to arrive with the cards aboard."""
    saved, rested, once_saved, once_rested = help_aboard(t, s, s.seat, route)
    return chance_with(t, route, fuel + saved + once_saved, endurance + rested + once_rested)


@kernel
def marks_at(t: Tables, s: State, city: int) -> float:
    """Glory of Air Routes of which a city is the first to be reached."""
    seat, glory = s.seat, 0.0
    open_routes = s.held[seat, 0] & ~(s.marked[0] | s.marked[1])
    open_routes &= t.routes_of_city[city, 0] | t.routes_of_city[city, 1]
    while open_routes != 0:
        glory += float(t.objective_glory[lowest(open_routes)])
        open_routes &= open_routes - ONE
    return glory


@kernel
def squares_to_goal(t: Tables, s: State, city: int) -> int:
    """Squares from a city to the nearest Hub that is not reached, or city that an objective asks for."""
    seat, nearest = s.seat, FAR + 0
    squares = t.distance[flies_on(t, s), city]
    for k in range(HUBS):
        if s.hub[k] != NONE and (s.hubs_reached[seat] >> k) & 1 == 0:
            nearest = min(nearest, int(squares[s.hub[k]]))
    for card in range(AIR_ROUTES):
        if (s.held[seat, 0] >> np.int64(card)) & 1:
            for end in range(2):
                if (s.marked[end] >> np.int64(card)) & 1 == 0:
                    nearest = min(nearest, int(squares[t.air_route[card, end]]))
    vips = s.held[seat, 1] & ALL_VIPS
    for vip in range(VIPS):
        if (vips >> vip) & 1:
            nearest = min(nearest, int(squares[t.vip_city[vip]]))
    return nearest


# On the ground


@kernel
def best_objective(t: Tables, s: State, mask: Mask, p: Params) -> int:
    """The Objective card with most glory for the squares that it takes."""
    best, most = first_legal(mask, Action.DECK, 1), 0.0
    squares = t.distance[flies_on(t, s), s.city[s.seat]]
    for place in range(OBJECTIVE_RIVER):
        if mask[Action.OBJECTIVE + place] != 0:
            card = s.objective_river[place]
            away = 5
            if card < FIRST_VIP:
                first, second = t.air_route[card, 0], t.air_route[card, 1]
                away = min(int(squares[first]), int(squares[second]))
                away += int(t.distance[flies_on(t, s), first, second])
            elif card < FIRST_DIPLOMACY:
                away = int(squares[t.vip_city[card - FIRST_VIP]])
            worth = t.objective_glory[card] + 0.01 * p[P.MONEY] * t.objective_money[card] - p[P.AWAY] * away
            if worth > most or best < 0:
                best, most = Action.OBJECTIVE + place, worth
    return best


@kernel
def abilities(t: Tables, p: Params, aircraft: int) -> float:
    """The level of an aircraft, and what its range and room are worth."""
    places = t.load_value[aircraft, Category.CARGO] + t.load_value[aircraft, Category.PAX]
    return t.level[aircraft] + p[P.RANGE] * t.range[aircraft] + p[P.PLACE] * places


@kernel
def best_change(t: Tables, s: State, mask: Mask, p: Params) -> int:
    """An aircraft that is better by more than it costs, while money is left for fuel."""
    own = s.aircraft[s.seat]
    best, most = Action.FINISH + 0, 0.0
    for aircraft in range(AIRCRAFT):
        if mask[Action.AIRCRAFT + aircraft] != 0:
            cost = float(price_of(t, s, aircraft)) - t.resale[own]
            gain = abilities(t, p, aircraft) - abilities(t, p, own) - 0.01 * p[P.MONEY] * cost
            if s.money[s.seat] - cost >= 100.0 * p[P.RESERVE] and gain > most:
                best, most = Action.AIRCRAFT + aircraft, gain
    return best


@kernel
def cheapest_helper(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """The cheapest card that helps with the dice, while money is left for fuel and rounds follow."""
    best, least = Action.FINISH + 0, s.money[s.seat] - 100.0 * p[P.RESERVE]
    if rounds_left(t, o, s) < p[P.HELD]:
        return best
    for card in range(EQUIPMENTS):
        helps = t.effect[card] != Effect.NOTHING and t.effect[card] != Effect.REROLL
        if mask[Action.BUY + card] != 0 and helps and t.equipment_price[card] < least:
            best, least = Action.BUY + card, float(t.equipment_price[card])
    return best
