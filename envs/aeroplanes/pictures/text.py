"""The table as plain text of at most 120 columns (with names as long as those of the game's own data pack)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..limits import (
    COLOUR_NAMES,
    DISPLAY,
    ERAS,
    FIRST_NUMBER,
    MARKETS,
    NONE,
    OVERFLOW,
    SPACES_PER_HOME,
    Advantage,
    Region,
)
from ..names import STAGE_NAMES, card_name, city_name
from ..rules.buying import price
from ..rules.scoring import standing
from ..state import Phase
from .draw import REGION_NAMES
from .draw_seats import SHORT_NAMES
from .ways import landing_words, roll_list, way_words, ways
from .words import (
    MARKET_NAMES,
    aboard,
    airport_mark,
    airports_at,
    blocked_spaces,
    closed_seats,
    connection_of,
    dice_words,
    fleet,
    in_bag,
    is_flying,
    kinds_on_cards,
    landings,
    ranks_of,
    roll_words,
    signed,
    status,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State
    from ..tables import Tables

COLUMNS = 120
INDENT = 12


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you" (None: a spectator).

    Returns:
        What is to be decided, the seats and their aeroplanes, the board, passengers, cards, and what may be had.
    """
    parts = [
        [_course(game, record), status(game, record), *_attempt(game, record)],
        _seats(game, record, seat),
        _fleets(game, record),
        _board(game, record),
        _connections(game),
        _passengers(game, record),
        _cards(game, record),
        _supplies(game, record),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts) + "\n"


def _course(game: Game, record: State) -> str:
    round_words = f"round {record.round_number}" if record.round_number else "choice of homes"
    die = f" (die {record.die})" if record.die else ""
    era = f"era {STAGE_NAMES[record.era]} of {STAGE_NAMES[ERAS]}"
    first = f"first player seat {record.first}{die}"
    return f"{game.spec.title}   {era}, {round_words}, {first}, subsidy box £{record.subsidies}"


def _attempt(game: Game, record: State) -> list[str]:
    """The flight or the roll that is going on."""
    if is_flying(record):
        words = f"attempt: {connection_of(game, record)}"
        if record.phase == Phase.DESTINATION:
            cities = [(city_name(game, city), landing_words(game, record, city)) for city in landings(game, record)]
            return [words, *_listed("to", [f"{name} {taken}" for name, taken in cities], "; ")]
        if record.phase == Phase.ROUTE:
            found = ways(game, record, int(record.destination))
            return [words, *_listed("ways", [way_words(game, *way) for way in found], "; ")]
        if not record.rolls:
            return [words]
        needs = roll_list([int(need) for need in record.need[: record.rolls]])
        roll = f"  needs {needs}; roll {record.rolled}: {dice_words(record)}"
        return [words, roll if record.phase == Phase.ROLLED else f"{roll} = {roll_words(record)}"]
    if record.done or not record.dice[0]:
        return []
    rolling = record.phase in (Phase.PAIR, Phase.WILD)
    return [f"{'dice' if rolling else 'last roll'}: {dice_words(record)}"]


def _seats(game: Game, record: State, you: int | None) -> list[str]:
    heads = "".join(f"{name.rstrip('.'):>6}" for name in SHORT_NAMES)
    lines = [
        f"{'':<13}{'VP':>3}{'track':>6}{'planes':>7}{'people':>7}{'£':>4}{'profit':>7}{'fail':>5}{'supply':>7} "
        f"{heads}  on cards"
    ]
    scores, _ = game.standing_of(record)
    for seat in range(game.players):
        mark = ">" if not record.done and seat == int(record.seat) else " "
        name = f"{mark} seat {seat}{' you' if seat == you else ''}"
        points = f"{record.points[seat]:>6}{record.plane_points[seat]:>7}{record.passenger_points[seat]:>7}"
        money = f"{record.money[seat]:>4}{signed(record.profit[seat]):>7}{record.failures[seat]:>5}"
        supply = "/".join(str(count) for count in record.supply[seat])
        advantages = "".join(f"{record.advantages[seat, kind] or '-':>6}" for kind in Advantage)
        on_cards = " ".join(f"{count}×{_kind(kind)}" for kind, count in kinds_on_cards(record, seat)) or "-"
        lines.append(f"{name:<13}{scores[seat]:>3}{points}{money}{supply:>7} {advantages}  {on_cards}")
    return lines


def _kind(kind: int) -> str:
    """A kind of airport tile: its Stage, with a `+` if it is of a long-distance aeroplane."""
    return STAGE_NAMES[kind // 2 + 1] + ("+" if kind % 2 else "")


def _fleets(game: Game, record: State) -> list[str]:
    """The aeroplanes of each seat: name, who is aboard, free seats `.` and closed ones `x`."""
    lines = ["aeroplanes: passengers aboard by destination and seats, . free seat, x closed one"]
    for seat in range(game.players):
        planes = [_plane(game, record, card) for card in fleet(record, seat)]
        lines += _listed(f"planes {seat}", planes or ["none"], "; ")
    return lines


def _plane(game: Game, record: State, card: int) -> str:
    t = game.tables[0]
    people = [
        f"{city_name(game, int(t.passenger_to[passenger]))} {_worth(t, passenger)}"
        for passenger in aboard(game, record, card)
    ]
    empty = "." * int(record.seats[card]) + "x" * closed_seats(game, record, card)
    return f"{card + 1} {card_name(game, card)} [{', '.join([*people, *([empty] if empty else [])])}]"


def _worth(t: Tables, passenger: int) -> str:
    """Seats of a passenger tile and its points: `"2"`, `"2*3"`."""
    points = int(t.passenger_points[passenger])
    return f"{t.passenger_seats[passenger]}" + (f"*{points}" if points else "")


def _board(game: Game, record: State) -> list[str]:
    lines = ["airports: seat and Stage (H: home), . empty space, x blocked one"]
    t = game.tables[0]
    for region in Region:
        cities = [city for city in range(int(t.cities)) if t.region[city] == region]
        lines += _listed(REGION_NAMES[region], [_city(game, record, city) for city in cities], ", ")
    return lines


def _city(game: Game, record: State, city: int) -> str:
    built = [f"{seat}{airport_mark(stage)}" for seat, stage in airports_at(game, record, city)]
    home = int(game.tables[0].home_number[city])
    income = int(game.tables[0].home_income[home]) if home >= 0 else 0
    spaces = [*built, *"." * int(record.free[city]), *"x" * blocked_spaces(game, record, city)]
    return f"{city_name(game, city)}{f' £{income:+}' if income else ''} {' '.join(spaces)}"


def _connections(game: Game) -> list[str]:
    """The network by colour, with `|` for each bar and `+` for long-distance connections."""
    t = game.tables[0]
    lines = ["connections: | one roll a bar, + long-distance aeroplanes only"]
    for colour, name in enumerate(COLOUR_NAMES):
        links = []
        for link in range(int(t.link_count)):
            if t.link_colour[link] == colour:
                a, b = (city_name(game, int(city)) for city in t.link_ends[link])
                links.append(f"{a}–{b}{_marks(t.link_bars[link], t.link_long[link])}")
        if links:
            lines += _listed(name, links, ", ")
    special = [
        f"{_origin(game, city)} to {city_name(game, city)} {COLOUR_NAMES[t.special_colour[city]]}"
        f"{_marks(t.special_bars[city], t.special_long[city])}"
        for city in range(int(t.cities))
        if t.special_colour[city] >= 0
    ]
    return lines + (_listed("one-way", special, ", ") if special else [])


def _marks(bars: Any, long: Any) -> str:
    return (" " if bars or long else "") + "|" * int(bars) + "+" * int(long)


def _origin(game: Game, city: int) -> str:
    """From where a one-way connection leads to a city: `"all Europe"`."""
    t = game.tables[0]
    starts = [c for c in range(int(t.cities)) if t.colour_between[c, city] >= 0 > t.colour_between[city, c]]
    return f"all {REGION_NAMES[t.region[starts[0]]]}"


def _passengers(game: Game, record: State) -> list[str]:
    t = game.tables[0]
    lines = ["passengers: place, destination, seats, * VP"]
    for home, city in enumerate(t.homes):
        places = range(home * SPACES_PER_HOME, home * SPACES_PER_HOME + int(t.spaces_per_home))
        tiles = [_waiting(game, place % SPACES_PER_HOME, int(record.waiting[place])) for place in places]
        lines.append(f"{city_name(game, int(city)):<{INDENT}}" + "".join(f"{words:<26}" for words in tiles))
    late = [_waiting(game, k, int(record.overflow[k])) for k in range(OVERFLOW) if record.overflow[k] != NONE]
    return lines + _listed("overflow", late or ["nobody"], ", ")


def _waiting(game: Game, place: int, passenger: int) -> str:
    if passenger == NONE:
        return f"{place + 1} -"
    t = game.tables[0]
    return f"{place + 1} {city_name(game, int(t.passenger_to[passenger]))} {_worth(t, passenger)}"


def _cards(game: Game, record: State) -> list[str]:
    """The display in two columns, and the deck."""
    shown = [_card(game, record, place) for place in range(DISPLAY) if record.display[place] != NONE]
    half = -(-len(shown) // 2)
    lines = ["cards: price now, number, name, airports (+ long-distance), seats, * VP"]
    for row in range(half):
        lines.append("  ".join(f"{words:<58}" for words in shown[row::half]))
    left = int(game.tables[0].cards) - int(record.next_card)
    deck = f", next {record.next_card + 1} {card_name(game, int(record.next_card))}" if left else ""
    return [*lines, f"deck: {left} left{deck}"]


def _card(game: Game, record: State, place: int) -> str:
    t, card = game.tables[0], int(record.display[place])
    airports = f"{t.card_airports[card]}×{STAGE_NAMES[t.card_stage[card]]}{'+' if t.card_long[card] else ''}"
    worth = f" *{t.card_points[card]}" if t.card_points[card] else ""
    cost = f"£{price(t, record, place)}"
    return f"{cost:>4} {card + 1:>3} {card_name(game, card):<28} {airports:<7}{t.card_capacity[card]}{worth}"


def _supplies(game: Game, record: State) -> list[str]:
    t = game.tables[0]
    stock = [
        f"{kind + FIRST_NUMBER} {SHORT_NAMES[kind]} "
        + (f"×{record.stock[kind]}" if record.era >= t.advantage_era[kind] else f"(era {t.advantage_era[kind]})")
        for kind in Advantage
    ]
    bag = in_bag(game, record)
    regions = ", ".join(f"{REGION_NAMES[region]} {bag[region]}" for region in Region)
    lines = [f"bag: {sum(bag)} ({regions})", f"advantages for £{t.advantage_price}: {', '.join(stock)}"]
    for market, name in enumerate(MARKET_NAMES):
        counts = [standing(record, seat, market) for seat in range(game.players)]
        words = " ".join(f"{(signed(count) if market == MARKETS else str(count)):>4}" for count in counts)
        head = f"{'' if market else 'majorities:':<{INDENT}}{name:<8}"
        lines.append(f"{head} {words}   {ranks_of(game, record, market)} VP")
    return lines


def _listed(name: str, items: Iterable[str], glue: str) -> list[str]:
    """Items behind a name, on as many lines as they take; an item is broken only if it is too long for a line."""
    # Spaces within an item must not be where a line ends, so they are something else while lines are filled.
    words = glue.join(item.replace(" ", "\0") for item in items)
    filled = textwrap.wrap(
        words, COLUMNS, initial_indent=f"{name:<{INDENT}}", subsequent_indent=" " * INDENT, break_on_hyphens=False
    )
    return [line.replace("\0", " ") for line in filled]
