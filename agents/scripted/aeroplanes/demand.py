"""The expert's view of passengers: who can claim them, what they are worth, and what seats for them are worth."""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import NONE
from ....envs.aeroplanes.rules.passengers import cities_needed, most_free_seats
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation_record import DENSITIES, DENSITY, Evaluation
from .expert_params import P
from .features import PLACES, Params, free_seats, tile_at


@kernel
def count_wanted(t: Tables, o: Options, s: State, e: Evaluation) -> None:
    """Seats of the passengers that each seat has the airports for."""
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE:
            needed = cities_needed(t, tile, place)
            for seat in range(o.players):
                if needed & ~s.network[seat] == 0:
                    e.seats[seat].wanted += t.passenger_seats[tile]


@kernel
def count_rivals(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """How many opponents could claim each passenger, too."""
    for seat in range(o.players):
        if seat == s.seat:
            continue
        network, room = s.network[seat], most_free_seats(s, seat)
        for place in range(PLACES):
            tile = tile_at(s, place)
            if tile != NONE and cities_needed(t, tile, place) & ~network == 0:
                e.passengers[place].rivals += 1.0 if room >= t.passenger_seats[tile] else p[P.RIVAL_FULL]
    for place in range(PLACES):
        passenger = e.passengers[place]
        passenger.share = 1.0 / (1.0 + p[P.RIVALS] * passenger.rivals)


@kernel
def sort_passengers(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """Passengers within reach of the network by points a seat, and what the others add to cities that they need."""
    network = s.network[s.seat]
    unlock = p[P.UNLOCK_1 + s.era - 1] * (1.0 - p[P.UNLOCK_LATE] * (1.0 - e.time))
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile == NONE:
            continue
        share = e.passengers[place].share
        missing = cities_needed(t, tile, place) & ~network
        if missing == 0:
            density = min(DENSITY * t.passenger_points[tile] // t.passenger_seats[tile], DENSITIES - 1)
            e.demand[density] += share * t.passenger_seats[tile]
            continue
        if missing & (missing - 1) != 0:
            share *= p[P.TWO_AIRPORTS]
        worth = share * unlock * worth_of_passenger(t, p, e, tile)
        while missing != 0:
            e.cities[lowest(missing)].alone += worth
            missing &= missing - 1


@kernel(inline=True)
def worth_of_passenger(t: Tables, p: Params, e: Evaluation, tile: int) -> float:
    """Points, and the profit of seats that would be empty otherwise."""
    return p[P.POINTS] * t.passenger_points[tile] + 2.0 * e.profit * t.passenger_seats[tile]


@kernel
def worth_of_seats(p: Params, e: Evaluation, seats: float) -> tuple[float, float]:
    """Worth of the best passengers for so many seats, and of one seat more if there were one."""
    worth = 0.0
    for density in range(DENSITIES - 1, -1, -1):
        a_seat = p[P.POINTS] * density / DENSITY + 2.0 * e.profit
        demand = e.demand[density]
        if demand > seats:
            return worth + seats * a_seat, a_seat
        worth += demand * a_seat
        seats -= demand
    return worth, 0.0


@kernel
def seatable_points(t: Tables, s: State, seat: int) -> float:
    """Points of the passengers that a seat could claim into its free seats, as many as fit."""
    network, free = s.network[seat], free_seats(s, seat)
    points, seats = np.int64(0), np.int64(0)
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE and cities_needed(t, tile, place) & ~network == 0:
            points += t.passenger_points[tile]
            seats += t.passenger_seats[tile]
    if seats <= free:
        return float(points)
    return points * free / seats
