"""The table as a picture: the map, what is decided, the Operations board, aircraft on sale, and the cockpits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.svg import Svg
from ..limits import NONE
from ..phrases import counted
from .draw import draw_seat_badge, quiet
from .draw_aircraft import draw_aircraft
from .draw_cockpit import draw_cockpit
from .draw_decision import draw_decision
from .draw_map import draw_map
from .draw_objectives import draw_solo
from .draw_operations import draw_operations
from .words import course, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WIDTH, HEIGHT = 1800, 1130
MARGIN, GAP = 12.0, 8.0
DECISION = ((1212.0, 62.0), (576.0, 240.0))
OPERATIONS = ((1212.0, 310.0), (576.0, 238.0))
AIRCRAFT = ((1212.0, 556.0), (576.0, 230.0))
"""Corners and sizes of the boxes beside the map."""

COCKPITS_TOP, COCKPITS_HEIGHT, WIDEST = 794.0, 326.0, 620.0


def svg(game: Game, record: State, seat: int | None = None) -> str:
    """The table as a picture.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its cockpit says "you" and shows its City cards (None: a spectator).

    Returns:
        An SVG document of 1800 × 1130.
    """
    picture = Svg(WIDTH, HEIGHT, f"{game.spec.title} {status(game, record)}")
    picture.text(MARGIN, 27, game.spec.title, size=22, bold=True)
    picture.text(MARGIN + 130, 27, course(game, record), size=15)
    fit_text(picture, MARGIN, 51, status(game, record), 1150, 16, bold=True)
    mask = np.zeros(game.num_actions, dtype=np.uint8) if record.done else game.mask_of(record)
    _draw_course(picture, game, record)
    draw_map(picture, game, record, mask, seat)
    draw_decision(picture, game, record, *DECISION, mask, seat)
    draw_operations(picture, game, record, *OPERATIONS)
    draw_aircraft(picture, game, record, *AIRCRAFT)
    _draw_cockpits(picture, game, record, seat)
    return str(picture)


def _draw_course(picture: Svg, game: Game, record: State) -> None:
    """The windsock track: the order of the round, and how much glory triggers the end."""
    x, y = DECISION[0][0], 20.0
    quiet(picture, x, y + 5, "order", 12)
    for k, seat in enumerate(record.order.tolist()[: game.players]):
        if seat != NONE:
            draw_seat_badge(picture, (x + 50 + k * 27, y), seat, 10.5)
    threshold = int(game.tables[0].threshold[game.players])
    if threshold:
        quiet(picture, WIDTH - MARGIN, y + 5, f"{threshold} glory trigger the end", 12, "end")
    lost = int(record.lost_pilots)
    if lost:
        quiet(picture, WIDTH - MARGIN, y + 26, f"{counted(lost, 'pilot')} disappeared", 12, "end")


def _draw_cockpits(picture: Svg, game: Game, record: State, you: int | None) -> None:
    """A cockpit for each seat, side by side; beside a lone player the Solo plane."""
    panels = max(game.players, 2)
    width = min((WIDTH - 2 * MARGIN - GAP * (panels - 1)) / panels, WIDEST)
    left = (WIDTH - width * panels - GAP * (panels - 1)) / 2
    for seat in range(game.players):
        corner = left + seat * (width + GAP), COCKPITS_TOP
        draw_cockpit(picture, game, record, seat, corner, (width, COCKPITS_HEIGHT), you=seat == you)
    if game.players == 1:
        draw_solo(picture, game, record, (left + width + GAP, COCKPITS_TOP), (width, COCKPITS_HEIGHT))
