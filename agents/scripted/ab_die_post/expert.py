"""The expert: also looks at its rivals' planes, hands and markers and at the exact result of landing; 36 numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import MAX_KINDS, Action
from ....envs.ab_die_post.rules.drawing import points_in_hand, reds_in_hand
from ....envs.ab_die_post.rules.hurricane import repair_cost
from ....envs.ab_die_post.state import Phase
from ....envs.ab_die_post.tables import START as START_FIELD
from .features import (
    SCALE,
    break_odds,
    end_after,
    land_odds,
    leader_x,
    most_passenger_fields,
    passenger_after,
    red_odds,
    result_of_landing,
    threat,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables

NAMES = (
    *("fly", "fly_points", "fly_covered", "fly_slack", "fly_land", "fly_threat"),
    *("fly_x", "fly_start", "fly_behind", "fly_reds", "fly_red_odds"),
    *("draw", "draw_points", "draw_break", "draw_slack", "draw_threat"),
    *("draw_x", "draw_start", "draw_behind", "draw_stake", "draw_two_reds"),
    *("move_covered", "move_slack", "move_land", "move_passenger", "move_inner", "move_middle"),
    *("move_threat_x", "move_spare", "land", "land_result"),
    *("pay_red", "pay_over", "pay_shed", "keep_red", "keep_value"),
)
"""Meaning of the parameters, in order: when to fly, when to draw on, where to move, what to pay, what to keep."""

FLY, DRAW, MOVE, PAY, KEEP = 0, 11, 21, 31, 34

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
def x_of(t: Tables, s: State, seat: int) -> float:
    """How far a plane has flown, as a share of the course."""
    return t.x[s.direction, s.field[seat]] / t.sections


@kernel
def urge_to_fly(t: Tables, o: Options, s: State, p: NDArray[np.float64]) -> float:
    """Fly (above 0) or draw."""
    me = s.seat
    points = points_in_hand(t, s, me)
    slack = points - repair_cost(t, s, me)
    urge = p[FLY] + p[FLY + 1] * points * SCALE + p[FLY + 3] * slack * SCALE
    if slack >= 0:
        urge += p[FLY + 2]
    urge += p[FLY + 4] * land_odds(t, o, s, s.field[me]) + p[FLY + 5] * threat(t, o, s)
    urge += p[FLY + 6] * x_of(t, s, me) + p[FLY + 8] * (leader_x(t, o, s) - x_of(t, s, me))
    if s.field[me] == START_FIELD:
        urge += p[FLY + 7]
    return urge + p[FLY + 9] * reds_in_hand(t, s, me) * 0.5 + p[FLY + 10] * red_odds(t, s)


@kernel
def urge_to_draw(t: Tables, o: Options, s: State, p: NDArray[np.float64]) -> float:
    """Draw on (above 0) or stop."""
    me = s.seat
    points = points_in_hand(t, s, me)
    slack = points - repair_cost(t, s, me)
    risk = break_odds(t, s)
    urge = p[DRAW] + p[DRAW + 1] * points * SCALE + p[DRAW + 2] * risk + p[DRAW + 3] * slack * SCALE
    urge += p[DRAW + 4] * threat(t, o, s) + p[DRAW + 5] * x_of(t, s, me)
    urge += p[DRAW + 7] * (leader_x(t, o, s) - x_of(t, s, me))
    if s.field[me] == START_FIELD:
        urge += p[DRAW + 6]
    if risk > 0:
        urge += p[DRAW + 8] * x_of(t, s, me) + p[DRAW + 9]
    return urge


@kernel
def best_move(
    t: Tables, o: Options, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64], work: NDArray[Any]
) -> int:
    """The action with the best sum of progress, cover for a hurricane, landing odds, passenger and lane."""
    points = points_in_hand(t, s, s.seat)
    danger = threat(t, o, s)
    best, best_value = Action.STAY + 0, -1e9
    if mask[Action.LAND] != 0:
        best_value = t.sections + p[MOVE + 8] + p[MOVE + 9] * result_of_landing(t, o, s, work)
        best = Action.LAND + 0
    for action in range(Action.STAY, Action.OVER):
        if mask[action] != 0 and action != Action.LAND:
            value = value_of_end(t, o, s, action, points, danger, p)
            if value > best_value:
                best, best_value = action, value
    return best


@kernel
def value_of_end(
    t: Tables, o: Options, s: State, action: int, points: int, danger: float, p: NDArray[np.float64]
) -> float:
    """What it is worth to be on the end field of a move, in sections."""
    end = end_after(t, s, action)
    lane = t.lane_of[end]
    slack = points - t.repair[end]
    value = t.x[s.direction, end] * (1 + p[MOVE + 6] * danger) + p[MOVE + 2] * land_odds(t, o, s, end)
    value += p[MOVE + 1] * min(slack, 0) * SCALE + p[MOVE + 7] * max(slack, 0) * SCALE
    if slack >= 0:
        value += p[MOVE]
    if lane == 2:
        value += p[MOVE + 4]
    elif lane == 1:
        value += p[MOVE + 5]
    if action != Action.STAY:
        value += p[MOVE + 3] * passenger_after(t, s, action - Action.LAND)
    return value


@kernel
def best_payment(t: Tables, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """The card that best combines shedding reds and not overpaying; once covered, a red too many in hand may go too."""
    due = repair_cost(t, s, s.seat) - s.paid
    if due <= 0 and reds_in_hand(t, s, s.seat) < 2:
        return Action.DONE
    best, best_value = Action.DONE + 0, 0.0 if due <= 0 else -1e9
    for kind in range(MAX_KINDS):
        if mask[Action.PAY + kind] == 0:
            continue
        value = p[PAY + 2] if due <= 0 else 0.0
        value += p[PAY] * t.red[kind] + p[PAY + 1] * max(t.value[kind] - max(due, 0), 0) + 0.1 * t.value[kind]
        if value > best_value:
            best, best_value = Action.PAY + kind, value
    return best


@kernel
def best_keep(t: Tables, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """The card with the best value less the risk of a red one, or none."""
    best, best_value = Action.KEEP_NONE + 0, 0.0
    for kind in range(MAX_KINDS):
        if mask[Action.KEEP + kind] != 0:
            value = p[KEEP] * t.red[kind] + p[KEEP + 1] * t.value[kind]
            if value > best_value:
                best, best_value = Action.KEEP + kind, value
    return best
