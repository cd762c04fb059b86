"""What the expert sees in a position, in victory points: what money, profit, seats and airports are worth now.

A look fills three arrays: `totals` [TOTALS], `places` [2, PLACES] and `cities` [ROWS, MAX_CITIES], all float64.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import ERAS, MARKETS, MAX_SEATS, NONE
from ....envs.aeroplanes.rules.common import has, opponents_at
from ....envs.aeroplanes.rules.connections import connected
from ....envs.aeroplanes.rules.passengers import most_free_seats
from ....envs.aeroplanes.rules.scoring import market_points
from ....envs.aeroplanes.state import MAX_MONEY
from .features import PLACES, free_seats, needed_for, tile_at
from .flights import best_way, crash_odds
from .weights import P

TIME, MONEY, PROFIT = 0, 1, 2
"""Totals: share of the era left; worth of £1 and of a point of profit."""

MARKET_GAIN = PROFIT + 1
"""Totals: worth of one more airport in a market."""

NEXT_GAIN = MARKET_GAIN + MARKETS
"""Totals: how much more another one after it is worth."""

STANDING = NEXT_GAIN + MARKETS
"""Totals: what seats are expected to stand at, by market (the last: profit) and seat."""

RIVAL = STANDING + (MARKETS + 1) * MAX_SEATS
"""Totals: worth of an opponent's loss of an airport, by market and seat, where one's own replaces it."""

DENSITIES = 19
DENSITY = 6
"""Passengers are sorted by sixths of a point for a seat, 3 points for a seat being the most."""

DEMAND = RIVAL + MARKETS * MAX_SEATS
"""Totals: seats of the passengers that could be claimed, by density."""

WANTED = DEMAND + DENSITIES
"""Totals: seats of the passengers that each seat has the airports for."""

TOTALS = WANTED + MAX_SEATS

CONTEST, SHARE = 0, 1
"""Places: opponents who could claim the passenger there, and the share of it that is left for the seat."""

GAIN, BASE, ODDS, COST, CRASH, PICKED, ROWS = 0, 1, 2, 4, 6, 8, 9
"""Cities: worth of an airport, the same without its neighbours; by long-distance or not: chance of success, average
cost and chance of a crash; the last kind of tile (from 1) that is planned for it."""


@kernel
def look(t: Any, o: Any, s: Any, p: Any, totals: Any, places: Any, cities: Any) -> None:
    """Fill in all three arrays, the chances of flights excepted."""
    count_wanted(t, o, s, totals)
    totals[TIME] = min(s.subsidies / t.subsidies + p[P.BUSY] * busy_opponents(t, o, s, totals), 1.0)
    totals[MONEY] = p[P.MONEY_1 + s.era - 1] * (1.0 + p[P.MONEY_LATE_1 + s.era - 1] * (1.0 - totals[TIME]))
    totals[MONEY] /= 1.0 + max(p[P.MONEY_PLENTY], 0.0) * s.money[s.seat] / t.income[s.era - 1]
    weigh_competition(t, o, s, p, places)
    expect_standings(t, o, s, p, totals)
    totals[PROFIT] = worth_of_profit(t, o, s, p, totals)
    weigh_passengers(t, s, p, totals, places, cities)
    for market in range(MARKETS):
        gain = gain_in_market(t, o, s, p, totals, market, 0.0)
        totals[MARKET_GAIN + market] = gain
        totals[NEXT_GAIN + market] = gain_in_market(t, o, s, p, totals, market, 1.0) - gain
        if s.era > 1:
            weigh_rivals(t, o, s, p, totals, market)
    weigh_cities(t, o, s, p, totals, cities)


@kernel
def weigh_competition(t: Any, o: Any, s: Any, p: Any, places: Any) -> None:
    """How many opponents could claim each passenger, too."""
    for seat in range(o.players):
        if seat == s.seat:
            continue
        network, room = s.network[seat], most_free_seats(s, seat)
        for place in range(PLACES):
            tile = tile_at(s, place)
            if tile != NONE and needed_for(t, tile, place) & ~network == 0:
                places[CONTEST, place] += 1.0 if room >= t.passenger_seats[tile] else p[P.RIVAL_FULL]
    for place in range(PLACES):
        places[SHARE, place] = 1.0 / (1.0 + p[P.RIVALS] * places[CONTEST, place])


@kernel
def count_wanted(t: Any, o: Any, s: Any, totals: Any) -> None:
    """Seats of the passengers that each seat has the airports for."""
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE:
            needed = needed_for(t, tile, place)
            for seat in range(o.players):
                if needed & ~s.network[seat] == 0:
                    totals[WANTED + seat] += t.passenger_seats[tile]


@kernel
def busy_opponents(t: Any, o: Any, s: Any, totals: Any) -> float:
    """Share of the opponents who can buy a card or have seats and passengers."""
    cheapest = t.card_cost[s.display[0]] if s.display[0] != NONE else MAX_MONEY
    busy = 0
    for seat in range(o.players):
        if seat != s.seat:
            busy += s.money[seat] >= cheapest or (free_seats(s, seat) > 0 and totals[WANTED + seat] > 0)
    return busy / (o.players - 1)


@kernel
def expect_standings(t: Any, o: Any, s: Any, p: Any, totals: Any) -> None:
    """Airports in the markets as they are; profit with some of the free seats filled."""
    for seat in range(o.players):
        for market in range(MARKETS):
            totals[STANDING + market * MAX_SEATS + seat] = s.presence[seat, market]
        free, wanted = free_seats(s, seat), totals[WANTED + seat]
        filled = p[P.FILL] * min(free, wanted) + p[P.FILL_MORE] * totals[TIME] * max(free - wanted, 0)
        totals[STANDING + MARKETS * MAX_SEATS + seat] = s.profit[seat] + 2.0 * filled


@kernel(inline=True)
def ahead(difference: float, spread: float) -> float:
    """Chance that a lead will be one at the end."""
    x = difference / max(spread, 0.05)
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@kernel
def expected_points(t: Any, o: Any, totals: Any, seat: int, market: int, era: int, own: float, spread: float) -> float:
    """Points of a rank that a standing is expected to bring, those of the others being uncertain, too."""
    first, second, third = 1.0, 0.0, 0.0
    for other in range(o.players):
        if other != seat:
            behind = ahead(totals[STANDING + market * MAX_SEATS + other] - own, spread)
            third = third * (1.0 - behind) + second * behind
            second = second * (1.0 - behind) + first * behind
            first *= 1.0 - behind
    points = t.rank_points[era, market]
    expected = first * points[0] + second * points[1]
    if t.paid_ranks[o.players] > 2:
        expected += third * points[2]
    if market == MARKETS:
        return expected * ahead(own, spread)
    return expected if own > 0 else 0.0


@kernel
def gain_in_market(t: Any, o: Any, s: Any, p: Any, totals: Any, market: int, planned: float) -> float:
    """Worth of one more airport in a market than are planned, in this era and, less surely, in later ones."""
    own = totals[STANDING + market * MAX_SEATS + s.seat] + planned
    gain = 0.0
    for era in range(s.era - 1, ERAS):
        if era == s.era - 1:
            weight, spread = p[P.RANK_1 + s.era - 1], p[P.SPREAD] + p[P.SPREAD_TIME] * totals[TIME]
        else:
            weight, spread = p[P.RANK_LATER], p[P.SPREAD_LATER]
        more = expected_points(t, o, totals, s.seat, market, era, own + 1.0, spread)
        gain += weight * (more - expected_points(t, o, totals, s.seat, market, era, own, spread))
    return gain


@kernel
def weigh_rivals(t: Any, o: Any, s: Any, p: Any, totals: Any, market: int) -> None:
    """What it adds to the worth of an airport in a market that an opponent loses one."""
    own = totals[STANDING + market * MAX_SEATS + s.seat] + 1.0
    spread = p[P.SPREAD] + p[P.SPREAD_TIME] * totals[TIME]
    before = expected_points(t, o, totals, s.seat, market, s.era - 1, own, spread)
    for seat in range(o.players):
        theirs = STANDING + market * MAX_SEATS + seat
        if seat != s.seat and totals[theirs] > 0:
            totals[theirs] -= 1.0
            after = expected_points(t, o, totals, s.seat, market, s.era - 1, own, spread)
            totals[theirs] += 1.0
            totals[RIVAL + market * MAX_SEATS + seat] = p[P.PLACE_RIVAL] * (after - before)


@kernel
def worth_of_profit(t: Any, o: Any, s: Any, p: Any, totals: Any) -> float:
    """Worth of a point of profit, averaged over a few of them."""
    own = totals[STANDING + MARKETS * MAX_SEATS + s.seat]
    spread = p[P.PROFIT_SPREAD] + p[P.PROFIT_SPREAD_TIME] * totals[TIME]
    more = expected_points(t, o, totals, s.seat, MARKETS, s.era - 1, own + 3.0, spread)
    less = expected_points(t, o, totals, s.seat, MARKETS, s.era - 1, own - 1.0, spread)
    return p[P.PROFIT_1 + s.era - 1] * (more - less) / 4.0


@kernel(inline=True)
def worth_of_passenger(t: Any, p: Any, totals: Any, tile: int) -> float:
    """Points, and the profit of seats that would be empty otherwise."""
    return p[P.POINTS] * t.passenger_points[tile] + 2.0 * totals[PROFIT] * t.passenger_seats[tile]


@kernel
def weigh_passengers(t: Any, s: Any, p: Any, totals: Any, places: Any, cities: Any) -> None:
    """Passengers within reach of the network, and what other airports would add to them."""
    network = s.network[s.seat]
    unlock = p[P.UNLOCK_1 + s.era - 1] * (1.0 - p[P.UNLOCK_LATE] * (1.0 - totals[TIME]))
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile == NONE:
            continue
        share = places[SHARE, place]
        missing = needed_for(t, tile, place) & ~network
        if missing == 0:
            density = min(DENSITY * t.passenger_points[tile] // t.passenger_seats[tile], DENSITIES - 1)
            totals[DEMAND + density] += share * t.passenger_seats[tile]
            continue
        if missing & (missing - 1) != 0:
            share *= p[P.TWO_AIRPORTS]
        worth = share * unlock * worth_of_passenger(t, p, totals, tile)
        for city in range(t.cities):
            if has(missing, city):
                cities[BASE, city] += worth


@kernel
def worth_of_seats(p: Any, totals: Any, seats: float) -> tuple[float, float]:
    """Worth of the best passengers for so many seats, and of one seat more if there were one."""
    worth = 0.0
    for density in range(DENSITIES - 1, -1, -1):
        a_seat = p[P.POINTS] * density / DENSITY + 2.0 * totals[PROFIT]
        demand = totals[DEMAND + density]
        if demand > seats:
            return worth + seats * a_seat, a_seat
        worth += demand * a_seat
        seats -= demand
    return worth, 0.0


@kernel
def weigh_cities(t: Any, o: Any, s: Any, p: Any, totals: Any, cities: Any) -> None:
    """Worth of an airport in each city: majority, passengers now and later, the Americas, and what it leads to."""
    eras_left = ERAS - s.era
    for city in range(t.cities):
        region = t.region[city]
        worth = cities[BASE, city] + p[P.EUROPE + region] + p[P.BAG] * eras_left * s.bag[city]
        if region < MARKETS:
            worth += totals[MARKET_GAIN + region]
        elif t.spaces[o.players, city] - s.free[city] < t.americas_players:
            worth += t.americas_points + totals[MONEY] * t.americas_money
        if t.home_number[city] >= 0:
            worth += p[P.ORIGIN] * eras_left
        cities[BASE, city] = worth
    closed = ~(s.network[s.seat] | connected(t, s, s.seat, 0))
    for city in range(t.cities):
        beyond, best = t.reach[0, city] & closed, 0.0
        if beyond != 0 and not has(s.network[s.seat], city):
            for other in range(t.cities):
                if has(beyond, other):
                    best = max(best, cities[BASE, other])
        cities[GAIN, city] = cities[BASE, city] + p[P.BEYOND] * best


@kernel
def weigh_flights(t: Any, o: Any, s: Any, long: int, cities: Any) -> None:
    """Chance, cost and danger of flying a tile to each city within reach."""
    helped = opponents_at(o, s, s.seat)
    near = connected(t, s, s.seat, long) & ~s.network[s.seat]
    for city in range(t.cities):
        if has(near, city):
            action, odds, cost, rolls = best_way(t, o, s, city, long, helped)
            cities[ODDS + long, city] = odds if action >= 0 else 0.0
            cities[COST + long, city] = cost
            cities[CRASH + long, city] = crash_odds(s, t.failure_limit, rolls)


@kernel
def gain_of_ending(t: Any, o: Any, s: Any, p: Any, totals: Any) -> float:
    """How much better the seat does, against the average of the others, if the era is scored now and not later."""
    gain = 0.0
    for seat in range(o.players):
        change = 0.0
        for market in range(MARKETS + 1):
            own = totals[STANDING + market * MAX_SEATS + seat]
            spread = p[P.SPREAD] + p[P.SPREAD_TIME] * totals[TIME]
            if market == MARKETS:
                spread = p[P.PROFIT_SPREAD] + p[P.PROFIT_SPREAD_TIME] * totals[TIME]
            change += market_points(t, o, s, seat, market)
            change -= expected_points(t, o, totals, seat, market, s.era - 1, own, spread)
        gain += change if seat == s.seat else -change / (o.players - 1)
    return gain


@kernel
def seatable_points(t: Any, s: Any, seat: int) -> float:
    """Points of the passengers that a seat could claim into its free seats, as many as fit."""
    network, free = s.network[seat], free_seats(s, seat)
    points, seats = np.int64(0), np.int64(0)
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE and needed_for(t, tile, place) & ~network == 0:
            points += t.passenger_points[tile]
            seats += t.passenger_seats[tile]
    if seats <= free:
        return float(points)
    return points * free / seats
