"""Claiming passengers, and Night Flights."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import MAX_CAPACITY, NONE, OVERFLOW, SPACES_PER_HOME, WAITING, Advantage, CitySet, Region
from ..state import ABOARD, Phase
from .common import BIT, Outcome, use_advantage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import State
    from ..tables import Tables


@kernel(inline=True)
def most_free_seats(s: State, seat: int) -> int:
    """Free seats of the seat's emptiest aeroplane (Rules AE-4.7, AE-4.9)."""
    planes = s.planes[seat]
    most = 0
    for free in range(MAX_CAPACITY + 1):
        most = free if planes[free] != 0 else most
    return most


@kernel(inline=True)
def cities_needed(t: Tables, passenger: int, place: int) -> CitySet:
    """Cities that one needs an airport in to claim a passenger, as a set.

    From a space of the waiting area they are where the passenger starts and the destination, which are one for a local
    flight; from the overflow, whose places come after those, it is the destination alone.

    (Rules AE-4.1, AE-4.4, AE-4.6, AE-4.10)
    """
    cities = BIT << t.passenger_to[passenger]
    if place < WAITING:
        cities |= BIT << t.homes[place // SPACES_PER_HOME]
    return cities


@kernel(inline=True)
def can_be_flown(t: Tables, passenger: int, place: int, network: CitySet, room: int, europe: int) -> bool:
    """Whether a passenger can be flown: airports where they are needed, seats enough, in Europe if it must be.

    (Rules AE-4.2, AE-4.4, AE-4.9, AE-R23)
    """
    inside = (europe == 0) | (t.region[t.passenger_to[passenger]] == Region.EUROPE)
    linked = cities_needed(t, passenger, place) & ~network == 0
    return inside & linked & (t.passenger_seats[passenger] <= room)


@kernel(inline=True)
def legal_claims(t: Tables, s: State, mask: NDArray[np.uint8], europe: int) -> None:
    """Passengers that the seat can claim; from the second era on some are in the overflow (Rules AE-4.4, AE-4.5)."""
    network, room = s.network[s.seat], most_free_seats(s, s.seat)
    if room == 0:
        return
    for k in range(WAITING):
        mask[Action.CLAIM + k] = can_be_flown(t, s.waiting[k], k, network, room, europe)
    if s.era > 1:
        for k in range(OVERFLOW):
            mask[Action.CLAIM_OVERFLOW + k] = can_be_flown(t, s.overflow[k], WAITING + k, network, room, europe)


@kernel
def can_claim_in_europe(t: Tables, s: State) -> bool:
    """Whether Night Flights could claim somebody: all origins are European, so the destination decides.

    (Rules AE-R6, AE-R45, AE-R53)
    """
    network, room = s.network[s.seat], most_free_seats(s, s.seat)
    found = False
    for k in range(WAITING):
        found |= can_be_flown(t, s.waiting[k], k, network, room, 1)
    for k in range(OVERFLOW):
        found |= can_be_flown(t, s.overflow[k], WAITING + k, network, room, 1)
    return found


@kernel
def claim(s: State, place: int) -> Outcome:
    """Choose a passenger of the waiting area or, after its spaces, of the overflow; a further one by Night Flights.

    (Rules AE-4.3, AE-5.10)
    """
    if s.phase == Phase.NIGHT_FLIGHTS:
        use_advantage(s, s.seat, Advantage.NIGHT_FLIGHTS)
    s.claiming = s.waiting[place] if place < WAITING else s.overflow[place - WAITING]
    s.phase = Phase.LOAD
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_loads(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Aeroplanes with seats enough, named by their free seats: a passenger is never split (Rules AE-4.9, AE-R48)."""
    for free in range(t.passenger_seats[s.claiming], MAX_CAPACITY + 1):
        mask[Action.LOAD + free - 1] = s.planes[s.seat, free] > 0


@kernel
def load(t: Tables, s: State, free: int) -> Outcome:
    """The passenger goes aboard an aeroplane with that many free seats; Night Flights may go on.

    (Rules AE-4.7, AE-4.8, AE-5.10, AE-R31, AE-R48)
    """
    seat, passenger = s.seat, s.claiming
    card = plane_with(s, seat, free)
    leave_waiting(s, passenger)
    s.passenger_at[passenger] = ABOARD + card
    taken = t.passenger_seats[passenger]
    s.seats[card] -= taken
    s.planes[seat, free] -= 1
    s.planes[seat, free - taken] += 1
    s.carried[seat] += taken
    s.profit[seat] += 2 * taken
    s.passenger_points[seat] += t.passenger_points[passenger]
    s.claiming = NONE
    if s.advantages[seat, Advantage.NIGHT_FLIGHTS] > 0 and can_claim_in_europe(t, s):
        s.phase = Phase.NIGHT_FLIGHTS
        return Outcome.NEXT_DECISION
    return Outcome.TURN_OVER


@kernel(inline=True)
def plane_with(s: State, seat: int, free: int) -> int:
    """The card of the lowest number among the aeroplanes of a seat with that many free seats, of which there is one.

    (Rule AE-R48)
    """
    card = 0
    while s.owner[card] != seat or s.seats[card] != free:
        card += 1
    return card


@kernel(inline=True)
def leave_waiting(s: State, passenger: int) -> None:
    """The passenger's space becomes empty."""
    place = s.passenger_at[passenger]
    if place < WAITING:
        s.waiting[place] = NONE
    else:
        s.overflow[place - WAITING] = NONE
