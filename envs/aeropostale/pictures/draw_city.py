"""The drawing of a city: cubes up to its maximum, strips, and the aeroplanes on its runway."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import NONE, SLOTS
from ..names import city_name
from .draw import (
    CONTINENT_FILLS,
    Contract,
    contract_of,
    draw_contract,
    draw_cube,
    draw_empty,
    draw_pill,
    draw_plane,
)
from .words import FLYING, contracts_in

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

CITY = (208.0, 122.0)
"""Width and height of a city's plate."""

SLOT = (98.0, 18.0)
CUBE = 14.0


@dataclass(frozen=True)
class Look:
    """All that is drawn of a city.

    Attributes:
        maximum: its maximum trade value, 0: closed.
        cubes: by seat.
        owner: the seat with the monopoly, −1: none.
        contracts: what lies face up.
        chosen: slots of contracts that a run executes, as a set.
        face_down: strips that lie face down.
        standing: the seats of the aeroplanes on the runway.
        frame: what it is to the seat to decide, in a word; empty: nothing.
        seat: that seat, −1: it is not needed.
    """

    name: str
    continent: int
    maximum: int
    cubes: tuple[int, ...]
    owner: int
    contracts: tuple[Contract, ...]
    chosen: int
    face_down: int
    standing: tuple[int, ...]
    frame: str
    seat: int


def look_of(game: Game, record: State, city: int, frame: str, standing: tuple[int, ...]) -> Look:
    """What is drawn of a city in a position."""
    flying_here = not record.done and record.event in FLYING and record.city == city
    return Look(
        name=city_name(game, city),
        continent=int(game.tables[0].continent[city]),
        maximum=int(record.maximum[city]),
        cubes=tuple(record.cubes[: game.players, city].tolist()),
        owner=int(record.monopoly[city]),
        contracts=tuple(contract_of(game, strip) for strip in contracts_in(record, city)),
        chosen=int(record.contracts) if flying_here else 0,
        face_down=int(record.face_down[city]),
        standing=standing,
        frame=frame,
        seat=int(record.seat) if frame else NONE,
    )


@remembered
def draw_city(picture: Svg, middle: Point, look: Look) -> None:
    """A city's plate: name, cubes up to the maximum, strips, aeroplanes on the runway."""
    (x, y), (width, height) = middle, CITY
    left, top = x - width / 2, y - height / 2
    with picture.group(data_city=look.name):
        if look.frame:
            picture.rect(left - 3, top - 3, width + 6, height + 6, rx=10, fill=SEAT_COLOURS[look.seat])
        fill, opacity = CONTINENT_FILLS[look.continent], None if look.maximum else 0.45
        picture.rect(left, top, width, height, rx=7, fill=fill, stroke=SOFT, opacity=opacity)
        if not look.maximum:
            fit_text(picture, x, y + 4, f"{look.name} is closed", width - 12, 12, fill=SOFT, anchor="middle")
            return
        fit_text(picture, left + 8, top + 16, look.name, 120, 13, bold=True)
        _draw_cubes(picture, look, (left + 8, top + 22), width - 16)
        _draw_slots(picture, look, (left + 4, top + 42))
        _draw_runway(picture, look, (left + 8, top + height - 20), width - 16)
        if look.frame:
            ground, ink = SEAT_COLOURS[look.seat], SEAT_INKS[look.seat]
            draw_pill(picture, (left + width - 42, top + height - 10), look.frame, ground, ink)


def _draw_cubes(picture: Svg, look: Look, corner: Point, width: float) -> None:
    """Cubes by seat and the places that are left, or the monopoly tile; at the top how many of how many."""
    x, y = corner
    most, owner, placed = look.maximum, look.owner, sum(look.cubes)
    words = f"maximum {most}" if owner != NONE else f"{placed} of {most}"
    picture.text(x + width, y - 6, words, size=11.5, fill=SOFT, anchor="end")
    if owner != NONE:
        draw_pill(picture, (x, y + 8), f"monopoly of seat {owner}", SEAT_COLOURS[owner], SEAT_INKS[owner], INK)
        return
    step = min(CUBE + 2, width / most)
    side = step - 1.5
    for seat, count in enumerate(look.cubes):
        for _ in range(count):
            draw_cube(picture, (x, y), seat, side)
            x += step
    draw_empty(picture, (x, y), side, step, most - placed)


def _draw_slots(picture: Svg, look: Look, corner: Point) -> None:
    """The contracts that lie face up, chosen ones framed, then strips that lie face down."""
    held = look.contracts
    for slot in range(min(len(held) + look.face_down, SLOTS)):
        x, y = corner[0] + slot % 2 * (SLOT[0] + 4), corner[1] + slot // 2 * (SLOT[1] + 2)
        if slot < len(held):
            chosen = look.chosen >> slot & 1
            edge = SEAT_COLOURS[look.seat] if chosen else FAINT
            picture.rect(x, y, *SLOT, rx=4, fill=SHEET, stroke=edge, stroke_width=2.5 if chosen else 0.8)
            draw_contract(picture, held[slot], (x + 3, y))
        else:
            picture.rect(x, y, *SLOT, rx=4, fill="#b9ad93", stroke=SOFT, stroke_width=0.8)
            picture.text(x + SLOT[0] / 2, y + 13, "face down", size=10, fill="#ffffff", anchor="middle", bold=True)


def _draw_runway(picture: Svg, look: Look, corner: Point, width: float) -> None:
    """The aeroplanes that stand in a city."""
    step = min(19.0, (width - 40) / max(len(look.standing), 1))
    for k, seat in enumerate(look.standing):
        draw_plane(picture, (corner[0] + 8 + k * step, corner[1] + 9), 9.5, SEAT_COLOURS[seat])
