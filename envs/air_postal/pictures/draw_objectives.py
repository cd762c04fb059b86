"""What lies beside the aircraft in a cockpit: Objective cards with their cubes, City cards; and the Solo plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import members
from ..._core.pictures.lettering import fit_text, text_width
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import INK, SEAT_COLOURS, SOFT, Point, Svg
from ..limits import AIR_ROUTES, FIRST_DIPLOMACY, FIRST_VIP, NONE, SOLO
from ..names import city_name, objective_name
from ..phrases import money
from .draw import draw_box, draw_seat_badge, quiet
from .facts import bags_due, cards_in_hand, marks_of, objectives_in
from .words import objective_code, short_money, solo_pilot

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

LINE_STEP, CLOSE = 15.0, 10.4
"""From line to line, as far as there is room, and where there is not."""


def draw_objective_lines(
    picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float], you: bool
) -> None:
    """Unfulfilled objectives and Diplomacy in two columns, or a hand of City cards during the set-up."""
    (x, y), (width, height) = corner, size
    if cards_in_hand(game, record):
        _draw_hand(picture, game, record, seat, corner, width, you)
        return
    lines = objective_lines(game, record, seat)
    if not lines:
        quiet(picture, x, y + 12, "no Objective cards", 10.5)
        return
    columns = 1 if len(lines) <= 4 else max(2, -(-len(lines) // int(height // CLOSE)))
    if columns > 2:
        lines = objective_lines(game, record, seat, short=True)
    rows = -(-len(lines) // columns)
    step, high = width / columns, min(LINE_STEP, height / rows)
    for k, (marks, words, reward) in enumerate(lines):
        at = x + k // rows * step, y + k % rows * high
        _draw_line(picture, at, step - 10, marks, words, reward, SEAT_COLOURS[seat])


def objective_lines(
    game: Game, record: State, seat: int, short: bool = False
) -> list[tuple[tuple[bool, ...], str, str]]:
    """Cubes on both cities of an Air Route, words, and reward of each card that still counts.

    Where there is little room, cities have their short names, and the money is left out.
    """
    t = game.tables[0]
    found: list[tuple[tuple[bool, ...], str, str]] = []
    for card in objectives_in(record.held[seat]):
        if card >= FIRST_DIPLOMACY:
            continue
        if short:
            words, reward = objective_code(game, card).split("/")[0].rsplit(" ", 1)
            found.append((marks_of(record, card) if card < AIR_ROUTES else (), words, reward))
            continue
        reward = f"{t.objective_glory[card]} glory {short_money(t.objective_money[card])}"
        if card < AIR_ROUTES:
            found.append((marks_of(record, card), objective_name(game, card), reward))
        else:
            city = city_name(game, int(t.vip_city[card - FIRST_VIP]))
            found.append(((), f"{objective_name(game, card)} to {city}", reward))
    for card, given in bags_due(game, record, seat):
        steps = [step for step in t.diplomacy_scale[card - FIRST_DIPLOMACY].tolist() if step]
        words = "+".join(f"({step})" if k < given else str(step) for k, step in enumerate(steps)) + " glory"
        if given < len(steps):
            name = objective_name(game, card)
            found.append(((), name.split()[0] if short else name, words.split()[0] if short else words))
    return found


@remembered
def _draw_line(
    picture: Svg, corner: Point, width: float, marks: tuple[bool, ...], words: str, reward: str, fill: str
) -> None:
    """One card: two squares for cubes, then words and reward."""
    x, y = corner
    for k, mark in enumerate(marks):
        picture.rect(x + k * 10, y + 4, 8, 8, rx=1.5, fill=fill if mark else "none", stroke=SOFT, stroke_width=0.9)
    wide = text_width(reward, 10, bold=True)
    fit_text(picture, x + 24, y + 12, words, max(width - 28 - wide, 20), 10.5)
    picture.text(x + width, y + 12, reward, size=10, anchor="end", bold=True, fill=INK)


def _draw_hand(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float, you: bool) -> None:
    """City cards in a hand; those of others lie face down, and what they have chosen is not to be seen."""
    (x, y), t = corner, game.tables[0]
    if not you:
        quiet(picture, x, y + 12, f"{cards_in_hand(game, record)} City cards", 11)
        return
    for k, city in enumerate(members(record.hand[seat])):
        chosen = ", chosen" if record.choice[seat] == city else ""
        worth = f"{t.city_glory[city]} glory, {money(t.city_money[city])}{chosen}"
        fit_text(picture, x, y + 12 + k * LINE_STEP, f"{city_name(game, city)}: {worth}", width, 11)


def draw_solo(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The Solo plane: who flies it, its glory, and the cities of its path with the Hubs among them."""
    (x, y), (width, _) = corner, size
    t = game.tables[0]
    draw_box(picture, corner, size, "Solo plane")
    if record.solo_pilot == NONE:
        return
    draw_seat_badge(picture, (x + 20, y + 38), SOLO, 11)
    picture.text(x + 38, y + 43, solo_pilot(game, record), size=14.5, bold=True)
    picture.text(x + width - 12, y + 43, f"{record.solo_glory} glory", size=13.5, anchor="end", bold=True)
    length = int(t.path_length[record.setup, record.solo_pilot])
    rows = -(-length // 2)
    for k in range(length):
        city, hub = int(t.path[record.setup, record.solo_pilot, k]), int(t.path_hub[record.setup, record.solo_pilot, k])
        at = x + 14 + k // rows * (width / 2 - 8), y + 68 + k % rows * 17
        flown = k < int(record.solo_at)
        words = f"{k + 1}. {city_name(game, city)}" + (f": Hub, {hub} glory" if hub else "")
        fit_text(picture, *at, words, width / 2 - 24, 11.5, fill=SOFT if flown else INK, bold=k == int(record.solo_at))
