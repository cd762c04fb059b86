"""The players' instrument panels: wings, logistics, pilots, aeroplanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text, text_width, wrapped
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import FLEET, NONE
from ..names import design_name, legend_name, seat_name
from ..rules.common import cubes_left
from ..state import UNDECIDED, YES, Phase
from .draw import (
    CONDITION_FILLS,
    RED,
    draw_pill,
    draw_pilot,
    draw_seat_badge,
    draw_token,
    draw_wing,
    pill_width,
)
from .draw_aeroplane import aeroplane_at, draw_aeroplane
from .words import WING_LETTERS, counted, design_letters, reserve

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
    # Each part is a group of its own: only those that have changed are turned into pixels again.
    inner, left, t = width - 20, x + 10, game.tables[0]
    with picture.group(data_panel=seat):
        picture.rect(x, y, width, height, rx=10, fill=SHEET, stroke=edge, stroke_width=4 if deciding else 1.2)
        _draw_heading(picture, game, record, seat, (left, y), inner, you)
        _draw_rest(picture, game, record, seat, (left, y + FLEET_TOP + FLEET_HEIGHT + 14), (inner, height))
    with picture.group(data_panel=seat):
        _draw_wings(picture, (left, y + 46), inner - 70, tuple(t.slots.tolist()), tuple(record.wings[seat].tolist()))
        _draw_tokens(picture, game, record, seat, (left + inner, y + 46))
    with picture.group(data_panel=seat):
        increases = tuple(t.increase[: int(t.gauge) + 1].tolist())
        _draw_gauge(picture, (left, y + GAUGE_TOP), inner, increases, int(record.logistics[seat]))
    with picture.group(data_panel=seat):
        _draw_pilots(picture, (left, y + PILOTS_TOP), inner, tuple(map(tuple, record.pilots[seat].tolist())))
    _draw_fleet(picture, game, record, seat, (left, y + FLEET_TOP), inner + 4)


def _draw_fleet(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """The places for aeroplanes side by side."""
    step = width / FLEET
    for place, design in enumerate(record.fleet[seat].tolist()):
        look = aeroplane_at(game, record, seat, place) if design != NONE else None
        with picture.group(data_panel=seat):
            draw_aeroplane(picture, (corner[0] + place * step, corner[1]), (step - 4, FLEET_HEIGHT), look)


def _draw_heading(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float, you: bool) -> None:
    """Who it is, whether it is first, decides, has won; what is known of the meeting; stop points."""
    x, y = corner
    draw_seat_badge(picture, (x + 10, y + 18), seat, 11)
    scores, ranks = game.standing_of(record)
    points = counted(scores[seat], "point")
    picture.text(x + width, y + 23, points, size=13, anchor="end", bold=True)
    pills = []
    if seat == int(record.first) and not record.done:
        pills.append(("first", "#ffffff", INK, INK))
    if record.done and ranks[seat] == 1:
        pills.append(("winner", SEAT_COLOURS[seat], SEAT_INKS[seat], None))
    if words := meeting_words(record, seat, you):
        pills.append((words, "#efe7d4", INK, None))
    taken = sum(pill_width(words) + 5 for words, *_ in pills) + text_width(points, 13, bold=True) + 33
    name = seat_name(game, record, seat) + (" (you)" if you else "")
    fit_text(picture, x + 27, y + 23, name, width - taken, 14.5, bold=True)
    along = x + 27 + min(text_width(name, 14.5, bold=True), width - taken) + 6
    for words, fill, ink, edge in pills:
        along = draw_pill(picture, (along, y + 18), words, fill, ink, edge) + 4


def meeting_words(record: State, seat: int, you: bool) -> str:
    """What the one who looks knows of a seat and the meeting; what others choose is secret until all have."""
    if record.done:
        return ""
    if record.phase == Phase.REGISTERING:
        if record.choice[seat] == UNDECIDED or not you:
            return "barred" if record.barred[seat] else ""
        return "chose yes" if record.choice[seat] == YES else "chose no"
    if record.sent[seat] != NONE:
        return "sent"
    return "registered" if record.registered[seat] else ""


@remembered
def _draw_wings(picture: Svg, left: Point, width: float, slots: tuple[int, ...], wings: tuple[int, ...]) -> None:
    """Wings in their slots, and how many have none."""
    x, y = left
    step = min(16.0, (width - 5 * len(slots)) / sum(slots))
    radius = step * 0.43
    for kind, count in enumerate(wings):
        for k in range(slots[kind]):
            if k < count:
                draw_wing(picture, (x + 7, y), kind, WING_LETTERS[kind], radius)
            else:
                picture.circle(x + 7, y, radius - 0.5, fill="none", stroke=FAINT, stroke_dasharray="2 1.500")
            x += step
        if count > slots[kind]:
            picture.text(x, y + 4, f"+{count - slots[kind]}", size=11.5, bold=True, fill=RED)
            x += 18
        x += 5


def _draw_tokens(picture: Svg, game: Game, record: State, seat: int, right: Point) -> None:
    """Bonus tokens of meetings, those of the first place last."""
    x, y = right
    for k, count in enumerate(record.tokens[seat].tolist()):
        if count:
            x -= 24 if count == 1 else 42
            draw_token(picture, (x, y), int(game.tables[0].token_value[k]), count)


@remembered
def _draw_gauge(picture: Svg, corner: Point, width: float, increases: tuple[int, ...], points: int) -> None:
    """The logistics gauge: spaces with what an increase adds, and the cylinder."""
    x, y = corner
    step = width / len(increases)
    for space, increase in enumerate(increases):
        here = space == points
        left, middle = x + space * step, x + (space + 0.5) * step - 1
        picture.rect(left, y, step - 2, 29, rx=4, fill=INK if here else "#dfe5ea")
        picture.text(middle, y + 15, str(space), size=13, fill="#ffffff" if here else INK, anchor="middle", bold=here)
        if increase:
            ink = "#ffffff" if here else SOFT
            picture.text(middle, y + 26, f"+{increase}", size=9.5, fill=ink, anchor="middle")


@remembered
def _draw_pilots(picture: Svg, corner: Point, width: float, pilots: tuple[tuple[int, ...], ...]) -> None:
    """Pilots by rank in the green, the orange and the red area."""
    x, y = corner
    step = (width + 4) / len(pilots)
    for condition, counts in enumerate(pilots):
        left = x + condition * step
        picture.rect(left, y, step - 4, 26, rx=5, fill=CONDITION_FILLS[condition])
        at = left + 12
        for rank, count in enumerate(counts):
            if not count:
                continue
            draw_pilot(picture, (at, y + 13), rank)
            if count > 1:
                picture.text(at + 9, y + 17, f"×{count}", size=11, bold=True)
            at += 36 if count > 1 else 18


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
