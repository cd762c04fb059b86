"""What all bots look at in a position: passengers, seats, cards and airport tiles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import MARKETS, NONE, OVERFLOW, WAITING
from ....envs.aeroplanes.rules.passengers import cities_needed
from ....envs.aeroplanes.rules.scoring import market_points
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables

Mask = NDArray[np.uint8]
"""Which actions are legal, uint8 [actions]."""

Params = NDArray[np.float64]
"""The numbers of a bot, float64 [any]."""

IMPOSSIBLE = -1e9
"""Worth of what cannot be done."""

PLACES = WAITING + OVERFLOW
"""Places that a passenger can be claimed from: the passenger spaces, then the overflow."""


@kernel(inline=True)
def tile_at(s: State, place: int) -> int:
    """The passenger tile in a space of the waiting area or, after them, of the overflow."""
    if place < WAITING:
        return s.waiting[place]
    return s.overflow[place - WAITING]


@kernel(inline=True)
def free_seats(s: State, seat: int) -> int:
    """Free seats of all the open aeroplanes of a seat."""
    return s.carried[seat] - s.profit[seat]


@kernel
def add_unlocked(
    t: Tables, s: State, network: int, point: float, seat: float, later: float, gain: NDArray[np.float64]
) -> None:
    """Add to `gain`, float64 [cities], the worth of the passengers that an airport in each city would allow to claim.

    `network` are the airports that there are, as a set; `point` and `seat` the worth of a victory point and of a seat
    filled; `later` is the share that counts where yet another airport is needed.
    """
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile == NONE:
            continue
        worth = point * t.passenger_points[tile] + seat * t.passenger_seats[tile]
        missing = cities_needed(t, tile, place) & ~network
        share = 1.0 if missing & (missing - 1) == 0 else later
        while missing != 0:
            gain[lowest(missing)] += share * worth
            missing &= missing - 1


@kernel
def claimable_seats(t: Tables, s: State, seat: int) -> int:
    """Seats of the passengers that a seat has the airports for."""
    seats = np.int64(0)
    network = s.network[seat]
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE and cities_needed(t, tile, place) & ~network == 0:
            seats += t.passenger_seats[tile]
    return int(seats)


@kernel
def tiles_in_hand(s: State, seat: int) -> int:
    """Airport tiles on the cards of a seat."""
    count = 0
    for kind in range(s.tiles.shape[1]):
        count += s.tiles[seat, kind]
    return count


@kernel
def lead(t: Tables, o: Options, s: State) -> float:
    """Points that the end of the era would bring the seat now, beyond what it would bring the others on average."""
    ahead = 0.0
    for seat in range(o.players):
        points = 0
        for market in range(MARKETS + 1):
            points += market_points(t, o, s, seat, market)
        if seat == s.seat:
            ahead += points
        else:
            ahead -= points / (o.players - 1)
    return ahead
