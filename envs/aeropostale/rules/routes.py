"""What a flight takes: which aeroplanes and pilots can make it, from where, at what cost, and by which feat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.kernel import kernel
from ..limits import (
    CARGOES,
    CITIES,
    FLEET,
    MAX_EXTRA,
    NONE,
    REGIONS,
    WEATHER_LINES,
    Condition,
    Effect,
    Flight,
    Legend,
    Rank,
    RecordKind,
)
from ..state import NOT_POSSIBLE, Event
from .common import capacity_of, has_stop, has_tile
from .weather import acts, crossed, origins_in, route, weather_between

if TYPE_CHECKING:
    from ..state import State
    from ..tables import Tables

ONE = np.int64(1)

TOO_FAR = -1
"""Cost of a flight that the aeroplane cannot make."""


@kernel(inline=True)
def kind_of_flight(s: State) -> int:
    """What the announced flight is for (Flight)."""
    return Flight.STOP + 0 if s.event == Event.CREATING else Flight.RUN + 0


@kernel(inline=True)
def cost_of_flight(t: Tables, s: State, place: int, origin: int, to: int, length: int, extra: int, able: int) -> int:
    """Logistics points that a flight takes with the design in a place, −1: its range is too short or not red.

    The tile of the distance record adds a line for a point, only if it is needed; a feat that adds one for nothing
    comes before it. The cost never is below 1.

    (Rules AO-1.1, AO-2.6, AO-4.1.2, AO-4.3.3.1, AO-7.3, AO-R15, AO-R53)
    """
    seat = s.seat
    company: int = s.company[seat]
    design: int = s.fleet[seat, place]
    reach: int = t.range[company, design]
    cost: int = t.fuel[company, design] + extra
    if able and s.legend[seat] == Legend.EXTRA_LINE:
        reach += 1
    if length > reach:
        if length > reach + t.tile_bonus or not has_tile(s, seat, place, RecordKind.DISTANCE + 0):
            return TOO_FAR
        cost += t.tile_cost
    if t.red_route[origin, to] and not may_cross_red(t, s, place, able):
        return TOO_FAR
    return max(1, cost)


@kernel(inline=True)
def may_cross_red(t: Tables, s: State, place: int, able: int) -> bool:
    """Whether a design crosses the Andes: a red range, the tile of the altitude record, or a feat.

    (Rules AO-1.1, AO-2.6, AO-4.3.3.1, AO-R51)
    """
    seat = s.seat
    if t.red_range[s.company[seat], s.fleet[seat, place]] or has_tile(s, seat, place, RecordKind.ALTITUDE + 0):
        return True
    return able != 0 and s.legend[seat] == Legend.CROSS_ANDES


@kernel(inline=True)
def routes_of(t: Tables, s: State, flight: int, place: int, rank: int) -> np.int64:
    """Routes that an aeroplane can fly with a pilot but no feat, as a set.

    The fuel must be there, with what weather adds, and the range must cover the lines, as many as weather makes of
    them: if it does not, the tile of the distance record may add some for a point. The seat has a point at least.

    (Rules AO-4.1.2, AO-4.1.2.1, AO-4.2.1.1, AO-4.3.3.1, AO-4.5.1, AO-R40, AO-R43)
    """
    company: int = s.company[s.seat]
    design: int = s.fleet[s.seat, place]
    reach: int = t.range[company, design]
    points: int = s.logistics[s.seat] - t.fuel[company, design]
    routes = s.near[flight, reach] & within(s, flight, points)
    if has_tile(s, s.seat, place, RecordKind.DISTANCE + 0):
        routes |= s.near[flight, reach + t.tile_bonus] & within(s, flight, points - t.tile_cost)
    if not may_cross_red(t, s, place, 0):
        routes &= t.this_side
    return routes & s.flown[flight, rank]


@kernel(inline=True)
def within(s: State, flight: int, points: int) -> np.int64:
    """Routes to which weather adds at most so many points, as a set."""
    return s.cheap[flight, min(points, MAX_EXTRA) + MAX_EXTRA] if points >= -MAX_EXTRA else np.int64(0)


@kernel
def flight_cost(
    t: Tables, s: State, flight: int, city: int, origin: int, place: int, rank: int, ignored: int, able: int
) -> int:
    """Logistics points that a flight to a city takes, −1: it is not possible.

    A run is not possible either when no contract can be executed. With `ignored` a feat cancels the weather of this
    line, with `able` it uses the ability.

    (Rules AO-4.1.2, AO-4.1.2.1, AO-4.2.1.1, AO-4.2.2, AO-4.5.1, AO-4.5.4, AO-4.5.4.1, AO-R40, AO-R43, AO-R68)
    """
    to = t.region[city]
    length, extra, needed, allowed = weather_between(t, s, flight, origin, to, ignored)
    cost = cost_of_flight(t, s, place, origin, to, length, extra, able)
    if cost > s.logistics[s.seat] or rank < needed:
        return TOO_FAR
    if rank == Rank.ROOKIE and t.south_america[origin] | t.south_america[to]:
        return TOO_FAR
    if flight == Flight.RUN and pay_of_cargo(t, s, city, place, allowed) == NOT_POSSIBLE:
        return TOO_FAR
    return cost


@kernel(inline=True)
def pay_of_cargo(t: Tables, s: State, city: int, place: int, allowed: int) -> int:
    """The most that contracts of a city pay that the design in a place can execute, carrying what weather allows.

    −1: there is none (Rule AO-4.2.2).
    """
    company: int = s.company[s.seat]
    design: int = s.fleet[s.seat, place]
    kinds: int = t.icons[company, design] & allowed
    pay: int = s.pays[city, capacity_of(t, s, s.seat, place) - 1, max(1, kinds) - 1]
    return pay if kinds > 0 else NOT_POSSIBLE


@kernel(inline=True)
def pay_of_run(t: Tables, s: State, city: int, origins: int, place: int) -> int:
    """The most that contracts of a run with the design in a place from some of these regions pay, −1: none can be.

    Weather lets everything through, or mail and freight, or mail: what any region lets through, one of them does.

    (Rules AO-4.2.2, AO-7.7, AO-7.9)
    """
    allowed = 0
    for cargo in range(CARGOES):
        allowed |= (origins_in(s.carried_on[cargo], t.region[city] + 0) & origins != 0) << cargo
    return pay_of_cargo(t, s, city, place, allowed)


@kernel(inline=True)
def flies(t: Tables, s: State, flight: int, city: int, origin: int, place: int, rank: int) -> bool:
    """Whether a flight from a region to a city is possible with an aeroplane and a pilot but no feat.

    A run is where a contract can be executed (Rules AO-4.1.2, AO-4.2.2).
    """
    if (routes_of(t, s, flight, place, rank) >> route(origin, t.region[city] + 0)) & 1 == 0:
        return False
    return flight == Flight.STOP or pay_of_run(t, s, city, 1 << origin, place) != NOT_POSSIBLE


@kernel(inline=True)
def origins_to(t: Tables, s: State, flight: int, city: int, place: int, rank: int) -> int:
    """Regions from which a flight to a city is possible with an aeroplane and a pilot but no feat, as a set.

    A run is where a contract can be executed (Rules AO-4.1.2, AO-4.2.2).
    """
    found, origins = 0, origins_in(routes_of(t, s, flight, place, rank), t.region[city] + 0)
    for origin in range(REGIONS):
        executes = flight == Flight.STOP or pay_of_run(t, s, city, 1 << origin, place) != NOT_POSSIBLE
        found |= executes << origin
    return origins & found


@kernel
def can_be_flown(t: Tables, s: State, flight: int, city: int, origin: int, place: int, best: int) -> bool:
    """Whether some pilot can make the flight, `best` being the highest rank available, with a feat if need be.

    (Rules AO-4.1.2, AO-4.5.4.1, AO-R49)
    """
    if s.logistics[s.seat] > 0 and flies(t, s, flight, city, origin, place, best):
        return True
    return best == Rank.LEGENDARY and s.feat[s.seat] != 0 and can_be_flown_by_feat(t, s, flight, city, origin, place)


@kernel
def can_be_flown_by_feat(t: Tables, s: State, flight: int, city: int, origin: int, place: int) -> bool:
    """Whether the legendary pilot's feat makes a flight possible."""
    for line in range(WEATHER_LINES):
        if may_ignore(t, s, flight, city, origin, place, line):
            return True
    return may_be_able(t, s, flight, city, origin, place)


@kernel
def may_ignore(t: Tables, s: State, flight: int, city: int, origin: int, place: int, line: int) -> bool:
    """Whether the feat can cancel the weather of a line: its card acts on the flight, which then is possible.

    (Rules AO-4.5.4.1, AO-R68)
    """
    if not crossed(origin, t.region[city], line) or not acts(t, s, line, flight, NONE):
        return False
    if t.card_effect[line, s.card[line]] == Effect.NOTHING:
        return False
    return flight_cost(t, s, flight, city, origin, place, Rank.LEGENDARY + 0, line, 0) != TOO_FAR


@kernel
def may_be_able(t: Tables, s: State, flight: int, city: int, origin: int, place: int) -> bool:
    """Whether the pilot's own ability helps the flight: a line beyond the printed range, or the Andes.

    (Rules AO-4.5.4.1, AO-R53)
    """
    seat, to = s.seat, t.region[city]
    legend = s.legend[seat]
    if legend == Legend.EXTRA_LINE:
        helps = (s.near[flight, t.range[s.company[seat], s.fleet[seat, place]]] >> route(origin, to)) & 1 == 0
    elif legend == Legend.CROSS_ANDES:
        helps = t.red_route[origin, to] != 0 and not may_cross_red(t, s, place, 0)
    else:
        helps = False
    return helps and flight_cost(t, s, flight, city, origin, place, Rank.LEGENDARY + 0, NONE, 1) != TOO_FAR


@kernel(inline=True)
def stops_of(s: State, seat: int) -> int:
    """Cities with a stop of a seat, as a set."""
    stops = 0
    for city in range(CITIES):
        stops |= (has_stop(s, seat, city) + 0) << city
    return stops


@kernel(inline=True)
def regions_of(t: Tables, cities: int) -> int:
    """Regions where cities of a set lie, as a set."""
    regions = 0
    for region in range(REGIONS):
        regions |= (cities & t.cities_of[region] != 0) << region
    return regions


@kernel(inline=True)
def take_off_regions(t: Tables, stops: int, city: int) -> int:
    """Regions of other stops than the one in a city, as a set: flights to it may take off there.

    (Rules AO-4.1.2, AO-4.2.1, AO-R70)
    """
    region: int = t.region[city]
    alone = stops & t.cities_of[region] & ~(ONE << city) == 0
    return regions_of(t, stops) & ~(alone << region)


@kernel(inline=True)
def is_available(s: State, place: int) -> bool:
    """Whether the figure of a place is in the green area, above a design (Rule AO-1.2)."""
    return (s.fleet[s.seat, place] != NONE) & (s.condition[s.seat, place] == Condition.AVAILABLE)


@kernel(inline=True)
def available_places(s: State) -> int:
    """Places of the seat's available aeroplanes, as a set."""
    places = 0
    for place in range(FLEET):
        places |= is_available(s, place) << place
    return places
