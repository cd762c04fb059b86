"""The numbers of the expert and where each stands in `params`; what is worth anything is worth glory points."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Each is what its name says."""

    # Money: how much more $100,000 are worth while rounds follow than at the end; more, again, for who has little.
    MONEY = 0
    MONEY_POOR = auto()
    # Money in $100,000, fuel included, by which it has fallen to its worth at the end; from `FULL` on it falls.
    MONEY_RICH = auto()
    # Glory that somebody earns in a round at least, once all fly: nobody waits for ever.
    PACE = auto()
    # How far it looks: squares away, in ranges; share of rounds that are flown.
    REACH = auto()
    FLY_SHARE = auto()
    # Share of what is in sight that will be had, all in all; share of other objectives that come before a new one.
    PROSPECTS = auto()
    BOOKED = auto()
    # Squares that it takes to go to the city of an objective, for each to where one goes anyway.
    DETOUR = auto()
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
    # The end: that the seat triggers it and wins for sure; what a rival's flights still earn in the last round.
    END = auto()
    LAST_TURN = auto()
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
    # Money that should be left after buying equipment, in $100,000.
    RESERVE = auto()
    # Share of a tank for which money should be left after a change; how often the money that is lacking counts.
    FILL = auto()
    LACK = auto()
    # Slots: how often the money of a fee counts, since a rival gets it; share of what equipment brings for which no
    # Revenues are taken: it can be bought later.
    FEE = auto()
    WAIT = auto()
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
