"""All that lies open, without regard to length: what the text has no room for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..._core.pictures.fitting import COLUMNS, beside
from ..._core.words import percent
from ..limits import (
    COLOUR_NAMES,
    DISPLAY,
    FIRST_NUMBER,
    NONE,
    OVERFLOW,
    SPACES_PER_HOME,
    Advantage,
    Region,
)
from ..names import STAGE_NAMES, advantage_name, card_name, city_code, city_name, kind_name
from ..rules.buying import price
from ..state import Phase
from .draw import REGION_NAMES
from .draw_seats import SHORT_NAMES
from .ways import landing_words, odds_of, roll_list, way_words, ways
from .words import (
    aboard,
    airport_mark,
    airports_at,
    blocked_spaces,
    closed_seats,
    counted,
    fleet,
    in_bag,
    kinds_on_cards,
    landings,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State
    from ..tables import Tables

INDENT = 12


def details(game: Game, record: State, seat: int | None = None) -> str:
    """All that lies open, in words, in sections with a head.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks (None: a spectator); everybody sees the same.

    Returns:
        Seats, aeroplanes, airports, connections with their rolls, passengers, cards, and what may be had, in lines of
        at most 80 columns with names as long as those of the game's own data pack.
    """
    parts = [
        _attempt(game, record),
        _seats(game, record),
        _fleets(game, record),
        _board(game, record),
        _connections(game),
        _rolls(game),
        _passengers(game, record),
        _cards(game, record),
        _supplies(game, record),
    ]
    return "\n".join(line.rstrip() for part in parts for line in part) + "\n"


def _attempt(game: Game, record: State) -> list[str]:
    """Where a tile can go, or how, and what must be rolled for it."""
    if record.done or record.phase not in (Phase.DESTINATION, Phase.ROUTE):
        return []
    if record.phase == Phase.DESTINATION:
        cities = [f"{city_name(game, city)} {landing_words(game, record, city)}" for city in landings(game, record)]
        return ["Destinations: what must be rolled", *_listed("", cities, "; ")]
    found = [way_words(game, *way) for way in ways(game, record, int(record.destination))]
    return ["Ways: what must be rolled", *_listed("", found, "; ")]


def _seats(game: Game, record: State) -> list[str]:
    """What each seat has won and holds, in full words."""
    lines = ["Seats: victory points, money, advantages, airport tiles on cards"]
    for seat in range(game.players):
        held = [f"{advantage_name(kind)} {record.advantages[seat, kind]}" for kind in Advantage]
        tiles = [f"{count}×{kind_name(kind)}" for kind, count in kinds_on_cards(record, seat)]
        points = f"{record.points[seat]} on the track, {record.plane_points[seat]} of cards"
        lines += _listed(
            f"seat {seat}",
            [
                f"{points}, {record.passenger_points[seat]} of passengers",
                f"£{record.money[seat]}",
                counted(record.failures[seat], "engine failure"),
                ", ".join(words for words in held if not words.endswith(" 0")) or "no advantages",
                ", ".join(tiles) or "no tiles",
            ],
            "; ",
        )
    return lines


def _fleets(game: Game, record: State) -> list[str]:
    """The aeroplanes of each seat: name, who is aboard, free seats `.` and closed ones `x`."""
    lines = ["Aeroplanes: passengers aboard by destination and seats; . free seat, x closed"]
    for seat in range(game.players):
        planes = [plane(game, record, card) for card in fleet(record, seat)]
        lines += _listed(f"seat {seat}", planes or ["none"], "; ")
    return lines


def plane(game: Game, record: State, card: int) -> str:
    """An aeroplane with its passengers: `"12 Farman F.60 Goliath [London 1, ..]"`."""
    t = game.tables[0]
    people = [
        f"{city_name(game, int(t.passenger_to[passenger]))} {worth(t, passenger)}"
        for passenger in aboard(game, record, card)
    ]
    empty = "." * int(record.seats[card]) + "x" * closed_seats(game, record, card)
    return f"{card + 1} {card_name(game, card)} [{', '.join([*people, *([empty] if empty else [])])}]"


def worth(t: Tables, passenger: int) -> str:
    """Seats of a passenger tile and its points: `"2"`, `"2*3"`."""
    points = int(t.passenger_points[passenger])
    return f"{t.passenger_seats[passenger]}" + (f"*{points}" if points else "")


def _board(game: Game, record: State) -> list[str]:
    lines = ["Airports: seat and Stage (H: home), . empty space, x blocked one"]
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
    name = f"{city_code(game, city)} {city_name(game, city)}"
    return f"{name}{f' £{income:+}' if income else ''} {' '.join(spaces)}"


def _connections(game: Game) -> list[str]:
    """The network by colour, with `|` for each bar and `+` for long-distance connections."""
    t = game.tables[0]
    lines = ["Connections: | one roll a bar, + long-distance aeroplanes only"]
    for colour, name in enumerate(COLOUR_NAMES):
        links = []
        for link in range(int(t.link_count)):
            if t.link_colour[link] == colour:
                a, b = (city_name(game, int(city)) for city in t.link_ends[link])
                links.append(f"{a}–{b}{_marks(t.link_bars[link], t.link_long[link])}")
        if links:
            lines += _listed(name, links, ", ")
    special = [
        f"{origin(game, city)} to {city_name(game, city)} {COLOUR_NAMES[t.special_colour[city]]}"
        f"{_marks(t.special_bars[city], t.special_long[city])}"
        for city in range(int(t.cities))
        if t.special_colour[city] >= 0
    ]
    return lines + (_listed("one-way", special, ", ") if special else [])


def _marks(bars: Any, long: Any) -> str:
    return (" " if bars or long else "") + "|" * int(bars) + "+" * int(long)


def origin(game: Game, city: int) -> str:
    """From where a one-way connection leads to a city: `"all Europe"`."""
    t = game.tables[0]
    starts = [c for c in range(int(t.cities)) if t.colour_between[c, city] >= 0 > t.colour_between[city, c]]
    return f"all {REGION_NAMES[t.region[starts[0]]]}"


def _passengers(game: Game, record: State) -> list[str]:
    t = game.tables[0]
    lines = ["Passengers: place, destination, seats, * VP"]
    for home, city in enumerate(t.homes):
        places = range(home * SPACES_PER_HOME, home * SPACES_PER_HOME + int(t.spaces_per_home))
        tiles = [_waiting(game, place % SPACES_PER_HOME, int(record.waiting[place])) for place in places]
        lines += _listed(city_name(game, int(city)), tiles, ", ")
    late = [_waiting(game, k, int(record.overflow[k])) for k in range(OVERFLOW) if record.overflow[k] != NONE]
    return lines + _listed("overflow", late or ["nobody"], ", ")


def _waiting(game: Game, place: int, passenger: int) -> str:
    if passenger == NONE:
        return f"{place + 1} -"
    t = game.tables[0]
    return f"{place + 1} {city_name(game, int(t.passenger_to[passenger]))} {worth(t, passenger)}"


def _cards(game: Game, record: State) -> list[str]:
    """The display in two columns if there is room, and the deck."""
    shown = [f"  {_card(game, record, place)}" for place in range(DISPLAY) if record.display[place] != NONE]
    left = int(game.tables[0].cards) - int(record.next_card)
    deck = f", next {record.next_card + 1} {card_name(game, int(record.next_card))}" if left else ""
    head = "Cards: price now, number, name, airports (+ long-distance), seats, * VP"
    return [head, *beside(shown), f"  deck: {left} left{deck}"]


def _card(game: Game, record: State, place: int) -> str:
    t, card = game.tables[0], int(record.display[place])
    airports = f"{t.card_airports[card]}×{STAGE_NAMES[t.card_stage[card]]}{'+' if t.card_long[card] else ''}"
    worth = f" *{t.card_points[card]}" if t.card_points[card] else ""
    cost = f"£{price(t, record, place)}"
    return f"{cost:>3} {card + 1:>2} {card_name(game, card)} {airports} {t.card_capacity[card]}{worth}"


def _rolls(game: Game) -> list[str]:
    """What each way of flying must roll, with the chance if nobody helps and nothing is paid."""
    t = game.tables[0]
    single = {name: [int(t.single_need[k])] * int(t.single_rolls[k]) for k, name in enumerate(COLOUR_NAMES)}
    single = {name: rolls for k, (name, rolls) in enumerate(single.items()) if t.single_rolls[k] >= 0}
    double = {
        f"{one} then {other}": t.pair_need[i, k, : t.pair_rolls[i, k]].tolist()
        for i, one in enumerate(COLOUR_NAMES)
        for k, other in enumerate(COLOUR_NAMES)
        if t.pair_rolls[i, k] >= 0
    }
    words = [f"{name} {roll_list(rolls)}{_chance(game, rolls)}" for name, rolls in (single | double).items()]
    help_words = f"an opponent's airport at the end of a link adds {t.opponent_bonus} to its roll"
    failing = f"engine failure number {t.failure_limit} of a seat crashes its attempt: the tile goes back to the supply"
    return [
        "Rolls: three dice, a failure counts 0; over two links a city is skipped",
        *_listed("", words, "; "),
        *_listed("", [help_words, failing], "; "),
    ]


def _chance(game: Game, rolls: list[int]) -> str:
    return f" ({percent(odds_of(game, rolls))})" if rolls else ""


def _supplies(game: Game, record: State) -> list[str]:
    """Airport tiles of the seats, the advantages and the bag."""
    t = game.tables[0]
    stock = [
        f"{kind + FIRST_NUMBER} {SHORT_NAMES[kind]} "
        + (f"×{record.stock[kind]}" if record.era >= t.advantage_era[kind] else f"(era {t.advantage_era[kind]})")
        for kind in Advantage
    ]
    bag = in_bag(game, record)
    regions = ", ".join(f"{REGION_NAMES[region]} {bag[region]}" for region in Region)
    supply = [f"seat {seat} {'/'.join(map(str, record.supply[seat]))}" for seat in range(game.players)]
    return [
        "Supplies: what may still be had",
        *_listed("I/II/III", supply, ", "),
        *_listed("bag", [f"{sum(bag)} passengers to come ({regions})"], ""),
        *_listed("stock", [f"£{t.advantage_price} each", *stock], ", "),
    ]


def _listed(name: str, items: Iterable[str], glue: str) -> list[str]:
    """Items behind a name, on as many lines as they take; one is broken only behind a comma, or if it is too long."""
    # Spaces within an item must not be where a line ends, so they are something else while lines are filled; but those
    # behind a comma may be.
    words = glue.join(item.replace(" ", "\0").replace(",\0", ", ") for item in items)
    first, others = f"  {name:<{INDENT - 2}}" if name else "  ", " " * (INDENT if name else 4)
    filled = textwrap.wrap(words, COLUMNS, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in filled]
