"""What runs are worth to the expert: which contracts, what to carry, whose cubes go."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import (
    CARGO_SETS,
    DISTANCES,
    MAX_SEATS,
    NONE,
    PIONEER_ZONES,
    SLOTS,
    WEATHER_LINES,
    Cargo,
    Continent,
    Effect,
    Flight,
    Wing,
)
from ....envs.aeropostale.rules.common import capacity_of, clockwise, cubes_left
from ....envs.aeropostale.rules.runs import may_carry, tiles_placed
from ....envs.aeropostale.rules.weather import crossed, forbids_increase, sum_of_effects
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables
from .evaluation import gain_of, worth_of_longer_lead
from .evaluation_record import Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, free_space

NO_CUBES = -99
"""Weather that forbids to increase stops."""

BOTH_TILES = 3


@kernel
def weigh_weather(t: Tables, s: State, e: Evaluation, origin: int, to: int, ignored: int) -> None:
    """What weather does to a run between two regions."""
    run = Flight.RUN + 0
    e.run_any = sum_of_effects(t, s, run, origin, to, ignored, Effect.BRONZE_FOR_ANY + 0)
    e.run_passengers = sum_of_effects(t, s, run, origin, to, ignored, Effect.BRONZE_FOR_PASSENGERS + 0)
    e.run_mail = sum_of_effects(t, s, run, origin, to, ignored, Effect.MAIL_ONLY + 0)
    e.run_cubes = sum_of_effects(t, s, run, origin, to, ignored, Effect.CUBES_OF_RUN + 0)
    if forbids_increase(t, s, origin, to, ignored):
        e.run_cubes = NO_CUBES
    for kinds in range(CARGO_SETS + 1):
        e.run_bronze[kinds] = -1
    e.run_growth_known = 0


@kernel
def weigh_cargo(t: Tables, s: State, e: Evaluation, city: int, origin: int, kinds: int) -> None:
    """Wings for carrying certain kinds, beside the contracts: weather, pioneers, distance."""
    to = t.region[city]
    bronze, gold = e.run_any, 0
    if kinds >> Cargo.PASSENGERS & 1:
        bronze += e.run_passengers
    if kinds >> Cargo.MAIL & 1:
        bronze += e.run_mail
    for zone in range(PIONEER_ZONES):
        if zone < WEATHER_LINES:
            there = crossed(origin, to, zone)
        else:
            there = t.continent[city] == Continent.AFRICA + zone - WEATHER_LINES
        cargo = s.pioneers[zone] + 0
        while there and cargo < 3 and kinds >> cargo & 1:
            bronze += t.pioneer_wings[zone, cargo, Wing.BRONZE]
            gold += t.pioneer_wings[zone, cargo, Wing.GOLD]
            cargo += 1
    lines = min(abs(origin - to), DISTANCES)
    if lines > s.farthest:
        bronze += t.distance_wings[lines, Wing.BRONZE]
        gold += t.distance_wings[lines, Wing.GOLD]
    e.run_bronze[kinds], e.run_gold[kinds] = bronze, gold


@kernel
def best_load(
    t: Tables,
    o: Options,
    s: State,
    p: Params,
    e: Evaluation,
    city: int,
    origin: int,
    place: int,
    allowed: int,
    chosen: int,
) -> tuple[float, int, int]:
    """The contracts of a city that are worth most, those `chosen` among them, and what to carry.

    Answers with `(worth, set of slots, set of kinds)`.
    """
    allowed &= int(t.icons[s.company[s.seat], s.fleet[s.seat, place]])
    room = capacity_of(t, s, s.seat, place)
    best, slots, carried = IMPOSSIBLE, 0, 0
    strips = 0
    while strips < SLOTS and s.strip[city, strips] != NONE:
        strips += 1
    last = 0
    while chosen >> last != 0:
        last += 1
    for more in range(1 << (strips - last)):
        subset = chosen | more << last
        size, bronze, gold, count, blank = 0, 0, 0, 0, False
        fixed, anything = 0, 0
        for slot in range(strips):
            if (subset >> slot) & 1:
                strip = s.strip[city, slot]
                size += t.asks_all[strip]
                fixed |= int(t.needs[strip])
                anything += int(t.asks_any[strip])
                bronze += t.earns[strip, Wing.BRONZE]
                gold += t.earns[strip, Wing.GOLD]
                blank |= t.asks_all[strip] == 0
                count += 1
        if count == 0 or blank or size > room or fixed & ~allowed != 0:
            continue
        if e.run_growth_known & 1 << count == 0:
            e.run_growth_known |= 1 << count
            e.run_growth[count] = worth_of_cubes(t, o, s, p, e, city, count)
        for kinds in range(1, CARGO_SETS + 1):
            if (anything == 0 and kinds == fixed) or (anything > 0 and may_carry(kinds, fixed, anything, allowed)):
                if e.run_bronze[kinds] < 0:
                    weigh_cargo(t, s, e, city, origin, kinds)
                worth = gain_of(t, o, s, e, bronze + e.run_bronze[kinds], gold + e.run_gold[kinds])
                worth += e.run_growth[count] + 0.001 * bronze
                if worth > best:
                    best, slots, carried = worth, subset, kinds
    return best + p[P.RUN], slots, carried


@kernel
def worth_of_cubes(t: Tables, o: Options, s: State, p: Params, e: Evaluation, city: int, contracts: int) -> float:
    """What it is worth that a run increases a stop: supremacy, rivals driven out, a monopoly."""
    count = min(max(0, contracts + e.run_cubes), cubes_left(s, s.seat))
    if count == 0 or s.monopoly[city] == s.seat or t.race[o.scenario]:
        return 0.0
    continent = t.continent[city]
    room = free_space(s, city)
    theirs = s.maximum[city] - room - s.cubes[s.seat, city]
    placed = min(count, room)
    removed = min(count - placed, theirs)
    change = float(placed + removed + min(removed, s.cubes[e.rival[continent], city]))
    worth = worth_of_longer_lead(t, o, s, p, e, continent, change)
    worth += p[P.CUBE] * (placed + removed)
    if removed > 0:
        least = 99
        for seat in range(o.players):
            if seat != s.seat and s.cubes[seat, city] > 0:
                least = min(least, s.cubes[seat, city] + 0)
        if least <= removed:
            worth += p[P.DRIVE_OUT] * e.stop
    if placed == room and removed == theirs and tiles_placed(s, s.seat) != BOTH_TILES:
        worth += p[P.MONOPOLY] * e.later + e.stop * (t.monopoly_points - t.stop_points)
    return worth


@kernel
def best_removal(o: Options, t: Tables, s: State, mask: Mask, e: Evaluation) -> int:
    """Whose cube goes: a rival that can be driven out, the strongest on the continent, the most dangerous one."""
    best, most = -1, IMPOSSIBLE
    continent = t.continent[s.city]
    for k in range(1, MAX_SEATS):
        if mask[Action.REMOVE + k - 1] != 0:
            seat = clockwise(o, s.seat, k)
            worth = e.strength[seat, continent] + 0.1 * s.wings[seat, Wing.PLATINUM] + 0.03 * s.wings[seat, Wing.GOLD]
            if s.cubes[seat, s.city] <= s.due:
                worth += 20.0 - s.cubes[seat, s.city]
            if worth > most:
                best, most = Action.REMOVE + k - 1, worth
    return best


@kernel
def best_cargo(t: Tables, o: Options, s: State, mask: Mask, e: Evaluation) -> int:
    """The set of things to carry that wins most."""
    best, most = -1, IMPOSSIBLE
    for kinds in range(1, CARGO_SETS + 1):
        if mask[Action.CARRY + kinds - 1] != 0:
            weigh_cargo(t, s, e, s.city + 0, s.origin + 0, kinds)
            worth = gain_of(t, o, s, e, e.run_bronze[kinds], e.run_gold[kinds]) + 0.01 * e.run_bronze[kinds]
            if worth > most:
                best, most = Action.CARRY + kinds - 1, worth
    return best
