"""What is printed, written as it is observed, so that the observation need only copy it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._core.record import Record
from .limits import (
    AIR_ROUTES,
    AIRCRAFT,
    CATEGORIES,
    CITIES,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    OBJECTIVES,
    AircraftType,
    Board,
    CityKind,
)
from .observation import HALVED, MAP, PLACES, SCALE, Aircraft, Objective
from .paths import MAX_DISTANCE

if TYPE_CHECKING:
    from .tables import Tables

SAFE_ON_LAND = (AircraftType.LAND_PLANE, AircraftType.AMPHIBIAN, AircraftType.LAND_PLANE_FOR_FLOATS)
SAFE_ON_WATER = {AircraftType.SEAPLANE: 1.0, AircraftType.AMPHIBIAN: 1.0, AircraftType.LAND_PLANE_FOR_FLOATS: 0.5}


def write_as_observed(t: Tables) -> None:
    """Fill in aircraft, Objective cards, distances and kinds of places as they are observed."""
    for aircraft in range(AIRCRAFT):
        _write_aircraft(t, t.aircraft_seen[aircraft], aircraft)
    for board in Board:
        for card in range(OBJECTIVES):
            _write_objective(t, t.objective_seen[board * (OBJECTIVES + 1) + 1 + card], board, card)
    for city in range(CITIES):
        kind, nation = int(t.kind[city]), int(t.nation[city])
        t.place[city] = PLACES.index(CityKind(kind).name.lower()) if kind != CityKind.EMBASSY else 3 + nation
    t.distance_seen[:] = np.maximum(t.distance, 0) * MAP.distance
    t.nearness[:] = np.where(t.distance >= 0, 0.5 ** (t.distance / HALVED), 0)
    t.to_deliver_seen[:] = np.where(t.to_deliver < MAX_DISTANCE, t.to_deliver, 0) * SCALE.to_deliver


def _put(place: Any, kind: type[Record], **values: float) -> None:
    for name, value in values.items():
        setattr(place, name, value / kind.fields[name].scale)


def _write_aircraft(t: Tables, place: Any, aircraft: int) -> None:
    kind = AircraftType(int(t.aircraft_type[aircraft]))
    _put(
        place,
        Aircraft,
        level=int(t.level[aircraft]),
        max_fuel=int(t.max_fuel[aircraft]),
        range=int(t.range[aircraft]),
        resale=int(t.resale[aircraft]),
        land=float(kind in SAFE_ON_LAND),
        water=SAFE_ON_WATER.get(kind, 0.0),
    )
    scale = Aircraft.fields["load_value"].scale
    for category in range(CATEGORIES):
        place.load_value[category] = t.load_value[aircraft, category] / scale


def _write_objective(t: Tables, place: Any, board: int, card: int) -> None:
    _put(place, Objective, glory=int(t.objective_glory[card]), money=int(t.objective_money[card]))
    if card < AIR_ROUTES:
        first, second = t.air_route[card].tolist()
        _put(place, Objective, air_route=1, length=max(0, int(t.distance[board, first, second])))
        _write_cities(t, place, first, second)
    elif card < FIRST_DIPLOMACY:
        city = int(t.vip_city[card - FIRST_VIP])
        _put(place, Objective, vip=1)
        _write_cities(t, place, city, city)
    else:
        place.nation[t.diplomacy_nation[card - FIRST_DIPLOMACY]] = 1


def _write_cities(t: Tables, place: Any, *cities: int) -> None:
    for k, city in enumerate(cities):
        place.latitude[k] = t.latitude[city] / Objective.fields["latitude"].scale
        place.longitude[k] = t.longitude[city] / Objective.fields["longitude"].scale
