"""Where cities and their names stand on the drawn map: near where they are on Earth, with room for every square.

Crowded parts of the world are drawn larger, then cities move until routes have room for their squares.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.pictures.lettering import text_width
from ..limits import CITIES, NONE, ROUTES
from ..names import city_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..._core.game import Game
    from ..._core.pictures.svg import Point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

SQUARE = 11.0
"""Side of a square of a route, and the step from one to the next."""

MARK = 9.0
"""Half the size of a city's sign."""

STAR = (12.0, 19.0)
"""How far the sign of a Great First reaches, and how far it stands from its route."""

NAME, PLATE = 11.0, 15.0
"""Size of the letters of a city's name, and how high the plate of a Hub is."""

EVEN = 0.35
"""How much of the map is true to degrees; the rest goes to where cities are."""

ROUNDS = 300
PULL, PUSH = 0.02, 0.25
APART, BESIDE = 50.0, 17.0
"""How far cities stay from each other, and from routes of others."""

LEGEND = (172.0, 216.0)
"""Width and height of the legend in the lower left corner, where no city stands."""

EDGE = (46.0, 30.0)
"""How far cities stay from the left and right, the upper and lower edge of the map."""


@dataclass(frozen=True)
class Node:
    """A city on the map, or the second drawing of one at the other edge, beyond the date line.

    Attributes:
        city: its number.
        again: whether it is the second drawing.
    """

    city: int
    again: bool = False


@dataclass(frozen=True)
class Layout:
    """The map without what changes.

    Attributes:
        size: width and height.
        places: where each node stands.
        ends: the nodes between which a route is drawn, by route.
        squares: middles of the squares of a route from its first city.
        stars: where the sign of a Great First stands, by route.
    """

    size: tuple[float, float]
    places: dict[Node, Point]
    ends: dict[int, tuple[Node, Node]]
    squares: dict[int, tuple[Point, ...]]
    stars: dict[int, Point]


def layout(game: Game, board: int, size: tuple[float, float]) -> Layout:
    """The places of cities on a side of the game board."""
    t = game.tables[0]
    on = [city for city in range(CITIES) if t.on_board[board, city]]
    routes = [route for route in range(ROUTES) if t.route_on[board, route]]
    globe = tuple((city, float(t.longitude[city]), float(t.latitude[city])) for city in on)
    lines = tuple((route, *map(int, t.route_city[route]), int(t.route_length[route])) for route in routes)
    return _layout(globe, lines, tuple(route for route in routes if t.great_first_of[route] != NONE), size)


@lru_cache(maxsize=16)
def _layout(
    globe: tuple[tuple[int, float, float], ...],
    lines: tuple[tuple[int, int, int, int], ...],
    firsts: tuple[int, ...],
    size: tuple[float, float],
) -> Layout:
    degrees = {Node(city): (east, north) for city, east, north in globe}
    ends: dict[int, tuple[Node, Node]] = {}
    for route, one, other, _ in lines:
        a, b = Node(one), Node(other)
        if abs(degrees[a][0] - degrees[b][0]) > 180:
            a, b = (_again(degrees, node) for node in (a, b))
        ends[route] = a, b
    nodes = list(degrees)
    places = _spread(np.array([degrees[node] for node in nodes]), size)
    index = {node: k for k, node in enumerate(nodes)}
    pairs = np.array([[index[node] for node in ends[route]] for route, *_ in lines])
    room = np.array([2 * MARK + 8 + SQUARE * length for *_, length in lines])
    moved = _relaxed(places, pairs, room, size).round(1).tolist()
    found = {node: (x, y) for node, (x, y) in zip(nodes, moved, strict=True)}
    squares = _laid(found, ends, {route: length for route, _, _, length in lines})
    return Layout(size, found, ends, squares, _starred(found, ends, squares, firsts))


def _again(degrees: dict[Node, Point], node: Node) -> Node:
    """The end of a route over the date line: the western one is drawn once more in the east."""
    east, north = degrees[node]
    if east > 0:
        return node
    again = Node(node.city, again=True)
    degrees[again] = min(east + 360, 195.0), north
    return again


def _spread(degrees: NDArray[np.float64], size: tuple[float, float]) -> NDArray[np.float64]:
    """Degrees as places on the map, with more room where more cities are."""
    places = np.empty_like(degrees)
    for axis in range(2):
        values = degrees[:, axis] if axis == 0 else -degrees[:, axis]
        line = (values - values.min()) / (values.max() - values.min())
        rank = np.interp(line, np.sort(line), np.linspace(0, 1, len(line)))
        places[:, axis] = EDGE[axis] + (EVEN * line + (1 - EVEN) * rank) * (size[axis] - 2 * EDGE[axis])
    return places


def _relaxed(
    start: NDArray[np.float64], pairs: NDArray[Any], room: NDArray[np.float64], size: tuple[float, float]
) -> NDArray[np.float64]:
    """Places after all have made room for each other, for squares, and for routes that pass."""
    places = start.copy()
    low, high = np.array(EDGE), np.array(size) - np.array(EDGE)
    for _ in range(ROUNDS):
        force = PULL * (start - places)
        _push_cities(places, force)
        _stretch_routes(places, force, pairs, room)
        _clear_routes(places, force, pairs)
        places = np.clip(places + force, low, high)
        hidden = (places[:, 0] < LEGEND[0] + 40) & (places[:, 1] > size[1] - LEGEND[1] - 30)
        places[hidden, 0] = np.minimum(LEGEND[0] + 40, places[hidden, 0] + 6)
    return places


def _push_cities(places: NDArray[np.float64], force: NDArray[np.float64]) -> None:
    """Cities that are too close push each other away; names are wide, so they need more room beside than above."""
    away = places[:, None] - places[None]
    shape = np.hypot(away[..., 0] / 1.5, away[..., 1]) + 1e-6
    short = np.clip(APART - shape, 0, None)
    np.fill_diagonal(short, 0)
    force += PUSH * (away / shape[..., None] * short[..., None]).sum(axis=1) / 2


def _stretch_routes(
    places: NDArray[np.float64], force: NDArray[np.float64], pairs: NDArray[Any], room: NDArray[np.float64]
) -> None:
    """The ends of routes that are too short for their squares move apart."""
    way = places[pairs[:, 1]] - places[pairs[:, 0]]
    length = np.hypot(way[:, 0], way[:, 1]) + 1e-6
    move = PUSH * way / length[:, None] * np.clip(room - length, 0, None)[:, None]
    np.add.at(force, pairs[:, 1], move)
    np.add.at(force, pairs[:, 0], -move)


def _clear_routes(places: NDArray[np.float64], force: NDArray[np.float64], pairs: NDArray[Any]) -> None:
    """Cities make way for routes of others, and these for them."""
    one, way = places[pairs[:, 0]], places[pairs[:, 1]] - places[pairs[:, 0]]
    square = (way * way).sum(axis=1) + 1e-6
    along = np.clip(((places[:, None] - one[None]) * way[None]).sum(axis=2) / square, 0, 1)
    away = places[:, None] - (one[None] + along[..., None] * way[None])
    far = np.hypot(away[..., 0], away[..., 1]) + 1e-6
    short = np.clip(BESIDE - far, 0, None)
    short[pairs[:, 0], np.arange(len(pairs))] = 0
    short[pairs[:, 1], np.arange(len(pairs))] = 0
    move = PUSH * away / far[..., None] * short[..., None]
    force += move.sum(axis=1)
    for end, share in ((0, 1 - along), (1, along)):
        np.add.at(force, pairs[:, end], -(move * share[..., None]).sum(axis=0))


# Squares and names


def squares_of(plan: Layout, route: int) -> tuple[Point, ...]:
    """Middles of the squares of a route, from its first city."""
    return plan.squares[route]


def _laid(places: dict[Node, Point], ends: dict[int, tuple[Node, Node]], lengths: dict[int, int]) -> dict[int, Any]:
    """Middles of all squares; the squares of a route move along it, away from those of others."""
    taken = [_around(point, MARK) for point in places.values()]
    found: dict[int, tuple[Point, ...]] = {}
    for route in sorted(ends, key=lambda route: (-lengths[route], route)):
        a, b = (places[node] for node in ends[route])
        boxes = np.array(taken)
        found[route] = min(_shifted(a, b, lengths[route]), key=lambda row, boxes=boxes: _crossed(row, boxes))
        taken += [_around(point, SQUARE / 2) for point in found[route]]
    return found


def _shifted(a: Point, b: Point, length: int) -> list[tuple[Point, ...]]:
    """Rows of squares between two cities: in the middle, and moved to and fro by half the room there is."""
    (ax, ay), (bx, by) = a, b
    far = max(math.hypot(bx - ax, by - ay), 1e-6)
    step = min(SQUARE, (far - 2 * MARK) / length)
    spare = max(far - 2 * MARK - step * length, 0) / 2
    rows = []
    for share in (0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6):
        middle = far / 2 + share * spare
        steps = [middle + (k - (length - 1) / 2) * step for k in range(length)]
        rows.append(tuple((round(ax + (bx - ax) * at / far, 1), round(ay + (by - ay) * at / far, 1)) for at in steps))
    return rows


def _starred(
    places: dict[Node, Point],
    ends: dict[int, tuple[Node, Node]],
    squares: dict[int, tuple[Point, ...]],
    firsts: tuple[int, ...],
) -> dict[int, Point]:
    """Where the signs of Great Firsts stand: beside their routes, where they hide as little as possible."""
    taken = [_around(point, MARK + 4) for point in places.values()]
    taken += [_around(point, SQUARE / 2) for row in squares.values() for point in row]
    found: dict[int, Point] = {}
    for route in firsts:
        (ax, ay), (bx, by) = (places[node] for node in ends[route])
        far = max(math.hypot(bx - ax, by - ay), 1e-6)
        across = (by - ay) / far * STAR[1], (ax - bx) / far * STAR[1]
        row = squares[route]
        middle = (row[0][0] + row[-1][0]) / 2, (row[0][1] + row[-1][1]) / 2
        spots = [
            (
                round(middle[0] + (bx - ax) * share + side * across[0], 1),
                round(middle[1] + (by - ay) * share + side * across[1], 1),
            )
            for share in (0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18)
            for side in (1, -1)
        ]
        boxes = np.array(taken)
        found[route] = min(spots, key=lambda spot, boxes=boxes: _crossed((spot,), boxes, STAR[0]))
        taken.append(_around(found[route], STAR[0]))
    return found


def _crossed(row: tuple[Point, ...], boxes: NDArray[np.float64], reach: float = SQUARE / 2) -> float:
    """How much squares lie on what is there already."""
    mine = np.array([_around(point, reach) for point in row])[:, None]
    wide = np.minimum(mine[..., 2], boxes[None, :, 2]) - np.maximum(mine[..., 0], boxes[None, :, 0])
    high = np.minimum(mine[..., 3], boxes[None, :, 3]) - np.maximum(mine[..., 1], boxes[None, :, 1])
    return float((np.clip(wide, 0, None) * np.clip(high, 0, None)).sum())


@dataclass(frozen=True)
class Label:
    """Where a name stands: the left end of its line, and the box of the name with the plate of a Hub below it."""

    left: Point
    box: Box


def labels(game: Game, plan: Layout, hubs: tuple[int, ...]) -> dict[Node, Label]:
    """Names beside cities where they hide as little as possible."""
    return _labels(_Key(plan), tuple((node, short_city(city_name(game, node.city))) for node in plan.places), hubs)


def short_city(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return name.split(" (")[0]


@dataclass(frozen=True, eq=False)
class _Key:
    """A layout as a key: layouts are kept, so the same one is the same object."""

    layout: Layout

    def __hash__(self) -> int:
        return id(self.layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.layout is self.layout


@lru_cache(maxsize=64)
def _labels(key: _Key, names: tuple[tuple[Node, str], ...], hubs: tuple[int, ...]) -> dict[Node, Label]:
    places = key.layout
    fixed = [_around(point, MARK + (7 if node.city in hubs else 1)) for node, point in places.places.items()] * 3
    fixed += [_around(point, SQUARE / 2) for row in places.squares.values() for point in row]
    fixed += [_around(point, STAR[0]) for point in places.stars.values()] * 2
    fixed += [(x - 8, y - MARK - 15, x + 8, y - MARK) for x, y in places.places.values()]
    fixed += [(0.0, places.size[1] - LEGEND[1] - 12, LEGEND[0] + 12, places.size[1])] * 9
    solid = np.array(fixed)
    found: dict[Node, Label] = {}
    for _ in range(3):
        for node, name in names:
            others = [label.box for other, label in found.items() if other != node]
            boxes = np.vstack([solid, np.array(others)]) if others else solid
            plates = _candidates(places.places[node], name, node.city in hubs and not node.again)
            found[node] = min(plates, key=lambda label, boxes=boxes: _hidden(label.box, boxes, len(solid), places.size))
    return found


def _around(point: Point, reach: float) -> Box:
    return point[0] - reach, point[1] - reach, point[0] + reach, point[1] + reach


def _candidates(point: Point, name: str, hub: bool) -> list[Label]:
    """Places for a name: below first, then above, beside, and at the corners."""
    (x, y), wide = point, text_width(name, NAME, bold=True)
    high = NAME + 2 + (PLATE if hub else 0)
    wide = max(wide, HUB_WIDTH) if hub else wide
    near, corner = MARK + 3, MARK
    lefts = {
        (x - wide / 2, y + near),
        (x - wide / 2, y - near - high),
        *((x + near, y - high * up) for up in (0.5, 0.2, 0.8)),
        *((x - near - wide, y - high * up) for up in (0.5, 0.2, 0.8)),
        *((x + side * corner - (wide if side < 0 else 0), y + corner) for side in (-0.5, 0.3, 0.8)),
        *((x + side * corner - (wide if side < 0 else 0), y - corner - high) for side in (-0.5, 0.3, 0.8)),
        *((x - wide * share, y + near + 1) for share in (0.3, 0.7)),
        *((x - wide * share, y - near - high - 1) for share in (0.3, 0.7)),
    }
    first = (x - wide / 2, y + near)
    ordered = [first, *sorted(lefts - {first})]
    return [Label((left, top + NAME - 1), (left, top, left + wide, top + high)) for left, top in ordered]


HUB_WIDTH = 68.0
"""How wide the plate of a Hub is: its two rewards and four cubes."""


def _hidden(box: Box, boxes: NDArray[np.float64], fixed: int, size: tuple[float, float]) -> float:
    """How much a name would hide, names counting more than squares, and much more what lies outside the map."""
    left, top, right, bottom = box
    wide = np.clip(np.minimum(right, boxes[:, 2]) - np.maximum(left, boxes[:, 0]), 0, None)
    high = np.clip(np.minimum(bottom, boxes[:, 3]) - np.maximum(top, boxes[:, 1]), 0, None)
    area = wide * high
    outside = max(-left + 3, 0) + max(right - size[0] + 3, 0) + max(-top + 3, 0) + max(bottom - size[1] + 3, 0)
    return float(area[:fixed].sum() + 3 * area[fixed:].sum() + 1000 * outside)
