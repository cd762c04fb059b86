"""The path of the Solo plane: to the nearest Hub, then to the nearest of the others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from mailwing.envs.air_postal.limits import HUBS, NONE, PATH, SETUPS, STARTING_PILOTS
from mailwing.envs.air_postal.tables import load_tables

ALL = [(setup, k) for setup in range(SETUPS) for k in range(STARTING_PILOTS)]


@pytest.fixture(scope="module")
def t() -> Any:
    """The tables of the game's own pack."""
    return load_tables()[0]


def path(t: Any, setup: int, k: int) -> list[int]:
    """Where the Solo plane lands with a pilot of a postcard."""
    return [int(city) for city in t.path[setup, k] if city != NONE]


def codes(t: Any, cities: list[int]) -> str:
    """Short names of cities, in a row."""
    return " ".join(t.city_code[city].tobytes().decode() for city in cities)


def test_the_example_of_osipenko(t: Any) -> None:
    """Porto Novo, Monrovia, Málaga and so on: 13 rounds and 28 points, and 7 for two Great Firsts on the way.

    From Monrovia, Málaga and Lisbon are equally far away; Málaga stands first on the postcard.
    """
    cities = path(t, 0, 0)
    assert codes(t, cities) == "MLW DKR CAS AGP LIS HOR YYT NYC WAS MIA HAV CCS BOG"
    assert t.path_length[0, 0] == 13
    assert t.path_hub[0, 0].tolist()[:13] == [3, 0, 0, 2, 3, 0, 4, 4, 0, 0, 3, 4, 5]
    assert t.path_hub[0, 0].sum() == 28
    flown = pairwise([int(t.setup_base[0, 0]), *cities])
    firsts = [t.great_first_of[t.route_to[t.setup_board[0], start, end]] for start, end in flown]
    assert sum(int(t.great_first_glory[first]) for first in firsts if first != NONE) == 7
    assert sum(first != NONE for first in firsts) == 2


@pytest.mark.parametrize(("setup", "k"), ALL)
def test_a_path_is_made_of_routes_and_ends_in_the_last_hub(t: Any, setup: int, k: int) -> None:
    cities = path(t, setup, k)
    board, base = t.setup_board[setup], int(t.setup_base[setup, k])
    assert len(cities) == t.path_length[setup, k]
    assert 13 <= len(cities) <= 19
    assert all(t.route_to[board, start, end] != NONE for start, end in pairwise([base, *cities]))
    hubs = {int(hub) for hub in t.setup_hub[setup]}
    assert hubs <= set(cities)
    assert cities[-1] in hubs
    assert cities[-1] not in cities[:-1]


@pytest.mark.parametrize(("setup", "k"), ALL)
def test_each_hub_counts_when_it_is_reached_first(t: Any, setup: int, k: int) -> None:
    cities, left = path(t, setup, k), {int(hub) for hub in t.setup_hub[setup]}
    for flight, city in enumerate(cities):
        assert t.path_hub[setup, k, flight] == (t.city_glory[city] if city in left else 0)
        left.discard(city)
    assert not t.path_hub[setup, k, len(cities) :].any()
    assert t.path_hub[setup, k].sum() == t.city_glory[t.setup_hub[setup]].sum()


@pytest.mark.parametrize(("setup", "k"), ALL)
def test_every_hub_is_the_nearest_one(t: Any, setup: int, k: int) -> None:
    """In squares; of several, the first one on the postcard. The way there has no square too many."""
    board, at = t.setup_board[setup], int(t.setup_base[setup, k])
    left, squares = [int(hub) for hub in t.setup_hub[setup]], 0
    last = at
    for city in path(t, setup, k):
        squares += t.route_length[t.route_to[board, last, city]]
        last = city
        if city in left:
            far = [int(t.distance[board, at, hub]) for hub in left]
            assert city == left[far.index(min(far))]
            assert squares == min(far)
            left.remove(city)
            at, squares = city, 0
    assert not left


def shortest_ways(t: Any, board: int, at: int, end: int) -> list[list[int]]:
    """All ways of the fewest squares, as cities after the start."""
    if at == end:
        return [[]]
    found = []
    for to in t.neighbour[board, at]:
        if to != NONE:
            squares = t.route_length[t.route_to[board, at, to]] + t.distance[board, to, end]
            if squares == t.distance[board, at, end]:
                found += [[int(to), *way] for way in shortest_ways(t, board, int(to), end)]
    return found


@pytest.mark.parametrize(("setup", "k"), ALL)
def test_of_equally_long_ways_the_one_of_fewest_flights_then_by_codes(t: Any, setup: int, k: int) -> None:
    cities, at = path(t, setup, k), int(t.setup_base[setup, k])
    left = {int(hub) for hub in t.setup_hub[setup]}
    flown: list[int] = []
    for city in cities:
        flown.append(city)
        if city in left:
            ways = shortest_ways(t, t.setup_board[setup], at, city)
            assert flown == min(ways, key=lambda way: (len(way), codes(t, way)))
            left.remove(city)
            at, flown = city, []


def test_there_are_ties_to_break(t: Any) -> None:
    """Else the test above would prove nothing."""
    ties = 0
    for setup, k in ALL:
        stops = [int(t.setup_base[setup, k]), *(city for city in path(t, setup, k) if city in t.setup_hub[setup])]
        ties += sum(len(shortest_ways(t, t.setup_board[setup], *ends)) > 1 for ends in pairwise(stops))
    assert ties > 0


def test_paths_leave_room(t: Any) -> None:
    assert t.path_length.max() == 19
    assert PATH > 19
    assert t.setup_hub.shape[1] == HUBS
