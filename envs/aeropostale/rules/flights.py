"""Flights, to create a stop or to make a run: what is possible, announcing them, and taking off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import lowest
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    CITIES,
    FLEET,
    LINES,
    NONE,
    RANKS,
    REGIONS,
    WEATHER_LINES,
    Condition,
    Flight,
    Rank,
)
from ..state import NOT_POSSIBLE, Event, Phase
from .common import (
    Outcome,
    best_rank,
    cubes_in,
    cubes_left,
    place_of,
    spend,
)
from .routes import (
    TOO_FAR,
    available_places,
    can_be_flown,
    can_be_flown_by_feat,
    flight_cost,
    is_available,
    kind_of_flight,
    may_be_able,
    may_ignore,
    origins_to,
    pay_of_run,
    regions_of,
    routes_of,
    stops_of,
    take_off_regions,
)
from .weather import explore, origins_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def legal_flights(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Cities in which a stop can be created, and those to which a run can be made.

    (Rules AO-4.1.2, AO-4.2.1, AO-R13, AO-R25, AO-R41, AO-R49)
    """
    best = best_rank(s, s.seat)
    if best == NONE or s.logistics[s.seat] == 0:
        return  # every flight costs a point
    stops = stops_of(s, s.seat)
    vacant = open_cities(s) & ~stops if cubes_left(s, s.seat) > 0 else 0
    creations = vacant & cities_in_reach(t, s, stops, best)
    runs = cities_of_runs(t, s, stops, best)
    if best == Rank.LEGENDARY and s.feat[s.seat]:
        creations |= cities_by_feat(t, s, Flight.STOP + 0, vacant & ~creations, stops)
        runs |= cities_by_feat(t, s, Flight.RUN + 0, stops & ~runs, stops)
    for city in range(CITIES):
        mask[Action.CREATE + city] = (creations >> city) & 1
        mask[Action.RUN + city] = (runs >> city) & 1


@kernel(inline=True)
def open_cities(s: State) -> int:
    """Cities in which somebody can create a stop, as a set."""
    cities = 0
    for city in range(CITIES):
        cities |= is_open(s, city) << city
    return cities


@kernel(inline=True)
def is_open(s: State, city: int) -> bool:
    """Whether a stop could be created in a city: not closed, nobody's monopoly, not full, a strip face down.

    (Rules AO-2.11, AO-4.1.2, AO-4.2.7, AO-R25)
    """
    return (s.face_down[city] > 0) & (s.monopoly[city] == NONE) & (cubes_in(s, city) < s.maximum[city])


@kernel(inline=True)
def cities_in_reach(t: Tables, s: State, stops: int, best: int) -> int:
    """Cities where the seat could land from its stops with some available aeroplane and no feat, as a set."""
    routes, places = np.int64(0), available_places(s)
    while places != 0:
        routes |= routes_of(t, s, Flight.STOP + 0, lowest(places), best)
        places &= places - 1
    regions, cities = regions_of(t, stops), 0
    for to in range(REGIONS):
        cities |= t.cities_of[to] * (origins_in(routes, to) & regions != 0)
    return cities


@kernel(inline=True)
def cities_of_runs(t: Tables, s: State, stops: int, best: int) -> int:
    """Cities to which the seat can make a run with some available aeroplane and no feat, as a set."""
    cities, left = 0, stops
    while left != 0:
        city = lowest(left)
        cities |= can_run(t, s, city, take_off_regions(t, stops, city), best) << city
        left &= left - 1
    return cities


@kernel(inline=True)
def can_run(t: Tables, s: State, city: int, regions: int, best: int) -> bool:
    """Whether some available aeroplane can make a run to a city from some of these regions, without a feat."""
    places = available_places(s)
    while places != 0:
        routes = routes_of(t, s, Flight.RUN + 0, lowest(places), best)
        origins = origins_in(routes, t.region[city] + 0) & regions
        if pay_of_run(t, s, city, origins, lowest(places)) != NOT_POSSIBLE:
            return True
        places &= places - 1
    return False


@kernel
def cities_by_feat(t: Tables, s: State, flight: int, cities: int, stops: int) -> int:
    """Those of some cities to which a feat of the legendary pilot makes a flight possible, as a set."""
    found = 0
    for city in range(CITIES):
        if (cities >> city) & 1 and can_depart_by_feat(t, s, flight, city, take_off_regions(t, stops, city)):
            found |= 1 << city
    return found


@kernel
def can_depart_by_feat(t: Tables, s: State, flight: int, city: int, regions: int) -> bool:
    """Whether some available aeroplane can fly to a city from these regions by a feat (Rules AO-4.5.4.1, AO-R49)."""
    for place in range(FLEET):
        if is_available(s, place) and origins_by_feat(t, s, flight, city, regions, place) != 0:
            return True
    return False


@kernel
def announce(t: Tables, s: State, city: int, event: Event) -> Outcome:
    """Declare where to land; take-off comes next (Rules AO-4.1.2, AO-4.2.1)."""
    s.event = event
    s.city = city
    s.phase = Phase.TAKE_OFF
    return Outcome.NEXT_DECISION


@kernel
def legal_take_off(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Regions from which the flight is possible; cities of one region are alike (Rules AO-4.1.2, AO-R70)."""
    flight, best = kind_of_flight(s), best_rank(s, s.seat)
    regions, possible = take_off_regions(t, stops_of(s, s.seat), s.city), 0
    for place in range(FLEET):
        if is_available(s, place):
            possible |= origins_to(t, s, flight, s.city, place, best)
            if best == Rank.LEGENDARY and s.feat[s.seat]:
                possible |= origins_by_feat(t, s, flight, s.city, regions, place)
    for origin in range(REGIONS):
        mask[Action.TAKE_OFF + origin] = (possible & regions) >> origin & 1


@kernel
def origins_by_feat(t: Tables, s: State, flight: int, city: int, regions: int, place: int) -> int:
    """Those of some regions from which a feat of the legendary pilot makes a flight possible, as a set."""
    origins = 0
    for origin in range(REGIONS):
        if (regions >> origin) & 1 and can_be_flown_by_feat(t, s, flight, city, origin, place):
            origins |= 1 << origin
    return origins


@kernel(inline=True)
def choose_take_off(s: State, origin: int) -> Outcome:
    """The flight takes off in a region; the aeroplane comes next."""
    s.origin = origin
    s.phase = Phase.DESIGN
    return Outcome.NEXT_DECISION


@kernel
def legal_designs(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Available aeroplanes that are capable of the flight (Rules AO-4.1.2, AO-4.2.3)."""
    flight, best = kind_of_flight(s), best_rank(s, s.seat)
    for place in range(FLEET):
        if is_available(s, place):
            possible = can_be_flown(t, s, flight, s.city, s.origin, place, best)
            mask[Action.DESIGN + s.fleet[s.seat, place]] = possible


@kernel
def choose_design(t: Tables, o: Options, s: State, design: int) -> Outcome:
    """The flight is announced; who explores turns up the weather on the way before choosing a pilot.

    (Rules AO-4.1.2.1, AO-R43, AO-R48)
    """
    s.place = place_of(s, s.seat, design)
    if s.event == Event.CREATING:
        explore(t, o, s, s.origin, t.region[s.city])
    s.phase = Phase.PILOT
    return Outcome.NEXT_DECISION


@kernel
def legal_pilots_of_flight(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Pilots that can make the flight in this weather; a creation can be cancelled.

    (Rules AO-4.1.2.1, AO-R14, AO-R50)
    """
    flight = kind_of_flight(s)
    for rank in range(RANKS):
        if s.pilots[s.seat, Condition.AVAILABLE, rank] > 0:
            mask[Action.PILOT + rank] = can_be_flown(t, s, flight, s.city, s.origin, s.place, rank)
    if s.event == Event.CREATING:
        mask[Action.CANCEL] = 1


@kernel
def legal_feats_of_flight(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """What the legendary pilot's feat can do for the flight; without it if that is possible.

    (Rules AO-4.5.4.1, AO-R51)
    """
    flight = kind_of_flight(s)
    for line in range(WEATHER_LINES):
        mask[Action.IGNORE_WEATHER + line] = may_ignore(t, s, flight, s.city, s.origin, s.place, line)
    mask[Action.ABILITY] = may_be_able(t, s, flight, s.city, s.origin, s.place)
    without = flight_cost(t, s, flight, s.city, s.origin, s.place, Rank.LEGENDARY + 0, NONE, 0)
    mask[Action.NO_FEAT] = without != TOO_FAR


@kernel(inline=True)
def may_use_feat_in_flight(t: Tables, s: State) -> bool:
    """Whether there is anything that a feat of the pilot in this flight can do."""
    if s.pilot != Rank.LEGENDARY or s.feat[s.seat] == 0:
        return False
    return can_be_flown_by_feat(t, s, kind_of_flight(s), s.city, s.origin, s.place)


@kernel(inline=True)
def use_feat(s: State) -> None:
    """The legendary pilot's card is turned over: once per game (Rule AO-4.5.4.1)."""
    s.feat[s.seat] = 0


@kernel
def pay_and_land(t: Tables, s: State) -> None:
    """Logistics are spent and the figure stands on the runway of the city (Rules AO-4.1.2, AO-4.2.3)."""
    seat, place = s.seat, s.place
    cost = flight_cost(t, s, kind_of_flight(s), s.city, s.origin, place, s.pilot, s.ignored, s.able)
    spend(s, seat, cost)
    s.condition[seat, place] = Condition.USED
    s.runway[seat, place] = s.city


@kernel(inline=True)
def lines_crossed(t: Tables, s: State) -> int:
    """Geographical lines that the announced flight crosses, each once (Rules AO-4.2.5, AO-R16)."""
    return min(LINES, abs(s.origin - t.region[s.city]))
