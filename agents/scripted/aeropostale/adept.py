"""The adept: linear rules over what an action brings now; sees neither supremacy nor what lies ahead.

Kernels that compare actions answer with `(action, worth)`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import (
    CARGO_SETS,
    CITIES,
    DESIGNS,
    FLEET,
    MAX_CAPACITY,
    NONE,
    RANKS,
    RECORDS,
    REGIONS,
    TARGETS,
    Flight,
    Rank,
)
from ....envs.aeropostale.rules.common import best_rank, has_stop
from ....envs.aeropostale.rules.records import world_level
from ....envs.aeropostale.rules.routes import (
    TOO_FAR,
    flight_cost,
    is_available,
    pay_of_cargo,
    stops_of,
    take_off_regions,
)
from ....envs.aeropostale.rules.weather import weather_between
from ....envs.aeropostale.state import Options, Phase, State
from ....envs.aeropostale.tables import Tables
from .adept_params import P
from .features import IMPOSSIBLE, Mask, Params, available_pilots, convert, first_legal, free_space
from .plain_choices import plain_choice
from .race import farthest_region, flying_pilots, record_for_race

RACE = 4.0
"""How much it likes each region farther out, and records that are missing on the way, in the race."""

ROOM = 3
"""Free places in a city that matter."""

ANY = -1
"""A region that is not fixed."""


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[np.record],
) -> int:
    """Play by linear rules."""
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, params)
    if s.phase == Phase.REGISTERING:
        plenty = mask[Action.REGISTER] != 0 and available_pilots(s, s.seat) > RANKS
        return Action.REGISTER if plenty else Action.STAY_AWAY + 0
    if s.phase == Phase.TAKE_OFF:
        return Action.TAKE_OFF + best_flight(t, o, s, params, s.city + 0, ANY)[1]
    if s.phase == Phase.DESIGN:
        return Action.DESIGN + best_flight(t, o, s, params, s.city + 0, s.origin + 0)[2]
    if s.phase == Phase.CONVERTING:
        return convert(t, o, s)
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """The action that it prefers; passing is worth nothing."""
    best, most = best_help(s, mask, p, RACE if t.race[o.scenario] else 0.0)
    for city in range(CITIES):
        run = mask[Action.RUN + city] != 0
        if run or mask[Action.CREATE + city] != 0:
            worth = best_flight(t, o, s, p, city, ANY)[0]
            if worth > most:
                best, most = (Action.RUN if run else Action.CREATE) + city, worth
    action, worth = best_record(t, o, s, mask, p)
    return action if worth > most else best


@kernel
def best_flight(t: Tables, o: Options, s: State, p: Params, city: int, origin: int) -> tuple[float, int, int]:
    """The flight to a city that it prefers: `(worth, region, design)`; if a feat is needed, whatever is possible."""
    best, region, design = IMPOSSIBLE, 0, 0
    flight = Flight.RUN + 0 if has_stop(s, s.seat, city) else Flight.STOP + 0
    regions, rank = take_off_regions(t, stops_of(s, s.seat), city), best_rank(s, s.seat)
    for k in range(REGIONS):
        if (regions >> k) & 1 and (origin == ANY or k == origin):
            for place in range(FLEET):
                if is_available(s, place):
                    cost = flight_cost(t, s, flight, city, k, place, rank, NONE, 0)
                    worth = IMPOSSIBLE if cost == TOO_FAR else worth_of_flight(t, o, s, p, flight, city, k, place, cost)
                    if worth > best:
                        best, region, design = worth, k, s.fleet[s.seat, place] + 0
    return best, region, design


@kernel
def worth_of_flight(
    t: Tables, o: Options, s: State, p: Params, flight: int, city: int, origin: int, place: int, cost: int
) -> float:
    """What a flight brings, and what it costs."""
    worth = -p[P.COST] * cost
    room = min(free_space(s, city), ROOM)
    if flight == Flight.RUN:
        allowed = weather_between(t, s, flight, origin, t.region[city] + 0, NONE)[3]
        pay = pay_of_cargo(t, s, city, place, allowed)
        worth += p[P.RUN] + p[P.RUN_PAY] * pay + p[P.RUN_ROOM] * room
        return worth - RACE if t.race[o.scenario] else worth
    worth += p[P.CREATE_EUROPE + t.continent[city]] + p[P.CREATE_ROOM] * room
    worth += p[P.CREATE_PAY] * max(0, s.pays[city, MAX_CAPACITY - 1, CARGO_SETS - 1])
    if t.race[o.scenario]:
        worth += RACE * (t.region[city] - farthest_region(t, s) - 0.5)
    return worth + p[P.CREATE_LINES] * abs(origin - t.region[city])


@kernel
def best_record(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> tuple[int, float]:
    """The record that it prefers."""
    best, most, company = Action.PASS + 0, IMPOSSIBLE, s.company[s.seat]
    for number in range(RECORDS * TARGETS):
        if mask[Action.RECORD + number] != 0:
            record, target = number // TARGETS, number % TARGETS + 1
            worth = p[P.RECORD_SPEED + record] - p[P.RECORD_LEVEL] * target
            worth += p[P.RECORD_WORLD] * (target > world_level(s, record))
            if t.race[o.scenario]:
                worth += RACE * (record == record_for_race(s)) * (2 if flying_pilots(s) == 0 else 1)
            for design in range(DESIGNS):
                if t.design_record[company, design] == record and t.design_level[company, design] <= target:
                    worth += p[P.RECORD_DESIGNS] * (1 - ((s.designs[s.seat] >> design) & 1))
            if worth > most:
                best, most = Action.RECORD + number, worth
    return best, most


@kernel
def best_help(s: State, mask: Mask, p: Params, race: float) -> tuple[int, float]:
    """What makes other actions possible; in the race, pilots and aeroplanes for South America come first."""
    best, most = Action.PASS + 0, 0.0
    worth = p[P.LOGISTICS] - p[P.LOGISTICS_HELD] * s.logistics[s.seat]
    for k in range(3):
        if mask[Action.LOGISTICS + k] != 0 and worth + p[P.LOGISTICS_TOKEN] * k > most:
            best, most = Action.LOGISTICS + k, worth + p[P.LOGISTICS_TOKEN] * k
    worth = p[P.RECRUIT] - race - p[P.RECRUIT_READY] * available_pilots(s, s.seat)
    if mask[Action.RECRUIT] != 0 and worth > most:
        best, most = Action.RECRUIT + 0, worth
    recovery = first_legal(mask, Action.RECOVERY, RANKS - 1)
    if recovery >= 0 and p[P.RECOVER] + race > most:
        best, most = recovery, p[P.RECOVER] + race
    maintenance = first_legal(mask, Action.MAINTENANCE, DESIGNS)
    if maintenance >= 0 and p[P.MAINTAIN] + 0.5 * race > most:
        best, most = maintenance, p[P.MAINTAIN] + 0.5 * race
    meeting = first_legal(mask, Action.MEETING, Rank.LEGENDARY + 1)
    if meeting >= 0 and p[P.MEETING] > most:
        best, most = meeting, p[P.MEETING]
    return best, most
