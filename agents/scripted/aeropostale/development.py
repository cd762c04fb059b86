"""What the expert's other actions are worth: records, meetings, pilots, logistics, the fleet."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import (
    CONDITIONS,
    DESIGNS,
    FLEET,
    LEVELS,
    NONE,
    RANKS,
    RECORD_DIE_FACES,
    RECORDS,
    TARGETS,
    Condition,
    Rank,
    RecordKind,
    Wing,
)
from ....envs.aeropostale.rules.common import clockwise, has_tile, seasoned_left
from ....envs.aeropostale.rules.fleet import designs_in_reserve
from ....envs.aeropostale.rules.records import world_level
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables
from .evaluation import flights_to_last_city, gain_of, worth_of_design
from .evaluation_record import Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, available_pilots
from .flights import RACE
from .race import flying_pilots


@kernel
def best_development(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The action that is worth most among those that are no flights."""
    best, most = best_logistics(t, s, mask, p, e)
    action, worth = best_record(t, o, s, mask, p, e)
    if worth > most:
        best, most = action, worth
    action, worth = best_recruit(t, o, s, mask, p, e)
    if worth > most:
        best, most = action, worth
    action, worth = best_upkeep(s, mask, p, e)
    if worth > most:
        best, most = action, worth
    action, worth = best_delegate(o, s, mask, p, e)
    if worth > most:
        best, most = action, worth
    if mask[Action.REORGANISE] != 0:
        worth = worth_of_change(t, o, s, p, e)[0] - 1.0
        if worth > most:
            best, most = Action.REORGANISE + 0, worth
    return best, most


@kernel
def best_logistics(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """More logistics points, with a token if it is worth more than it will be later."""
    best, most = Action.PASS + 0, 0.0
    points: int = s.logistics[s.seat]
    for k in range(3):
        if mask[Action.LOGISTICS + k] != 0:
            more: int = t.increase[points] + 0
            worth = 0.0
            if k > 0:
                more += t.token_value[k - 1]
                worth -= p[P.KEEP_TOKEN] * min(1.0, e.later) * t.token_value[k - 1]
            worth += e.points[min(points + more, t.gauge)] - e.points[points] + e.with_points
            if worth > most:
                best, most = Action.LOGISTICS + k, worth
    return best, most


@kernel
def best_recruit(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """A rookie from the stock or from a rival whose logistics are hardly lower."""
    best, most = Action.PASS + 0, IMPOSSIBLE
    owned = 0
    for condition in range(CONDITIONS):
        for rank in range(RANKS):
            owned += s.pilots[s.seat, condition, rank]
    base = p[P.RECRUIT] - p[P.RECRUIT_OWNED] * owned - p[P.RECRUIT_READY] * available_pilots(s, s.seat)
    base = base * min(1.0, e.later) + e.with_pilot[Rank.ROOKIE]
    steal = p[P.RECRUIT_STEAL] * min(1.0, e.later)
    if mask[Action.RECRUIT] != 0:
        best, most = Action.RECRUIT + 0, base
    for k in range(1, o.players):
        if mask[Action.RECRUIT_FROM + k - 1] != 0:
            rival = clockwise(o, s.seat, k)
            worth = base + steal - e.points[s.logistics[s.seat]] + e.points[s.logistics[rival]]
            if worth > most:
                best, most = Action.RECRUIT_FROM + k - 1, worth
    return best, most


@kernel
def best_upkeep(s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """Quick maintenance and recovery, for flights in this turn; what is red is available in the next turn anyway."""
    best, most = Action.PASS + 0, IMPOSSIBLE
    points = s.logistics[s.seat]
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE and mask[Action.MAINTENANCE + s.fleet[s.seat, place]] != 0:
            worth = e.with_place[place] - e.points[points] + e.points[points - 1]
            worth += p[P.MAINTAIN] if e.with_place[place] > 0.0 else -1.0
            if worth > most:
                best, most = Action.MAINTENANCE + s.fleet[s.seat, place], worth
    for rank in range(Rank.SEASONED, RANKS):
        if mask[Action.RECOVERY + rank - 1] != 0:
            worth = e.with_pilot[rank] + (p[P.RECOVER] if e.with_pilot[rank] > 0.0 else -1.0)
            if worth > most:
                best, most = Action.RECOVERY + rank - 1, worth
    return best, most


@kernel
def rivals_registered(o: Options, s: State) -> int:
    """Rivals who may come to the meeting."""
    rivals = 0
    for seat in range(o.players):
        rivals += seat != s.seat and s.registered[seat] != 0
    return rivals


@kernel
def best_delegate(o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The pilot to send to the meeting: tokens, and being first, are of use in later turns only."""
    best, most = Action.PASS + 0, IMPOSSIBLE
    rivals = rivals_registered(o, s)
    for rank in range(RANKS):
        if mask[Action.MEETING + rank] != 0:
            worth = p[P.MEETING] - p[P.MEETING_RIVAL] * rivals + p[P.MEETING_RANK] * rank * min(1, rivals)
            worth = worth * min(1.0, e.later) - e.pilot[rank]
            if e.actions == 0 and e.later > 0.0:
                worth += p[P.MEETING_DUE]
            if worth > most:
                best, most = Action.MEETING + rank, worth
    return best, most


@kernel
def best_record(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The record that is worth most with the pilot that suits it best."""
    best, most = Action.PASS + 0, IMPOSSIBLE
    for number in range(RECORDS * TARGETS):
        if mask[Action.RECORD + number] != 0:
            gain = worth_of_record(t, o, s, p, e, number // TARGETS, number % TARGETS + 1)
            worth = gain + best_record_pilot(t, o, s, p, e, number)[1]
            if worth > most:
                best, most = Action.RECORD + number, worth
    return best, most


@kernel
def best_record_pilot(t: Tables, o: Options, s: State, p: Params, e: Evaluation, number: int) -> tuple[int, float]:
    """The pilot for a record: a rookie is promoted by a world record, others save points."""
    best, most = -1, IMPOSSIBLE
    target = number % TARGETS + 1
    world = target > world_level(s, number // TARGETS)
    for rank in range(RANKS):
        if s.pilots[s.seat, Condition.AVAILABLE, rank] > 0:
            worth = cost_of_record(t, s, e, target, rank) - e.pilot[rank]
            if world and rank == Rank.ROOKIE and seasoned_left(t, o, s) > 0:
                worth += p[P.PROMOTE] * e.later
                if t.race[o.scenario] and flying_pilots(s) == 0:
                    worth += RACE
            if worth > most:
                best, most = rank, worth
    return best, most


@kernel
def cost_of_record(t: Tables, s: State, e: Evaluation, target: int, rank: int) -> float:
    """What the points that the die leaves to pay are worth on average, as a negative number."""
    points: int = s.logistics[s.seat]
    total = 0.0
    for face in range(RECORD_DIE_FACES):
        cost: int = max(0, target - t.record_die[face] - t.rank_bonus[rank])
        total += e.points[points - cost] - e.points[points]
    return total / RECORD_DIE_FACES


@kernel
def worth_of_record(t: Tables, o: Options, s: State, p: Params, e: Evaluation, record: int, target: int) -> float:
    """What raising a record brings: designs, wings, the tile; in the race, what shortens the way."""
    seat, company = s.seat, s.company[s.seat]
    level = min(target, LEVELS)
    worst, free, filled = 1e9, 0, 0
    for place in range(FLEET):
        if s.fleet[seat, place] == NONE:
            free += 1
        else:
            filled += 1
            worst = min(worst, e.design[place])
    worth, bronze, gold, reach, red = p[P.RECORD], 0, 0, 0, 0
    for design in range(DESIGNS):
        reached = t.design_record[company, design] == record and t.design_level[company, design] <= level
        if reached and (s.designs[seat] >> design) & 1 == 0:
            value = worth_of_design(t, s, p, design)
            worth += e.later * (value if free > 0 else max(0.0, value - worst))
            free -= 1
            reach = max(reach, t.range[company, design] + 0)
            red = max(red, t.range[company, design] * t.red_range[company, design])
    for square in range(s.swept[record] + 1, level + 1):
        bronze += t.record_wings[record, square, Wing.BRONZE]
        gold += t.record_wings[record, square, Wing.GOLD]
    if t.has_wings[o.scenario]:
        worth += gain_of(t, o, s, e, bronze, gold)
    world = target > world_level(s, record)
    if world and s.tile_owner[record] != seat:
        worth += p[P.TILE_SPEED + record] * min(2.0, e.later) * (1.5 if s.tile_owner[record] != NONE else 1.0)
    if t.race[o.scenario]:
        if world and record == RecordKind.ALTITUDE:
            red = max(red, longest_range(t, s))
        elif world and record == RecordKind.DISTANCE:
            reach = max(reach, longest_range(t, s) + 1)
        if s.tile_owner[RecordKind.ALTITUDE] == seat:
            red = max(red, reach)
        worth += RACE * max(0.0, e.steps - flights_to_last_city(t, s, e, 0, reach, red))
    return worth


@kernel
def longest_range(t: Tables, s: State) -> int:
    """The longest printed range on the panel."""
    reach = 0
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            reach = max(reach, int(t.range[s.company[s.seat], s.fleet[s.seat, place]]))
    return reach


@kernel
def worth_of_change(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> tuple[float, int, int]:
    """The best trade of a design in reserve for one on the panel: `(worth, design, place)`.

    While a reorganisation goes on, only with designs after the last one and places that were not traded yet.
    """
    best, incoming, outgoing = IMPOSSIBLE, NONE, NONE
    reserve = designs_in_reserve(s, s.seat)
    for design in range(s.last_in + 1, DESIGNS):
        if (reserve >> design) & 1 and (s.last_in == NONE or (s.spare >> design) & 1):
            value = worth_of_design(t, s, p, design)
            for place in range(FLEET):
                if s.fleet[s.seat, place] != NONE and (s.swapped >> place) & 1 == 0:
                    worth = (value - e.design[place]) * e.later
                    if worth > best:
                        best, incoming, outgoing = worth, design, place
    return best, incoming, outgoing


@kernel
def worth_of_tile(t: Tables, o: Options, s: State, p: Params, e: Evaluation, record: int, place: int) -> float:
    """How good it is that a record's tile lies under the design in a place."""
    company, design = s.company[s.seat], s.fleet[s.seat, place]
    reach, red = t.range[company, design], t.red_range[company, design]
    if record == RecordKind.SPEED:
        return t.capacity[company, design] + e.design[place] - 0.5 * (t.fuel[company, design] - 1)
    if record == RecordKind.DISTANCE:
        return 2.0 * reach + e.design[place] + 2.0 * has_tile(s, s.seat, place, RecordKind.ALTITUDE + 0)
    return 4.0 * (1 - red) + 2.0 * reach + 0.5 * e.design[place]


@kernel
def best_place_of_tile(t: Tables, o: Options, s: State, p: Params, e: Evaluation, record: int) -> tuple[int, float]:
    """The place that a record's tile is best laid under, and by how much it is better than where it lies."""
    best, most = NONE, IMPOSSIBLE
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            worth = worth_of_tile(t, o, s, p, e, record, place)
            if worth > most:
                best, most = place, worth
    if s.tile_owner[record] != s.seat:
        return best, most
    return best, most - worth_of_tile(t, o, s, p, e, record, s.tile_place[record] + 0)
