"""Reading the map of a data pack: cities, the regions in which they lie, and the lines between these."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from .._core.packs import PackTable, nearest
from .limits import CITIES, CONTINENT_LABELS, LINE_LABELS, LINES, REGIONS, Continent
from .names import spell
from .state import MAX_VALUE, Competition

if TYPE_CHECKING:
    from .tables import Tables


def read_map(t: Tables, file: PackTable) -> dict[str, int]:
    """Fill in all of the map; returns the number of each city by its name."""
    for line, entry in enumerate(file.tables("line", LINES, LINES)):
        _read_line(t, line, entry)
    cities: dict[str, int] = {}
    for city, entry in enumerate(file.tables("city", CITIES, CITIES)):
        name = entry.text("name")
        if name in cities:
            raise entry.fault("name", f"'{name}' stands on the map already")
        cities[name] = city
        _read_city(t, city, entry)
    _find_regions(t, file)
    _find_red_routes(t)
    last = file.table("last")
    t.last_city = number_of(last, "city", cities)
    for table in (last, file):
        table.done()
    return cities


def number_of(entry: PackTable, key: str, cities: dict[str, int]) -> int:
    """The city that a key names (DataPackError: there is none of this name)."""
    name = entry.text(key)
    if name not in cities:
        raise entry.fault(key, f"'{name}' is no [[city]] of map.toml{nearest(name, cities)}")
    return cities[name]


def _read_line(t: Tables, line: int, entry: PackTable) -> None:
    name = entry.text("name", [label.title() for label in LINE_LABELS])
    if name.lower() != LINE_LABELS[line]:
        raise entry.fault("name", f"must be '{LINE_LABELS[line].title()}': the lines stand in the order of the chain")
    if entry.integers("between", 0, REGIONS - 1, 2) != [line, line + 1]:
        raise entry.fault("between", f"must be [{line}, {line + 1}]: the regions are a chain, with a line at each step")
    spell(t.line_name[line], name, entry)
    t.red_line[line] = entry.flag("red")
    entry.done()


def _read_city(t: Tables, city: int, entry: PackTable) -> None:
    spell(t.city_name[city], entry.text("name"), entry)
    t.continent[city] = CONTINENT_LABELS.index(entry.text("continent", CONTINENT_LABELS))
    t.region[city] = entry.integer("region", 0, REGIONS - 1)
    maximum = entry.integer("maximum", 1, MAX_VALUE)
    t.city_maximum[Competition.PRINTED, city] = maximum
    t.city_maximum[Competition.EASIER, city] = entry.integer("easier", maximum, MAX_VALUE)
    t.city_maximum[Competition.HARDER, city] = entry.integer("harder", 1, maximum)
    t.x[city], t.y[city] = entry.integer("x", 0, 100), entry.integer("y", 0, 100)
    entry.done()


def _find_regions(t: Tables, file: PackTable) -> None:
    """Fill in which cities lie in a region, and where rookies do not fly.

    They avoid whole regions, since flights take off from regions: no such region may reach another continent.
    """
    for region in range(REGIONS):
        continents = {int(continent) for continent in t.continent[t.region == region]}
        if not continents:
            raise file.fault("city", f"no city lies in region {region}, so that the chain of regions has a gap")
        t.cities_of[region] = sum(1 << int(city) for city in np.flatnonzero(t.region == region))
        t.south_america[region] = Continent.SOUTH_AMERICA in continents
        if t.south_america[region] and len(continents) > 1:
            raise file.fault("city", f"region {region} has cities of South America and of another continent")


def _find_red_routes(t: Tables) -> None:
    for origin, to in product(range(REGIONS), repeat=2):
        t.red_route[origin, to] = t.red_line[min(origin, to) : max(origin, to)].any()
        t.this_side |= int(not t.red_route[origin, to]) << (REGIONS * to + origin)
