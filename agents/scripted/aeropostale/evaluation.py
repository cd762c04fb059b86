"""The expert's look at a position: time left, wings, supremacy, pioneers, and what pilots and aeroplanes are worth."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.limits import (
    ACTIONS_PER_TURN,
    CARGOES,
    CITIES,
    CONTINENTS,
    FLEET,
    MAX_GAUGE,
    NONE,
    PIONEER_ZONES,
    RANKS,
    REGIONS,
    STRIPS_PER_CONTINENT,
    Condition,
    Legend,
    Rank,
    RecordKind,
    Wing,
)
from ....envs.aeropostale.rules.common import has_stop, has_tile
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables
from .evaluation_record import GAINS, Evaluation
from .expert_params import P
from .features import Params, best_conversions, missing

SURE = 0.3
"""Cubes of a lead that a tie would cost: a tie is worth nothing."""

LEAST_LATER = 0.3
"""Turns that are expected to follow at least, unless it is the last one: who seems to win may not."""

OF_AN_ACTION = 10.0
"""Bronze wings that another action may bring in the last turn; what is farther away than that is given up."""

WINS = 100.0
"""Worth of the last wings to the goal, beside their own."""

NEVER = 1e9
"""No wings are out of reach."""

THREAT = 5
"""Bronze wings that a rival lacks who can win by supremacy at the end of the turn."""

NEARER = 0.25
"""Flights that a region less on the way counts as: weather may keep aeroplanes from flying as far as they could."""

STUCK = 4.0
"""Flights that a missing red range, or a missing pilot for South America, counts as in the race."""


@kernel
def evaluate(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Fill in all that does not depend on an action."""
    look_ahead(t, o, s, p, e)
    count_strength(t, o, s, e)
    count_stops(t, s, e)
    value_pioneers(t, o, s, e)
    value_points(t, s, p, e)
    value_pilots(s, p, e)
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            e.design[place] = worth_of_design(t, s, p, s.fleet[s.seat, place])
    if t.race[o.scenario]:
        e.steps = flights_to_last_city(t, s, e, 0, 0, 0)


@kernel
def look_ahead(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """How many turns are to be expected, and what a stop point is worth: much when the limit of turns decides."""
    turns = float(t.turns[o.scenario] - s.turn)
    e.actions = ACTIONS_PER_TURN - max(1, s.action + 0)
    rivals = 0.0
    for k in range(1, o.players):
        rivals += e.actions + (k < o.players - s.acted)
    e.spread = p[P.HOLD_SPREAD] + p[P.HOLD_ACTIONS] * rivals
    e.lacks = best_conversions(t, o, s, s.seat, 0, 0)[0]
    if t.race[o.scenario] or t.last_city_ends[o.scenario]:
        e.later, e.stop = turns, p[P.STOP_END]
        return
    of_supremacy = CONTINENTS * t.supremacy_gold * t.in_bronze[Wing.GOLD]
    e.reach = NEVER if turns > 0.0 else OF_AN_ACTION * e.actions + of_supremacy
    least = e.lacks
    for seat in range(o.players):
        w = s.wings[seat]
        lacks = missing(t, o, w[Wing.BRONZE] + 0, w[Wing.GOLD] + 0, w[Wing.PLATINUM] + 0, w[Wing.DIAMOND] + 0)
        least = min(least, float(lacks))
        e.threat[seat] = lacks <= THREAT
    expected = max(0.0, least / p[P.PACE] - 0.5)
    e.later = min(turns, max(LEAST_LATER, expected))
    e.stop = p[P.STOP] + p[P.STOP_END] * min(1.0, max(0.0, expected - turns + 0.5))


@kernel
def gain_of(t: Tables, o: Options, s: State, e: Evaluation, bronze: int, gold: int) -> float:
    """What wings of one gain bring on the way to the goal, in bronze wings."""
    bronze, gold = min(bronze, GAINS[0] - 1), min(gold, GAINS[1] - 1)
    if e.gain[bronze, gold] == 0.0:
        lacks = best_conversions(t, o, s, s.seat, bronze, gold)[0]
        bonus = WINS if lacks == 0.0 and e.lacks > 0.0 else 0.0
        if e.led > 0 and lacks > 0.0 and best_conversions(t, o, s, s.seat, bronze, gold + e.led)[0] == 0.0:
            bonus = WINS * e.held
        e.gain[bronze, gold] = 1.0 + (e.lacks - lacks + bonus) * (lacks <= e.reach)
    return e.gain[bronze, gold] - 1.0


@kernel(inline=True)
def chance(lead: float, spread: float) -> float:
    """A rough chance that a lead holds."""
    x = (lead - SURE) / spread
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@kernel
def count_strength(t: Tables, o: Options, s: State, e: Evaluation) -> None:
    """Cubes on each continent, and the lead over the strongest rival."""
    for city in range(CITIES):
        continent = t.continent[city]
        for seat in range(o.players):
            e.strength[seat, continent] += s.cubes[seat, city]
        if s.monopoly[city] != NONE:
            e.strength[s.monopoly[city], continent] += s.maximum[city]
    e.led, e.held = 0, 1.0
    for continent in range(CONTINENTS):
        most = -1.0
        for seat in range(o.players):
            if seat != s.seat and e.strength[seat, continent] > most:
                most = e.strength[seat, continent]
                e.rival[continent] = seat
        e.lead[continent] = e.strength[s.seat, continent] - most
        if e.lead[continent] > 0.0:
            e.led += t.supremacy_gold
            e.held *= chance(e.lead[continent], max(0.1, e.spread))
    if e.led > 0 and best_conversions(t, o, s, s.seat, 0, e.led)[0] == 0.0:
        e.led = 0


@kernel
def worth_of_lead(t: Tables, o: Options, s: State, p: Params, e: Evaluation, continent: int, lead: float) -> float:
    """What supremacy is worth with a lead, now and in later turns."""
    now = chance(lead, max(0.1, e.spread))
    later = chance(lead, max(0.1, p[P.HOLD_LATER_SPREAD]))
    own = gain_of(t, o, s, e, 0, t.supremacy_gold + 0)
    rival = p[P.HOLD_RIVAL] + p[P.HOLD_URGENT] * e.threat[e.rival[continent]]
    return (own + rival) * (now + p[P.HOLD_LATER] * e.later * later)


@kernel
def worth_of_longer_lead(
    t: Tables, o: Options, s: State, p: Params, e: Evaluation, continent: int, cubes: float
) -> float:
    """What it is worth that the lead on a continent grows by so many cubes."""
    lead = float(e.lead[continent])
    if e.lead_known & 1 << continent == 0:
        e.lead_known |= 1 << continent
        e.lead_worth[continent] = worth_of_lead(t, o, s, p, e, continent, lead)
    return worth_of_lead(t, o, s, p, e, continent, lead + cubes) - e.lead_worth[continent]


@kernel
def count_stops(t: Tables, s: State, e: Evaluation) -> None:
    """Own stops by region."""
    for city in range(CITIES):
        if has_stop(s, s.seat, city):
            e.stops[t.region[city]] += 1


@kernel
def value_pioneers(t: Tables, o: Options, s: State, e: Evaluation) -> None:
    """The next wing of pioneers of each zone."""
    if t.has_wings[o.scenario]:
        for zone in range(PIONEER_ZONES):
            if s.pioneers[zone] < CARGOES:
                wings = t.pioneer_wings[zone, s.pioneers[zone]]
                e.zone[zone] = wings[Wing.BRONZE] + wings[Wing.GOLD] * t.in_bronze[Wing.GOLD]


@kernel
def value_points(t: Tables, s: State, p: Params, e: Evaluation) -> None:
    """Logistics points: each is worth less than the one before, and all less when few actions are left."""
    actions = e.actions + ACTIONS_PER_TURN * e.later
    point = p[P.POINT] * min(1.0, actions / ACTIONS_PER_TURN)
    for k in range(MAX_GAUGE):
        e.points[k + 1] = e.points[k] + point
        point *= p[P.POINT_NEXT]


@kernel
def value_pilots(s: State, p: Params, e: Evaluation) -> None:
    """Which pilots are there, and what it costs that one is away in the next turn."""
    lowest = NONE
    for k in range(RANKS):
        rank = RANKS - 1 - k
        lowest = rank if s.pilots[s.seat, Condition.AVAILABLE, rank] > 0 else lowest
        e.rank_for[rank] = lowest
        e.pilot[rank] = p[P.ROOKIE + rank] * min(1.0, e.later)
    e.helps = s.feat[s.seat] != 0 and s.pilots[s.seat, Condition.AVAILABLE, Rank.LEGENDARY] > 0


@kernel
def worth_of_design(t: Tables, s: State, p: Params, design: int) -> float:
    """What an aeroplane design can do, for each later turn."""
    company = s.company[s.seat]
    kinds = t.icons[company, design]
    icons = (kinds & 1) + (kinds >> 1 & 1) + (kinds >> 2 & 1)
    worth = p[P.DESIGN] + p[P.DESIGN_CAPACITY] * t.capacity[company, design]
    worth += p[P.DESIGN_RANGE] * (t.range[company, design] - 1) + p[P.DESIGN_RED] * t.red_range[company, design]
    return worth - p[P.DESIGN_FUEL] * (t.fuel[company, design] - 1) + p[P.DESIGN_ICONS] * (icons - 1)


@kernel
def cubes_of_strip(t: Tables, s: State, e: Evaluation, continent: int) -> float:
    """The cubes that a strip not yet seen brings on average."""
    if e.strips[continent] == 0.0:
        total, count = 0.0, 0.0
        for strip in range(STRIPS_PER_CONTINENT * continent, STRIPS_PER_CONTINENT * (continent + 1)):
            if (s.strips_seen >> strip) & 1 == 0:
                total += t.strip_value[strip]
                count += 1.0
        e.strips[continent] = total / max(1.0, count)
    return e.strips[continent]


@kernel
def flights_to_last_city(t: Tables, s: State, e: Evaluation, reached: int, reach: int, red: int) -> float:
    """Flights from the farthest own stop to the last city with the aeroplanes that there are, in the race.

    `reached` is a region in which a stop would be added; `reach` and `red` are a range and a red range of what a
    record would bring.
    """
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            company, design = s.company[s.seat], s.fleet[s.seat, place]
            lines = int(t.range[company, design]) + has_tile(s, s.seat, place, RecordKind.DISTANCE + 0)
            reach = max(reach, lines)
            if t.red_range[company, design] or s.tile_owner[RecordKind.ALTITUDE] == s.seat:
                red = max(red, lines)
    crosses = s.legend[s.seat] == Legend.CROSS_ANDES and s.feat[s.seat] != 0
    region = reached + 0
    for k in range(REGIONS):
        region = max(region, k) if e.stops[k] > 0 else region
    count = 0.0
    last, andes = t.region[t.last_city], 0
    while t.red_line[andes] == 0:
        andes += 1
    if red == 0 and region <= andes:
        red = reach + 0
        count = 1.0 if crosses else STUCK
    count += NEARER * (last - region)
    while region < last:
        if region <= andes:
            region = region + red if region + red > andes else min(andes, region + reach)
        else:
            region += max(reach, red)
        count += 1.0
    return count
