"""The adept: knows the odds of the piles and of the shaker; 14 numbers found by search."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import Action
from ....envs.ab_die_post.limits import LAND_MOVE, MAX_KINDS, MOVES
from ....envs.ab_die_post.rules.drawing import points_in_hand
from ....envs.ab_die_post.rules.hurricane import repair_cost
from ....envs.ab_die_post.rules.numbering import end_of
from ....envs.ab_die_post.state import Phase
from .features import SCALE, break_odds, land_odds, most_passenger_fields, passenger_after, threat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables


class Weight(IntEnum):
    """The numbers of the adept: what each of them multiplies or adds."""

    # Flying rather than drawing.
    FLY = 0
    FLY_POINTS = 1
    FLY_COVERED = 2
    FLY_SLACK = 3
    FLY_LAND = 4
    FLY_THREAT = 5
    # Drawing on rather than stopping.
    DRAW = 6
    DRAW_POINTS = 7
    DRAW_BREAK = 8
    DRAW_SLACK = 9
    # Being on a field.
    MOVE_COVERED = 10
    MOVE_SLACK = 11
    MOVE_LAND = 12
    MOVE_PASSENGER = 13


NAMES = tuple(weight.name.lower() for weight in Weight)
"""What the numbers are called in the data file, in order."""

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
    slack = points - repair_cost(t, s, s.seat)
    urge = p[Weight.FLY] + p[Weight.FLY_POINTS] * points * SCALE + p[Weight.FLY_SLACK] * slack * SCALE
    if slack >= 0:
        urge += p[Weight.FLY_COVERED]
    return urge + p[Weight.FLY_LAND] * land_odds(t, o, s, s.field[s.seat]) + p[Weight.FLY_THREAT] * threat(t, o, s)


@kernel
def urge_to_draw(t: Tables, s: State, p: NDArray[np.float64]) -> float:
    """Draw on (above 0) or stop."""
    points = points_in_hand(t, s, s.seat)
    slack = points - repair_cost(t, s, s.seat)
    return (
        p[Weight.DRAW]
        + p[Weight.DRAW_POINTS] * points * SCALE
        + p[Weight.DRAW_BREAK] * break_odds(t, s)
        + p[Weight.DRAW_SLACK] * slack * SCALE
    )


@kernel
def best_move(t: Tables, o: Options, s: State, mask: NDArray[np.uint8], p: NDArray[np.float64]) -> int:
    """Land, else stay or fly: the best sum of progress, cover for a hurricane, landing odds and the passenger."""
    if mask[Action.LAND] != 0:
        return Action.LAND
    points = points_in_hand(t, s, s.seat)
    best, best_value = Action.STAY + 0, -1e9
    for move in range(MOVES):
        # Landing is not possible here: its turn in the loop is staying's.
        stays = move == LAND_MOVE
        if not stays and mask[Action.LAND + move] == 0:
            continue
        field = s.field[s.seat] if stays else end_of(t, s, move)
        slack = points - t.repair[field]
        value = t.x[s.direction, field] + p[Weight.MOVE_SLACK] * min(slack, 0) * SCALE
        value += p[Weight.MOVE_LAND] * land_odds(t, o, s, field)
        if slack >= 0:
            value += p[Weight.MOVE_COVERED]
        if not stays:
            value += p[Weight.MOVE_PASSENGER] * passenger_after(t, s, move)
        if value > best_value:
            best_value = value
            best = Action.STAY + 0 if stays else Action.LAND + move
    return best


@kernel
def reds_first(t: Tables, mask: NDArray[np.uint8], start: int) -> int:
    """A red card if there is one, else the one of most points: reds are a risk in hand."""
    best, best_value = start, -1
    for kind in range(MAX_KINDS):
        if mask[start + kind] != 0:
            value = t.value[kind] + 100 * t.red[kind]
            if value > best_value:
                best, best_value = start + kind, value
    return best
