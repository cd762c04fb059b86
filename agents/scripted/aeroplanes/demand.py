"""The expert's view of passengers: who can claim them, what they are worth, and what seats for them are worth."""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import MAX_SEATS, NONE, CitySet
from ....envs.aeroplanes.rules.common import BIT
from ....envs.aeroplanes.rules.passengers import cities_needed, most_free_seats
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation_record import DENSITIES, DENSITY, Evaluation
from .expert_params import P
from .features import PLACES, Params, free_seats, tile_at


@kernel
def look_at_passengers(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Seats and points of the passengers that each seat has the airports for, and how many opponents each one has."""
    for seat in range(o.players):
        e.seats[seat].room = most_free_seats(s, seat)
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile == NONE:
            continue
        e.waiting |= BIT << place
        needed = cities_needed(t, tile, place)
        able = seats_with_airports(s, needed)
        while able != 0:
            seat = lowest(able)
            able &= able - 1
            outlook = e.seats[seat]
            outlook.wanted += t.passenger_seats[tile]
            outlook.points += t.passenger_points[tile]
            if seat != s.seat:
                e.rivals[place] += 1.0 if outlook.room >= t.passenger_seats[tile] else p[P.RIVAL_FULL]


@kernel(inline=True)
def seats_with_airports(s: State, cities: CitySet) -> np.int64:
    """Seats that have airports in all of these cities, at least one, as a set; absent seats have none."""
    able = np.int64(0)
    for seat in range(MAX_SEATS):
        able |= np.int64(cities & ~s.network[seat] == 0) << seat
    return able


@kernel
def sort_by_density(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """Passengers within reach of the network by points a seat."""
    network, left = s.network[s.seat], e.waiting
    while left != 0:
        place = lowest(left)
        left &= left - 1
        tile = tile_at(s, place)
        if cities_needed(t, tile, place) & ~network == 0:
            density = min(DENSITY * t.passenger_points[tile] // t.passenger_seats[tile], DENSITIES - 1)
            e.densities |= BIT << (DENSITIES - 1 - density)
            e.demand[density] += share_of(p, e, place) * t.passenger_seats[tile]


@kernel
def add_to_cities(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """What passengers that are not within reach add to the cities that they need an airport in."""
    network, left = s.network[s.seat], e.waiting
    unlock = p[P.UNLOCK_1 + s.era - 1] * (1.0 - p[P.UNLOCK_LATE] * (1.0 - e.time))
    while left != 0:
        place = lowest(left)
        left &= left - 1
        tile = tile_at(s, place)
        missing = cities_needed(t, tile, place) & ~network
        if missing == 0:
            continue
        share = share_of(p, e, place)
        if missing & (missing - 1) != 0:
            share *= p[P.TWO_AIRPORTS]
        worth = share * unlock * worth_of_passenger(t, p, e, tile)
        while missing != 0:
            e.cities[lowest(missing)].alone += worth
            missing &= missing - 1


@kernel(inline=True)
def share_of(p: Params, e: Evaluation, place: int) -> float:
    """Share of a passenger that the opponents leave for the seat to decide."""
    return 1.0 / (1.0 + p[P.RIVALS] * e.rivals[place])


@kernel(inline=True)
def worth_of_passenger(t: Tables, p: Params, e: Evaluation, tile: int) -> float:
    """Points, and the profit of seats that would be empty otherwise."""
    return p[P.POINTS] * t.passenger_points[tile] + 2.0 * e.profit * t.passenger_seats[tile]


@kernel
def worth_of_seats(p: Params, e: Evaluation, seats: float) -> tuple[float, float]:
    """Worth of the best passengers for so many seats, and of one seat more if there were one."""
    worth, left = 0.0, e.densities
    while left != 0:
        density: int = DENSITIES - 1 - lowest(left)
        left &= left - 1
        a_seat = p[P.POINTS] * density / DENSITY + 2.0 * e.profit
        demand = e.demand[density]
        if demand > seats:
            return worth + seats * a_seat, a_seat
        worth += demand * a_seat
        seats -= demand
    return worth, 0.0


@kernel(inline=True)
def seatable_points(s: State, e: Evaluation, seat: int) -> float:
    """Points of the passengers that a seat could claim into its free seats, as many as fit."""
    outlook, free = e.seats[seat], free_seats(s, seat)
    if outlook.wanted <= free:
        return outlook.points
    return outlook.points * free / outlook.wanted
