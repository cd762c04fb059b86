"""Filling in what the expert sees in a position: time, money, majorities, passengers, cities and flights to them."""

from __future__ import annotations

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import ERAS, MARKETS, NONE
from ....envs.aeroplanes.rules.airports import earns_bonus
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import has
from ....envs.aeroplanes.rules.connections import connected
from ....envs.aeroplanes.state import MAX_MONEY, Options, State
from ....envs.aeroplanes.tables import Tables
from .connection_odds import best_connection, crash_odds
from .demand import count_rivals, count_wanted, sort_passengers
from .evaluation_record import Evaluation
from .expert_params import P
from .features import Params, free_seats
from .standings import expect_losses, expect_standings, gain_in_market, worth_of_profit


@kernel
def evaluate(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Fill in an empty record, flights and plans excepted. Each step needs those before it."""
    count_wanted(t, o, s, e)
    e.time = min(s.subsidies / t.subsidies + p[P.BUSY] * busy_opponents(t, o, s, e), 1.0)
    e.money = worth_of_money(t, o, s, p, e)
    count_rivals(t, o, s, p, e)
    expect_standings(o, s, p, e)
    e.profit = worth_of_profit(t, o, s, p, e)
    sort_passengers(t, s, p, e)
    for market in range(MARKETS):
        gain = gain_in_market(t, o, s, p, e, market, 0.0)
        e.markets[market].gain = gain
        e.markets[market].next_gain = gain_in_market(t, o, s, p, e, market, 1.0) - gain
        if s.era > 1:
            expect_losses(t, o, s, p, e, market)
    value_cities(t, o, s, p, e)


@kernel
def busy_opponents(t: Tables, o: Options, s: State, e: Evaluation) -> float:
    """Share of the opponents who can buy a card or have seats and passengers."""
    cheapest = price(t, s, 0) if s.display[0] != NONE else MAX_MONEY
    busy = 0
    for seat in range(o.players):
        if seat != s.seat:
            busy += s.money[seat] >= cheapest or (free_seats(s, seat) > 0 and e.seats[seat].wanted > 0)
    return busy / (o.players - 1)


@kernel
def worth_of_money(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """Worth of £1: more when few bonds are left; in the last era less when no card can be bought with it."""
    worth = p[P.MONEY_1 + s.era - 1] * (1.0 + p[P.MONEY_LATE_1 + s.era - 1] * (1.0 - e.time))
    if s.era == ERAS and not another_card(t, o, s):
        worth *= p[P.MONEY_SPARE]
    return worth


@kernel
def another_card(t: Tables, o: Options, s: State) -> bool:
    """Whether the seat's money, with its share of the bonds that are left, is enough for the cheapest card."""
    bonds = s.subsidies // o.players
    return s.display[0] != NONE and s.money[s.seat] + bonds >= price(t, s, 0)


@kernel
def value_cities(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Worth of an airport in each city: majority, passengers now and later, the Americas, and what it leads to."""
    eras_left = ERAS - s.era
    for city in range(t.cities):
        region = t.region[city]
        worth = e.cities[city].alone + p[P.EUROPE + region] + p[P.BAG] * eras_left * s.bag[city]
        if region < MARKETS:
            worth += e.markets[region].gain
        elif earns_bonus(t, o, s, city):
            worth += t.americas_points + e.money * t.americas_money
        if t.home_number[city] >= 0:
            worth += p[P.ORIGIN] * eras_left
        e.cities[city].alone = worth
    closed = ~(s.network[s.seat] | connected(t, s, s.seat, 0))
    for city in range(t.cities):
        best = 0.0
        if not has(s.network[s.seat], city):
            beyond = t.reach[0, city] & closed
            while beyond != 0:
                best = max(best, e.cities[lowest(beyond)].alone)
                beyond &= beyond - 1
        e.cities[city].gain = e.cities[city].alone + p[P.BEYOND] * best


@kernel
def estimate_flights(t: Tables, o: Options, s: State, long: int, e: Evaluation) -> None:
    """Chance, cost and danger of flying a tile to each city within reach; `long` is 1 for a long-distance one."""
    near = connected(t, s, s.seat, long) & ~s.network[s.seat]
    while near != 0:
        connection = best_connection(t, o, s, lowest(near), long)
        city = e.cities[lowest(near)]
        city.odds[long] = connection.odds if connection.action >= 0 else 0.0
        city.cost[long] = connection.cost
        city.crash[long] = crash_odds(t, s, connection.rolls)
        near &= near - 1
