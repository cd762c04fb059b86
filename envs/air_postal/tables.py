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
    AIR_ROUTES,
    AIRCRAFT,
    CATEGORIES,
    CATEGORY_LABELS,
    CITIES,
    CITY_CARDS,
    COLOUR_LABELS,
    COLOURS,
    CONTINENTS,
    DELIVERIES,
    DIE_FACES,
    DIPLOMACIES,
    EQUIPMENTS,
    EXTRA_FUEL,
    FACE_LABELS,
    FACES,
    GREAT_FIRSTS,
    HUBS,
    KIND_LABELS,
    LOAD_LABELS,
    LOAD_RIVER,
    LOADS,
    MAX_CARGO,
    MAX_CITY_HAND,
    MAX_COPIES,
    MAX_FUEL,
    MAX_LENGTH,
    MAX_LEVEL,
    MAX_RANGE,
    MAX_ROUNDS,
    MAX_SEATS,
    NAME_BYTES,
    NATION_LABELS,
    NATIONS,
    NEIGHBOURS,
    OBJECTIVE_RIVER,
    OBJECTIVES,
    PATH,
    PILOTS,
    ROUTES,
    SETUPS,
    SLOT_LABELS,
    SLOTS,
    SPENT_ENDURANCE,
    STARTING_PILOTS,
    VIPS,
    WORDS,
    AircraftType,
    Board,
    CityKind,
    Continent,
    Effect,
    Frequency,
)
from .observation import PLACES, Aircraft, Objective
from .read_aircraft import read_aircraft, read_pilots
from .read_cards import read_equipment, read_loads, read_objectives
from .read_map import MAX_GLORY, read_dice, read_map
from .read_rules import read_rules
from .read_setups import read_setups
from .seen import write_as_observed
from .state import CARDS_OF_A_KIND, OBJECTIVE_SETS

Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
Words = NDArray[np.int32]
Longs = NDArray[np.int64]
Letters = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

MAX_PRICE = 999
"""In $1,000."""

MAX_POINTS = 99
GLORY_DIGITS = MAX_GLORY.bit_length()
TABLES = MAX_SEATS + 1
"""What depends on the number of players, which is the index."""


class Tables(Record):
    """What is printed on board, cards and dice. Sets are bits of integers; money is in $1,000."""

    # Cities

    city_name: Annotated[Letters, F("u1", (CITIES, NAME_BYTES), 0, 255, doc="names of cities, in UTF-8")]
    city_code: Annotated[Letters, F("u1", (CITIES, 3), 0, 255, doc="short names of cities for maps")]
    continent: Annotated[Ints, F("i1", (CITIES,), 0, len(Continent) - 1, doc="continent of a city (Continent)")]
    kind: Annotated[Ints, F("i1", (CITIES,), 0, len(CityKind) - 1, doc="kind of a city (CityKind)")]
    nation: Annotated[Ints, F("i1", (CITIES,), -1, NATIONS - 1, doc="nation of an embassy (Nation), −1: no embassy")]
    latitude: Annotated[Floats, F("f4", (CITIES,), -90, 90, unit="degrees", doc="latitude of a city")]
    longitude: Annotated[Floats, F("f4", (CITIES,), -180, 180, unit="degrees", doc="longitude of a city")]
    on_board: Annotated[
        Ints, F("i1", (len(Board), CITIES), 0, 1, doc="whether a city is on a side of the game board (Board)")
    ]
    city_glory: Annotated[Ints, F("i1", (CITY_CARDS,), 0, MAX_POINTS, unit="points", doc="glory on a City card")]
    city_money: Annotated[Shorts, F("i2", (CITY_CARDS,), 0, MAX_PRICE, unit="$1,000", doc="money on a City card")]
    accepts: Annotated[
        Shorts, F("i2", (CITIES,), 0, 2**LOADS - 1, derived=True, doc="Loads that can be delivered in a city, as a set")
    ]

    # Routes

    route_city: Annotated[Ints, F("i1", (ROUTES, 2), 0, CITIES - 1, doc="the two cities of a route")]
    route_length: Annotated[Ints, F("i1", (ROUTES,), 1, MAX_LENGTH, unit="squares", doc="length of a route")]
    square: Annotated[
        Ints,
        F("i1", (ROUTES, MAX_LENGTH), -1, COLOURS - 1, doc="colours of squares from the first city (Colour), −1: none"),
    ]
    overwater: Annotated[Ints, F("i1", (ROUTES,), 0, 1, doc="whether a route is Overwater, not Overland")]
    route_on: Annotated[
        Ints, F("i1", (len(Board), ROUTES), 0, 1, doc="whether a route is on a side of the game board (Board)")
    ]
    great_first_of: Annotated[Ints, F("i1", (ROUTES,), -1, GREAT_FIRSTS - 1, doc="Great First of a route, −1: none")]
    great_first_name: Annotated[Letters, F("u1", (GREAT_FIRSTS, NAME_BYTES), 0, 255, doc="names of Great Firsts")]
    great_first_glory: Annotated[
        Ints, F("i1", (GREAT_FIRSTS,), 0, MAX_POINTS, unit="points", doc="glory of a Great First")
    ]
    great_first_route: Annotated[
        Shorts, F("i2", (GREAT_FIRSTS,), 0, ROUTES - 1, derived=True, doc="route of a Great First")
    ]
    route_to: Annotated[
        Shorts,
        F("i2", (len(Board), CITIES, CITIES), -1, ROUTES - 1, derived=True, doc="route between two cities, −1: none"),
    ]
    neighbour: Annotated[
        Ints,
        F(
            "i1",
            (len(Board), CITIES, NEIGHBOURS),
            -1,
            CITIES - 1,
            derived=True,
            doc="cities to which routes lead, −1: no more",
        ),
    ]
    distance: Annotated[
        Ints,
        F(
            "i1",
            (len(Board), CITIES, CITIES),
            -1,
            127,
            derived=True,
            unit="squares",
            doc="squares of the shortest way between two cities, −1: none",
        ),
    ]

    to_great_first: Annotated[
        Ints,
        F("i1", (len(Board), CITIES, GREAT_FIRSTS), -1, 127, derived=True, unit="squares",
          doc="squares from a city until a Great First is achieved, −1: there is no way"),
    ]  # fmt: skip

    # Weather dice

    die_count: Annotated[Ints, F("i1", (COLOURS,), 0, 9, labels=COLOUR_LABELS, doc="dice of a colour")]
    die_face: Annotated[Ints, F("i1", (COLOURS, DIE_FACES), 0, FACES - 1, doc="faces of a die (Face)")]
    face_fuel: Annotated[Ints, F("i1", (FACES,), 0, 9, labels=FACE_LABELS, doc="fuel that a face costs")]
    face_endurance: Annotated[Ints, F("i1", (FACES,), 0, 9, labels=FACE_LABELS, doc="endurance that a face costs")]
    colour_fuel: Annotated[Floats, F("f4", (COLOURS,), 0, 9, derived=True, doc="mean fuel that a die costs")]
    colour_endurance: Annotated[Floats, F("f4", (COLOURS,), 0, 9, derived=True, doc="mean endurance that a die costs")]
    route_fuel: Annotated[Floats, F("f4", (ROUTES,), 0, 99, derived=True, doc="mean fuel that a route costs")]
    route_endurance: Annotated[Floats, F("f4", (ROUTES,), 0, 99, derived=True, doc="mean endurance of a route")]
    route_odds: Annotated[
        Floats,
        F("f4", (ROUTES, EXTRA_FUEL, SPENT_ENDURANCE), 0, 1, derived=True,
          doc="chance that the dice of a route cost at most so much fuel beyond 1 a square, and so much endurance"),
    ]  # fmt: skip

    # Aircraft and pilots

    aircraft_name: Annotated[Letters, F("u1", (AIRCRAFT, NAME_BYTES), 0, 255, doc="names of aircraft")]
    level: Annotated[Ints, F("i1", (AIRCRAFT,), 1, MAX_LEVEL, doc="technology level of an aircraft")]
    warbird: Annotated[Ints, F("i1", (AIRCRAFT,), 0, 1, doc="whether it is in the Warbirds variant only")]
    aircraft_type: Annotated[Ints, F("i1", (AIRCRAFT,), 0, len(AircraftType) - 1, doc="its type (AircraftType)")]
    max_fuel: Annotated[Ints, F("i1", (AIRCRAFT,), 1, MAX_FUEL, doc="its Max Fuel")]
    range: Annotated[Ints, F("i1", (AIRCRAFT,), 1, MAX_RANGE, unit="squares", doc="its Range")]
    load_value: Annotated[
        Ints, F("i1", (AIRCRAFT, CATEGORIES), 0, MAX_CARGO, labels=CATEGORY_LABELS, doc="its Load values")
    ]
    basic_load: Annotated[Ints, F("i1", (AIRCRAFT,), 0, 12, doc="its Load value on the Basic side")]
    price: Annotated[Shorts, F("i2", (AIRCRAFT,), 0, MAX_PRICE, unit="$1,000", doc="its purchase price")]
    resale: Annotated[
        Shorts, F("i2", (AIRCRAFT,), 0, MAX_PRICE, unit="$1,000", doc="its resale price, 0: it goes to a museum")
    ]
    pilot_name: Annotated[Letters, F("u1", (PILOTS, NAME_BYTES), 0, 255, doc="names of pilots")]
    revenue: Annotated[Shorts, F("i2", (PILOTS,), 0, MAX_PRICE, unit="$1,000", doc="Revenues of a pilot")]
    start_level: Annotated[Ints, F("i1", (PILOTS,), 1, MAX_LEVEL, doc="technology level of the starting aircraft")]
    competence: Annotated[Ints, F("i1", (PILOTS,), 0, MAX_LEVEL, doc="technological competence of a pilot")]
    max_endurance: Annotated[Ints, F("i1", (PILOTS,), 0, 7, doc="endurance of a pilot")]

    # Cards

    objective_name: Annotated[Letters, F("u1", (OBJECTIVES, NAME_BYTES), 0, 255, doc="names of VIPs and Diplomacy")]
    objective_continent: Annotated[
        Ints, F("i1", (OBJECTIVES,), -1, CONTINENTS - 1, doc="continent of a card's deck, −1: it is in every game")
    ]
    objective_glory: Annotated[
        Ints, F("i1", (OBJECTIVES,), 0, MAX_POINTS, unit="points", doc="glory of a card; of Diplomacy: the first step")
    ]
    glory_digit: Annotated[
        Longs,
        F(
            "i8",
            (WORDS, GLORY_DIGITS),
            0,
            OBJECTIVE_SETS,
            derived=True,
            doc="Objective cards in whose glory, as a binary number, a digit is 1, the lowest one first, as a set",
        ),
    ]
    objective_money: Annotated[Shorts, F("i2", (OBJECTIVES,), 0, MAX_PRICE, unit="$1,000", doc="money of a card")]
    air_route: Annotated[Ints, F("i1", (AIR_ROUTES, 2), 0, CITIES - 1, doc="the two cities of an Air Route card")]
    vip_city: Annotated[Ints, F("i1", (VIPS,), 0, CITIES - 1, doc="Big City to which a VIP travels")]
    diplomacy_nation: Annotated[Ints, F("i1", (DIPLOMACIES,), 0, NATIONS - 1, doc="nation of a Diplomacy card")]
    diplomacy_scale: Annotated[
        Ints,
        F("i1", (DIPLOMACIES, DELIVERIES), 0, MAX_POINTS, unit="points", doc="glory of each bag, 0: no more"),
    ]
    diplomacy_of: Annotated[
        Ints,
        F(
            "i1",
            (NATIONS,),
            0,
            DIPLOMACIES - 1,
            labels=NATION_LABELS,
            derived=True,
            doc="Diplomacy card of a nation, from 0",
        ),
    ]
    routes_of_city: Annotated[
        Longs, F("i8", (CITIES, 2), 0, OBJECTIVE_SETS, derived=True, doc="Air Routes with this first, second city")
    ]
    vips_of_city: Annotated[
        Words, F("i4", (CITIES,), 0, 2**VIPS - 1, derived=True, doc="VIPs who travel to a city, as a set")
    ]
    to_deliver: Annotated[
        Ints,
        F("i1", (len(Board), CITIES, LOADS), 1, 127, derived=True, unit="squares",
          doc="squares from a city to the nearest other one that accepts a Load card, 127: there is none"),
    ]  # fmt: skip
    load_count: Annotated[
        Ints, F("i1", (LOADS,), 0, CARDS_OF_A_KIND, labels=LOAD_LABELS, doc="Load cards of a kind in the box")
    ]
    load_money: Annotated[
        Shorts, F("i2", (LOADS,), 0, MAX_PRICE, labels=LOAD_LABELS, unit="$1,000", doc="money for a delivery")
    ]
    load_at: Annotated[
        Ints, F("i1", (LOADS, len(CityKind)), 0, 1, labels=KIND_LABELS, doc="kinds of cities where it can be delivered")
    ]
    equipment_name: Annotated[Letters, F("u1", (EQUIPMENTS, NAME_BYTES), 0, 255, doc="names of System and Crew cards")]
    copies: Annotated[Ints, F("i1", (EQUIPMENTS,), 1, MAX_COPIES, doc="copies of a System or Crew card")]
    equipment_price: Annotated[Shorts, F("i2", (EQUIPMENTS,), 0, MAX_PRICE, unit="$1,000", doc="its cost")]
    equipment_category: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, CATEGORIES - 1, doc="its Category")]
    cards_of: Annotated[
        Words,
        F(
            "i4",
            (CATEGORIES,),
            0,
            2**EQUIPMENTS - 1,
            labels=CATEGORY_LABELS,
            derived=True,
            doc="System and Crew cards of a Category, as a set",
        ),
    ]
    effect: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, len(Effect) - 1, doc="what it does in a flight (Effect)")]
    frequency: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, len(Frequency) - 1, doc="how often (Frequency)")]
    works_on: Annotated[
        Ints, F("i1", (EQUIPMENTS, COLOURS, FACES), 0, 1, doc="on which colours and faces of dice it is used")
    ]
    min_length: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, MAX_LENGTH, unit="squares", doc="shortest route for it")]
    rest: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, 4, doc="endurance that it brings")]
    load_bonus: Annotated[
        Ints, F("i1", (EQUIPMENTS, CATEGORIES), 0, 4, labels=CATEGORY_LABELS, doc="what it adds to Load values")
    ]
    fuel_bonus: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, 2, doc="what it adds to Max Fuel")]
    range_bonus: Annotated[Ints, F("i1", (EQUIPMENTS,), 0, 2, unit="squares", doc="what it adds to the Range")]
    pax_bonus: Annotated[
        Ints, F("i1", (EQUIPMENTS,), 0, 99, unit="$1,000", doc="what it adds to the money for PAX and VIPs")
    ]

    die_help: Annotated[
        Doubles,
        F("f8", (EQUIPMENTS, COLOURS), 0, 1, derived=True, labels=COLOUR_LABELS,
          doc="chance that a card which is used in flights saves something on a die of a colour"),
    ]  # fmt: skip
    die_help_fuel: Annotated[
        Doubles,
        F("f8", (EQUIPMENTS, COLOURS), -9, 9, derived=True, labels=COLOUR_LABELS,
          doc="mean fuel that it saves on such a die, 0 where it saves nothing"),
    ]  # fmt: skip
    die_help_endurance: Annotated[
        Doubles,
        F("f8", (EQUIPMENTS, COLOURS), -9, 9, derived=True, labels=COLOUR_LABELS,
          doc="mean endurance that it saves on it"),
    ]  # fmt: skip
    route_help_fuel: Annotated[
        Doubles,
        F("f8", (EQUIPMENTS, ROUTES), -9, 9, derived=True,
          doc="mean fuel that a card which is used once in a flight saves on a route"),
    ]  # fmt: skip
    route_help_endurance: Annotated[
        Doubles,
        F("f8", (EQUIPMENTS, ROUTES), -9, 9, derived=True, doc="mean endurance that it saves"),
    ]  # fmt: skip

    # Setup postcards

    setup_name: Annotated[Letters, F("u1", (SETUPS, NAME_BYTES), 0, 255, doc="names of Setup postcards")]
    setup_board: Annotated[Ints, F("i1", (SETUPS,), 0, len(Board) - 1, doc="side of the game board (Board)")]
    setup_continents: Annotated[
        Ints, F("i1", (SETUPS,), 1, 2**CONTINENTS - 1, doc="continents whose Objective cards are played, as a set")
    ]
    setup_pilot: Annotated[Ints, F("i1", (SETUPS, STARTING_PILOTS), 0, PILOTS - 1, doc="pilots of a postcard")]
    setup_base: Annotated[Ints, F("i1", (SETUPS, STARTING_PILOTS), 0, CITY_CARDS - 1, doc="their Main Bases")]
    setup_hub: Annotated[Ints, F("i1", (SETUPS, HUBS), 0, CITY_CARDS - 1, doc="Hubs of a postcard")]
    setup_objectives: Annotated[
        Longs, F("i8", (SETUPS, WORDS), 0, OBJECTIVE_SETS, derived=True, doc="Objective cards of a game")
    ]
    path: Annotated[
        Ints,
        F(
            "i1",
            (SETUPS, STARTING_PILOTS, PATH),
            -1,
            CITIES - 1,
            derived=True,
            doc="cities to which the Solo plane flies, one after the other, −1: no more",
        ),
    ]
    path_length: Annotated[
        Ints, F("i1", (SETUPS, STARTING_PILOTS), 1, PATH, derived=True, doc="flights to its last Hub")
    ]
    path_hub: Annotated[
        Ints,
        F(
            "i1",
            (SETUPS, STARTING_PILOTS, PATH),
            0,
            MAX_POINTS,
            derived=True,
            unit="points",
            doc="glory of the Hub that it reaches with a flight, 0: none",
        ),
    ]

    # As it is observed

    aircraft_seen: Annotated[MutableSequence[Aircraft], F(Aircraft, (AIRCRAFT,), derived=True)]
    objective_seen: Annotated[MutableSequence[Objective], F(Objective, (len(Board) * (OBJECTIVES + 1),), derived=True)]
    """Objective cards on a side of the board at 1 + their number; at 0 stands an empty place."""

    place: Annotated[Ints, F("i1", (CITIES,), 0, len(PLACES) - 1, derived=True, doc="sort of a city, for deliveries")]
    distance_seen: Annotated[
        Floats,
        F("f4", (len(Board), CITIES, CITIES), 0, 8, derived=True, doc="squares between two cities, as observed"),
    ]
    nearness: Annotated[
        Floats,
        F("f4", (len(Board), CITIES, CITIES), 0, 1, derived=True,
          doc="share that glory counts which is to be had in the first city, seen from the second one"),
    ]  # fmt: skip
    to_deliver_seen: Annotated[
        Floats,
        F("f4", (len(Board), CITIES, LOADS), 0, 8, derived=True,
          doc="squares from a city to the nearest other one that accepts a Load card, as observed; 0: there is none"),
    ]  # fmt: skip

    # Numbers of the rulebook

    threshold: Annotated[
        Ints, F("i1", (TABLES,), 0, 127, unit="points", doc="glory that triggers the end, by players; 0: never")
    ]
    round_limit: Annotated[Ints, F("i1", (TABLES,), 1, MAX_ROUNDS, doc="rounds until a game is scored, by players")]
    objectives_open: Annotated[Ints, F("i1", (TABLES,), 1, OBJECTIVE_RIVER, doc="Objective cards in the river")]
    loads_open: Annotated[Ints, F("i1", (TABLES,), 1, LOAD_RIVER, doc="Load cards of the river, by players")]
    city_hand: Annotated[
        Ints, F("i1", (TABLES,), 0, MAX_CITY_HAND, doc="City cards dealt in the Main Base variant, by players")
    ]
    extra_experts: Annotated[int, F("i1", (), 0, 3, doc="Expert cards in the game, beyond one for each player")]
    solo_experts: Annotated[int, F("i1", (), 1, 7, doc="Expert cards in the Solo version")]
    fee: Annotated[
        Shorts,
        F(
            "i2",
            (SLOTS,),
            0,
            MAX_PRICE,
            unit="$1,000",
            labels=SLOT_LABELS,
            doc="fee for a slot that somebody has, paid to him; 0: it cannot be taken",
        ),
    ]
    fuel_price: Annotated[int, F("i2", (), 1, MAX_PRICE, unit="$1,000", doc="price of a point of fuel")]
    debt_unit: Annotated[int, F("i2", (), 1, MAX_PRICE, unit="$1,000", doc="debt, or part of it, that costs a point")]
    fine: Annotated[int, F("i2", (), 0, MAX_PRICE, unit="$1,000", doc="fine of customs")]
    glory_unit: Annotated[int, F("i2", (), 1, MAX_PRICE, unit="$1,000", doc="money for a point of glory at the end")]
    crash_glory: Annotated[
        Ints, F("i1", (2,), 0, MAX_POINTS, unit="points", doc="glory of a crash without, and with a VIP aboard")
    ]
    famous_crashes: Annotated[int, F("i1", (), 0, 9, doc="crashes in a game that bring glory")]
    warbird_levels: Annotated[int, F("i1", (), 0, 3, doc="levels by which Warbirds begin lower")]
    basic_objectives: Annotated[int, F("i1", (), 1, OBJECTIVE_RIVER, doc="Objective cards drawn in the Basic variant")]
    basic_loads: Annotated[int, F("i1", (), 1, LOAD_RIVER, doc="Load cards drawn in the Basic variant")]


OWN_DATA = Path(__file__).parent / "data"


def _read_tables(folder: Path) -> NDArray[Any]:
    tables = Tables.zeros(1)
    t = tables[0]
    read_dice(t, read_toml(folder, "dice.toml"))
    cities = read_map(t, read_toml(folder, "map.toml"))
    read_aircraft(t, read_toml(folder, "aircraft.toml"))
    pilots = read_pilots(t, read_toml(folder, "pilots.toml"))
    read_objectives(t, read_toml(folder, "objectives.toml"), cities)
    read_loads(t, read_toml(folder, "loads.toml"))
    read_equipment(t, read_toml(folder, "equipment.toml"))
    read_rules(t, read_toml(folder, "rules.toml"))
    read_setups(t, read_toml(folder, "setups.toml"), cities, pilots)
    write_as_observed(t)
    return tables


load_tables = table_loader(OWN_DATA, _read_tables)
"""Read and check a data pack, the game's own by default: a fresh `Tables` [1], or a DataPackError."""
