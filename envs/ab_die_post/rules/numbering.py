"""How moves name fields: landing, then the k-th field ahead in each lane, counted from where the plane is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import FIRST_MOVES, GOAL, LAND_MOVE, LANE_MOVES, Lane

if TYPE_CHECKING:
    from ..state import State
    from ..tables import Tables

OUTER_MOVE, MIDDLE_MOVE, INNER_MOVE = FIRST_MOVES
OUTER_FIELDS, MIDDLE_FIELDS, INNER_FIELDS = LANE_MOVES


@kernel(inline=True)
def first_move(lane: int) -> int:
    """The move to the first field ahead in a lane."""
    if lane == Lane.OUTER:
        return OUTER_MOVE
    return MIDDLE_MOVE if lane == Lane.MIDDLE else INNER_MOVE


@kernel(inline=True)
def lane_capacity(lane: int) -> int:
    """Number of moves that name a field in a lane."""
    if lane == Lane.OUTER:
        return OUTER_FIELDS
    return MIDDLE_FIELDS if lane == Lane.MIDDLE else INNER_FIELDS


@kernel(inline=True)
def lane_of_move(move: int) -> int:
    """The lane of the field that a move other than landing names."""
    if move >= INNER_MOVE:
        return Lane.INNER + 0
    return Lane.MIDDLE + 0 if move >= MIDDLE_MOVE else Lane.OUTER + 0


@kernel(inline=True)
def move_to(t: Tables, s: State, field: int) -> int:
    """The move of the seat to decide that ends on a field of the course, −1 if there is none."""
    lane = t.lane_of[field]
    k = field - t.ahead[s.direction, s.field[s.seat], lane]
    if k < 0 or k >= lane_capacity(lane):
        return -1
    return first_move(lane) + k


@kernel(inline=True)
def end_of(t: Tables, s: State, move: int) -> int:
    """The field that a move of the seat to decide ends on, or GOAL."""
    if move == LAND_MOVE:
        return GOAL
    lane = lane_of_move(move)
    return t.ahead[s.direction, s.field[s.seat], lane] + move - first_move(lane)
