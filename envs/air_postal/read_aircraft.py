"""Reading what a data pack says of aircraft and pilots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.packs import PackTable
from .limits import (
    AIRCRAFT,
    CATEGORY_LABELS,
    MAX_CARGO,
    MAX_FUEL,
    MAX_LEVEL,
    MAX_LOADS,
    MAX_RANGE,
    PILOTS,
    AircraftType,
    labels_of,
)
from .names import spell
from .read_map import MAX_MONEY
from .read_words import label_of, new_name

if TYPE_CHECKING:
    from .tables import Tables

TYPE_LABELS = labels_of(AircraftType)
MAX_OF_A_PILOT = 7
"""Endurance on a Pilot card."""


def read_aircraft(t: Tables, file: PackTable) -> None:
    """The aircraft; cards that add to their values come later."""
    names: set[str] = set()
    for aircraft, entry in enumerate(file.tables("aircraft", AIRCRAFT, AIRCRAFT)):
        name = new_name(entry, "name", names)
        names.add(name)
        spell(t.aircraft_name[aircraft], name, entry)
        t.level[aircraft] = entry.integer("level", 1, MAX_LEVEL)
        t.warbird[aircraft] = entry.flag("warbird")
        t.aircraft_type[aircraft] = label_of(entry, "type", TYPE_LABELS)
        t.max_fuel[aircraft] = entry.integer("fuel", 1, MAX_FUEL)
        t.range[aircraft] = entry.integer("range", 1, MAX_RANGE)
        t.load_value[aircraft] = [entry.integer(label, 0, MAX_CARGO) for label in CATEGORY_LABELS]
        t.basic_load[aircraft] = entry.integer("basic", 1, MAX_LOADS)
        price = entry.integer("price", 0, MAX_MONEY)
        resale = entry.integer("resale", 0, MAX_MONEY)
        if resale > price:
            raise entry.fault("resale", f"is {resale}, more than the price of {price}: money for nothing")
        t.price[aircraft], t.resale[aircraft] = price, resale
        entry.done()
    file.done()


def read_pilots(t: Tables, file: PackTable) -> dict[str, int]:
    """The pilots, two by two the faces of a card; returns the number of each by name."""
    pilots: dict[str, int] = {}
    for pilot, entry in enumerate(file.tables("pilot", PILOTS, PILOTS)):
        name = new_name(entry, "name", pilots)
        pilots[name] = pilot
        spell(t.pilot_name[pilot], name, entry)
        t.revenue[pilot] = entry.integer("revenue", 0, MAX_MONEY)
        t.start_level[pilot] = entry.integer("start_level", 1, MAX_LEVEL)
        t.competence[pilot] = entry.integer("competence", 0, MAX_LEVEL)
        t.max_endurance[pilot] = entry.integer("endurance", 0, MAX_OF_A_PILOT)
        entry.done()
    file.done()
    return pilots
