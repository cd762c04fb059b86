"""The players' panels: money, points, tiles, advantages and aeroplanes of every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text, text_width
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import FIRST_NUMBER, NONE, STAGES, Advantage
from ..names import card_name, city_name, passenger_name
from .draw import (
    BLOCKED,
    REGION_FILLS,
    STAGE_FILLS,
    WARNING,
    draw_cross,
    draw_house,
    draw_pill,
    draw_points,
    draw_seat_badge,
    draw_stage_tile,
    quiet,
)
from .words import aboard, closed_seats, counted, fleet, kinds_on_cards, signed, winners

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

SHORT_NAMES = ("Pilot", "Maint.", "Prod.", "Night", "Radio")
"""Types of advantage tiles, where there is little room."""

PLANES_TOP = 92.0
CHIP = (19.0, 12.0, 15.0)
"""Width of a card's number, width of a seat and height of both, before they are scaled."""

SCALES = (1.7, 1.5, 1.35, 1.2, 1.1, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5)


def draw_seat(
    picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float], you: bool
) -> None:
    """One player's panel."""
    (x, y), (width, height) = corner, size
    deciding = not record.done and seat == int(record.seat)
    colour = SEAT_COLOURS[seat]
    with picture.group(data_panel=seat):
        picture.rect(
            x,
            y,
            width,
            height,
            rx=10,
            fill=SHEET,
            stroke=colour if deciding else LINE,
            stroke_width=4 if deciding else 1.2,
        )
        _draw_heading(picture, game, record, seat, corner, width, you)
        _draw_airports(picture, record, seat, (x + 12, y + 40), width - 24)
        _draw_advantages(picture, game, record, seat, (x + 12, y + 63), width - 24)
        _draw_fleet(picture, game, record, seat, (x + 12, y + PLANES_TOP), (width - 24, height - PLANES_TOP - 7))


def _draw_heading(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float, you: bool) -> None:
    """Who it is and where at home, whether it decides or is first; profit, money, points."""
    x, y = corner
    draw_seat_badge(picture, (x + 22, y + 20), seat, 11)
    name = f"seat {seat}" + (" (you)" if you else "")
    picture.text(x + 39, y + 19, name, size=14.5, bold=True)
    along = x + 39 + text_width(name, 14.5, bold=True) + 6
    if record.home[seat] != NONE:
        draw_house(picture, (x + 44, y + 28.5))
        fit_text(picture, x + 53, y + 33, city_name(game, int(record.home[seat])), 76, 10.5, fill=SOFT)
    quiet(picture, x + 136, y + 33, f"profit {signed(record.profit[seat])}")
    if seat == int(record.first) and not record.done:
        draw_first_die(picture, (along, y + 4), int(record.die))
        along += 22
    marked = seat in winners(game, record) if record.done else seat == int(record.seat)
    if marked:
        words = "winner" if record.done else "to decide"
        draw_pill(picture, (along + 38, y + 13.5), words, SEAT_COLOURS[seat], SEAT_INKS[seat])
    right = x + width - 12
    picture.text(right, y + 19, f"{game.standing_of(record)[0][seat]} VP", size=15.5, anchor="end", bold=True)
    held = (
        (record.points[seat], "track"),
        (record.plane_points[seat], "planes"),
        (record.passenger_points[seat], "people"),
    )
    quiet(picture, right, y + 33, " · ".join(f"{name} {points}" for points, name in held), anchor="end")
    picture.text(right - 60, y + 19, f"£{record.money[seat]}", size=15.5, anchor="end", bold=True)


def draw_first_die(picture: Svg, corner: Point, value: int) -> None:
    """The first player die, white, with its last roll."""
    x, y = corner
    picture.rect(x, y, 17, 17, rx=3.5, fill="#ffffff", stroke=INK, stroke_width=1.4)
    words = str(value) if value else "1st"
    picture.text(x + 8.5, y + 12.6, words, size=11.5 if value else 8, anchor="middle", bold=True)


def _draw_airports(picture: Svg, record: State, seat: int, corner: Point, width: float) -> None:
    """Airport tiles on cards by Stage and long-distance property, and in the supply by Stage."""
    x, y = corner
    quiet(picture, x, y + 13, "on cards")
    along = x + 48
    held = kinds_on_cards(record, seat)
    for kind, count in held:
        draw_stage_tile(picture, (along, y), kind // 2 + 1, long=bool(kind % 2))
        words, beside = f"×{count}", along + (24 if kind % 2 else 20)
        picture.text(beside, y + 13, words, size=11.5, bold=True)
        along = beside + text_width(words, 11.5, bold=True) + 7
    if not held:
        quiet(picture, along, y + 13, "none")
    right = x + width
    for stage in range(STAGES, 0, -1):
        words = str(record.supply[seat, stage - 1])
        picture.text(right, y + 13, words, size=11.5, anchor="end")
        draw_stage_tile(picture, (right - 32, y + 2), stage, scale=0.82)
        right -= 38
    quiet(picture, right + 1, y + 13, "supply", anchor="end")


def _draw_advantages(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """Engine failures with room up to the crash, and advantage tiles by type."""
    x, y = corner
    slots = max(int(game.tables[0].failure_limit) - 1, int(record.failures[seat]))
    step = min(16.0, 52.0 / max(slots, 1))
    for slot in range(slots):
        got = slot < int(record.failures[seat])
        centre = x + 7 + slot * step, y + 11
        radius = min(6.5, step * 0.45)
        edge = WARNING if got else FAINT
        picture.circle(*centre, radius, fill=WARNING if got else "none", stroke=edge, stroke_width=1)
        draw_cross(picture, centre, radius * 0.43, "#ffffff" if got else FAINT)
    left, step = x + 58, (width - 58) / len(Advantage)
    for kind in Advantage:
        count = int(record.advantages[seat, kind])
        at = left + kind * step
        with picture.group(opacity=1 if count else 0.5):
            picture.rect(
                at + 2, y, step - 3, 22, rx=5, fill="#efe7d4" if count else "none", stroke=FAINT, stroke_width=0.8
            )
            words = f"{kind + FIRST_NUMBER} {SHORT_NAMES[kind]}"
            fit_text(picture, at + 6, y + 15, words, step - 24, 10)
            picture.text(at + step - 6, y + 15.5, str(count), size=12, anchor="end", bold=True)


def _draw_fleet(picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float]) -> None:
    """All aeroplanes of a seat as cards with their seats, as large as there is room for."""
    cards = fleet(record, seat)
    picture.line((corner[0], corner[1] - 3), (corner[0] + size[0], corner[1] - 3), stroke=LINE)
    if not cards:
        quiet(picture, corner[0], corner[1] + 14, "no aeroplanes")
        return
    widths = [CHIP[0] + CHIP[1] * max(int(game.tables[0].card_capacity[card]), 1) for card in cards]
    fitting = (scale for scale in SCALES if _chip_places(widths, size[0], scale)[-1][1] + CHIP[2] * scale <= size[1])
    scale = next(fitting, SCALES[-1])
    places = _chip_places(widths, size[0], scale)
    for card, (dx, dy) in zip(cards, places, strict=True):
        _draw_plane(picture, game, record, card, (corner[0] + dx, corner[1] + 2 + dy), scale)


def _chip_places(widths: list[float], room: float, scale: float) -> list[Point]:
    """Corners of chips of these widths laid out in rows."""
    x = y = 0.0
    places = []
    for width in widths:
        if x and x + width * scale > room:
            x, y = 0.0, y + (CHIP[2] + 3.5) * scale
        places.append((x, y))
        x += (width + 5) * scale
    return places


def _draw_plane(picture: Svg, game: Game, record: State, card: int, corner: Point, scale: float) -> None:
    """A card's number on its Stage's colour, then its seats: passengers by region, free ones, closed ones."""
    t = game.tables[0]
    (x, y), height = corner, CHIP[2] * scale
    free, passengers = int(record.seats[card]), aboard(game, record, card)
    people = "".join(f"; {passenger_name(game, passenger)}" for passenger in passengers)
    with picture.group(data_card=card + 1, data_free=free):
        picture.add("title", f"{card + 1} {card_name(game, card)}: {counted(free, 'free seat')}{people}")
        picture.rect(
            x,
            y,
            (CHIP[0] - 1) * scale,
            height,
            rx=2.5 * scale,
            fill=STAGE_FILLS[t.card_stage[card]],
            stroke=INK,
            stroke_width=1.6 if free else 0.7,
        )
        number_x = x + (CHIP[0] - 1) / 2 * scale
        picture.text(number_x, y + 11.3 * scale, str(card + 1), size=10.5 * scale, anchor="middle", bold=True)
        x += CHIP[0] * scale
        for passenger in passengers:
            x = _draw_aboard(picture, game, passenger, (x, y), scale)
        for seat in range(free + closed_seats(game, record, card)):
            _draw_empty(picture, (x, y), scale, closed=seat >= free)
            x += CHIP[1] * scale


def _draw_aboard(picture: Svg, game: Game, passenger: int, corner: Point, scale: float) -> float:
    """A passenger tile on its seats, with the start of its destination's name; returns its right edge."""
    t = game.tables[0]
    to, width = int(t.passenger_to[passenger]), int(t.passenger_seats[passenger]) * CHIP[1] * scale
    x, y = corner
    picture.rect(
        x + 0.5,
        y,
        width - 1,
        CHIP[2] * scale,
        rx=2 * scale,
        fill=REGION_FILLS[t.region[to]],
        stroke=INK,
        stroke_width=0.7,
    )
    letters = short_name(city_name(game, to))
    bottom = y + 10.6 * scale
    room = width - 2 - (9 * scale if t.passenger_points[passenger] and width > 2 * CHIP[1] * scale else 0)
    fit_text(picture, x + 1 + room / 2, bottom, letters, room, 8 * scale, anchor="middle")
    if room < width - 2:
        draw_points(picture, (x + width - 6 * scale, y + 7.5 * scale), int(t.passenger_points[passenger]), 4.6 * scale)
    return x + width


def short_name(name: str) -> str:
    """Three letters of a destination: `"Lon"`, `"SAf"`."""
    words = name.split()
    return words[0][:3] if len(words) == 1 else words[0][0] + words[-1][:2]


def _draw_empty(picture: Svg, corner: Point, scale: float, closed: bool) -> None:
    x, y = corner
    picture.rect(
        x + 0.5,
        y,
        CHIP[1] * scale - 1,
        CHIP[2] * scale,
        rx=2 * scale,
        fill=BLOCKED if closed else "#ffffff",
        stroke=FAINT if closed else SOFT,
        stroke_width=0.8,
        stroke_dasharray=None if closed else "2 1.500",
    )
    if closed:
        draw_cross(picture, (x + CHIP[1] * scale / 2, y + CHIP[2] * scale / 2), 2.4 * scale, "#ffffff")
