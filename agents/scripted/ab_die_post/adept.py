"""The adept: knows the odds of the piles and of the shaker; 14 numbers found by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import MAX_KINDS, Action
from ....envs.ab_die_post.rules.drawing import points_in_hand
from ....envs.ab_die_post.state import Phase
from .features import SCALE, break_odds, end_after, land_odds, most_passenger_fields, passenger_after, threat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables

NAMES = (
    *("fly", "fly_points", "fly_covered", "fly_slack", "fly_land", "fly_threat"),
    *("draw", "draw_points", "draw_break", "draw_slack"),
    *("move_covered", "move_slack", "move_land", "move_passenger"),
)
"""Meaning of the parameters, in order: when to fly, when to draw on, where to move."""

FLY, DRAW, MOVE = 0, 6, 10

START = (0.0, 1.0, 1.0, 0.5, 2.0, 0.5, 1.0, -1.0, -2.0, -0.5, 0.5, 0.2, 0.3, 0.2)
"""Where the search begins: signs that a player would expect."""


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
    """Play by linear rules over odds."""
    if s.phase == Phase.TURN:
        if mask[Action.FLY] == 0 or mask[Action.DRAW] == 0:
            return Action.DRAW if mask[Action.DRAW] != 0 else Action.FLY
        return Action.FLY if urge_to_fly(t, o, s, params) > 0 else Action.DRAW
    if s.phase == Phase.DRAWING:
        return Action.DRAW if mask[Action.DRAW] != 0 and urge_to_draw(t, s, params) > 0 else Action.STOP
    if s.phase == Phase.MOVE:
        return best_move(t, o, s, mask, params)
    if s.phase == Phase.PASSENGER:
        return most_passenger_fields(mask)
    if s.phase == Phase.REPAIR:
        return Action.DONE if mask[Action.DONE] != 0 else reds_first(t, mask, Action.PAY)
    return reds_first(t, mask, Action.KEEP)


@kernel
def urge_to_fly(t: Tables, o: Options, s: State, p: NDArray[np.float64]) -> float:
    """Fly (above 0) or draw."""
    points = points_in_hand(t, s, s.seat)
    slack = points - t.repair[s.field[s.seat]]
    urge = p[FLY] + p[FLY + 1] * points * SCALE + p[FLY + 3] * slack * SCALE
    if slack >= 0:
        urge += p[FLY + 2]
    return urge + p[FLY + 4] * land_odds(t, o, s, s.field[s.seat]) + p[FLY + 5] * threat(t, o, s)


@kernel
def urge_to_draw(t: Tables, s: State, p: NDArray[np.float64]) -> float:
    """Draw on (above 0) or stop."""
    points = points_in_hand(t, s, s.seat)
    slack = points - t.repair[s.field[s.seat]]
    return p[DRAW] + p[DRAW + 1] * points * SCALE + p[DRAW + 2] * break_odds(t, s) + p[DRAW + 3] * slack * SCALE


@kernel
def best_move(t: Tables, o: Options, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """Land, else the move with the best sum of progress, cover for a hurricane, landing odds and the passenger."""
    if mask[Action.LAND] != 0:
        return Action.LAND
    points = points_in_hand(t, s, s.seat)
    best, best_value = Action.STAY + 0, -1e9
    for action in range(Action.STAY, Action.OVER):
        if mask[action] == 0:
            continue
        end = end_after(t, s, action)
        slack = points - t.repair[end]
        value = t.x[s.direction, end] + p[MOVE + 1] * min(slack, 0) * SCALE + p[MOVE + 2] * land_odds(t, o, s, end)
        if slack >= 0:
            value += p[MOVE]
        if action != Action.STAY:
            value += p[MOVE + 3] * passenger_after(t, s, action - Action.LAND)
        if value > best_value:
            best, best_value = action, value
    return best


@kernel
def reds_first(t: Tables, mask: NDArray[np.uint8], start: int) -> int:
    """A red card if there is one, else the dearest: reds are a risk in hand."""
    best, best_value = start, -1
    for kind in range(MAX_KINDS):
        if mask[start + kind] != 0:
            value = t.value[kind] + 100 * t.red[kind]
            if value > best_value:
                best, best_value = start + kind, value
    return best
