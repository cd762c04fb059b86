"""The actions by number; their words are in `action_words.py`.

An action means the same everywhere: a city, a region to take off from, an aeroplane design, a rank of pilots. Seats
are counted clockwise from the one to decide.
"""

from __future__ import annotations

from enum import IntEnum

from .limits import (
    CARGO_SETS,
    CITIES,
    DESIGNS,
    LEGENDS,
    MAX_SEATS,
    MONOPOLY_TILES,
    REGIONS,
    SLOTS,
    TARGETS,
    WEATHER_LINES,
    Rank,
    RecordKind,
    Wing,
)


class Action(IntEnum):
    """Where the ranges begin."""

    REGISTER = 0
    STAY_AWAY = REGISTER + 1
    PASS = STAY_AWAY + 1
    CREATE = PASS + 1
    RUN = CREATE + CITIES
    RECORD = RUN + CITIES
    MEETING = RECORD + len(RecordKind) * TARGETS
    RECRUIT = MEETING + len(Rank)
    RECRUIT_FROM = RECRUIT + 1
    LOGISTICS = RECRUIT_FROM + MAX_SEATS - 1
    LOGISTICS_TOKEN = LOGISTICS + 1
    REORGANISE = LOGISTICS_TOKEN + 2
    MAINTENANCE = REORGANISE + 1
    RECOVERY = MAINTENANCE + DESIGNS
    CONVERT = RECOVERY + 2
    TAKE_OFF = CONVERT + len(Wing) - 1
    DESIGN = TAKE_OFF + REGIONS
    PILOT = DESIGN + DESIGNS
    CANCEL = PILOT + len(Rank)
    IGNORE_WEATHER = CANCEL + 1
    ABILITY = IGNORE_WEATHER + WEATHER_LINES
    NO_FEAT = ABILITY + 1
    REVEAL = NO_FEAT + 1
    LEGENDARY_STRIP = REVEAL + 1
    LEGEND = LEGENDARY_STRIP + 1
    LOSE_PILOT = LEGEND + LEGENDS
    LOSE_LOGISTICS = LOSE_PILOT + 1
    CONTRACT = LOSE_LOGISTICS + 1
    CARRY = CONTRACT + SLOTS
    REMOVE = CARRY + CARGO_SETS
    MONOPOLY = REMOVE + MAX_SEATS - 1
    PUT_IN = MONOPOLY + MONOPOLY_TILES
    MOVE_TILE = PUT_IN + DESIGNS
    FINISH = MOVE_TILE + len(RecordKind)
    END = FINISH + 1
