"""The drawing of the players' rows: plane, place, score, open cards, repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.svg import INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import GOAL, START
from ..names import field_name
from ..rules.moves import are_enough
from ..tables import Tables
from .draw_board import draw_passenger_card, draw_plane
from .words import counted, parts, passenger_half_way, repair_due, winners

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

RED_CARD = "#d23b35"
WARNING = "#b3261e"


def draw_seat(
    picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float], you: bool
) -> None:
    """One player's row: plane, place, score, open cards, passenger card, repairs."""
    (x, y), (width, height) = corner, size
    deciding = not record.done and seat == int(record.seat)
    colour = SEAT_COLOURS[seat]
    picture.rect(
        x, y, width, height, rx=10, fill=SHEET, stroke=colour if deciding else LINE, stroke_width=4 if deciding else 1.2
    )
    middle = y + (height - 112) / 2
    draw_plane(picture, (x + 34, middle + 30), 0, seat, 38)
    picture.text(x + 64, middle + 26, f"seat {seat}" + (" (you)" if you else ""), size=17, bold=True)
    picture.text(x + 64, middle + 45, _place_words(game, record, seat), size=13, fill=SOFT)
    picture.text(x + width - 14, middle + 26, counted(record.score[seat], "point"), size=17, anchor="end", bold=True)
    picture.text(x + width - 14, middle + 45, f"last flight {record.last[seat]}", size=12, fill=SOFT, anchor="end")
    due = repair_due(game, record, seat)
    if due is not None:
        _draw_pill(picture, (x + 214, middle + 20), f"repair {due[1]}/{due[0]}", WARNING, "#ffffff")
    elif deciding or (record.done and seat in winners(game, record)):
        words = "winner" if record.done else "to decide"
        _draw_pill(picture, (x + 214, middle + 20), words, colour, SEAT_INKS[seat])
    _draw_hand(picture, game, record, seat, (x + 16, middle + 58))


def _place_words(game: Game, record: State, seat: int) -> str:
    t: Tables = game.tables[0]
    field = int(record.field[seat])
    if field in (START, GOAL):
        return f"at the {field_name(t, field)}"
    return f"{field_name(t, field)}, section {t.section[record.direction, field]}"


def _draw_pill(picture: Svg, centre: Point, words: str, fill: str, ink: str) -> None:
    x, y = centre
    picture.rect(x - 42, y - 12, 84, 22, rx=11, fill=fill)
    picture.text(x, y + 3, words, size=12, fill=ink, anchor="middle", bold=True)


def _draw_hand(picture: Svg, game: Game, record: State, seat: int, corner: Point) -> None:
    t: Tables = game.tables[0]
    x, y = corner
    for kind in range(int(t.kinds)):
        count = int(record.hand[seat, kind])
        with picture.group(opacity=1 if count else 0.28):
            draw_card(picture, game, kind, (x + kind * 78, y), (34, 44))
            picture.text(x + 40 + kind * 78, y + 28, f"× {count}", size=15, bold=count > 0)
    total = parts(game, record, seat)
    ready = are_enough(t, total)
    picture.text(x + 244, y + 21, f"= {total}", size=18, bold=True)
    if not record.done:
        picture.text(
            x + 244, y + 38, "can fly" if ready else f"needs {t.min_points}", size=12, fill=SOFT if ready else WARNING
        )
    if int(record.holder) == seat:
        draw_passenger_card(picture, (x + 300, y + 2), int(t.passenger_bonus))
    elif passenger_half_way(game, record, seat):
        picture.text(x + 330, y + 21, "passenger", size=11, fill=SOFT, anchor="middle")
        picture.text(x + 330, y + 36, "1 of 2 fields", size=11, fill=SOFT, anchor="middle")


def draw_card(picture: Svg, game: Game, kind: int, corner: Point, size: tuple[float, float]) -> None:
    """The face of a spare parts card."""
    t: Tables = game.tables[0]
    (x, y), (width, height) = corner, size
    red = bool(t.red[kind])
    picture.rect(x, y, width, height, rx=width / 8, fill=RED_CARD if red else "#ffffff", stroke=INK, stroke_width=1.1)
    ink = "#ffffff" if red else INK
    scale = height * 0.62
    picture.text(
        x + width / 2,
        y + height / 2 + scale * 0.36,
        str(t.value[kind]),
        size=scale,
        fill=ink,
        anchor="middle",
        bold=True,
    )
