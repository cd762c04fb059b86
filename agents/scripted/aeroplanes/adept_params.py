"""The numbers of the adept and where each stands in `params`; all are on one scale, that of its preferences."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Numbers whose names end in 1, 2, 3 belong to the eras."""

    # Homes: the income, and the passengers that the airport allows to claim.
    HOME_INCOME = 0
    HOME_PASSENGERS = auto()
    # Claims: any, a victory point, a seat.
    CLAIM = auto()
    CLAIM_POINTS = auto()
    CLAIM_SEATS = auto()
    # Purchases: any, a victory point, an airport tile, long distance; a seat that is filled, one that stays empty, and
    # how much more that counts late in the era; £1 of the price.
    BUY = auto()
    BUY_POINTS = auto()
    BUY_AIRPORTS = auto()
    BUY_LONG = auto()
    BUY_SEATS = auto()
    BUY_EMPTY = auto()
    BUY_LATE = auto()
    PRICE_1 = auto()
    PRICE_2 = auto()
    PRICE_3 = auto()
    # Airports: any, a point of its majority, the regions; of passengers that it allows to claim a point and a seat, and
    # the share that counts where another airport is needed, too.
    PLACE = auto()
    PLACE_RANK = auto()
    PLACE_EUROPE = auto()
    PLACE_AFRICA = auto()
    PLACE_ASIA = auto()
    PLACE_AMERICAS = auto()
    PLACE_POINTS = auto()
    PLACE_SEATS = auto()
    PLACE_LATER = auto()
    # £1 of the flight, another tile in hand, an opponent who loses an airport, a crash; keeping long-distance tiles.
    PLACE_COST = auto()
    PLACE_AGAIN = auto()
    PLACE_REPLACE = auto()
    PLACE_CRASH = auto()
    KEEP_LONG = auto()
    # £1 paid for a roll that is short.
    PAY = auto()
    # Advantages: rolling for them, for each tile in hand; Engine Maintenance in need.
    ROLL = auto()
    ROLL_AIRPORTS = auto()
    MAINTAIN = auto()
    # Subsidies: a point of the lead, while bonds are left and for the token.
    HURRY = auto()
    TOKEN = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
