"""What the box holds: how many of each thing there are, so that arrays have these lengths whatever pack and players.

Then the kinds of things, and the names of the entries of arrays that have one for each kind.
"""

from __future__ import annotations

from enum import IntEnum

MAX_SEATS = 5
COMPANIES = 5
CITIES = 13
REGIONS = 7
"""Parts of the map between geographical lines, in the order in which aeroplanes come to them."""

ROUTES = REGIONS * REGIONS
"""Flights between regions; the one that lands in region `to` has the number REGIONS × to + the region of take-off."""

LINES = REGIONS - 1
"""Geographical lines; line k lies between regions k and k + 1."""

WEATHER_LINES = 5
"""The first lines have weather; the last one, on the Pacific, has none."""

MAX_CARDS = 12
"""The largest number on a weather card."""

MAX_TURNS = 6
ACTIONS_PER_TURN = 4
MAX_GAUGE = 15
"""The last space of the longest logistics gauge."""

DESIGNS = 12
"""Aeroplane designs of a company."""

STARTING_DESIGNS = 3
FLEET = 5
"""Places for designs on the instrument panel, each with a figure."""

MAX_CAPACITY = 6
"""The most elements that an aeroplane can carry, the speed record's tile included."""

SLOTS = 5
"""Slots for strips in a city."""

STRIPS_PER_CONTINENT = 20
STRIPS = 60
LEGENDARY_STRIP = STRIPS
"""The strip of the legendary pilot, alike for all companies; it has no contract."""

HOME_STRIPS = LEGENDARY_STRIP + 1
"""The strips that are printed in the starting cities, one for each company."""

MONOPOLY_CONTRACTS = HOME_STRIPS + COMPANIES
"""The contracts of the monopoly tiles A and B take the place of strips."""

MONOPOLY_TILES = 2
CONTRACTS = MONOPOLY_CONTRACTS + MONOPOLY_TILES
"""Everything that can lie in a slot of a city."""

CUBES = 33
LEVELS = 5
BEYOND = LEVELS + 1
"""What must be reached to break a world record that stands at the highest level."""

TARGETS = BEYOND
RECORD_DIE_FACES = 6
MEETING_DIE_FACES = 6
MAX_TOKENS = 4
"""Meeting bonus tokens of each value."""

DISTANCES = 5
"""Lines crossed by the run of the last distance wing; a longer run counts as this one."""

NAME_BYTES = 40
MAX_WEATHER_VALUE = 3
MAX_REACH = LINES + 3
"""The most lines that an aeroplane can cross, the distance record's tile included."""

MAX_EXTRA = 2 * WEATHER_LINES
"""The most that weather can add to the cost of a flight."""

NONE = -1
"""No city, seat, card, design: nothing there, or nothing chosen."""


def labels_of(members: type[IntEnum]) -> tuple[str, ...]:
    """Names of the entries of an axis that has one for each member."""
    return tuple(member.name.lower() for member in members)


class Continent(IntEnum):
    """Where a city lies."""

    EUROPE = 0
    AFRICA = 1
    SOUTH_AMERICA = 2


class Scenario(IntEnum):
    """The scenarios of the rulebook."""

    INTRODUCTION = 0
    SHORT = 1
    CAMPAIGN = 2
    LA_PAZ = 3
    SUPREMACY = 4


class Rank(IntEnum):
    """Ranks of pilots; also what a pilot adds to a die."""

    ROOKIE = 0
    SEASONED = 1
    LEGENDARY = 2


class Condition(IntEnum):
    """The areas of the instrument panel for pilots and aeroplanes."""

    AVAILABLE = 0
    """Green."""
    USED = 1
    """Orange for pilots; aeroplanes are on the board."""
    RECOVERING = 2
    """Red: recovering, or under maintenance."""


class Cargo(IntEnum):
    """What aeroplanes carry."""

    MAIL = 0
    FREIGHT = 1
    PASSENGERS = 2


CARGO_SETS = 2 ** len(Cargo) - 1
"""Sets of kinds of cargo that are not empty: bit k of `1 + index` stands for kind k."""

CARGO_LABELS = ("m", "f", "mf", "p", "mp", "fp", "mfp")
"""Names of those sets."""


class Wing(IntEnum):
    """Kinds of wings, the lowest first."""

    BRONZE = 0
    GOLD = 1
    PLATINUM = 2
    DIAMOND = 3


class RecordKind(IntEnum):
    """The three records."""

    SPEED = 0
    DISTANCE = 1
    ALTITUDE = 2


class Effect(IntEnum):
    """Effects of weather cards; their value is in the tables."""

    NOTHING = 0
    BRONZE_FOR_ANY = 1
    """Bronze wings for a run that carries anything."""
    BRONZE_FOR_PASSENGERS = 2
    """Bronze wings for a run that carries passengers."""
    COST = 3
    """Logistics points more, or less, to cross the line."""
    CUBES_OF_RUN = 4
    """Cubes more, or less, when a run increases the value of a stop."""
    CUBES_OF_STOP = 5
    """Cubes more when a stop is created."""
    NO_PASSENGERS = 6
    MAIL_ONLY = 7
    """Only mail is carried; bronze wings for it."""
    COUNTS_AS = 8
    """The line counts as this many lines for the range."""
    PILOTS_FROM = 9
    """Only pilots of this rank or a higher one cross."""
    NO_INCREASE = 10
    """No stop's value is increased."""


class StripEffect(IntEnum):
    """Special effects of strips when a stop is created; their amounts are in the tables."""

    NOTHING = 0
    NAVIGATION_ERROR = 1
    """The pilot is lost if it is a rookie."""
    MECHANICAL_FAILURE = 2
    """Logistics points are lost."""
    HOSTAGE = 3
    """The pilot or logistics points are lost."""
    ARMY_SUPPLIES = 4
    """Logistics points are gained."""
    REPEATED_CRASHES = 5
    """The pilot is lost."""
    INSUFFICIENT_LOGISTICS = 6
    """Logistics points are lost."""
    FAVORABLE_ENCOUNTER = 7
    """Logistics points are gained."""
    TRADE_AGREEMENT = 8
    """Logistics points are gained."""


class Legend(IntEnum):
    """What the feat of a legendary pilot can do instead of cancelling a weather card; pilots are named in the pack."""

    RECORD_BONUS = 0
    """More on the record die."""
    IGNORE_STRIP = 1
    """The loss of the pilot by a strip is ignored."""
    EXTRA_LINE = 2
    """One line more than the range, at no cost."""
    MEETING_BONUS = 3
    """More on the die of the meeting."""
    CROSS_ANDES = 4
    """The Andes are crossed by any aeroplane."""


LEGENDS = len(Legend)


class Flight(IntEnum):
    """What an aeroplane takes off for; the first two index tables of weather."""

    STOP = 0
    """To create a stop."""
    RUN = 1


FLIGHTS = len(Flight)

PIONEER_ZONES = WEATHER_LINES + 2
"""Where pioneers earn wings: the lines with weather, then Africa and South America."""

CONTINENTS = len(Continent)
RANKS = len(Rank)
CONDITIONS = len(Condition)
CARGOES = len(Cargo)
WINGS = len(Wing)
RECORDS = len(RecordKind)

ZONE_LABELS = ("pyrenees", "sahara", "atlantic", "amazonia", "andes", "africa", "south_america")
LINE_LABELS = (*ZONE_LABELS[:WEATHER_LINES], "pacific")
CONTINENT_LABELS = labels_of(Continent)
RANK_LABELS = labels_of(Rank)
CONDITION_LABELS = labels_of(Condition)
CARGO_KINDS = labels_of(Cargo)
WING_LABELS = labels_of(Wing)
RECORD_LABELS = labels_of(RecordKind)
