"""The chance that a flight arrives: sums of Weather dice, and what cards aboard will save."""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import EXTRA_FUEL, SPENT_ENDURANCE, Effect, Frequency, Load
from ....envs.air_postal.state import State
from ....envs.air_postal.tables import Tables


@kernel
def chance_with(t: Tables, route: int, fuel: float, endurance: float) -> float:
    """The chance to arrive by a route with so much fuel and endurance to spend; between whole numbers, on a line."""
    odds, extra = t.route_odds[route], fuel - t.route_length[route]
    if extra < 0.0 or endurance < 0.0:
        return 0.0
    x, y = min(extra, EXTRA_FUEL - 1.0), min(endurance, SPENT_ENDURANCE - 1.0)
    i, j = int(x), int(y)
    k, m = min(EXTRA_FUEL - 1, i + 1), min(SPENT_ENDURANCE - 1, j + 1)
    u, v = x - i, y - j
    low = (1.0 - v) * odds[i, j] + v * odds[i, m]
    high = (1.0 - v) * odds[k, j] + v * odds[k, m]
    return (1.0 - u) * low + u * high


@kernel
def help_aboard(t: Tables, s: State, seat: int, route: int) -> tuple[float, float, float, float]:
    """What the cards of a seat save on a route: `(fuel, endurance)` in every flight, then those that are lost by it."""
    fuel, endurance = 0.0, 0.0
    once_fuel, once_endurance = 0.8 * s.aboard[seat, Load.FUEL_CAN], 0.0
    left = np.int64(s.equipment[seat])
    while left != 0:
        card: int = lowest(left)
        saved, rested = t.route_help_fuel[card, route], t.route_help_endurance[card, route]
        if t.frequency[card] == Frequency.DISCARDED:
            once_fuel += saved
            once_endurance += rested
        else:
            fuel += saved
            endurance += rested
        left &= left - 1
    return fuel, endurance, once_fuel, once_endurance


@kernel
def rest_aboard(t: Tables, s: State, seat: int, used: int) -> float:
    """Endurance that cards still bring in this turn."""
    rest = 0.0
    left = np.int64(s.equipment[seat] & ~used)
    while left != 0:
        card = lowest(left)
        if t.effect[card] == Effect.REST:
            rest += float(t.rest[card])
        left &= left - 1
    return rest
