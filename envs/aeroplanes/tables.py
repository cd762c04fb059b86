"""The board and the cards: the `Tables` record, and reading it from a data pack."""

from __future__ import annotations

from collections.abc import MutableSequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from .._core.packs import read_toml, table_loader
from .._core.record import F, Record
from .limits import (
    ADVANTAGE_LABELS,
    ADVANTAGES,
    CARD_ROWS,
    CITY_BITS,
    COLOUR_NAMES,
    COLOURS,
    DIE_FACES,
    DISPLAY,
    ERA_LABELS,
    ERAS,
    FAILURE,
    HOMES,
    MARKET_LABELS,
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
    NO_SEATS,
    PASSENGER_ROWS,
    RANKS,
    SPACES_PER_HOME,
    STAGE_LABELS,
    STAGES,
    CitySet,
)
from .observation import Card, WaitingPassenger
from .read_cards import read_cards, read_passengers, read_scoring, read_supply
from .read_map import read_map
from .read_risk import read_risk

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
    home_number: Annotated[
        Ints, F("i1", (MAX_CITIES,), -1, HOMES - 1, derived=True, doc="which starting city a city is, −1: none")
    ]
    x: Annotated[NDArray[np.float32], F("f4", (MAX_CITIES,), 0, 100, doc="place in the picture, from the left")]
    y: Annotated[NDArray[np.float32], F("f4", (MAX_CITIES,), 0, 100, doc="place in the picture, from the top")]
    europe: Annotated[CitySet, F("i8", (), 0, CITY_BITS, derived=True, doc="the destinations of Europe, as a set")]
    markets: Annotated[
        Sets,
        F(
            "i8",
            (MARKETS,),
            0,
            CITY_BITS,
            derived=True,
            labels=MARKET_LABELS,
            doc="the destinations of a market, as a set",
        ),
    ]
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
        Ints,
        F(
            "i1",
            (MAX_CITIES, MAX_CITIES),
            -1,
            COLOURS - 1,
            derived=True,
            doc="colour of the connection from, to; −1: none",
        ),
    ]
    bars_into: Annotated[
        Ints,
        F(
            "i1",
            (COLOURS, MAX_CITIES),
            0,
            MAX_ROLLS,
            derived=True,
            doc="bars of the barred links of a colour to a city",
        ),
    ]
    bars_between: Annotated[
        Ints, F("i1", (MAX_CITIES, MAX_CITIES), 0, MAX_ROLLS, derived=True, doc="bars of the connection from, to")
    ]
    into: Annotated[
        Sets,
        F(
            "i8",
            (2, COLOURS, MAX_CITIES),
            0,
            CITY_BITS,
            derived=True,
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
            derived=True,
            doc="origins of barred links to a city; [1]: long ones too",
        ),
    ]
    out_of: Annotated[
        Sets,
        F(
            "i8",
            (2, COLOURS, MAX_CITIES),
            0,
            CITY_BITS,
            derived=True,
            doc="ends of unbarred links from a city; [1]: long ones too",
        ),
    ]
    barred_out_of: Annotated[
        Sets,
        F(
            "i8",
            (2, COLOURS, MAX_CITIES),
            0,
            CITY_BITS,
            derived=True,
            doc="ends of barred links from a city; [1]: long ones too",
        ),
    ]
    reach: Annotated[
        Sets,
        F(
            "i8",
            (2, MAX_CITIES),
            0,
            CITY_BITS,
            derived=True,
            doc="what a tile can be flown to from a city; [1]: a long-distance one",
        ),
    ]
    single_rolls: Annotated[
        Ints, F("i1", (COLOURS,), -1, 1, labels=COLOUR_NAMES, doc="rolls of one link, −1: cannot be flown")
    ]
    single_need: Annotated[
        Ints, F("i1", (COLOURS,), 0, MAX_NEED, labels=COLOUR_NAMES, doc="what a roll for one link must reach")
    ]
    pair_rolls: Annotated[Ints, F("i1", (COLOURS, COLOURS), -1, 2, doc="rolls of two links, −1: cannot be flown")]
    pair_need: Annotated[Ints, F("i1", (COLOURS, COLOURS, 2), 0, MAX_NEED, doc="what each roll must reach")]
    die: Annotated[Ints, F("i1", (DIE_FACES,), FAILURE, 6, doc="faces of a risk die; 1 is the engine failure")]
    odds: Annotated[
        NDArray[np.float32],
        F("f4", (MAX_NEED + 1,), 0, 1, derived=True, doc="chance that three dice reach a sum, unaided"),
    ]
    single_odds: Annotated[
        Floats, F("f4", (COLOURS, 2), 0, 1, derived=True, doc="chance of a single connection, [1]: helped at its end")
    ]
    barred_odds: Annotated[
        Floats,
        F(
            "f4",
            (COLOURS, MAX_ROLLS + 1, 2),
            0,
            1,
            derived=True,
            doc="chance of a barred one by bars, [1]: helped at its end",
        ),
    ]
    pair_odds: Annotated[
        Floats,
        F(
            "f4",
            (COLOURS, COLOURS, 2, 2),
            0,
            1,
            derived=True,
            doc="chance of two, helped at the skipped city, at the end",
        ),
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
    card_seen: Annotated[MutableSequence[Card], F(Card, (CARD_ROWS,), derived=True)]
    display_size: Annotated[int, F("i1", (), 1, DISPLAY, doc="cards on display")]
    skip_price: Annotated[int, F("i2", (), 0, 9, unit="£1", doc="price of each displayed card of a lower number")]

    passengers: Annotated[int, F("i1", (), 1, MAX_PASSENGERS, doc="passenger tiles")]
    passenger_to: Annotated[Ints, F("i1", (PASSENGER_ROWS,), 0, MAX_CITIES - 1, doc="where a passenger wants to go")]
    passenger_seats: Annotated[Ints, F("i1", (PASSENGER_ROWS,), 0, NO_SEATS, doc="seats that a tile takes; none: 99")]
    passenger_points: Annotated[Ints, F("i1", (MAX_PASSENGERS,), 0, 9, unit="VP", doc="victory points that it earns")]
    passenger_wild: Annotated[Ints, F("i1", (MAX_PASSENGERS,), 0, 1, doc="whether it is left out of the first era")]
    passenger_seen: Annotated[MutableSequence[WaitingPassenger], F(WaitingPassenger, (PASSENGER_ROWS,), derived=True)]
    passenger_demand: Annotated[
        Floats, F("f4", (PASSENGER_ROWS,), 0, 2, derived=True, doc="seats that a tile takes, as the demand is observed")
    ]
    spaces_per_home: Annotated[int, F("i1", (), 1, SPACES_PER_HOME, doc="passenger spaces of a starting city")]

    supply: Annotated[
        Ints, F("i1", (STAGES,), 0, 27, labels=STAGE_LABELS, doc="airport tiles of a player by Stage, without the home")
    ]
    income: Annotated[NDArray[np.int16], F("i2", (ERAS,), 0, 999, unit="£1", labels=ERA_LABELS, doc="income of an era")]
    subsidies: Annotated[int, F("i1", (), 0, 99, unit="£1", doc="bonds in the subsidy box")]
    advantage_price: Annotated[int, F("i1", (), 1, 99, unit="£1", doc="price of buying advantages")]
    advantage_tiles: Annotated[
        Ints, F("i1", (ADVANTAGES,), 0, 20, labels=ADVANTAGE_LABELS, doc="tiles of a type of advantage")
    ]
    advantage_era: Annotated[
        Ints, F("i1", (ADVANTAGES,), 1, ERAS, labels=ADVANTAGE_LABELS, doc="first era in which a type can be had")
    ]
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
            derived=True,
            doc="by players, era, market, seats that are better and seats that are equal: what each of these gets",
        ),
    ]
    paid_ranks: Annotated[Ints, F("i1", (MAX_SEATS + 1,), 0, RANKS, doc="ranks that score, by number of players")]


OWN_DATA = Path(__file__).parent / "data"


def _read_tables(folder: Path) -> NDArray[Any]:
    tables = Tables.zeros(1)
    t = tables[0]
    read_risk(t, read_toml(folder, "risk.toml"))
    cities = read_map(t, read_toml(folder, "map.toml"))
    read_supply(t, read_toml(folder, "supply.toml"))
    read_cards(t, read_toml(folder, "cards.toml"))
    read_passengers(t, read_toml(folder, "passengers.toml"), cities)
    read_scoring(t, read_toml(folder, "scoring.toml"))
    return tables


load_tables = table_loader(OWN_DATA, _read_tables)
"""Read and check a data pack, the game's own by default: a fresh `Tables` [1], or a DataPackError."""
