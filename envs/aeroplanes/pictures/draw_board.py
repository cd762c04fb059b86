"""The drawing of the map: regions, connections, destinations with their airport spaces, and where a tile may go.

Everything on it is placed by the `Tables`, so a pack with other destinations is drawn as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ..._core.pictures.lettering import fit_text, text_width
from ..._core.pictures.svg import FAINT, INK, SEAT_COLOURS, SHEET, SOFT, Point, Svg, number
from ..limits import COLOUR_NAMES, NONE, Region
from ..names import city_name
from ..state import Phase
from .draw import (
    BLOCKED,
    LINK_COLOURS,
    LINK_EDGES,
    REGION_FILLS,
    REGION_NAMES,
    TILE,
    draw_airport,
    draw_cross,
    draw_long_badge,
)
from .ways import easiest
from .words import airports_at, blocked_spaces, is_flying, landings, printed_spaces

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

MAP: tuple[float, float, float, float] = (228.0, 66.0, 968.0, 654.0)
"""Left, top, width and height of the map on the picture."""

SEA = "#dde8ee"
NAME_SIZE = 11.5
PLATE_HEIGHT = 37.0
LAND = 44.0
"""Land around a destination, as a radius."""

BAR_GAP, BADGE_ROOM = 8.0, 19.0


@dataclass(frozen=True)
class Layout:
    """Where the destinations lie on the picture."""

    game: Game

    @cached_property
    def tables(self) -> Any:
        """The game's tables."""
        return self.game.tables[0]

    def place(self, city: int) -> Point:
        """The middle of a destination's plate."""
        left, top, width, height = MAP
        t = self.tables
        wide, high = self.plate(city)
        x, y = left + float(t.x[city]) * width / 100, top + float(t.y[city]) * width / 100
        return (
            min(max(x, left + wide / 2 + 4), left + width - wide / 2 - 4),
            min(max(y, top + high / 2 + 4), top + height - high / 2 - 4),
        )

    def plate(self, city: int) -> tuple[float, float]:
        """Width and height of a destination's plate: its name above its spaces."""
        spaces = printed_spaces(self.game, city)
        name = text_width(city_name(self.game, city), NAME_SIZE, bold=True) + 10 + (20 if self.income(city) else 0)
        return max(min(name, 112.0), spaces * (TILE[0] + 3) + 7), PLATE_HEIGHT

    def income(self, city: int) -> str:
        """What a starting city adds to the first income, such as `"+2"`; empty if nothing."""
        home = int(self.tables.home_number[city])
        amount = int(self.tables.home_income[home]) if home >= 0 else 0
        return f"{amount:+}".replace("-", "−") if amount else ""

    def edge(self, city: int, towards: Point) -> Point:
        """Where a straight line from the middle of a plate leaves it."""
        (x, y), (wide, high) = self.place(city), self.plate(city)
        dx, dy = towards[0] - x, towards[1] - y
        reach = min((wide / 2) / max(abs(dx), 1e-9), (high / 2) / max(abs(dy), 1e-9))
        return x + dx * reach, y + dy * reach

    def ends(self, link: int) -> tuple[Point, Point]:
        """The visible part of a connection."""
        a, b = (int(city) for city in self.tables.link_ends[link])
        return self.edge(a, self.place(b)), self.edge(b, self.place(a))


def draw_board(picture: Svg, game: Game, record: State) -> None:
    """The whole map with the airports of a position."""
    picture.extend(_printed_map(_Printed(game)))
    layout = Layout(game)
    for city in range(int(game.tables[0].cities)):
        _draw_spaces(picture, layout, record, city)
    _draw_landings(picture, layout, record)


class _Printed:
    """A game as the key of what is printed on its board: the same for equal tables and players."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._key = (game.tables.tobytes(), game.players)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Printed) and self._key == other._key


@lru_cache(maxsize=8)
def _printed_map(printed: _Printed) -> tuple[str, ...]:
    """The elements that no position changes, drawn once: most of the work."""
    layout = Layout(printed.game)
    board = Svg(0, 0, "")
    empty = len(board.lines)
    left, top, width, height = MAP
    board.rect(left, top, width, height, rx=10, fill=SEA)
    _draw_regions(board, layout)
    t = layout.tables
    for link in range(int(t.link_count)):
        _draw_link(board, layout, link)
    for city in range(int(t.cities)):
        if t.special_colour[city] >= 0:
            _draw_special(board, layout, city)
    for city in range(int(t.cities)):
        _draw_plate(board, layout, city)
    return tuple(board.lines[empty:])


def _draw_regions(picture: Svg, layout: Layout) -> None:
    """Land in the colour of each region, around its destinations and along the connections between them."""
    t = layout.tables
    left, top, width, height = MAP
    picture.lines.append('<clipPath id="map">')
    picture.rect(left, top, width, height, rx=10)
    picture.lines.append("</clipPath>")
    with picture.group(clip_path="url(#map)"):
        for region in Region:
            _draw_land(picture, layout, [c for c in range(int(t.cities)) if t.region[c] == region], region)


def _draw_land(picture: Svg, layout: Layout, cities: list[int], region: int) -> None:
    t, fill = layout.tables, REGION_FILLS[region]
    for city in cities:
        x, y = layout.place(city)
        picture.circle(x, y, LAND, fill=fill)
    for link in range(int(t.link_count)):
        a, b = (int(city) for city in t.link_ends[link])
        if a in cities and b in cities:
            ends = layout.place(a), layout.place(b)
            picture.line(*ends, stroke=fill, stroke_width=LAND * 1.8, stroke_linecap="round")


def _draw_link(picture: Svg, layout: Layout, link: int) -> None:
    t = layout.tables
    a, b = (int(city) for city in t.link_ends[link])
    colour = int(t.link_colour[link])
    with picture.group(data_link=f"{city_name(layout.game, a)} – {city_name(layout.game, b)}"):
        start, end = layout.ends(link)
        _draw_route(picture, start, end, colour)
        _draw_marks(picture, start, end, colour, int(t.link_bars[link]), bool(t.link_long[link]))


def _draw_route(picture: Svg, start: Point, end: Point, colour: int) -> None:
    """A line in a connection's colour; red ones are dashed in white too, so that colour is not all."""
    picture.line(start, end, stroke=LINK_EDGES[colour], stroke_width=6.5)
    picture.line(start, end, stroke=LINK_COLOURS[colour], stroke_width=4.2)
    if COLOUR_NAMES[colour] == "red":
        picture.line(start, end, stroke="#ffffff", stroke_width=1.3, stroke_dasharray="5 5")


def _draw_marks(picture: Svg, start: Point, end: Point, colour: int, bars: int, long: bool) -> None:
    """Cross bars and the long-distance mark, side by side at the middle of a connection."""
    length = math.dist(start, end) or 1.0
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    at = length / 2 - (bars * BAR_GAP + (BADGE_ROOM if long else 0)) / 2
    for _ in range(bars):
        x, y = start[0] + dx * (at + BAR_GAP / 2), start[1] + dy * (at + BAR_GAP / 2)
        bar = (x - dy * 9, y + dx * 9), (x + dy * 9, y - dx * 9)
        picture.line(*bar, stroke="#ffffff", stroke_width=6, stroke_linecap="round")
        picture.line(*bar, stroke=LINK_COLOURS[colour], stroke_width=3.4, stroke_linecap="round")
        at += BAR_GAP
    if long:
        draw_long_badge(picture, (start[0] + dx * (at + BADGE_ROOM / 2), start[1] + dy * (at + BADGE_ROOM / 2)))


def _draw_special(picture: Svg, layout: Layout, city: int) -> None:
    """The arrow of a one-way connection from a whole region, pointing into the destination."""
    t = layout.tables
    origins = [c for c in range(int(t.cities)) if t.colour_between[c, city] >= 0 > t.colour_between[city, c]]
    if not origins:
        return
    places = [layout.place(origin) for origin in origins]
    middle = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    tip = layout.edge(city, middle)
    length = math.dist(tip, middle) or 1.0
    dx, dy = (middle[0] - tip[0]) / length, (middle[1] - tip[1]) / length
    colour, bars, long = int(t.special_colour[city]), int(t.special_bars[city]), bool(t.special_long[city])
    reach = 40 + bars * BAR_GAP + (BADGE_ROOM if long else 0)
    tail, neck = (tip[0] + dx * reach, tip[1] + dy * reach), (tip[0] + dx * 12, tip[1] + dy * 12)
    name = REGION_NAMES[t.region[origins[0]]]
    with picture.group(data_special=city_name(layout.game, city)):
        _draw_route(picture, neck, tail, colour)
        head = [tip, (neck[0] - dy * 8, neck[1] + dx * 8), (neck[0] + dy * 8, neck[1] - dx * 8)]
        outline = " ".join(f"{number(x)},{number(y)}" for x, y in head)
        picture.add("polygon", points=outline, fill=LINK_COLOURS[colour], stroke=LINK_EDGES[colour], stroke_width=1.2)
        _draw_marks(picture, neck, tail, colour, bars, long)
        _draw_origin(picture, tail, f"all {name}", (dx, dy))


def _draw_origin(picture: Svg, tail: Point, words: str, along: Point) -> None:
    """Where an arrow comes from, in words beyond its tail, or above the tail of one that lies flat."""
    wide = text_width(words, 10.5, bold=True) + 6
    flat = abs(along[0]) > 2 * abs(along[1])
    x, y = (tail[0] - along[0] * 34, tail[1] - 22) if flat else (tail[0] + along[0] * wide / 3, tail[1] + along[1] * 9)
    picture.rect(x - wide / 2, y - 8, wide, 16, rx=8, fill=REGION_FILLS[Region.EUROPE], stroke=SOFT, stroke_width=0.8)
    picture.text(x, y + 3.8, words, size=10.5, anchor="middle", bold=True)


def _draw_plate(picture: Svg, layout: Layout, city: int) -> None:
    (x, y), (wide, high) = layout.place(city), layout.plate(city)
    is_home = layout.tables.home_number[city] >= 0
    name, income = city_name(layout.game, city), layout.income(city)
    picture.rect(
        x - wide / 2,
        y - high / 2,
        wide,
        high,
        rx=6,
        fill=SHEET,
        stroke=INK if is_home else SOFT,
        stroke_width=1.8 if is_home else 0.9,
        data_plate=name,
    )
    room = wide - 8 - (20 if income else 0)
    fit_text(picture, x - (10 if income else 0), y - 6, name, room, NAME_SIZE, bold=True, anchor="middle")
    if income:
        picture.text(x + wide / 2 - 5, y - 6, income, size=11, fill=SOFT, anchor="end")


def _draw_spaces(picture: Svg, layout: Layout, record: State, city: int) -> None:
    """The airport spaces of a destination: airports in the order of seats, empty spaces, blocked ones."""
    game = layout.game
    x, y = layout.place(city)
    built, blocked = airports_at(game, record, city), blocked_spaces(game, record, city)
    spaces = printed_spaces(game, city)
    left = x - (spaces * (TILE[0] + 3) - 3) / 2
    for space in range(spaces):
        corner = left + space * (TILE[0] + 3), y - 2.5
        if space < len(built):
            draw_airport(picture, corner, *built[space], city_name(game, city))
            continue
        taken = space >= spaces - blocked
        fill, dashes = (BLOCKED, None) if taken else ("#ffffff", "3 2")
        mark = {"data_blocked" if taken else "data_empty": city_name(game, city)}
        picture.rect(*corner, *TILE, rx=3, fill=fill, stroke=FAINT, stroke_width=1, stroke_dasharray=dashes, **mark)
        if taken:
            draw_cross(picture, (corner[0] + TILE[0] / 2, corner[1] + TILE[1] / 2), 4, "#ffffff")


def _draw_landings(picture: Svg, layout: Layout, record: State) -> None:
    """Destinations where the tile in hand may go, framed in the seat's colour, and a city being skipped."""
    game = layout.game
    if not is_flying(record):
        return
    for city in landings(game, record):
        _draw_frame(picture, layout, city, SEAT_COLOURS[record.seat], None, "to")
        if record.phase == Phase.DESTINATION:
            _draw_risk(picture, layout, city, easiest(game, record, city))
    if record.skipped != NONE:
        _draw_frame(picture, layout, int(record.skipped), SEAT_COLOURS[record.seat], "5 4", "over")


def _draw_risk(picture: Svg, layout: Layout, city: int, rolls: list[int]) -> None:
    """What the easiest way to a destination must reach, roll by roll, on the upper edge of its plate."""
    if not rolls:
        return
    (x, y), (_, high) = layout.place(city), layout.plate(city)
    words = " ".join(f"{need}+" for need in rolls)
    wide = text_width(words, 10.5, bold=True) + 8
    picture.rect(x - wide / 2, y - high / 2 - 13, wide, 14, rx=7, fill=INK)
    picture.text(x, y - high / 2 - 2.5, words, size=10.5, fill="#ffffff", anchor="middle", bold=True)


def _draw_frame(picture: Svg, layout: Layout, city: int, colour: str, dashes: str | None, meaning: str) -> None:
    (x, y), (wide, high) = layout.place(city), layout.plate(city)
    name = city_name(layout.game, city)
    for edge, width in (("#ffffff", 6.0), (colour, 3.4)):
        picture.rect(
            x - wide / 2 - 3,
            y - high / 2 - 3,
            wide + 6,
            high + 6,
            rx=9,
            fill="none",
            stroke=edge,
            stroke_width=width,
            stroke_dasharray=dashes if edge == colour else None,
            data_to=name if meaning == "to" and edge == colour else None,
            data_over=name if meaning == "over" and edge == colour else None,
        )
