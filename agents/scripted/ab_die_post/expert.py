"""The expert: also looks at its rivals' planes, hands and markers and at the exact result of landing; 36 numbers."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import Action
from ....envs.ab_die_post.limits import LAND_MOVE, MAX_KINDS, MOVES, Lane
from ....envs.ab_die_post.limits import START as START_FIELD
from ....envs.ab_die_post.rules.drawing import points_in_hand, reds_in_hand
from ....envs.ab_die_post.rules.hurricane import covers, may_stop_paying, repair_cost
from ....envs.ab_die_post.rules.numbering import end_of
from ....envs.ab_die_post.state import Phase
from .features import (
    SCALE,
    break_odds,
    land_odds,
    leader_x,
    most_passenger_fields,
    next_red_breaks,
    passenger_after,
    red_odds,
    result_of_landing,
    threat,
    x_of,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables


class Weight(IntEnum):
    """The numbers of the expert: what each of them multiplies or adds."""

    # Flying rather than drawing.
    FLY = 0
    FLY_POINTS = 1
    FLY_COVERED = 2
    FLY_SLACK = 3
    FLY_LAND = 4
    FLY_THREAT = 5
    FLY_X = 6
    FLY_START = 7
    FLY_BEHIND = 8
    FLY_REDS = 9
    FLY_RED_ODDS = 10
    # Drawing on rather than stopping.
    DRAW = 11
    DRAW_POINTS = 12
    DRAW_BREAK = 13
    DRAW_SLACK = 14
    DRAW_THREAT = 15
    DRAW_X = 16
    DRAW_START = 17
    DRAW_BEHIND = 18
    DRAW_STAKE = 19
    DRAW_TWO_REDS = 20
    # Being on a field, and landing.
    MOVE_COVERED = 21
    MOVE_SLACK = 22
    MOVE_LAND = 23
    MOVE_PASSENGER = 24
    MOVE_INNER = 25
    MOVE_MIDDLE = 26
    MOVE_THREAT_X = 27
    MOVE_SPARE = 28
    LAND = 29
    LAND_RESULT = 30
    # What to pay.
    PAY_RED = 31
    PAY_OVER = 32
    PAY_SHED = 33
    # What to keep.
    KEEP_RED = 34
    KEEP_VALUE = 35


NAMES = tuple(weight.name.lower() for weight in Weight)
"""What the numbers are called in the data file, in order."""

START = (
    *(-0.28, -0.04, 0.88, 3.68, 0.54, 0.98),
    *(0.0, 0.0, 0.0, 0.0, 0.0),
    *(2.48, -1.12, -5.35, 0.2),
    *(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    *(1.85, -0.33, -0.55, -0.24),
    *(0.0, 0.0, 0.0, 0.0, 2.0, 1.0),
    *(1.0, -0.5, -1.0, -0.5, 0.5),
)
"""Where the search begins: at the adept's numbers, nothing for most of the rest."""


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[Any],
) -> int:
    """Play by linear rules over odds, rivals and results."""
    if s.phase == Phase.TURN:
        if mask[Action.FLY] == 0 or mask[Action.DRAW] == 0:
            return Action.DRAW if mask[Action.DRAW] != 0 else Action.FLY
        return Action.FLY if urge_to_fly(t, o, s, params) > 0 else Action.DRAW
    if s.phase == Phase.DRAWING:
        return Action.DRAW if mask[Action.DRAW] != 0 and urge_to_draw(t, o, s, params) > 0 else Action.STOP
    if s.phase == Phase.MOVE:
        return best_move(t, o, s, mask, params, work)
    if s.phase == Phase.PASSENGER:
        return most_passenger_fields(mask)
    if s.phase == Phase.REPAIR:
        return best_payment(t, s, mask, params)
    return best_keep(t, mask, params)


@kernel
def urge_to_fly(t: Tables, o: Options, s: State, p: NDArray[np.float64]) -> float:
    """Fly (above 0) or draw."""
    me = s.seat
    points = points_in_hand(t, s, me)
    slack = points - repair_cost(t, s, me)
    urge = p[Weight.FLY] + p[Weight.FLY_POINTS] * points * SCALE + p[Weight.FLY_SLACK] * slack * SCALE
    if slack >= 0:
        urge += p[Weight.FLY_COVERED]
    urge += p[Weight.FLY_LAND] * land_odds(t, o, s, s.field[me]) + p[Weight.FLY_THREAT] * threat(t, o, s)
    urge += p[Weight.FLY_X] * x_of(t, s, me) + p[Weight.FLY_BEHIND] * (leader_x(t, o, s) - x_of(t, s, me))
    if s.field[me] == START_FIELD:
        urge += p[Weight.FLY_START]
    return urge + p[Weight.FLY_REDS] * reds_in_hand(t, s, me) * 0.5 + p[Weight.FLY_RED_ODDS] * red_odds(t, s)


@kernel
def urge_to_draw(t: Tables, o: Options, s: State, p: NDArray[np.float64]) -> float:
    """Draw on (above 0) or stop."""
    me = s.seat
    points = points_in_hand(t, s, me)
    slack = points - repair_cost(t, s, me)
    risk = break_odds(t, s)
    urge = (
        p[Weight.DRAW]
        + p[Weight.DRAW_POINTS] * points * SCALE
        + p[Weight.DRAW_BREAK] * risk
        + p[Weight.DRAW_SLACK] * slack * SCALE
    )
    urge += p[Weight.DRAW_THREAT] * threat(t, o, s) + p[Weight.DRAW_X] * x_of(t, s, me)
    urge += p[Weight.DRAW_BEHIND] * (leader_x(t, o, s) - x_of(t, s, me))
    if s.field[me] == START_FIELD:
        urge += p[Weight.DRAW_START]
    if risk > 0:
        urge += p[Weight.DRAW_STAKE] * x_of(t, s, me) + p[Weight.DRAW_TWO_REDS]
    return urge


@kernel
def best_move(
    t: Tables, o: Options, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64], work: NDArray[Any]
) -> int:
    """Land, stay or fly: the choice with the best sum of what its end and the passenger are worth."""
    points = points_in_hand(t, s, s.seat)
    danger = threat(t, o, s)
    best, best_value = Action.STAY + 0, value_of_field(t, o, s, s.field[s.seat], points, danger, p)
    if mask[Action.LAND] != 0:
        value = t.sections + p[Weight.LAND] + p[Weight.LAND_RESULT] * result_of_landing(t, o, s, work)
        if value >= best_value:
            best, best_value = Action.LAND + 0, value
    for move in range(LAND_MOVE + 1, MOVES):
        if mask[Action.LAND + move] != 0:
            value = value_of_field(t, o, s, end_of(t, s, move), points, danger, p)
            value += p[Weight.MOVE_PASSENGER] * passenger_after(t, s, move)
            if value > best_value:
                best, best_value = Action.LAND + move, value
    return best


@kernel
def value_of_field(
    t: Tables, o: Options, s: State, field: int, points: int, danger: float, p: NDArray[np.float64]
) -> float:
    """What it is worth to be on a field, in sections: progress, cover for a hurricane, landing odds, the lane."""
    lane = t.lane_of[field]
    slack = points - t.repair[field]
    value = t.x[s.direction, field] * (1 + p[Weight.MOVE_THREAT_X] * danger)
    value += p[Weight.MOVE_LAND] * land_odds(t, o, s, field)
    value += p[Weight.MOVE_SLACK] * min(slack, 0) * SCALE + p[Weight.MOVE_SPARE] * max(slack, 0) * SCALE
    if covers(points, t.repair[field]):
        value += p[Weight.MOVE_COVERED]
    if lane == Lane.INNER:
        value += p[Weight.MOVE_INNER]
    elif lane == Lane.MIDDLE:
        value += p[Weight.MOVE_MIDDLE]
    return value


@kernel
def best_payment(t: Tables, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """The card that best combines shedding reds and not overpaying; once covered, a red too many in hand may go too."""
    covered = may_stop_paying(t, s)
    if covered and not next_red_breaks(t, s):
        return Action.DONE
    due = max(repair_cost(t, s, s.seat) - s.paid, 0)
    best, best_value = Action.DONE + 0, 0.0 if covered else -1e9
    for kind in range(MAX_KINDS):
        if mask[Action.PAY + kind] == 0:
            continue
        value = p[Weight.PAY_SHED] if covered else 0.0
        overpaid = max(t.value[kind] - due, 0)
        value += p[Weight.PAY_RED] * t.red[kind] + p[Weight.PAY_OVER] * overpaid + 0.1 * t.value[kind]
        if value > best_value:
            best, best_value = Action.PAY + kind, value
    return best


@kernel
def best_keep(t: Tables, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """The card with the best value less the risk of a red one, or none."""
    best, best_value = Action.KEEP_NONE + 0, 0.0
    for kind in range(MAX_KINDS):
        if mask[Action.KEEP + kind] != 0:
            value = p[Weight.KEEP_RED] * t.red[kind] + p[Weight.KEEP_VALUE] * t.value[kind]
            if value > best_value:
                best, best_value = Action.KEEP + kind, value
    return best
