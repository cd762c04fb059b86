"""The chance that a flight arrives: sums of Weather dice, and what cards aboard will save."""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import DIE_FACES, EXTRA_FUEL, SPENT_ENDURANCE, Effect, Frequency, Load
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
def help_of_card(t: Tables, card: int, route: int) -> tuple[float, float]:
    """What a System or Crew card that is used once in a flight saves on a route, on average: `(fuel, endurance)`."""
    length: int = t.route_length[route] + 0
    if t.effect[card] == Effect.NOTHING or t.effect[card] == Effect.REST or length < t.min_length[card]:
        return 0.0, 0.0
    none, chances, fuel, endurance = 1.0, 0.0, 0.0, 0.0
    for k in range(length):
        works, saved, rested = help_on_square(t, card, t.square[route, k] + 0)
        none *= 1.0 - works
        chances += works
        fuel += saved
        endurance += rested
    if chances == 0.0:
        return 0.0, 0.0
    return (1.0 - none) * fuel / chances, (1.0 - none) * endurance / chances


@kernel
def help_on_square(t: Tables, card: int, colour: int) -> tuple[float, float, float]:
    """For a die of a colour: the chance that the card is of use, and what it saves on average (0 where it is not)."""
    works, fuel, endurance = 0.0, 0.0, 0.0
    effect = t.effect[card]
    for side in range(DIE_FACES):
        face = t.die_face[colour, side]
        saved, rested = float(t.face_fuel[face]), float(t.face_endurance[face])
        if effect == Effect.REROLL:
            saved, rested = saved - t.colour_fuel[colour], rested - t.colour_endurance[colour]
        elif effect == Effect.CLEAR or effect == Effect.EASE:
            saved, rested = saved - 1.0, rested if effect == Effect.CLEAR else 0.0
        elif effect == Effect.SAVE_FUEL:
            saved, rested = 1.0, 0.0
        else:
            saved, rested = 0.0, min(1.0, rested)
        if t.works_on[card, colour, face] and saved + rested > 0.0:
            works += 1.0 / DIE_FACES
            fuel += saved / DIE_FACES
            endurance += rested / DIE_FACES
    return works, fuel, endurance


@kernel
def help_aboard(t: Tables, s: State, seat: int, route: int) -> tuple[float, float, float, float]:
    """What the cards of a seat save on a route: `(fuel, endurance)` in every flight, then those that are lost by it."""
    fuel, endurance = 0.0, 0.0
    once_fuel, once_endurance = 0.8 * s.aboard[seat, Load.FUEL_CAN], 0.0
    left = np.int64(s.equipment[seat])
    while left != 0:
        card: int = lowest(left)
        saved, rested = help_of_card(t, card, route)
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
