"""Filling in what the expert sees in a position: time, money, majorities, passengers, cities and flights to them."""

from __future__ import annotations

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import ERAS, MARKETS, NONE
from ....envs.aeroplanes.rules.airports import earns_bonus
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import BIT, has
from ....envs.aeroplanes.rules.connections import connected
from ....envs.aeroplanes.state import MAX_MONEY, Options, State
from ....envs.aeroplanes.tables import Tables
from .connection_odds import best_flight, crash_in, look_at_flights
from .demand import add_to_cities, look_at_passengers, sort_by_density
from .evaluation_record import Evaluation
from .expert_params import P
from .features import Params, free_seats, tiles_in_hand
from .standings import expect_standings, value_market, worth_of_profit


@kernel
def evaluate(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Fill in an empty record with what every decision needs. Each step needs those before it."""
    look_at_passengers(t, o, s, p, e)
    e.time = min(s.subsidies / t.subsidies + p[P.BUSY] * busy_opponents(t, o, s, e), 1.0)
    e.money = worth_of_money(t, o, s, p, e)
    e.tiles = tiles_in_hand(s, s.seat)
    expect_standings(o, s, p, e)
    e.profit = worth_of_profit(t, o, s, p, e)
    sort_by_density(t, s, p, e)


@kernel
def evaluate_map(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Fill in what airports are worth, for decisions about them."""
    for market in range(MARKETS):
        value_market(t, o, s, p, e, market)
    add_to_cities(t, s, p, e)
    value_cities(t, o, s, p, e)
    look_at_flights(t, o, s, e.flights)


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
    for long in range(2):
        e.connected[long] = connected(t, s, s.seat, long)
    e.closed = ~(s.network[s.seat] | e.connected[0])


@kernel(inline=True)
def gain_in_city(t: Tables, s: State, p: Params, e: Evaluation, city: int) -> float:
    """Worth of an airport in a city, with the best city that lies beyond it."""
    worth = e.cities[city]
    if not has(e.valued, city):
        e.valued |= BIT << city
        best = 0.0
        if not has(s.network[s.seat], city):
            beyond = t.reach[0, city] & e.closed
            while beyond != 0:
                best = max(best, e.cities[lowest(beyond)].alone)
                beyond &= beyond - 1
        worth.gain = worth.alone + p[P.BEYOND] * best
    return worth.gain


@kernel
def estimate_flight(t: Tables, s: State, city: int, long: int, e: Evaluation) -> None:
    """Chance, cost and danger of flying a tile to a city within reach; `long` is 1 for a long-distance one."""
    e.flown[long] |= BIT << city
    connection = best_flight(t, s, city, long, e.flights)
    worth = e.cities[city]
    worth.odds[long] = connection.odds if connection.action >= 0 else 0.0
    worth.cost[long] = connection.cost
    worth.crash[long] = crash_in(t, s, connection.rolls, e.flights)
