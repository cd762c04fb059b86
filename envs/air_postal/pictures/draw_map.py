"""The drawing of the game board: land and sea, routes with their squares, cities, Hubs, Great Firsts, aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.lettering import text_width
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import INK, SHEET, SOFT, Point, Svg, number
from ..actions import Action
from ..limits import CITIES, GREAT_FIRSTS, NONE, SOLO, CityKind, Colour
from ..names import city_name, nation_name
from ..state import Phase
from .draw import (
    GOLD,
    GOLD_EDGE,
    HALO,
    LAND,
    NATION_FILLS,
    SEA,
    colours_of,
    draw_city_sign,
    draw_seat_plane,
    draw_square,
    draw_star,
    quiet,
)
from .facts import destination_of, may_see, solo_city, solo_path, standing, wanted
from .map_layout import LEGEND, MARK, NAME, Label, Layout, Node, labels, layout, short_city, squares_of
from .words import short_money

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

MAP: tuple[float, float, float, float] = (12.0, 62.0, 1190.0, 724.0)
"""Left, top, width and height of the map on the picture."""

SIDE = 10.0
"""Side of a drawn square of a route."""

CHOSEN = "#12a150"
"""The ring around a city to which one may fly."""


def draw_map(picture: Svg, game: Game, record: State, mask: Any, you: int | None) -> None:
    """The whole map; `mask` are the legal actions, `you` who looks."""
    left, top, width, height = MAP
    board = int(game.tables[0].setup_board[record.setup])
    plan = layout(game, board, (width, height))
    hubs = tuple(int(hub) for hub in record.hub if hub != NONE)
    names = labels(game, plan, hubs)
    with picture.group(transform=f"translate({number(left)} {number(top)})"):
        picture.rect(0, 0, width, height, rx=10, fill=SEA)
    with picture.group(transform=f"translate({number(left)} {number(top)})"):
        _draw_ground(picture, game, plan)
    _draw_way_of_solo_plane(picture, game, record, plan)
    _draw_flight(picture, game, record, plan)
    with picture.group(transform=f"translate({number(left)} {number(top)})"):
        _draw_squares(picture, game, plan)
    for first in range(GREAT_FIRSTS):
        _draw_great_first(picture, game, record, plan, first)
    _draw_cities(picture, game, record, mask, you, plan, names)
    draw_legend(picture, (left + 8, top + height - LEGEND[1] - 8))


def _at(point: Point) -> Point:
    """A place of the map on the picture."""
    return point[0] + MAP[0], point[1] + MAP[1]


# Ground and routes


def _draw_ground(picture: Svg, game: Game, plan: Layout) -> None:
    """Land along Overland routes and around cities, then the halo of Overwater routes."""
    t = game.tables[0]
    routes = tuple((plan.places[a], plan.places[b], bool(t.overwater[route])) for route, (a, b) in plan.ends.items())
    _draw_land(picture, routes, tuple(plan.places.values()))


@remembered
def _draw_land(picture: Svg, routes: tuple[tuple[Point, Point, bool], ...], cities: tuple[Point, ...]) -> None:
    for a, b, water in routes:
        if not water:
            picture.line(a, b, stroke=LAND, stroke_width=62, stroke_linecap="round")
    for x, y in cities:
        picture.circle(x, y, 24, fill=LAND)
    for a, b, water in routes:
        if water:
            picture.line(a, b, stroke=HALO, stroke_width=SIDE + 8, stroke_linecap="round")
    for a, b, water in routes:
        picture.line(a, b, stroke="#5b8fb8" if water else "#b3a47c", stroke_width=1.6)


def _draw_squares(picture: Svg, game: Game, plan: Layout) -> None:
    """Every square of every route in its colour."""
    t = game.tables[0]
    found = [(point, int(t.square[route, k])) for route in plan.ends for k, point in enumerate(squares_of(plan, route))]
    _draw_all_squares(picture, tuple(found))


@remembered
def _draw_all_squares(picture: Svg, squares: tuple[tuple[Point, int], ...]) -> None:
    for centre, colour in squares:
        draw_square(picture, centre, SIDE, colour)


def _draw_flight(picture: Svg, game: Game, record: State, plan: Layout) -> None:
    """The route that is being flown."""
    if record.route == NONE or int(record.route) not in plan.ends:
        return
    a, b = (plan.places[node] for node in plan.ends[int(record.route)])
    with picture.group(data_flight=city_name(game, destination_of(game, record))):
        fill = colours_of(int(record.seat))[0]
        picture.line(_at(a), _at(b), stroke=fill, stroke_width=SIDE + 13, stroke_linecap="round", opacity=0.55)


def _draw_way_of_solo_plane(picture: Svg, game: Game, record: State, plan: Layout) -> None:
    """The path that the Solo plane still has to fly."""
    at, path = solo_city(game, record), solo_path(game, record)
    if at == NONE or record.done:
        return
    points = [_at(plan.places[Node(city)]) for city in (at, *path) if Node(city) in plan.places]
    with picture.group(data_path=city_name(game, at)):
        picture.polyline(points, stroke=colours_of(SOLO)[0], stroke_width=SIDE + 10, opacity=0.28)


def _draw_great_first(picture: Svg, game: Game, record: State, plan: Layout, first: int) -> None:
    """The sign of a Great First beside its route, with its glory, or who has it."""
    t = game.tables[0]
    route = int(t.great_first_route[first])
    if route not in plan.ends or t.great_first_of[route] != first:
        return
    with picture.group(data_first=first):
        draw_star(
            picture, _at(plan.stars[route]), 12.5, int(record.great_first[first]), int(t.great_first_glory[first])
        )


# Cities


def _draw_cities(
    picture: Svg,
    game: Game,
    record: State,
    mask: Any,
    you: int | None,
    plan: Layout,
    names: dict[Node, Label],
) -> None:
    t = game.tables[0]
    chosen = _chosen(game, record, mask, you)
    planes = standing(record, game.players)
    solo = solo_city(game, record)
    if solo != NONE:
        planes.setdefault(solo, []).append(SOLO)
    looking = int(record.seat) if you is None else you
    flags = wanted(game, record, looking) if record.pilot[looking] != NONE and not record.done else set()
    hubs = {int(hub): k for k, hub in enumerate(record.hub) if hub != NONE}
    for node, place in plan.places.items():
        city, centre = node.city, _at(place)
        with picture.group(data_city=city_name(game, city) if not node.again else f"{city_name(game, city)} again"):
            hub = hubs.get(city, NONE) if not node.again else NONE
            if hub != NONE:
                picture.circle(*centre, MARK + 5.5, fill="none", stroke=GOLD_EDGE, stroke_width=5.5)
                picture.circle(*centre, MARK + 5.5, fill="none", stroke=GOLD, stroke_width=3.5)
            if city in chosen:
                picture.circle(*centre, MARK + 10, fill="none", stroke=CHOSEN, stroke_width=3)
            draw_city_sign(picture, centre, int(t.kind[city]), int(t.nation[city]), MARK)
            if city in flags:
                _draw_flag(picture, centre, looking)
            _draw_name(picture, game, record, node, names[node], hub)
            if not node.again:
                _draw_planes(picture, centre, tuple(planes.get(city, ())))


def _chosen(game: Game, record: State, mask: Any, you: int | None) -> set[int]:
    """Cities that can be chosen now, as far as the one who looks may know, or to which a flight is under way."""
    if record.done or not may_see(record, you):
        return set()
    if record.phase in (Phase.DICE, Phase.DIE):
        return {destination_of(game, record)}
    return {city for city in range(CITIES) if mask[Action.CITY + city]}


def _draw_flag(picture: Svg, centre: Point, seat: int) -> None:
    """A city to which cards call: a flag in the colour of the seat."""
    x, y = centre[0] + MARK - 2, centre[1] - MARK + 2
    picture.line((x, y), (x, y - 14), stroke=INK, stroke_width=1.4)
    picture.path(f"M{number(x)} {number(y - 14)}l11 4l-11 4Z", fill=colours_of(seat)[0], stroke=INK, stroke_width=0.6)


def _draw_name(picture: Svg, game: Game, record: State, node: Node, label: Label, hub: int) -> None:
    """The name of a city, below it the rewards of a Hub and who has had one."""
    (x, y), name = _at(label.left), short_city(city_name(game, node.city))
    wide = text_width(name, NAME, bold=True)
    picture.rect(x - 2, y - NAME + 0.5, wide * 0.93 + 4, NAME + 3, rx=3, fill=LAND, opacity=0.8)
    picture.text(x, y, name, size=NAME, bold=True, fill=SOFT if node.again else INK)
    if hub == NONE:
        return
    t = game.tables[0]
    reached = [seat for seat in range(game.players) if int(record.hubs_reached[seat]) >> hub & 1]
    words = f"{t.city_glory[node.city]} or {short_money(int(t.city_money[node.city]))}"
    _draw_plate(picture, (x, y + 4), words, tuple(reached))


@remembered
def _draw_plate(picture: Svg, corner: Point, words: str, reached: tuple[int, ...]) -> None:
    """The rewards of a Hub: glory, or money in $1,000; and the cubes on it."""
    x, y = corner
    wide = text_width(words, 10, bold=True) + 8 + 11 * len(reached)
    picture.rect(x, y, wide, 14, rx=4, fill=GOLD, stroke=GOLD_EDGE, stroke_width=0.8)
    picture.text(x + 4, y + 10.7, words, size=10, bold=True)
    at = x + text_width(words, 10, bold=True) + 10
    for seat in reached:
        fill, ink, letter = colours_of(seat)
        picture.rect(at - 4.5, y + 2, 10, 10, rx=1.5, fill=fill, stroke="#ffffff", stroke_width=0.6)
        picture.text(at + 0.5, y + 10, letter, size=8, fill=ink, anchor="middle", bold=True)
        at += 11


@remembered
def _draw_planes(picture: Svg, centre: Point, seats: tuple[int, ...]) -> None:
    """Aircraft that stand in a city, above its sign."""
    x, y = centre
    for k, seat in enumerate(seats):
        draw_seat_plane(picture, (x + (k - (len(seats) - 1) / 2) * 19, y - MARK - 7), seat)


# Legend


@remembered
def draw_legend(picture: Svg, corner: Point) -> None:
    """What signs and colours mean."""
    (x, y), (width, height) = corner, LEGEND
    picture.rect(x, y, width, height, rx=8, fill=SHEET, opacity=0.93)
    at = y + 16
    for kind, words in ((CityKind.AIRFIELD, "airfield"), (CityKind.BIG_CITY, "Big City: PAX, VIPs")):
        draw_city_sign(picture, (x + 15, at), kind, NONE, 7.5)
        quiet(picture, x + 28, at + 4, words)
        at += 20
    draw_city_sign(picture, (x + 15, at), CityKind.CUSTOMS, NONE, 7)
    quiet(picture, x + 28, at + 4, "customs: smuggling")
    at += 20
    for k, (nation, _) in enumerate(NATION_FILLS.items()):
        left, top = x + 15 + k % 2 * 84, at + k // 2 * 17
        draw_city_sign(picture, (left, top), CityKind.EMBASSY, nation, 6.5)
        quiet(picture, left + 10, top + 4, nation_name(nation), 10)
    quiet(picture, x + 109, at + 38, "embassies", 10)
    at += 53
    picture.circle(x + 15, at, 7, fill="none", stroke=GOLD_EDGE, stroke_width=4.5)
    picture.circle(x + 15, at, 7, fill="none", stroke=GOLD, stroke_width=3)
    quiet(picture, x + 28, at + 4, "Hub: glory or money")
    at += 20
    draw_star(picture, (x + 15, at), 9.5, NONE, 5)
    quiet(picture, x + 28, at + 4, "Great First, its glory")
    at += 20
    picture.rect(x + 7, at - 6, 17, 12, rx=6, fill=HALO)
    draw_square(picture, (x + 15.5, at), 8, Colour.BLUE)
    quiet(picture, x + 28, at + 4, "Overwater")
    at += 20
    picture.path(f"M{number(x + 11)} {number(at - 6)}l11 4l-11 4Z", fill=SOFT)
    picture.line((x + 11, at + 6), (x + 11, at - 6), stroke=INK, stroke_width=1.4)
    quiet(picture, x + 28, at + 4, "cards call there")
    at += 20
    for k, colour in enumerate(Colour):
        draw_square(picture, (x + 14 + k * 40, at), SIDE, colour)
        quiet(picture, x + 21 + k * 40, at + 3.5, colour.name.lower(), 9)
