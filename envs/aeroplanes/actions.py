"""The actions by number; their words are in `action_words.py`.

An action means the same everywhere: a place in the display, a passenger space, a kind of airport tile, a city. Seats
are counted clockwise from the one to decide.
"""

from __future__ import annotations

from enum import IntEnum

from .limits import (
    ADVANTAGES,
    COLOURS,
    DISPLAY,
    HOMES,
    MAX_CAPACITY,
    MAX_CITIES,
    MAX_SEATS,
    OVERFLOW,
    PAIRS,
    TILE_KINDS,
    WAITING,
)


class Action(IntEnum):
    """Where the ranges begin."""

    HOME = 0
    BUY = HOME + HOMES
    EXTRA = BUY + DISPLAY
    NO_EXTRA = EXTRA + 1
    TILE = NO_EXTRA + 1
    TO = TILE + TILE_KINDS
    DIRECT = TO + MAX_CITIES
    BARRED = DIRECT + COLOURS
    VIA = BARRED + COLOURS
    BEACON = VIA + MAX_CITIES
    KEEP = BEACON + 1
    PILOT = KEEP + 1
    PAY = PILOT + 1
    GIVE_UP = PAY + 1
    ROLL_ON = GIVE_UP + 1
    ABORT = ROLL_ON + 1
    REPLACE = ABORT + 1
    CLAIM = REPLACE + MAX_SEATS - 1
    CLAIM_OVERFLOW = CLAIM + WAITING
    LOAD = CLAIM_OVERFLOW + OVERFLOW
    ADVANTAGE = LOAD + MAX_CAPACITY
    ROLL_ADVANTAGES = ADVANTAGE + ADVANTAGES
    PAIR = ROLL_ADVANTAGES + 1
    MAINTENANCE = PAIR + PAIRS
    SUBSIDY = MAINTENANCE + 1
    FINISH = SUBSIDY + 1
    END = FINISH + 1
