"""Breaking a record: the die, the piece, new designs and wings, the record tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    DESIGNS,
    FLEET,
    LEVELS,
    NONE,
    RANKS,
    RECORD_DIE_FACES,
    RECORDS,
    TARGETS,
    Condition,
    Legend,
    Rank,
)
from ..state import Event, Phase
from .common import Outcome, seasoned_left, spend, use_pilot
from .fleet import begin_reorganising
from .flights import use_feat
from .wings import has_wings, win_wings, wings_held

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def world_level(s: State, record: int) -> int:
    """The highest level that anybody's piece has reached (Rules AO-4.3.2, AO-R10)."""
    level = 0
    for seat in range(len(s.company)):
        level = max(level, s.level[seat, record])
    return level


@kernel(inline=True)
def legal_records(s: State, mask: NDArray[np.uint8]) -> None:
    """Personal records up to the world record, the world record by one level, as far as logistics reach.

    A world record of the highest level is broken with one point more.

    (Rules AO-4.3, AO-4.3.1, AO-4.3.3, AO-4.3.3.2, AO-R7, AO-R8, AO-R9, AO-R64)
    """
    seat = s.seat
    for record in range(RECORDS):
        world = world_level(s, record)
        for target in range(1, TARGETS + 1):
            higher = (target > s.level[seat, record]) & (target <= world + 1)
            mask[Action.RECORD + record * TARGETS + target - 1] = higher & (target <= s.logistics[seat])


@kernel
def declare_record(s: State, number: int) -> Outcome:
    """Say which record is to be broken, and how far; the pilot comes next (Rules AO-4.3, AO-4.3.3)."""
    s.event = Event.BREAKING_RECORD
    s.record = number
    s.phase = Phase.PILOT
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_pilots_of_record(s: State, mask: NDArray[np.uint8]) -> None:
    """Any available pilot (Rule AO-4.3)."""
    for rank in range(RANKS):
        mask[Action.PILOT + rank] = s.pilots[s.seat, Condition.AVAILABLE, rank] > 0


@kernel
def choose_record_pilot(t: Tables, o: Options, s: State, rank: int) -> Outcome:
    """The pilot is used; a feat for the die is declared before it is rolled (Rules AO-4.3, AO-4.5.4.1, AO-R51)."""
    use_pilot(s, rank)
    if rank == Rank.LEGENDARY and s.feat[s.seat] and s.legend[s.seat] == Legend.RECORD_BONUS:
        s.phase = Phase.FEAT
        return Outcome.NEXT_DECISION
    return break_record(t, o, s)


@kernel
def choose_record_feat(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """With the feat or without it, the die is rolled (Rules AO-4.5.4.1, AO-R51)."""
    if action == Action.ABILITY:
        use_feat(s)
        s.able = 1
    return break_record(t, o, s)


@kernel
def break_record(t: Tables, o: Options, s: State) -> Outcome:
    """The record is broken, the die says at what cost; designs and wings up to the level are collected.

    (Rules AO-4.3.3, AO-4.3.3.1, AO-4.3.3.2, AO-4.3.4, AO-5.3, AO-R7, AO-R9, AO-R11)
    """
    seat, record, target = s.seat, s.record // TARGETS, s.record % TARGETS + 1
    pay_for_record(t, s, target)
    s.world = target > world_level(s, record)
    level = min(target, LEVELS)
    s.level[seat, record] = level
    if s.world:
        collect_tile(s, record)
        promote_rookie(t, o, s)
    collect_designs(t, s, record, level)
    held = wings_held(s, seat)
    if has_wings(t, o):
        collect_wings(t, o, s, record, level)
    return Outcome.WINGS_GAINED if wings_held(s, seat) > held else Outcome.WINGS_SETTLED


@kernel(inline=True)
def collect_tile(s: State, record: int) -> None:
    """The tile of a broken world record comes from the board or its last holder (Rules AO-4.3.3.1, AO-R7, AO-R74)."""
    if s.tile_owner[record] != s.seat:
        s.tile_owner[record] = s.seat
        s.tile_place[record] = 0


@kernel
def pay_for_record(t: Tables, s: State, target: int) -> None:
    """The level less the record die, the pilot's rank and a feat, but nothing less than 0.

    (Rules AO-4.3.3, AO-4.5.4, AO-R8)
    """
    s.die = t.record_die[draw(s, RECORD_DIE_FACES)]
    bonus = t.rank_bonus[s.pilot] + s.able * t.feat_bonus
    spend(s, s.seat, max(0, target - s.die - bonus))


@kernel
def promote_rookie(t: Tables, o: Options, s: State) -> None:
    """A rookie who breaks the world record becomes a seasoned pilot, if one is in stock.

    (Rules AO-4.3.3.1, AO-4.5.3)
    """
    if s.pilot == Rank.ROOKIE and seasoned_left(t, o, s) > 0:
        s.pilots[s.seat, Condition.USED, Rank.ROOKIE] -= 1
        s.pilots[s.seat, Condition.USED, Rank.SEASONED] += 1
        s.pilot = Rank.SEASONED


@kernel
def collect_designs(t: Tables, s: State, record: int, level: int) -> None:
    """Designs of the record's squares up to the level: on free places, available; the rest goes to the reserve.

    (Rules AO-4.3.3.2, AO-R33, AO-R55)
    """
    seat, company = s.seat, s.company[s.seat]
    for square in range(1, level + 1):
        for design in range(DESIGNS):
            on_square = t.design_record[company, design] == record and t.design_level[company, design] == square
            if on_square and (s.designs[seat] >> design) & 1 == 0:
                s.designs[seat] |= 1 << design
                put_on_free_place(s, seat, design)


@kernel(inline=True)
def put_on_free_place(s: State, seat: int, design: int) -> None:
    """A new design takes the first free place of the panel, if there is one, with a figure on green.

    (Rule AO-4.3.3.2)
    """
    for place in range(FLEET):
        if s.fleet[seat, place] == NONE:
            s.fleet[seat, place] = design
            s.condition[seat, place] = Condition.AVAILABLE
            return


@kernel
def collect_wings(t: Tables, o: Options, s: State, record: int, level: int) -> None:
    """Wings that still lie on the record's squares up to the level (Rules AO-4.3.3.2, AO-5.3, AO-R11)."""
    for square in range(s.swept[record] + 1, level + 1):
        for kind in range(t.record_wings.shape[2]):
            win_wings(t, o, s, s.seat, kind, t.record_wings[record, square, kind])
    s.swept[record] = max(s.swept[record], level)


@kernel
def place_record_tile(s: State) -> Outcome:
    """Who broke the world record puts its tile under a design; then the fleet can be reorganised free of charge.

    (Rules AO-4.3.3.1, AO-4.3.3.2, AO-R74)
    """
    if s.world:
        s.phase = Phase.TILE
        return Outcome.NEXT_DECISION
    return begin_reorganising(s)


@kernel(inline=True)
def legal_tile_places(s: State, mask: NDArray[np.uint8]) -> None:
    """Any design on the panel (Rules AO-4.3.3.1, AO-R56)."""
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            mask[Action.DESIGN + s.fleet[s.seat, place]] = 1


@kernel
def put_tile_under(s: State, place: int) -> Outcome:
    """The tile of the record lies under a design (Rule AO-4.3.3.1)."""
    s.tile_place[s.record // TARGETS] = place
    return begin_reorganising(s)
