"""The table as a picture: the map and the weather, what is to be won and decided, and a panel for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.svg import INK, Svg
from ..limits import Scenario
from .draw_boxes import (
    draw_continents,
    draw_course,
    draw_decision,
    draw_records,
    draw_signs,
    draw_stocks,
    draw_wings_left,
)
from .draw_map import draw_map
from .draw_seats import draw_seat
from .words import SCENARIO_NAMES, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WIDTH, HEIGHT = 1600, 1000
MARGIN, GAP = 12.0, 8.0
PANELS_TOP, PANELS_HEIGHT, WIDEST_PANEL = 700.0, 292.0, 460.0

DECISION = ((698.0, 296.0), (440.0, 194.0))
RECORDS = ((1146.0, 296.0), (434.0, 194.0))
CONTINENTS = ((698.0, 498.0), (440.0, 188.0))
STOCKS = ((1146.0, 498.0), (434.0, 188.0))
WINGS = ((474.0, 430.0), (212.0, 256.0))
SIGNS = ((252.0, 562.0), (212.0, 124.0))
"""Corners and sizes of the boxes in the part of the map where no city lies."""


def svg(game: Game, record: State, seat: int | None = None) -> str:
    """The table as a picture.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its panel says "you", and what it has chosen in secret (None: a spectator).

    Returns:
        An SVG document of 1600 × 1000.
    """
    picture = Svg(WIDTH, HEIGHT, f"{game.spec.title} {status(game, record)}")
    picture.text(MARGIN, 28, game.spec.title, size=21, bold=True)
    picture.text(MARGIN + 150, 28, SCENARIO_NAMES[Scenario(int(game.options[0].scenario))], size=14)
    fit_text(picture, MARGIN, 52, status(game, record), 1100, 15, bold=True, fill=INK)
    draw_course(picture, game, record, (1230, 20))
    mask = np.zeros(game.num_actions, dtype=np.uint8) if record.done else game.mask_of(record)
    draw_map(picture, game, record, mask)
    draw_decision(picture, game, record, *DECISION, mask)
    draw_records(picture, game, record, *RECORDS)
    draw_continents(picture, game, record, *CONTINENTS)
    draw_stocks(picture, game, record, *STOCKS)
    draw_wings_left(picture, game, record, *WINGS)
    draw_signs(picture, *SIGNS)
    _draw_panels(picture, game, record, seat)
    return str(picture)


def _draw_panels(picture: Svg, game: Game, record: State, you: int | None) -> None:
    """A panel for each seat, side by side."""
    width = min((WIDTH - 2 * MARGIN - GAP * (game.players - 1)) / game.players, WIDEST_PANEL)
    left = (WIDTH - width * game.players - GAP * (game.players - 1)) / 2
    for seat in range(game.players):
        corner = left + seat * (width + GAP), PANELS_TOP
        draw_seat(picture, game, record, seat, corner, (width, PANELS_HEIGHT), you=seat == you)
