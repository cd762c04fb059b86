"""Small drawn things that several parts of the picture share: badges, aircraft, signs of cities, dice, cards."""

from __future__ import annotations

from ..._core.pictures.lettering import fit_text, text_width
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg, number, polar
from ..limits import NONE, SOLO, CityKind, Colour, Face, Load, Nation
from .words import FACE_LETTERS, LOAD_WORDS, NATION_LETTERS

SEA, LAND, HALO = "#dbe7ee", "#f1ead8", "#9cc6e6"
GOLD, GOLD_EDGE, RED = "#f3c74a", "#9a7413", "#c0322b"
COLOUR_FILLS = ("#3b82c4", "#58a55c", "#ffffff", "#d0453c")
"""Squares of routes, and dice: blue, green, white and red."""
COLOUR_INKS = ("#ffffff", "#ffffff", INK, "#ffffff")
NATION_FILLS = {
    Nation.SOVIET: "#c8372d",
    Nation.FRENCH: "#2f6fb5",
    Nation.BRITISH: "#d9801a",
    Nation.AMERICAN: "#7d4aa5",
    Nation.GERMAN: "#2b2b2b",
}
LOAD_FILLS = ("#fbe3a0", "#f7c6a3", "#cdb08a", "", "", "", "", "", "#cfd6dc", "#b9d7ee")
"""Load cards by kind; Diplomatic Bags have the colours of their nations."""
VIP_FILL, SYSTEM_FILL, CREW_FILL = "#d9cbee", "#cfe3d2", "#f4dcc8"
PLANE_OUTLINE = ((0, -0.78), (0.14, -0.15), (0.8, 0.12), (0.8, 0.3), (0.12, 0.2), (0.08, 0.55), (0.3, 0.78))
SOLO_COLOUR = 5
"""Place of the Solo plane's colour among those of the seats."""


def draw_box(picture: Svg, corner: Point, size: tuple[float, float], title: str) -> None:
    """A panel with a title."""
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=8, fill=SHEET, stroke=LINE)
    picture.text(x + 10, y + 18, title, size=13, bold=True)


def quiet(picture: Svg, x: float, y: float, words: str, size: float = 10.5, anchor: str = "start") -> None:
    """Words of less weight."""
    picture.text(x, y, words, size=size, fill=SOFT, anchor=anchor)


def draw_pill(picture: Svg, left: Point, words: str, fill: str, ink: str, edge: str | None = None) -> float:
    """A few words on a rounded ground, which begins at `left`; returns where it ends."""
    x, y = left
    width = pill_width(words)
    picture.rect(x, y - 8.5, width, 17, rx=8.5, fill=fill, stroke=edge)
    picture.text(x + width / 2, y + 3.8, words, size=10.5, fill=ink, anchor="middle", bold=True)
    return x + width


def pill_width(words: str) -> float:
    """How wide a pill with these words is."""
    return text_width(words, 10.5, bold=True) + 12


def colours_of(seat: int) -> tuple[str, str, str]:
    """A seat's colour, the ink on it, and its number; the Solo plane has an S."""
    place = SOLO_COLOUR if seat == SOLO else seat
    return SEAT_COLOURS[place], SEAT_INKS[place], "S" if seat == SOLO else str(seat)


def draw_seat_badge(picture: Svg, centre: Point, seat: int, radius: float = 9.0) -> None:
    """A seat's colour with its number."""
    (x, y), (fill, ink, words) = centre, colours_of(seat)
    picture.circle(x, y, radius, fill=fill)
    picture.text(x, y + radius * 0.4, words, size=radius * 1.2, fill=ink, anchor="middle", bold=True)


def draw_plane(picture: Svg, centre: Point, size: float, fill: str, edge: str | None = INK) -> None:
    """An aircraft seen from above."""
    x, y = centre
    half = [(x + dx * size, y + dy * size) for dx, dy in PLANE_OUTLINE]
    points = half + [(2 * x - px, py) for px, py in reversed(half)]
    data = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "Z"
    picture.path(data, fill=fill, stroke=edge, stroke_width=0.9)


def draw_seat_plane(picture: Svg, centre: Point, seat: int) -> None:
    """The aircraft of a seat with its number."""
    (x, y), (fill, ink, words) = centre, colours_of(seat)
    draw_plane(picture, (x, y), 15, fill, "#ffffff")
    picture.circle(x, y + 1, 5.6, fill=fill)
    picture.text(x, y + 4, words, size=8.5, fill=ink, anchor="middle", bold=True)


@remembered
def draw_star(picture: Svg, centre: Point, radius: float, seat: int, points: int) -> None:
    """A Great First with its glory, in the colour of the seat that has it (−1: nobody, gold)."""
    corners = [polar(centre, radius if k % 2 == 0 else radius * 0.62, 1.5708 + 0.62832 * k) for k in range(10)]
    data = "M" + "L".join(f"{number(px)} {number(py)}" for px, py in corners) + "Z"
    fill, ink, words = (GOLD, INK, str(points)) if seat == NONE else colours_of(seat)
    picture.path(data, fill=fill, stroke=GOLD_EDGE if seat == NONE else "#ffffff", stroke_width=1)
    size = radius * 0.95
    picture.text(centre[0], centre[1] + size * 0.38, words, size=size, fill=ink, anchor="middle", bold=True)


def draw_city_sign(picture: Svg, centre: Point, kind: int, nation: int, radius: float = 9.0) -> None:
    """What a city is: an airfield, a Big City, customs, or an embassy in its nation's colour."""
    x, y = centre
    r = radius
    if kind == CityKind.AIRFIELD:
        picture.circle(x, y, r * 0.84, fill="#ffffff", stroke=INK, stroke_width=1.3)
        draw_plane(picture, (x, y), r * 0.62, INK, None)
        return
    if kind == CityKind.BIG_CITY:
        picture.rect(x - r, y - r, 2 * r, 2 * r, rx=2.5, fill="#46525e", stroke="#ffffff", stroke_width=1)
        for left, high in ((-0.62, 0.8), (-0.18, 1.3), (0.26, 1.0)):
            picture.rect(x + left * r, y + r * 0.68 - high * r, r * 0.36, high * r, fill="#ffffff")
        return
    fill, words = (GOLD, "C") if kind == CityKind.CUSTOMS else (NATION_FILLS[Nation(nation)], Nation(nation).name[0])
    if kind == CityKind.CUSTOMS:
        far = number(r * 1.25)
        data = f"M{number(x)} {number(y - r * 1.25)}l{far} {far}l-{far} {far}l-{far} -{far}Z"
        picture.path(data, fill=fill, stroke=INK, stroke_width=1.2)
    else:
        picture.rect(x - r, y - r, 2 * r, 2 * r, rx=r * 0.6, fill=fill, stroke="#ffffff", stroke_width=1)
    ink = INK if kind == CityKind.CUSTOMS else "#ffffff"
    picture.text(x, y + r * 0.45, words, size=r * 1.25, fill=ink, anchor="middle", bold=True)


def draw_square(picture: Svg, centre: Point, side: float, colour: int) -> None:
    """A square of a route; red and blue ones have a mark, for those to whom colours look alike."""
    (x, y), half = centre, side / 2
    picture.rect(x - half, y - half, side, side, rx=1.5, fill=COLOUR_FILLS[colour], stroke=INK, stroke_width=0.8)
    if colour == Colour.RED:
        picture.circle(x, y, side * 0.2, fill="#ffffff")
    elif colour == Colour.BLUE:
        picture.line((x - side * 0.26, y), (x + side * 0.26, y), stroke="#ffffff", stroke_width=1.4)


@remembered
def draw_die(
    picture: Svg, corner: Point, size: tuple[float, float], colour: int, face: int, cost: tuple[int, int], failing: bool
) -> None:
    """A Weather die on its square: the face, and what it costs as it lies now."""
    (x, y), (width, height) = corner, size
    edge = RED if failing else INK
    picture.rect(x, y, width, height, rx=6, fill=COLOUR_FILLS[colour], stroke=edge, stroke_width=3.5 if failing else 1)
    ink, middle = COLOUR_INKS[colour], x + width / 2
    fit_text(picture, middle, y + 15, FACE_LETTERS[Face(face)], width - 8, 12, bold=True, fill=ink, anchor="middle")
    picture.text(middle, y + 29, f"−{cost[0]} fuel" if cost[0] else "no fuel", size=10, fill=ink, anchor="middle")
    if cost[1]:
        picture.text(middle, y + 41, f"−{cost[1]} end.", size=10, fill=ink, anchor="middle")


@remembered
def draw_card(picture: Svg, corner: Point, size: tuple[float, float], words: str, fill: str, ink: str) -> None:
    """A small card with one line of words; without a fill it is a free place."""
    (x, y), (width, height) = corner, size
    if not fill:
        picture.rect(x, y, width, height, rx=4, fill="none", stroke=FAINT, stroke_dasharray="3 2")
        return
    picture.rect(x, y, width, height, rx=4, fill=fill, stroke=SOFT, stroke_width=0.8)
    middle = x + width / 2, y + height / 2 + 3.7
    fit_text(picture, *middle, words, width - 6, 10.5, bold=True, fill=ink, anchor="middle")


def load_look(load: int) -> tuple[str, str, str]:
    """Words, fill and ink of a Load card."""
    if Load.SOVIET_BAG <= load <= Load.GERMAN_BAG:
        nation = load - Load.SOVIET_BAG
        return f"{LOAD_WORDS[load]} {NATION_LETTERS[nation]}", NATION_FILLS[Nation(nation)], "#ffffff"
    return LOAD_WORDS[load], LOAD_FILLS[load], INK
