"""The adept: linear rules over what an action brings now, 35 numbers; plans nothing ahead.

Kernels that compare actions answer with `(action, worth)`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import DISPLAY, HOMES, MARKETS, MAX_CITIES, TILE_KINDS, Advantage
from ....envs.aeroplanes.rules.airports import earns_bonus
from ....envs.aeroplanes.rules.buying import price, tiles_brought
from ....envs.aeroplanes.rules.connections import cities_to_place, connected
from ....envs.aeroplanes.rules.risk import shortfall
from ....envs.aeroplanes.rules.scoring import has_rank, points_of_rank, standing
from ....envs.aeroplanes.state import Options, Phase, State
from ....envs.aeroplanes.tables import Tables
from .adept_params import P
from .connection_odds import best_connection, crash_odds
from .features import (
    IMPOSSIBLE,
    PLACES,
    Mask,
    Params,
    add_unlocked,
    claimable_seats,
    free_seats,
    lead,
    tile_at,
    tiles_in_hand,
)
from .plain_choices import plain_choice, roll_is_bad, tightest_load

Gain = NDArray[np.float64]
"""What an airport in each city would bring in passengers, float64 [MAX_CITIES]."""


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
    """Play by linear rules."""
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, params)
    if s.phase == Phase.HOME:
        return best_home(t, s, mask, params)
    if s.phase == Phase.PLACING:
        action, value = best_tile(t, o, s, mask, params)
        return action if value > 0 else Action.FINISH + 0
    if s.phase == Phase.DESTINATION:
        return best_city(t, o, s, s.kind, gain_of_passengers(t, s, params), params)[0]
    if s.phase == Phase.ROUTE:
        return best_connection(t, o, s, s.destination, s.kind % 2).action
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask, params)[0]
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    return choose_help(t, o, s, mask, params)


@kernel
def choose_help(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """Decisions during a flight, and advantages."""
    if s.phase == Phase.SHORT:
        return make_up(t, o, s, mask, p)
    if s.phase == Phase.ROLLED:
        return Action.BEACON if roll_is_bad(t, s) else Action.KEEP
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """The best of all actions; a subsidy is worth nothing unless the era should end."""
    if mask[Action.MAINTENANCE] != 0 and s.failures[s.seat] > 1 and tiles_in_hand(s, s.seat) > 0:
        return Action.MAINTENANCE
    best, most = Action.SUBSIDY + 0, lead(t, o, s) * (p[P.HURRY] if s.subsidies > 0 else p[P.TOKEN])
    action, value = best_claim(t, s, mask, p)
    if value > most:
        best, most = action, value
    action, value = best_card(t, s, mask, p)
    if value > most:
        best, most = action, value
    action, value = best_tile(t, o, s, mask, p)
    if value > most:
        best, most = action, value
    if mask[Action.ROLL_ADVANTAGES] != 0:
        action, value = best_advantage(s, mask, p)
        if value > most:
            best, most = action, value
    return best


@kernel
def best_home(t: Tables, s: State, mask: Mask, p: Params) -> int:
    """The home with the best income and passengers."""
    gain = gain_of_passengers(t, s, p)
    best, most = Action.HOME + 0, IMPOSSIBLE
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0:
            value = p[P.HOME_INCOME] * t.home_income[home] + p[P.HOME_PASSENGERS] * gain[t.homes[home]]
            if value > most:
                best, most = Action.HOME + home, value
    return best


@kernel
def best_claim(t: Tables, s: State, mask: Mask, p: Params) -> tuple[int, float]:
    """The passenger with the most points and seats, and its worth; FINISH if there is none."""
    best, most = Action.FINISH + 0, IMPOSSIBLE
    for place in range(PLACES):
        if mask[Action.CLAIM + place] != 0:
            tile = tile_at(s, place)
            value = p[P.CLAIM] + p[P.CLAIM_POINTS] * t.passenger_points[tile]
            value += p[P.CLAIM_SEATS] * t.passenger_seats[tile]
            if value > most:
                best, most = Action.CLAIM + place, value
    return best, most


@kernel
def best_card(t: Tables, s: State, mask: Mask, p: Params) -> tuple[int, float]:
    """The card with the best sum of points, airports, seats and price, and its worth."""
    wanted = max(claimable_seats(t, s, s.seat) - free_seats(s, s.seat), 0)
    late = 1.0 - s.subsidies / t.subsidies
    best, most = Action.SUBSIDY + 0, IMPOSSIBLE
    for place in range(DISPLAY):
        if mask[Action.BUY + place] == 0:
            continue
        card = s.display[place]
        filled = min(t.card_capacity[card], wanted)
        value = p[P.BUY] + p[P.BUY_POINTS] * t.card_points[card] + p[P.BUY_AIRPORTS] * tiles_brought(t, s, card)
        value += p[P.BUY_LONG] * t.card_long[card] + p[P.BUY_SEATS] * filled
        value += (p[P.BUY_EMPTY] + p[P.BUY_LATE] * late) * (t.card_capacity[card] - filled)
        value += p[P.PRICE_1 + s.era - 1] * price(t, s, place)
        if value > most:
            best, most = Action.BUY + place, value
    return best, most


@kernel
def gain_of_passengers(t: Tables, s: State, p: Params) -> Gain:
    """What airports would bring in passengers."""
    gain = np.zeros(MAX_CITIES)
    add_unlocked(t, s, s.network[s.seat], p[P.PLACE_POINTS], p[P.PLACE_SEATS], p[P.PLACE_LATER], gain)
    return gain


@kernel
def best_tile(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> tuple[int, float]:
    """The kind of airport tile with the best destination, and its worth; more if others could follow."""
    best, most = Action.FINISH + 0, IMPOSSIBLE
    gain = gain_of_passengers(t, s, p)
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0:
            value = best_city(t, o, s, kind, gain, p)[1] - p[P.KEEP_LONG] * (kind % 2)
            if value > most:
                best, most = Action.TILE + kind, value
    return best, most + p[P.PLACE_AGAIN] * (tiles_in_hand(s, s.seat) - 1)


@kernel
def best_city(t: Tables, o: Options, s: State, kind: int, gain: Gain, p: Params) -> tuple[int, float]:
    """The best destination of a kind of tile, and its worth.

    If there is none, an airport of one's own is upgraded, which is worth nothing.
    """
    cities = cities_to_place(o, s, s.seat, kind // 2 + 1, connected(t, s, s.seat, kind % 2))
    own = cities & s.network[s.seat]
    new = cities & ~own
    best, most = Action.TO + 0, IMPOSSIBLE
    while new != 0:
        city: int = lowest(new)
        new &= new - 1
        value = worth_of_placing(t, o, s, city, kind, gain[city], p)
        if value > most:
            best, most = Action.TO + city, value
    if best != Action.TO:
        return best, most
    # The first city counts as none, even where it is the best one: the numbers were found that way.
    return (Action.TO + lowest(own), 0.0) if own != 0 else (Action.TO + 0, IMPOSSIBLE)


@kernel
def worth_of_placing(t: Tables, o: Options, s: State, city: int, kind: int, unlocked: float, p: Params) -> float:
    """What a tile is worth in a city, the flight and its dangers considered."""
    connection = best_connection(t, o, s, city, kind % 2)
    if connection.action < 0:
        return IMPOSSIBLE
    value = p[P.PLACE] + connection.odds * worth_of_airport(t, o, s, city, unlocked, p)
    return value + p[P.PLACE_COST] * connection.cost + p[P.PLACE_CRASH] * crash_odds(t, s, connection.rolls)


@kernel
def worth_of_airport(t: Tables, o: Options, s: State, city: int, unlocked: float, p: Params) -> float:
    """Majority, passengers that it unlocks, the Americas, and an opponent who loses an airport."""
    region: int = t.region[city]
    value = p[P.PLACE_EUROPE + region] + unlocked
    if region < MARKETS:
        value += p[P.PLACE_RANK] * rank_gained(t, o, s, region)
    if earns_bonus(t, o, s, city):
        value += t.americas_points - p[P.PLACE_COST] * t.americas_money
    if s.free[city] == 0:
        value += p[P.PLACE_REPLACE]
    return value


@kernel
def rank_gained(t: Tables, o: Options, s: State, market: int) -> float:
    """Points that one more airport in a market brings by the present standings, a tie counting half."""
    own = standing(s, s.seat, market)
    before, after = 0.0, 0.0
    for other in range(o.players):
        if other != s.seat:
            value = standing(s, other, market)
            before += 1.0 if value > own else (0.5 if value == own else 0.0)
            after += 1.0 if value > own + 1 else (0.5 if value == own + 1 else 0.0)
    gained = points_between(t, o, s.era - 1, market, after)
    return gained - points_between(t, o, s.era - 1, market, before) if has_rank(own) else gained


@kernel
def points_between(t: Tables, o: Options, era: int, market: int, better: float) -> float:
    """Points in an era (from 0) with so many seats that are better, halves lying between two ranks."""
    whole = int(better)
    points = points_of_rank(t, o, era, market, whole, 1)
    if better == whole:
        return float(points)
    return points + (better - whole) * (points_of_rank(t, o, era, market, whole + 1, 1) - points)


@kernel
def best_advantage(s: State, mask: Mask, p: Params) -> tuple[int, float]:
    """Rolling for advantages, or Engine Maintenance when the next failure may crash an attempt."""
    airports = tiles_in_hand(s, s.seat)
    held = s.advantages[s.seat, Advantage.DARING_PILOT] + s.advantages[s.seat, Advantage.RADIO_BEACONS]
    value = p[P.ROLL] + p[P.ROLL_AIRPORTS] * (airports - held)
    maintenance = Action.ADVANTAGE + Advantage.ENGINE_MAINTENANCE
    if airports > 0 and s.failures[s.seat] > 2 and mask[maintenance] != 0 and p[P.MAINTAIN] > value:
        return maintenance, p[P.MAINTAIN]
    return Action.ROLL_ADVANTAGES + 0, value


@kernel
def make_up(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """A Daring Pilot for what it covers, else money while the airport is worth it."""
    short = shortfall(s)
    if mask[Action.PILOT] != 0 and (short > 1 or mask[Action.PAY] == 0):
        return Action.PILOT
    worth = worth_of_airport(t, o, s, s.destination, gain_of_passengers(t, s, p)[s.destination], p)
    if mask[Action.PAY] != 0 and worth > p[P.PAY] * short:
        return Action.PAY
    return Action.GIVE_UP
