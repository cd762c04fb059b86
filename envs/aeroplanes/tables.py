"""The board and the cards: the `Tables` record, and reading it from a data pack."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from .._core.packs import PackTable, nearest, read_toml, table_loader
from .._core.record import F, Record
from .limits import (
    ADVANTAGES,
    CARD_ROWS,
    CITY_BITS,
    COLOUR_NAMES,
    COLOURS,
    DICE,
    DIE_FACES,
    DISPLAY,
    ERAS,
    FAILURE,
    HOMES,
    MARKETS,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_CITIES,
    MAX_LINKS,
    MAX_NEED,
    MAX_PASSENGERS,
    MAX_ROLLS,
    MAX_SEATS,
    MAX_SPACES,
    NAME_BYTES,
    NONE,
    PASSENGER_ROWS,
    RANKS,
    SPACES_PER_HOME,
    STAGES,
    WAITING,
    Advantage,
    CitySet,
)
from .names import spell
from .read_map import read_map

NO_SEATS = 99
"""Where there is no passenger, no aeroplane has seats enough."""

Ints = NDArray[np.int8]
Floats = NDArray[np.float32]
Sets = NDArray[np.int64]


class Tables(Record):
    """What is printed on board, cards and tiles. Sets of cities are bits of an int64."""

    cities: Annotated[int, F("i1", (), 1, MAX_CITIES, doc="destinations of the board")]
    city_name: Annotated[NDArray[np.uint8], F("u1", (MAX_CITIES, NAME_BYTES), 0, 255, doc="names, in UTF-8")]
    region: Annotated[Ints, F("i1", (MAX_CITIES,), 0, 3, doc="region of a destination (Region)")]
    spaces: Annotated[
        Ints, F("i1", (MAX_SEATS + 1, MAX_CITIES), 0, MAX_SPACES, doc="airport spaces by number of players")
    ]
    homes: Annotated[Ints, F("i1", (HOMES,), 0, MAX_CITIES - 1, doc="starting cities")]
    home_income: Annotated[Ints, F("i1", (HOMES,), -9, 9, unit="£1", doc="what a home adds to the first income")]
    home_number: Annotated[Ints, F("i1", (MAX_CITIES,), -1, HOMES - 1, doc="which starting city a city is, −1: none")]
    x: Annotated[NDArray[np.float32], F("f4", (MAX_CITIES,), 0, 100, doc="place in the picture, from the left")]
    y: Annotated[NDArray[np.float32], F("f4", (MAX_CITIES,), 0, 100, doc="place in the picture, from the top")]
    europe: Annotated[CitySet, F("i8", (), 0, CITY_BITS, doc="the destinations of Europe, as a set")]
    markets: Annotated[Sets, F("i8", (MARKETS,), 0, CITY_BITS, doc="the destinations of a market, as a set")]
    americas_players: Annotated[int, F("i1", (), 0, 9, doc="players that earn the bonus of an American destination")]
    americas_money: Annotated[int, F("i1", (), 0, 99, unit="£1", doc="money of that bonus")]
    americas_points: Annotated[int, F("i1", (), 0, 9, unit="VP", doc="victory points of that bonus")]

    link_count: Annotated[int, F("i2", (), 0, MAX_LINKS, doc="connections, for the picture")]
    link_ends: Annotated[Ints, F("i1", (MAX_LINKS, 2), 0, MAX_CITIES - 1, doc="both ends of a connection")]
    link_colour: Annotated[Ints, F("i1", (MAX_LINKS,), 0, COLOURS - 1, doc="colour of a connection (Colour)")]
    link_bars: Annotated[Ints, F("i1", (MAX_LINKS,), 0, MAX_ROLLS, doc="bars of a connection, 0: not barred")]
    link_long: Annotated[Ints, F("i1", (MAX_LINKS,), 0, 1, doc="whether a connection is a long-distance one")]
    special_colour: Annotated[
        Ints,
        F("i1", (MAX_CITIES,), -1, COLOURS - 1, doc="colour of a one-way connection from a whole region, −1: none"),
    ]
    special_bars: Annotated[Ints, F("i1", (MAX_CITIES,), 0, MAX_ROLLS, doc="bars of that connection")]
    special_long: Annotated[Ints, F("i1", (MAX_CITIES,), 0, 1, doc="whether that connection is a long-distance one")]
    colour_between: Annotated[
        Ints, F("i1", (MAX_CITIES, MAX_CITIES), -1, COLOURS - 1, doc="colour of the connection from, to; −1: none")
    ]
    bars_into: Annotated[
        Ints, F("i1", (COLOURS, MAX_CITIES), 0, MAX_ROLLS, doc="bars of the barred links of a colour to a city")
    ]
    bars_between: Annotated[
        Ints, F("i1", (MAX_CITIES, MAX_CITIES), 0, MAX_ROLLS, doc="bars of the connection from, to")
    ]
    into: Annotated[
        Sets,
        F(
            "i8",
            (2, COLOURS, MAX_CITIES),
            0,
            CITY_BITS,
            doc="origins of unbarred links to a city; [1]: long ones too",
        ),
    ]
    barred_into: Annotated[
        Sets,
        F(
            "i8",
            (2, COLOURS, MAX_CITIES),
            0,
            CITY_BITS,
            doc="origins of barred links to a city; [1]: long ones too",
        ),
    ]
    out_of: Annotated[
        Sets,
        F("i8", (2, COLOURS, MAX_CITIES), 0, CITY_BITS, doc="ends of unbarred links from a city; [1]: long ones too"),
    ]
    barred_out_of: Annotated[
        Sets,
        F("i8", (2, COLOURS, MAX_CITIES), 0, CITY_BITS, doc="ends of barred links from a city; [1]: long ones too"),
    ]
    reach: Annotated[
        Sets,
        F("i8", (2, MAX_CITIES), 0, CITY_BITS, doc="what a tile can be flown to from a city; [1]: a long-distance one"),
    ]
    single_rolls: Annotated[Ints, F("i1", (COLOURS,), -1, 1, doc="rolls of one link, −1: cannot be flown")]
    single_need: Annotated[Ints, F("i1", (COLOURS,), 0, MAX_NEED, doc="what a roll for one link must reach")]
    pair_rolls: Annotated[Ints, F("i1", (COLOURS, COLOURS), -1, 2, doc="rolls of two links, −1: cannot be flown")]
    pair_need: Annotated[Ints, F("i1", (COLOURS, COLOURS, 2), 0, MAX_NEED, doc="what each roll must reach")]
    die: Annotated[Ints, F("i1", (DIE_FACES,), FAILURE, 6, doc="faces of a risk die; 1 is the engine failure")]
    odds: Annotated[
        NDArray[np.float32], F("f4", (MAX_NEED + 1,), 0, 1, doc="chance that three dice reach a sum, unaided")
    ]
    single_odds: Annotated[
        Floats, F("f4", (COLOURS, 2), 0, 1, doc="chance of a single connection, [1]: helped at its end")
    ]
    barred_odds: Annotated[
        Floats, F("f4", (COLOURS, MAX_ROLLS + 1, 2), 0, 1, doc="chance of a barred one by bars, [1]: helped at its end")
    ]
    pair_odds: Annotated[
        Floats, F("f4", (COLOURS, COLOURS, 2, 2), 0, 1, doc="chance of two, helped at the skipped city, at the end")
    ]
    opponent_bonus: Annotated[int, F("i1", (), 0, 9, doc="added to a roll where an opponent has an airport")]
    failure_limit: Annotated[int, F("i1", (), 1, 9, doc="the engine failure tile that crashes an attempt")]
    pilot_bonus: Annotated[int, F("i1", (), 1, 9, doc="what a Daring Pilot adds")]

    cards: Annotated[int, F("i1", (), 1, MAX_CARDS, doc="aeroplane cards")]
    card_name: Annotated[NDArray[np.uint8], F("u1", (MAX_CARDS, NAME_BYTES), 0, 255, doc="names, in UTF-8")]
    card_year: Annotated[NDArray[np.int16], F("i2", (MAX_CARDS,), 0, 2000, doc="year of the first flight")]
    card_stage: Annotated[Ints, F("i1", (MAX_CARDS,), 0, STAGES, doc="Stage of its airports, era of its number")]
    card_cost: Annotated[NDArray[np.int16], F("i2", (CARD_ROWS,), 0, 99, unit="£1", doc="price at face value")]
    card_airports: Annotated[Ints, F("i1", (MAX_CARDS,), 0, 9, doc="airport tiles that it brings")]
    card_long: Annotated[Ints, F("i1", (MAX_CARDS,), 0, 1, doc="whether it is a long-distance aeroplane")]
    card_points: Annotated[Ints, F("i1", (MAX_CARDS,), 0, 9, unit="VP", doc="victory points that it earns")]
    card_capacity: Annotated[Ints, F("i1", (MAX_CARDS,), 0, MAX_CAPACITY, doc="seats")]
    card_told: Annotated[
        Floats, F("f4", (CARD_ROWS, 5), 0, 9, doc="as observed: Stage / 4, airports / 2, long-distance, VP, seats / 8")
    ]
    display_size: Annotated[int, F("i1", (), 1, DISPLAY, doc="cards on display")]
    skip_price: Annotated[int, F("i2", (), 0, 9, unit="£1", doc="price of each displayed card of a lower number")]

    passengers: Annotated[int, F("i1", (), 1, MAX_PASSENGERS, doc="passenger tiles")]
    passenger_to: Annotated[Ints, F("i1", (PASSENGER_ROWS,), 0, MAX_CITIES - 1, doc="where a passenger wants to go")]
    passenger_seats: Annotated[Ints, F("i1", (PASSENGER_ROWS,), 0, NO_SEATS, doc="seats that a tile takes; none: 99")]
    passenger_points: Annotated[Ints, F("i1", (MAX_PASSENGERS,), 0, 9, unit="VP", doc="victory points that it earns")]
    passenger_wild: Annotated[Ints, F("i1", (MAX_PASSENGERS,), 0, 1, doc="whether it is left out of the first era")]
    passenger_told: Annotated[
        Floats,
        F("f4", (PASSENGER_ROWS, 4), 0, 3, doc="as observed: seats / 4, VP / 4, (1 + destination) / 36; 1: it exists"),
    ]
    spaces_per_home: Annotated[int, F("i1", (), 1, SPACES_PER_HOME, doc="passenger spaces of a starting city")]

    supply: Annotated[Ints, F("i1", (STAGES,), 0, 27, doc="airport tiles of a player by Stage, without the home")]
    income: Annotated[NDArray[np.int16], F("i2", (ERAS,), 0, 999, unit="£1", doc="income of an era")]
    subsidies: Annotated[int, F("i1", (), 0, 99, unit="£1", doc="bonds in the subsidy box")]
    advantage_price: Annotated[int, F("i1", (), 1, 99, unit="£1", doc="price of buying advantages")]
    advantage_tiles: Annotated[Ints, F("i1", (ADVANTAGES,), 0, 20, doc="tiles of a type of advantage")]
    advantage_era: Annotated[Ints, F("i1", (ADVANTAGES,), 1, ERAS, doc="first era in which a type can be had")]
    rank_points: Annotated[
        NDArray[np.int16],
        F("i2", (ERAS, MARKETS + 1, RANKS), 0, 99, unit="VP", doc="by era, market (last: profit), rank"),
    ]
    rank_share: Annotated[
        NDArray[np.int16],
        F(
            "i2",
            (MAX_SEATS + 1, ERAS, MARKETS + 1, MAX_SEATS, MAX_SEATS + 1),
            *(0, 99),
            unit="VP",
            doc="by players, era, market, seats that are better and seats that are equal: what each of these gets",
        ),
    ]
    paid_ranks: Annotated[Ints, F("i1", (MAX_SEATS + 1,), 0, RANKS, doc="ranks that score, by number of players")]


OWN_DATA = Path(__file__).parent / "data"


def _read_tables(folder: Path) -> NDArray[Any]:
    tables = Tables.zeros(1)
    t = tables[0]
    _read_risk(t, read_toml(folder, "risk.toml"))
    cities = read_map(t, read_toml(folder, "map.toml"))
    _read_supply(t, read_toml(folder, "supply.toml"))
    _read_cards(t, read_toml(folder, "cards.toml"))
    _read_passengers(t, read_toml(folder, "passengers.toml"), cities)
    _read_scoring(t, read_toml(folder, "scoring.toml"))
    return tables


load_tables = table_loader(OWN_DATA, _read_tables)
"""Read and check a data pack, the game's own by default: a fresh `Tables` [1], or a DataPackError."""


def _read_risk(t: Tables, file: PackTable) -> None:
    dice, limits = file.table("dice"), file.table("limits")
    t.die[0] = FAILURE
    t.die[1:] = dice.integers("faces", FAILURE + 1, 6, DIE_FACES - 1)
    t.opponent_bonus = limits.integer("opponent", 0, 9)
    t.failure_limit = limits.integer("failures", 1, 9)
    t.single_rolls[:] = -1
    t.pair_rolls[:] = -1
    for row in file.tables("row", 1, COLOURS + COLOURS**2):
        _read_row(t, row)
    for second in range(COLOURS):
        first_needs = [t.pair_need[c, second, 0] for c in range(COLOURS) if t.pair_rolls[c, second] == 2]
        if sorted(first_needs) != first_needs:
            raise file.fault("row", "white, red and black must go from the easiest first link of a skip to the hardest")
    for need in range(MAX_NEED + 1):
        sums = [sum(face for face in roll if face != FAILURE) for roll in product(t.die.tolist(), repeat=DICE)]
        t.odds[need] = np.mean([total >= need for total in sums])
    _work_out_odds(t)
    for table in (dice, limits, file):
        table.done()


def _read_row(t: Tables, row: PackTable) -> None:
    """One row of the table of risks: one or two colours, and what each roll must reach."""
    links = row.value("links")
    if not isinstance(links, list) or len(links) not in (1, 2) or not all(name in COLOUR_NAMES for name in links):
        raise row.fault("links", f"must list one or two of {', '.join(COLOUR_NAMES)}, not {links!r}")
    colours = tuple(COLOUR_NAMES.index(name) for name in links)
    needs = row.integers("needs", 1, MAX_NEED)
    if len(needs) > len(links):
        raise row.fault("needs", f"asks for {len(needs)} rolls on {len(links)} connections")
    rolls, need = (t.single_rolls, t.single_need) if len(colours) == 1 else (t.pair_rolls, t.pair_need)
    if rolls[colours if len(colours) == 2 else colours[0]] >= 0:
        raise row.fault("links", f"{' + '.join(links)} has a row already")
    if len(colours) == 1:
        rolls[colours[0]] = len(needs)
        need[colours[0]] = needs[0] if needs else 0
    else:
        rolls[colours] = len(needs)
        need[colours][: len(needs)] = needs
    row.done()


def _work_out_odds(t: Tables) -> None:
    """The chance of every way to fly, with and without opponents' help, if nothing is paid."""

    def odds(need: int, helped: int) -> float:
        return float(t.odds[max(int(need) - helped * int(t.opponent_bonus), 0)])

    for colour, helped in product(range(COLOURS), range(2)):
        if t.single_rolls[colour] >= 0:
            once = odds(t.single_need[colour], helped)
            t.single_odds[colour, helped] = once if t.single_rolls[colour] else 1
            for bars in range(2, MAX_ROLLS + 1):
                t.barred_odds[colour, bars, helped] = once**bars
    for first, second, middle, end in product(range(COLOURS), range(COLOURS), range(2), range(2)):
        rolls = t.pair_rolls[first, second]
        if rolls >= 0:
            help_of = [middle, end][2 - rolls :]
            parts = [odds(t.pair_need[first, second, k], help_of[k]) for k in range(rolls)]
            t.pair_odds[first, second, middle, end] = np.prod(parts)


def _read_supply(t: Tables, file: PackTable) -> None:
    airports, income, advantages = file.table("airports"), file.table("income"), file.table("advantages")
    t.supply[:] = airports.integers("stage", 0, 27, STAGES)
    t.income[:] = income.integers("era", 0, 999, ERAS)
    t.subsidies = income.integer("subsidies", 0, 99)
    t.advantage_price = advantages.integer("price", 1, 99)
    t.pilot_bonus = advantages.integer("pilot", 1, 9)
    names = [kind.name.replace("_", " ").title() for kind in Advantage]
    for kind, entry in enumerate(file.tables("advantage", ADVANTAGES, ADVANTAGES)):
        if entry.text("name", names) != names[kind]:
            raise entry.fault("name", f"must be '{names[kind]}': the types stand in the order of their numbers")
        t.advantage_tiles[kind] = entry.integer("tiles", 0, 20)
        t.advantage_era[kind] = entry.integer("from_era", 1, ERAS)
        entry.done()
    for table in (airports, income, advantages, file):
        table.done()


def _read_cards(t: Tables, file: PackTable) -> None:
    display = file.table("display")
    t.display_size = display.integer("cards", 1, DISPLAY)
    t.skip_price = display.integer("skipped", 0, 9)
    cards = file.tables("card", 1, MAX_CARDS)
    t.cards = len(cards)
    for card, entry in enumerate(cards):
        spell(t.card_name[card], entry.text("name"), entry)
        t.card_year[card] = entry.integer("year", 1900, 2000)
        t.card_stage[card] = entry.integer("stage", 1, STAGES)
        t.card_cost[card] = entry.integer("cost", 0, 99)
        t.card_airports[card] = entry.integer("airports", 0, 9)
        t.card_long[card] = entry.flag("long_distance")
        t.card_points[card] = entry.integer("points", 0, 9)
        t.card_capacity[card] = entry.integer("capacity", 0, MAX_CAPACITY)
        told = (t.card_stage[card] / 4, t.card_airports[card] / 2, t.card_long[card], t.card_points[card])
        t.card_told[card] = (*told, t.card_capacity[card] / 8)
        if card and t.card_stage[card] < t.card_stage[card - 1]:
            raise entry.fault("stage", "cards stand in number order, and a later one cannot be of an earlier era")
        entry.done()
    for table in (display, file):
        table.done()


def _read_passengers(t: Tables, file: PackTable, cities: dict[str, int]) -> None:
    waiting = file.table("waiting")
    t.passenger_seats[NONE] = NO_SEATS
    t.spaces_per_home = waiting.integer("spaces", 1, SPACES_PER_HOME)
    needed = HOMES * int(t.spaces_per_home)
    for entry in file.tables("tiles", 1, MAX_PASSENGERS):
        to = entry.text("to")
        if to not in cities:
            raise entry.fault("to", f"'{to}' is no city of map.toml{nearest(to, cities)}")
        points, wild = entry.integer("points", 0, 9), entry.flag("wild")
        for seats in entry.integers("seats", 1, MAX_CAPACITY):
            if t.passengers == MAX_PASSENGERS:
                raise entry.fault("seats", f"there are more than {MAX_PASSENGERS} passenger tiles")
            t.passenger_to[t.passengers] = cities[to]
            t.passenger_seats[t.passengers] = seats
            t.passenger_points[t.passengers] = points
            t.passenger_wild[t.passengers] = wild
            t.passenger_told[t.passengers] = seats / 4, points / 4, (cities[to] + 1) / MAX_CITIES, 1
            t.passengers += 1
        entry.done()
    plain = int(t.passengers - t.passenger_wild[: t.passengers].sum())
    if plain < needed or t.passengers < needed * ERAS:
        raise file.fault(
            "tiles",
            f"{WAITING} spaces take {needed} tiles that are not wild and {needed * ERAS} in all; there are {plain} and "
            f"{t.passengers}",
        )
    for table in (waiting, file):
        table.done()


def _read_scoring(t: Tables, file: PackTable) -> None:
    ranks = file.table("ranks")
    t.paid_ranks[3:] = RANKS
    t.paid_ranks[3] = ranks.integer("paid_with_3", 1, RANKS)
    for era, entry in enumerate(file.tables("era", ERAS, ERAS)):
        for market, name in enumerate(("europe", "africa", "asia", "profit")):
            points = entry.integers(name, 0, 99, RANKS)
            if sorted(points, reverse=True) != points:
                raise entry.fault(name, "a rank may not score more than the one before it")
            t.rank_points[era, market] = points
            for players in range(3, MAX_SEATS + 1):
                paid = points[: t.paid_ranks[players]]
                for better, equal in product(range(players), range(1, players + 1)):
                    t.rank_share[players, era, market, better, equal] = sum(paid[better : better + equal]) // equal
        entry.done()
    for table in (ranks, file):
        table.done()
