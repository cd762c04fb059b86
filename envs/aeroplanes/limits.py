"""Declared capacities: how large a data pack may be. Arrays have these lengths whatever pack and players.

Then the kinds of things, and the names of the entries of arrays that have one for each kind.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

MAX_SEATS = 5
MAX_CITIES = 36
CitySet = np.int64
"""A set of cities: bit k stands for city k."""

CITY_BITS = 2**MAX_CITIES - 1
"""All cities, as a set."""

MAX_CARDS = 48
MAX_PASSENGERS = 96
PASSENGER_ROWS = MAX_PASSENGERS + 1
CARD_ROWS = MAX_CARDS + 1
"""Rows of some tables by passenger tile or card: the last one, which the index −1 finds, stands for none."""

NO_SEATS = 99
"""What no passenger asks for, so that no aeroplane has seats enough."""

MAX_LINKS = 120
MAX_CAPACITY = 10
"""Seats of the largest aeroplane."""

MAX_SPACES = 3
"""Airport spaces of the largest destination."""

HOMES = 6
"""Starting cities."""

SPACES_PER_HOME = 4
WAITING = HOMES * SPACES_PER_HOME
OVERFLOW = WAITING
"""All tiles that nobody claimed can move to the overflow."""

DISPLAY = 12
ERAS = 3
STAGES = 3
TILE_KINDS = STAGES * 2
"""Kinds of airport tiles on cards: Stage, and whether the aeroplane is a long-distance one."""

HOME_AIRPORT = STAGES + 1
"""A home airport, in arrays that hold the Stage of an airport (0: none)."""

ADVANTAGES = 5
DICE = 3
PAIRS = 3
MAX_ROLLS = 3
FAILURE = 1
"""The engine failure, in place of a die's 1."""

DIE_FACES = 6
MARKETS = 3
RANKS = 3
MAX_NEED = 31
"""The largest sum that a row of the risk table may ask for."""

NAME_BYTES = 32


ERA_LABELS = ("era_1", "era_2", "era_3")
STAGE_LABELS = ("stage_1", "stage_2", "stage_3")
KIND_LABELS = ("stage_1", "stage_1_long", "stage_2", "stage_2_long", "stage_3", "stage_3_long")
MARKET_LABELS = ("europe", "africa", "asia_and_australia")
"""Names of the entries of an axis of records."""

NONE = -1
"""No city, card, passenger, kind of tile: nothing there, or nothing chosen."""


def labels_of(members: type[IntEnum]) -> tuple[str, ...]:
    """Names of the entries of an axis that has one for each member."""
    return tuple(member.name.lower() for member in members)


class Region(IntEnum):
    """Where a destination lies; majorities score in the first three."""

    EUROPE = 0
    AFRICA = 1
    ASIA = 2
    AMERICAS = 3


class Colour(IntEnum):
    """Colours of connections."""

    WHITE = 0
    RED = 1
    BLACK = 2


COLOURS = len(Colour)
COLOUR_NAMES = labels_of(Colour)


class Advantage(IntEnum):
    """Types of advantage tiles; on the dice their numbers run from 2."""

    DARING_PILOT = 0
    ENGINE_MAINTENANCE = 1
    INCREASED_PRODUCTION = 2
    NIGHT_FLIGHTS = 3
    RADIO_BEACONS = 4


FIRST_NUMBER = 2
"""The number of the first type of advantage tiles."""

REGION_LABELS = labels_of(Region)
ADVANTAGE_LABELS = labels_of(Advantage)
