"""What a seat knows: all but future chance, since everything lies open. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.bits import lowest
from .._core.kernel import kernel
from .._core.record import F, Record
from .limits import (
    ADVANTAGES,
    COLOURS,
    DICE,
    DISPLAY,
    ERAS,
    HOMES,
    MARKETS,
    MAX_CAPACITY,
    MAX_CITIES,
    MAX_ROLLS,
    MAX_SEATS,
    NONE,
    OVERFLOW,
    SPACES_PER_HOME,
    TILE_KINDS,
    WAITING,
    CitySet,
    Region,
)
from .rules.buying import price
from .rules.common import BIT, clockwise, has, opponents_at
from .rules.passengers import most_free_seats
from .rules.scoring import market_points
from .state import Phase

if TYPE_CHECKING:
    from .state import Options, State
    from .tables import Tables

ONE = np.float32(1)
MONEY = np.float32(1 / 32)
"""Money is told in incomes of the last era."""

POINTS = np.float32(1 / 32)
SEATS = np.float32(1 / 8)
"""Seats and passengers are told in eights."""

TILES = np.float32(1 / 4)
NEED = np.float32(1 / 16)
HALF = np.float32(0.5)
CITY = np.float32(1 / MAX_CITIES)
STAGE = np.float32(1 / 4)

Floats = NDArray[np.float32]


class Observation(Record):
    """What a seat knows. Index 0 of an axis of seats is the observer; absent seats are zero."""

    phase: Annotated[Floats, F("f4", (len(Phase),), 0, 1, doc="what is to be decided (Phase)")]
    era: Annotated[Floats, F("f4", (ERAS,), 0, 1, doc="era")]
    decider: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who decides")]
    first: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who has the first player die")]
    present: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether somebody sits here")]
    clock: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the limit of rounds that is used up")]
    acted: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the seats that have acted in this round")]
    subsidies: Annotated[
        np.float32, F("f4", (), 0, 13, unit="£8", doc="bonds in the subsidy box; at 0 the token is next")
    ]
    stock: Annotated[
        Floats, F("f4", (ADVANTAGES,), 0, 5, unit="4 tiles", doc="advantage tiles beside the board by type")
    ]

    airport: Annotated[
        Floats, F("f4", (MAX_SEATS, MAX_CITIES), 0, 1, doc="Stage of a seat's airport in 4ths, 1: its home, 0: none")
    ]
    free: Annotated[Floats, F("f4", (MAX_CITIES,), 0, 1, unit="3 spaces", doc="empty airport spaces of a city")]
    chance: Annotated[
        Floats, F("f4", (MAX_CITIES,), 0, 1, doc="chance of the best flight there, nothing paid, space or not; 0: mine")
    ]
    chance_long: Annotated[
        Floats, F("f4", (MAX_CITIES,), 0, 1, doc="the same with a long-distance tile, if I have one")
    ]
    demand: Annotated[
        Floats,
        F("f4", (MAX_CITIES,), 0, 60, unit="8 seats", doc="passengers there that an airport there lets me claim"),
    ]
    bag: Annotated[Floats, F("f4", (MAX_CITIES,), 0, 120, unit="8 seats", doc="passengers in the bag by destination")]

    waiting: Annotated[
        Floats,
        F("f4", (WAITING, 4), 0, 3, doc="by passenger space: seats in 4ths, VP in 4ths, destination (1 + number) in "
          "36ths, whether I have the airports it needs"),
    ]  # fmt: skip
    overflow: Annotated[
        Floats,
        F("f4", (OVERFLOW, 3), 0, 3, doc="by overflow space: seats in 4ths, VP in 4ths, destination in 36ths"),
    ]
    display: Annotated[
        Floats,
        F("f4", (DISPLAY, 6), 0, 13, doc="by place of the display: price in 16ths, Stage in 4ths, airports in halves, "
          "long-distance, VP, seats in eights"),
    ]  # fmt: skip

    money: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 313, unit="£32", doc="bonds")]
    points: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 32, unit="32 VP", doc="token on the victory point track")]
    plane_points: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 16, unit="32 VP", doc="points of aeroplanes, for the end")]
    passenger_points: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 30, unit="32 VP", doc="points of passengers, for the end")
    ]
    earns: Annotated[np.float32, F("f4", (), 0, 13, unit="32 VP", doc="my points if the era ended now")]
    failures: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 3, unit="4 tiles", doc="engine failure tiles")]
    advantages: Annotated[Floats, F("f4", (MAX_SEATS, ADVANTAGES), 0, 5, unit="4 tiles", doc="advantage tiles by type")]
    tiles: Annotated[
        Floats, F("f4", (MAX_SEATS, TILE_KINDS), 0, 14, unit="4 tiles", doc="airport tiles on cards by kind")
    ]
    seats: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 60, unit="8 seats", doc="free seats of all aeroplanes")]
    roomiest: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 2, unit="8 seats", doc="free seats of the emptiest aeroplane")]
    profit: Annotated[Floats, F("f4", (MAX_SEATS,), -60, 113, unit="8 seats", doc="profit of this era so far")]
    presence: Annotated[
        Floats,
        F("f4", (MAX_SEATS, MARKETS), 0, 5, unit="8 airports", doc="airports in Europe, Africa, Asia and Australia"),
    ]
    planes: Annotated[
        Floats, F("f4", (MAX_CAPACITY,), 0, 12, unit="4 aeroplanes", doc="my aeroplanes with 1, 2, … free seats")
    ]

    kind: Annotated[Floats, F("f4", (TILE_KINDS,), 0, 1, doc="kind of the airport tile being placed")]
    destination: Annotated[np.float32, F("f4", (), 0, 1, doc="where it is to be placed (1 + number) in 36ths, 0: open")]
    skipped: Annotated[np.float32, F("f4", (), 0, 1, doc="city being skipped (1 + number) in 36ths, 0: none")]
    needs: Annotated[Floats, F("f4", (MAX_ROLLS,), 0, 2, unit="16 points", doc="what each roll must reach")]
    rolls_left: Annotated[np.float32, F("f4", (), 0, 1, doc="rolls of the connection still to be made, in thirds")]
    dice: Annotated[Floats, F("f4", (DICE,), 0, 1, doc="risk dice in 6ths while they matter, an engine failure is 1/6")]
    short: Annotated[np.float32, F("f4", (), 0, 2, unit="16 points", doc="what the roll is short of")]
    outside: Annotated[
        np.float32, F("f4", (), 0, 1, doc="whether the destination is outside Europe, where pilots help")
    ]
    bought: Annotated[Floats, F("f4", (3,), 0, 1, doc="Stage of the card just bought, while a tile may be added")]
    claiming: Annotated[Floats, F("f4", (2,), 0, 3, doc="seats and VP in 4ths of the passenger to be put aboard")]
    wilds: Annotated[np.float32, F("f4", (), 0, 1, doc="engine failures to exchange for advantages, in thirds")]


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = ONE
    obs.era[s.era - 1] = ONE
    obs.decider[clockwise(o, s.seat, o.players - seat)] = ONE
    obs.first[clockwise(o, s.first, o.players - seat)] = ONE
    obs.clock = np.float32(s.round_number) / np.float32(o.round_limit)
    obs.acted = np.float32(s.acted) / np.float32(o.players)
    obs.subsidies = np.float32(s.subsidies) * SEATS
    for kind in range(ADVANTAGES):
        obs.stock[kind] = np.float32(s.stock[kind]) * TILES
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
        obs.money[i] = np.float32(s.money[other]) * MONEY
        obs.points[i] = np.float32(s.points[other]) * POINTS
        obs.plane_points[i] = np.float32(s.plane_points[other]) * POINTS
        obs.passenger_points[i] = np.float32(s.passenger_points[other]) * POINTS
        obs.failures[i] = np.float32(s.failures[other]) * TILES
        obs.profit[i] = np.float32(s.profit[other]) * SEATS
        obs.seats[i] = np.float32(s.carried[other] - s.profit[other]) * SEATS
        obs.roomiest[i] = np.float32(most_free_seats(s, other)) * SEATS
        for kind in range(ADVANTAGES):
            obs.advantages[i, kind] = np.float32(s.advantages[other, kind]) * TILES
        for kind in range(TILE_KINDS):
            obs.tiles[i, kind] = np.float32(s.tiles[other, kind]) * TILES
        for market in range(MARKETS):
            obs.presence[i, market] = np.float32(s.presence[other, market]) * SEATS
        airport = s.airport[other]
        for city in range(t.cities):
            obs.airport[i, city] = np.float32(airport[city]) * STAGE
    earns = 0
    for market in range(MARKETS + 1):
        earns += market_points(t, o, s, seat, market)
    obs.earns = np.float32(earns) * POINTS
    for free in range(1, MAX_CAPACITY + 1):
        obs.planes[free - 1] = np.float32(s.planes[seat, free]) * TILES


@kernel(inline=True)
def observe_cities(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Empty spaces, the bag, and how likely the observer would get to each city where it is not yet."""
    free, bag, room, left = obs.free, obs.bag, s.free, s.bag
    for city in range(t.cities):
        free[city] = np.float32(room[city]) * np.float32(1 / 3)
        bag[city] = np.float32(left[city]) * SEATS
    network, opponents = s.network[seat], opponents_at(o, s, seat)
    observe_links(t, network, opponents, 0, obs.chance)
    if s.tiles[seat, 1] + s.tiles[seat, 3] + s.tiles[seat, 5] > 0:
        observe_links(t, network, opponents, 1, obs.chance_long)
        observe_skips(t, network, opponents, obs.chance_long)


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
    network, told = s.network[seat], t.passenger_told
    for home in range(HOMES):
        here = np.float32(has(network, t.homes[home]))
        for k in range(home * SPACES_PER_HOME, (home + 1) * SPACES_PER_HOME):
            tile: int = s.waiting[k]
            to = t.passenger_to[tile]
            for i in range(4):
                obs.waiting[k, i] = told[tile, i]
            obs.waiting[k, 3] *= here * np.float32(has(network, to))
            obs.demand[to] += here * told[tile, 0] * HALF
    if s.era == 1:
        return
    for k in range(OVERFLOW):
        tile: int = s.overflow[k]
        for i in range(3):
            obs.overflow[k, i] = told[tile, i]
        obs.demand[t.passenger_to[tile]] += told[tile, 0] * HALF


@kernel(inline=True)
def observe_display(t: Tables, s: State, obs: Observation) -> None:
    """The cards on display."""
    for place in range(DISPLAY):
        card = s.display[place]
        obs.display[place, 0] = np.float32(price(t, s, place) * (card != NONE)) * NEED
        for i in range(5):
            obs.display[place, 1 + i] = t.card_told[card, i]


@kernel(inline=True)
def observe_pending(t: Tables, s: State, obs: Observation) -> None:
    """What is being done: a tile on its way, a card just bought, a passenger to be put aboard, dice on the table."""
    if s.kind != NONE:
        obs.kind[s.kind] = ONE
    if s.destination != NONE:
        obs.destination = np.float32(s.destination + 1) * CITY
        obs.outside = t.region[s.destination] != Region.EUROPE
    if s.skipped != NONE:
        obs.skipped = np.float32(s.skipped + 1) * CITY
    for k in range(s.rolls):
        obs.needs[k] = np.float32(s.need[k]) * NEED
    obs.rolls_left = np.float32(s.rolls - s.rolled) * np.float32(1 / 3)
    if s.rolled > 0 or s.phase == Phase.PAIR:
        for i in range(DICE):
            obs.dice[i] = np.float32(s.dice[i]) * np.float32(1 / 6)
    if s.phase == Phase.SHORT:
        obs.short = np.float32(s.need[s.rolled - 1] - s.total) * NEED
    if s.bought != NONE:
        obs.bought[t.card_stage[s.bought] - 1] = ONE
    if s.claiming != NONE:
        obs.claiming[0] = np.float32(t.passenger_seats[s.claiming]) * TILES
        obs.claiming[1] = np.float32(t.passenger_points[s.claiming]) * TILES
    obs.wilds = np.float32(s.wilds) * np.float32(1 / 3)
