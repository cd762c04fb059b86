"""The expert's flights of a turn: a search through all journeys within range, fuel and endurance.

A journey is worth what its stopovers earn and what is still to be had from its end on. It counts with mean fuel and
endurance after each flight, and with the chance that the flight arrives; after every landing all is thought anew.

Before take-off the amount of fuel is still open. Journeys with more or less of it lead through the same cities, so one
search carries a tank for each amount along; a flight is thought of with those tanks that have enough for it.
"""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import FIRST_VIP, NEIGHBOURS, NONE, Equipment, Load
from ....envs.air_postal.rules.common import ONE, has_card
from ....envs.air_postal.state import Options, State
from ....envs.air_postal.tables import Tables
from .ending import worth_of_end
from .evaluation import look_at_route, squares_to_deliver
from .evaluation_record import (
    ALL_FIRSTS,
    ALL_HUBS,
    CARD_BIT,
    DEPTH,
    FAR,
    FIRST_BIT,
    LOAD_BITS,
    MANY,
    VIP_BIT,
    Evaluation,
)
from .features import IMPOSSIBLE, squares_to_land
from .odds import chance_with

MOST_FLIGHTS = 500
"""Flights that are thought of in one search."""

HOPELESS = 0.3
"""Chance below which a flight is not thought of."""


@kernel
def near(e: Evaluation, squares: int) -> float:
    """Share that a thing is worth which is so many squares away; −1: there is no way."""
    return 0.0 if squares < 0 else e.near[min(squares, FAR - 1)]


@kernel
def count_of(loads: int, load: int) -> int:
    """How many Loads of a kind are aboard."""
    return int((loads >> np.int64(LOAD_BITS * load)) & MANY)


@kernel
def without(loads: int, load: int) -> int:
    """The Loads aboard but for those of a kind."""
    return int(loads & ~(np.int64(MANY) << np.int64(LOAD_BITS * load)))


@kernel
def prospects(t: Tables, e: Evaluation, city: int, done: int, loads: int) -> float:
    """What is still to be had from a city on: all that is near, and less the farther it is away.

    Most journeys through a city have done nothing on their way that changes it, so the last sum is kept.
    """
    if e.seen_done[city] != 1 + done or e.seen_loads[city] != loads:
        worth = prospects_of_objectives(t, e, city, done)
        worth = prospects_of_places(t, e, city, done, worth)
        e.prospects[city] = prospects_of_loads(t, e, city, loads, worth)
        e.seen_done[city] = 1 + done
        e.seen_loads[city] = loads
    return float(e.prospects[city])


@kernel
def prospects_of_places(t: Tables, e: Evaluation, city: int, done: int, worth: float) -> float:
    """A worth and the part of Hubs and Great Firsts: one sum, added up in one order whatever is kept of it."""
    squares, to_first = t.distance[e.board, city], t.to_great_first[e.board, city]
    hubs = ~done & ALL_HUBS
    while hubs != 0:
        k = lowest(hubs)
        worth += float(e.hub[k]) * near(e, squares[e.hub_city[k]])
        hubs &= hubs - ONE
    firsts = (~done >> FIRST_BIT) & ALL_FIRSTS
    while firsts != 0:
        k = lowest(firsts)
        worth += float(e.first_ahead[k]) * near(e, to_first[k])
        firsts &= firsts - ONE
    return worth


@kernel
def prospects_of_loads(t: Tables, e: Evaluation, city: int, loads: int, worth: float) -> float:
    """A worth and the part of Loads aboard."""
    left = loads
    while left != 0:
        load = lowest(left) // LOAD_BITS
        if e.load[load] > 0.0:
            share = near(e, squares_to_deliver(t, e, load, city))
            worth += float(e.load_ahead[load]) * count_of(loads, load) * share
        left = without(left, load)
    return worth


@kernel
def prospects_of_objectives(t: Tables, e: Evaluation, city: int, done: int) -> float:
    """The part of Air Routes and VIPs."""
    worth = 0.0
    squares = t.distance[e.board, city]
    for k in range(e.cards):
        card = e.card[k]
        first, second = t.air_route[card, 0], t.air_route[card, 1]
        marks = (done >> np.int64(CARD_BIT + 2 * k)) & 3
        if marks == 0:
            start = min(int(squares[first]), int(squares[second]))
            worth += e.card_worth[k] * near(e, start + int(t.distance[e.board, first, second]))
        elif marks < 3:
            worth += e.card_worth[k] * near(e, squares[second if marks == 1 else first])
    vips = e.vips & ~(done >> VIP_BIT)
    while vips != 0:
        vip: int = lowest(vips)
        worth += float(e.vip[vip]) * near(e, squares_to_land(t, e.board, city, int(t.vip_city[vip])))
        vips &= vips - ONE
    return worth


@kernel
def landing(t: Tables, s: State, e: Evaluation, route: int, city: int, done: int, loads: int) -> tuple[float, int, int]:
    """What a landing earns, what has been done after it, and the Loads that are aboard then."""
    worth = 0.0
    first = t.great_first_of[route]
    if first != NONE and (done >> np.int64(FIRST_BIT + first)) & 1 == 0:
        worth += float(e.first[first])
        done |= ONE << np.int64(FIRST_BIT + first)
    new = e.marks[city] & ~done
    if new != 0:
        worth = worth_of_marks(e, new, done, worth)
        done |= new
    earned, done, loads = delivery(t, e, city, done, loads, False)
    if earned > 0.0 and has_card(s, s.seat, Equipment.CARGO_DOOR + 0):
        more, done, loads = delivery(t, e, city, done, loads, True)
        earned += more
    return worth + earned, done, loads


@kernel
def worth_of_marks(e: Evaluation, new: int, done: int, worth: float) -> float:
    """A worth and that of Hubs that are new, and of Air Routes that new marks achieve after what was done before."""
    hubs = new & ALL_HUBS
    while hubs != 0:
        worth += float(e.hub[lowest(hubs)])
        hubs &= hubs - ONE
    for k in range(e.cards):
        place = np.int64(CARD_BIT + 2 * k)
        if (done >> place) & 3 != 3 and ((done | new) >> place) & 3 == 3:
            worth += float(e.card_worth[k])
    return worth


@kernel
def delivery(t: Tables, e: Evaluation, city: int, done: int, loads: int, cargo_only: bool) -> tuple[float, int, int]:
    """The best delivery in a city, what has been done and is aboard after it; a Priority Letter goes first."""
    best, most = -1, 0.0
    left = loads
    while left != 0:
        load = lowest(left) // LOAD_BITS
        if (t.accepts[city] >> load) & 1 and e.load[load] > most:
            best, most = load, float(e.load[load])
        left = without(left, load)
    if count_of(loads, Load.PRIORITY_LETTER + 0) > 0:
        best, most = Load.PRIORITY_LETTER + 0, float(e.load[Load.PRIORITY_LETTER])
    elif not cargo_only:
        vips = e.vips & t.vips_of_city[city] & ~(done >> VIP_BIT)
        while vips != 0:
            vip = lowest(vips)
            if e.vip[vip] > most:
                best, most = FIRST_VIP + vip, float(e.vip[vip])
            vips &= vips - ONE
    if best >= FIRST_VIP:
        done |= ONE << np.int64(VIP_BIT + best - FIRST_VIP)
    elif best >= 0:
        loads -= ONE << np.int64(LOAD_BITS * best)
    return most, done, loads


@kernel
def fill_tank(e: Evaluation, k: int, fuel: float) -> None:
    """The k-th tank with which a journey may begin."""
    e.tank[0, k] = k
    e.fuel_left[0, k] = fuel
    e.nodes[k] = 0
    e.goes_to[k] = NONE


@kernel
def think_of_journeys(
    t: Tables, o: Options, s: State, e: Evaluation, tanks: int, endurance: float, left: int, city: int
) -> None:
    """What the best journey from a city is worth with each tank, `e.best[0]`, and where it goes first, `e.goes_to`.

    A journey comes back to where it begins for a VIP who wants to go there, else it goes to new cities only.
    """
    e.passed[city] = (e.vips & t.vips_of_city[city]) == 0
    best_journeys(t, o, s, e, tanks, endurance, left, city, e.done, e.loads, 0)
    e.passed[city] = 0


@kernel
def best_journeys(
    t: Tables,
    o: Options,
    s: State,
    e: Evaluation,
    tanks: int,
    endurance: float,
    left: int,
    city: int,
    done: int,
    loads: int,
    depth: int,
) -> None:
    """The worth of the best journeys from a city on with each of the tanks that have come there, in `e.best[depth]`."""
    here = prospects(t, e, city, done, loads)
    if stay(e, tanks, here, worth_of_end(t, e, done), depth) == 0 or left == 0 or depth == DEPTH:
        return
    neighbours, routes = t.neighbour[e.board, city], t.route_to[e.board, city]
    for k in range(NEIGHBOURS):
        to: int = neighbours[k] + 0
        if to == NONE:
            break
        route: int = routes[to] + 0
        if t.route_length[route] > left or e.passed[to] != 0:
            continue
        look_at_route(t, o, s, e, route)
        possible = take_off(t, e, tanks, endurance, route, depth)
        if possible == 0:
            continue
        earned, now_done, now_loads = landing(t, s, e, route, to, done, loads)
        tired = max(0.0, endurance - float(e.tires[route]))
        e.passed[to] = 1
        best_journeys(
            t, o, s, e, possible, tired, left - int(t.route_length[route]), to, now_done, now_loads, depth + 1
        )
        e.passed[to] = 0
        compare(e, possible, to, earned, here - float(e.loses[route]), depth)


@kernel
def stay(e: Evaluation, tanks: int, here: float, end: float, depth: int) -> int:
    """Worths if the journey ends in a city from where so much is to be had; with how many tanks it can go on."""
    going_on = 0
    for k in range(tanks):
        fuel = float(e.fuel_left[depth, k])
        e.best[depth, k] = here + fuel * e.fuel + end
        if fuel < 1.0 or e.nodes[e.tank[depth, k]] > MOST_FLIGHTS:
            e.fuel_left[depth, k] = IMPOSSIBLE  # no flight is thought of
        else:
            going_on += 1
    return going_on


@kernel
def take_off(t: Tables, e: Evaluation, tanks: int, endurance: float, route: int, depth: int) -> int:
    """With how many of the tanks a flight by a route is not hopeless: they are those after so many flights more."""
    possible, spends = 0, float(e.spends[route])
    saves, endurance = float(e.saves_fuel[route]), endurance + float(e.saves_endurance[route])
    for k in range(tanks):
        fuel = float(e.fuel_left[depth, k])
        chance = chance_with(t, route, fuel + saves, endurance)
        if chance >= HOPELESS:
            e.tank[depth + 1, possible] = e.tank[depth, k]
            e.tank_before[depth + 1, possible] = k
            e.fuel_left[depth + 1, possible] = max(0.0, fuel - spends)
            e.chance[depth + 1, possible] = chance
            e.nodes[e.tank[depth, k]] += 1
            possible += 1
    return possible


@kernel
def compare(e: Evaluation, tanks: int, to: int, earned: float, failed: float, depth: int) -> None:
    """Keep the journeys that go on to a city with a flight that some tanks allow, where they are the best ones."""
    for k in range(tanks):
        before, chance = e.tank_before[depth + 1, k], float(e.chance[depth + 1, k])
        worth = chance * (earned + float(e.best[depth + 1, k])) + (1.0 - chance) * failed
        if worth > e.best[depth, before]:
            e.best[depth, before] = worth
            if depth == 0:
                e.goes_to[before] = to
