"""Aircraft that can be bought: new ones by level, second-hand ones first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import LINE, Point, Svg
from ..limits import AircraftType
from ..names import aircraft_name
from .draw import draw_box, quiet
from .facts import aircraft_list

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

TYPE_LETTERS = {
    AircraftType.LAND_PLANE: "L",
    AircraftType.SEAPLANE: "S",
    AircraftType.AMPHIBIAN: "A",
    AircraftType.LAND_PLANE_FOR_FLOATS: "(S)",
}
HEAD = ("fuel/range", "C·P·cr·sy", "price/resale")
BASIC_HEAD = ("fuel/range", "load", "price/resale")
COLUMNS = 2
USED_FILL = "#fbe9c6"


def draw_aircraft(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The reserve and the second-hand pile as a list: level, name, type, Max Fuel and Range, Load values, prices."""
    (x, y), (width, height) = corner, size
    draw_box(picture, corner, size, "Aircraft on sale")
    quiet(picture, x + 124, y + 18, "L land  S sea  A amphibian  (S) with Floats; second-hand on yellow", 10)
    found = aircraft_list(record)
    rows = max(-(-len(found) // COLUMNS), 1)
    step, high = (width - 14) / COLUMNS, min(13.2, (height - 42) / rows)
    for column in range(COLUMNS):
        head = BASIC_HEAD if game.options[0].basic else HEAD
        _draw_columns(picture, (x + 8 + column * step, y + 33), step - 8, ("", "", "", *head), 8.5)
    for k, (aircraft, used) in enumerate(found):
        at = x + 8 + k // rows * step, y + 34 + (k % rows + 1) * high
        with picture.group(data_aircraft=aircraft_name(game, aircraft)):
            if used:
                picture.rect(at[0] - 2, at[1] - high + 2.5, step - 4, high, rx=2, fill=USED_FILL, stroke=LINE)
            _draw_columns(picture, at, step - 8, aircraft_row(game, aircraft), min(10.5, high * 0.84))


def aircraft_row(game: Game, aircraft: int) -> tuple[str, ...]:
    """Level, name, type, Max Fuel and Range, Load values (Cargo, PAX, Crew, System), price and resale price."""
    t = game.tables[0]
    loads = (
        str(t.basic_load[aircraft]) if game.options[0].basic else "·".join(map(str, t.load_value[aircraft].tolist()))
    )
    return (
        str(t.level[aircraft]),
        aircraft_name(game, aircraft),
        TYPE_LETTERS[AircraftType(int(t.aircraft_type[aircraft]))],
        f"{t.max_fuel[aircraft]}/{t.range[aircraft]}",
        loads,
        f"${t.price[aircraft]}k/{t.resale[aircraft]}",
    )


@remembered
def _draw_columns(picture: Svg, left: Point, width: float, words: tuple[str, ...], size: float) -> None:
    """One line of the list."""
    x, y = left
    level, name, kind, reach, loads, prices = words
    picture.text(x, y, level, size=size, bold=True)
    if name:
        fit_text(picture, x + 11, y, name, width * 0.41 - 11, size)
    for at, word in ((0.48, kind), (0.62, reach), (0.79, loads), (1.0, prices)):
        picture.text(x + width * at, y, word, size=size * 0.95, anchor="end")
