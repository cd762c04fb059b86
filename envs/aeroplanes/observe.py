"""What a seat knows: all but future chance, since everything lies open. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.bits import lowest
from .._core.kernel import kernel
from .limits import (
    ADVANTAGES,
    COLOURS,
    DICE,
    DISPLAY,
    HOMES,
    MARKETS,
    MAX_CAPACITY,
    NONE,
    OVERFLOW,
    SPACES_PER_HOME,
    TILE_KINDS,
    CitySet,
    Region,
)
from .observation import CARD_SCALE, OVERFLOW_SCALE, SCALE
from .rules.buying import price
from .rules.common import BIT, clockwise, has, opponents_at
from .rules.passengers import most_free_seats
from .rules.risk import shortfall
from .rules.scoring import market_points
from .state import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .observation import Observation
    from .state import Options, State
    from .tables import Tables

ONE = np.float32(1)


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = ONE
    obs.era[s.era - 1] = ONE
    obs.decider[clockwise(o, s.seat, o.players - seat)] = ONE
    obs.first[clockwise(o, s.first, o.players - seat)] = ONE
    obs.clock = np.float32(s.round_number) / np.float32(o.round_limit)
    obs.acted = np.float32(s.acted) / np.float32(o.players)
    obs.subsidies = np.float32(s.subsidies) * SCALE.subsidies
    for kind in range(ADVANTAGES):
        obs.stock[kind] = np.float32(s.stock[kind]) * SCALE.stock
    observe_seats(t, o, s, seat, obs)
    observe_cities(t, o, s, seat, obs)
    observe_passengers(t, s, seat, obs)
    observe_display(t, s, obs)
    observe_pending(t, s, obs)


@kernel(inline=True)
def observe_seats(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """What lies before each seat, the observer's at index 0."""
    for i in range(o.players):
        other = clockwise(o, seat, i)
        obs.present[i] = ONE
        obs.money[i] = np.float32(s.money[other]) * SCALE.money
        obs.points[i] = np.float32(s.points[other]) * SCALE.points
        obs.plane_points[i] = np.float32(s.plane_points[other]) * SCALE.plane_points
        obs.passenger_points[i] = np.float32(s.passenger_points[other]) * SCALE.passenger_points
        obs.failures[i] = np.float32(s.failures[other]) * SCALE.failures
        obs.profit[i] = np.float32(s.profit[other]) * SCALE.profit
        obs.seats[i] = np.float32(s.carried[other] - s.profit[other]) * SCALE.seats
        obs.roomiest[i] = np.float32(most_free_seats(s, other)) * SCALE.roomiest
        for kind in range(ADVANTAGES):
            obs.advantages[i, kind] = np.float32(s.advantages[other, kind]) * SCALE.advantages
        for kind in range(TILE_KINDS):
            obs.tiles[i, kind] = np.float32(s.tiles[other, kind]) * SCALE.tiles
        for market in range(MARKETS):
            obs.presence[i, market] = np.float32(s.presence[other, market]) * SCALE.presence
        airport = s.airport[other]
        for city in range(t.cities):
            obs.airport[i, city] = np.float32(airport[city]) * SCALE.airport
    earns = 0
    for market in range(MARKETS + 1):
        earns += market_points(t, o, s, seat, market)
    obs.earns = np.float32(earns) * SCALE.earns
    for free in range(1, MAX_CAPACITY + 1):
        obs.planes[free - 1] = np.float32(s.planes[seat, free]) * SCALE.planes


@kernel(inline=True)
def observe_cities(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Empty spaces, the bag, and how likely the observer would get to each city where it is not yet."""
    free, bag, room, left = obs.free, obs.bag, s.free, s.bag
    for city in range(t.cities):
        free[city] = np.float32(room[city]) * SCALE.free
        bag[city] = np.float32(left[city]) * SCALE.bag
    network, opponents = s.network[seat], opponents_at(o, s, seat)
    observe_links(t, network, opponents, 0, obs.odds)
    if s.tiles[seat, 1] + s.tiles[seat, 3] + s.tiles[seat, 5] > 0:
        observe_links(t, network, opponents, 1, obs.odds_long)
        observe_skips(t, network, opponents, obs.odds_long)


@kernel(inline=True)
def observe_links(t: Tables, network: CitySet, opponents: CitySet, long: int, chances: NDArray[np.float32]) -> None:
    """The chance of the best single or barred connection to each city."""
    for colour in range(COLOURS):
        near = ends_of_links(t.out_of[long, colour], network) & ~network
        raise_chances(chances, near, opponents, t.single_odds[colour])
        barred = ends_of_links(t.barred_out_of[long, colour], network) & ~network
        while barred != 0:
            city = lowest(barred)
            barred &= barred - 1
            raise_chances(chances, BIT << city, opponents, t.barred_odds[colour, t.bars_into[colour, city]])


@kernel(inline=True)
def ends_of_links(out_of: NDArray[np.int64], network: CitySet) -> CitySet:
    """Where links of a kind lead from the cities of a network, as a set."""
    ends = np.int64(0)
    while network != 0:
        city: int = lowest(network)
        ends |= out_of[city]
        network &= network - 1
    return ends


@kernel(inline=True)
def raise_chances(chances: NDArray[np.float32], cities: CitySet, opponents: CitySet, odds: NDArray[np.float32]) -> None:
    """Cities of a set can be reached with these odds, without an opponent there and with one."""
    alone, helped = odds[0], odds[1]
    while cities != 0:
        city = lowest(cities)
        chances[city] = max(chances[city], helped if has(opponents, city) else alone)
        cities &= cities - 1


@kernel
def observe_skips(t: Tables, network: CitySet, opponents: CitySet, chances: NDArray[np.float32]) -> None:
    """The chance of the best flight that skips a city, where it is better."""
    for first in range(COLOURS):
        near = ends_of_links(t.out_of[1, first], network)
        for second in range(COLOURS):
            if t.pair_rolls[first, second] >= 0:
                odds, links = t.pair_odds[first, second], t.out_of[1, second]
                raise_chances(chances, ends_of_links(links, near) & ~network, opponents, odds[0])
                raise_chances(chances, ends_of_links(links, near & opponents) & ~network, opponents, odds[1])


@kernel(inline=True)
def observe_passengers(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """Who waits where and for what, and where the observer's next airport would let it claim somebody."""
    network, demand = s.network[seat], obs.demand
    for home in range(HOMES):
        start: int = t.homes[home]
        here = np.float32(has(network, start))
        for k in range(home * SPACES_PER_HOME, (home + 1) * SPACES_PER_HOME):
            passenger: int = s.waiting[k]
            to: int = t.passenger_to[passenger]
            obs.waiting[k].seats = t.passenger_seen[passenger].seats
            obs.waiting[k].points = t.passenger_seen[passenger].points
            obs.waiting[k].to = t.passenger_seen[passenger].to
            obs.waiting[k].linked = t.passenger_seen[passenger].linked * here * np.float32(has(network, to))
            demand[to] += np.float32(has(network | (BIT << to), start)) * t.passenger_demand[passenger]
    if s.era == 1:
        return
    for k in range(OVERFLOW):
        passenger: int = s.overflow[k]
        obs.overflow[k].seats = t.passenger_seen[passenger].seats
        obs.overflow[k].points = t.passenger_seen[passenger].points
        obs.overflow[k].to = t.passenger_seen[passenger].to
        demand[t.passenger_to[passenger]] += t.passenger_demand[passenger]


@kernel(inline=True)
def observe_display(t: Tables, s: State, obs: Observation) -> None:
    """The cards on display."""
    for place in range(DISPLAY):
        card: int = s.display[place]
        obs.display[place] = t.card_seen[card]
        obs.display[place].price = np.float32(price(t, s, place) * (card != NONE)) * CARD_SCALE.price


@kernel(inline=True)
def observe_pending(t: Tables, s: State, obs: Observation) -> None:
    """What is being done: a tile on its way, a card just bought, a passenger to be put aboard, dice on the table."""
    if s.kind != NONE:
        obs.kind[s.kind] = ONE
    if s.destination != NONE:
        obs.destination = np.float32(s.destination + 1) * SCALE.destination
        obs.outside = t.region[s.destination] != Region.EUROPE
    if s.skipped != NONE:
        obs.skipped = np.float32(s.skipped + 1) * SCALE.skipped
    for k in range(s.rolls):
        obs.needs[k] = np.float32(s.need[k]) * SCALE.needs
    obs.rolls_left = np.float32(s.rolls - s.rolled) * SCALE.rolls_left
    if s.rolled > 0 or s.phase == Phase.PAIR:
        for i in range(DICE):
            obs.dice[i] = np.float32(s.dice[i]) * SCALE.dice
    if s.phase == Phase.SHORT:
        obs.short = np.float32(shortfall(s)) * SCALE.short
    if s.bought != NONE:
        obs.bought[t.card_stage[s.bought] - 1] = ONE
    if s.claiming != NONE:
        obs.claiming.seats = np.float32(t.passenger_seats[s.claiming]) * OVERFLOW_SCALE.seats
        obs.claiming.points = np.float32(t.passenger_points[s.claiming]) * OVERFLOW_SCALE.points
    obs.wilds = np.float32(s.wilds) * SCALE.wilds
