"""Names of cities, aircraft, pilots and cards, bytes in the tables and text elsewhere, and of kinds of things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .._core.packs import PackTable
from .limits import (
    AIR_ROUTES,
    NAME_BYTES,
    AircraftType,
    BasicAction,
    Board,
    Category,
    CityKind,
    Colour,
    Continent,
    Face,
    Load,
    Nation,
    Slot,
)

if TYPE_CHECKING:
    from .._core.game import Game

LOAD_NAMES = {
    Load.MAIL: "Mail Delivery",
    Load.PRIORITY_LETTER: "Priority Letter",
    Load.SMUGGLING_CASE: "Smuggling Case",
    Load.SOVIET_BAG: "Soviet Diplomatic Bag",
    Load.FRENCH_BAG: "French Diplomatic Bag",
    Load.BRITISH_BAG: "British Diplomatic Bag",
    Load.AMERICAN_BAG: "American Diplomatic Bag",
    Load.GERMAN_BAG: "German Diplomatic Bag",
    Load.FUEL_CAN: "Fuel Can",
    Load.PAX: "PAX on Board",
}

FACE_NAMES = {
    Face.CLEAR_SKY: "Clear Sky",
    Face.ICE_AND_SNOW: "Ice & Snow",
    Face.RAIN: "Rain",
    Face.FOG: "Fog",
    Face.HEADWIND: "Headwind",
    Face.THUNDERSTORM: "Thunderstorm",
    Face.TROPICAL_CYCLONE: "Tropical Cyclone",
}

SLOT_NAMES = {
    Slot.FLIGHT_OPS: "Flight Ops",
    Slot.OBJECTIVES: "Objectives",
    Slot.REVENUES: "Revenues",
    Slot.MAINTENANCE_AND_REVENUES: "Maintenance & Revenues",
    Slot.OBJECTIVES_AND_REVENUES: "Objectives & Revenues",
    Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE: "Aircraft Change & Maintenance",
}

BASIC_ACTION_NAMES = {
    BasicAction.OBJECTIVES: "Objectives",
    BasicAction.MAINTENANCE: "Maintenance",
    BasicAction.FLIGHT_OPS: "Flight Ops",
}

TYPE_NAMES = {
    AircraftType.LAND_PLANE: "Land Plane",
    AircraftType.SEAPLANE: "Seaplane",
    AircraftType.AMPHIBIAN: "Amphibian",
    AircraftType.LAND_PLANE_FOR_FLOATS: "Land Plane (Seaplane)",
}

CATEGORY_NAMES = {
    Category.CARGO: "Cargo",
    Category.PAX: "PAX",
    Category.CREW: "Crew",
    Category.SYSTEM: "System",
}

ROUTE_DASH = " – "
"""Between the two cities of an Air Route."""


def spell(place: Any, name: str, entry: PackTable, key: str = "name") -> None:
    """Write a name into a row of a table, uint8 [NAME_BYTES] (DataPackError: it is too long)."""
    letters = name.encode()
    if not 0 < len(letters) <= NAME_BYTES:
        raise entry.fault(key, f"must have 1 to {NAME_BYTES} bytes, '{name}' has {len(letters)}")
    place[: len(letters)] = list(letters)


@lru_cache(maxsize=1024)
def _read(letters: bytes) -> str:
    return letters.rstrip(b"\0").decode()


def city_name(game: Game, city: int) -> str:
    """Such as `"Porto Novo"`."""
    return _read(game.tables[0].city_name[city].tobytes())


def city_code(game: Game, city: int) -> str:
    """Three letters: `"PNO"`."""
    return _read(game.tables[0].city_code[city].tobytes())


def great_first_name(game: Game, great_first: int) -> str:
    """Such as `"South Atlantic"`."""
    return _read(game.tables[0].great_first_name[great_first].tobytes())


def aircraft_name(game: Game, aircraft: int) -> str:
    """Such as `"Latécoère 28"`."""
    return _read(game.tables[0].aircraft_name[aircraft].tobytes())


def pilot_name(game: Game, pilot: int) -> str:
    """Such as `"Maryse Bastié"`."""
    return _read(game.tables[0].pilot_name[pilot].tobytes())


def seat_name(game: Game, s: Any, seat: int) -> str:
    """The pilot of a seat, by whom people at the table call it; before one is chosen: `"seat 0"`."""
    pilot = int(s.pilot[seat])
    return pilot_name(game, pilot) if pilot >= 0 else f"seat {seat}"


def objective_name(game: Game, objective: int) -> str:
    """An Objective card: `"Paris – Moscow"`, `"Anna May Wong"` or `"Soviet Diplomacy"`."""
    if objective < AIR_ROUTES:
        return ROUTE_DASH.join(city_name(game, int(city)) for city in game.tables[0].air_route[objective])
    return _read(game.tables[0].objective_name[objective].tobytes())


def equipment_name(game: Game, equipment: int) -> str:
    """A System or Crew card: `"Met Report"`."""
    return _read(game.tables[0].equipment_name[equipment].tobytes())


def setup_name(game: Game, setup: int) -> str:
    """A Setup postcard: `"La Ligne"`."""
    return _read(game.tables[0].setup_name[setup].tobytes())


def load_name(load: int) -> str:
    """A kind of Load card: `"Mail Delivery"`."""
    return LOAD_NAMES[Load(load)]


def category_name(category: int) -> str:
    """What a Load value is for: `"Cargo"`."""
    return CATEGORY_NAMES[Category(category)]


def nation_name(nation: int) -> str:
    """As in `"Soviet"` Embassy."""
    return Nation(nation).name.title()


def kind_name(kind: int) -> str:
    """A kind of city: `"Big City"`."""
    return _title(CityKind(kind).name)


def continent_name(continent: int) -> str:
    """Such as `"South America"`."""
    return _title(Continent(continent).name)


def board_name(board: int) -> str:
    """A side of the game board: `"Atlantic Map"`."""
    return f"{_title(Board(board).name)} Map"


def colour_name(colour: int) -> str:
    """Of a Weather die: `"blue"`."""
    return Colour(colour).name.lower()


def face_name(face: int) -> str:
    """Of a Weather die: `"Ice & Snow"`."""
    return FACE_NAMES[Face(face)]


def type_name(kind: int) -> str:
    """A type of aircraft: `"Land Plane"`."""
    return TYPE_NAMES[AircraftType(kind)]


def slot_name(slot: int) -> str:
    """A slot of the Operations board: `"Maintenance & Revenues"`."""
    return SLOT_NAMES[Slot(slot)]


def basic_action_name(action: int) -> str:
    """An action of the Basic variant: `"Flight Ops"`."""
    return BASIC_ACTION_NAMES[BasicAction(action)]


def _title(name: str) -> str:
    return name.replace("_", " ").title()
