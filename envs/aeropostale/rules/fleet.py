"""Reorganising the fleet, quick maintenance and quick recovery."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import DESIGNS, FLEET, NONE, RANKS, RECORDS, Condition, Rank
from ..state import Event, Phase
from .common import Outcome, place_of, spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import State

MAINTENANCE_COST = 1
ONE = np.int64(1)


@kernel(inline=True)
def designs_in_reserve(s: State, seat: int) -> int:
    """Designs that a seat has but not on its panel, as a set (Rules AO-4.3.3.2, AO-4.7)."""
    reserve = s.designs[seat] + 0
    for place in range(FLEET):
        if s.fleet[seat, place] != NONE:
            reserve &= ~(ONE << s.fleet[seat, place])
    return reserve


@kernel(inline=True)
def can_move_tile(s: State, seat: int, record: int) -> bool:
    """Whether a seat has the tile of a record and another design to put it under (Rule AO-4.7)."""
    designs = 0
    for place in range(FLEET):
        designs += s.fleet[seat, place] != NONE
    return (s.tile_owner[record] == seat) & (designs > 1)


@kernel
def can_reorganise(s: State, seat: int) -> bool:
    """Whether there is anything to trade or to reassign (Rules AO-4.7, AO-R54)."""
    if designs_in_reserve(s, seat) != 0:
        return True
    found = False
    for record in range(RECORDS):
        found |= can_move_tile(s, seat, record)
    return found


@kernel
def begin_reorganising(s: State) -> Outcome:
    """Trade designs and move tiles, as an action or free of charge after a record (Rules AO-4.3.3.2, AO-4.7)."""
    s.spare = designs_in_reserve(s, s.seat)
    s.swapped = 0
    s.last_in = NONE
    s.last_moved = NONE
    if not can_reorganise(s, s.seat):
        return Outcome.ACTION_OVER
    s.phase = Phase.REORGANISING
    return Outcome.NEXT_DECISION


@kernel
def reorganise(s: State) -> Outcome:
    """The action: reorganise the fleet (Rule AO-4.7)."""
    s.event = Event.REORGANISING
    return begin_reorganising(s)


@kernel
def legal_changes(s: State, mask: NDArray[np.uint8]) -> None:
    """Designs that were in reserve, in ascending order, then tiles in theirs; as an action something must change.

    (Rules AO-4.7, AO-R54, AO-R75)
    """
    if s.last_moved == NONE and s.swapped != filled_places(s):
        for design in range(s.last_in + 1, DESIGNS):
            mask[Action.PUT_IN + design] = (s.spare >> design) & 1
    for record in range(s.last_moved + 1, RECORDS):
        mask[Action.MOVE_TILE + record] = can_move_tile(s, s.seat, record)
    if s.event == Event.BREAKING_RECORD or s.last_in != NONE or s.last_moved != NONE:
        mask[Action.FINISH] = 1


@kernel(inline=True)
def filled_places(s: State) -> int:
    """Places of the seat's panel with a design, as a set."""
    filled = 0
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE:
            filled |= 1 << place
    return filled


@kernel
def change_fleet(s: State, action: int) -> Outcome:
    """Take a design from the reserve or a tile in hand, or be done (Rule AO-4.7)."""
    if action == Action.FINISH:
        return Outcome.ACTION_OVER
    if action >= Action.MOVE_TILE:
        s.moving = action - Action.MOVE_TILE
        s.phase = Phase.MOVING_TILE
    else:
        s.incoming = action - Action.PUT_IN
        s.phase = Phase.SWAP
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_swaps(s: State, mask: NDArray[np.uint8]) -> None:
    """Designs on the panel whose place has not been traded yet (Rules AO-4.7, AO-R54)."""
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE and (s.swapped >> place) & 1 == 0:
            mask[Action.DESIGN + s.fleet[s.seat, place]] = 1


@kernel
def swap_designs(s: State, design: int) -> Outcome:
    """The design from the reserve takes the place of another one; the figure remains as it is (Rule AO-4.7)."""
    place = place_of(s, s.seat, design)
    s.fleet[s.seat, place] = s.incoming
    s.swapped |= 1 << place
    s.last_in = s.incoming
    s.incoming = NONE
    s.phase = Phase.REORGANISING
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_places_of_moving_tile(s: State, mask: NDArray[np.uint8]) -> None:
    """Any other design on the panel (Rules AO-4.7, AO-R54, AO-R56)."""
    for place in range(FLEET):
        if s.fleet[s.seat, place] != NONE and place != s.tile_place[s.moving]:
            mask[Action.DESIGN + s.fleet[s.seat, place]] = 1


@kernel
def move_tile(s: State, design: int) -> Outcome:
    """The record tile lies under another design (Rule AO-4.7)."""
    s.tile_place[s.moving] = place_of(s, s.seat, design)
    s.last_moved = s.moving
    s.moving = NONE
    s.phase = Phase.REORGANISING
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_upkeep(s: State, mask: NDArray[np.uint8]) -> None:
    """Aeroplanes under maintenance if there is a point to spend, and recovering pilots who are no rookies.

    (Rules AO-4.8, AO-4.9, AO-R30)
    """
    seat = s.seat
    for place in range(FLEET):
        if s.fleet[seat, place] != NONE and s.condition[seat, place] == Condition.RECOVERING:
            mask[Action.MAINTENANCE + s.fleet[seat, place]] = s.logistics[seat] >= MAINTENANCE_COST
    for rank in range(Rank.SEASONED, RANKS):
        mask[Action.RECOVERY + rank - 1] = s.pilots[seat, Condition.RECOVERING, rank] > 0


@kernel
def maintain(s: State, design: int) -> Outcome:
    """Quick maintenance: an aeroplane is available at once for a logistics point (Rules AO-4.8, AO-R30)."""
    spend(s, s.seat, MAINTENANCE_COST)
    s.condition[s.seat, place_of(s, s.seat, design)] = Condition.AVAILABLE
    return Outcome.ACTION_OVER


@kernel
def recover(s: State, rank: int) -> Outcome:
    """Quick recovery: a seasoned or legendary pilot is available at once (Rules AO-4.9, AO-R30)."""
    s.pilots[s.seat, Condition.RECOVERING, rank] -= 1
    s.pilots[s.seat, Condition.AVAILABLE, rank] += 1
    return Outcome.ACTION_OVER
