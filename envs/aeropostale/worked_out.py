"""What follows from the board by the rules, so that `faults` compares a record with it instead of repeating rules."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from .._core.kernel import kernel
from .limits import CITIES, CONTINENTS, NONE, WEATHER_LINES, Flight, Rank
from .rules.common import best_rank
from .rules.routes import can_be_flown, flight_cost, kind_of_flight, may_be_able, may_ignore
from .rules.runs import bronze_of_weather, increase_of_run, kinds_allowed
from .rules.stops import place_cubes, price_contracts, strip_laid_last
from .rules.turns import supreme_seat
from .rules.weather import chart_routes
from .rules.wings import has_reached_goal
from .state import Event, Phase

if TYPE_CHECKING:
    from .._core.game import Game, Kernels
    from .state import Options, State
    from .tables import Tables

POSITION, ANEW, CALM = range(3)
"""Records that are worked on: the position, the same with tables of the rules worked out anew, and without weather."""


class Fact(IntEnum):
    """What follows from a position; of flights where one is announced."""

    REACHED = 0
    """Seats with the wings that win, as a set."""
    SUPREME = 1
    """Seats with supremacy over a continent, as a set."""
    COST = 2
    """Points that the flight takes with its pilot and feat, −1: it is not possible however many there are."""
    IN_CALM = 3
    """Whether the flight is possible without weather, however many points there are."""
    FEAT_HELPS = 4
    """Whether the feat that has been executed does something for the flight."""
    KINDS = 5
    """What the run may carry, as a set of Cargo."""
    INCREASE = 6
    """Cubes by which the run increases the stop."""
    BRONZE = 7
    """Bronze wings that the run gets from weather."""
    CUBES = 8
    """Cubes that the strip revealed last brings."""


class WorkedOut(NamedTuple):
    """The facts by `Fact`, the mask of legal actions, and the record with pays and routes worked out anew."""

    facts: list[int]
    mask: NDArray[np.uint8]
    anew: Any


def work_out(game: Game, s: Any) -> WorkedOut:
    """Everything that follows from the fields of a State record, whose indices point to something that is there."""
    states = game.spec.state.zeros(3)
    for name in game.spec.state.fields:
        states[name][:] = s[name]
    mask = np.zeros(game.num_actions, dtype=np.uint8)
    facts = np.zeros(len(Fact), dtype=np.int64)
    game.spec.compiled.further("facts", make_facts)(game._tables, game._options, states, mask, facts)
    return WorkedOut(facts.tolist(), mask, states[ANEW])


def make_facts(kernels: Kernels, bot_at: Any) -> tuple[Any, Any]:
    """`facts(T, O, S, mask, facts)`; S holds the position three times and is written over."""
    legal = kernels.legal

    @kernel(gil=True)
    def find_facts(
        T: NDArray[Any], O: NDArray[Any], S: NDArray[Any], mask: NDArray[np.uint8], facts: NDArray[np.int64]
    ) -> None:
        t, o, s = T[0], O[0], S[POSITION]
        if s.done == 0:
            legal(t, o, s, mask)
        find_seats(t, o, s, facts)
        if (s.event == Event.CREATING or s.event == Event.RUNNING) and s.place != NONE:
            find_flight(t, s, S[CALM], facts)
        for city in range(CITIES):
            price_contracts(t, S[ANEW], city)
        chart_routes(t, S[ANEW])

    return find_facts, lambda ty: (ty["T"], ty["O"], ty["S"], types.uint8[::1], types.int64[::1])


@kernel
def find_seats(t: Tables, o: Options, s: State, facts: NDArray[np.int64]) -> None:
    """Seats that have reached the goal, and those that get wings at the end of the turn."""
    for seat in range(o.players):
        if has_reached_goal(t, o, s, seat):
            facts[Fact.REACHED] |= 1 << seat
    if t.has_wings[o.scenario] and t.supremacy_gold > 0:
        for continent in range(CONTINENTS):
            seat = supreme_seat(t, o, s, continent)
            if seat != NONE:
                facts[Fact.SUPREME] |= 1 << seat


@kernel
def find_flight(t: Tables, s: State, calm: State, facts: NDArray[np.int64]) -> None:
    """What the flight costs and brings; `calm` is a copy that loses its weather."""
    flight, seat, points = kind_of_flight(s), s.seat, s.logistics[s.seat] + 0
    rank = s.pilot if s.pilot != NONE else Rank.LEGENDARY + 0
    s.logistics[seat] = t.gauge
    facts[Fact.COST] = flight_cost(t, s, flight, s.city, s.origin, s.place, rank, s.ignored, s.able)
    if s.ignored != NONE:
        facts[Fact.FEAT_HELPS] = may_ignore(t, s, flight, s.city, s.origin, s.place, s.ignored)
    elif s.able:
        facts[Fact.FEAT_HELPS] = may_be_able(t, s, flight, s.city, s.origin, s.place)
    s.logistics[seat] = points
    if flight == Flight.RUN:
        facts[Fact.KINDS] = kinds_allowed(t, s)
        facts[Fact.INCREASE] = increase_of_run(t, s)
        facts[Fact.BRONZE] = bronze_of_weather(t, s, s.carried)
    calm.logistics[seat] = t.gauge
    for line in range(WEATHER_LINES):
        calm.card[line] = NONE
    chart_routes(t, calm)
    best = s.pilot if s.phase == Phase.FEAT else best_rank(s, seat)
    facts[Fact.IN_CALM] = best != NONE and can_be_flown(t, calm, flight, s.city, s.origin, s.place, best)
    if s.phase == Phase.LEGEND or s.phase == Phase.STRIP_EFFECT:
        facts[Fact.CUBES] = cubes_of_strip(t, s)


@kernel
def cubes_of_strip(t: Tables, s: State) -> int:
    """The cubes that the strip revealed last brings, if it is laid now."""
    held = s.cubes[s.seat, s.city] + 0
    s.cubes[s.seat, s.city] = 0
    place_cubes(t, s, strip_laid_last(s))
    brought = s.cubes[s.seat, s.city] + 0
    s.cubes[s.seat, s.city] = held
    return brought
