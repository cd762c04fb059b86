"""The expert's look at a position: what money, Hubs, objectives and Loads are worth, and what routes cost."""

from __future__ import annotations

import math

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import (
    FIRST_VIP,
    GREAT_FIRSTS,
    HUBS,
    LOADS,
    NATIONS,
    NONE,
    Category,
    Load,
)
from ....envs.air_postal.rules.common import (
    ALL_VIPS,
    ONE,
    flies_on,
    last_round,
    loads_aboard,
    max_fuel,
    range_of,
)
from ....envs.air_postal.rules.interruptions import crashes_on
from ....envs.air_postal.rules.landing import has_diplomacy
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .ending import look_at_end
from .evaluation_record import CARD_BIT, CARDS, FAR, LOAD_BITS, Evaluation
from .expert_params import P
from .features import AT_LEAST, Params, rounds_left, rounds_to_glory
from .odds import chance_with, help_aboard

FULL = 80.0
"""Money in $1,000, fuel included, above which it is no more worth than usual."""

LATE = 10.0
"""Rounds to come from which money is worth no more."""

FOUND = 0.4
"""How often Customs find a Smuggling Case, at least, that is not aboard yet."""

SOON = 5.0
"""Rounds to come below which objectives may stay unfulfilled."""


@kernel
def evaluate(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Fill in what the seat to decide weighs; `e` is zeroed. It has an aircraft."""
    seat = s.seat
    e.board = flies_on(t, s)
    e.later = min(rounds_left(t, o, s), rounds_at_pace(t, o, s, p))
    e.money = worth_of_money(t, p, float(s.money[seat] + t.fuel_price * s.fuel[seat]), e.later)
    e.purse = float(s.money[seat])
    e.price = t.fuel_price * e.money
    e.fuel = p[P.FUEL] * e.price if e.later >= 0.5 else 0.0
    e.range = range_of(t, s, seat)
    e.max_fuel = max_fuel(t, s, seat)
    for d in range(FAR):
        e.in_time[d] = in_time(p, e, float(d))
        if e.in_time[d] == 0.0:
            break  # nor is anything that is farther away
        e.near[d] = p[P.PROSPECTS] * e.in_time[d] * math.exp(-max(2, d) / (e.range * max(0.2, p[P.REACH])))
    look_at_hubs(t, s, e)
    look_at_objectives(t, s, p, e)
    look_at_loads(t, s, p, e)
    look_at_end(t, o, s, p, e)
    if thinks_of_flights(s):
        look_at_risks(t, s, p, e)
        look_at_firsts(t, o, s, p, e)


@kernel
def thinks_of_flights(s: State) -> bool:
    """Whether flights matter to what is to be decided."""
    before = s.phase == Phase.PLACING or s.phase == Phase.BASIC_ACTION or s.phase == Phase.PREFLIGHT
    return before or s.phase == Phase.FLYING or s.phase == Phase.DELIVERY


@kernel
def rounds_at_pace(t: Tables, o: Options, s: State, p: Params) -> float:
    """Rounds until somebody triggers the end if all fly from now on, whatever they have done so far."""
    rounds = float(last_round(t, o, s))
    if o.players > 1 and t.threshold[o.players] > 0:
        for seat in range(o.players):
            needs = max(0.0, float(t.threshold[o.players]) - s.glory[seat])
            rounds = min(rounds, AT_LEAST + rounds_to_glory(t, s, seat) + needs / max(0.1, p[P.PACE]))
    return rounds


@kernel
def worth_of_money(t: Tables, p: Params, has: float, later: float) -> float:
    """Glory that $1,000 are worth to whoever has so much in money and fuel.

    It buys fuel and aircraft first, and points at the end; idle money buys nothing.
    """
    idle = min(1.0, max(0.0, (has - FULL) / max(1.0, 100.0 * p[P.MONEY_RICH] - FULL)))
    usual = 1.0 / t.glory_unit + 0.01 * p[P.MONEY] * min(1.0, later / LATE) * (1.0 - idle)
    poor = max(0.0, 1.0 - has / FULL)
    return usual * (1.0 + p[P.MONEY_POOR] * poor * min(1.0, later))


@kernel
def in_time(p: Params, e: Evaluation, squares: float) -> float:
    """A rough chance that so many squares will be flown before the game ends."""
    flown = e.range * p[P.FLY_SHARE] * e.later
    return 0.0 if e.later < 0.5 else min(1.0, max(0.0, (flown - squares) / e.range + 0.5))


@kernel
def look_at_risks(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """What interruptions lose: an incident the level in glory, a crash aircraft and cards, but for its fame."""
    seat = s.seat
    level = float(t.level[s.aircraft[seat]])
    e.incident = min(level, float(s.glory[seat])) + p[P.INCIDENT]
    fame = 0.0
    if s.lost_pilots < t.famous_crashes:
        fame = float(t.crash_glory[1 if (s.held[seat, 1] & ALL_VIPS) != 0 else 0])
    lost = 0.0
    left = np.int64(s.equipment[seat])
    while left != 0:
        lost += t.equipment_price[lowest(left)] * e.money
        left &= left - 1
    new_level = max(3.0, level - 1.0)
    e.crash = max(0.5, lost + (level - new_level) * (1.0 + 0.3 * e.later) - fame + p[P.CRASH])


@kernel
def look_at_hubs(t: Tables, s: State, e: Evaluation) -> None:
    """A Hub brings glory or money, whichever is worth more."""
    for k in range(HUBS):
        city = s.hub[k]
        e.hub_city[k] = city
        if city != NONE and (s.hubs_reached[s.seat] >> k) & 1 == 0:
            e.hub[k] = max(float(t.city_glory[city]), t.city_money[city] * e.money)
            e.marks[city] |= ONE << k
        else:
            e.done |= ONE << k


@kernel
def worth_of_card(t: Tables, p: Params, e: Evaluation, card: int) -> float:
    """An objective that is achieved: its glory, which would be lost if time runs out, and its money."""
    unfulfilled = p[P.UNFULFILLED] + p[P.URGENT] * max(0.0, 1.0 - e.later / SOON)
    return t.objective_glory[card] * (1.0 + unfulfilled) + t.objective_money[card] * e.money


@kernel
def look_at_objectives(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """The Air Routes and VIPs of the seat."""
    left = s.held[s.seat, 0] + 0
    while left != 0 and e.cards < CARDS:
        card = lowest(left)
        place = e.cards
        e.card[place] = card
        e.card_worth[place] = worth_of_card(t, p, e, card)
        e.booked += t.distance[e.board, t.air_route[card, 0], t.air_route[card, 1]]
        for end in range(2):
            mark = ONE << np.int64(CARD_BIT + 2 * place + end)
            e.marks[t.air_route[card, end]] |= mark
            if (s.marked[end] >> np.int64(card)) & 1:
                e.done |= mark
        e.cards += 1
        left &= left - ONE
    e.vips = s.held[s.seat, 1] & ALL_VIPS
    vips = e.vips
    while vips != 0:
        vip: int = lowest(vips)
        e.vip[vip] = worth_of_card(t, p, e, FIRST_VIP + vip)
        e.booked += t.distance[e.board, s.city[s.seat], t.vip_city[vip]]
        vips &= vips - ONE


@kernel
def look_at_loads(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """What deliveries bring: money, glory for bags on a Diplomacy card, and what a Fuel Can saves."""
    seat = s.seat
    for load in range(LOADS):
        e.load[load] = t.load_money[load] * e.money
        e.loads += int(s.aboard[seat, load]) << (LOAD_BITS * load)
    for nation in range(NATIONS):
        if has_diplomacy(t, s, nation):
            step = min(int(s.bags[seat, nation]), t.diplomacy_scale.shape[1] - 1)
            points = float(t.diplomacy_scale[t.diplomacy_of[nation], step])
            # The first bag also keeps the card from counting against the seat.
            lost = p[P.UNFULFILLED] + p[P.URGENT] * max(0.0, 1.0 - e.later / SOON) if step == 0 else 0.0
            e.load[Load.SOVIET_BAG + nation] += points * (1.0 + lost)
    cases = s.aboard[seat, Load.SMUGGLING_CASE]
    # Customs always find a Case that is alone aboard, as it must be where there is one place for it and none for PAX.
    places = t.load_value[s.aircraft[seat], Category.CARGO] + t.load_value[s.aircraft[seat], Category.PAX]
    found = cases / max(1.0, float(loads_aboard(s, seat))) if cases > 0 else max(FOUND, 1.0 / max(1.0, float(places)))
    e.load[Load.SMUGGLING_CASE] = (1.0 - found) * e.load[Load.SMUGGLING_CASE] - found * t.fine * e.money
    e.load[Load.FUEL_CAN] = 0.0
    for load in range(LOADS):
        e.load_ahead[load] = p[P.LOAD] * e.load[load]


@kernel
def look_at_firsts(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Great Firsts that nobody has, on this side of the board and within the range."""
    for k in range(GREAT_FIRSTS):
        route = t.great_first_route[k]
        if s.great_first[k] != NONE or not t.route_on[e.board, route] or t.route_length[route] > e.range:
            e.done |= ONE << np.int64(HUBS + k)
            continue
        look_at_route(t, o, s, e, route)
        e.first[k] = float(t.great_first_glory[k])
        chance = chance_of(t, e, route, float(e.max_fuel), float(t.max_endurance[s.pilot[s.seat]]))
        e.first_ahead[k] = e.first[k] * (p[P.FIRST] * chance * chance)


@kernel
def look_at_route(t: Tables, o: Options, s: State, e: Evaluation, route: int) -> None:
    """What the dice of a route cost, with the cards aboard, and what an interruption does."""
    if e.known[route]:
        return
    e.known[route] = 1
    fuel, endurance, once_fuel, once_endurance = help_aboard(t, s, s.seat, route)
    e.spends[route] = t.route_fuel[route] - fuel
    e.tires[route] = t.route_endurance[route] - endurance
    e.saves_fuel[route] = fuel + once_fuel
    e.saves_endurance[route] = endurance + once_endurance
    e.loses[route] = e.crash if crashes_on(t, o, s, route) else e.incident


@kernel
def chance_of(t: Tables, e: Evaluation, route: int, fuel: float, endurance: float) -> float:
    """The chance to arrive; the route has been looked at."""
    return chance_with(t, route, fuel + e.saves_fuel[route], endurance + e.saves_endurance[route])


@kernel
def squares_to_deliver(t: Tables, e: Evaluation, load: int, city: int) -> int:
    """Squares from a city to the nearest other one where a Load can be delivered; far more if there is none."""
    return min(FAR - 2, int(t.to_deliver[e.board, city, load]))
