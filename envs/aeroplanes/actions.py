"""The actions, in a player's words.

An action means the same everywhere: a place in the display, a passenger space, a kind of airport tile, a city. Seats
are counted clockwise from the one to decide.
"""

from __future__ import annotations

from enum import IntEnum

from .._core.actions import ActionRange, ActionTable
from . import action_words as words
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


ACTIONS = ActionTable(
    ActionRange("home", Action.HOME, HOMES, "Choose the k-th starting city as home", words.home),
    ActionRange("buy", Action.BUY, DISPLAY, "Buy the k-th aeroplane card on display", words.buy),
    ActionRange("extra", Action.EXTRA, 1, "Use Increased Production on the card just bought", words.extra),
    ActionRange("no_extra", Action.NO_EXTRA, 1, "Keep Increased Production", words.no_extra),
    ActionRange(
        "tile",
        Action.TILE,
        TILE_KINDS,
        "Place an airport tile from a card: Stage I, I long-distance, II, II long-distance, III, III long-distance",
        words.tile,
    ),
    ActionRange("to", Action.TO, MAX_CITIES, "Place it at the k-th destination", words.to),
    ActionRange("direct", Action.DIRECT, COLOURS, "Fly there by a single white, red or black connection", words.direct),
    ActionRange("barred", Action.BARRED, COLOURS, "Fly there by a barred connection of that colour", words.barred),
    ActionRange("via", Action.VIA, MAX_CITIES, "Fly there by skipping the k-th destination", words.via),
    ActionRange(
        "beacon", Action.BEACON, 1, "Use Radio Beacons: roll again, without this roll's failures", words.beacon
    ),
    ActionRange("keep", Action.KEEP, 1, "Let the roll stand", words.keep),
    ActionRange("pilot", Action.PILOT, 1, "Use a Daring Pilot on the roll", words.pilot),
    ActionRange("pay", Action.PAY, 1, "Pay what the roll is short of", words.pay),
    ActionRange("give_up", Action.GIVE_UP, 1, "Give up the connection", words.give_up),
    ActionRange("roll_on", Action.ROLL_ON, 1, "Roll for the next part of the connection", words.roll_on),
    ActionRange("abort", Action.ABORT, 1, "Abort between two rolls", words.abort),
    ActionRange(
        "replace",
        Action.REPLACE,
        MAX_SEATS - 1,
        "Replace the airport of the k-th seat clockwise, from 1",
        words.replace,
    ),
    ActionRange(
        "claim", Action.CLAIM, WAITING, "Claim the passenger in the k-th space of the waiting area", words.claim
    ),
    ActionRange(
        "claim_overflow", Action.CLAIM_OVERFLOW, OVERFLOW, "Claim the k-th overflow passenger", words.claim_overflow
    ),
    ActionRange("load", Action.LOAD, MAX_CAPACITY, "Seat the passenger on an aeroplane with k free seats", words.load),
    ActionRange("advantage", Action.ADVANTAGE, ADVANTAGES, "Take an advantage tile of the k-th type", words.advantage),
    ActionRange("roll_advantages", Action.ROLL_ADVANTAGES, 1, "Roll for two advantage tiles", words.roll_advantages),
    ActionRange("pair", Action.PAIR, PAIRS, "Use two of the dice, lowest first: not the k-th", words.pair),
    ActionRange("maintenance", Action.MAINTENANCE, 1, "Use Engine Maintenance before an action", words.maintenance),
    ActionRange("subsidy", Action.SUBSIDY, 1, "Take a subsidy, or the token once no bond is left", words.subsidy),
    ActionRange("finish", Action.FINISH, 1, "Place or claim no more", words.finish),
)
