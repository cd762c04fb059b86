"""Small drawn things that several parts of the picture share: cargo, wings, cubes, pilots, aeroplanes, contracts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..._core.pictures.lettering import text_width
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg, number
from ..limits import Cargo, Rank, RecordKind

if TYPE_CHECKING:
    from ..._core.game import Game

CARGO_FILLS = ("#fbe3a0", "#dcc3a1", "#b9d7ee", "#ffffff")
"""Mail, freight, passengers, and elements of any kind."""
CARGO_SIGNS = "MFP?"
WING_FILLS = ("#b5733c", "#e0ac1c", "#a9b7c4", "#7fd0ee")
WING_INKS = ("#ffffff", INK, INK, INK)
CONDITION_FILLS = ("#8fc98b", "#f0b35a", "#e08277")
"""Green, orange and red areas of the instrument panel."""
PILOT_FILLS = ("#ffffff", "#a6adb5", "#e0ac1c")
CONTINENT_FILLS = ("#e9f0dc", "#f8e7c4", "#d8ebd5")
RECORD_FILLS = ("#f3d0c4", "#cfdcf2", "#e3d3ee")
RED = "#c0322b"
PLANE_OUTLINE = ((0, -0.78), (0.14, -0.15), (0.8, 0.12), (0.8, 0.3), (0.12, 0.2), (0.08, 0.55), (0.3, 0.78))
SIGN = 14.0
"""Side of a piece of cargo, and the step from one to the next."""


def draw_box(picture: Svg, corner: Point, size: tuple[float, float], title: str) -> None:
    """A panel with a title."""
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=8, fill=SHEET, stroke=LINE)
    picture.text(x + 10, y + 17, title, size=12.5, bold=True)


def draw_pill(picture: Svg, left: Point, words: str, fill: str, ink: str, edge: str | None = None) -> float:
    """A few words on a rounded ground, which begins at `left`; returns where it ends."""
    x, y = left
    width = pill_width(words)
    picture.rect(x, y - 8.5, width, 17, rx=8.5, fill=fill, stroke=edge)
    picture.text(x + width / 2, y + 3.8, words, size=10.5, fill=ink, anchor="middle", bold=True)
    return x + width


def pill_width(words: str) -> float:
    """How wide a pill with these words is."""
    return text_width(words, 10.5, bold=True) + 12


def draw_seat_badge(picture: Svg, centre: Point, seat: int, radius: float = 9.0) -> None:
    """A seat's colour with its number."""
    x, y = centre
    picture.circle(x, y, radius, fill=SEAT_COLOURS[seat])
    picture.text(x, y + radius * 0.4, str(seat), size=radius * 1.2, fill=SEAT_INKS[seat], anchor="middle", bold=True)


def draw_sign(picture: Svg, corner: Point, kind: int, faded: bool = False) -> None:
    """An element of cargo, its letter on its colour; `len(Cargo)` is one of any kind."""
    x, y = corner
    opacity = 0.35 if faded else None
    picture.rect(x, y, SIGN - 1, SIGN, rx=2.5, fill=CARGO_FILLS[kind], stroke=SOFT, stroke_width=0.8, opacity=opacity)
    x, y = x + (SIGN - 1) / 2, y + 10.6
    picture.text(x, y, CARGO_SIGNS[kind], size=10, anchor="middle", bold=True, opacity=opacity)


def draw_wing(picture: Svg, centre: Point, kind: int, words: str, radius: float = 7.0) -> None:
    """A wing marker, or several of a kind, with how many there are."""
    x, y = centre
    picture.circle(x, y, radius, fill=WING_FILLS[kind], stroke=INK, stroke_width=0.8)
    size = radius * 1.35
    picture.text(x, y + size * 0.36, words, size=size, fill=WING_INKS[kind], anchor="middle", bold=True)


def draw_wings(picture: Svg, left: Point, counts: Sequence[int]) -> float:
    """Wings by kind, beginning at `left`; returns where they end."""
    x, y = left
    for kind, count in enumerate(counts):
        if count:
            draw_wing(picture, (x + 7, y), kind, str(count))
            x += 15.5
    return x


@dataclass(frozen=True)
class Contract:
    """What is printed on a contract.

    Attributes:
        asks: elements of mail, freight, passengers, and of any kind.
        earns: bronze and gold wings.
    """

    asks: tuple[int, ...]
    earns: tuple[int, ...]


def contract_of(game: Game, number: int) -> Contract:
    """A contract by its number among all that can lie in a slot."""
    t = game.tables[0]
    return Contract((*t.asks[number].tolist(), int(t.asks_any[number])), tuple(t.earns[number].tolist()))


def draw_contract(picture: Svg, contract: Contract, corner: Point) -> None:
    """What a contract asks for and pays, 18 high."""
    x, y = corner
    for kind, count in enumerate(contract.asks):
        for _ in range(count):
            draw_sign(picture, (x, y + 2), kind)
            x += SIGN
    if not any(contract.asks):
        picture.text(x + 2, y + 13, "no contract", size=10.5, fill=SOFT)
    elif not any(contract.earns):
        picture.text(x + 4, y + 13, "no pay", size=10.5, fill=SOFT)
    else:
        draw_wings(picture, (x + 4, y + 9), contract.earns)


def draw_cube(picture: Svg, corner: Point, seat: int, side: float = 14.0) -> None:
    """A seat's cube with its number."""
    x, y = corner
    picture.rect(x, y, side, side, rx=2, fill=SEAT_COLOURS[seat], stroke=INK, stroke_width=0.7)
    size = side * 0.72
    middle, base = x + side / 2, y + side / 2 + size * 0.36
    picture.text(middle, base, str(seat), size=size, fill=SEAT_INKS[seat], anchor="middle", bold=True)


def draw_plane(picture: Svg, centre: Point, radius: float, fill: str, edge: str | None = INK) -> None:
    """A figure of an aeroplane."""
    picture.add("polygon", points=_plane(*centre, radius), fill=fill, stroke=edge, stroke_width=0.8)


@lru_cache(maxsize=1 << 10)
def _plane(x: float, y: float, radius: float) -> str:
    mirrored = [*PLANE_OUTLINE, *((-px, py) for px, py in reversed(PLANE_OUTLINE))]
    return " ".join(f"{number(x + px * radius)},{number(y + py * radius)}" for px, py in mirrored)


def draw_pilot(picture: Svg, centre: Point, rank: int) -> None:
    """A pilot token: white, grey, or golden with an L."""
    x, y = centre
    picture.circle(x, y, 7.5, fill=PILOT_FILLS[rank], stroke=INK, stroke_width=1)
    picture.text(x, y + 3.6, "rsL"[rank], size=10, anchor="middle", bold=rank == Rank.LEGENDARY)


def draw_tile(picture: Svg, corner: Point, record: int, side: float = 14.0) -> None:
    """A record tile: its letter on its colour."""
    x, y = corner
    picture.rect(x, y, side, side, rx=2, fill=RECORD_FILLS[record], stroke=INK, stroke_width=1)
    middle, base = x + side / 2, y + side * 0.76
    picture.text(middle, base, RecordKind(record).name[0], size=side * 0.72, anchor="middle", bold=True)


def draw_token(picture: Svg, left: Point, value: int, count: int) -> float:
    """Meeting bonus tokens of a value; returns where they end."""
    x, y = left
    picture.circle(x + 10, y, 10, fill="#f4ead0", stroke=INK, stroke_width=1)
    picture.text(x + 10, y + 4, f"+{value}", size=11, anchor="middle", bold=True)
    if count == 1:
        return x + 20
    picture.text(x + 23, y + 4, f"×{count}", size=11.5, bold=True)
    return x + 25 + text_width(f"×{count}", 11.5, bold=True)


def draw_icons(picture: Svg, corner: Point, kinds: int) -> None:
    """What an aeroplane carries: its signs side by side."""
    x, y = corner
    for kind in Cargo:
        if kinds >> kind & 1:
            draw_sign(picture, (x, y), kind)
            x += SIGN


def quiet(picture: Svg, x: float, y: float, words: str, size: float = 10.5, **attributes: Any) -> None:
    """A line of quiet text."""
    picture.text(x, y, words, size=size, fill=SOFT, **attributes)


def draw_empty(picture: Svg, corner: Point, side: float, step: float, count: int) -> None:
    """A row of places where nothing lies."""
    x, y = corner
    box = f"h{number(side)}v{number(side)}h{number(-side)}z"
    rows = "".join(f"M{number(x + k * step)} {number(y)}{box}" for k in range(count))
    if rows:
        picture.path(rows, fill="#ffffff", stroke=FAINT, stroke_width=0.8, stroke_dasharray="2.500 1.500")
