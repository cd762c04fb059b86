"""The numbers of the adept and where each stands in `params`; all are on one scale, that of its preferences."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Each is multiplied with what its name says, and added up."""

    # Runs: any, a bronze wing of the contracts, a free place in the city.
    RUN = 0
    RUN_PAY = auto()
    RUN_ROOM = auto()
    # New stops by continent; cubes that find a place, a line crossed, what contracts there pay; the race.
    CREATE_EUROPE = auto()
    CREATE_AFRICA = auto()
    CREATE_AMERICA = auto()
    CREATE_ROOM = auto()
    CREATE_LINES = auto()
    CREATE_PAY = auto()
    # A logistics point paid.
    COST = auto()
    # Records by kind; the level; a design that it brings, a world record.
    RECORD_SPEED = auto()
    RECORD_DISTANCE = auto()
    RECORD_ALTITUDE = auto()
    RECORD_LEVEL = auto()
    RECORD_DESIGNS = auto()
    RECORD_WORLD = auto()
    # Logistics: any, a point that is there already, a token.
    LOGISTICS = auto()
    LOGISTICS_HELD = auto()
    LOGISTICS_TOKEN = auto()
    # Pilots: a rookie, one that is available already; recovery, maintenance; the meeting.
    RECRUIT = auto()
    RECRUIT_READY = auto()
    RECOVER = auto()
    MAINTAIN = auto()
    MEETING = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
