"""What the box holds: how many of each thing there are, so that arrays have these lengths whatever pack and players.

Then the kinds of things, and the names of the entries of arrays that have one for each kind.
"""

from __future__ import annotations

from enum import IntEnum

MAX_SEATS = 4
CITIES = 73
"""Cities on both sides of the game board together."""

CITY_CARDS = 40
"""The first cities have a City card, so that they can be Main Base or Hub."""

CONTINENTS = 5
CARDS_PER_CONTINENT = 8
ROUTES = 129
MAX_LENGTH = 8
"""Squares of the longest route: as many dice are rolled."""

NEIGHBOURS = 8
"""The most routes that begin in one city on one side of the board."""

GREAT_FIRSTS = 14
HUBS = 8
SETUPS = 5
PILOTS = 16
"""Faces of Pilot cards: pilots 2k and 2k + 1 are the two faces of card k."""

PILOT_CARDS = 8
STARTING_PILOTS = 4
"""Pilots on a Setup postcard, each with a Main Base."""

AIRCRAFT = 36
AIR_ROUTES = 60
VIPS = 16
DIPLOMACIES = 5
OBJECTIVES = AIR_ROUTES + VIPS + DIPLOMACIES
"""Objective cards: Air Routes, then VIP Travellers, then Diplomacy."""

FIRST_VIP = AIR_ROUTES
FIRST_DIPLOMACY = AIR_ROUTES + VIPS
WORDS = 2
"""A set of Objective cards is two integers: bits of Air Routes, and bits of all others."""

OBJECTIVE_RIVER = 6
LOAD_RIVER = 10
DELIVERIES = 3
"""Steps of the longest Diplomacy scale, and bags of a nation."""

DIE_FACES = 6
MAX_COPIES = 4
"""Copies of a System or Crew card."""

EXPERTS = 13
"""System & Crew Expert cards, one copy of each."""

EXTRA_EXPERTS = 3
"""The Expert deck holds so many cards more than there are players."""

MAX_EXPERTS = MAX_SEATS + EXTRA_EXPERTS
GROUND_SLOTS = 5
MAX_CITY_HAND = 5
"""City cards that a player gets in the Main Base variant, at most."""

MAX_FUEL = 20
MAX_RANGE = 15
MAX_ENDURANCE = 12
EXTRA_FUEL = 2 * MAX_LENGTH + 1
"""Fuel that dice cost beyond 1 for each square: 0 to 16 points are told apart."""

SPENT_ENDURANCE = MAX_ENDURANCE + 1
"""Endurance that dice cost: more than the most that a pilot can have is never enough."""

MAX_CARGO = 8
"""The most cards of one category, or of all in the Basic variant, that an aircraft takes, Systems included."""

MAX_LOADS = 12
MAX_LEVEL = 7
MAX_ROUNDS = 100
PATH = 40
"""Flights on the path of the Solo plane, at most."""

NAME_BYTES = 32

NONE = -1
"""No city, seat, card, slot: nothing there, or nothing chosen."""

SOLO = MAX_SEATS
"""The Solo plane, where a seat has achieved something."""


def labels_of(members: type[IntEnum]) -> tuple[str, ...]:
    """Names of the entries of an axis that has one for each member."""
    return tuple(member.name.lower() for member in members)


class Board(IntEnum):
    """The two sides of the game board."""

    WORLD = 0
    ATLANTIC = 1


class Continent(IntEnum):
    """The City cards and the decks of Objective cards come from these."""

    EUROPE = 0
    AFRICA = 1
    NORTH_AMERICA = 2
    SOUTH_AMERICA = 3
    ASIA = 4


class CityKind(IntEnum):
    """What can be delivered in a city depends on this."""

    AIRFIELD = 0
    BIG_CITY = 1
    CUSTOMS = 2
    EMBASSY = 3


class Nation(IntEnum):
    """The nations of embassies, Diplomatic Bags and Diplomacy cards."""

    SOVIET = 0
    FRENCH = 1
    BRITISH = 2
    AMERICAN = 3
    GERMAN = 4


class Colour(IntEnum):
    """Colours of Weather dice, and of squares of routes."""

    BLUE = 0
    GREEN = 1
    WHITE = 2
    RED = 3


class Face(IntEnum):
    """Faces of Weather dice."""

    CLEAR_SKY = 0
    ICE_AND_SNOW = 1
    RAIN = 2
    FOG = 3
    HEADWIND = 4
    THUNDERSTORM = 5
    TROPICAL_CYCLONE = 6


class AircraftType(IntEnum):
    """Where an interrupted flight is an incident, and where a crash."""

    LAND_PLANE = 0
    SEAPLANE = 1
    AMPHIBIAN = 2
    LAND_PLANE_FOR_FLOATS = 3
    """A Land Plane with the seaplane pictogram in brackets: an Amphibian with Floats."""


class Load(IntEnum):
    """Kinds of Load cards: Cargo, and PAX last."""

    MAIL = 0
    PRIORITY_LETTER = 1
    SMUGGLING_CASE = 2
    SOVIET_BAG = 3
    FRENCH_BAG = 4
    BRITISH_BAG = 5
    AMERICAN_BAG = 6
    GERMAN_BAG = 7
    FUEL_CAN = 8
    PAX = 9


class Category(IntEnum):
    """The Load values of an aircraft."""

    CARGO = 0
    PAX = 1
    CREW = 2
    SYSTEM = 3


class Equipment(IntEnum):
    """System and Crew cards: Basic, Standard, then Expert ones."""

    MET_REPORT = 0
    COPILOT = 1
    FLIGHT_ENGINEER = 2
    RADIO = 3
    NAVIGATOR = 4
    COMPASS = 5
    GYROSCOPE = 6
    AUTOPILOT = 7
    FUEL_EXPERT = 8
    METEOROLOGIST = 9
    VETERAN = 10
    STEWARD = 11
    FLAPS = 12
    SLATS = 13
    CARGO_DOOR = 14
    AUXILIARY_TANK = 15
    AIR_STAIRS = 16
    VARIABLE_PROPELLER = 17
    ALTIMETER = 18
    WING_TANKS = 19
    FLOATS = 20


FIRST_STANDARD = 2
FIRST_EXPERT = 8
EQUIPMENTS = 21
LOADS = 10
CATEGORIES = 4
COLOURS = 4
FACES = 7
NATIONS = 5


class Effect(IntEnum):
    """What a System or Crew card does when it is used during a flight."""

    NOTHING = 0
    """It is never used: it changes a value of the aircraft, or a delivery."""
    REROLL = 1
    """A die is rolled again."""
    CLEAR = 2
    """A die is turned to its Clear Sky side."""
    EASE = 3
    """A die that costs 2 fuel costs 1."""
    SAVE_FUEL = 4
    """1 fuel less is spent on a square."""
    SAVE_ENDURANCE = 5
    """1 endurance less is spent on a square."""
    REST = 6
    """The pilot's endurance increases."""


class Frequency(IntEnum):
    """How often a card is used."""

    PERMANENT = 0
    """It works all the time."""
    DISCARDED = 1
    """Once; then it goes back to its deck."""
    PER_FLIGHT = 2
    PER_TURN = 3


class Slot(IntEnum):
    """Where turn markers are placed on the Operations board."""

    FLIGHT_OPS = 0
    OBJECTIVES = 1
    REVENUES = 2
    MAINTENANCE_AND_REVENUES = 3
    OBJECTIVES_AND_REVENUES = 4
    AIRCRAFT_CHANGE_AND_MAINTENANCE = 5


SLOTS = 6


class BasicAction(IntEnum):
    """The three actions of a turn in the Basic variant."""

    OBJECTIVES = 0
    MAINTENANCE = 1
    FLIGHT_OPS = 2


COLOUR_LABELS = labels_of(Colour)
FACE_LABELS = labels_of(Face)
LOAD_LABELS = labels_of(Load)
CATEGORY_LABELS = labels_of(Category)
EQUIPMENT_LABELS = labels_of(Equipment)
NATION_LABELS = labels_of(Nation)
SLOT_LABELS = labels_of(Slot)
KIND_LABELS = labels_of(CityKind)
