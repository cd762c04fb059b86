"""The actions, in a player's words.

Moves are counted from where the plane is: the k-th field ahead in a lane. So one action means the same everywhere on
the course, and words name the field itself.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any

from .._core.actions import ActionRange, ActionTable

if TYPE_CHECKING:
    from .._core.game import Game

LANE_NAMES = ("outer", "middle", "inner")
"""Lanes by number."""

LANE_MOVES = (24, 12, 8)
"""Fields ahead that can be named in the outer, middle and inner lane."""

LAND_MOVE = 0
"""Landing is the first of the moves; the fields of the lanes follow."""

MOVES = 1 + sum(LANE_MOVES)
"""Number of move actions."""

PASSENGER_SETS = 4
"""Sets of passenger fields that a move can fly over: none, the first, the second, both."""

MAX_KINDS = 3
"""Kinds of cards."""


class Action(IntEnum):
    """Where the ranges begin."""

    DRAW = 0
    STOP = 1
    FLY = 2
    PASS = 3
    STAY = 4
    LAND = 5
    OUTER = LAND + 1
    MIDDLE = OUTER + LANE_MOVES[0]
    INNER = MIDDLE + LANE_MOVES[1]
    OVER = INNER + LANE_MOVES[2]
    PAY = OVER + PASSENGER_SETS
    DONE = PAY + MAX_KINDS
    KEEP = DONE + 1
    KEEP_NONE = KEEP + MAX_KINDS
    END = KEEP_NONE + 1


def card_name(game: Game, kind: int) -> str:
    """A kind of card as players call it: `"2"` or `"red 3"`."""
    t = game.tables[0]
    return f"{'red ' if t.red[kind] else ''}{t.value[kind]}"


def field_name(game: Game, field: int) -> str:
    """A place as players call it: `"start"`, `"inner 4"` or `"goal"`."""
    t = game.tables[0]
    lane = int(t.lane_of[field])
    if lane >= 0:
        return f"{LANE_NAMES[lane]} {t.number[field]}"
    return "start" if field < 0 else "goal"


def _draw(game: Game, s: Any, k: int) -> str:
    return "Draw another card" if s.drawn else "Draw a card"


def _fly_to(lane: int) -> Any:
    def words(game: Game, s: Any, k: int) -> str:
        number = int(game.tables[0].ahead[s.direction, s.field[s.seat], lane]) - int(game.tables[0].offset[lane]) + k
        return f"Fly to {LANE_NAMES[lane]} {number + 1}"

    return words


def _over(game: Game, s: Any, k: int) -> str:
    names = [field_name(game, int(game.tables[0].passenger_field[s.direction, i])) for i in (0, 1) if k >> i & 1]
    if names:
        return "Fly over " + " and ".join(names)
    return "Fly over no further passenger field" if s.progress[s.seat] else "Fly over no passenger field"


ACTIONS = ActionTable(
    ActionRange("draw", Action.DRAW, 1, "Draw a card, as the turn's choice or once more", _draw),
    ActionRange("stop", Action.STOP, 1, "Stop drawing", lambda game, s, k: "Stop drawing"),
    ActionRange("fly", Action.FLY, 1, "Shake the wind balls to fly", lambda game, s, k: "Shake the balls to fly"),
    ActionRange("pass", Action.PASS, 1, "Pass, able neither to draw nor to fly", lambda game, s, k: "Pass"),
    ActionRange("stay", Action.STAY, 1, "Do not move after all", lambda game, s, k: "Stay"),
    ActionRange("land", Action.LAND, 1, "Land at the goal airport", lambda game, s, k: "Land"),
    ActionRange("outer", Action.OUTER, LANE_MOVES[0], "Fly to the k-th field ahead in the outer lane", _fly_to(0)),
    ActionRange("middle", Action.MIDDLE, LANE_MOVES[1], "Fly to the k-th field ahead in the middle lane", _fly_to(1)),
    ActionRange("inner", Action.INNER, LANE_MOVES[2], "Fly to the k-th field ahead in the inner lane", _fly_to(2)),
    ActionRange(
        "over", Action.OVER, PASSENGER_SETS, "Fly there over no, the first, the second or both passenger fields", _over
    ),
    ActionRange(
        "pay", Action.PAY, MAX_KINDS, "Pay a card for the repair", lambda game, s, k: f"Pay a {card_name(game, k)}"
    ),
    ActionRange("done", Action.DONE, 1, "Pay no more, the repair being covered", lambda game, s, k: "Done paying"),
    ActionRange(
        "keep",
        Action.KEEP,
        MAX_KINDS,
        "Keep a card for the next flight",
        lambda game, s, k: f"Keep a {card_name(game, k)}",
    ),
    ActionRange("keep_none", Action.KEEP_NONE, 1, "Keep no card", lambda game, s, k: "Keep no card"),
)
