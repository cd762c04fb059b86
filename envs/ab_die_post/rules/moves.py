"""Flying: the wind ball, the moves that it allows, the passenger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import BOTH, GOAL, MOVES, PASSENGER_SETS, START, Ball
from ..state import NOBODY
from .drawing import points_in_hand
from .numbering import end_of, move_to

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def can_fly(t: Tables, s: State, seat: int) -> bool:
    """Flying takes spare parts of at least 4 points, tested at each shake and never spent (Rules ADP-3.1, ADP-R9)."""
    return are_enough(t, points_in_hand(t, s, seat))


@kernel(inline=True)
def are_enough(t: Tables, points: int) -> bool:
    """Whether spare parts of that many points allow flying (Rule ADP-3.1)."""
    return points >= t.min_points


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
        if seat != s.seat and s.field[seat] != START:
            move = move_to(t, s, s.field[seat])
            if move >= 0:
                mask[Action.LAND + move] = 0


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
def is_half_way_to_passenger(t: Tables, s: State, seat: int) -> bool:
    """Whether one field is flown over, the other one lies ahead, and nobody has the card (Rules ADP-6.1, ADP-6.2)."""
    x = t.x[s.direction]
    second = t.passenger_field[s.direction, 1]
    return s.progress[seat] != 0 and s.holder == NOBODY and x[s.field[seat]] < x[second]


@kernel(inline=True)
def is_hurricane(ball: int) -> bool:
    """A black ball is a hurricane, any other one a wind to fly with (Rule ADP-3.2)."""
    return ball == Ball.BLACK
