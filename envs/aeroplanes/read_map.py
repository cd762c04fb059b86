"""Reading the map of a data pack: destinations, connections, and what can be reached from where."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from .._core.packs import PackTable, nearest
from .limits import (
    COLOUR_NAMES,
    COLOURS,
    HOMES,
    MAX_CITIES,
    MAX_LINKS,
    MAX_ROLLS,
    MAX_SEATS,
    MAX_SPACES,
    REGION_LABELS,
    Region,
)
from .names import spell

if TYPE_CHECKING:
    from .tables import Tables


def read_map(t: Tables, file: PackTable) -> dict[str, int]:
    """Fill in all of the map; returns the number of each city by its name."""
    names = _read_cities(t, file)
    t.colour_between[:] = -1
    t.special_colour[:] = -1
    for entry in file.tables("link", 0, MAX_LINKS):
        _read_link(t, entry, names)
    for entry in file.tables("link_from", 0, MAX_CITIES):
        _read_special(t, entry, names)
    americas = file.table("americas")
    t.americas_players = americas.integer("players", 0, 9)
    t.americas_money = americas.integer("money", 0, 99)
    t.americas_points = americas.integer("points", 0, 9)
    for table in (americas, file):
        table.done()
    _sets_of_ends(t)
    _what_can_be_reached(t)
    return names


def _read_cities(t: Tables, file: PackTable) -> dict[str, int]:
    names: dict[str, int] = {}
    homes = []
    t.home_number[:] = -1
    for city, entry in enumerate(file.tables("city", 1, MAX_CITIES)):
        name = entry.text("name")
        if name in names:
            raise entry.fault("name", f"'{name}' stands on the map already")
        names[name] = city
        spell(t.city_name[city], name, entry)
        t.region[city] = REGION_LABELS.index(entry.text("region", REGION_LABELS))
        t.x[city], t.y[city] = entry.integer("x", 0, 100), entry.integer("y", 0, 100)
        spaces = entry.integer("spaces", 1, MAX_SPACES)
        t.spaces[3 : MAX_SEATS + 1, city] = spaces
        if entry.has("home_income"):
            if len(homes) == HOMES:
                raise entry.fault("home_income", f"there are more than {HOMES} starting cities")
            t.home_income[len(homes)] = entry.integer("home_income", -9, 9)
            t.home_number[city] = len(homes)
            homes.append(city)
            t.spaces[3, city] -= entry.integer("blocked_with_3", 0, spaces - 1)
        entry.done()
    if len(homes) != HOMES:
        raise file.fault("city", f"{HOMES} cities need a home_income, {len(homes)} have one")
    t.cities = len(names)
    t.homes[:] = homes
    for market in range(len(t.markets)):
        t.markets[market] = sum(1 << city for city in range(t.cities) if t.region[city] == market)
    t.europe = t.markets[Region.EUROPE]
    return names


def _city(entry: PackTable, key: str, name: Any, names: dict[str, int]) -> int:
    if not isinstance(name, str) or name not in names:
        raise entry.fault(key, f"'{name}' is no [[city]] of this map{nearest(str(name), names)}")
    return names[name]


def _read_kind(entry: PackTable) -> tuple[int, int, int]:
    """Colour, bars and whether only long-distance aeroplanes fly it."""
    colour = COLOUR_NAMES.index(entry.text("colour", COLOUR_NAMES))
    bars = entry.integer("bars", 2, MAX_ROLLS) if entry.has("bars") else 0
    long = entry.flag("long_distance") if entry.has("long_distance") else False
    if bars and colour == 0:
        raise entry.fault("bars", "a white connection is not rolled for, so it has no bars")
    return colour, bars, int(long)


def _read_link(t: Tables, entry: PackTable, names: dict[str, int]) -> None:
    ends = entry.value("between")
    if not isinstance(ends, list) or len(ends) != 2 or ends[0] == ends[1]:
        raise entry.fault("between", f"must name two different cities, not {ends!r}")
    a, b = (_city(entry, "between", name, names) for name in ends)
    colour, bars, long = _read_kind(entry)
    _connect(t, entry, a, b, colour, bars, long)
    _connect(t, entry, b, a, colour, bars, long)
    link = int(t.link_count)
    t.link_ends[link] = a, b
    t.link_colour[link], t.link_bars[link], t.link_long[link] = colour, bars, long
    t.link_count += 1
    entry.done()


def _read_special(t: Tables, entry: PackTable, names: dict[str, int]) -> None:
    """A one-way connection from every city of a region."""
    region = REGION_LABELS.index(entry.text("region", REGION_LABELS))
    to = _city(entry, "to", entry.text("to"), names)
    if t.region[to] == region:
        raise entry.fault("to", f"'{entry.text('to')}' lies in that region itself")
    colour, bars, long = _read_kind(entry)
    for city in range(t.cities):
        if t.region[city] == region:
            _connect(t, entry, city, to, colour, bars, long)
    t.special_colour[to], t.special_bars[to], t.special_long[to] = colour, bars, long
    entry.done()


def _connect(t: Tables, entry: PackTable, start: int, end: int, colour: int, bars: int, long: int) -> None:
    if t.colour_between[start, end] >= 0:
        raise entry.fault("", "these two cities are connected already")
    t.colour_between[start, end] = colour
    t.bars_between[start, end] = bars
    into = t.barred_into if bars else t.into
    if bars and t.bars_into[colour, end] not in (0, bars):
        raise entry.fault("bars", "barred connections of one colour to a city must have equally many bars")
    t.bars_into[colour, end] = bars or t.bars_into[colour, end]
    for tile in range(long, 2):
        into[tile, colour, end] |= 1 << start


def _sets_of_ends(t: Tables) -> None:
    """Where the links of a city lead to."""
    for tile, colour, end in product(range(2), range(COLOURS), range(t.cities)):
        for start in _members(int(t.into[tile, colour, end])):
            t.out_of[tile, colour, start] |= 1 << end
        for start in _members(int(t.barred_into[tile, colour, end])):
            t.barred_out_of[tile, colour, start] |= 1 << end


def _what_can_be_reached(t: Tables) -> None:
    """What a tile can be flown to from each city, directly or by skipping one, where the table of risks has a row."""
    for tile, start, colour in product(range(2), range(t.cities), range(COLOURS)):
        if t.single_rolls[colour] >= 0:
            t.reach[tile, start] |= t.out_of[tile, colour, start] | t.barred_out_of[tile, colour, start]
    for start, first, second in product(range(t.cities), range(COLOURS), range(COLOURS)):
        if t.pair_rolls[first, second] >= 0:
            for middle in _members(int(t.out_of[1, first, start])):
                t.reach[1, start] |= t.out_of[1, second, middle] & ~(1 << start)


def _members(cities: int) -> Iterator[int]:
    """The cities of a set."""
    while cities:
        yield (cities & -cities).bit_length() - 1
        cities &= cities - 1
