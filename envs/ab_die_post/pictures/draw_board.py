"""The drawing of the board: lanes, rivers, airports, the passenger, and the planes on their fields.

The course runs along an arc, so that the outer lane is the longest as on the box's board. Everything on it is placed by
the `Tables`: a pack with other sections or fields is drawn as it is. The board never turns: on the return flight the
planes head the other way, and numbers count from where that flight starts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.pictures.svg import (
    FAINT,
    INK,
    SEAT_COLOURS,
    SEAT_INKS,
    SHEET,
    SOFT,
    Point,
    Svg,
    number,
    polar,
    ring_sector,
)
from ..actions import Action
from ..limits import GOAL, LANE_NAMES, MOVES, START
from ..names import field_name
from ..rules.numbering import end_of
from ..state import NOBODY, Phase
from ..tables import Tables
from .words import half_way

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

CENTRE: Point = (480.0, 572.0)
RADII = ((398.0, 446.0), (330.0, 378.0), (262.0, 310.0))
"""Inner and outer radius of each lane."""
BEYOND = math.radians(13)
"""How far the arc goes on below the horizontal at either end."""
RIVER = 4.5
"""Half the width of a river."""
AIRPORT = (176.0, 124.0)
AIRPORT_TOP = 690.0

LANE_FILLS = ("#e4eddc", "#f6ebc8", "#f7dccf")
RIVER_COLOUR, HALF_WAY_COLOUR, GOLD, PASSENGER_FILL = "#86bcd9", "#2c6e95", "#c08a00", "#ffe08a"
LINK_COLOUR = "#c2b9a4"
NUMBER_SIZES = (11, 12, 13)
WINGSPAN = 32.0
"""A plane stands at the inner edge of its field, so that the number at the outer edge stays free."""


@dataclass(frozen=True)
class Layout:
    """Where the fields of a flight lie on the picture; `direction` is 0 outbound (left to right), 1 return."""

    tables: Tables
    direction: int

    def angle(self, x: float) -> float:
        """The angle of a distance from this flight's start, in sections."""
        sections = float(self.tables.sections)
        along = x if self.direction == 0 else sections - x
        return math.pi + BEYOND - along / sections * (math.pi + 2 * BEYOND)

    def place(self, field: int) -> Point:
        """The middle of a field of a lane."""
        inner, outer = RADII[self.lane(field)]
        return polar(CENTRE, (inner + outer) / 2, self.angle(self.x(field)))

    def lane(self, field: int) -> int:
        """The lane of a field."""
        return int(self.tables.lane_of[field])

    def x(self, field: int) -> float:
        """The distance of a field from this flight's start, in sections."""
        return float(self.tables.x[self.direction, field])

    def name(self, field: int) -> str:
        """A field, GOAL or START as players call it."""
        return field_name(self.tables, field)

    def half_width(self, field: int) -> float:
        """Half the length of a field, in sections: a lane's fields share their section evenly."""
        t = self.tables
        fields = slice(0, int(t.field_count))
        same = (t.lane_of[fields] == t.lane_of[field]) & (
            t.section[self.direction, fields] == t.section[self.direction, field]
        )
        return 0.5 / int(np.count_nonzero(same))

    def outline(self, field: int) -> str:
        """Path data of a field, with room for rivers at the ends of its section."""
        inner, outer = RADII[self.lane(field)]
        x, half = self.x(field), self.half_width(field)
        ends = []
        for edge, inward in ((x - half, 1.0), (x + half, -1.0)):
            river = abs(edge - round(edge)) < 1e-3 and 0 < round(edge) < int(self.tables.sections)
            room = (RIVER + 3.0 if river else 1.2) / ((inner + outer) / 2)
            ends.append(self.angle(edge) - inward * room * (1 if self.direction == 0 else -1))
        return ring_sector(CENTRE, inner, outer, max(ends), min(ends))


def draw_board(picture: Svg, game: Game, record: State) -> None:
    """Lanes, rivers, airports, passenger and planes."""
    direction = int(record.direction)
    picture.extend(_printed_board(game.tables.tobytes(), direction))
    layout = Layout(game.tables[0], direction)
    _draw_passenger(picture, layout, record)
    _draw_destinations(picture, game, layout, record)
    _draw_planes(picture, game, layout, record)


@lru_cache(maxsize=8)
def _printed_board(tables: bytes, direction: int) -> tuple[str, ...]:
    """The elements that no position changes, drawn once for the tables and each direction: most of the work."""
    layout = Layout(np.frombuffer(tables, dtype=Tables.dtype)[0], direction)
    board = Svg(0, 0, "")
    empty = len(board.lines)
    _draw_links(board, layout)
    _draw_fields(board, layout)
    _draw_lane_names(board, layout)
    _draw_rivers(board, layout)
    _draw_airports(board, layout)
    return tuple(board.lines[empty:])


def destinations(game: Game, record: State) -> list[int]:
    """Where the plane of the seat to decide may fly with the ball that shows (none unless a ball is being flown)."""
    if record.done:
        return []
    moves: list[int] = []
    if record.phase == Phase.MOVE:
        moves = np.flatnonzero(game.mask_of(record)[Action.LAND : Action.LAND + MOVES]).tolist()
    elif record.phase == Phase.PASSENGER:
        moves = [int(record.move)]
    s = game.array_of(record)[0]
    return [int(end_of(game.tables[0], s, move)) for move in moves]


def draw_plane(
    picture: Svg, centre: Point, heading: float, seat: int, span: float = WINGSPAN, at: str | None = None
) -> None:
    """A biplane from above in a seat's colour with the seat's number; `heading` in degrees, 0 to the right.

    `at` names the field that the plane stands on.
    """
    colour = SEAT_COLOURS[seat]
    scale = span / 30
    turn = f"translate({number(centre[0])} {number(centre[1])}) rotate({number(heading)}) scale({number(scale)})"
    edge = {"stroke": "#ffffff", "stroke_width": 1.2, "stroke_linejoin": "round"}
    with picture.group(transform=turn, data_seat=seat, data_at=at):
        picture.path("M-11 0L-13 -5H-10L-8 -2H9Q13.500 -2 13.500 0Q13.500 2 9 2H-8L-10 5H-13Z", fill=colour, **edge)
        picture.rect(-2, -15, 8, 30, rx=3, fill=colour, **edge)
        picture.line((14.2, -4.5), (14.2, 4.5), stroke=INK, stroke_width=1.4, stroke_linecap="round")
    picture.circle(centre[0], centre[1], 6.6 * scale, fill=colour)
    picture.text(
        centre[0], centre[1] + 3.9 * scale, str(seat), size=11 * scale, fill=SEAT_INKS[seat], anchor="middle", bold=True
    )


def _draw_links(picture: Svg, layout: Layout) -> None:
    """The lane changes, from edge to edge of the lanes."""
    t = layout.tables
    data = []
    for start, end in t.links[layout.direction, : int(t.link_count)]:
        inwards = layout.lane(int(end)) > layout.lane(int(start))
        ax, ay = polar(CENTRE, RADII[layout.lane(int(start))][0 if inwards else 1], layout.angle(layout.x(int(start))))
        bx, by = polar(CENTRE, RADII[layout.lane(int(end))][1 if inwards else 0], layout.angle(layout.x(int(end))))
        data.append(f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}")
    picture.path("".join(data), fill="none", stroke=LINK_COLOUR, stroke_width=1)


def _draw_fields(picture: Svg, layout: Layout) -> None:
    t = layout.tables
    passenger = set(t.passenger_field[layout.direction].tolist())
    for field in range(int(t.field_count)):
        lane = layout.lane(field)
        here = field in passenger
        picture.path(
            layout.outline(field),
            fill=PASSENGER_FILL if here else LANE_FILLS[lane],
            stroke=GOLD if here else "#b9b39f",
            stroke_width=1.6 if here else 0.8,
            data_field=layout.name(field),
        )
    for field in range(int(t.field_count)):
        lane = layout.lane(field)
        size = NUMBER_SIZES[lane]
        x, y = polar(CENTRE, RADII[lane][1] - 8, layout.angle(layout.x(field)))
        picture.text(x, y + size * 0.36, str(int(t.number[field])), size=size, fill=SOFT, anchor="middle")


def _draw_lane_names(picture: Svg, layout: Layout) -> None:
    """Which lane is which, and what the thin lines are."""
    t = layout.tables
    for lane, name in enumerate(LANE_NAMES):
        y = 22 + lane * 24
        picture.rect(24, y, 18, 16, rx=3, fill=LANE_FILLS[lane], stroke="#b9b39f", stroke_width=0.8)
        picture.text(50, y + 13, f"{name} lane, repair {t.repair[int(t.offset[lane])]}", size=13, fill=SOFT)
    picture.line((24, 103), (42, 103), stroke=LINK_COLOUR, stroke_width=1.4)
    picture.text(50, 107, "lane change, forwards", size=13, fill=SOFT)


def _draw_rivers(picture: Svg, layout: Layout) -> None:
    """Rivers between the sections, the half-way line marked, and the numbers of the sections."""
    t = layout.tables
    half = half_way(t, layout.direction)
    for edge in range(1, int(t.sections)):
        colour = HALF_WAY_COLOUR if edge == half else RIVER_COLOUR
        picture.polyline(
            _wave(layout.angle(edge)),
            stroke=colour,
            stroke_width=2 * RIVER,
            stroke_linecap="round",
            stroke_linejoin="round",
        )
    for section in range(1, int(t.sections) + 1):
        x, y = polar(CENTRE, RADII[-1][0] - 14, layout.angle(section - 0.5))
        picture.text(x, y + 4, str(section), size=11, fill=FAINT, anchor="middle", bold=True)
    if 0 < half < int(t.sections):
        x, y = polar(CENTRE, RADII[-1][0] - 16, layout.angle(half))
        picture.text(x, y + 4, "half-way", size=12, fill=HALF_WAY_COLOUR, anchor="middle", bold=True)


def _wave(angle: float) -> list[Point]:
    """A river across all lanes."""
    inside, outside = RADII[-1][0] - 4, RADII[0][1] + 6
    steps = 24
    points = []
    for k in range(steps + 1):
        radius = inside + (outside - inside) * k / steps
        points.append(polar(CENTRE, radius, angle + 2.2 * math.sin(k * 1.15) / radius))
    return points


def _airport_left(layout: Layout, at_start: bool) -> float:
    """The left edge of an airport, below the end of the lanes at its side."""
    left_side = at_start == (layout.direction == 0)
    middle = (RADII[0][1] + RADII[-1][0]) / 2 * math.cos(BEYOND)
    centre = CENTRE[0] - middle if left_side else CENTRE[0] + middle
    return centre - AIRPORT[0] / 2


def _draw_airports(picture: Svg, layout: Layout) -> None:
    """Start and goal with a runway to each lane, an arrow on it in the direction of the flight."""
    for at_start, name in ((True, "START"), (False, "GOAL")):
        angle = layout.angle(0.0 if at_start else float(layout.tables.sections))
        for inner, outer in RADII:
            (ax, ay), (bx, by) = polar(CENTRE, inner, angle), polar(CENTRE, outer, angle)
            runway = [(ax, ay + 2), (bx, by + 2), (bx, AIRPORT_TOP), (ax, AIRPORT_TOP)]
            picture.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in runway), fill="#dedad0")
            _draw_chevron(picture, ((ax + bx) / 2, ((ay + by) / 2 + AIRPORT_TOP) / 2), up=at_start)
        left = _airport_left(layout, at_start)
        picture.rect(left, AIRPORT_TOP, *AIRPORT, rx=14, fill=SHEET, stroke=INK, stroke_width=2)
        picture.text(left + AIRPORT[0] / 2, AIRPORT_TOP + 19, name, size=14, anchor="middle", bold=True)


def _draw_chevron(picture: Svg, centre: Point, up: bool) -> None:
    x, y = centre
    rise = 4 if up else -4
    picture.polyline(
        [(x - 8, y + rise), (x, y - rise), (x + 8, y + rise)],
        stroke=SOFT,
        stroke_width=3,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _draw_passenger(picture: Svg, layout: Layout, record: State) -> None:
    """The passenger outside the outer lane between the two fields, with the card if nobody has it."""
    t = layout.tables
    xs = [layout.x(int(field)) for field in t.passenger_field[layout.direction]]
    angle = layout.angle(sum(xs) / 2)
    x, y = polar(CENTRE, RADII[0][1] + 40, angle)
    picture.circle(x, y, 25, fill=PASSENGER_FILL, stroke=GOLD, stroke_width=2)
    picture.circle(x, y - 6, 8, fill="#f3cfae", stroke=INK, stroke_width=1.2)
    picture.path(f"M{number(x - 9)} {number(y - 7)}a9 8 0 0 1 18 0z", fill="#7a5230", stroke=INK, stroke_width=1)
    picture.path(
        f"M{number(x - 14)} {number(y + 17)}q1 -13 14 -13q13 0 14 13z", fill="#4a6785", stroke=INK, stroke_width=1.2
    )
    card_x, card_y = x + 36, y - 20
    if record.holder == NOBODY:
        draw_passenger_card(picture, (card_x, card_y), int(t.passenger_bonus))
    else:
        holder = int(record.holder)
        picture.rect(card_x, card_y, 60, 40, rx=5, fill="none", stroke=FAINT, stroke_width=1.2, stroke_dasharray="4 3")
        picture.text(card_x + 30, card_y + 17, "card with", size=10, fill=SOFT, anchor="middle")
        picture.text(card_x + 30, card_y + 31, f"seat {holder}", size=11, fill=SOFT, anchor="middle", bold=True)


def draw_passenger_card(picture: Svg, corner: Point, bonus: int) -> None:
    """The card of the first passenger, by its upper left corner (60 × 40)."""
    x, y = corner
    picture.rect(x, y, 60, 40, rx=5, fill=PASSENGER_FILL, stroke=GOLD, stroke_width=1.6)
    picture.text(x + 30, y + 15, "passenger", size=10, anchor="middle")
    picture.text(x + 30, y + 33, f"+{bonus}", size=16, anchor="middle", bold=True)


def _draw_destinations(picture: Svg, game: Game, layout: Layout, record: State) -> None:
    """Fields where the plane of the seat to decide may end, framed in its colour."""
    frame: dict[str, Any] = {"fill": "none", "stroke": SEAT_COLOURS[int(record.seat)], "stroke_width": 3}
    for end in destinations(game, record):
        frame["data_to"] = layout.name(end)
        if end == GOAL:
            left = _airport_left(layout, at_start=False)
            picture.rect(left + 4, AIRPORT_TOP + 4, AIRPORT[0] - 8, AIRPORT[1] - 8, rx=11, **frame)
        else:
            picture.path(layout.outline(end), stroke_linejoin="round", **frame)


def _draw_planes(picture: Svg, game: Game, layout: Layout, record: State) -> None:
    parked: dict[int, list[int]] = {START: [], GOAL: []}
    for seat in range(game.players):
        field = int(record.field[seat])
        if field in parked:
            parked[field].append(seat)
        else:
            angle = layout.angle(layout.x(field))
            tangent = 90 - math.degrees(angle) + (0 if layout.direction == 0 else 180)
            lane = layout.lane(field)
            centre = polar(CENTRE, RADII[lane][0] + 0.5 * WINGSPAN, angle)
            draw_plane(picture, centre, tangent, seat, at=layout.name(field))
    for field, seats in parked.items():
        left = _airport_left(layout, field == START)
        for k, seat in enumerate(seats):
            x = left + 36 + (k % 3) * 52
            y = AIRPORT_TOP + 48 + (k // 3) * 46
            draw_plane(picture, (x, y), -90 if field == START else 90, seat, 38, layout.name(field))
