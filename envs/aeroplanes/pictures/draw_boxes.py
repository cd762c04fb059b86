"""What lies beside the map: waiting passengers, cards on display, era and subsidies, risks, majorities, advantages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.lettering import fit_text, wrapped
from ..._core.pictures.svg import FAINT, INK, LINE, SEAT_COLOURS, SHEET, SOFT, Point, Svg
from ..limits import (
    COLOUR_NAMES,
    COLOURS,
    DISPLAY,
    ERAS,
    FIRST_NUMBER,
    HOMES,
    MARKETS,
    NONE,
    OVERFLOW,
    SPACES_PER_HOME,
    STAGES,
    Advantage,
    Region,
)
from ..names import STAGE_NAMES, advantage_name, card_name, city_name
from ..rules.buying import price
from ..rules.risk import shortfall
from ..rules.scoring import standing
from ..state import Phase
from .draw import (
    LINK_COLOURS,
    LINK_EDGES,
    REGION_FILLS,
    STAGE_FILLS,
    draw_box,
    draw_die,
    draw_long_badge,
    draw_people,
    draw_points,
    draw_seat_badge,
    draw_stage_tile,
    draw_swatch,
    quiet,
)
from .draw_seats import draw_first_die
from .ways import roll_list, way_words, ways
from .words import (
    MARKET_NAMES,
    claimable,
    connection_of,
    in_bag,
    is_flying,
    question,
    ranks_of,
    roll_words,
    seats_by_rank,
    signed,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

ROW = 18.5
BLOCK = 17 + SPACES_PER_HOME * ROW + 5


def draw_waiting(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The waiting area: the passenger spaces of each starting city, and the overflow in two columns."""
    (x, y), (width, height) = corner, size
    picture.rect(x, y, width, height, rx=8, fill=SHEET, stroke=LINE)
    can = set(claimable(game, record))
    t = game.tables[0]
    for home in range(HOMES):
        top = y + 5 + home * BLOCK
        picture.text(x + 8, top + 13, city_name(game, int(t.homes[home])), size=12, bold=True)
        for k in range(int(t.spaces_per_home)):
            place = home * SPACES_PER_HOME + k
            at, room = (x + 6, top + 17 + k * ROW), (width - 12, ROW - 1.5)
            _draw_passenger(picture, game, record, int(record.waiting[place]), k + 1, at, room, (False, place) in can)
    top = y + 8 + HOMES * BLOCK
    picture.line((x + 8, top - 4), (x + width - 8, top - 4), stroke=LINE)
    picture.text(x + 8, top + 13, "Passenger overflow", size=12, bold=True)
    rows = OVERFLOW // 2
    step = min(ROW, (y + height - top - 22) / rows)
    for k in range(OVERFLOW):
        at = (x + 6 + k // rows * (width - 8) / 2, top + 18 + k % rows * step)
        room = ((width - 16) / 2, step - 1.5)
        if record.overflow[k] != NONE:
            passenger = int(record.overflow[k])
            _draw_passenger(picture, game, record, passenger, k + 1, at, room, (True, k) in can)


def _draw_passenger(
    picture: Svg,
    game: Game,
    record: State,
    passenger: int,
    place: int,
    corner: Point,
    size: tuple[float, float],
    framed: bool,
) -> None:
    """A passenger tile: place, destination, victory points, seats; framed if the seat to decide can claim it."""
    (x, y), (width, height), t = corner, size, game.tables[0]
    if passenger == NONE:
        picture.rect(x, y, width, height, rx=4, fill="none", stroke=LINE, stroke_dasharray="3 2")
        return
    claiming = not record.done and passenger == record.claiming
    to, middle, scale = int(t.passenger_to[passenger]), y + height / 2, min(height / 17, 1.0)
    with picture.group(data_passenger=passenger, data_claimable="yes" if framed else None):
        picture.rect(
            x,
            y,
            width,
            height,
            rx=4,
            fill=REGION_FILLS[t.region[to]],
            stroke=SEAT_COLOURS[record.seat] if framed or claiming else FAINT,
            stroke_width=2.6 if framed or claiming else 0.8,
            stroke_dasharray="5 3" if claiming else None,
        )
        quiet(picture, x + 4, middle + 3, str(place), size=8.5 * scale)
        people, points = int(t.passenger_seats[passenger]) * 8.5 * scale, int(t.passenger_points[passenger])
        right = x + width - 4
        draw_people(picture, (right, middle - 0.5), int(t.passenger_seats[passenger]), scale)
        if points:
            draw_points(picture, (right - people - 8 * scale, middle), points, 7 * scale)
        room = width - 20 - people - (17 * scale if points else 0)
        fit_text(picture, x + 15, middle + 4 * scale, city_name(game, to), room, 12 * scale)


def draw_cards(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """The display, and the deck with its next card."""
    (x, y), (width, height) = corner, size
    step = width / (DISPLAY + 1)
    for place in range(DISPLAY):
        card = int(record.display[place])
        at, room = (x + place * step, y), (step - 4, height)
        if card != NONE:
            _draw_card(picture, game, card, price(game.tables[0], record, place), at, room)
        elif place < game.tables[0].display_size:
            picture.rect(*at, *room, rx=6, fill="none", stroke=LINE, stroke_dasharray="4 3")
    at = x + DISPLAY * step
    left, t = int(game.tables[0].cards) - int(record.next_card), game.tables[0]
    picture.rect(at, y, step - 4, height, rx=6, fill="#e7e1d2", stroke=LINE)
    picture.text(at + 8, y + 18, "Deck", size=12, bold=True)
    quiet(picture, at + 8, y + 34, f"{left} left")
    if left:
        quiet(picture, at + 8, y + 54, "next:")
        stage = STAGE_NAMES[t.card_stage[record.next_card]]
        words = f"{record.next_card + 1} {card_name(game, int(record.next_card))} ({stage})"
        for k, line in enumerate(wrapped(words, step - 18, 10.5)[:3]):
            fit_text(picture, at + 8, y + 67 + k * 13, line, step - 18, 10.5)
    draw_points(picture, (at + 14, y + height - 15), 1, 7)
    quiet(picture, at + 24, y + height - 11, "VP")
    draw_people(picture, (at + 56, y + height - 16), 1)
    quiet(picture, at + 60, y + height - 11, "seat")


def _draw_card(picture: Svg, game: Game, card: int, price: int, corner: Point, size: tuple[float, float]) -> None:
    """A card of the display: price now, number, name, airports, long-distance mark, points, seats."""
    (x, y), (width, height), t = corner, size, game.tables[0]
    stage, points = int(t.card_stage[card]), int(t.card_points[card])
    with picture.group(data_display=card + 1):
        picture.rect(x, y, width, height, rx=6, fill=STAGE_FILLS[stage], stroke=INK, stroke_width=1)
        picture.rect(x + 5, y + 5, 38, 23, rx=6, fill=SHEET)
        picture.text(x + 24, y + 22, f"£{price}", size=16, anchor="middle", bold=True)
        picture.text(x + width - 7, y + 21, str(card + 1), size=14, anchor="end", bold=True)
        lines = wrapped(card_name(game, card), width - 10, 11, bold=True)[:3]
        for k, line in enumerate(lines):
            fit_text(picture, x + width / 2, y + 44 + k * 13, line, width - 10, 11, bold=True, anchor="middle")
        for k in range(int(t.card_airports[card])):
            draw_stage_tile(picture, (x + 6 + k * 19, y + height - 46), stage)
        if t.card_long[card]:
            draw_long_badge(picture, (x + 56, y + height - 37), 8.5)
        if points:
            draw_points(picture, (x + width - 14, y + height - 37), points, 9)
        count = int(t.card_capacity[card])
        draw_people(picture, (x + 6 + count * 8.5 * 0.95, y + height - 13), count, 0.95)


def draw_course(picture: Svg, game: Game, record: State, corner: Point) -> None:
    """Era track, round, first player die and its holder, subsidy box."""
    x, y = corner
    for era in range(1, ERAS + 1):
        left, now = x + (era - 1) * 44, era == int(record.era)
        fill = STAGE_FILLS[era] if now else SHEET
        picture.rect(left, y, 40, 38, rx=6, fill=fill, stroke=INK if now else LINE, stroke_width=1.8 if now else 1)
        picture.text(left + 20, y + 16, "era" if now else "", size=10, anchor="middle")
        bottom = y + (32 if now else 25)
        picture.text(
            left + 20, bottom, STAGE_NAMES[era], size=15, fill=INK if now else FAINT, anchor="middle", bold=now
        )
    x += STAGES * 44 + 12
    picture.text(x, y + 16, f"round {record.round_number}" if record.round_number else "set-up", size=13.5, bold=True)
    quiet(picture, x, y + 33, f"of at most {game.options[0]['round_limit']}", size=11)
    x += 92
    draw_first_die(picture, (x, y + 2), int(record.die))
    draw_seat_badge(picture, (x + 30, y + 10.5), int(record.first), 8.5)
    quiet(picture, x, y + 33, "first player", size=11)
    x += 82
    _draw_subsidies(picture, game, record, (x, y))


def _draw_subsidies(picture: Svg, game: Game, record: State, corner: Point) -> None:
    (x, y), t = corner, game.tables[0]
    left, full = int(record.subsidies), int(t.subsidies)
    picture.text(x, y + 33, f"subsidy box: £{left}", size=12, bold=True)
    quiet(picture, x + 108, y + 33, "and the token" if not record.done else "", size=11)
    step = min(17.0, 190 / max(full + 1, 1))
    for k in range(full):
        there = k < left
        picture.rect(
            x + k * step,
            y + 3,
            step - 3,
            14,
            rx=2,
            fill="#cfe3c4" if there else "none",
            stroke="#4c7a3a" if there else FAINT,
            stroke_width=0.9,
        )
    taken = record.done and not record.limit_reached
    picture.circle(x + full * step + 8, y + 10, 7, fill="none" if taken else INK, stroke=INK, stroke_width=1)


def draw_decision(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """What is going on: the attempt, its rolls and dice, in words."""
    (x, y), (width, _) = corner, size
    draw_box(picture, corner, size, "Game over" if record.done else f"Seat {record.seat} decides")
    if record.done:
        _draw_results(picture, game, record, corner, width)
        return
    lines = wrapped(question(game, record), width - 20, 12.5, bold=True)[:2]
    if is_flying(record):
        lines = wrapped(connection_of(game, record), width - 20, 12.5, bold=True)[:2]
    for k, line in enumerate(lines):
        fit_text(picture, x + 10, y + 35 + k * 16, line, width - 20, 12.5, bold=True)
    rolling = is_flying(record) and record.rolls
    if is_flying(record) and record.phase == Phase.ROUTE:
        _draw_ways(picture, game, record, (x + 10, y + 68), width - 20)
        return
    showing = rolling or record.phase in (Phase.PAIR, Phase.WILD)
    if record.dice[0]:
        with picture.group(opacity=1 if showing else 0.35, data_dice="shown" if showing else "last"):
            for k, value in enumerate(record.dice):
                draw_die(picture, (x + 10 + k * 32, y + 82), int(value), 28)
    if not showing:
        quiet(picture, x + 110, y + 100, "last roll" if record.dice[0] else "")
        return
    needs = ", then ".join(str(need) for need in record.need[: record.rolls])
    if rolling:
        quiet(picture, x + 10, y + 71, f"roll {record.rolled} of {record.rolls}; needs {needs}", size=11.5)
        picture.text(x + 112, y + 95, _roll_result(record), size=13, bold=True)
        quiet(picture, x + 112, y + 110, f"money £{record.money[record.seat]}", size=11)


def _draw_ways(picture: Svg, game: Game, record: State, corner: Point, width: float) -> None:
    """The ways to the destination in two columns, the easiest first, as many as there is room for."""
    for k, (route, rolls) in enumerate(ways(game, record, int(record.destination))[:8]):
        at = corner[0] + k // 4 * width / 2, corner[1] + k % 4 * 14
        fit_text(picture, *at, way_words(game, route, rolls), width / 2 - 6, 11)


def _draw_results(picture: Svg, game: Game, record: State, corner: Point, width: float) -> None:
    """The seats from the first to the last, with points, and money, which breaks ties."""
    x, y = corner
    scores, ranks = game.standing_of(record)
    for row, seat in enumerate(seats_by_rank(game, record)):
        bottom = y + 38 + row * 19
        first = ranks[seat] == 1
        draw_seat_badge(picture, (x + 20, bottom - 4.5), seat, 8)
        picture.text(x + 36, bottom, f"seat {seat}" + (" wins" if first else ""), size=13, bold=first)
        picture.text(x + width - 66, bottom, f"{scores[seat]} VP", size=13, anchor="end", bold=first)
        quiet(picture, x + width - 14, bottom, f"£{record.money[seat]}", size=12, anchor="end")


def _roll_result(record: State) -> str:
    if record.phase == Phase.ROLLED:
        return "does the roll stand?"
    return f"{roll_words(record)}" + (f": short by {shortfall(record)}" if shortfall(record) > 0 else ": enough")


def draw_risks(picture: Svg, game: Game, corner: Point, size: tuple[float, float]) -> None:
    """The table of risks, and what the marks of connections mean."""
    (x, y), t = corner, game.tables[0]
    draw_box(picture, corner, size, "New connections: rolls of three dice")
    entries = [
        ((c,), [int(t.single_need[c])] * int(t.single_rolls[c])) for c in range(COLOURS) if t.single_rolls[c] >= 0
    ]
    entries += [
        ((a, b), [int(need) for need in t.pair_need[a, b, : t.pair_rolls[a, b]]])
        for a in range(COLOURS)
        for b in range(COLOURS)
        if t.pair_rolls[a, b] >= 0
    ]
    rows = -(-len(entries) // 2)
    step = min(14.0, 66.0 / rows)
    for k, (colours, needs) in enumerate(entries):
        at = x + 10 + k // rows * size[0] * 0.5, y + 28 + k % rows * step
        for part, colour in enumerate(colours):
            left = at[0] + part * 28
            name = COLOUR_NAMES[colour]
            picture.line((left, at[1]), (left + 24, at[1]), stroke=LINK_EDGES[colour], stroke_width=6.5)
            picture.line(
                (left, at[1]), (left + 24, at[1]), stroke=LINK_COLOURS[colour], stroke_width=4.2, data_risk=name
            )
        picture.text(at[0] + 60, at[1] + 4, roll_list(needs), size=11)
    bottom = y + size[1] - 24
    draw_long_badge(picture, (x + 17, bottom - 2), 7)
    quiet(picture, x + 28, bottom + 2, "long-distance aeroplane; it may also skip a city")
    for bar in (x + 13, x + 18):
        picture.line((bar, bottom + 7), (bar, bottom + 18), stroke=INK, stroke_width=2.4, stroke_linecap="round")
    quiet(picture, x + 28, bottom + 16, f"one roll a bar; opponent’s airport there: {t.opponent_bonus} less")


def draw_majorities(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Airports of each seat by market, profit, and what they score at the end of the era."""
    (x, y), (width, _) = corner, size
    draw_box(picture, corner, size, "Majorities")
    quiet(picture, x + width - 8, y + 16, "VP", size=11, anchor="end")
    step = min(26.0, (width - 108) / game.players)
    for seat in range(game.players):
        draw_seat_badge(picture, (x + 66 + seat * step + step / 2, y + 33), seat, 8)
    for market, name in enumerate(MARKET_NAMES):
        bottom = y + 60 + market * 18
        if market < MARKETS:
            draw_swatch(picture, (x + 8, bottom - 9), market)
        fit_text(picture, x + 21, bottom, name, 44, 11.5)
        counts = [standing(record, seat, market) for seat in range(game.players)]
        for seat, count in enumerate(counts):
            words = signed(count) if market == MARKETS else str(count)
            best = count == max(counts) and count > 0
            at = x + 66 + seat * step + step / 2
            picture.text(at, bottom, words, size=12, fill=INK if count > 0 else FAINT, anchor="middle", bold=best)
        picture.text(x + width - 8, bottom, ranks_of(game, record, market), size=11, fill=SOFT, anchor="end")


def draw_stock(picture: Svg, game: Game, record: State, corner: Point, size: tuple[float, float]) -> None:
    """Advantage tiles that can be had, with the era from which on, and the bag by region."""
    (x, y), (width, height), t = corner, size, game.tables[0]
    draw_box(picture, corner, size, f"Advantages, £{t.advantage_price}")
    quiet(picture, x + width - 8, y + 16, "1, or roll for 2", anchor="end")
    for kind in Advantage:
        bottom, early = y + 33 + kind * 14.5, record.era < t.advantage_era[kind]
        ink = FAINT if early or not record.stock[kind] else INK
        picture.text(x + 10, bottom, f"{kind + FIRST_NUMBER}", size=11.5, fill=ink, bold=True)
        fit_text(picture, x + 23, bottom, advantage_name(kind), 98 if early else 116, 11.5, fill=ink)
        words = f"from era {STAGE_NAMES[t.advantage_era[kind]]}" if early else f"×{record.stock[kind]}"
        picture.text(x + width - 8, bottom, words, size=9.5 if early else 11.5, fill=ink, anchor="end", bold=not early)
    bag = in_bag(game, record)
    bottom = y + height - 10
    quiet(picture, x + 10, bottom, f"bag {sum(bag)}:", size=11)
    for region in Region:
        draw_swatch(picture, (x + 56 + region * 34, bottom - 9), region)
        picture.text(x + 67 + region * 34, bottom, str(bag[region]), size=11)
