"""What new stops are worth to the expert, and its look at all flights: the best one, and what others lack."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.limits import (
    CARGO_SETS,
    CITIES,
    FLEET,
    MAX_CAPACITY,
    NONE,
    RANKS,
    REGIONS,
    WEATHER_LINES,
    Condition,
    Continent,
    Effect,
    Flight,
    Legend,
    Rank,
    RecordKind,
    Wing,
)
from ....envs.aeropostale.rules.common import cubes_left, has_stop, has_tile
from ....envs.aeropostale.rules.flights import is_open
from ....envs.aeropostale.rules.routes import TOO_FAR, cost_of_flight, flight_cost, may_cross_red
from ....envs.aeropostale.rules.scoring import stop_points
from ....envs.aeropostale.rules.weather import crossed, sum_of_effects, weather_between
from ....envs.aeropostale.rules.wings import goal_of
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables
from .evaluation import cubes_of_strip, flights_to_last_city, worth_of_longer_lead
from .evaluation_record import Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Params, free_space
from .risk import danger_of_weather
from .runs import best_load, weigh_weather

WIN = 1000.0
"""Worth of what wins the game, or, negative, of what loses it."""

RACE = 12.0
"""Worth of a flight less to the last city, in the race."""

ANY = -1
"""A city, region or place that is not fixed."""


@kernel
def look_at_flights(
    t: Tables, o: Options, s: State, p: Params, e: Evaluation, city: int, origin: int, place: int
) -> None:
    """Weigh all flights with what is fixed already, and remember the best one and what others would need."""
    e.worth = IMPOSSIBLE
    e.city = e.origin = e.place = NONE
    has_cubes = cubes_left(s, s.seat) > 0
    for landing in range(CITIES):
        if city == ANY or landing == city:
            if has_stop(s, s.seat, landing):
                if s.pays[landing, MAX_CAPACITY - 1, CARGO_SETS - 1] >= 0:
                    look_at_city(t, o, s, p, e, Flight.RUN + 0, landing, origin, place)
            elif has_cubes and is_open(s, landing):
                look_at_city(t, o, s, p, e, Flight.STOP + 0, landing, origin, place)


@kernel
def look_at_city(
    t: Tables, o: Options, s: State, p: Params, e: Evaluation, flight: int, city: int, origin: int, place: int
) -> None:
    """Weigh the flights to a city."""
    to = t.region[city]
    for region in range(REGIONS):
        stops = e.stops[region] - (flight == Flight.RUN and region == to)
        if stops > 0 and (origin == ANY or region == origin):
            worth = 0.0
            e.length, e.extra, e.needed, e.allowed = weather_between(t, s, flight, region, to, NONE)
            if flight == Flight.RUN:
                weigh_weather(t, s, e, region, to, NONE)
            else:
                worth = worth_of_stop(t, o, s, p, e, city, region)
            for k in range(FLEET):
                if s.fleet[s.seat, k] != NONE and (place == ANY or k == place):
                    look_at_flight(t, o, s, p, e, flight, city, region, k, worth)


@kernel
def look_at_flight(
    t: Tables,
    o: Options,
    s: State,
    p: Params,
    e: Evaluation,
    flight: int,
    city: int,
    origin: int,
    place: int,
    worth: float,
) -> None:
    """Weigh one flight: what it brings, what it costs, and what it lacks."""
    to = t.region[city]
    needed = max(e.needed, t.south_america[origin] | t.south_america[to])
    cost = cost_of_flight(t, s, place, origin, to, e.length, e.extra, 0)
    ready = s.condition[s.seat, place] == Condition.AVAILABLE
    points: int = s.logistics[s.seat]
    helped = False
    if (cost == TOO_FAR or cost > points) and e.helps and ready and feat_may_help(t, s, place, origin, to):
        with_feat = cost_with_feat(t, s, flight, city, origin, place)
        if with_feat != TOO_FAR and (cost == TOO_FAR or with_feat <= points):
            cost, helped, needed = with_feat, True, Rank.LEGENDARY + 0
    if cost == TOO_FAR:
        return
    if flight == Flight.RUN:
        worth = best_load(t, o, s, p, e, city, origin, place, e.allowed, 0)[0]
        if e.helps and ready and not helped:
            with_all = worth_without_ban(t, o, s, p, e, city, origin, place)
            if with_all - p[P.LEGENDARY] > worth:
                worth, helped, needed = with_all, True, Rank.LEGENDARY + 0
        if worth <= IMPOSSIBLE:
            return
    rank = e.rank_for[needed]
    worth -= (p[P.PLANE] + p[P.PLANE_WORTH] * e.design[place]) * min(1.0, e.later)
    short = max(0, cost + (not ready) - points)
    worth -= e.points[max(points, cost)] - e.points[max(points, cost) - cost]
    worth -= e.pilot[rank if rank >= 0 else needed] + (p[P.LEGENDARY] if helped else 0.0)
    lacking = (short + 1) // 2
    lacking += not ready
    lacking += rank < 0
    if lacking == 0:
        if flight == Flight.STOP and not helped and max(0.0, e.worth) < worth:
            worth *= 1.0 - p[P.RISK] * danger_of_weather(t, o, s, e, origin, to, place)
        if worth > e.worth:
            e.worth, e.city, e.origin, e.place, e.rank = worth, city, origin, place, rank
    elif worth > 0.0:
        remember_lacking(p, e, needed, place, ready, rank, short, worth, lacking)


@kernel
def worth_without_ban(
    t: Tables, o: Options, s: State, p: Params, e: Evaluation, city: int, origin: int, place: int
) -> float:
    """What a run brings if a feat ignores the weather that keeps some cargo of the aeroplane on the ground."""
    to, best = t.region[city], IMPOSSIBLE
    kinds = int(t.icons[s.company[s.seat], s.fleet[s.seat, place]])
    banned = kinds & ~e.allowed
    for line in range(WEATHER_LINES):
        if banned != 0 and crossed(origin, to, line) and s.card[line] != NONE:
            allowed = weather_between(t, s, Flight.RUN + 0, origin, to, line)[3]
            if banned & allowed != 0:
                weigh_weather(t, s, e, origin, to, line)
                best = max(best, best_load(t, o, s, p, e, city, origin, place, allowed, 0)[0])
                weigh_weather(t, s, e, origin, to, NONE)
    return best


@kernel
def remember_lacking(
    p: Params, e: Evaluation, needed: int, place: int, ready: bool, rank: int, short: int, worth: float, lacking: int
) -> None:
    """Credit what a flight lacks with a share of its worth, if there is still time to fly in this turn."""
    worth *= p[P.ENABLE] ** lacking
    if short > 0 and (e.actions >= lacking or e.later > 0.0):
        e.with_points = max(e.with_points, worth)
    if e.actions >= lacking:
        if not ready:
            e.with_place[place] = max(e.with_place[place], worth)
        if rank < 0:
            for k in range(needed, RANKS):
                e.with_pilot[k] = max(e.with_pilot[k], worth)


@kernel
def feat_may_help(t: Tables, s: State, place: int, origin: int, to: int) -> bool:
    """Whether a feat could make a flight possible in the best of weather; to look closer takes long."""
    company, design, legend = s.company[s.seat], s.fleet[s.seat, place], s.legend[s.seat]
    reach = int(t.range[company, design]) + has_tile(s, s.seat, place, RecordKind.DISTANCE + 0)
    reach += legend == Legend.EXTRA_LINE
    if t.red_route[origin, to] and legend != Legend.CROSS_ANDES and not may_cross_red(t, s, place, 0):
        return False
    return abs(origin - to) <= reach


@kernel
def cost_with_feat(t: Tables, s: State, flight: int, city: int, origin: int, place: int) -> int:
    """Logistics points of a flight with the feat of the legendary pilot that makes it cheapest, −1: none will do."""
    rank = Rank.LEGENDARY + 0
    least = flight_cost(t, s, flight, city, origin, place, rank, NONE, 1)
    for line in range(WEATHER_LINES):
        if crossed(origin, t.region[city], line) and s.card[line] != NONE:
            cost = flight_cost(t, s, flight, city, origin, place, rank, line, 0)
            if cost != TOO_FAR and (least == TOO_FAR or cost < least):
                least = cost
    return least


@kernel
def worth_of_stop(t: Tables, o: Options, s: State, p: Params, e: Evaluation, city: int, origin: int) -> float:
    """What creating a stop is worth, before what the flight costs."""
    if t.race[o.scenario]:
        return worth_in_race(t, s, e, city)
    continent, to = t.continent[city], t.region[city]
    if city == t.last_city and t.last_city_ends[o.scenario]:
        if leads_with_a_stop_more(t, o, s):
            return WIN
        if e.later > 0.0 or e.actions > 0:
            return -WIN
    bonus = sum_of_effects(t, s, Flight.STOP + 0, origin, to, NONE, Effect.CUBES_OF_STOP + 0)
    cubes = min(cubes_of_strip(t, s, e, continent) + bonus, float(free_space(s, city)))
    worth = e.stop + p[P.CUBE] * cubes + p[P.CREATE_EUROPE + continent]
    worth += p[P.CREATE_EUROPE_LATER + continent] * e.later
    worth += worth_of_longer_lead(t, o, s, p, e, continent, cubes)
    if city == t.last_city and s.diamond[s.seat] == 0:
        worth += worth_of_diamond(t, o, s)
    if e.later > 0.0 or e.actions > 0:
        soon = min(1.0, e.later + 0.2 * e.actions)
        if e.stops[to] == 0:
            worth += p[P.NEW_REGION] * soon
        worth += p[P.PIONEER] * soon * pioneers_on_the_way(t, e, origin, to, continent)
        worth += p[P.CONTRACTS] * soon * max(0, s.pays[city, 1, CARGO_SETS - 1])
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        worth -= p[P.UNKNOWN] * (s.card[line] == NONE and t.has_weather[o.scenario])
    return worth


@kernel
def worth_of_diamond(t: Tables, o: Options, s: State) -> float:
    """The wing of the last city, where the goal asks for one."""
    lacks = goal_of(t, o, Wing.DIAMOND + 0) > s.wings[s.seat, Wing.DIAMOND]
    return float(t.in_bronze[Wing.DIAMOND] * t.diamonds) if lacks else 0.0


@kernel
def pioneers_on_the_way(t: Tables, e: Evaluation, origin: int, to: int, continent: int) -> float:
    """Wings of pioneers that the first runs on a line would win."""
    worth = 0.0
    for line in range(WEATHER_LINES):
        if crossed(origin, to, line):
            worth += e.zone[line]
    if continent != Continent.EUROPE:
        worth += e.zone[WEATHER_LINES + continent - 1]
    return worth


@kernel
def worth_in_race(t: Tables, s: State, e: Evaluation, city: int) -> float:
    """In the race only the way to the last city counts."""
    if city == t.last_city:
        return WIN
    return RACE * (e.steps - flights_to_last_city(t, s, e, t.region[city] + 0, 0, 0)) - 1.0


@kernel
def leads_with_a_stop_more(t: Tables, o: Options, s: State) -> bool:
    """Whether the seat has more stop points than any rival once it has created another stop."""
    own = stop_points(t, s, s.seat) + t.stop_points
    others = 0
    for seat in range(o.players):
        others += seat != s.seat and stop_points(t, s, seat) >= own
    return others == 0
