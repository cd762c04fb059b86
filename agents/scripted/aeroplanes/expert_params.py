"""The numbers of the expert and where each stands in `params`; all are in victory points where nothing else is said."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """Numbers whose names end in 1, 2, 3 belong to the eras."""

    # Worth of £1, the share that is added to it when no bond is left, and the share of it that it keeps in the last era
    # when no other card can be bought.
    MONEY_1 = 0
    MONEY_2 = auto()
    MONEY_3 = auto()
    MONEY_LATE_1 = auto()
    MONEY_LATE_2 = auto()
    MONEY_LATE_3 = auto()
    MONEY_SPARE = auto()
    # What a share of opponents with something left to do adds to the time left.
    BUSY = auto()
    # Majorities of this era and of later ones, and how large a lead is safe, in airports: now, more at the era's start.
    RANK_1 = auto()
    RANK_2 = auto()
    RANK_3 = auto()
    RANK_LATER = auto()
    SPREAD = auto()
    SPREAD_TIME = auto()
    SPREAD_LATER = auto()
    # Profit likewise; shares of the free seats that will be filled, with passengers in reach and with others.
    PROFIT_1 = auto()
    PROFIT_2 = auto()
    PROFIT_3 = auto()
    PROFIT_SPREAD = auto()
    PROFIT_SPREAD_TIME = auto()
    FILL = auto()
    FILL_MORE = auto()
    # Passengers: points, rivals who want them (less if their aeroplanes are full), those that an airport would bring
    # (the share of it that no bond left costs), those that need two.
    POINTS = auto()
    RIVALS = auto()
    RIVAL_FULL = auto()
    UNLOCK_1 = auto()
    UNLOCK_2 = auto()
    UNLOCK_3 = auto()
    UNLOCK_LATE = auto()
    TWO_AIRPORTS = auto()
    # Airports by region, beside all that; for later eras a seat of the passengers in the bag, and a starting city; what
    # lies beyond.
    EUROPE = auto()
    AFRICA = auto()
    ASIA = auto()
    AMERICAS = auto()
    BAG = auto()
    ORIGIN = auto()
    BEYOND = auto()
    # Claims: any, when no bond is left, wanted by a rival, less where passengers outnumber seats.
    CLAIM_1 = auto()
    CLAIM_2 = auto()
    CLAIM_3 = auto()
    CLAIM_LATE = auto()
    CLAIM_URGENT = auto()
    CLAIM_SCARCE = auto()
    # Purchases: any; each card skipped, beside its price, as it may become cheaper; each free seat that could be filled
    # first; points; seats filled (the share of it that no bond left costs) and empty, chance that empty ones fill;
    # tiles (likewise) and what each further one is worth of the one before.
    BUY_1 = auto()
    BUY_2 = auto()
    BUY_3 = auto()
    BUY_SKIP = auto()
    BUY_UNFILLED = auto()
    BUY_POINTS = auto()
    BUY_FILLED = auto()
    BUY_FILLED_LATE = auto()
    BUY_EMPTY = auto()
    BUY_HOPE = auto()
    BUY_TILE = auto()
    BUY_TILE_LATE = auto()
    BUY_TILE_NEXT = auto()
    # Airports: any, when no bond is left, another in hand, a failure that keeps it there; the last space; replacing any
    # and what an opponent loses by it; a crash; keeping long-distance tiles; the share of an airport that giving up
    # does not lose, and a Daring Pilot that is not played.
    PLACE_1 = auto()
    PLACE_2 = auto()
    PLACE_3 = auto()
    PLACE_LATE = auto()
    PLACE_AGAIN = auto()
    PLACE_FAIL = auto()
    PLACE_SCARCE = auto()
    PLACE_REPLACE = auto()
    PLACE_RIVAL = auto()
    PLACE_CRASH = auto()
    KEEP_LONG = auto()
    PATIENCE = auto()
    KEEP_PILOT = auto()
    # Advantages: rolling by era, for each tile in hand, share of the worth of all types that can be had; Engine
    # Maintenance in need; the types if none is held.
    ROLL_1 = auto()
    ROLL_2 = auto()
    ROLL_3 = auto()
    ROLL_RISK = auto()
    ROLL_TYPES = auto()
    MAINTAIN = auto()
    DARING_PILOT = auto()
    ENGINE_MAINTENANCE = auto()
    INCREASED_PRODUCTION = auto()
    NIGHT_FLIGHTS = auto()
    RADIO_BEACONS = auto()
    # Subsidies: any, and the end of the era that they bring nearer; the token; passengers left behind.
    SUBSIDY = auto()
    HURRY_1 = auto()
    HURRY_2 = auto()
    HURRY_3 = auto()
    TOKEN_1 = auto()
    TOKEN_2 = auto()
    TOKEN_3 = auto()
    LEAVE = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
