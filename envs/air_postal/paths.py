"""What follows from the map of a data pack: where routes lead, distances, and the path of the Solo plane."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .limits import CITIES, COLOURS, DIE_FACES, EXTRA_FUEL, LOADS, MAX_ENDURANCE, NONE, SPENT_ENDURANCE, Board

if TYPE_CHECKING:
    from .tables import Tables

MAX_DISTANCE = 127
"""In squares; what is farther away is said to be as far."""


def find_routes(t: Tables) -> None:
    """Fill in which route lies between two cities, and the cities to which routes lead, by their number."""
    t.route_to[:] = t.neighbour[:] = NONE
    for board in Board:
        for route in np.flatnonzero(t.route_on[board]):
            first, second = t.route_city[route]
            t.route_to[board, first, second] = t.route_to[board, second, first] = route
        for city in range(CITIES):
            there = np.flatnonzero(t.route_to[board, city] != NONE)
            t.neighbour[board, city, : len(there)] = there


def find_distances(t: Tables) -> None:
    """Fill in the squares of the shortest way between two cities of a side."""
    far = 10_000
    for board in Board:
        squares = np.full((CITIES, CITIES), far)
        cities = np.flatnonzero(t.on_board[board])
        squares[cities, cities] = 0
        for route in np.flatnonzero(t.route_on[board]):
            first, second = t.route_city[route]
            squares[first, second] = squares[second, first] = t.route_length[route]
        for via in cities:
            squares = np.minimum(squares, squares[:, via, None] + squares[None, via])
        t.distance[board] = np.where(squares < far, np.minimum(squares, MAX_DISTANCE), NONE)


def find_ways_to_great_firsts(t: Tables) -> None:
    """Fill in the squares from cities to the nearer end of the route of a Great First, and along it."""
    for first, route in enumerate(t.great_first_route):
        start = t.distance[..., t.route_city[route]].min(-1).astype(int)
        squares = np.minimum(start + t.route_length[route], MAX_DISTANCE)
        t.to_great_first[..., first] = np.where(start >= 0, squares, NONE)


def find_ways_to_deliver(t: Tables) -> None:
    """Fill in the squares from cities to the nearest other one that accepts a Load, once it is known which do."""
    for load in range(LOADS):
        accepting = (t.accepts >> load) & 1
        t.to_deliver[..., load] = np.where((t.distance > 0) & (accepting != 0), t.distance, MAX_DISTANCE).min(-1)


def find_costs(t: Tables) -> None:
    """Fill in what dice and routes cost on average."""
    for colour in range(COLOURS):
        t.colour_fuel[colour] = t.face_fuel[t.die_face[colour]].sum() / DIE_FACES
        t.colour_endurance[colour] = t.face_endurance[t.die_face[colour]].sum() / DIE_FACES
    for route, length in enumerate(t.route_length):
        colours = t.square[route, :length]
        t.route_fuel[route] = t.colour_fuel[colours].sum()
        t.route_endurance[route] = t.colour_endurance[colours].sum()


def find_odds(t: Tables) -> None:
    """Fill in the chances that the dice of routes cost at most so much.

    Every face costs 1 fuel at least, so a flight arrives if all its squares together do not cost too much, whatever
    their order: routes with the same colours have the same chances.
    """
    known: dict[tuple[int, ...], NDArray[np.float64]] = {}
    for route, length in enumerate(t.route_length):
        colours = tuple(sorted(t.square[route, :length].tolist()))
        if colours not in known:
            known[colours] = _odds_of(t, colours).cumsum(axis=0).cumsum(axis=1)
        t.route_odds[route] = known[colours]


def _odds_of(t: Tables, colours: tuple[int, ...]) -> NDArray[np.float64]:
    """The chances that dice cost just so much fuel beyond 1 each, and endurance: [extra fuel, endurance]."""
    odds = np.zeros((EXTRA_FUEL, SPENT_ENDURANCE))
    odds[0, 0] = 1
    for colour in colours:
        before, odds = odds, np.zeros_like(odds)
        for face in t.die_face[colour]:
            fuel, endurance = max(0, int(t.face_fuel[face]) - 1), int(t.face_endurance[face])
            for extra, spent in zip(*np.nonzero(before), strict=True):
                if spent + endurance <= MAX_ENDURANCE:
                    at = min(EXTRA_FUEL - 1, extra + fuel), spent + endurance
                    odds[at] += before[extra, spent] / DIE_FACES
    return odds


def solo_path(t: Tables, board: int, base: int, hubs: list[int]) -> list[int]:
    """Cities that the Solo plane reaches from its Main Base, one flight after the other, up to the last Hub.

    It makes for the nearest Hub in squares that it has not reached; of several, for the first one on the postcard. Of
    ways with equally many squares it takes that of fewest flights, then the first one by the codes of its cities.
    """
    path: list[int] = []
    at, left = base, list(hubs)
    while left:
        hub = min(left, key=lambda city: t.distance[board, at, city])
        path += _way(t, board, at, hub)
        left.remove(hub)
        at = hub
    return path


def _way(t: Tables, board: int, start: int, end: int) -> list[int]:
    """Cities of the way from one city to another, the start left out."""
    open_ways = [(0, 0, [""], [start])]
    seen: set[int] = set()
    while True:
        squares, flights, codes, way = heappop(open_ways)
        at = way[-1]
        if at == end:
            return way[1:]
        if at in seen:
            continue
        seen.add(at)
        for to in t.neighbour[board, at]:
            if to != NONE and int(to) not in seen:
                length = int(t.route_length[t.route_to[board, at, to]])
                code = t.city_code[to].tobytes().decode()
                heappush(open_ways, (squares + length, flights + 1, [*codes, code], [*way, int(to)]))
