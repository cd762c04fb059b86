"""The novice: two thresholds set by hand, no odds. Draws up to one, flies as far as it can pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ....envs._core.bots import Bot
from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import Action
from ....envs.ab_die_post.limits import LAND_MOVE, MAX_KINDS, MOVES
from ....envs.ab_die_post.rules.drawing import points_in_hand
from ....envs.ab_die_post.rules.hurricane import covers
from ....envs.ab_die_post.rules.numbering import end_of
from ....envs.ab_die_post.state import Phase
from .features import most_passenger_fields

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables

FLY_AT, STOP_AT = 0, 1

PARAMS = np.array([6.0, 6.0])
"""Spare parts at which it flies, and at which it stops drawing."""


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
    """Play by thresholds."""
    points = points_in_hand(t, s, s.seat)
    if s.phase == Phase.TURN:
        return Action.FLY if points >= params[FLY_AT] or mask[Action.DRAW] == 0 else Action.DRAW
    if s.phase == Phase.DRAWING:
        return Action.STOP if points >= params[STOP_AT] or mask[Action.DRAW] == 0 else Action.DRAW
    if s.phase == Phase.MOVE:
        return farthest_payable(t, s, mask, points)
    if s.phase == Phase.PASSENGER:
        return most_passenger_fields(mask)
    if s.phase == Phase.REPAIR:
        return Action.DONE if mask[Action.DONE] != 0 else highest_card(mask, Action.PAY)
    return highest_card(mask, Action.KEEP)


@kernel
def farthest_payable(t: Tables, s: State, mask: NDArray[np.uint8], points: int) -> int:
    """Land, else the farthest field whose repair the spare parts cover, else stay."""
    if mask[Action.LAND] != 0:
        return Action.LAND
    best, best_x = Action.STAY + 0, -1.0
    for move in range(LAND_MOVE + 1, MOVES):
        if mask[Action.LAND + move] != 0:
            end = end_of(t, s, move)
            x = t.x[s.direction, end]
            if covers(points, t.repair[end]) and x > best_x:
                best, best_x = Action.LAND + move, x
    return best


@kernel
def highest_card(mask: NDArray[np.uint8], start: int) -> int:
    """The last kind of card that may be chosen: kinds stand in order of value."""
    for kind in range(MAX_KINDS - 1, -1, -1):
        if mask[start + kind] != 0:
            return start + kind
    return start


NOVICE = Bot("novice", choose, PARAMS, doc="thresholds set by hand; pays and keeps the card of most points")
