"""The drawing of the map: regions, lines with their weather, cities with cubes, strips and aeroplanes.

Cities are placed by the `Tables`; a line is drawn half-way between the cities of its two regions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import SHEET, SOFT, Point, Svg
from ..actions import Action
from ..limits import CITIES, LINES, NONE, WEATHER_LINES, Cargo, Flight
from ..names import card_name, line_name
from ..state import Phase
from .draw import (
    RED,
    SIGN,
    draw_sign,
    draw_wings,
)
from .draw_city import CITY, draw_city, look_of
from .words import FLYING, card_words, has_wings, stops

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

MAP: tuple[float, float, float, float] = (12.0, 64.0, 1576.0, 628.0)
"""Left, top, width and height of the map on the picture."""

CARD = (158.0, 92.0)
"""Width and height of the place for weather on a line."""

SEA = "#dde8ee"


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
        look = look_of(game, record, city, frames.get(city, ""), tuple(standing.get(city, ())))
        draw_city(picture, place(game, city), look)


def _draw_weather(picture: Svg, game: Game, record: State, line: int, x: float) -> None:
    """The weather of a line and what its pioneers still win."""
    t, scenario = game.tables[0], game.options[0].scenario
    has_weather = line < WEATHER_LINES and bool(t.has_weather[scenario])
    card = int(record.card[line]) if has_weather else NONE
    shown = _card_words(game, line, card) if card != NONE else None
    words = "no card turned up" if has_weather else "no weather"
    top, left = MAP[1] + 4, x - CARD[0] / 2
    with picture.group(data_line=line_name(game, line)):
        _draw_card(picture, (left, top), line_name(game, line), shown, words, bool(t.red_line[line]))
        if line < WEATHER_LINES and has_wings(game):
            draw_pioneers(picture, game, record, line, (left + 6, top + CARD[1] - 19))


def _card_words(game: Game, line: int, card: int) -> tuple[str, str, str]:
    """Name and effect of a weather card, and the flights on which it acts."""
    t = game.tables[0]
    acts = [name for flight, name in zip(Flight, ("stops", "runs"), strict=True) if t.card_acts[line, card, flight]]
    once = ", once" if acts and t.card_once[line, card] != NONE else ""
    return card_name(game, line, card), card_words(game, line, card), f"{' and '.join(acts)}{once}"


@remembered
def _draw_card(
    picture: Svg, corner: Point, line: str, card: tuple[str, str, str] | None, words: str, red: bool
) -> None:
    """The place for weather on a line: what is said of the card that lies there, or other words if there is none."""
    (left, top), (width, height) = corner, CARD
    x, fill = left + width / 2, SHEET if card else "#eef3f6"
    picture.rect(left, top, width, height, rx=7, fill=fill, stroke=RED if red else SOFT, stroke_width=1.4)
    fit_text(picture, x, top + 15, line, width - 10, 12.5, bold=True, anchor="middle")
    if not card:
        picture.text(x, top + 40, words, size=10.5, fill=SOFT, anchor="middle")
        return
    name, effect, acts = card
    fit_text(picture, x, top + 30, name, width - 10, 11, anchor="middle")
    fit_text(picture, x, top + 44, effect, width - 10, 11, bold=True, anchor="middle")
    if acts:
        picture.text(x, top + 57, acts, size=9.5, fill=SOFT, anchor="middle")


def draw_pioneers(picture: Svg, game: Game, record: State, zone: int, corner: Point) -> None:
    """What pioneers win in a zone by kind of cargo; taken wings are faded."""
    wings = tuple(map(tuple, game.tables[0].pioneer_wings[zone].tolist()))
    _draw_pioneers(picture, corner, int(record.pioneers[zone]), wings)


@remembered
def _draw_pioneers(picture: Svg, corner: Point, taken: int, wings: tuple[tuple[int, ...], ...]) -> None:
    x, y = corner
    for kind in Cargo:
        draw_sign(picture, (x, y), kind, faded=kind < taken)
        if kind >= taken:
            draw_wings(picture, (x + SIGN + 1, y + 7), wings[kind])
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


def _standing(game: Game, record: State) -> dict[int, list[int]]:
    """The seats whose aeroplanes stand in a city, one entry for each aeroplane."""
    found: dict[int, list[int]] = {}
    for seat, cities in enumerate(record.runway[: game.players].tolist()):
        for city in cities:
            found.setdefault(city, []).append(seat)
    return found
