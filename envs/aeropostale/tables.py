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
    BEYOND,
    CARGO_KINDS,
    CARGO_SETS,
    CITIES,
    COMPANIES,
    CONTRACTS,
    DESIGNS,
    DISTANCES,
    LEGENDS,
    LEVELS,
    LINES,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_GAUGE,
    MAX_TOKENS,
    MAX_TURNS,
    MAX_WEATHER_VALUE,
    NAME_BYTES,
    PIONEER_ZONES,
    RECORD_DIE_FACES,
    RECORDS,
    REGIONS,
    ROUTES,
    WEATHER_LINES,
    WING_LABELS,
    WINGS,
    ZONE_LABELS,
    Cargo,
    Continent,
    Effect,
    Rank,
    RecordKind,
    Scenario,
    StripEffect,
    Wing,
)
from .observation import Contract, Design, Weather
from .read_cards import read_records, read_strips, read_weather, read_wings
from .read_company import MAX_BONUS, NO_RECORD, read_companies, read_panel, read_pilots
from .read_map import read_map
from .read_scenarios import read_scenarios
from .seen import write_as_observed
from .state import MAX_PILOTS, MAX_VALUE, Competition, Goal

Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
Letters = NDArray[np.uint8]
Floats = NDArray[np.float32]


class Tables(Record):
    """What is printed on board, panels, cards, strips and tokens. Sets are bits of an integer."""

    city_name: Annotated[Letters, F("u1", (CITIES, NAME_BYTES), 0, 255, doc="names of cities, in UTF-8")]
    region: Annotated[Ints, F("i1", (CITIES,), 0, REGIONS - 1, doc="region of a city, from 0")]
    cities_of: Annotated[
        Shorts, F("i2", (REGIONS,), 0, 2**CITIES - 1, derived=True, doc="cities of a region, as a set")
    ]
    continent: Annotated[Ints, F("i1", (CITIES,), 0, len(Continent) - 1, doc="continent of a city (Continent)")]
    city_maximum: Annotated[
        Ints, F("i1", (len(Competition), CITIES), 1, MAX_VALUE, doc="maximum trade value, printed and by tokens")
    ]
    south_america: Annotated[
        Ints, F("i1", (REGIONS,), 0, 1, derived=True, doc="whether a region lies in South America, which rookies avoid")
    ]
    last_city: Annotated[int, F("i1", (), 0, CITIES - 1, doc="the city whose first stop earns a diamond: La Paz")]
    x: Annotated[Floats, F("f4", (CITIES,), 0, 100, doc="place of a city in the picture, from the left")]
    y: Annotated[Floats, F("f4", (CITIES,), 0, 100, doc="place of a city in the picture, from the top")]
    line_name: Annotated[Letters, F("u1", (LINES, NAME_BYTES), 0, 255, doc="names of geographical lines")]
    red_line: Annotated[Ints, F("i1", (LINES,), 0, 1, doc="whether a line asks for a red range")]

    red_route: Annotated[
        Ints,
        F("i1", (REGIONS, REGIONS), 0, 1, derived=True, doc="whether a flight between two regions crosses such a line"),
    ]
    this_side: Annotated[
        int, F("i8", (), 0, 2**ROUTES - 1, derived=True, doc="routes that cross no such line, as a set")
    ]

    company_name: Annotated[Letters, F("u1", (COMPANIES, NAME_BYTES), 0, 255, doc="names of companies")]
    home: Annotated[Ints, F("i1", (COMPANIES,), 0, CITIES - 1, doc="starting city of a company")]
    home_cubes: Annotated[Ints, F("i1", (COMPANIES,), 1, 9, doc="cubes of a company in its starting city")]
    five_only: Annotated[
        Ints, F("i1", (COMPANIES,), 0, 1, doc="whether a company is in the game with five players only")
    ]
    opens: Annotated[int, F("i1", (), 0, COMPANIES - 1, doc="the company that is first player in the first turn")]
    design_name: Annotated[Letters, F("u1", (COMPANIES, DESIGNS, NAME_BYTES), 0, 255, doc="names of designs")]
    design_record: Annotated[
        Ints,
        F(
            "i1",
            (COMPANIES, DESIGNS),
            NO_RECORD,
            len(RecordKind) - 1,
            doc="record that brings a design, −1: a starting one",
        ),
    ]
    design_level: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 0, LEVELS, doc="level of that record")]
    capacity: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 1, MAX_CAPACITY, doc="elements that a design carries")]
    icons: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 1, CARGO_SETS, doc="what it carries, as a set of Cargo")]
    fuel: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 1, 9, unit="points", doc="its fuel consumption")]
    range: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 0, LINES, unit="lines", doc="its range")]
    red_range: Annotated[Ints, F("i1", (COMPANIES, DESIGNS), 0, 1, doc="whether its range is red")]

    design_seen: Annotated[MutableSequence[Design], F(Design, (COMPANIES * DESIGNS,), derived=True)]

    start_logistics: Annotated[int, F("i1", (), 0, MAX_GAUGE, unit="points", doc="logistics at the beginning")]
    start_rookies: Annotated[int, F("i1", (), 0, 9, doc="rookies at the beginning")]
    gauge: Annotated[int, F("i1", (), 1, MAX_GAUGE, doc="last space of the gauge")]
    increase: Annotated[
        Ints, F("i1", (MAX_GAUGE + 1,), 0, 9, unit="points", doc="white number of a space of the gauge")
    ]
    tokens: Annotated[int, F("i1", (), 0, MAX_TOKENS, doc="meeting bonus tokens of each value")]
    token_value: Annotated[Ints, F("i1", (2,), 1, 9, unit="points", doc="value of the tokens, the second's first")]
    rookies: Annotated[int, F("i1", (), 0, MAX_PILOTS, doc="rookies in the box")]
    seasoned: Annotated[int, F("i1", (), 0, 3, doc="seasoned pilots in the reserve for each player")]
    legend_name: Annotated[Letters, F("u1", (LEGENDS, NAME_BYTES), 0, 255, doc="names of legendary pilots (Legend)")]
    rank_bonus: Annotated[Ints, F("i1", (len(Rank),), 0, MAX_BONUS, doc="what a rank adds to a die")]
    feat_bonus: Annotated[int, F("i1", (), 0, MAX_BONUS, doc="what a feat adds to a die")]

    strip_value: Annotated[Ints, F("i1", (CONTRACTS,), 0, 9, doc="trade value of a strip when a stop is created")]
    strip_effect: Annotated[
        Ints, F("i1", (CONTRACTS,), 0, len(StripEffect) - 1, doc="its special effect (StripEffect)")
    ]
    effect_amount: Annotated[Ints, F("i1", (len(StripEffect),), 0, 9, doc="logistics points of a special effect")]
    asks: Annotated[
        Ints,
        F("i1", (CONTRACTS, len(Cargo)), 0, MAX_CAPACITY, labels=CARGO_KINDS, doc="elements that a contract takes"),
    ]
    asks_any: Annotated[Ints, F("i1", (CONTRACTS,), 0, MAX_CAPACITY, doc="elements of any kind that a contract takes")]
    earns: Annotated[Ints, F("i1", (CONTRACTS, 2), 0, 9, labels=WING_LABELS[:2], doc="wings that a contract pays")]
    asks_all: Annotated[
        Ints,
        F("i1", (CONTRACTS,), 0, MAX_CAPACITY, derived=True, doc="all elements that a contract takes, 0: no contract"),
    ]
    needs: Annotated[
        Ints,
        F("i1", (CONTRACTS,), 0, CARGO_SETS, derived=True, doc="kinds that a contract asks for, as a set of Cargo"),
    ]
    worth: Annotated[Ints, F("i1", (CONTRACTS,), 0, 60, derived=True, unit="bronze wings", doc="what a contract pays")]
    likeness: Annotated[
        Ints, F("i1", (CONTRACTS,), 0, CONTRACTS - 1, derived=True, doc="the first strip with an equal contract")
    ]

    contract_seen: Annotated[MutableSequence[Contract], F(Contract, (1 + CONTRACTS,), derived=True)]
    """A strip's contract as it is observed, at 1 + its number; at 0 stands an empty slot."""

    card_name: Annotated[Letters, F("u1", (WEATHER_LINES, MAX_CARDS, NAME_BYTES), 0, 255, doc="names of weather cards")]
    card_there: Annotated[Ints, F("i1", (WEATHER_LINES, MAX_CARDS), 0, 1, doc="whether there is a card of a number")]
    card_effect: Annotated[Ints, F("i1", (WEATHER_LINES, MAX_CARDS), 0, len(Effect) - 1, doc="its effect (Effect)")]
    card_value: Annotated[
        Ints, F("i1", (WEATHER_LINES, MAX_CARDS), -MAX_WEATHER_VALUE, MAX_WEATHER_VALUE, doc="how much of it")
    ]
    card_acts: Annotated[
        Ints,
        F(
            "i1",
            (WEATHER_LINES, MAX_CARDS, 2),
            0,
            1,
            labels=("stop", "run"),
            doc="whether it acts on a flight (Flight)",
        ),
    ]
    card_once: Annotated[
        Ints,
        F(
            "i1",
            (WEATHER_LINES, MAX_CARDS),
            -1,
            62,
            doc="number of those that count once together, −1: none",
        ),
    ]

    card_seen: Annotated[MutableSequence[Weather], F(Weather, (WEATHER_LINES * (1 + MAX_CARDS),), derived=True)]
    """A line's card as it is observed, at 1 + its number of the line's; before them stands an empty place."""

    tile_bonus: Annotated[int, F("i1", (), 0, 3, doc="capacity, and lines, that the tiles of speed and distance add")]
    tile_cost: Annotated[int, F("i1", (), 0, 3, unit="points", doc="cost of the line that the tile of distance adds")]
    record_die: Annotated[Ints, F("i1", (RECORD_DIE_FACES,), 0, 9, doc="faces of the record die")]
    record_wings: Annotated[
        Ints,
        F("i1", (len(RecordKind), LEVELS + 1, 2), 0, 9, labels=WING_LABELS[:2], doc="wings on a square of a record"),
    ]

    worth_up_to: Annotated[
        Shorts,
        F("i2", (RECORDS, LEVELS + 1), 0, 360, derived=True, unit="bronze wings", doc="worth of wings up to a square"),
    ]
    record_cost_seen: Annotated[
        Floats, F("f4", (BEYOND + 1, len(Rank)), 0, 1, derived=True, doc="average cost of a record as it is observed")
    ]

    slots: Annotated[Ints, F("i1", (len(Wing),), 1, 9, labels=WING_LABELS, doc="slots of a company for wings")]
    exchange: Annotated[
        Ints, F("i1", (len(Wing),), 0, 9, labels=WING_LABELS, doc="wings of a kind for one of the next, 0: none")
    ]
    in_bronze: Annotated[
        Ints, F("i1", (len(Wing),), 1, 99, labels=WING_LABELS, derived=True, unit="bronze wings", doc="worth of a wing")
    ]
    pioneer_wings: Annotated[
        Ints,
        F(
            "i1",
            (PIONEER_ZONES, len(Cargo), 2),
            0,
            9,
            labels=WING_LABELS[:2],
            doc="wings of pioneers by zone and Cargo",
        ),
    ]
    distance_wings: Annotated[
        Ints, F("i1", (DISTANCES + 1, 2), 0, 9, labels=WING_LABELS[:2], doc="wings of the first run over so many lines")
    ]
    diamonds: Annotated[int, F("i1", (), 0, 1, doc="diamonds of the first stop in the last city")]
    supremacy_gold: Annotated[int, F("i1", (), 0, 3, doc="gold wings of a continent at the end of a turn")]

    turns: Annotated[Ints, F("i1", (len(Scenario),), 1, MAX_TURNS, doc="turns of a scenario")]
    goal: Annotated[
        Ints, F("i1", (len(Scenario), len(Wing)), 0, 9, labels=WING_LABELS, doc="wings that win, all zero: none do")
    ]
    long_goal: Annotated[
        Ints,
        F("i1", (len(Goal), WINGS), 0, 9, labels=WING_LABELS, doc="wings that win the campaign by another goal (Goal)"),
    ]
    has_weather: Annotated[Ints, F("i1", (len(Scenario),), 0, 1, doc="whether a scenario has weather")]
    has_meetings: Annotated[Ints, F("i1", (len(Scenario),), 0, 1, doc="whether it has meetings")]
    has_legends: Annotated[Ints, F("i1", (len(Scenario),), 0, 1, doc="whether it has legendary pilots")]
    has_wings: Annotated[Ints, F("i1", (len(Scenario),), 0, 1, doc="whether it has wings")]
    race: Annotated[Ints, F("i1", (len(Scenario),), 0, 1, doc="whether a stop in the last city wins, and nothing else")]
    last_city_ends: Annotated[
        Ints, F("i1", (len(Scenario),), 0, 1, doc="whether a stop in the last city ends the game")
    ]
    deck: Annotated[
        Shorts,
        F(
            "i2",
            (len(Scenario), WEATHER_LINES),
            0,
            2**MAX_CARDS - 1,
            labels=ZONE_LABELS[:WEATHER_LINES],
            doc="cards of a deck, as a set",
        ),
    ]
    stop_points: Annotated[int, F("i1", (), 1, 9, doc="stop points of a stop")]
    monopoly_points: Annotated[int, F("i1", (), 1, 9, doc="stop points of a monopoly")]


OWN_DATA = Path(__file__).parent / "data"


def _read_tables(folder: Path) -> NDArray[Any]:
    tables = Tables.zeros(1)
    t = tables[0]
    cities = read_map(t, read_toml(folder, "map.toml"))
    read_companies(t, read_toml(folder, "companies.toml"), cities)
    read_panel(t, read_toml(folder, "panel.toml"))
    read_pilots(t, read_toml(folder, "pilots.toml"))
    read_strips(t, read_toml(folder, "strips.toml"))
    read_weather(t, read_toml(folder, "weather.toml"))
    read_records(t, read_toml(folder, "records.toml"))
    read_wings(t, read_toml(folder, "wings.toml"))
    read_scenarios(t, read_toml(folder, "scenarios.toml"))
    write_as_observed(t)
    return tables


load_tables = table_loader(OWN_DATA, _read_tables)
"""Read and check a data pack, the game's own by default: a fresh `Tables` [1], or a DataPackError."""
