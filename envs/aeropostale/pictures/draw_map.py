"""The drawing of the map: regions, lines with their weather, cities with cubes, strips and aeroplanes.

Cities are placed by the `Tables`; a line is drawn half-way between the cities of its two regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.svg import FAINT, INK, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..actions import Action
from ..limits import CITIES, LINES, NONE, SLOTS, WEATHER_LINES, Cargo, Flight
from ..names import card_name, city_name, line_name
from ..state import Phase
from .draw import (
    CONTINENT_FILLS,
    RED,
    SIGN,
    draw_contract,
    draw_cube,
    draw_empty,
    draw_pill,
    draw_plane,
    draw_sign,
    draw_wings,
)
from .words import FLYING, card_words, contracts_in, stops

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

MAP: tuple[float, float, float, float] = (12.0, 64.0, 1576.0, 628.0)
"""Left, top, width and height of the map on the picture."""

CITY = (208.0, 122.0)
"""Width and height of a city's plate."""

CARD = (158.0, 92.0)
"""Width and height of the place for weather on a line."""

SEA = "#dde8ee"
SLOT = (98.0, 18.0)
CUBE = 14.0


def place(game: Game, city: int) -> Point:
    """The middle of a city's plate."""
    left, top, width, height = MAP
    x = left + float(game.tables[0].x[city]) * width / 100
    y = top + float(game.tables[0].y[city]) * height / 100
    wide, high = CITY[0] / 2 + 3, CITY[1] / 2 + 3
    return min(max(x, left + wide), left + width - wide), min(max(y, top + high), top + height - high)


def line_place(game: Game, line: int) -> float:
    """Where a geographical line is drawn: half-way between the cities on its two sides."""
    region = game.tables[0].region
    before = [place(game, city)[0] for city in range(CITIES) if region[city] == line]
    behind = [place(game, city)[0] for city in range(CITIES) if region[city] == line + 1]
    return (max(before) + min(behind)) / 2


def draw_map(picture: Svg, game: Game, record: State, mask: Any) -> None:
    """The whole map; `mask` are the legal actions."""
    left, top, width, height = MAP
    picture.rect(left, top, width, height, rx=10, fill=SEA)
    for line in range(LINES):
        x, red = line_place(game, line), bool(game.tables[0].red_line[line])
        picture.line(
            (x, top),
            (x, top + height),
            stroke=RED if red else SOFT,
            stroke_width=3 if red else 1.6,
            stroke_dasharray="7 4",
        )
        _draw_weather(picture, game, record, line, x)
    frames, standing = frames_of(game, record, mask), _standing(game, record)
    for city in range(CITIES):
        _draw_city(picture, game, record, city, frames.get(city), standing.get(city, []))


def _draw_weather(picture: Svg, game: Game, record: State, line: int, x: float) -> None:
    """The weather of a line and what its pioneers still win."""
    (width, height), top = CARD, MAP[1] + 4
    left = x - width / 2
    has_weather = line < WEATHER_LINES and bool(game.tables[0].has_weather[game.options[0].scenario])
    card = int(record.card[line]) if has_weather else NONE
    with picture.group(data_line=line_name(game, line)):
        fill = SHEET if card != NONE else "#eef3f6"
        edge = RED if game.tables[0].red_line[line] else SOFT
        picture.rect(left, top, width, height, rx=7, fill=fill, stroke=edge, stroke_width=1.4)
        fit_text(picture, x, top + 15, line_name(game, line), width - 10, 12.5, bold=True, anchor="middle")
        if card != NONE:
            _draw_card(picture, game, line, card, (x, top + 30), width - 10)
        else:
            words = "no card turned up" if has_weather else "no weather"
            picture.text(x, top + 40, words, size=10.5, fill=SOFT, anchor="middle")
        if line < WEATHER_LINES and game.tables[0].has_wings[game.options[0].scenario]:
            draw_pioneers(picture, game, record, line, (left + 6, top + height - 19))


def _draw_card(picture: Svg, game: Game, line: int, card: int, middle: Point, width: float) -> None:
    """Name and effect of a weather card, and the flights on which it acts."""
    x, y = middle
    t = game.tables[0]
    acts = [name for flight, name in zip(Flight, ("stops", "runs"), strict=True) if t.card_acts[line, card, flight]]
    once = ", once" if acts and t.card_once[line, card] != NONE else ""
    fit_text(picture, x, y, card_name(game, line, card), width, 11, anchor="middle")
    fit_text(picture, x, y + 14, card_words(game, line, card), width, 11, bold=True, anchor="middle")
    if acts:
        picture.text(x, y + 27, f"{' and '.join(acts)}{once}", size=9.5, fill=SOFT, anchor="middle")


def draw_pioneers(picture: Svg, game: Game, record: State, zone: int, corner: Point) -> None:
    """What pioneers win in a zone by kind of cargo; taken wings are faded."""
    x, y = corner
    for kind in Cargo:
        taken = kind < record.pioneers[zone]
        draw_sign(picture, (x, y), kind, faded=taken)
        if not taken:
            draw_wings(picture, (x + SIGN + 1, y + 7), game.tables[0].pioneer_wings[zone, kind])
        x += 50


def frames_of(game: Game, record: State, mask: Any) -> dict[int, str]:
    """Cities that matter now: where a stop or a run is possible, or where the flight lands and takes off."""
    if record.done:
        return {}
    if record.phase == Phase.ACTION:
        frames = {city: "stop" for city in range(CITIES) if mask[Action.CREATE + city]}
        return frames | {city: "run" for city in range(CITIES) if mask[Action.RUN + city]}
    if record.event not in FLYING:
        return {}
    regions = [record.origin] if record.origin != NONE else mask[Action.TAKE_OFF : Action.DESIGN].nonzero()[0]
    own = [city for city in stops(record, int(record.seat)) if game.tables[0].region[city] in regions]
    return {city: "from" for city in own if city != record.city} | {int(record.city): "to"}


def _draw_city(picture: Svg, game: Game, record: State, city: int, frame: str | None, standing: list[int]) -> None:
    """A city's plate: name, cubes up to the maximum, strips, aeroplanes on the runway."""
    (x, y), (width, height) = place(game, city), CITY
    left, top = x - width / 2, y - height / 2
    is_closed, seat = not record.maximum[city], int(record.seat)
    with picture.group(data_city=city_name(game, city)):
        if frame:
            picture.rect(left - 3, top - 3, width + 6, height + 6, rx=10, fill=SEAT_COLOURS[seat])
        fill = CONTINENT_FILLS[game.tables[0].continent[city]]
        picture.rect(left, top, width, height, rx=7, fill=fill, stroke=SOFT, opacity=0.45 if is_closed else None)
        if is_closed:
            picture.text(x, y + 4, f"{city_name(game, city)} is closed", size=12, fill=SOFT, anchor="middle")
            return
        fit_text(picture, left + 8, top + 16, city_name(game, city), 120, 13, bold=True)
        _draw_cubes(picture, game, record, city, (left + 8, top + 22), width - 16)
        _draw_slots(picture, game, record, city, (left + 4, top + 42))
        _draw_runway(picture, standing, (left + 8, top + height - 20), width - 16)
        if frame:
            draw_pill(picture, (left + width - 42, top + height - 10), frame, SEAT_COLOURS[seat], SEAT_INKS[seat])


def _draw_cubes(picture: Svg, game: Game, record: State, city: int, corner: Point, width: float) -> None:
    """Cubes by seat and the places that are left, or the monopoly tile; at the top how many of how many."""
    x, y = corner
    most, owner = int(record.maximum[city]), int(record.monopoly[city])
    placed = int(record.cubes[: game.players, city].sum())
    words = f"maximum {most}" if owner != NONE else f"{placed} of {most}"
    picture.text(x + width, y - 6, words, size=11.5, fill=SOFT, anchor="end")
    if owner != NONE:
        draw_pill(picture, (x, y + 8), f"monopoly of seat {owner}", SEAT_COLOURS[owner], SEAT_INKS[owner], INK)
        return
    step = min(CUBE + 2, width / max(most, 1))
    side = step - 1.5
    for seat, count in enumerate(record.cubes[: game.players, city].tolist()):
        for _ in range(count):
            draw_cube(picture, (x, y), seat, side)
            x += step
    draw_empty(picture, (x, y), side, step, most - placed)


def _draw_slots(picture: Svg, game: Game, record: State, city: int, corner: Point) -> None:
    """The contracts that lie face up, chosen ones framed, then strips that lie face down."""
    held = contracts_in(record, city)
    flying_here = not record.done and record.event in FLYING and record.city == city
    for slot in range(min(len(held) + int(record.face_down[city]), SLOTS)):
        x, y = corner[0] + slot % 2 * (SLOT[0] + 4), corner[1] + slot // 2 * (SLOT[1] + 2)
        if slot < len(held):
            chosen = flying_here and int(record.contracts) >> slot & 1
            edge = SEAT_COLOURS[record.seat] if chosen else FAINT
            picture.rect(x, y, *SLOT, rx=4, fill=SHEET, stroke=edge, stroke_width=2.5 if chosen else 0.8)
            draw_contract(picture, game, held[slot], (x + 3, y))
        else:
            picture.rect(x, y, *SLOT, rx=4, fill="#b9ad93", stroke=SOFT, stroke_width=0.8)
            picture.text(x + SLOT[0] / 2, y + 13, "face down", size=10, fill="#ffffff", anchor="middle", bold=True)


def _standing(game: Game, record: State) -> dict[int, list[int]]:
    """The seats whose aeroplanes stand in a city, one entry for each aeroplane."""
    found: dict[int, list[int]] = {}
    for seat, cities in enumerate(record.runway[: game.players].tolist()):
        for city in cities:
            found.setdefault(city, []).append(seat)
    return found


def _draw_runway(picture: Svg, standing: list[int], corner: Point, width: float) -> None:
    """The aeroplanes that stand in a city."""
    step = min(19.0, (width - 40) / max(len(standing), 1))
    for k, seat in enumerate(standing):
        draw_plane(picture, (corner[0] + 8 + k * step, corner[1] + 9), 9.5, SEAT_COLOURS[seat])
