"""Where the expert places airport tiles, whom it replaces, and what further tiles would be worth to it.

Kernels that compare actions answer with `(action, worth)`.
"""

from __future__ import annotations

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import MARKETS, TILE_KINDS
from ....envs.aeroplanes.rules.airports import may_be_replaced
from ....envs.aeroplanes.rules.common import BIT, has
from ....envs.aeroplanes.rules.connections import cities_to_place
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation import estimate_flight, gain_in_city
from .evaluation_record import FURTHER, Evaluation, TilePlan
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params
from .standings import expect_losses

PLANNED = 3
"""Tiles in hand whose destinations are considered when others are bought; more hardly matter."""


@kernel
def best_tile(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The kind of tile whose best destination is worth most; more if others could follow."""
    best, most = Action.FINISH + 0, IMPOSSIBLE
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0:
            value = best_city(t, o, s, kind, p, e)[1] - p[P.KEEP_LONG] * (kind % 2)
            if value > most:
                best, most = Action.TILE + kind, value
    late = 1.0 - e.time
    return best, most + p[P.PLACE_AGAIN] * (e.tiles - 1) + p[P.PLACE_LATE] * late


@kernel
def best_city(t: Tables, o: Options, s: State, kind: int, p: Params, e: Evaluation) -> tuple[int, float]:
    """The destination of a kind of tile that is worth most.

    If there is none, an airport of one's own is made safer, which is worth nothing.
    """
    cities = cities_to_place(o, s, s.seat, kind // 2 + 1, e.connected[kind % 2])
    new, own = cities & ~s.network[s.seat], cities & s.network[s.seat]
    best, most = Action.TO + 0, IMPOSSIBLE
    while new != 0:
        city: int = lowest(new)
        new &= new - 1
        gain = gain_by_tile(t, o, s, city, kind, p, e)
        if worth_at_most(s, gain, p, e) > most:
            value = worth_of_placing(t, s, city, kind % 2, gain, p, e)
            if value > most:
                best, most = Action.TO + city, value
    if most == IMPOSSIBLE and own != 0:
        return Action.TO + lowest(own), 0.0
    return best, most


@kernel(inline=True)
def gain_by_tile(t: Tables, o: Options, s: State, city: int, kind: int, p: Params, e: Evaluation) -> float:
    """What an airport is worth in a city where a kind of tile may be placed, and that it takes or replaces another."""
    gain = gain_in_city(t, s, p, e, city)
    if s.free[city] == 0:
        gain += p[P.PLACE_REPLACE] + best_victim(t, o, s, city, kind, p, e)[1]
    elif s.free[city] == 1:
        gain += p[P.PLACE_SCARCE]
    return gain


@kernel(inline=True)
def worth_at_most(s: State, gain: float, p: Params, e: Evaluation) -> float:
    """What a tile would be worth if the flight were sure and free, so that most flights need not be looked at."""
    if min(e.money, p[P.PLACE_FAIL], p[P.PLACE_CRASH]) < 0.0:
        return -IMPOSSIBLE
    return p[P.PLACE_1 + s.era - 1] + max(gain, 0.0)


@kernel
def worth_of_placing(t: Tables, s: State, city: int, long: int, gain: float, p: Params, e: Evaluation) -> float:
    """What a tile is worth in a city where it gains so much, the flight and its dangers considered."""
    if not has(e.flown[long], city):
        estimate_flight(t, s, city, long, e)
    odds = e.cities[city].odds[long]
    if odds <= 0.0:
        return IMPOSSIBLE
    value = p[P.PLACE_1 + s.era - 1] + odds * gain - e.money * e.cities[city].cost[long]
    value -= p[P.PLACE_FAIL] * (1.0 - odds) * max(e.tiles - 1, 0)
    return value - p[P.PLACE_CRASH] * e.cities[city].crash[long]


@kernel
def best_victim(t: Tables, o: Options, s: State, city: int, kind: int, p: Params, e: Evaluation) -> tuple[int, float]:
    """The opponent whose airport in a city is best replaced by a kind of tile: `(seat, worth)`."""
    region: int = t.region[city]
    if s.era > 1 and region < MARKETS and e.markets[region].losses_known == 0:
        expect_losses(t, o, s, p, e, region)
    best, most = -1, IMPOSSIBLE
    for seat in range(o.players):
        if seat != s.seat and may_be_replaced(s, seat, city, kind // 2 + 1):
            value: float = e.seats[seat].loss[region] if region < MARKETS else 0.0
            if value > most:
                best, most = seat, value
    return best, most


@kernel
def plan_tiles(t: Tables, o: Options, s: State, kind: int, p: Params, e: Evaluation) -> None:
    """Worth of each further tile of a kind, those in hand having the better destinations."""
    plan = e.plans[kind]
    plan.made = 1
    held = min(e.tiles, PLANNED)
    cities = cities_to_place(o, s, s.seat, kind // 2 + 1, e.connected[kind % 2]) & ~s.network[s.seat]
    left = cities
    while left != 0:
        city: int = lowest(left)
        left &= left - 1
        gain = gain_by_tile(t, o, s, city, kind, p, e)
        e.cities[city].planned = worth_of_placing(t, s, city, kind % 2, gain, p, e)
    discount = 1.0
    for k in range(held + FURTHER):
        best, most = next_planned(t, cities, plan, e)
        if best < 0:
            return
        if k >= held:
            plan.worth[k - held] = most * discount
        discount *= p[P.BUY_TILE_NEXT]
        plan.airports[t.region[best]] += 1.0
        cities &= ~(BIT << best)


@kernel
def next_planned(t: Tables, cities: int, plan: TilePlan, e: Evaluation) -> tuple[int, float]:
    """The best one of the cities that are left for the next tile of a plan, −1: none; `(city, worth)`."""
    best, most = -1, 0.0
    while cities != 0:
        city: int = lowest(cities)
        cities &= cities - 1
        value = e.cities[city].planned
        region: int = t.region[city]
        if region < MARKETS:
            value += plan.airports[region] * e.markets[region].next_gain
        if value > most:
            best, most = city, value
    return best, most
