"""The numbers of the expert and where each stands in `params`; what is worth anything is worth glory points."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Each is what its name says."""

    # Money: $1,000 at the end of the game is a fiftieth; more while rounds follow, and more while there is little.
    MONEY = 0
    MONEY_POOR = auto()
    # How far it looks: squares away, in ranges; share of rounds that are flown.
    REACH = auto()
    FLY_SHARE = auto()
    # Share of its price that fuel in the tank is worth; share of a Load's worth before it is delivered.
    FUEL = auto()
    LOAD = auto()
    # How much an Air Route counts beyond its glory; a rival may be first.
    UNFULFILLED = auto()
    FIRST = auto()
    # Incidents and crashes beside what they cost by the rules.
    INCIDENT = auto()
    CRASH = auto()
    # Flight Ops: a free place for Loads; a flight, whatever it brings.
    PLACE = auto()
    FLY = auto()
    # Aircraft, for each round to come: a square of range; the tank; a place for Cargo, PAX, Crew, Systems; the type.
    RANGE = auto()
    TANK = auto()
    CARGO = auto()
    PAX = auto()
    CREW = auto()
    SYSTEM = auto()
    AMPHIBIAN = auto()
    SEAPLANE = auto()
    # Money that should be left after buying.
    RESERVE = auto()
    # Equipment: endurance that is saved, for each round that is flown.
    ENDURANCE = auto()
    # Objectives: the top of the deck; Diplomacy for each bag in sight; a card held already.
    DECK = auto()
    DIPLOMACY = auto()
    HELD = auto()
    # Pilots: a point of endurance, of competence, a level of the first aircraft, $1,000 of Revenues.
    PILOT_ENDURANCE = auto()
    PILOT_COMPETENCE = auto()
    PILOT_LEVEL = auto()
    PILOT_REVENUE = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
