"""Flying: the wind ball, the moves that it allows, the passenger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import LAND_MOVE, LANE_MOVES, MOVES, PASSENGER_SETS, Action
from ..state import BOTH, NOBODY
from ..tables import GOAL, Ball
from .drawing import points_in_hand

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables

MIDDLE_MOVE = LAND_MOVE + 1 + LANE_MOVES[0]
INNER_MOVE = MIDDLE_MOVE + LANE_MOVES[1]


@kernel(inline=True)
def can_fly(t: Tables, s: State, seat: int) -> bool:
    """Flying takes spare parts of at least 4 points, tested at each shake and never spent (Rules ADP-3.1, ADP-R9)."""
    return points_in_hand(t, s, seat) >= t.min_points


@kernel(inline=True)
def shake(t: Tables, o: Options, s: State) -> int:
    """Shake the indicator and see a ball; it stays inside. The players' number decides which are in (Rule ADP-1.2)."""
    k = draw(s, t.ball_count[o.players])
    colour = 0
    while k >= t.balls[o.players, colour]:
        k -= t.balls[o.players, colour]
        colour += 1
    s.ball = colour
    s.shown = colour
    return colour


@kernel(inline=True)
def legal_moves(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """The moves that the ball allows to a field that is free, and staying (Rules ADP-5.1, ADP-5.2, ADP-R4)."""
    mask[Action.STAY] = 1
    reach = t.reach[s.direction, s.ball, s.field[s.seat]]
    for move in range(MOVES):
        mask[Action.LAND + move] = reach[move] != 0
    for seat in range(o.players):
        if seat != s.seat and s.field[seat] >= 0:
            move = move_to(t, s, s.field[seat])
            if move >= 0:
                mask[Action.LAND + move] = 0


@kernel(inline=True)
def move_to(t: Tables, s: State, field: int) -> int:
    """The move of the seat to decide that ends on a field of the course, −1 if there is none."""
    lane = t.lane_of[field]
    k = field - t.ahead[s.direction, s.field[s.seat], lane]
    if k < 0 or k >= lane_capacity(lane):
        return -1
    return first_move(lane) + k


@kernel(inline=True)
def first_move(lane: int) -> int:
    """The move to the first field ahead in a lane, counted from landing."""
    if lane == 0:
        return LAND_MOVE + 1
    return MIDDLE_MOVE if lane == 1 else INNER_MOVE


@kernel(inline=True)
def lane_capacity(lane: int) -> int:
    """Number of moves that name a field in a lane."""
    if lane == 0:
        return LANE_MOVES[0]
    return LANE_MOVES[1] if lane == 1 else LANE_MOVES[2]


@kernel(inline=True)
def end_of(t: Tables, s: State, move: int) -> int:
    """The field that a move of the seat to decide ends on, or GOAL."""
    if move == LAND_MOVE:
        return GOAL
    lane = 0
    if move >= INNER_MOVE:
        lane = 2
    elif move >= MIDDLE_MOVE:
        lane = 1
    return t.ahead[s.direction, s.field[s.seat], lane] + move - first_move(lane)


@kernel(inline=True)
def paths_of(t: Tables, s: State, move: int) -> int:
    """The paths of a move that differ for the passenger, by the fields newly flown over: bit m for the set m.

    Paths with the same end and the same passenger fields are one choice (Rule ADP-R24).
    """
    sets = t.reach[s.direction, s.ball, s.field[s.seat], move]
    known = s.progress[s.seat]
    groups = 0
    for m in range(PASSENGER_SETS):
        if sets >> m & 1:
            groups |= 1 << (m & ~known)
    return groups


@kernel(inline=True)
def choose_move(t: Tables, s: State, move: int) -> int:
    """Choose the end of the flight; the passenger fields flown over if no choice is left, else −1 (Rule ADP-R24)."""
    groups = paths_of(t, s, move)
    for m in range(PASSENGER_SETS):
        if groups == 1 << m:
            return m
    return -1


@kernel(inline=True)
def fly(t: Tables, s: State, move: int, passed: int) -> bool:
    """Move the plane over some new passenger fields; True if it has landed (Rule ADP-5.1)."""
    seat = s.seat
    end = end_of(t, s, move)
    s.field[seat] = end
    if passed != 0:
        visit_passenger(s, seat, passed)
    return end == GOAL


@kernel
def visit_passenger(s: State, seat: int, passed: int) -> None:
    """The first to fly over or stop on both outer fields beside the passenger takes the card (Rule ADP-6.1).

    In one or several moves, in either order (Rules ADP-6.2, ADP-R7), and only in the moment of completing them, if
    nobody has it (Rule ADP-R20).
    """
    s.progress[seat] |= passed
    if s.progress[seat] == BOTH and s.holder == NOBODY:
        s.holder = seat


@kernel(inline=True)
def is_hurricane(s: State) -> bool:
    """A black ball is a hurricane, any other one a wind to fly with (Rule ADP-3.2)."""
    return s.ball == Ball.BLACK
