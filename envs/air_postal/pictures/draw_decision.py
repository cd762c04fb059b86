"""What is decided: by whom, what is known, the dice of a flight, and what may be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.choices import ChoiceStyle, draw_choices
from ..._core.pictures.lettering import fit_text, wrapped
from ..._core.pictures.svg import SOFT, Point, Svg
from ..limits import NONE, SOLO
from ..names import city_name, seat_name
from ..rules.flights import colour_of, endurance_of, first_failure, fuel_of
from .draw import draw_box, draw_die, draw_seat_badge, quiet
from .facts import choices, destination_of, facts, final_words, may_see
from .words import points, question, winners

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

CHOICES = ChoiceStyle(letters=(12.5, 11.5, 10.5, 9.5, 8.5, 7.5), leading=1.3, one_column=7)

DIE = (64.0, 48.0)


def draw_decision(
    picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float], mask: Any, you: int | None
) -> None:
    """Who decides what, what is known of it, and what may be done."""
    (x, y), (width, height) = corner, size
    draw_box(picture, corner, size, "The game is over" if record.done else "To decide")
    seats = (winners(game, record) or [SOLO]) if record.done else [int(record.seat)]
    for k, seat in enumerate(seats):
        name = "Solo plane" if seat == SOLO else seat_name(game, record, seat)
        draw_seat_badge(picture, (x + 24, y + 40 + 26 * k), seat, 11)
        fit_text(picture, x + 42, y + 45 + 26 * k, name, 186, 14, bold=True)
    if record.done:
        _draw_scores(picture, game, record, (x + 12, y + 60 + 26 * len(seats)), width - 24)
        return
    at = y + 45
    for words in wrapped(question(game, record), width - 250, 13.5, bold=True)[:2]:
        picture.text(x + 236, at, words, size=13.5, bold=True)
        at += 16
    at = max(at, y + 62)
    if record.route != NONE:
        _draw_dice(picture, game, record, (x + 12, at - 2), width - 24)
        at += DIE[1] + 14
    for words in facts(game, record):
        fit_text(picture, x + 12, at + 4, words, width - 24, 11.5, fill=SOFT)
        at += 16
    if may_see(record, you):
        draw_choices(picture, choices(game, record, mask), (x + 12, at), (width - 24, y + height - at - 4), CHOICES)
    else:
        quiet(picture, x + 12, at + 12, "in secret", 12)


def _draw_scores(picture: Svg, game: Game, record: State, corner: Point, width: float) -> None:
    """How all scores come about, the best first."""
    (x, y), (scores, ranks) = corner, game.standing_of(record)
    for k, seat in enumerate(sorted(range(game.players), key=lambda seat: ranks[seat])):
        at = y + k * 24
        draw_seat_badge(picture, (x + 12, at), seat, 9)
        fit_text(picture, x + 30, at + 5, final_words(game, record, seat), width - 130, 12.5)
        picture.text(x + width, at + 5, points(scores[seat]), size=13, anchor="end", bold=ranks[seat] == 1)


def _draw_dice(picture: Svg, game: Game, record: State, corner: Point, width: float) -> None:
    """The dice on the squares of the route in the order in which they are passed."""
    (x, y), t = corner, game.tables[0]
    length = int(t.route_length[record.route])
    failure = int(first_failure(t, record))
    step = min(DIE[0] + 3, (width - 90) / length)
    for k in range(length):
        cost = int(fuel_of(t, record, k)), int(endurance_of(t, record, k))
        with picture.group(data_die=k):
            where = (x + k * step, y), (step - 3, DIE[1])
            draw_die(picture, *where, int(colour_of(t, record, k)), int(record.face[k]), cost, k == failure)
    name = city_name(game, destination_of(game, record)).split(" (")[0]
    at = x + length * step + 3
    fit_text(picture, at, y + 20, "→ " + name, x + width - at, 12, bold=True)
    quiet(picture, at, y + 35, "Overwater" if t.overwater[record.route] else "Overland", 10.5)
