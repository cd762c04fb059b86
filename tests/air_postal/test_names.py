"""Names of the own data pack, and of kinds of things."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from mailwing.envs.air_postal import names
from mailwing.envs.air_postal.limits import (
    FIRST_DIPLOMACY,
    FIRST_VIP,
    NONE,
    OBJECTIVES,
    AircraftType,
    BasicAction,
    Board,
    Category,
    CityKind,
    Colour,
    Continent,
    Equipment,
    Face,
    Load,
    Nation,
    Slot,
)
from mailwing.envs.air_postal.tables import load_tables

BOGOTA, PORTO_NOVO, LATE_28 = 29, 12, 24


@pytest.fixture(scope="module")
def game() -> Any:
    """As much of a game as names ask for."""
    return SimpleNamespace(tables=load_tables())


def test_names_are_read_back(game: Any) -> None:
    assert names.city_name(game, BOGOTA) == "Bogotá"
    assert names.city_code(game, PORTO_NOVO) == "PNO"
    assert names.aircraft_name(game, LATE_28) == "Latécoère 28"
    assert names.pilot_name(game, 7) == "Günther von Hünefeld"
    assert names.great_first_name(game, 1) == "South Atlantic"
    assert names.equipment_name(game, Equipment.MET_REPORT) == "Met Report"
    assert names.setup_name(game, 0) == "La Ligne"


def test_names_of_objective_cards(game: Any) -> None:
    assert names.objective_name(game, 2) == "Paris – Moscow"
    assert names.objective_name(game, FIRST_VIP) == "Josephine Baker"
    assert names.objective_name(game, FIRST_DIPLOMACY) == "Soviet Diplomacy"
    assert len({names.objective_name(game, k) for k in range(OBJECTIVES)}) == OBJECTIVES


def test_a_seat_is_called_by_its_pilot(game: Any) -> None:
    s = SimpleNamespace(pilot=[NONE, 1])
    assert [names.seat_name(game, s, seat) for seat in (0, 1)] == ["seat 0", "Dieudonné Costes"]


def test_names_of_kinds() -> None:
    assert names.load_name(Load.GERMAN_BAG) == "German Diplomatic Bag"
    assert names.category_name(Category.PAX) == "PAX"
    assert names.nation_name(Nation.SOVIET) == "Soviet"
    assert names.kind_name(CityKind.BIG_CITY) == "Big City"
    assert names.continent_name(Continent.SOUTH_AMERICA) == "South America"
    assert names.board_name(Board.ATLANTIC) == "Atlantic Map"
    assert names.colour_name(Colour.WHITE) == "white"
    assert names.face_name(Face.ICE_AND_SNOW) == "Ice & Snow"
    assert names.type_name(AircraftType.SEAPLANE) == "Seaplane"
    assert names.slot_name(Slot.MAINTENANCE_AND_REVENUES) == "Maintenance & Revenues"
    assert names.basic_action_name(BasicAction.FLIGHT_OPS) == "Flight Ops"
