"""Small drawn things that several parts of the picture share: airport tiles, dice, badges."""

from __future__ import annotations

from typing import Any

from ..._core.pictures.lettering import text_width
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg, number
from ..limits import FAILURE, HOME_AIRPORT, Region
from ..names import STAGE_NAMES

REGION_FILLS = ("#f6ead0", "#f4d3ae", "#d3e5c2", "#ecd2dc")
"""Land, and the background of passenger tiles, by region."""
REGION_NAMES = tuple(region.name.title() for region in Region)
STAGE_FILLS = ("", "#f7dd7e", "#b7deae", "#b3d2f0")
"""Background of a card, by Stage."""
LINK_COLOURS = ("#ffffff", "#d0342c", "#22262b")
LINK_EDGES = ("#6f6a5e", "#ffffff", "#ffffff")
WARNING = "#b3261e"
GOLD = "#c08a00"
BLOCKED = "#cfc9ba"

TILE = (26.0, 18.0)
"""Size of an airport tile and of its space."""


def draw_box(picture: Svg, corner: Point, size: tuple[float, float], title: str) -> None:
    """A panel with a title."""
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=8, fill=SHEET, stroke=LINE)
    picture.text(x + 10, y + 16, title, size=12, bold=True)


def draw_pill(picture: Svg, centre: Point, words: str, fill: str, ink: str) -> None:
    """A few words on a rounded ground."""
    x, y = centre
    half = text_width(words, 11.5, bold=True) / 2 + 9
    picture.rect(x - half, y - 9, 2 * half, 18, rx=9, fill=fill)
    picture.text(x, y + 4, words, size=11.5, fill=ink, anchor="middle", bold=True)


def draw_seat_badge(picture: Svg, centre: Point, seat: int, radius: float = 9.0) -> None:
    """A seat's colour with its number."""
    x, y = centre
    picture.circle(x, y, radius, fill=SEAT_COLOURS[seat])
    picture.text(x, y + radius * 0.42, str(seat), size=radius * 1.2, fill=SEAT_INKS[seat], anchor="middle", bold=True)


def draw_airport(picture: Svg, corner: Point, seat: int, stage: int, city: str) -> None:
    """An airport on the board: the seat's number, and the Stage or the house of a home on white."""
    (x, y), (width, height) = corner, TILE
    stage_name = "home" if stage == HOME_AIRPORT else STAGE_NAMES[stage]
    with picture.group(data_city=city, data_seat=seat, data_stage=stage_name):
        picture.rect(x, y, width, height, rx=3, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=0.8)
        picture.text(x + 6.2, y + 13.2, str(seat), size=11.5, fill=SEAT_INKS[seat], anchor="middle", bold=True)
        picture.rect(x + 11.5, y + 3, 12.5, height - 6, rx=2, fill="#ffffff")
        if stage == HOME_AIRPORT:
            draw_house(picture, (x + 17.75, y + 9))
        else:
            picture.text(x + 17.75, y + 12.6, stage_name, size=10, anchor="middle", bold=True)


def draw_house(picture: Svg, centre: Point) -> None:
    """A house of about 11 × 10."""
    x, y = centre
    picture.path(
        f"M{number(x - 5.5)} {number(y + 0.2)}L{number(x)} {number(y - 5)}L{number(x + 5.5)} {number(y + 0.2)}"
        f"H{number(x + 4)}V{number(y + 5)}H{number(x - 4)}V{number(y + 0.2)}Z",
        fill=INK,
    )


def draw_stage_tile(picture: Svg, corner: Point, stage: int, long: bool = False, scale: float = 1.0) -> None:
    """An airport tile that is not on the board: its Stage on the Stage's colour, and the long-distance mark."""
    (x, y), side = corner, 17 * scale
    picture.rect(x, y, side, side, rx=3 * scale, fill=STAGE_FILLS[stage], stroke=INK, stroke_width=0.9)
    picture.text(x + side / 2, y + 12.4 * scale, STAGE_NAMES[stage], size=10.5 * scale, anchor="middle", bold=True)
    if long:
        draw_long_badge(picture, (x + side - 0.5, y + side - 1), 5.2 * scale)


def draw_long_badge(picture: Svg, centre: Point, radius: float = 8.0) -> None:
    """The long-distance mark, an aeroplane in a circle."""
    x, y = centre
    picture.circle(x, y, radius, fill="#fff4c2", stroke=INK, stroke_width=0.9)
    r = radius
    points = ((0, -0.72), (0.14, -0.15), (0.74, 0.12), (0.74, 0.3), (0.12, 0.2), (0.08, 0.55), (0.3, 0.74))
    mirrored = [*points, *((-px, py) for px, py in reversed(points))]
    outline = " ".join(f"{number(x + px * r)},{number(y + py * r)}" for px, py in mirrored)
    picture.add("polygon", points=outline, fill=INK)


def draw_die(picture: Svg, corner: Point, value: int, side: float = 26.0) -> None:
    """A risk die: its number, or the cross of an engine failure."""
    x, y = corner
    failed = value == FAILURE
    picture.rect(x, y, side, side, rx=side / 5, fill=WARNING if failed else INK)
    if failed:
        draw_cross(picture, (x + side / 2, y + side / 2), side * 0.22, "#ffffff")
    elif value:
        picture.text(
            x + side / 2, y + side * 0.72, str(value), size=side * 0.62, fill="#ffffff", anchor="middle", bold=True
        )


def draw_cross(picture: Svg, centre: Point, reach: float, colour: str) -> None:
    """A cross, the sign of an engine failure."""
    x, y = centre
    for slope in (1, -1):
        picture.line(
            (x - reach, y - slope * reach),
            (x + reach, y + slope * reach),
            stroke=colour,
            stroke_width=max(reach * 0.5, 1.2),
            stroke_linecap="round",
        )


def draw_points(picture: Svg, centre: Point, points: int, radius: float = 7.5) -> None:
    """Victory points in a golden hexagon."""
    x, y = centre
    r, half = radius, radius * 0.866
    corners = ((0, -r), (half, -r / 2), (half, r / 2), (0, r), (-half, r / 2), (-half, -r / 2))
    outline = " ".join(f"{number(x + px)},{number(y + py)}" for px, py in corners)
    picture.add("polygon", points=outline, fill=GOLD)
    picture.text(x, y + r * 0.5, str(points), size=r * 1.4, fill="#ffffff", anchor="middle", bold=True)


def draw_people(picture: Svg, right: Point, count: int, size: float = 1.0) -> None:
    """Seats that passengers take, one figure each, the last one ending at `right`."""
    for k in range(count):
        x, y = right[0] - (count - 1 - k) * 8.5 * size - 3.5 * size, right[1]
        picture.circle(x, y - 3.2 * size, 2.2 * size, fill=INK)
        picture.path(
            f"M{number(x - 3.4 * size)} {number(y + 5 * size)}q0 -5.400 {number(3.4 * size)} -5.400"
            f"q{number(3.4 * size)} 0 {number(3.4 * size)} 5.400z",
            fill=INK,
        )


def draw_swatch(picture: Svg, corner: Point, region: int) -> None:
    """A small patch of a region's colour."""
    picture.rect(corner[0], corner[1], 9, 9, rx=2, fill=REGION_FILLS[region], stroke=FAINT, stroke_width=0.8)


def quiet(picture: Svg, x: float, y: float, words: str, size: float = 10.5, **attributes: Any) -> None:
    """A line of quiet text."""
    picture.text(x, y, words, size=size, fill=SOFT, **attributes)
