"""The numbers of the expert and where each stands in `params`; what is worth anything is worth glory points."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Each is what its name says."""

    # Money: how much more $100,000 are worth while rounds follow than at the end; more, again, for who has little.
    MONEY = 0
    MONEY_POOR = auto()
    # How far it looks: squares away, in ranges; share of rounds that are flown.
    REACH = auto()
    FLY_SHARE = auto()
    # Share of what is in sight that will be had, all in all; share of other objectives that come before a new one.
    PROSPECTS = auto()
    BOOKED = auto()
    # Share of its price that fuel in the tank is worth; share of a Load's worth before it is delivered.
    FUEL = auto()
    LOAD = auto()
    # How much an objective counts beyond its glory, at any time and at the end; chance that no rival is first.
    UNFULFILLED = auto()
    URGENT = auto()
    FIRST = auto()
    # Incidents and crashes beside what they cost by the rules.
    INCIDENT = auto()
    CRASH = auto()
    # Flight Ops: a free place for Loads; a flight, whatever it brings.
    PLACE = auto()
    FLY = auto()
    # Aircraft, for ten rounds to come: a square of range; ten points of fuel; a place for Cargo, PAX, Crew, Systems;
    # that it is an Amphibian, or a Seaplane.
    RANGE = auto()
    TANK = auto()
    CARGO = auto()
    PAX = auto()
    CREW = auto()
    SYSTEM = auto()
    AMPHIBIAN = auto()
    SEAPLANE = auto()
    # Money that should be left after buying, in $100,000.
    RESERVE = auto()
    # Equipment: a point of endurance that is saved in each of ten rounds.
    ENDURANCE = auto()
    # Objectives: the top of the deck; Diplomacy for each bag in sight; a card held already.
    DECK = auto()
    DIPLOMACY = auto()
    HELD = auto()
    # Pilots: a point of endurance, of competence, a level of the first aircraft, $10,000 of Revenues.
    PILOT_ENDURANCE = auto()
    PILOT_COMPETENCE = auto()
    PILOT_LEVEL = auto()
    PILOT_REVENUE = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
