"""Names of fields and cards, as players call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import LANE_NAMES, START

if TYPE_CHECKING:
    from .._core.game import Game
    from .tables import Tables


def card_name(game: Game, kind: int) -> str:
    """A kind of card: `"2"` or `"red 3"`."""
    t: Tables = game.tables[0]
    return f"{'red ' if t.red[kind] else ''}{t.value[kind]}"


def field_name(t: Tables, field: int) -> str:
    """A place: `"start"`, `"inner 4"` or `"goal"`."""
    lane = int(t.lane_of[field])
    if lane >= 0:
        return f"{LANE_NAMES[lane]} {t.number[field]}"
    return "start" if field == START else "goal"
