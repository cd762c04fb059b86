"""The novice: rules of thumb. Claims whoever it can, places airports where the flight is likely, buys the cheapest."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....envs._core.bots import Bot
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import DISPLAY, HOMES, TILE_KINDS, Region
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import has, opponents_at
from ....envs.aeroplanes.state import Phase
from .features import (
    PLACES,
    claimable_seats,
    first_legal,
    free_seats,
    plain_choice,
    tightest_load,
    tile_at,
)
from .flights import best_way

LIKELY, EMPTY, AWAY = 0, 1, 2

PARAMS = np.array([0.6, 4.0, 0.3])
"""Chance from which a flight is tried; free seats up to which it buys; how much it likes to leave Europe."""


@kernel
def choose(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Play by rules of thumb."""
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, params)
    if s.phase == Phase.HOME:
        return dearest_home(t, mask)
    if s.phase == Phase.PLACING:
        tile = likely_tile(t, o, s, mask, params)
        return tile if tile >= 0 else Action.FINISH + 0
    if s.phase == Phase.DESTINATION:
        return likeliest_city(t, o, s, mask, params)[0]
    if s.phase == Phase.ROUTE:
        return best_way(t, o, s, s.destination, s.kind % 2, opponents_at(o, s, s.seat))[0]
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask)
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    return choose_help(t, o, s, mask)


@kernel
def choose_help(t: Any, o: Any, s: Any, mask: Any) -> int:
    """Use up whatever helps."""
    if s.phase == Phase.ROLLED:
        return Action.KEEP
    if s.phase == Phase.SHORT:
        helps = first_legal(mask, Action.PILOT, 2)
        return helps if helps >= 0 else Action.GIVE_UP + 0
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Any, o: Any, s: Any, mask: Any, p: Any) -> int:
    """Claim, else place, else buy while few seats are free or passengers wait, else take a subsidy."""
    action = best_claim(t, s, mask)
    if action != Action.FINISH:
        return action
    action = likely_tile(t, o, s, mask, p)
    if action >= 0:
        return action
    if free_seats(s, s.seat) <= p[EMPTY] or claimable_seats(t, s, s.seat) > 0:
        return cheapest_card(t, s, mask)
    return Action.SUBSIDY


@kernel
def dearest_home(t: Any, mask: Any) -> int:
    """The home with the largest income."""
    best, most = Action.HOME + 0, -99
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0 and t.home_income[home] > most:
            best, most = Action.HOME + home, t.home_income[home]
    return best


@kernel
def cheapest_card(t: Any, s: Any, mask: Any) -> int:
    """The card with the lowest price, or a subsidy if none can be paid for."""
    best, least = Action.SUBSIDY + 0, 9_999
    for place in range(DISPLAY):
        if mask[Action.BUY + place] != 0 and price(t, s, place) < least:
            best, least = Action.BUY + place, price(t, s, place)
    return best


@kernel
def best_claim(t: Any, s: Any, mask: Any) -> int:
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
def likely_tile(t: Any, o: Any, s: Any, mask: Any, p: Any) -> int:
    """A tile with a destination that is likely to be reached, −1 if there is none."""
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0 and likeliest_of_kind(t, o, s, kind, p) >= p[LIKELY]:
            return Action.TILE + kind
    return -1


@kernel
def likeliest_of_kind(t: Any, o: Any, s: Any, kind: int, p: Any) -> float:
    """How good the best empty space for a kind of tile is."""
    best = 0.0
    helped = opponents_at(o, s, s.seat)
    for city in range(t.cities):
        if has(s.open & ~s.network[s.seat], city):
            best = max(best, liking(t, o, s, city, kind, helped, p))
    return best


@kernel
def liking(t: Any, o: Any, s: Any, city: int, kind: int, helped: Any, p: Any) -> float:
    """Chance of reaching a city, and a little for leaving Europe."""
    action, odds, _, _ = best_way(t, o, s, city, kind % 2, helped)
    if action < 0:
        return 0.0
    return odds + (p[AWAY] if t.region[city] != Region.EUROPE else 0.0)


@kernel
def likeliest_city(t: Any, o: Any, s: Any, mask: Any, p: Any) -> tuple[int, float]:
    """The destination that is reached most likely, empty spaces first."""
    best, most = -1, -1.0
    helped = opponents_at(o, s, s.seat)
    for city in range(t.cities):
        if mask[Action.TO + city] != 0:
            value = 0.0
            if has(s.open & ~s.network[s.seat], city):
                value = liking(t, o, s, city, s.kind, helped, p)
            if value > most:
                best, most = Action.TO + city, value
    return best, most


NOVICE = Bot("novice", choose, PARAMS, doc="rules of thumb; claims, places where it is easy, buys the cheapest")
