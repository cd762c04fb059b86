"""What all bots look at in a position: legal actions, what a landing earns, how long the game still lasts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest, size
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import (
    FIRST_VIP,
    HUBS,
    LOADS,
    NEIGHBOURS,
    NONE,
    Load,
)
from ....envs.air_postal.rules.common import ALL_VIPS, ONE, flies_on, last_round
from ....envs.air_postal.rules.landing import loads_to_deliver
from ....envs.air_postal.rules.scoring import at_stake
from ....envs.air_postal.state import Options, State
from ....envs.air_postal.tables import Tables

Mask = NDArray[np.uint8]
"""Which actions are legal, uint8 [actions]."""

Params = NDArray[np.float64]
"""The numbers of a bot, float64 [any]."""

SOMETHING = 2.0
"""Glory that may always come from somewhere, beside Hubs and objectives."""

AT_LEAST = 0.5
"""Rounds that it takes to earn anything."""

PREPARES = 2.5
"""Rounds more, at most, for whoever has no glory within range: another objective is taken then."""

ROUNDS_FOR_RANGE = 2.0
"""Rounds in which a range is flown: every other one is spent on the ground."""

FAR_AWAY = 99
"""Squares to what there is not."""

IMPOSSIBLE = -1e9
"""Worth of what cannot be done."""


@kernel
def first_legal(mask: Mask, start: int, count: int) -> int:
    """The first legal one of a range of actions, −1 if there is none."""
    for action in range(start, start + count):
        if mask[action] != 0:
            return action
    return -1


@kernel
def last_legal(mask: Mask, start: int, count: int) -> int:
    """The last legal one of a range of actions, −1 if there is none."""
    for action in range(start + count - 1, start - 1, -1):
        if mask[action] != 0:
            return action
    return -1


@kernel
def objectives_held(s: State, seat: int) -> int:
    """Unfulfilled Objective cards of a seat."""
    return size(s.held[seat, 0]) + size(s.held[seat, 1])


@kernel
def hub_at(s: State, seat: int, city: int) -> int:
    """The Hub in a city that a seat has not reached, −1: there is none."""
    for k in range(HUBS):
        if s.hub[k] == city and (s.hubs_reached[seat] >> k) & 1 == 0:
            return k
    return -1


@kernel
def routes_done_by_landing(t: Tables, s: State, seat: int, city: int) -> int:
    """Air Routes of a seat that are achieved by landing in a city, as a set."""
    first, second = t.routes_of_city[city, 0] & s.marked[1], t.routes_of_city[city, 1] & s.marked[0]
    return s.held[seat, 0] & (first | second)


@kernel
def earned_by_landing(t: Tables, s: State, route: int, city: int) -> tuple[float, float]:
    """What the seat to decide earns by landing in a city and by the best delivery there: `(glory, money)`."""
    seat = s.seat
    glory, money = 0.0, 0.0
    first = t.great_first_of[route]
    if first != NONE and s.great_first[first] == NONE:
        glory += float(t.great_first_glory[first])
    if hub_at(s, seat, city) >= 0:
        glory += float(t.city_glory[city])
    done = routes_done_by_landing(t, s, seat, city)
    while done != 0:
        glory += float(t.objective_glory[lowest(done)])
        money += float(t.objective_money[lowest(done)])
        done &= done - ONE
    vips = s.held[seat, 1] & ALL_VIPS & t.vips_of_city[city]
    if s.aboard[seat, Load.PRIORITY_LETTER] > 0:
        return glory, money + float(t.load_money[Load.PRIORITY_LETTER])
    if vips != 0:
        card = FIRST_VIP + lowest(vips)
        return glory + float(t.objective_glory[card]), money + float(t.objective_money[card])
    return glory, money + dearest_load(t, loads_to_deliver(t, s, seat, city))


@kernel
def dearest_load(t: Tables, kinds: int) -> float:
    """Money for the Load of a set that pays most."""
    most = 0.0
    for load in range(LOADS):
        if (kinds >> load) & 1:
            most = max(most, float(t.load_money[load]))
    return most


@kernel
def rounds_left(t: Tables, o: Options, s: State) -> float:
    """How many rounds will be played after this one, as far as the score track tells."""
    if o.players == 1:
        return float(t.path_length[s.setup, max(0, s.solo_pilot)]) - s.solo_at - 1.0
    if s.last_round:
        return 0.0
    rounds = float(last_round(t, o, s)) - s.round_number
    if t.threshold[o.players] > 0:
        for seat in range(o.players):
            rounds = min(rounds, rounds_to_threshold(t, o, s, seat))
    return max(0.0, rounds)


@kernel
def rounds_to_threshold(t: Tables, o: Options, s: State, seat: int) -> float:
    """Rounds until a seat triggers the end at the pace that it has had; slower where little is left for it to earn."""
    has = float(s.glory[seat])
    needs = max(0.0, t.threshold[o.players] - has)
    in_sight = SOMETHING + float(at_stake(t, s, seat))
    for k in range(HUBS):
        if s.hub[k] != NONE and (s.hubs_reached[seat] >> k) & 1 == 0:
            in_sight += float(t.city_glory[s.hub[k]])
    pace = (has + 4.0) / (s.round_number + 3.0) * min(1.0, in_sight / max(1.0, 1.5 * needs))
    return AT_LEAST + needs / max(0.5, pace) + rounds_to_glory(t, s, seat)


@kernel
def rounds_to_glory(t: Tables, s: State, seat: int) -> float:
    """Rounds more that it takes a seat to get to the nearest Hub or the end of an objective, if it is far."""
    if s.aircraft[seat] == NONE:
        return PREPARES
    squares, reach = t.distance[flies_on(t, s), s.city[seat]], t.range[s.aircraft[seat]]
    nearest = FAR_AWAY + 0
    for k in range(HUBS):
        if s.hub[k] != NONE and (s.hubs_reached[seat] >> k) & 1 == 0 and squares[s.hub[k]] > 0:
            nearest = min(nearest, int(squares[s.hub[k]]))
    if nearest <= reach:
        return 0.0  # nothing that is nearer still makes a difference
    left = s.held[seat, 0] + 0
    while left != 0:
        nearest = min(nearest, squares_of_route(t, s, seat, lowest(left)))
        left &= left - ONE
    vips = s.held[seat, 1] & ALL_VIPS
    while vips != 0:
        nearest = min(nearest, squares_to_land(t, flies_on(t, s), s.city[seat] + 0, int(t.vip_city[lowest(vips)])))
        vips &= vips - ONE
    return min(PREPARES, max(0.0, ROUNDS_FOR_RANGE * (nearest / float(reach) - 1.0)))


@kernel
def squares_to_land(t: Tables, board: int, here: int, city: int) -> int:
    """Squares until an aircraft lands in a city; if it stands there, it has to leave and to come back."""
    if here != city:
        return int(t.distance[board, here, city])
    nearest = FAR_AWAY + 0
    for k in range(NEIGHBOURS):
        if t.neighbour[board, city, k] != NONE:
            nearest = min(nearest, 2 * int(t.distance[board, city, t.neighbour[board, city, k]]))
    return nearest


@kernel
def squares_of_route(t: Tables, s: State, seat: int, card: int) -> int:
    """Squares until a seat achieves an Air Route that it holds."""
    squares = t.distance[flies_on(t, s), s.city[seat]]
    first, second = t.air_route[card, 0], t.air_route[card, 1]
    if (s.marked[0] >> np.int64(card)) & 1:
        return int(squares[second])
    if (s.marked[1] >> np.int64(card)) & 1:
        return int(squares[first])
    return min(int(squares[first]), int(squares[second])) + int(t.distance[flies_on(t, s), first, second])
