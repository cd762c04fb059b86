"""Reading the Weather dice and the map of a data pack: cities, the routes between them, Great Firsts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.packs import PackTable
from .._core.words import short
from .limits import (
    CARDS_PER_CONTINENT,
    CITIES,
    CITY_CARDS,
    COLOUR_LABELS,
    DIE_FACES,
    FACE_LABELS,
    GREAT_FIRSTS,
    KIND_LABELS,
    MAX_LENGTH,
    NATION_LABELS,
    NEIGHBOURS,
    NONE,
    ROUTES,
    Board,
    CityKind,
    Continent,
    Face,
    labels_of,
)
from .names import spell
from .paths import MAX_DISTANCE, find_costs, find_distances, find_odds, find_routes, find_ways_to_great_firsts
from .read_words import label_of, marks_of, new_name, numbers_of

if TYPE_CHECKING:
    from .tables import Tables

MAX_GLORY = 9
"""The most that a City card or a Great First brings."""

MAX_MONEY = 999
BOARD_LABELS = labels_of(Board)
CONTINENT_LABELS = labels_of(Continent)
LETTERS = "".join(label[0] for label in COLOUR_LABELS)
"""Colours of squares."""


def read_dice(t: Tables, file: PackTable) -> None:
    """The Weather dice."""
    count, faces = file.table("count"), file.table("faces")
    fuel, endurance = file.table("fuel"), file.table("endurance")
    for face, label in enumerate(FACE_LABELS):
        t.face_fuel[face] = fuel.integer(label, 0, 9)
        t.face_endurance[face] = endurance.integer(label, 0, 9)
    for colour, label in enumerate(COLOUR_LABELS):
        t.die_count[colour] = count.integer(label, 1, MAX_LENGTH)
        sides = faces.value(label)
        if not isinstance(sides, list) or len(sides) != DIE_FACES or not all(side in FACE_LABELS for side in sides):
            raise faces.fault(label, f"must list {DIE_FACES} of {', '.join(FACE_LABELS)}, not {short(sides)}")
        if FACE_LABELS[Face.CLEAR_SKY] not in sides:
            raise faces.fault(label, "has no side 'clear_sky', to which cards turn dice")
        t.die_face[colour] = [FACE_LABELS.index(side) for side in sides]
    for table in (count, faces, fuel, endurance, file):
        table.done()


def read_map(t: Tables, file: PackTable) -> dict[str, int]:
    """Cities, routes and Great Firsts, after the dice; returns the number of each city by its name."""
    cities: dict[str, int] = {}
    t.nation[:] = t.square[:] = t.great_first_of[:] = NONE
    for city, entry in enumerate(file.tables("city", CITIES, CITIES)):
        cities[new_name(entry, "name", cities)] = city
        _read_city(t, city, entry)
    for continent, label in enumerate(CONTINENT_LABELS):
        cards = int((t.continent[:CITY_CARDS] == continent).sum())
        if cards != CARDS_PER_CONTINENT:
            raise file.fault("city", f"there are {cards} City cards of {label}, not {CARDS_PER_CONTINENT}")
    lanes: dict[frozenset[int], int] = {}
    for route, entry in enumerate(file.tables("route", ROUTES, ROUTES)):
        _read_route(t, route, entry, cities, lanes)
    firsts: set[str] = set()
    for first, entry in enumerate(file.tables("great_first", GREAT_FIRSTS, GREAT_FIRSTS)):
        firsts.add(new_name(entry, "name", firsts))
        _read_great_first(t, first, entry, cities, lanes)
    file.done()
    _refuse_crowded(t, file, list(cities))
    find_routes(t)
    find_distances(t)
    find_ways_to_great_firsts(t)
    _refuse_parted(t, file, list(cities))
    find_costs(t)
    find_odds(t)
    return cities


def _read_city(t: Tables, city: int, entry: PackTable) -> None:
    spell(t.city_name[city], entry.text("name"), entry)
    t.city_code[city] = _read_code(t, city, entry)
    t.continent[city] = label_of(entry, "continent", CONTINENT_LABELS)
    t.kind[city] = label_of(entry, "kind", KIND_LABELS)
    if t.kind[city] == CityKind.EMBASSY:
        t.nation[city] = label_of(entry, "nation", NATION_LABELS)
    elif entry.has("nation"):
        raise entry.fault("nation", "only an embassy has a nation")
    t.latitude[city], t.longitude[city] = _degrees(entry, "latitude", 90), _degrees(entry, "longitude", 180)
    t.on_board[:, city] = _read_boards(entry)
    if city < CITY_CARDS:
        t.city_glory[city] = entry.integer("glory", 1, MAX_GLORY)
        t.city_money[city] = entry.integer("money", 0, MAX_MONEY)
    elif entry.has("glory") or entry.has("money"):
        raise entry.fault("glory" if entry.has("glory") else "money", f"only the first {CITY_CARDS} have a City card")
    entry.done()


def _read_code(t: Tables, city: int, entry: PackTable) -> list[int]:
    code = entry.text("code")
    if len(code) != t.city_code.shape[1] or not all("A" <= letter <= "Z" for letter in code):
        raise entry.fault("code", f"must be three capital letters, not {short(code)}")
    letters = list(code.encode())
    if (t.city_code[:city] == letters).all(axis=1).any():
        raise entry.fault("code", f"'{code}' is another city")
    return letters


def _degrees(entry: PackTable, key: str, most: int) -> float:
    value = entry.value(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        raise entry.fault(key, f"must be a number from -{most} to {most}, not {short(value)}")
    return value


def _read_boards(entry: PackTable) -> list[bool]:
    boards = marks_of(entry, "boards", BOARD_LABELS)
    if not any(boards):
        raise entry.fault("boards", "must name at least one side of the game board")
    return boards


def _read_route(
    t: Tables, route: int, entry: PackTable, cities: dict[str, int], lanes: dict[frozenset[int], int]
) -> None:
    ends = t.route_city[route] = numbers_of(entry, "between", cities, "[[city]] of map.toml", 2)
    if frozenset(ends) in lanes:
        raise entry.fault("between", f"route {lanes[frozenset(ends)] + 1} lies between these cities already")
    lanes[frozenset(ends)] = route
    t.route_length[route] = entry.integer("length", 1, MAX_LENGTH)
    squares = entry.text("squares")
    if len(squares) != t.route_length[route]:
        raise entry.fault("squares", f"there are {len(squares)}, the length is {t.route_length[route]}")
    for k, letter in enumerate(squares):
        if letter not in LETTERS:
            raise entry.fault("squares", f"must be of the letters {', '.join(LETTERS)}, not {short(letter)}")
        t.square[route, k] = LETTERS.index(letter)
    for colour, label in enumerate(COLOUR_LABELS):
        needed = int((t.square[route] == colour).sum())
        if needed > t.die_count[colour]:
            raise entry.fault("squares", f"{needed} {label} dice are needed, there are {t.die_count[colour]}")
    t.overwater[route] = entry.flag("overwater")
    t.route_on[:, route] = _read_boards(entry)
    for board in Board:
        for end in ends:
            if t.route_on[board, route] and not t.on_board[board, end]:
                city = entry.value("between")[ends.index(end)]
                raise entry.fault("boards", f"'{city}' is not on the side '{BOARD_LABELS[board]}'")
    entry.done()


def _read_great_first(
    t: Tables, first: int, entry: PackTable, cities: dict[str, int], lanes: dict[frozenset[int], int]
) -> None:
    spell(t.great_first_name[first], entry.text("name"), entry)
    route = lanes.get(frozenset(numbers_of(entry, "between", cities, "[[city]] of map.toml", 2)))
    if route is None:
        raise entry.fault("between", "there is no [[route]] between these cities")
    if t.great_first_of[route] != NONE:
        raise entry.fault("between", "this flight is another Great First already")
    t.great_first_of[route], t.great_first_route[first] = first, route
    t.great_first_glory[first] = entry.integer("glory", 1, MAX_GLORY)
    entry.done()


def _refuse_crowded(t: Tables, file: PackTable, names: list[str]) -> None:
    for board in Board:
        routes = np.bincount(t.route_city[t.route_on[board] == 1].ravel(), minlength=CITIES)
        most = int(routes.argmax())
        if routes[most] > NEIGHBOURS:
            place = f"on the side '{BOARD_LABELS[board]}'"
            raise file.fault("route", f"{routes[most]} routes begin in '{names[most]}' {place}, {NEIGHBOURS} can")


def _refuse_parted(t: Tables, file: PackTable, names: list[str]) -> None:
    """Every city of a side must be within reach of every other one."""
    for board, label in enumerate(BOARD_LABELS):
        if (t.distance[board] == MAX_DISTANCE).any():
            raise file.fault("route", f"two cities of the side '{label}' are {MAX_DISTANCE} squares apart, or more")
        cities = np.flatnonzero(t.on_board[board])
        for city in cities:
            if t.distance[board, cities[0], city] == NONE:
                start = names[int(cities[0])]
                raise file.fault("route", f"no way leads from '{start}' to '{names[int(city)]}' on the side '{label}'")
