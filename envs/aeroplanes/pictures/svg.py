"""The table as a picture; everything on it is public, so every seat sees the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.svg import INK, Svg
from .draw_board import MAP, draw_board
from .draw_boxes import (
    draw_cards,
    draw_course,
    draw_decision,
    draw_majorities,
    draw_risks,
    draw_stock,
    draw_waiting,
)
from .draw_seats import draw_seat
from .words import status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WIDTH, HEIGHT = 1600, 1000
MARGIN, GAP = 12.0, 8.0
PANEL_LEFT, PANEL_WIDTH, PANEL_HEIGHT = 1206.0, 382.0, 320.0
"""Left edge, width and largest height of the players' panels."""

BOXES = (728.0, 124.0)
"""Top and height of the boxes below the map."""

CARDS = (860.0, 130.0)
"""Top and height of the cards on display."""


def svg(game: Game, record: State, seat: int | None = None) -> str:
    """The table as a picture.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its panel says "you" (None: a spectator).

    Returns:
        An SVG document of 1600 × 1000.
    """
    picture = Svg(WIDTH, HEIGHT, f"{game.spec.title} {status(game, record)}")
    left, top, width, _ = MAP
    right = left + width
    picture.text(MARGIN, 32, game.spec.title, size=21, bold=True)
    fit_text(picture, MARGIN, 55, status(game, record), 620, 14.5, bold=True, fill=INK)
    draw_course(picture, game, record, (right - 530, 16))
    draw_board(picture, game, record)
    draw_waiting(picture, game, record, (MARGIN, top), (left - MARGIN - GAP, sum(BOXES) - top))
    _draw_boxes(picture, game, record)
    draw_cards(picture, game, record, (MARGIN, CARDS[0]), (right - MARGIN + 4, CARDS[1]))
    height = min(PANEL_HEIGHT, (HEIGHT - 2 * 10 - GAP * (game.players - 1)) / game.players)
    for row in range(game.players):
        corner = PANEL_LEFT, 10 + row * (height + GAP)
        draw_seat(picture, game, record, row, corner, (PANEL_WIDTH, height), you=row == seat)
    return str(picture)


def _draw_boxes(picture: Svg, game: Game, record: State) -> None:
    """The row below the map."""
    top, height = BOXES
    left, _, width, _ = MAP
    widths = (264.0, 276.0, 222.0)
    draw_decision(picture, game, record, (left, top), (widths[0], height))
    left += widths[0] + GAP
    draw_risks(picture, game, (left, top), (widths[1], height))
    left += widths[1] + GAP
    draw_majorities(picture, game, record, (left, top), (widths[2], height))
    left += widths[2] + GAP
    draw_stock(picture, game, record, (left, top), (MAP[0] + width - left, height))
