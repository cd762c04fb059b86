"""The drawing of a place for an aeroplane on the instrument panel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text, wrapped
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, Point, Svg
from ..limits import NONE, Cargo
from ..names import city_name, design_name
from ..rules.common import capacity_of
from .draw import CONDITION_FILLS, RED, SIGN, draw_icons, draw_plane, draw_tile
from .words import tiles_at

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WORDS = 10.5
"""Size of the words."""


@dataclass(frozen=True)
class Aeroplane:
    """All that is drawn of a design on the panel.

    Attributes:
        capacity: elements that it carries, with the tile of the speed record.
        icons: what it carries, as a set of Cargo.
        tiles: the record tiles under it.
        condition: the area where its figure is.
        where: the city where its figure stands, empty: on the panel.
    """

    seat: int
    name: str
    capacity: int
    icons: int
    fuel: int
    range: int
    red: bool
    tiles: tuple[int, ...]
    condition: int
    where: str


def aeroplane_at(game: Game, record: State, seat: int, place: int) -> Aeroplane:
    """The design in a place of a seat's panel."""
    t, company, design = game.tables[0], int(record.company[seat]), int(record.fleet[seat, place])
    city = int(record.runway[seat, place])
    return Aeroplane(
        seat=seat,
        name=design_name(game, company, design),
        capacity=int(capacity_of(t, record, seat, place)),
        icons=int(t.icons[company, design]),
        fuel=int(t.fuel[company, design]),
        range=int(t.range[company, design]),
        red=bool(t.red_range[company, design]),
        tiles=tuple(tiles_at(record, seat, place)),
        condition=int(record.condition[seat, place]),
        where=city_name(game, city) if city != NONE else "",
    )


@remembered
def draw_aeroplane(picture: Svg, corner: Point, size: tuple[float, float], look: Aeroplane | None) -> None:
    """A place of the panel: condition, design, what it carries, fuel and range, record tiles; None: it is empty."""
    (x, y), (width, height) = corner, size
    if look is None:
        picture.rect(x, y, width, height, rx=5, fill="none", stroke=FAINT, stroke_dasharray="3 2")
        return
    middle = x + width / 2
    picture.rect(x, y, width, height, rx=5, fill="#ffffff", stroke=LINE)
    picture.rect(x, y, width, 17, rx=5, fill=CONDITION_FILLS[look.condition])
    if look.where:
        fit_text(picture, middle, y + 12.5, look.where, width - 4, WORDS, anchor="middle")
    else:
        draw_plane(picture, (middle, y + 8.5), 8, SEAT_COLOURS[look.seat])
    for k, words in enumerate(wrapped(look.name, width - 5, WORDS)[:3]):
        fit_text(picture, middle, y + 28 + 11 * k, words, width - 4, WORDS, anchor="middle")
    wide = 11 + SIGN * sum(look.icons >> kind & 1 for kind in Cargo)
    picture.text(middle - wide / 2, y + 72, str(look.capacity), size=12.5, bold=True)
    draw_icons(picture, (middle - wide / 2 + 11, y + 61), look.icons)
    room = width - (20 if look.tiles else 4)
    for k, words in enumerate((f"fuel {look.fuel}", f"range {look.range}")):
        bold, ink = bool(k and look.red), RED if k and look.red else INK
        fit_text(picture, x + 3 + room / 2, y + 86 + 12 * k, words, room, WORDS, bold=bold, fill=ink, anchor="middle")
    for tile, (dx, dy) in zip(look.tiles, ((width - 15, 88), (width - 15, 74), (2, 2)), strict=False):
        draw_tile(picture, (x + dx, y + dy), tile, 13)
