"""The novice: rules of thumb. Claims whoever it can, places airports where the flight is likely, buys the cheapest."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest
from ....envs._core.bots import Bot
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import DISPLAY, HOMES, TILE_KINDS, Region
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import has
from ....envs.aeroplanes.rules.connections import connected
from ....envs.aeroplanes.state import Options, Phase, State
from ....envs.aeroplanes.tables import Tables
from .connection_odds import best_connection
from .features import PLACES, Mask, Params, claimable_seats, free_seats, tile_at
from .plain_choices import first_legal, plain_choice, tightest_load


class P(IntEnum):
    """Where each number stands."""

    LIKELY = 0
    """Chance from which a flight is tried."""
    EMPTY = 1
    """Free seats up to which it buys."""
    AWAY = 2
    """How much it likes to leave Europe."""


PARAMS = np.array([0.6, 4.0, 0.3])


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
    """Play by rules of thumb."""
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, params)
    if s.phase == Phase.HOME:
        return dearest_home(t, mask)
    if s.phase == Phase.PLACING:
        tile = likely_tile(t, o, s, mask, params)
        return tile if tile >= 0 else Action.FINISH + 0
    if s.phase == Phase.DESTINATION:
        return likeliest_city(t, o, s, mask, params)
    if s.phase == Phase.ROUTE:
        return best_connection(t, o, s, s.destination, s.kind % 2).action
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask)
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    return choose_help(t, o, s, mask)


@kernel
def choose_help(t: Tables, o: Options, s: State, mask: Mask) -> int:
    """Use up whatever helps."""
    if s.phase == Phase.ROLLED:
        return Action.KEEP
    if s.phase == Phase.SHORT:
        helps = first_legal(mask, Action.PILOT, 2)
        return helps if helps >= 0 else Action.GIVE_UP + 0
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """Claim, else place, else buy while few seats are free or passengers wait, else take a subsidy."""
    action = best_claim(t, s, mask)
    if action != Action.FINISH:
        return action
    action = likely_tile(t, o, s, mask, p)
    if action >= 0:
        return action
    if free_seats(s, s.seat) <= p[P.EMPTY] or claimable_seats(t, s, s.seat) > 0:
        return cheapest_card(t, s, mask)
    return Action.SUBSIDY


@kernel
def dearest_home(t: Tables, mask: Mask) -> int:
    """The home with the largest income."""
    best, most = Action.HOME + 0, -99
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0 and t.home_income[home] > most:
            best, most = Action.HOME + home, t.home_income[home]
    return best


@kernel
def cheapest_card(t: Tables, s: State, mask: Mask) -> int:
    """The card with the lowest price, or a subsidy if none can be paid for."""
    best, least = Action.SUBSIDY + 0, 9_999
    for place in range(DISPLAY):
        if mask[Action.BUY + place] != 0 and price(t, s, place) < least:
            best, least = Action.BUY + place, price(t, s, place)
    return best


@kernel
def best_claim(t: Tables, s: State, mask: Mask) -> int:
    """The passenger with the most points, then seats; FINISH if there is none."""
    best, most = Action.FINISH + 0, -1
    for place in range(PLACES):
        if mask[Action.CLAIM + place] != 0:
            tile = tile_at(s, place)
            value = 10 * t.passenger_points[tile] + t.passenger_seats[tile]
            if value > most:
                best, most = Action.CLAIM + place, value
    return best


@kernel
def likely_tile(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """A tile with a destination that is likely to be reached, −1 if there is none."""
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0 and likeliest_of_kind(t, o, s, kind, p) >= p[P.LIKELY]:
            return Action.TILE + kind
    return -1


@kernel
def likeliest_of_kind(t: Tables, o: Options, s: State, kind: int, p: Params) -> float:
    """How good the best empty space for a kind of tile is."""
    best = 0.0
    cities = s.open & ~s.network[s.seat] & connected(t, s, s.seat, kind % 2)
    while cities != 0:
        best = max(best, liking(t, o, s, lowest(cities), kind, p))
        cities &= cities - 1
    return best


@kernel
def liking(t: Tables, o: Options, s: State, city: int, kind: int, p: Params) -> float:
    """Chance of reaching a city, and a little for leaving Europe."""
    connection = best_connection(t, o, s, city, kind % 2)
    if connection.action < 0:
        return 0.0
    return connection.odds + (p[P.AWAY] if t.region[city] != Region.EUROPE else 0.0)


@kernel
def likeliest_city(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """The destination that is reached most likely, empty spaces first."""
    best, most = -1, -1.0
    for city in range(t.cities):
        if mask[Action.TO + city] != 0:
            value = 0.0
            if has(s.open & ~s.network[s.seat], city):
                value = liking(t, o, s, city, s.kind, p)
            if value > most:
                best, most = Action.TO + city, value
    return best


NOVICE = Bot("novice", choose, PARAMS, doc="rules of thumb; claims, places where it is easy, buys the cheapest")
