"""The numbers of the adept and where each stands in `params`; all are on one scale, that of glory points."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Each is what its name says."""

    # $100,000; a point of fuel; a flight that fails, beside the level that an incident costs.
    MONEY = 0
    FUEL = auto()
    FAIL = auto()
    # A flight: a square nearer to the nearest Hub or city of an objective; a first mark on an Air Route.
    NEARER = auto()
    MARK = auto()
    # Money in $100,000 below which it goes for Revenues, and that it keeps when it buys.
    POOR = auto()
    RESERVE = auto()
    # Objective cards that it wants; a square that one is away.
    HELD = auto()
    AWAY = auto()
    # What a flight must bring; a square of range; a place for Loads.
    FLY = auto()
    RANGE = auto()
    PLACE = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
