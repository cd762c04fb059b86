"""The expert's flights of a turn: a search through all journeys within range, fuel and endurance.

A journey is worth what its stopovers earn and what is still to be had from its end on. It counts with mean fuel and
endurance after each flight, and with the chance that the flight arrives; after every landing all is thought anew.
"""

from __future__ import annotations

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import (
    FIRST_VIP,
    GREAT_FIRSTS,
    HUBS,
    LOADS,
    NEIGHBOURS,
    NONE,
    VIPS,
    Equipment,
    Load,
)
from ....envs.air_postal.rules.common import ALL_VIPS, ONE, has_card
from ....envs.air_postal.rules.interruptions import crashes_on
from ....envs.air_postal.state import Options, State
from ....envs.air_postal.tables import Tables
from .ending import worth_of_end
from .evaluation import chance_of, look_at_route, squares_to_deliver
from .evaluation_record import CARD_BIT, DEPTH, FAR, FIRST_BIT, VIP_BIT, Evaluation
from .expert_params import P
from .features import Params, squares_to_land

MOST_FLIGHTS = 500
"""Flights that are thought of in one search."""

HOPELESS = 0.3
"""Chance below which a flight is not thought of."""


@kernel
def near(e: Evaluation, squares: int) -> float:
    """Share that a thing is worth which is so many squares away; −1: there is no way."""
    return 0.0 if squares < 0 else e.near[min(squares, FAR - 1)]


@kernel
def prospects(t: Tables, p: Params, e: Evaluation, city: int, done: int, depth: int) -> float:
    """What is still to be had from a city on: all that is near, and less the farther it is away."""
    worth = prospects_of_objectives(t, e, city, done)
    squares = t.distance[e.board, city]
    for k in range(HUBS):
        if (done >> np.int64(k)) & 1 == 0:
            worth += e.hub[k] * near(e, squares[e.hub_city[k]])
    for k in range(GREAT_FIRSTS):
        if (done >> np.int64(FIRST_BIT + k)) & 1 == 0:
            route = t.great_first_route[k]
            start = min(squares[t.route_city[route, 0]], squares[t.route_city[route, 1]])
            if start >= 0:
                worth += e.first[k] * e.first_chance[k] * near(e, start + int(t.route_length[route]))
    for load in range(LOADS):
        if e.aboard[depth, load] > 0 and e.load[load] > 0.0:
            share = near(e, squares_to_deliver(t, e, load, city))
            worth += p[P.LOAD] * e.load[load] * e.aboard[depth, load] * share
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
    for vip in range(VIPS):
        if e.vip[vip] > 0.0 and (done >> np.int64(VIP_BIT + vip)) & 1 == 0:
            worth += e.vip[vip] * near(e, squares_to_land(t, e.board, city, t.vip_city[vip] + 0))
    return worth


@kernel
def landing(t: Tables, s: State, e: Evaluation, route: int, city: int, done: int, depth: int) -> tuple[float, int]:
    """What a landing earns, and what has been done after it; Loads aboard after it are filled in."""
    worth = 0.0
    first = t.great_first_of[route]
    if first != NONE and (done >> np.int64(FIRST_BIT + first)) & 1 == 0:
        worth += float(e.first[first])
        done |= ONE << np.int64(FIRST_BIT + first)
    for k in range(HUBS):
        if e.hub_city[k] == city and (done >> np.int64(k)) & 1 == 0:
            worth += float(e.hub[k])
            done |= ONE << np.int64(k)
    for k in range(e.cards):
        place = np.int64(CARD_BIT + 2 * k)
        before = (done >> place) & 3
        for end in range(2):
            if t.air_route[e.card[k], end] == city:
                done |= ONE << np.int64(place + end)
        if before != 3 and (done >> place) & 3 == 3:
            worth += float(e.card_worth[k])
    for load in range(LOADS):
        e.aboard[depth + 1, load] = e.aboard[depth, load]
    earned, done = delivery(t, s, e, city, done, depth + 1, False)
    if earned > 0.0 and has_card(s, s.seat, Equipment.CARGO_DOOR + 0):
        more, done = delivery(t, s, e, city, done, depth + 1, True)
        earned += more
    return worth + earned, done


@kernel
def delivery(
    t: Tables, s: State, e: Evaluation, city: int, done: int, depth: int, cargo_only: bool
) -> tuple[float, int]:
    """The best delivery in a city; a Priority Letter goes first."""
    best, most = -1, 0.0
    for load in range(LOADS):
        if e.aboard[depth, load] > 0 and (t.accepts[city] >> load) & 1 and e.load[load] > most:
            best, most = load, float(e.load[load])
    if e.aboard[depth, Load.PRIORITY_LETTER] > 0:
        best, most = Load.PRIORITY_LETTER + 0, float(e.load[Load.PRIORITY_LETTER])
    elif not cargo_only:
        for vip in range(VIPS):
            if e.vip[vip] > most and t.vip_city[vip] == city and (done >> np.int64(VIP_BIT + vip)) & 1 == 0:
                best, most = FIRST_VIP + vip, float(e.vip[vip])
    if best >= FIRST_VIP:
        done |= ONE << np.int64(VIP_BIT + best - FIRST_VIP)
    elif best >= 0:
        e.aboard[depth, best] -= 1
    return most, done


@kernel
def chance_to_land(
    t: Tables, s: State, e: Evaluation, route: int, city: int, fuel: float, endurance: float, left: int, depth: int
) -> float:
    """The chance that a flight arrives; 0 if it is too long, hopeless, or the journey has been in the city already.

    It comes back to where it began for a VIP who wants to go there.
    """
    possible = t.route_length[route] <= left
    for k in range(depth + 1):
        wanted = k == 0 and (s.held[s.seat, 1] & ALL_VIPS & t.vips_of_city[city]) != 0
        possible &= e.was_in[k] != city or wanted
    if not possible:
        return 0.0
    look_at_route(t, s, e, route)
    chance = chance_of(t, e, route, fuel, endurance)
    return 0.0 if chance < HOPELESS else chance


@kernel
def best_journey(
    t: Tables,
    o: Options,
    s: State,
    p: Params,
    e: Evaluation,
    fuel: float,
    endurance: float,
    left: int,
    done: int,
    depth: int,
) -> float:
    """The worth of the best journey from `e.was_in[depth]` on; at depth 0, `e.city` is where it goes first."""
    city = e.was_in[depth]
    here = prospects(t, p, e, city, done, depth)
    best = here + fuel * e.fuel + worth_of_end(t, p, e, done)
    if depth == 0:
        e.city = NONE
        e.nodes = 0
    if depth == DEPTH or fuel < 1.0 or e.nodes > MOST_FLIGHTS:
        return best
    for k in range(NEIGHBOURS):
        to = t.neighbour[e.board, city, k]
        if to == NONE:
            break
        route = t.route_to[e.board, city, to]
        chance = chance_to_land(t, s, e, route, to, fuel, endurance, left, depth)
        if chance == 0.0:
            continue
        e.nodes += 1
        lost = e.crash if crashes_on(t, o, s, route) else e.incident
        earned, now_done = landing(t, s, e, route, to, done, depth)
        e.was_in[depth + 1] = to
        rest, tired = max(0.0, fuel - float(e.spends[route])), max(0.0, endurance - float(e.tires[route]))
        beyond = best_journey(t, o, s, p, e, rest, tired, left - int(t.route_length[route]), now_done, depth + 1)
        worth = chance * (earned + beyond) + (1.0 - chance) * (here - lost)
        if worth > best:
            best = worth
            if depth == 0:
                e.city = to
    return best
