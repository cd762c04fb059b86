"""What follows from a position by the rules, so that `faults` compares a record with it instead of repeating rules."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from .._core.kernel import kernel
from .limits import CATEGORIES, CITIES, MAX_LENGTH, MAX_RANGE, MAX_SEATS, NEIGHBOURS, NONE
from .rules.common import flies_on, max_fuel, range_of, room
from .rules.flights import can_use, colour_of
from .rules.interruptions import crashes_on
from .rules.landing import deliveries
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game, Kernels
    from .state import Options, State
    from .tables import Tables


class OfSeat(IntEnum):
    """What follows for a seat that has an aircraft."""

    ROOM = 0
    """Free places for Cargo, below 0: so many cards are too much; PAX, Crew and Systems follow."""
    MAX_FUEL = CATEGORIES
    RANGE = CATEGORIES + 1


class Fact(IntEnum):
    """What follows for the seat to decide."""

    CAN_USE = 0
    """Whether the card that is being used is ready, and some die asks for it."""
    DELIVERIES = 1
    """How many kinds of Loads, and VIPs, can be delivered, as 1 or more."""
    COLOUR = 2
    """The colour of the first square of the way; the others follow."""
    CRASHES = COLOUR + MAX_LENGTH
    """The fewest squares of a route from here on which an interruption is a crash, 0: there is none."""
    FLOWN = CRASHES + 1
    """Whether a way of as many squares as were flown in this turn ends here."""


class WorkedOut(NamedTuple):
    """The facts by seat and `OfSeat`, and those by `Fact`."""

    seats: list[list[int]]
    facts: list[int]


def work_out(game: Game, s: Any) -> WorkedOut:
    """What follows from the fields of a State record, whose indices point to something that is there."""
    states = game.spec.state.zeros(1)
    for name in game.spec.state.fields:
        states[name][:] = s[name]
    seats = np.zeros((MAX_SEATS, len(OfSeat) + CATEGORIES - 1), dtype=np.int64)
    facts = np.zeros(Fact.FLOWN + 1, dtype=np.int64)
    reached = np.zeros((MAX_RANGE + 1, CITIES), dtype=np.int64)
    game.spec.compiled.further("facts", make_facts)(game._tables, game._options, states, seats, facts, reached)
    return WorkedOut(seats.tolist(), facts.tolist())


def make_facts(kernels: Kernels, bot_at: Any) -> tuple[Any, Any]:
    """`facts(T, O, S, seats, facts, reached)`; `reached` is room to work in, all 0."""

    @kernel(gil=True)
    def find_facts(
        T: NDArray[Any],
        O: NDArray[Any],
        S: NDArray[Any],
        seats: NDArray[np.int64],
        facts: NDArray[np.int64],
        reached: NDArray[np.int64],
    ) -> None:
        t, o, s = T[0], O[0], S[0]
        for seat in range(o.players):
            if s.aircraft[seat] != NONE:
                find_limits(t, o, s, seat, seats)
        if s.done == 0 and s.aircraft[s.seat] != NONE:
            find_flight(t, o, s, facts)
            find_ways(t, s, reached)
            facts[Fact.FLOWN] = reached[s.flown].sum() > 0

    return find_facts, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], types.int64[:, ::1], types.int64[::1], types.int64[:, ::1]),
    )


@kernel
def find_limits(t: Tables, o: Options, s: State, seat: int, seats: NDArray[np.int64]) -> None:
    """What the aircraft of a seat holds."""
    for category in range(CATEGORIES):
        seats[seat, OfSeat.ROOM + category] = room(t, o, s, seat, category)
    seats[seat, OfSeat.MAX_FUEL] = max_fuel(t, s, seat)
    seats[seat, OfSeat.RANGE] = range_of(t, s, seat)


@kernel
def find_flight(t: Tables, o: Options, s: State, facts: NDArray[np.int64]) -> None:
    """The dice of the flight, the card that is being used, what can be delivered, and where a crash could be."""
    if s.route != NONE:
        for k in range(t.route_length[s.route]):
            facts[Fact.COLOUR + k] = colour_of(t, s, k)
        if s.using != NONE:
            facts[Fact.CAN_USE] = can_use(t, s, s.using)
    if s.phase == Phase.DELIVERY:
        kinds, vips = deliveries(t, s)
        facts[Fact.DELIVERIES] = kinds + vips
    board, city = flies_on(t, s), s.city[s.seat]
    for k in range(NEIGHBOURS):
        other = t.neighbour[board, city, k]
        if other != NONE and crashes_on(t, o, s, t.route_to[board, city, other]):
            length = t.route_length[t.route_to[board, city, other]] + 0
            if facts[Fact.CRASHES] == 0 or length < facts[Fact.CRASHES]:
                facts[Fact.CRASHES] = length


@kernel
def find_ways(t: Tables, s: State, reached: NDArray[np.int64]) -> None:
    """Cities from which the aircraft can have come, by squares: `reached[squares, city]`."""
    board = flies_on(t, s)
    reached[0, s.city[s.seat]] = 1
    for squares in range(s.flown):
        for city in range(CITIES):
            if reached[squares, city]:
                for k in range(NEIGHBOURS):
                    other = t.neighbour[board, city, k]
                    if other != NONE:
                        far = squares + t.route_length[t.route_to[board, city, other]]
                        if far <= s.flown:
                            reached[far, other] = 1
