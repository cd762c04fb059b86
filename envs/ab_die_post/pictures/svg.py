"""The table as a picture and as text; everything on it is public, so every seat sees the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..actions import LANE_NAMES, card_name, field_name
from ..state import NO_BALL, NOBODY, Phase
from ..tables import BALL_NAMES, GOAL, LANES, START, Ball
from .draw_board import CENTRE, draw_board, draw_passenger_card, draw_plane
from .words import counted, effect_of, flight_words, parts, passenger_half_way, repair_due, status, winners

if TYPE_CHECKING:
    from ..._core.game import Game

WIDTH, HEIGHT = 1360, 840
BALL_COLOURS = ("#2f9e5b", "#2f6fb5", "#d23b35", "#f2c230", "#22262b")
BALL_INKS = ("#ffffff", "#ffffff", "#ffffff", "#22262b", "#ffffff")
RED_CARD = "#d23b35"
WARNING = "#b3261e"
PANEL = (956, 388, 12)
"""Left edge and width of the players' rows, and the gap between two."""


def svg(game: Game, record: Any, seat: int | None = None) -> str:
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
        _draw_seat(picture, game, record, row, (left, top + row * (height + gap)), (width, height), you=row == seat)
    return str(picture)


def _draw_heading(picture: Svg, game: Game, record: Any) -> None:
    x = CENTRE[0]
    picture.text(x, 384, game.spec.title, size=26, anchor="middle", bold=True)
    picture.text(x, 408, flight_words(record), size=14, fill=SOFT, anchor="middle")
    words = status(game, record)
    stormy = not record.done and record.phase == Phase.REPAIR
    picture.text(x, 438, words, size=16, fill=WARNING if stormy else INK, anchor="middle", bold=True)


def _draw_wind(picture: Svg, game: Game, record: Any) -> None:
    """The wind table: fields of each ball and the balls in the shaker, the one that shows marked."""
    t = game.tables[0]
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
    costs = [f"{name} {_lane_repair(t, lane)}" for lane, name in enumerate(LANE_NAMES)]
    picture.text(left + 12, top + 162, "repair: " + " · ".join(costs), size=12, fill=SOFT)


def _lane_repair(t: Any, lane: int) -> int:
    return int(t.repair[int(t.offset[lane])])


def _draw_piles(picture: Svg, game: Game, record: Any) -> None:
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


def _draw_ball(picture: Svg, game: Game, record: Any, corner: Point) -> None:
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


def _draw_pile_contents(picture: Svg, game: Game, record: Any, corner: Point) -> None:
    t = game.tables[0]
    for kind in range(int(t.kinds)):
        y = corner[1] + 17 + kind * 22
        _draw_card(picture, game, kind, (corner[0] + 25, y - 14), (16, 19))
        for column, pile in enumerate((record.pile, record.discard)):
            picture.text(corner[0] + 105 + column * 62, y, f"× {pile[kind]}", size=13, anchor="middle")


def _draw_card(picture: Svg, game: Game, kind: int, corner: Point, size: tuple[float, float]) -> None:
    """The face of a spare parts card."""
    t = game.tables[0]
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


def _draw_scores(picture: Svg, game: Game, record: Any) -> None:
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


def _draw_seat(
    picture: Svg, game: Game, record: Any, seat: int, corner: Point, size: tuple[float, float], you: bool
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


def _place_words(game: Game, record: Any, seat: int) -> str:
    field = int(record.field[seat])
    if field in (START, GOAL):
        return f"at the {field_name(game, field)}"
    return f"{field_name(game, field)}, section {game.tables[0].section[record.direction, field]}"


def _draw_pill(picture: Svg, centre: Point, words: str, fill: str, ink: str) -> None:
    x, y = centre
    picture.rect(x - 42, y - 12, 84, 22, rx=11, fill=fill)
    picture.text(x, y + 3, words, size=12, fill=ink, anchor="middle", bold=True)


def _draw_hand(picture: Svg, game: Game, record: Any, seat: int, corner: Point) -> None:
    t = game.tables[0]
    x, y = corner
    for kind in range(int(t.kinds)):
        count = int(record.hand[seat, kind])
        with picture.group(opacity=1 if count else 0.28):
            _draw_card(picture, game, kind, (x + kind * 78, y), (34, 44))
            picture.text(x + 40 + kind * 78, y + 28, f"× {count}", size=15, bold=count > 0)
    total = parts(game, record, seat)
    ready = total >= int(t.min_points)
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


def text(game: Game, record: Any, seat: int | None = None) -> str:
    """The table as plain text of at most 95 columns (with the course that comes with the game).

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you" (None: a spectator).

    Returns:
        The heading with what is to be decided, the course, one line for each player, wind and piles.
    """
    lines = [f"{game.spec.title}  {flight_words(record)}", status(game, record), ""]
    lines += _text_course(game, record)
    lines += ["", *_text_seats(game, record, seat), "", *_text_supplies(game, record)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _text_course(game: Game, record: Any) -> list[str]:
    """The lanes from this flight's start on the left: seats on their fields, `*` beside the passenger, `|` rivers."""
    t, d = game.tables[0], int(record.direction)
    sections, fields = int(t.sections), int(t.field_count)
    widest = max(_fields_in(t, d, lane, section) for lane in range(LANES) for section in range(1, sections + 1))
    rows = [[[" "] * widest for _ in range(sections)] for _ in range(LANES)]
    here = {int(record.field[player]): str(player) for player in range(game.players)}
    beside = set(t.passenger_field[d].tolist())
    for field in range(fields):
        x, section = float(t.x[d, field]), int(t.section[d, field])
        column = min(int((x - section + 1) * widest), widest - 1)
        rows[t.lane_of[field]][section - 1][column] = here.get(field, "*" if field in beside else "·")
    half = int(t.section[d, :fields][t.first_half[d, :fields] == 1].max(initial=0))
    bars = ["‖" if edge == half else "|" for edge in range(1, sections)] + [""]
    heads = [str(section).center(widest) for section in range(1, sections + 1)]
    lines = ["section " + " ".join(heads)]
    for lane, row in enumerate(rows):
        cells = "".join("".join(cell) + bar for cell, bar in zip(row, bars, strict=True))
        lines.append(f"{LANE_NAMES[lane]:<8}{cells}")
    parked = [" ".join(str(p) for p in range(game.players) if record.field[p] == spot) or "-" for spot in (START, GOAL)]
    return [*lines, f"start: {parked[0]}    goal: {parked[1]}"]


def _fields_in(t: Any, direction: int, lane: int, section: int) -> int:
    fields = slice(0, int(t.field_count))
    return int(((t.lane_of[fields] == lane) & (t.section[direction, fields] == section)).sum())


def _text_seats(game: Game, record: Any, you: int | None) -> list[str]:
    lines = [f"{'':<12}{'points':>6} {'(last)':>7}  {'plane':<12}spare parts"]
    for seat in range(game.players):
        deciding = not record.done and seat == int(record.seat)
        name = f"{'>' if deciding else ' '} seat {seat}{' you' if seat == you else ''}"
        points = f"{record.score[seat]:>6} {'(+' + str(record.last[seat]) + ')':>7}"
        line = (
            f"{name:<12}{points}  {field_name(game, int(record.field[seat])):<12}{_hand_words(game, record, seat):<28}"
        )
        lines.append(line + ", ".join(_notes(game, record, seat)))
    return lines


def _hand_words(game: Game, record: Any, seat: int) -> str:
    held = [f"{count}×{card_name(game, kind)}" for kind, count in _kinds(game, record.hand[seat]) if count]
    return f"{parts(game, record, seat)} = {' + '.join(held)}" if held else "none"


def _kinds(game: Game, counts: Any) -> list[tuple[int, int]]:
    return [(kind, int(counts[kind])) for kind in range(int(game.tables[0].kinds))]


def _notes(game: Game, record: Any, seat: int) -> list[str]:
    """What else is to be known of a seat: its repair, the passenger."""
    notes = []
    due = repair_due(game, record, seat)
    if due is not None:
        notes.append(f"repair {due[1]}/{due[0]}")
    if int(record.holder) == seat:
        notes.append("passenger")
    elif passenger_half_way(game, record, seat):
        notes.append("passenger 1/2")
    return notes


def _text_supplies(game: Game, record: Any) -> list[str]:
    t, d = game.tables[0], int(record.direction)
    bag = t.balls[game.players]
    winds = [f"{BALL_NAMES[ball]} {t.steps[ball]} (×{bag[ball]})" for ball in Ball if ball != Ball.BLACK]
    costs = ", ".join(f"{name} {_lane_repair(t, lane)}" for lane, name in enumerate(LANE_NAMES))
    beside = " and ".join(field_name(game, int(field)) for field in t.passenger_field[d])
    card = "the card lies beside the board" if record.holder == NOBODY else f"seat {record.holder} has the card"
    piles = [
        f"{name} {pile.sum()} ({', '.join(f'{count}×{card_name(game, kind)}' for kind, count in _kinds(game, pile))})"
        for name, pile in (("draw pile", record.pile), ("discards", record.discard))
    ]
    return [
        f"{_ball_words(record)}   wind: {', '.join(winds)}",
        f"black (×{bag[Ball.BLACK]}): hurricane, repair {costs}",
        f"passenger: {beside}; {card} (+{t.passenger_bonus})",
        "   ".join(piles),
        f"{t.win_at} points end the game; {t.min_points} points of spare parts are needed to fly",
    ]


def _ball_words(record: Any) -> str:
    if record.shown == NO_BALL:
        return "ball: none"
    return f"{'ball' if record.ball != NO_BALL else 'last ball'}: {BALL_NAMES[record.shown]}"
