"""The players' cockpits: pilot, aircraft, gauges, what is aboard, objectives, what has been achieved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import members
from ..._core.pictures.lettering import fit_text, text_width
from ..._core.pictures.remembered import remembered
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SEAT_INKS, SHEET, SOFT, Point, Svg
from ..limits import NONE, Category, Load
from ..names import category_name, city_name, equipment_name, objective_name, seat_name, type_name
from ..phrases import counted, money
from ..rules.common import max_fuel, range_of
from ..state import Phase
from .draw import (
    CREW_FILL,
    RED,
    SYSTEM_FILL,
    VIP_FILL,
    draw_card,
    draw_pill,
    draw_seat_badge,
    load_look,
    pill_width,
    quiet,
)
from .draw_objectives import draw_objective_lines
from .facts import loads_aboard, loads_of, own_aircraft, vips_aboard
from .words import points

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

FUEL_FILL, ENDURANCE_FILL, EMPTY_FILL = "#e2a33b", "#5aa3a0", "#e3e1da"
ROWS_TOP, ROW = 133.0, 25.0
"""Where the rows of what is aboard begin, and the step from one to the next."""

LISTS_TOP = 236.0


def draw_cockpit(
    picture: Svg, game: Game, record: State, seat: int, corner: Point, size: tuple[float, float], you: bool
) -> None:
    """One player's cockpit."""
    (x, y), (width, height) = corner, size
    deciding = not record.done and seat == int(record.seat)
    edge = SEAT_COLOURS[seat] if deciding else LINE
    inner, left = width - 20, x + 10
    # Each part is a group of its own: only those that have changed are turned into pixels again.
    with picture.group(data_cockpit=seat):
        picture.rect(x, y, width, height, rx=10, fill=SHEET, stroke=edge, stroke_width=4 if deciding else 1.2)
        _draw_heading(picture, game, record, seat, (left, y), inner, you)
    if record.pilot[seat] == NONE:
        return
    with picture.group(data_cockpit=seat):
        _draw_pilot(picture, game, record, seat, (left, y + 48), inner)
    if record.aircraft[seat] != NONE:
        with picture.group(data_cockpit=seat):
            _draw_aircraft(picture, game, record, seat, (left, y + 65), inner)
            _draw_gauges(picture, game, record, seat, (left, y + 76), inner)
        for category in Category:
            with picture.group(data_cockpit=seat):
                _draw_row(picture, game, record, seat, category, (left, y + ROWS_TOP + category * ROW), inner)
    with picture.group(data_cockpit=seat):
        draw_objective_lines(picture, game, record, seat, (left, y + LISTS_TOP), (inner, height - LISTS_TOP - 27), you)
    with picture.group(data_cockpit=seat):
        _draw_foot(picture, game, record, seat, (left, y + height - 8), inner)


def _draw_heading(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float, you: bool) -> None:
    """Who it is, what it does in this round; money and glory."""
    x, y = corner
    draw_seat_badge(picture, (x + 10, y + 18), seat, 11)
    purse = f"{record.glory[seat]} glory   {money(record.money[seat])}"
    picture.text(x + width, y + 23, purse, size=13.5, anchor="end", bold=True)
    pills = []
    _, ranks = game.standing_of(record)
    if record.done and ranks[seat] == 1:
        pills.append(("winner", SEAT_COLOURS[seat], SEAT_INKS[seat], None))
    if not record.done and int(record.passed) >> seat & 1:
        pills.append(("loaded", "#efe7d4", INK, None))
    taken = sum(pill_width(words) + 5 for words, *_ in pills) + text_width(purse, 13.5, bold=True) + 33
    name = seat_name(game, record, seat) + (" (you)" if you else "")
    fit_text(picture, x + 27, y + 23, name, width - taken, 14.5, bold=True)
    along = x + 27 + min(text_width(name, 14.5, bold=True), width - taken) + 5
    for words, fill, ink, edge in pills:
        along = draw_pill(picture, (along, y + 18), words, fill, ink, edge) + 4


def _draw_pilot(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """What is printed on the Pilot card, and where the aircraft is."""
    (x, y), t, pilot = corner, game.tables[0], int(record.pilot[seat])
    words = f"Revenues {money(t.revenue[pilot])}, competence {t.competence[pilot]}"
    if record.aircraft[seat] == NONE:
        words += f", first aircraft up to level {t.start_level[pilot]}"
    if record.main_base[seat] != NONE:
        words += f", base {city_name(game, int(record.main_base[seat]))}"
    if record.city[seat] != NONE:
        where = f"in {city_name(game, int(record.city[seat])).split(' (')[0]}"
        picture.text(x + width, y, where, size=11.5, anchor="end", bold=True)
        width -= text_width(where, 11.5, bold=True) + 8
    fit_text(picture, x, y, words, width, 11, fill=SOFT)


def _draw_aircraft(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """Name, level and type of the aircraft, and what it is worth."""
    (x, y), t, own = corner, game.tables[0], int(record.aircraft[seat])
    resale = f"resale {money(t.resale[own])}" if t.resale[own] else "for a museum"
    words = f"level {t.level[own]}, {type_name(int(t.aircraft_type[own]))}, {resale}"
    wide = text_width(words, 11)
    picture.text(x + width, y, words, size=11, fill=SOFT, anchor="end")
    fit_text(picture, x, y, own_aircraft(game, record, seat), width - wide - 6, 13, bold=True)


def _draw_gauges(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """Fuel up to Max Fuel, endurance up to that of the pilot, and the Range with what has been flown."""
    (x, y), t = corner, game.tables[0]
    most, far = int(max_fuel(t, record, seat)), int(range_of(t, record, seat))
    flying = Phase(int(record.phase)) in (Phase.FLYING, Phase.DICE, Phase.DIE, Phase.HUB, Phase.DELIVERY)
    flown = int(record.flown) if flying and seat == record.seat and not record.done else 0
    _draw_gauge(picture, (x, y), width, "Fuel", int(record.fuel[seat]), most, FUEL_FILL)
    tired, rested = int(record.endurance[seat]), int(t.max_endurance[record.pilot[seat]])
    half = width / 2 - 6
    _draw_gauge(picture, (x, y + 27), half, "Endurance", tired, max(rested, tired), ENDURANCE_FILL)
    _draw_gauge(picture, (x + half + 12, y + 27), half, "Range", far - flown, far, "#8c9bb0")


@remembered
def _draw_gauge(picture: Svg, corner: Point, width: float, name: str, value: int, most: int, fill: str) -> None:
    """A row of fields, filled up to the value, with the value before it."""
    x, y = corner
    head = 42.0 if name in ("Fuel", "Range") else 68.0
    picture.text(x, y + 14, name, size=11, bold=True)
    picture.text(x + head + 22, y + 14.5, f"{value}/{most}", size=11, anchor="middle", bold=True)
    left = x + head + 44
    step = (x + width - left) / max(most, 1)
    for k in range(most):
        shown = fill if k < value else EMPTY_FILL
        picture.rect(left + k * step, y + 2, max(step - 2, 1), 16, rx=2.5, fill=shown)


# What is aboard


def _draw_row(
    picture: Svg, game: Game, record: State, seat: int, category: Category, corner: Point, width: float
) -> None:
    """Cards of a category, and free places; in the Basic variant all cards share the places."""
    (x, y), basic = corner, bool(game.options[0].basic)
    used, most = loads_of(game, record, seat)
    cards = _cards(game, record, seat, category)
    picture.text(x, y + 14, category_name(category), size=11, bold=True)
    full = f"{used[category]}" if basic else f"{used[category]}/{most[category]}"
    over = used[category] > most[category]
    picture.text(x + 64, y + 14, full, size=11, anchor="middle", fill=RED if over else INK, bold=True)
    if basic and category == Category.CARGO:
        quiet(picture, x + width, y - 1, f"{sum(used)} of {counted(most[0], 'card')} aboard", 9.5, "end")
    free = 0 if basic else max(most[category] - used[category], 0)
    places = len(cards) + free
    if not places:
        return
    step = min((width - 82) / places, 118.0 if category >= Category.CREW else 74.0)
    for k in range(places):
        words, fill, ink = cards[k] if k < len(cards) else ("", "", INK)
        draw_card(picture, (x + 82 + k * step, y), (step - 4, 20.0), words, fill, ink)


def _cards(game: Game, record: State, seat: int, category: Category) -> list[tuple[str, str, str]]:
    """Words, fill and ink of the cards of a category."""
    if category >= Category.CREW:
        t = game.tables[0]
        fill = CREW_FILL if category == Category.CREW else SYSTEM_FILL
        aboard = [card for card in members(record.equipment[seat]) if t.equipment_category[card] == category]
        used = int(record.used_this_turn) | int(record.used_this_flight) if seat == record.seat else 0
        return [(equipment_name(game, card) + (" (used)" if used >> card & 1 else ""), fill, INK) for card in aboard]
    wanted = category == Category.PAX
    found = [
        load_look(load)
        for load, count in loads_aboard(record, seat)
        for _ in range(count)
        if (load == Load.PAX) == wanted
    ]
    vips = vips_aboard(record, seat) if wanted else []
    return found + [(objective_name(game, vip), VIP_FILL, INK) for vip in vips]


def _draw_foot(picture: Svg, game: Game, record: State, seat: int, corner: Point, width: float) -> None:
    """What has been achieved, and the score if the game ended now."""
    x, y = corner
    done = sum(len(members(word)) for word in record.achieved[seat])
    hubs = len(members(record.hubs_reached[seat]))
    firsts = int((record.great_first == seat).sum())
    words = f"achieved: {counted(done, 'objective')}, {counted(hubs, 'Hub')}, {counted(firsts, 'Great First')}"
    scores, ranks = game.standing_of(record)
    total = points(scores[seat]) if record.done else f"now worth {points(scores[seat])}"
    picture.line((x, y - 15), (x + width, y - 15), stroke=FAINT, stroke_width=0.6)
    fit_text(picture, x, y, words, width - text_width(total, 11.5, bold=True) - 8, 11, fill=SOFT)
    bold = ranks[seat] == 1
    picture.text(x + width, y, total, size=11.5, anchor="end", bold=bold)
