"""The table as a picture; everything on it is public, so every seat sees the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import BALL_NAMES, LANE_NAMES, Ball
from ..state import NO_BALL, Phase
from ..tables import Tables
from .draw_board import CENTRE, draw_board
from .draw_seats import WARNING, draw_card, draw_seat
from .words import effect_of, flight_words, lane_repair, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WIDTH, HEIGHT = 1360, 840
BALL_COLOURS = ("#2f9e5b", "#2f6fb5", "#d23b35", "#f2c230", "#22262b")
BALL_INKS = ("#ffffff", "#ffffff", "#ffffff", "#22262b", "#ffffff")
PANEL = (956, 388, 12)
"""Left edge and width of the players' rows, and the gap between two."""


def svg(game: Game, record: State, seat: int | None = None) -> str:
    """The table as a picture.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its row says "you" (None: a spectator).

    Returns:
        An SVG document of 1360 × 840.
    """
    picture = Svg(WIDTH, HEIGHT, f"{game.spec.title} {status(game, record)}")
    draw_board(picture, game, record)
    _draw_heading(picture, game, record)
    _draw_wind(picture, game, record)
    _draw_piles(picture, game, record)
    _draw_scores(picture, game, record)
    left, width, gap = PANEL
    height = min(195.0, (HEIGHT - 24 - gap * (game.players - 1)) / game.players)
    top = (HEIGHT - game.players * (height + gap) + gap) / 2
    for row in range(game.players):
        draw_seat(picture, game, record, row, (left, top + row * (height + gap)), (width, height), you=row == seat)
    return str(picture)


def _draw_heading(picture: Svg, game: Game, record: State) -> None:
    x = CENTRE[0]
    picture.text(x, 384, game.spec.title, size=26, anchor="middle", bold=True)
    picture.text(x, 408, flight_words(record), size=14, fill=SOFT, anchor="middle")
    words = status(game, record)
    stormy = not record.done and record.phase == Phase.REPAIR
    picture.text(x, 438, words, size=16, fill=WARNING if stormy else INK, anchor="middle", bold=True)


def _draw_wind(picture: Svg, game: Game, record: State) -> None:
    """The wind table: fields of each ball and the balls in the shaker, the one that shows marked."""
    t: Tables = game.tables[0]
    left, top, row = 258.0, 458.0, 25.0
    picture.rect(left, top, 226, 170, rx=8, fill=SHEET, stroke=LINE)
    picture.text(left + 12, top + 19, "Wind", size=13, bold=True)
    picture.text(left + 214, top + 19, "balls in the shaker", size=11, fill=SOFT, anchor="end")
    for ball in Ball:
        y = top + 26 + ball * row
        if ball == record.ball:
            picture.rect(left + 5, y, 216, row - 2, rx=5, fill="#efe7d4")
        picture.circle(left + 20, y + 11.5, 8, fill=BALL_COLOURS[ball])
        words = f"{BALL_NAMES[ball]}: {effect_of(game, ball)}"
        picture.text(left + 36, y + 16, words, size=13, bold=ball == record.ball)
        for k in range(int(t.balls[game.players, ball])):
            picture.circle(left + 210 - k * 12, y + 11.5, 4, fill=BALL_COLOURS[ball])
    costs = [f"{name} {lane_repair(t, lane)}" for lane, name in enumerate(LANE_NAMES)]
    picture.text(left + 12, top + 162, "repair: " + " · ".join(costs), size=12, fill=SOFT)


def _draw_piles(picture: Svg, game: Game, record: State) -> None:
    """The ball that showed last, the draw pile with what must be left in it, and the discard pile."""
    left, top = 494.0, 458.0
    picture.rect(left, top, 208, 170, rx=8, fill=SHEET, stroke=LINE)
    _draw_ball(picture, game, record, (left, top))
    for column, (name, pile) in enumerate((("draw pile", record.pile), ("discards", record.discard))):
        x = left + 86 + column * 62
        face = "#56708a" if column == 0 else "#ffffff"
        ink = "#ffffff" if column == 0 else INK
        picture.rect(x, top + 28, 38, 50, rx=5, fill=face, stroke=INK, stroke_width=1.2)
        picture.text(x + 19, top + 59, str(int(pile.sum())), size=17, fill=ink, anchor="middle", bold=True)
        picture.text(x + 19, top + 19, name, size=11, fill=SOFT, anchor="middle")
    _draw_pile_contents(picture, game, record, (left, top + 88))


def _draw_ball(picture: Svg, game: Game, record: State, corner: Point) -> None:
    """The ball in play, or the one shown last, smaller, as "last ball"."""
    ball, x, y = int(record.shown), corner[0] + 34, corner[1] + 52
    in_play = record.ball != NO_BALL
    words = "Last ball" if not in_play and ball != NO_BALL else "Ball"
    picture.text(corner[0] + 12, corner[1] + 19, words, size=13, fill=INK if in_play else SOFT, bold=True)
    if ball == NO_BALL:
        picture.circle(x, y, 21, fill="none", stroke=FAINT, stroke_dasharray="4 3")
        return
    radius, size = (21, 22) if in_play else (14, 15)
    mark = "!" if ball == Ball.BLACK else str(game.tables[0].steps[ball])
    picture.circle(x, y, radius, fill=BALL_COLOURS[ball], data_ball=BALL_NAMES[ball])
    picture.text(x, y + 0.36 * size, mark, size=size, fill=BALL_INKS[ball], anchor="middle", bold=True)


def _draw_pile_contents(picture: Svg, game: Game, record: State, corner: Point) -> None:
    t: Tables = game.tables[0]
    for kind in range(int(t.kinds)):
        y = corner[1] + 17 + kind * 22
        draw_card(picture, game, kind, (corner[0] + 25, y - 14), (16, 19))
        for column, pile in enumerate((record.pile, record.discard)):
            picture.text(corner[0] + 105 + column * 62, y, f"× {pile[kind]}", size=13, anchor="middle")


def _draw_scores(picture: Svg, game: Game, record: State) -> None:
    """The scoring field with every seat's marker; the last cell holds all who have reached the end."""
    win_at = int(game.tables[0].win_at)
    left, top, width = 240.0, 716.0, 480.0
    cell = width / (win_at + 1)
    picture.text(
        CENTRE[0], top - 10, f"Scoring field: {win_at} points end the game", size=13, anchor="middle", bold=True
    )
    picture.rect(left, top, width, 88, rx=8, fill=SHEET, stroke=LINE)
    every = -(-24 // int(max(cell, 1)))
    for points in range(win_at + 1):
        x = left + points * cell
        if points == win_at:
            picture.rect(x, top, cell, 88, rx=6, fill="#efe7d4")
        elif points:
            picture.line((x, top + 6), (x, top + 82), stroke=LINE)
        if points == win_at or (points % every == 0 and win_at - points >= every):
            label = f"{points}+" if points == win_at else str(points)
            picture.text(x + cell / 2, top + 17, label, size=11, fill=SOFT, anchor="middle")
    cells: dict[int, list[int]] = {}
    for seat in range(game.players):
        cells.setdefault(min(int(record.score[seat]), win_at), []).append(seat)
    for at, seats in cells.items():
        _draw_markers(picture, seats, (left + (at + 0.5) * cell, top + 34), side_by_side=cell >= 26)


def _draw_markers(picture: Svg, seats: list[int], middle: Point, side_by_side: bool) -> None:
    """The markers on one field of the scoring field, in two columns where there is room."""
    columns = 2 if side_by_side and len(seats) > 1 else 1
    for place, seat in enumerate(seats):
        x = middle[0] + (14 * (place % columns) - 7 if columns == 2 else 0)
        y = middle[1] + place // columns * (17 if side_by_side else 9)
        picture.circle(x, y, 7, fill=SEAT_COLOURS[seat], stroke="#ffffff", stroke_width=1)
        picture.text(x, y + 3.4, str(seat), size=9.5, fill=SEAT_INKS[seat], anchor="middle", bold=True)
