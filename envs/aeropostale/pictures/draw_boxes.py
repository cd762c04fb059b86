"""What lies beside the map: the decision, the records, wings still to be won, continents, stocks, and the signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._core.pictures.choices import ChoiceStyle, draw_choices
from ..._core.pictures.lettering import fit_text, wrapped
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import INK, LINE, SOFT, Point, Svg
from ..limits import ACTIONS_PER_TURN, LEVELS, NONE, WEATHER_LINES, Continent, RecordKind, Wing
from ..names import city_name, legend_name, record_name, seat_name
from .draw import (
    CONDITION_FILLS,
    CONTINENT_FILLS,
    RECORD_FILLS,
    draw_box,
    draw_pilot,
    draw_plane,
    draw_seat_badge,
    draw_sign,
    draw_tile,
    draw_token,
    draw_wing,
    draw_wings,
    quiet,
)
from .draw_map import draw_pioneers
from .facts import choices, continents, facts, goal_words, stocks
from .words import CONTINENT_NAMES, distances_left, has_wings, listed, question, record_wings_left, winners

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


CHOICES = ChoiceStyle(letters=(12.0, 11.0, 10.0, 9.0, 8.0), leading=1.28, one_column=8)


def draw_course(picture: Svg, game: Game, record: State, corner: Point) -> None:
    """Turns as circles, actions of this turn as squares, both filled up to where the game is."""
    x, y = corner
    quiet(picture, x, y + 15, "turn", size=12)
    x += 34
    for turn in range(1, int(game.tables[0].turns[game.options[0].scenario]) + 1):
        now = turn == record.turn
        fill = INK if now else LINE if turn < record.turn else "none"
        picture.circle(x + 10, y + 11, 10, fill=fill, stroke=SOFT)
        ink = "#ffffff" if now else SOFT
        picture.text(x + 10, y + 15.5, str(turn), size=12, fill=ink, anchor="middle", bold=True)
        x += 25
    quiet(picture, x + 14, y + 15, "action", size=12)
    x += 58
    for action in range(1, ACTIONS_PER_TURN + 1):
        now = action == record.action
        fill = INK if now else LINE if action < record.action else "none"
        picture.rect(x, y + 1, 20, 20, rx=4, fill=fill, stroke=SOFT)
        ink = "#ffffff" if now else SOFT
        picture.text(x + 10, y + 15.5, str(action), size=12, fill=ink, anchor="middle", bold=True)
        x += 25


def draw_decision(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float], mask: Any) -> None:
    """Who decides what, what is known of it, and what may be done."""
    (x, y), (width, height) = corner, size
    draw_box(picture, corner, size, "The game is over" if record.done else "To decide")
    seats = winners(game, record) if record.done else [int(record.seat)]
    for k, seat in enumerate(seats):
        draw_seat_badge(picture, (x + 24, y + 40 + 26 * k), seat, 11)
        fit_text(picture, x + 42, y + 45 + 26 * k, seat_name(game, record, seat), 98, 14, bold=True)
    if record.done:
        return
    at = y + 45
    for words in wrapped(question(game, record), width - 160, 13, bold=True)[:2]:
        picture.text(x + 146, at, words, size=13, bold=True)
        at += 16
    at = max(at, y + 64)
    for words in facts(game, record):
        fit_text(picture, x + 12, at, words, width - 24, 11.5, fill=SOFT)
        at += 15
    draw_choices(picture, choices(game, record, mask), (x + 12, at + 2), (width - 24, y + height - at - 6), CHOICES)


def draw_records(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The record track: a line for each record with its tile, pieces of the seats, wings and designs on its squares."""
    (x, y), (width, height) = corner, size
    draw_box(picture, corner, size, "Records")
    step, high, t = (width - 112) / (LEVELS + 1), (height - 30) / len(RecordKind), game.tables[0]
    for kind in RecordKind:
        top = y + 25 + kind * high
        picture.text(x + 10, top + high / 2 - 2, record_name(kind), size=12, bold=True)
        _draw_tile_owner(picture, record, kind, (x + 10, top + high / 2 + 4))
        wings, levels = dict(record_wings_left(game, record, kind)), record.level[: game.players, kind].tolist()
        designs = _levels_of_designs(game, kind)
        for level in range(LEVELS + 1):
            here = tuple(seat for seat, reached in enumerate(levels) if reached == level)
            prize = tuple(t.record_wings[kind, level].tolist()) if level in wings else ()
            at = x + 104 + level * step, top
            _draw_square(picture, at, (step - 3, high - 5), int(kind), level, prize, level in designs, here)


@remembered
def _draw_square(
    picture: Svg,
    corner: Point,
    size: tuple[float, float],
    kind: int,
    level: int,
    prize: tuple[int, ...],
    design: bool,
    here: tuple[int, ...],
) -> None:
    """A square of the record track: wings that lie there, whether it brings a design, and who has reached it."""
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=4, fill=RECORD_FILLS[kind])
    picture.text(x + 5, y + 13, str(level), size=11, fill=SOFT, bold=True)
    draw_wings(picture, (x + width - 33, y + 11), prize)
    if design:
        draw_plane(picture, (x + width - 9, y + 11), 7, SOFT, None)
    apart = min(17.0, (width - 17) / max(len(here) - 1, 1))
    for k, seat in enumerate(here):
        draw_seat_badge(picture, (x + 10 + k * apart, y + height - 11), seat, 8)


def _draw_tile_owner(picture: Svg, record: State, kind: int, corner: Point) -> None:
    x, y = corner
    owner = int(record.tile_owner[kind])
    draw_tile(picture, corner, kind)
    if owner == NONE:
        quiet(picture, x + 18, y + 11, "on board")
    else:
        draw_seat_badge(picture, (x + 26, y + 7), owner, 7.5)


def _levels_of_designs(game: Game, kind: int) -> set[int]:
    """Levels of a record at which designs become available to somebody."""
    t = game.tables[0]
    return set(t.design_level[t.design_record == kind].tolist())


def draw_wings_left(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Wings still to be won by the first on continents and over so many lines; the exchange of wings, and the goal."""
    (x, y), (width, _), t = corner, size, game.tables[0]
    draw_box(picture, corner, size, "Wings")
    if not has_wings(game):
        quiet(picture, x + 10, y + 40, "not in this scenario")
        return
    for k, continent in enumerate((Continent.AFRICA, Continent.SOUTH_AMERICA)):
        top = y + 28 + k * 35
        picture.text(x + 10, top + 8, f"for the first to {CONTINENT_NAMES[continent]}", size=11.5)
        draw_pioneers(picture, game, record, WEATHER_LINES + k, (x + 10, top + 12))
    picture.text(x + 10, y + 108, "for the first run over so many lines", size=11.5)
    at = x + 10
    for lines, _ in distances_left(game, record):
        picture.text(at, y + 126, f"{lines}:", size=11.5, bold=True)
        at = draw_wings(picture, (at + 13, y + 122), t.distance_wings[lines].tolist()) + 7
    picture.text(x + 10, y + 151, "exchange", size=11.5)
    at = x + 78
    for kind in range(len(Wing) - 1):
        draw_wing(picture, (at, y + 147), kind, str(t.exchange[kind]))
        picture.text(at + 9, y + 151, "→", size=11)
        draw_wing(picture, (at + 28, y + 147), kind + 1, "1")
        at += 46
    fit_text(picture, x + 10, y + 176, f"for the first stop in {city_name(game, int(t.last_city))}", 168, 11.5)
    draw_wing(picture, (x + 190, y + 172), Wing.DIAMOND, str(t.diamonds))
    goal = goal_words(game)
    for k, words in enumerate(wrapped(f"goal: {goal}", width - 20, 11.5, bold=True) if goal else []):
        picture.text(x + 10, y + 201 + 15 * k, words, size=11.5, bold=True)


def draw_continents(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Strength of the seats on each continent, for supremacy; the one that leads is underlined."""
    (x, y), (width, height) = corner, size
    draw_box(picture, corner, size, "Supremacy: cubes, and stop points")
    step = (width - 106) / game.players
    for seat in range(game.players):
        draw_seat_badge(picture, (x + 100 + (seat + 0.5) * step, y + 36), seat, 9)
    high = (height - 52) / len(Continent)
    for continent, (cubes, points, leader) in enumerate(continents(game, record)):
        top = y + 50 + continent * high
        picture.rect(x + 8, top, width - 16, high - 4, rx=4, fill=CONTINENT_FILLS[continent])
        picture.text(x + 14, top + high / 2 + 2, CONTINENT_NAMES[continent], size=11.5, bold=True)
        for seat in range(game.players):
            middle = x + 100 + (seat + 0.5) * step
            bold = seat == leader
            picture.text(middle - 2, top + high / 2 + 2, str(cubes[seat]), size=13, anchor="end", bold=bold)
            quiet(picture, middle + 3, top + high / 2 + 2, f"({points[seat]})", size=11)
            if bold:
                picture.line((middle - 18, top + high - 8), (middle + 18, top + high - 8), stroke=INK, stroke_width=2)


def draw_stocks(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Pilots in the reserve, tokens for the meeting, who is there, and its last results."""
    (x, y), (width, _) = corner, size
    draw_box(picture, corner, size, "Reserve and meeting")
    rookies, seasoned, legends, tokens = stocks(game, record)
    for k, (count, rank) in enumerate(((rookies, 0), (seasoned, 1))):
        draw_pilot(picture, (x + 18 + k * 56, y + 38), rank)
        picture.text(x + 30 + k * 56, y + 42, f"×{count}", size=12, bold=True)
    at = x + 122
    for value, count in tokens:
        at = draw_token(picture, (at, y + 38), value, count) + 8
    lines = wrapped(f"legends: {', '.join(legend_name(game, k) for k in legends) or 'none left'}", width - 20, 11)
    rolls = [
        f"{seat_name(game, record, seat)} {record.rolls[seat]}" for seat in range(game.players) if record.rolls[seat]
    ]
    if rolls:
        lines += wrapped(f"last meeting: {', '.join(rolls)}", width - 20, 11)
    barred = [seat_name(game, record, seat) for seat in range(game.players) if record.barred[seat]]
    if barred:
        lines += wrapped(f"barred this turn: {listed(barred)}", width - 20, 11)
    for k, words in enumerate(lines):
        picture.text(x + 10, y + 66 + 14.5 * k, words, size=11, fill=SOFT)


@remembered
def draw_signs(picture: Svg, corner: Point, size: tuple[float, float]) -> None:
    """What signs and colours mean."""
    x, y = corner
    draw_box(picture, corner, size, "Signs")
    for k, name in enumerate(("mail", "freight", "passengers", "any kind")):
        left, top = x + 10 + k % 2 * 82, y + 26 + k // 2 * 18
        draw_sign(picture, (left, top), k)
        quiet(picture, left + 16, top + 10.5, name)
    for k, name in enumerate(("bronze", "gold", "platinum", "diamond")):
        left, top = x + 10 + k % 2 * 82, y + 70 + k // 2 * 17
        draw_wing(picture, (left + 6, top + 3), k, "", 6)
        quiet(picture, left + 16, top + 7, name)
    for k, name in enumerate(("ready", "used", "recovers")):
        top = y + 28 + k * 24
        picture.rect(x + 164, top, 42, 18, rx=4, fill=CONDITION_FILLS[k])
        fit_text(picture, x + 185, top + 13, name, 40, 10, anchor="middle")
