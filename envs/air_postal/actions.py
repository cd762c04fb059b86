"""The actions by number; their words are in `action_words.py`.

An action means the same everywhere: a pilot, a city, an aircraft, a place in a river from its left end, a kind of Load
card, a System or Crew card, the k-th square of the way.
"""

from __future__ import annotations

from enum import IntEnum

from .limits import AIRCRAFT as AIRCRAFT_CARDS
from .limits import (
    CITIES,
    EQUIPMENTS,
    LOAD_RIVER,
    LOADS,
    MAX_FUEL,
    MAX_LENGTH,
    OBJECTIVE_RIVER,
    PILOTS,
    SLOTS,
    VIPS,
    BasicAction,
)


class Action(IntEnum):
    """Where the ranges begin."""

    PILOT = 0
    CITY = PILOT + PILOTS
    AIRCRAFT = CITY + CITIES
    SLOT = AIRCRAFT + AIRCRAFT_CARDS
    BASIC = SLOT + SLOTS
    LOAD = BASIC + len(BasicAction)
    FUEL = LOAD + LOAD_RIVER
    BUY = FUEL + MAX_FUEL
    DISCARD = BUY + EQUIPMENTS
    USE = DISCARD + EQUIPMENTS
    USE_FUEL_CAN = USE + EQUIPMENTS
    DIE = USE_FUEL_CAN + 1
    ACCEPT = DIE + MAX_LENGTH
    GLORY = ACCEPT + 1
    MONEY = GLORY + 1
    DELIVER = MONEY + 1
    DELIVER_VIP = DELIVER + LOADS
    OBJECTIVE = DELIVER_VIP + VIPS
    DECK = OBJECTIVE + OBJECTIVE_RIVER
    FINISH = DECK + 1
    END = FINISH + 1
