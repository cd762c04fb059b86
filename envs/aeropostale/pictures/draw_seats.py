"""The players' instrument panels: wings, logistics, pilots, aeroplanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text, text_width, wrapped
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import FLEET, NONE, Cargo, Condition
from ..names import city_name, design_name, legend_name, seat_name
from ..rules.common import capacity_of, cubes_left
from ..state import UNDECIDED, YES, Phase
from .draw import (
    CONDITION_FILLS,
    RED,
    SIGN,
    draw_icons,
    draw_pill,
    draw_pilot,
    draw_plane,
    draw_seat_badge,
    draw_tile,
    draw_token,
    draw_wing,
)
from .words import counted, design_letters, reserve, tiles_at

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

GAUGE_TOP, PILOTS_TOP, FLEET_TOP, FLEET_HEIGHT = 62.0, 97.0, 130.0, 104.0


def draw_seat(
    picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float], you: bool
) -> None:
    """One player's panel, beside what the table calls out: its points and rank."""
    (x, y), (width, height) = corner, size
    deciding = not record.done and seat == int(record.seat)
    edge = SEAT_COLOURS[seat] if deciding else LINE
    with picture.group(data_panel=seat):
        picture.rect(x, y, width, height, rx=10, fill=SHEET, stroke=edge, stroke_width=4 if deciding else 1.2)
        inner, left = width - 20, x + 10
        _draw_heading(picture, game, record, seat, (left, y), inner, you)
        _draw_wings(picture, game, record, seat, (left, y + 46))
        _draw_gauge(picture, game, record, seat, (left, y + GAUGE_TOP), inner)
        _draw_pilots(picture, record, seat, (left, y + PILOTS_TOP), inner)
        for place in range(FLEET):
            step = (inner + 4) / FLEET
            at = (left + place * step, y + FLEET_TOP)
            _draw_plane(picture, game, record, seat, place, at, (step - 4, FLEET_HEIGHT))
        _draw_rest(picture, game, record, seat, (left, y + FLEET_TOP + FLEET_HEIGHT + 14), (inner, height))


def _draw_heading(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float, you: bool) -> None:
    """Who it is, whether it is first, decides, has won; what is known of the meeting; stop points."""
    x, y = corner
    draw_seat_badge(picture, (x + 10, y + 18), seat, 11)
    name = seat_name(game, record, seat) + (" (you)" if you else "")
    picture.text(x + 27, y + 23, name, size=14.5, bold=True)
    along = x + 27 + text_width(name, 14.5, bold=True) + 6
    scores, ranks = game.standing_of(record)
    if seat == int(record.first) and not record.done:
        along = draw_pill(picture, (along, y + 18), "first", "#ffffff", INK, INK) + 4
    if record.done and ranks[seat] == 1:
        along = draw_pill(picture, (along, y + 18), "winner", SEAT_COLOURS[seat], SEAT_INKS[seat]) + 4
    words = meeting_words(record, seat, you)
    if words:
        draw_pill(picture, (along, y + 18), words, "#efe7d4", INK)
    picture.text(x + width, y + 23, counted(scores[seat], "point"), size=13, anchor="end", bold=True)


def meeting_words(record: State, seat: int, you: bool) -> str:
    """What the one who looks knows of a seat and the meeting; what others choose is secret until all have."""
    if record.done:
        return ""
    if record.phase == Phase.REGISTERING:
        if record.choice[seat] == UNDECIDED or not you:
            return "barred" if record.barred[seat] else ""
        return "chose yes" if record.choice[seat] == YES else "chose no"
    if record.sent[seat] != NONE:
        return "at the meeting"
    return "registered" if record.registered[seat] else ""


def _draw_wings(picture: Svg, game: Game, record: State, seat: int, left: Point) -> None:
    """Wings in their slots, those without one beside them, and tokens of meetings."""
    x, y = left
    held = zip(game.tables[0].slots.tolist(), record.wings[seat].tolist(), strict=True)
    for kind, (slots, count) in enumerate(held):
        for k in range(slots):
            if k < count:
                draw_wing(picture, (x + 7, y), kind, "bgpd"[kind], 7)
            else:
                picture.circle(x + 7, y, 6.5, fill="none", stroke=FAINT, stroke_dasharray="2 1.500")
            x += 16
        if count > slots:
            picture.text(x, y + 4, f"+{count - slots}", size=11.5, bold=True, fill=RED)
            x += 18
        x += 5
    for k in (1, 0):
        if record.tokens[seat, k]:
            x = draw_token(picture, (x, y), int(game.tables[0].token_value[k]), int(record.tokens[seat, k])) + 3


def _draw_gauge(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """The logistics gauge: spaces with what an increase adds, and the cylinder."""
    x, y = corner
    t = game.tables[0]
    step, points = width / (int(t.gauge) + 1), int(record.logistics[seat])
    for space, increase in enumerate(t.increase[: int(t.gauge) + 1].tolist()):
        here = space == points
        left = x + space * step
        picture.rect(left, y, step - 2, 29, rx=4, fill=INK if here else "#dfe5ea")
        middle = left + step / 2 - 1
        picture.text(middle, y + 15, str(space), size=13, fill="#ffffff" if here else INK, anchor="middle", bold=here)
        if increase:
            words = f"+{increase}"
            picture.text(middle, y + 26, words, size=9.5, fill="#ffffff" if here else SOFT, anchor="middle")


def _draw_pilots(picture: Svg, record: State, seat: int, corner: Point, width: float) -> None:
    """Pilots by rank in the green, the orange and the red area."""
    x, y = corner
    step, pilots = (width + 4) / len(Condition), record.pilots[seat].tolist()
    for condition in Condition:
        left = x + condition * step
        picture.rect(left, y, step - 4, 26, rx=5, fill=CONDITION_FILLS[condition])
        at = left + 12
        for rank, count in enumerate(pilots[condition]):
            if not count:
                continue
            draw_pilot(picture, (at, y + 13), rank)
            if count > 1:
                picture.text(at + 9, y + 17, f"×{count}", size=11, bold=True)
            at += 33 if count > 1 else 18


def _draw_plane(
    picture: Svg, game: Game, record: State, seat: int, place: int, corner: Point, size: tuple[float, float]
) -> None:
    """A place of the panel: condition, design, what it carries, fuel and range, record tiles."""
    (x, y), (width, height) = corner, size
    company, design = int(record.company[seat]), int(record.fleet[seat, place])
    if design == NONE:
        picture.rect(x, y, width, height, rx=5, fill="none", stroke=FAINT, stroke_dasharray="3 2")
        return
    t, condition, middle = game.tables[0], int(record.condition[seat, place]), x + width / 2
    picture.rect(x, y, width, height, rx=5, fill="#ffffff", stroke=LINE)
    picture.rect(x, y, width, 17, rx=5, fill=CONDITION_FILLS[condition])
    if condition == Condition.USED and record.runway[seat, place] != NONE:
        where = city_name(game, int(record.runway[seat, place]))
        fit_text(picture, middle, y + 12.5, where, width - 4, 10.5, anchor="middle")
    else:
        draw_plane(picture, (middle, y + 8.5), 8, SEAT_COLOURS[seat])
    names = wrapped(design_name(game, company, design), width - 5, 10.5)[:3]
    for k, words in enumerate(names):
        fit_text(picture, middle, y + 28 + 11 * k, words, width - 4, 10.5, anchor="middle")
    capacity = int(capacity_of(t, record, seat, place))
    icons = int(t.icons[company, design])
    wide = 11 + SIGN * sum(icons >> kind & 1 for kind in Cargo)
    picture.text(middle - wide / 2, y + 72, str(capacity), size=12.5, bold=True)
    draw_icons(picture, (middle - wide / 2 + 11, y + 61), icons)
    tiles = tiles_at(game, record, seat, place)
    red, room = bool(t.red_range[company, design]), width - (20 if tiles else 4)
    for k, words in enumerate((f"fuel {t.fuel[company, design]}", f"range {t.range[company, design]}")):
        bold, ink = bool(k and red), RED if k and red else INK
        fit_text(picture, x + 3 + room / 2, y + 86 + 12 * k, words, room, 10.5, bold=bold, fill=ink, anchor="middle")
    for tile, (dx, dy) in zip(tiles, ((width - 15, 88), (width - 15, 74), (2, 2)), strict=False):
        draw_tile(picture, (x + dx, y + dy), tile, 13)


def _draw_rest(picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float]) -> None:
    """Personal records, cubes in stock, the legendary pilot, and the designs in reserve."""
    (x, y), (width, _) = corner, size
    cubes = int(cubes_left(record, seat))
    words = counted(cubes, "cube") + " left"
    if record.legend[seat] != NONE:
        feat = "feat" if record.feat[seat] else "feat used"
        words = f"{legend_name(game, int(record.legend[seat]))} ({feat}) · {words}"
    elif record.legend_strip[seat]:
        words = f"legendary strip · {words}"
    fit_text(picture, x, y, words, width, 11, fill=SOFT)
    company = int(record.company[seat])
    spare = [f"{design_name(game, company, k)} {design_letters(game, company, k)}" for k in reserve(record, seat)]
    if spare:
        lines = wrapped(f"reserve: {', '.join(spare)}", width, 10)
        for k, line in enumerate(lines[:3]):
            fit_text(picture, x, y + 14 + 12 * k, line, width, 10, fill=SOFT)
