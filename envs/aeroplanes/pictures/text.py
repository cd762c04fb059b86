"""The table as plain text of at most 24 lines of 80 columns; what has no room there is in the details."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.pictures.fitting import Forms, broken, clipped, fitted
from ..limits import DISPLAY, ERAS, MARKETS, NONE, OVERFLOW, SPACES_PER_HOME, Advantage, Region
from ..names import STAGE_NAMES, card_name, city_code
from ..rules.buying import price
from ..rules.scoring import market_points, standing
from ..state import Phase
from .details import origin, plane, worth
from .draw import REGION_NAMES
from .draw_seats import SHORT_NAMES
from .ways import roll_list
from .words import (
    MARKET_NAMES,
    airport_mark,
    airports_at,
    connection_of,
    dice_words,
    fleet,
    in_bag,
    is_flying,
    kinds_on_cards,
    ranks_of,
    roll_words,
    signed,
    status,
)

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

HEAD = "  seat   VP=tr+ca+pe   era  £ fail Eur Afr Asi prof free holds"

ADVANTAGE_CODES = tuple(name[:2] for name in SHORT_NAMES)
LINK_LETTERS = ("", "r", "b")
"""Marks of connections by colour: white has none."""

SIGNS = """\
VP=tr+ca+pe       victory points: of the track, of cards, of passengers
era +4            what the seat would score if the era ended now
fail 2/4          engine failures, and the one that crashes an attempt
Eur Afr Asi       airports in Europe, Africa, Asia and Australia, homes too
prof              profit: seats filled less seats empty in this era
free              free seats of all aeroplanes
holds             advantages: Pi Daring Pilot, Ma Engine Maintenance, Pr
                  Increased Production, Ni Night Flights, Ra Radio Beacons;
                  2I 1II+: airport tiles on cards by Stage, + long-distance
VIE[0H1II.]       Vienna: the home of seat 0, a Stage II airport of seat 1, an
                  empty space; then the cities that are connected with it:
CAI CAIr CAIb     by a white, a red, a black connection
AUSr|| SAMb||+    | a roll for each bar, + long-distance aeroplanes only
MUN2 CAI3*2 -     passengers in their places 1 to 4: destination, seats, * VP
7 £5 2I+/4*3      card 7 costs £5 now, brings 2 Stage I airports (+ of a
                  long-distance aeroplane), has 4 seats, 3 VP
…                 something is left out: d has it"""
"""What the signs of the text mean."""

CLAIMING = frozenset({Phase.LOAD, Phase.NIGHT_FLIGHTS})
LAST = ("attempt", "waiting", "board", "own", "waiting", "board")
"""Who gives way when nothing else helps: the connections, then the passengers, are in the details."""


def text(game: Game, record: State, seat: int | None = None) -> str:
    """The table as plain text.

    Args:
        game: the game with its tables.
        record: the State record.
        seat: who looks; its line says "you", and its aeroplanes are named (None: a spectator, who sees those of the
            seat to decide).

    Returns:
        What is to be decided, the seats, the board with its connections, passengers and cards: at most 24 lines of 80
        columns with the game's own data pack. What there is no room for is in `details`.
    """
    own = int(record.seat) if seat is None else seat
    parts: dict[str, Forms] = {
        "course": [broken(_course(game, record))],
        "status": [broken(status(game, record))],
        "attempt": _attempt(game, record),
        "seats": [[HEAD, *(_seat(game, record, player, seat) for player in range(game.players))]],
        "own": _own(game, record, own),
        "era": [broken(_prizes(game, record))],
        "board": _board(game, record),
        "waiting": _waiting(game, record),
        "cards": _cards(game, record),
        "stock": _stock(game, record),
    }
    lines = fitted(parts, _giving_way(record))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _giving_way(record: State) -> tuple[str, ...]:
    """Who gives way first: while flying what may be bought and claimed, else long forms in turn."""
    if is_flying(record):
        return ("cards", "stock", "stock", "cards", "waiting", "own", "board", "own", *LAST)
    if record.phase in CLAIMING:
        return ("cards", "stock", "stock", "cards", "board", "own", *LAST)
    return ("cards", "stock", "own", "board", "stock", "cards", "own", *LAST)


def _course(game: Game, record: State) -> str:
    title = game.spec.title.partition(":")[0]
    round_words = f"round {record.round_number}" if record.round_number else "choice of homes"
    die = f" (die {record.die})" if record.die else ""
    era = f"era {STAGE_NAMES[record.era]} of {STAGE_NAMES[ERAS]}"
    return f"{title}  {era}, {round_words}, seat {record.first} first{die}, subsidy box £{record.subsidies}"


def _attempt(game: Game, record: State) -> Forms:
    """The flight or the roll that is going on."""
    if is_flying(record):
        words = f"attempt: {connection_of(game, record)}"
        if not record.rolls:
            return [broken(words)]
        needs = roll_list([int(need) for need in record.need[: record.rolls]])
        roll = f"  needs {needs}; roll {record.rolled}: {dice_words(record)}"
        return [[*broken(words), roll if record.phase == Phase.ROLLED else f"{roll} = {roll_words(record)}"]]
    if record.done or not record.dice[0]:
        return [[]]
    rolling = record.phase in (Phase.PAIR, Phase.WILD)
    return [[f"{'dice' if rolling else 'last roll'}: {dice_words(record)}"], []]


# The seats


def _seat(game: Game, record: State, seat: int, you: int | None) -> str:
    """Points and where they come from, what the era would bring, money, failures, markets, seats, what is held."""
    t, o, s = game.tables[0], game.options[0], game.array_of(record)[0]
    mark = ">" if not record.done and seat == int(record.seat) else " "
    name = f"{mark} {seat}{' you' if seat == you else ''}"
    points = f"{record.points[seat]}+{record.plane_points[seat]}+{record.passenger_points[seat]}"
    total = f"{game.standing_of(record)[0][seat]:>3}={points}"
    earns = sum(int(market_points(t, o, s, seat, market)) for market in range(MARKETS + 1))
    counts = "".join(f"{standing(s, seat, market):>4}" for market in range(MARKETS))
    fails = f"{record.failures[seat]}/{t.failure_limit}"
    free = int(record.seats[record.owner == seat].sum())
    row = f"{name:<8}{total:<14}{f'+{earns}':>4}{record.money[seat]:>4}{fails:>5}{counts}"
    return clipped(f"{row}{signed(record.profit[seat]):>5}{free:>5} {_holds(record, seat)}")[0]


def _holds(record: State, seat: int) -> str:
    """Advantages and airport tiles: `"Pi2 Ma1, 2I 1II+"`."""
    held = record.advantages[seat]
    advantages = " ".join(f"{ADVANTAGE_CODES[kind]}{held[kind]}" for kind in Advantage if held[kind])
    tiles = " ".join(f"{count}{_kind(kind)}" for kind, count in kinds_on_cards(record, seat))
    return ", ".join(filter(None, [advantages, tiles])) or "-"


def _kind(kind: int) -> str:
    """A kind of airport tile: its Stage, with a `+` if it is of a long-distance aeroplane."""
    return STAGE_NAMES[kind // 2 + 1] + ("+" if kind % 2 else "")


def _own(game: Game, record: State, seat: int) -> Forms:
    """The aeroplanes of one seat with the passengers aboard; shorter, those with free seats."""
    cards = fleet(record, seat)
    if not cards:
        return [[]]
    free = [f"{card + 1} {card_name(game, card)} {record.seats[card]}" for card in cards if record.seats[card]]
    return [
        broken(f"Aeroplanes of seat {seat}: {'; '.join(plane(game, record, card) for card in cards)}"),
        broken(f"Free seats of seat {seat}: {', '.join(free) or 'none'}"),
        [],
    ]


def _prizes(game: Game, record: State) -> str:
    """What the ranks of the markets score at the end of this era."""
    found = [f"{name} {ranks_of(game, record, market)}" for market, name in enumerate(MARKET_NAMES)]
    return f"Era pays for the ranks: {', '.join(found)}"


# The board


def _board(game: Game, record: State) -> Forms:
    """Cities with airports and connections; shorter, each connection once; shortest, without connections."""
    return [_regions(game, record, ends) for ends in (2, 1, 0)]


def _regions(game: Game, record: State, ends: int) -> list[str]:
    t, lines = game.tables[0], []
    for region in Region:
        cities = [city for city in range(int(t.cities)) if t.region[city] == region]
        found = [" ".join([_city(game, record, city), *_links(game, city, ends)]) for city in cities]
        lines += broken_items(f"{REGION_NAMES[region]}:", found)
    special = [
        f"{city_code(game, city)}{_marks(int(t.special_colour[city]), int(t.special_bars[city]), t.special_long[city])}"
        for city in range(int(t.cities))
        if t.special_colour[city] >= 0
    ]
    starts = next((origin(game, city) for city in range(int(t.cities)) if t.special_colour[city] >= 0), "")
    return lines + (broken(f"From {starts}: {' '.join(special)}") if special and ends else [])


def _city(game: Game, record: State, city: int) -> str:
    """Such as `"VIE[0H1II.]"`."""
    built = "".join(f"{seat}{airport_mark(stage)}" for seat, stage in airports_at(game, record, city))
    return f"{city_code(game, city)}[{built}{'.' * int(record.free[city])}]"


def _links(game: Game, city: int, ends: int) -> list[str]:
    """The cities at the other ends of the connections of a city, those of higher number alone if `ends` is 1."""
    t, found = game.tables[0], []
    for link in range(int(t.link_count)):
        a, b = (int(end) for end in t.link_ends[link])
        other = b if a == city else a if b == city else NONE
        if ends and other != NONE and (ends == 2 or other > city):
            found.append(
                city_code(game, other)
                + _marks(int(t.link_colour[link]), int(t.link_bars[link]), bool(t.link_long[link]))
            )
    return found


def _marks(colour: int, bars: int, long: bool) -> str:
    return LINK_LETTERS[colour] + "|" * bars + ("+" if long else "")


def broken_items(head: str, items: list[str]) -> list[str]:
    """Items behind a head, with commas, in lines that fit; none is broken."""
    kept = [item.replace(" ", "\0") for item in items]
    return [line.replace("\0", " ") for line in broken(f"{head} {', '.join(kept)}")]


# What may be claimed and bought


def _waiting(game: Game, record: State) -> Forms:
    """Passengers by home and place, and the overflow."""
    t, rows = game.tables[0], []
    for home, city in enumerate(t.homes):
        places = range(home * SPACES_PER_HOME, home * SPACES_PER_HOME + int(t.spaces_per_home))
        tiles = " ".join(_passenger(game, int(record.waiting[place])) for place in places)
        rows.append(f"{city_code(game, int(city))}: {tiles}")
    late = [_passenger(game, int(record.overflow[k])) for k in range(OVERFLOW)]
    last = max((k for k, words in enumerate(late) if words != "-"), default=-1)
    overflow = broken(f"Overflow: {' '.join(late[: last + 1])}") if last >= 0 else []
    waiting = broken_items("Passengers:", rows)
    return [waiting + overflow, [*waiting, *clipped(" ".join(overflow))] if overflow else waiting, []]


def _passenger(game: Game, passenger: int) -> str:
    t = game.tables[0]
    return "-" if passenger == NONE else f"{city_code(game, int(t.passenger_to[passenger]))}{worth(t, passenger)}"


def _cards(game: Game, record: State) -> Forms:
    """The display with prices; shorter, without names."""
    places = [place for place in range(DISPLAY) if record.display[place] != NONE]
    left = int(game.tables[0].cards) - int(record.next_card)
    deck = f"{left} in the deck"
    named = [_card(game, record, place, named=True) for place in places]
    short = [_card(game, record, place, named=False) for place in places]
    return [broken_items("Cards:", [*named, deck]), broken_items("Cards:", [*short, deck]), []]


def _card(game: Game, record: State, place: int, *, named: bool) -> str:
    """Such as `"7 £5 2I+/4*3"`."""
    t, card = game.tables[0], int(record.display[place])
    airports = f"{t.card_airports[card]}{STAGE_NAMES[t.card_stage[card]]}{'+' if t.card_long[card] else ''}"
    points = f"*{t.card_points[card]}" if t.card_points[card] else ""
    name = f"{card_name(game, card)} " if named else ""
    return f"{card + 1} {name}£{price(t, record, place)} {airports}/{t.card_capacity[card]}{points}"


def _stock(game: Game, record: State) -> Forms:
    """Advantages that may be had, and who is in the bag."""
    t = game.tables[0]
    stock = [
        f"{SHORT_NAMES[kind]} {record.stock[kind] if record.era >= t.advantage_era[kind] else 'later'}"
        for kind in Advantage
    ]
    bag = in_bag(game, record)
    regions = ", ".join(f"{REGION_NAMES[region]} {bag[region]}" for region in Region)
    first = f"Advantages for £{t.advantage_price}: {', '.join(stock)}"
    return [[*broken(first), *broken(f"Bag: {regions}")], broken(first), []]
