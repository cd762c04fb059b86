"""Flights, to create a stop or to make a run: what is possible, announcing them, and taking off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    Effect,
    Flight,
    Legend,
    Rank,
    RecordKind,
)
from ..state import NOT_POSSIBLE, Event, Phase
from .common import (
    Outcome,
    best_rank,
    capacity_of,
    cubes_in,
    cubes_left,
    has_stop,
    has_tile,
    place_of,
    spend,
)
from .weather import acts, crossed, explore, weather_between

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
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
def plain_cost(t: Tables, s: State, flight: int, city: int, origin: int, place: int, rank: int) -> int:
    """Logistics points that a flight to a city takes with an aeroplane and a pilot but no feat, −1: it is not possible.

    A run is not possible either when no contract can be executed.

    (Rules AO-4.1.2, AO-4.1.2.1, AO-4.2.1.1, AO-4.2.2, AO-4.5.1, AO-R40, AO-R43)
    """
    to = t.region[city]
    if rank < s.rank_needed[flight, origin, to]:
        return TOO_FAR
    if rank == Rank.ROOKIE and (t.south_america[origin] | t.south_america[to]) != 0:
        return TOO_FAR
    cost = cost_of_flight(t, s, place, origin, to, s.route[flight, origin, to], s.extra[flight, origin, to], 0)
    if cost > s.logistics[s.seat]:
        return TOO_FAR
    if flight == Flight.RUN and not can_execute(t, s, city, place, s.allowed[origin, to]):
        return TOO_FAR
    return cost


@kernel
def flight_cost(
    t: Tables, s: State, flight: int, city: int, origin: int, place: int, rank: int, ignored: int, able: int
) -> int:
    """What a flight takes: with `ignored` a feat cancels the weather of this line, with `able` it uses the ability.

    Only legendary pilots have feats, and they fly in any weather and everywhere.

    (Rules AO-4.5.4, AO-4.5.4.1, AO-R68)
    """
    if ignored == NONE and able == 0:
        return plain_cost(t, s, flight, city, origin, place, rank)
    to = t.region[city]
    length, extra, _, allowed = weather_between(t, s, flight, origin, to, ignored)
    cost = cost_of_flight(t, s, place, origin, to, length, extra, able)
    if cost > s.logistics[s.seat] or (flight == Flight.RUN and not can_execute(t, s, city, place, allowed)):
        return TOO_FAR
    return cost


@kernel(inline=True)
def can_execute(t: Tables, s: State, city: int, place: int, allowed: int) -> bool:
    """Whether the design in a place can execute a contract of the city, carrying what weather allows.

    (Rule AO-4.2.2)
    """
    company: int = s.company[s.seat]
    design: int = s.fleet[s.seat, place]
    kinds: int = t.icons[company, design] & allowed
    if kinds == 0:
        return False
    pay: int = s.pays[city, capacity_of(t, s, s.seat, place) - 1, kinds - 1]
    return pay != NOT_POSSIBLE


@kernel
def can_be_flown(t: Tables, s: State, flight: int, city: int, origin: int, place: int, best: int) -> bool:
    """Whether some pilot can make the flight, `best` being the highest rank available, with a feat if need be.

    (Rules AO-4.1.2, AO-4.5.4.1, AO-R49)
    """
    if flight_cost(t, s, flight, city, origin, place, best, NONE, 0) != TOO_FAR:
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
        helps = s.route[flight, origin, to] > t.range[s.company[seat], s.fleet[seat, place]]
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
def take_off_regions(t: Tables, stops: int, city: int) -> int:
    """Regions of other stops than the one in a city, as a set: flights to it may take off there.

    (Rules AO-4.1.2, AO-4.2.1, AO-R70)
    """
    regions = 0
    for other in range(CITIES):
        regions |= ((stops & ~(ONE << city)) >> other & 1) << t.region[other]
    return regions


@kernel(inline=True)
def can_depart(t: Tables, s: State, flight: int, city: int, regions: int, best: int) -> bool:
    """Whether some available aeroplane can fly to a city from some of these regions, without a feat."""
    for place in range(FLEET):
        if is_available(s, place):
            for origin in range(REGIONS):
                if (regions >> origin) & 1 and plain_cost(t, s, flight, city, origin, place, best) != TOO_FAR:
                    return True
    return False


@kernel
def can_depart_by_feat(t: Tables, s: State, flight: int, city: int, regions: int) -> bool:
    """Whether some available aeroplane can fly to a city from these regions by a feat (Rules AO-4.5.4.1, AO-R49)."""
    for place in range(FLEET):
        if is_available(s, place):
            for origin in range(REGIONS):
                if (regions >> origin) & 1 and can_be_flown_by_feat(t, s, flight, city, origin, place):
                    return True
    return False


@kernel(inline=True)
def is_available(s: State, place: int) -> bool:
    """Whether the figure of a place is in the green area, above a design (Rule AO-1.2)."""
    return (s.fleet[s.seat, place] != NONE) & (s.condition[s.seat, place] == Condition.AVAILABLE)


@kernel
def legal_flights(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Cities in which a stop can be created, and those to which a run can be made.

    (Rules AO-4.1.2, AO-4.2.1, AO-R13, AO-R25, AO-R41, AO-R49)
    """
    seat, best = s.seat, best_rank(s, s.seat)
    if best == NONE or s.logistics[seat] == 0:
        return  # every flight costs a point
    stops = stops_of(s, seat)
    may_create = cubes_left(s, seat) > 0
    by_feat = best == Rank.LEGENDARY and s.feat[seat] != 0
    for city in range(CITIES):
        flight = (stops >> city) & 1
        if flight == Flight.RUN or (may_create and is_open(s, city)):
            regions = take_off_regions(t, stops, city)
            possible = can_depart(t, s, flight, city, regions, best)
            possible = possible or (by_feat and can_depart_by_feat(t, s, flight, city, regions))
            mask[Action.CREATE + flight * (Action.RUN - Action.CREATE) + city] = possible


@kernel(inline=True)
def is_open(s: State, city: int) -> bool:
    """Whether a stop could be created in a city: not closed, nobody's monopoly, not full, a strip face down.

    (Rules AO-2.11, AO-4.1.2, AO-4.2.7, AO-R25)
    """
    return (s.face_down[city] > 0) & (s.monopoly[city] == NONE) and cubes_in(s, city) < s.maximum[city]


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
    regions = take_off_regions(t, stops_of(s, s.seat), s.city)
    for origin in range(REGIONS):
        for place in range(FLEET):
            if (regions >> origin) & 1 and is_available(s, place):
                mask[Action.TAKE_OFF + origin] |= can_be_flown(t, s, flight, s.city, origin, place, best)


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
