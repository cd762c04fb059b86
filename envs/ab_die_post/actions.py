"""The actions, in a player's words.

Moves are counted from where the plane is: the k-th field ahead in a lane. So one action means the same everywhere on
the course, and words name the field itself.
"""

from __future__ import annotations

from enum import IntEnum

from .._core.actions import ActionRange, ActionTable
from . import action_words as words
from .limits import LANE_MOVES, MAX_KINDS, PASSENGER_SETS, Lane


class Action(IntEnum):
    """Where the ranges begin."""

    DRAW = 0
    STOP = 1
    FLY = 2
    PASS = 3
    STAY = 4
    LAND = 5
    OUTER = LAND + 1
    MIDDLE = OUTER + LANE_MOVES[Lane.OUTER]
    INNER = MIDDLE + LANE_MOVES[Lane.MIDDLE]
    OVER = INNER + LANE_MOVES[Lane.INNER]
    PAY = OVER + PASSENGER_SETS
    DONE = PAY + MAX_KINDS
    KEEP = DONE + 1
    KEEP_NONE = KEEP + MAX_KINDS
    END = KEEP_NONE + 1


ACTIONS = ActionTable(
    ActionRange("draw", Action.DRAW, 1, "Draw a card, as the turn's choice or once more", words.draw),
    ActionRange("stop", Action.STOP, 1, "Stop drawing", words.stop),
    ActionRange("fly", Action.FLY, 1, "Shake the wind balls to fly", words.fly),
    ActionRange("pass", Action.PASS, 1, "Pass, able neither to draw nor to fly", words.pass_on),
    ActionRange("stay", Action.STAY, 1, "Do not move after all", words.stay),
    ActionRange("land", Action.LAND, 1, "Land at the goal airport", words.land),
    ActionRange(
        "outer", Action.OUTER, LANE_MOVES[Lane.OUTER], "Fly to the k-th field ahead in the outer lane", words.to_outer
    ),
    ActionRange(
        "middle",
        Action.MIDDLE,
        LANE_MOVES[Lane.MIDDLE],
        "Fly to the k-th field ahead in the middle lane",
        words.to_middle,
    ),
    ActionRange(
        "inner", Action.INNER, LANE_MOVES[Lane.INNER], "Fly to the k-th field ahead in the inner lane", words.to_inner
    ),
    ActionRange(
        "over",
        Action.OVER,
        PASSENGER_SETS,
        "Fly there over no, the first, the second or both passenger fields",
        words.over,
    ),
    ActionRange("pay", Action.PAY, MAX_KINDS, "Pay a card for the repair", words.pay),
    ActionRange("done", Action.DONE, 1, "Pay no more, the repair being covered", words.done),
    ActionRange("keep", Action.KEEP, MAX_KINDS, "Keep a card for the next flight", words.keep),
    ActionRange("keep_none", Action.KEEP_NONE, 1, "Keep no card", words.keep_none),
)
