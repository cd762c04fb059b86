"""What a seat knows. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.bits import lowest
from .._core.kernel import kernel
from .limits import (
    BEYOND,
    CARGOES,
    CITIES,
    CONDITIONS,
    DESIGNS,
    FLEET,
    LEGENDS,
    LEVELS,
    MAX_CARDS,
    NONE,
    PIONEER_ZONES,
    RANKS,
    RECORDS,
    SLOTS,
    TARGETS,
    WEATHER_LINES,
    WINGS,
    Condition,
    Continent,
    Flight,
    StripEffect,
)
from .observation import SCALE
from .rules.common import best_rank, capacity_of, clockwise, cubes_in
from .rules.fleet import designs_in_reserve
from .rules.records import world_level
from .rules.routes import available_places, pay_of_run, routes_of, stops_of, take_off_regions
from .rules.stops import strip_laid_last
from .rules.weather import origins_in
from .rules.wings import goal_of
from .state import NOT_POSSIBLE, Event, Phase

if TYPE_CHECKING:
    from .observation import Observation
    from .state import Options, State
    from .tables import Tables

ONE = np.float32(1)
HALF = np.float32(0.5)
FEW = np.uint8(0)
"""The beginning of a sum that stays below 256: processors add up eight times as many entries of 8 bits as of 64."""


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = ONE
    obs.scenario[o.scenario] = ONE
    for kind in range(WINGS):
        obs.goal[kind] = np.float32(goal_of(t, o, kind)) * SCALE.goal
    obs.clock = np.float32(s.turn) / np.float32(t.turns[o.scenario])
    obs.action = np.float32(s.action) * SCALE.action
    obs.decider[clockwise(o, s.seat, o.players - seat)] = ONE
    obs.first[clockwise(o, s.first, o.players - seat)] = ONE
    observe_seats(t, o, s, seat, obs)
    observe_cities(t, o, s, seat, obs)
    observe_weather(t, s, obs)
    observe_firsts(t, s, seat, obs)
    observe_fleet(t, s, seat, obs)
    if s.phase == Phase.ACTION and seat == s.seat:
        observe_pays(t, s, seat, obs)
    if s.event != Event.NOTHING:
        observe_event(t, o, s, obs)


@kernel(inline=True)
def observe_seats(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """What lies before each seat, the observer's at index 0."""
    for i in range(o.players):
        other = clockwise(o, seat, i)
        obs.present[i] = ONE
        obs.logistics[i] = np.float32(s.logistics[other]) * SCALE.logistics
        for condition in range(CONDITIONS):
            for rank in range(RANKS):
                obs.pilots[i, condition, rank] = np.float32(s.pilots[other, condition, rank]) * SCALE.pilots
        obs.feat[i] = np.float32(s.feat[other])
        obs.legend_strip[i] = np.float32(s.legend_strip[other])
        for kind in range(WINGS):
            obs.wings[i, kind] = np.float32(s.wings[other, kind]) * SCALE.wings
        for record in range(RECORDS):
            obs.level[i, record] = np.float32(s.level[other, record]) * SCALE.level
            obs.tile[i, record] = np.float32(s.tile_owner[record] == other)
        obs.tokens[i, 0] = np.float32(s.tokens[other, 0]) * SCALE.tokens
        obs.tokens[i, 1] = np.float32(s.tokens[other, 1]) * SCALE.tokens
        obs.registered[i] = np.float32(s.registered[other])
        obs.barred[i] = np.float32(s.barred[other])
        obs.sent[i] = np.float32(s.sent[other] + 1) * SCALE.sent
        ready = 0
        for place in range(FLEET):
            ready += (s.fleet[other, place] != NONE) & (s.condition[other, place] == Condition.AVAILABLE)
        obs.planes[i] = np.float32(ready) * SCALE.planes
    if s.legend[seat] != NONE:
        obs.legend[s.legend[seat]] = ONE
    for legend in range(LEGENDS):
        obs.legends_left[legend] = np.float32((s.legends_left >> legend) & 1)


@kernel(inline=True)
def observe_cities(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Cubes, strips and contracts of each city, and what they come to for seats."""
    for i in range(o.players):
        observe_stops(t, s, clockwise(o, seat, i), i, obs)
    for city in range(CITIES):
        free = s.monopoly[city] == NONE
        obs.monopoly[city] = np.float32(not free)
        obs.room[city] = np.float32(np.int8((s.maximum[city] - cubes_in(s, city)) * free)) * SCALE.room
        obs.face_down[city] = np.float32(s.face_down[city]) * SCALE.face_down
    # Apart from the loop above, of which all cities are one step for the processor.
    for city in range(CITIES):
        for slot in range(SLOTS):
            obs.cities[city].contracts[slot] = t.contract_seen[1 + s.strip[city, slot]]


@kernel(inline=True)
def observe_stops(t: Tables, s: State, other: int, i: int, obs: Observation) -> None:
    """The cubes of a seat, a monopoly as the maximum of its city, and what they come to."""
    points, europe, africa, south_america = FEW, FEW, FEW, FEW
    for city in range(CITIES):
        monopoly = s.monopoly[city] == other
        cubes = np.uint8(s.cubes[other, city] + monopoly * s.maximum[city])
        obs.cubes[i, city] = np.float32(cubes) * SCALE.cubes
        points = np.uint8(points + (s.cubes[other, city] > 0) * t.stop_points + monopoly * t.monopoly_points)
        europe = np.uint8(europe + (t.continent[city] == Continent.EUROPE) * cubes)
        africa = np.uint8(africa + (t.continent[city] == Continent.AFRICA) * cubes)
        south_america = np.uint8(south_america + (t.continent[city] == Continent.SOUTH_AMERICA) * cubes)
    obs.stop_points[i] = np.float32(points) * SCALE.stop_points
    obs.supremacy[i, Continent.EUROPE] = np.float32(europe) * SCALE.supremacy
    obs.supremacy[i, Continent.AFRICA] = np.float32(africa) * SCALE.supremacy
    obs.supremacy[i, Continent.SOUTH_AMERICA] = np.float32(south_america) * SCALE.supremacy


@kernel(inline=True)
def observe_pays(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """The most that contracts of a run to each city pay the seat that chooses an action, feats aside."""
    rank = best_rank(s, seat)
    if rank == NONE or s.logistics[seat] == 0:
        return
    stops = stops_of(s, seat)
    left, available = stops, available_places(s)
    while left != 0:
        city: int = lowest(left)
        regions, best, places = take_off_regions(t, stops, city), NOT_POSSIBLE + 0, available
        while places != 0:
            routes = routes_of(t, s, Flight.RUN + 0, lowest(places), rank)
            best = max(best, pay_of_run(t, s, city, origins_in(routes, t.region[city] + 0) & regions, lowest(places)))
            places &= places - 1
        obs.pays[city] = np.float32(1 + best) * SCALE.pays
        left &= left - 1


@kernel(inline=True)
def observe_weather(t: Tables, s: State, obs: Observation) -> None:
    """The cards that lie open."""
    for line in range(WEATHER_LINES):
        obs.weather[line] = t.card_seen[line * (1 + MAX_CARDS) + 1 + s.card[line]]


@kernel(inline=True)
def observe_firsts(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """What is left for pioneers and for those who break records."""
    for zone in range(PIONEER_ZONES):
        for cargo in range(CARGOES):
            obs.pioneers[zone, cargo] = np.float32(cargo >= s.pioneers[zone])
    obs.farthest = np.float32(s.farthest) * SCALE.farthest
    rank = max(0, best_rank(s, seat))
    for record in range(RECORDS):
        world = world_level(s, record)
        obs.world[record] = np.float32(world) * SCALE.world
        wings = t.worth_up_to[record, min(world + 1, LEVELS)] - t.worth_up_to[record, s.swept[record]]
        obs.record_wings[record] = np.float32(wings) * SCALE.record_wings
        obs.record_cost[record] = t.record_cost_seen[min(world + 1, BEYOND), rank]


@kernel(inline=True)
def observe_fleet(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """The designs of the observer's company, where they are, and the record tiles under them."""
    company = s.company[seat]
    for design in range(DESIGNS):
        obs.designs[design] = t.design_seen[company * DESIGNS + design]
    for place in range(FLEET):
        if s.fleet[seat, place] != NONE:
            obs.design_at[s.fleet[seat, place], s.condition[seat, place]] = ONE
    reserve = designs_in_reserve(s, seat)
    if reserve != 0:
        reorganising = seat == s.seat and (s.phase == Phase.REORGANISING or s.phase == Phase.SWAP)
        for design in range(DESIGNS):
            if (reserve >> design) & 1:
                offered = not reorganising or ((s.spare >> design) & 1 != 0 and design > s.last_in)
                obs.design_at[design, CONDITIONS] = ONE if offered else HALF
    for record in range(RECORDS):
        if s.tile_owner[record] == seat:
            obs.tile_under[record] = np.float32(s.fleet[seat, s.tile_place[record]] + 1) * SCALE.tile_under


@kernel
def observe_event(t: Tables, o: Options, s: State, obs: Observation) -> None:
    """What is being done; all at the table see it."""
    if s.city != NONE:
        obs.city[s.city] = ONE
    if s.origin != NONE:
        obs.origin[s.origin] = ONE
    if s.place != NONE:
        obs.design[s.fleet[s.seat, s.place]] = ONE
    obs.running = np.float32(s.event == Event.RUNNING)
    if s.pilot != NONE:
        obs.pilot[s.pilot] = ONE
    if s.ignored != NONE:
        obs.ignored[s.ignored] = ONE
    if s.phase == Phase.STRIP_EFFECT:
        obs.hostage = np.float32(t.strip_effect[strip_laid_last(s)] == StripEffect.HOSTAGE)
    for slot in range(SLOTS):
        obs.chosen[slot] = np.float32((s.contracts >> slot) & 1)
    if s.phase == Phase.CONTRACTS:
        obs.space_left = np.float32(capacity_of(t, s, s.seat, s.place) - s.load) * SCALE.space_left
    obs.due = np.float32(s.due) * SCALE.due
    obs.removing = np.float32(s.removing) * SCALE.removing
    if s.record != NONE:
        obs.record[s.record // TARGETS] = ONE
        obs.target = np.float32(s.record % TARGETS + 1) * SCALE.target
    for place in range(FLEET):
        if (s.swapped >> place) & 1:
            obs.design[s.fleet[s.seat, place]] = ONE
    if s.incoming != NONE:
        obs.design[s.incoming] = ONE
    obs.moving = np.float32(max(s.moving, s.last_moved) + 1) * SCALE.moving
