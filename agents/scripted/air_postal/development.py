"""The expert on the ground: aircraft, System and Crew cards, objectives, and where the turn marker goes."""

from __future__ import annotations

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import (
    AIRCRAFT,
    EQUIPMENTS,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    HUBS,
    LOAD_RIVER,
    NEIGHBOURS,
    NONE,
    OBJECTIVE_RIVER,
    VIPS,
    AircraftType,
    Category,
    Effect,
    Equipment,
    Load,
)
from ....envs.air_postal.rules.common import cards_aboard, has_card
from ....envs.air_postal.rules.ground import price_of
from ....envs.air_postal.state import Options, State
from ....envs.air_postal.tables import Tables
from .evaluation import worth_of_money
from .evaluation_record import CARD_BIT, FAR, Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, objectives_held, squares_to_land

TEN = 10.0
"""Rounds for which abilities are weighed."""

MEAN_COST = 1.4
"""Fuel for a square, on average."""

FLIGHTS = 2.5
"""Flights of a turn, and squares of a flight, where equipment is weighed."""

MIXTURE = (0.3, 0.35, 0.2, 0.15)
"""Shares of blue, green, white and red squares on the routes that people fly."""


GIVEN_UP = 25.0
"""Money in $1,000 that a Load costs which is given up: the penalty, and what it would have earned."""

MEAN_PAY = 15.0
"""Money in $1,000 of the penalty."""

PRICE_OF_CARD = 10.0
"""Money in $1,000 for a System or Crew card that is given up."""


# Aircraft


@kernel
def worth_of_aircraft(t: Tables, p: Params, aircraft: int, later: float) -> float:
    """Its level counts at the end; what it can do, for each round to come."""
    reach = min(float(t.range[aircraft]), t.max_fuel[aircraft] / MEAN_COST)
    each = p[P.RANGE] * reach + 0.1 * p[P.TANK] * t.max_fuel[aircraft]
    each += p[P.CARGO] * t.load_value[aircraft, Category.CARGO] + p[P.PAX] * t.load_value[aircraft, Category.PAX]
    each += p[P.CREW] * t.load_value[aircraft, Category.CREW] + p[P.SYSTEM] * t.load_value[aircraft, Category.SYSTEM]
    kind = t.aircraft_type[aircraft]
    if kind == AircraftType.AMPHIBIAN:
        each += p[P.AMPHIBIAN]
    elif kind == AircraftType.SEAPLANE:
        each += p[P.SEAPLANE]
    return t.level[aircraft] + later / TEN * each + t.resale[aircraft] / float(t.glory_unit)


@kernel
def worth_of_money_spent(t: Tables, s: State, p: Params, e: Evaluation, cost: float) -> float:
    """Glory that $1,000 of a large sum are worth: the last of them more than the first."""
    has = float(t.fuel_price * s.fuel[s.seat]) + e.purse
    return 0.5 * (worth_of_money(t, p, has, e.later) + worth_of_money(t, p, max(0.0, has - cost), e.later))


@kernel
def lack_of_fuel(t: Tables, s: State, p: Params, e: Evaluation, aircraft: int, cost: float) -> float:
    """What it costs to wait for the money that fills the tank of another aircraft."""
    fuel = max(0.0, p[P.FILL] * t.max_fuel[aircraft] - s.fuel[s.seat]) * t.fuel_price
    lacks = max(0.0, fuel - (e.purse - cost))
    return p[P.LACK] * lacks * worth_of_money(t, p, max(0.0, e.purse - cost), e.later) * min(1.0, e.later)


@kernel
def overflow(t: Tables, s: State, e: Evaluation, aircraft: int, cost: float) -> float:
    """About what it costs to give up the cards for which another aircraft has no room; debts cost glory."""
    loads, cards = 0.0, 0.0
    for category in range(Category.SYSTEM + 1):
        excess = float(cards_aboard(t, s, s.seat, category) - t.load_value[aircraft, category])
        if category == Category.CARGO or category == Category.PAX:
            loads += max(0.0, excess)
        else:
            cards += max(0.0, excess)
    debt = max(0.0, MEAN_PAY * loads - (e.purse - cost)) / t.debt_unit
    return e.money * (GIVEN_UP * loads + PRICE_OF_CARD * cards) + debt


@kernel
def leaves_safely(t: Tables, o: Options, s: State, e: Evaluation, aircraft: int) -> bool:
    """Whether an aircraft could fly some route from where the seat stands without the risk of a crash.

    (Rules PO-9.1, PO-9.2, PO-13.34, PO-16.9)
    """
    city, kind = s.city[s.seat], t.aircraft_type[aircraft]
    floats = kind == AircraftType.LAND_PLANE_FOR_FLOATS and has_card(s, s.seat, Equipment.FLOATS + 0)
    if o.basic or kind == AircraftType.AMPHIBIAN or floats:
        return True
    for k in range(NEIGHBOURS):
        to = t.neighbour[e.board, city, k]
        if to == NONE:
            break
        route = t.route_to[e.board, city, to]
        if t.route_length[route] <= t.range[aircraft] and (t.overwater[route] != 0) == (kind == AircraftType.SEAPLANE):
            return True
    return False


@kernel
def best_change(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The change of aircraft that brings most: `(action, gain)`; to keep the old one brings nothing."""
    own = s.aircraft[s.seat]
    best, most = Action.FINISH + 0, 0.0
    before = worth_of_aircraft(t, p, own, e.later)
    for aircraft in range(AIRCRAFT):
        if mask[Action.AIRCRAFT + aircraft] != 0:
            cost = float(price_of(t, s, aircraft)) - float(t.resale[own])
            gain = worth_of_aircraft(t, p, aircraft, e.later) - before - cost * worth_of_money_spent(t, s, p, e, cost)
            gain -= lack_of_fuel(t, s, p, e, aircraft, cost) + overflow(t, s, e, aircraft, cost)
            if cost <= e.purse and gain > most and leaves_safely(t, o, s, e, aircraft):
                best, most = Action.AIRCRAFT + aircraft, gain
    return best, most


@kernel
def best_aircraft(t: Tables, mask: Mask, p: Params, later: float) -> int:
    """The best aircraft of those that cost nothing."""
    best, most = -1, IMPOSSIBLE
    for aircraft in range(AIRCRAFT):
        if mask[Action.AIRCRAFT + aircraft] != 0:
            worth = worth_of_aircraft(t, p, aircraft, later)
            if worth > most:
                best, most = Action.AIRCRAFT + aircraft, worth
    return best


# System and Crew cards


@kernel
def worth_of_equipment(t: Tables, s: State, p: Params, e: Evaluation, card: int) -> float:
    """What a card brings until the end, its price not counted."""
    rounds = p[P.FLY_SHARE] * e.later
    effect = t.effect[card]
    if effect == Effect.REST:
        return rounds / TEN * p[P.ENDURANCE] * t.rest[card]
    if effect != Effect.NOTHING:
        saved, rested = 0.0, 0.0
        for colour in range(len(MIXTURE)):
            works = t.die_help[card, colour]
            if works > 0.0:
                any_die = 1.0 - (1.0 - works * MIXTURE[colour]) ** FLIGHTS
                saved += any_die * t.die_help_fuel[card, colour] / works
                rested += any_die * t.die_help_endurance[card, colour] / works
        flights = FLIGHTS if t.min_length[card] < 2 else 0.7
        return rounds * flights * (min(1.5, saved) * e.price + min(1.5, rested) * p[P.ENDURANCE] / TEN)
    worth = p[P.RANGE] * t.range_bonus[card] + 0.1 * (p[P.TANK] + p[P.RANGE]) * t.fuel_bonus[card]
    worth += p[P.CARGO] * t.load_bonus[card, Category.CARGO] + p[P.PAX] * t.load_bonus[card, Category.PAX]
    return e.later / TEN * (worth + 3.0 * t.pax_bonus[card] * e.money)


@kernel
def best_equipment(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The System or Crew card that is worth most beyond its price: `(action, gain)`."""
    best, most = Action.FINISH + 0, 0.0
    for card in range(EQUIPMENTS):
        if mask[Action.BUY + card] != 0:
            price = float(t.equipment_price[card])
            lacks = max(0.0, 100.0 * p[P.RESERVE] - (e.purse - price))
            if price <= e.purse:
                gain = worth_of_equipment(t, s, p, e, card) - (price + lacks) * e.money
                if gain > most:
                    best, most = Action.BUY + card, gain
    return best, most


# Objectives


@kernel
def squares_of_objective(t: Tables, s: State, e: Evaluation, card: int) -> int:
    """Squares that achieving an Air Route or VIP takes from where the aircraft stands; −1: there is no way."""
    squares = t.distance[e.board, s.city[s.seat]]
    if card >= FIRST_VIP:
        return squares_to_land(t, e.board, s.city[s.seat] + 0, t.vip_city[card - FIRST_VIP] + 0)
    first, second = t.air_route[card, 0], t.air_route[card, 1]
    start, between = min(int(squares[first]), int(squares[second])), int(t.distance[e.board, first, second])
    return -1 if start < 0 or between < 0 else min(start + between, FAR - 1)


@kernel
def detour_of_objective(t: Tables, s: State, p: Params, e: Evaluation, card: int) -> float:
    """Squares to achieve an Air Route or VIP on the way to Hubs and other objectives."""
    if card >= FIRST_VIP:
        return p[P.DETOUR] * squares_to_wanted(t, s, e, t.vip_city[card - FIRST_VIP] + 0)
    squares = squares_to_wanted(t, s, e, t.air_route[card, 0] + 0)
    return p[P.DETOUR] * (squares + squares_to_wanted(t, s, e, t.air_route[card, 1] + 0))


@kernel
def squares_to_wanted(t: Tables, s: State, e: Evaluation, city: int) -> int:
    """Squares from a city to the nearest one to which the seat wants to go anyway: a Hub, the end of an objective."""
    squares, nearest = t.distance[e.board, city], FAR + 0
    for k in range(HUBS):
        if (e.done >> np.int64(k)) & 1 == 0 and squares[e.hub_city[k]] >= 0:
            nearest = min(nearest, int(squares[e.hub_city[k]]))
    for k in range(e.cards):
        for end in range(2):
            to = t.air_route[e.card[k], end]
            if (e.done >> np.int64(CARD_BIT + 2 * k + end)) & 1 == 0 and squares[to] >= 0:
                nearest = min(nearest, int(squares[to]))
    for vip in range(VIPS):
        if e.vip[vip] > 0.0 and squares[t.vip_city[vip]] >= 0:
            nearest = min(nearest, int(squares[t.vip_city[vip]]))
    return nearest


@kernel
def worth_of_objective(t: Tables, s: State, p: Params, e: Evaluation, card: int) -> float:
    """What an Objective card is worth, and what it may cost at the end; the more cards there are, the less."""
    glory = float(t.objective_glory[card])
    crowd = p[P.HELD] * objectives_held(s, s.seat)
    if card >= FIRST_DIPLOMACY:
        return worth_of_diplomacy(t, s, p, e, card - FIRST_DIPLOMACY) - crowd
    squares = squares_of_objective(t, s, e, card)
    if squares < 0:
        return -glory
    in_time = e.in_time[min(FAR - 1, squares + int(p[P.BOOKED] * e.booked))]
    squares = min(squares, int(detour_of_objective(t, s, p, e, card)))
    brings = min(e.near[squares], in_time) * (glory + t.objective_money[card] * e.money)
    return brings - glory * (1.0 - in_time) - crowd


@kernel
def worth_of_diplomacy(t: Tables, s: State, p: Params, e: Evaluation, card: int) -> float:
    """Bags of the nation that are aboard, or lie open, bring glory; without time for one it is lost."""
    bag, bags = Load.SOVIET_BAG + t.diplomacy_nation[card], 0.0
    for place in range(LOAD_RIVER):
        bags += 0.5 * (s.load_river[place] == bag)
    bags += s.aboard[s.seat, bag]
    chance = min(1.0, e.later / 10.0) * min(1.0, 0.5 + 0.5 * bags)
    points = float(t.diplomacy_scale[card, 0])
    return chance * (points + p[P.DIPLOMACY] * bags) - (1.0 - chance) * points


@kernel
def best_objective(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The Objective card that is worth most, or the top of the deck: `(action, worth)`."""
    best, most = -1, IMPOSSIBLE
    for place in range(OBJECTIVE_RIVER):
        if mask[Action.OBJECTIVE + place] != 0:
            worth = worth_of_objective(t, s, p, e, s.objective_river[place] + 0)
            if worth > most:
                best, most = Action.OBJECTIVE + place, worth
    if mask[Action.DECK] != 0:
        worth = worth_of_deck(s, p, e)
        if worth > most:
            best, most = Action.DECK + 0, worth
    return best, most


@kernel
def worth_of_deck(s: State, p: Params, e: Evaluation) -> float:
    """An unknown Objective card: good while there is time."""
    time = min(1.0, e.later / 8.0)
    return p[P.DECK] * time - 3.0 * (1.0 - time) - p[P.HELD] * objectives_held(s, s.seat)
