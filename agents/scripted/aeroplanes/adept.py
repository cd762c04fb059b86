"""The adept: linear rules over what an action brings now, 35 numbers; plans nothing ahead."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import DISPLAY, HOMES, MARKETS, MAX_CITIES, TILE_KINDS, Advantage, Region
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import has, opponents_at
from ....envs.aeroplanes.rules.scoring import standing
from ....envs.aeroplanes.state import Phase
from .features import (
    PLACES,
    add_demand,
    claimable_seats,
    free_seats,
    lead,
    plain_choice,
    tightest_load,
    tile_at,
    tiles_in_hand,
    tiles_of,
)
from .flights import best_way, crash_odds

NAMES = (
    *("home_income", "home_passengers"),
    *("claim", "claim_points", "claim_seats"),
    *("buy", "buy_points", "buy_airports", "buy_long", "buy_seats", "buy_empty", "buy_late"),
    *("price_1", "price_2", "price_3"),
    *("place", "place_rank", "place_europe", "place_africa", "place_asia", "place_americas"),
    *("place_points", "place_seats", "place_later", "place_cost", "place_again", "place_replace", "place_crash"),
    *("keep_long", "pay", "roll", "roll_airports", "maintain", "hurry", "token"),
)
"""Meaning of the parameters, in order: home, claims, purchases and prices by era, airports, advantages, subsidies."""

HOME, CLAIM, BUY, PRICE, PLACE, REGION_WORTH, DEMAND = 0, 2, 5, 12, 15, 17, 21
COST, AGAIN, REPLACE, CRASH, KEEP_LONG, PAY, ROLL, MAINTAIN, HURRY, TOKEN = 24, 25, 26, 27, 28, 29, 30, 32, 33, 34


@kernel
def choose(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Play by linear rules."""
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, params)
    if s.phase == Phase.HOME:
        return best_home(t, s, mask, params)
    if s.phase == Phase.PLACING:
        action, value = best_tile(t, o, s, mask, params)
        return action if value > 0 else Action.FINISH + 0
    if s.phase == Phase.DESTINATION:
        return best_city(t, o, s, s.kind, passengers_gained(t, s, params), params)[0]
    if s.phase == Phase.ROUTE:
        return best_way(t, o, s, s.destination, s.kind % 2, opponents_at(o, s, s.seat))[0]
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask, params)[0]
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    return choose_help(t, o, s, mask, params)


@kernel
def choose_help(t: Any, o: Any, s: Any, mask: Any, p: Any) -> int:
    """Decisions during a flight, and advantages."""
    if s.phase == Phase.SHORT:
        return make_up(t, o, s, mask, p)
    if s.phase == Phase.ROLLED:
        return Action.BEACON if roll_is_bad(t, s) else Action.KEEP
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Any, o: Any, s: Any, mask: Any, p: Any) -> int:
    """The best of all actions; a subsidy is worth nothing unless the era should end."""
    if mask[Action.MAINTENANCE] != 0 and s.failures[s.seat] > 1 and tiles_in_hand(s, s.seat) > 0:
        return Action.MAINTENANCE
    best, most = Action.SUBSIDY + 0, lead(t, o, s) * (p[HURRY] if s.subsidies > 0 else p[TOKEN])
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
def best_home(t: Any, s: Any, mask: Any, p: Any) -> int:
    """The home with the best income and passengers."""
    gain = passengers_gained(t, s, p)
    best, most = Action.HOME + 0, -1e9
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0:
            value = p[HOME] * t.home_income[home] + p[HOME + 1] * gain[t.homes[home]]
            if value > most:
                best, most = Action.HOME + home, value
    return best


@kernel
def best_claim(t: Any, s: Any, mask: Any, p: Any) -> tuple[int, float]:
    """The passenger with the most points and seats, and its worth; FINISH if there is none."""
    best, most = Action.FINISH + 0, -1e9
    for place in range(PLACES):
        if mask[Action.CLAIM + place] != 0:
            tile = tile_at(s, place)
            value = p[CLAIM] + p[CLAIM + 1] * t.passenger_points[tile] + p[CLAIM + 2] * t.passenger_seats[tile]
            if value > most:
                best, most = Action.CLAIM + place, value
    return best, most


@kernel
def best_card(t: Any, s: Any, mask: Any, p: Any) -> tuple[int, float]:
    """The card with the best sum of points, airports, seats and price, and its worth."""
    wanted = max(claimable_seats(t, s, s.seat) - free_seats(s, s.seat), 0)
    late = 1.0 - s.subsidies / t.subsidies
    best, most = Action.SUBSIDY + 0, -1e9
    for place in range(DISPLAY):
        if mask[Action.BUY + place] == 0:
            continue
        card = s.display[place]
        filled = min(t.card_capacity[card], wanted)
        value = p[BUY] + p[BUY + 1] * t.card_points[card] + p[BUY + 2] * tiles_of(t, s, card)
        value += p[BUY + 3] * t.card_long[card] + p[BUY + 4] * filled
        value += (p[BUY + 5] + p[BUY + 6] * late) * (t.card_capacity[card] - filled)
        value += p[PRICE + s.era - 1] * price(t, s, place)
        if value > most:
            best, most = Action.BUY + place, value
    return best, most


@kernel
def passengers_gained(t: Any, s: Any, p: Any) -> Any:
    """What airports would bring in passengers, float64 [cities]."""
    gain = np.zeros(MAX_CITIES)
    add_demand(t, s, s.network[s.seat], p[DEMAND], p[DEMAND + 1], p[DEMAND + 2], gain)
    return gain


@kernel
def best_tile(t: Any, o: Any, s: Any, mask: Any, p: Any) -> tuple[int, float]:
    """The kind of airport tile with the best destination, and its worth; more if others could follow."""
    best, most = Action.FINISH + 0, -1e9
    gain = passengers_gained(t, s, p)
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0:
            value = best_city(t, o, s, kind, gain, p)[1] - p[KEEP_LONG] * (kind % 2)
            if value > most:
                best, most = Action.TILE + kind, value
    return best, most + p[AGAIN] * (tiles_in_hand(s, s.seat) - 1)


@kernel
def best_city(t: Any, o: Any, s: Any, kind: int, gain: Any, p: Any) -> tuple[int, float]:
    """The best destination of a kind of tile, and its worth."""
    helped = opponents_at(o, s, s.seat)
    replaceable = np.int64(0)
    for seat in range(o.players):
        replaceable |= s.below[seat, kind // 2]
    best, most = Action.TO + 0, -1e9
    for city in range(t.cities):
        if not has((s.open | replaceable) & ~s.network[s.seat], city):
            continue
        action, odds, cost, rolls = best_way(t, o, s, city, kind % 2, helped)
        if action < 0:
            continue
        value = worth_of_airport(t, o, s, city, gain, p)
        value = p[PLACE] + odds * value + p[COST] * cost + p[CRASH] * crash_odds(s, t.failure_limit, rolls)
        if value > most:
            best, most = Action.TO + city, value
    if best == Action.TO:
        return most_exposed(t, s, kind)
    return best, most


@kernel
def most_exposed(t: Any, s: Any, kind: int) -> tuple[int, float]:
    """If nothing else is possible, an airport of one's own is upgraded, which is worth nothing."""
    for city in range(t.cities):
        if has(s.below[s.seat, kind // 2] & ~s.open, city):
            return Action.TO + city, 0.0
    return Action.TO + 0, -1e9


@kernel
def worth_of_airport(t: Any, o: Any, s: Any, city: int, gain: Any, p: Any) -> float:
    """Majority, passengers, the Americas, and an opponent who loses an airport."""
    region = t.region[city]
    value = p[REGION_WORTH + region] + gain[city]
    if region < MARKETS:
        value += p[PLACE + 1] * rank_gained(t, o, s, region)
    if region == Region.AMERICAS and t.spaces[o.players, city] - s.free[city] < t.americas_players:
        value += t.americas_points - p[COST] * t.americas_money
    if s.free[city] == 0:
        value += p[REPLACE]
    return value


@kernel
def rank_gained(t: Any, o: Any, s: Any, market: int) -> float:
    """Points that one more airport in a market brings by the present standings, a tie counting half."""
    own = standing(s, s.seat, market)
    before, after = 0.0, 0.0
    for other in range(o.players):
        if other != s.seat:
            value = standing(s, other, market)
            before += 1.0 if value > own else (0.5 if value == own else 0.0)
            after += 1.0 if value > own + 1 else (0.5 if value == own + 1 else 0.0)
    points = t.rank_points[s.era - 1, market]
    gained = points_at(points, after)
    return gained if own == 0 else gained - points_at(points, before)


@kernel
def points_at(points: Any, rank: float) -> float:
    """Points of a rank counted from 0, halves lying between two ranks."""
    low = int(rank)
    if low >= len(points):
        return 0.0
    following = points[low + 1] if low + 1 < len(points) else 0
    return points[low] + (rank - low) * (following - points[low])


@kernel
def best_advantage(s: Any, mask: Any, p: Any) -> tuple[int, float]:
    """Rolling for advantages, or Engine Maintenance when the next failure may crash an attempt."""
    airports = tiles_in_hand(s, s.seat)
    held = s.advantages[s.seat, Advantage.DARING_PILOT] + s.advantages[s.seat, Advantage.RADIO_BEACONS]
    value = p[ROLL] + p[ROLL + 1] * (airports - held)
    maintenance = Action.ADVANTAGE + Advantage.ENGINE_MAINTENANCE
    if airports > 0 and s.failures[s.seat] > 2 and mask[maintenance] != 0 and p[MAINTAIN] > value:
        return maintenance, p[MAINTAIN]
    return Action.ROLL_ADVANTAGES + 0, value


@kernel
def make_up(t: Any, o: Any, s: Any, mask: Any, p: Any) -> int:
    """A Daring Pilot for what it covers, else money while the airport is worth it."""
    short = s.need[s.rolled - 1] - s.total
    if mask[Action.PILOT] != 0 and (short > 1 or mask[Action.PAY] == 0):
        return Action.PILOT
    worth = worth_of_airport(t, o, s, s.destination, passengers_gained(t, s, p), p)
    if mask[Action.PAY] != 0 and worth > p[PAY] * short:
        return Action.PAY
    return Action.GIVE_UP


@kernel
def roll_is_bad(t: Any, s: Any) -> bool:
    """Whether a roll is three short, or would crash."""
    total, failures = 0, s.failures[s.seat]
    for face in s.dice:
        if face == 1:
            failures += 1
        else:
            total += face
    return failures >= t.failure_limit or s.need[s.rolled - 1] - total >= t.pilot_bonus
