"""The record of what a seat knows: all but future chance, since everything lies open.

Every entry is a float32. `scale` says how many of what `unit` names make 1.0, and the kernels of `observe.py` take it
from here; a field without a scale is a share, a chance, or 1 for yes.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.record import F, Record, scales
from .limits import (
    ADVANTAGE_LABELS,
    ADVANTAGES,
    DICE,
    DIE_FACES,
    DISPLAY,
    ERA_LABELS,
    ERAS,
    KIND_LABELS,
    MARKET_LABELS,
    MARKETS,
    MAX_CAPACITY,
    MAX_CITIES,
    MAX_ROLLS,
    MAX_SEATS,
    MAX_SPACES,
    OVERFLOW,
    STAGE_LABELS,
    STAGES,
    TILE_KINDS,
    WAITING,
    labels_of,
)
from .state import Phase

Floats = NDArray[np.float32]


class BoardingPassenger(Record):
    """The passenger that is to be put aboard; all zero: none."""

    seats: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="seats", doc="seats that the passenger tile takes")]
    points: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="VP", doc="victory points of the passenger tile")]


class OverflowPassenger(BoardingPassenger):
    """A passenger of the overflow; all zero: an empty space."""

    to: Annotated[
        np.float32, F("f4", (), 0, 1, scale=MAX_CITIES, unit="city, from 1", doc="where the passenger wants to go")
    ]


class WaitingPassenger(OverflowPassenger):
    """A passenger who waits in a space of a starting city; all zero: an empty space."""

    linked: Annotated[np.float32, F("f4", (), 0, 1, doc="whether I have the airports that the passenger needs")]


class Card(Record):
    """An aeroplane card on display; all zero: none."""

    price: Annotated[np.float32, F("f4", (), 0, 13, scale=16, unit="£1", doc="what the card costs in its place")]
    stage: Annotated[np.float32, F("f4", (), 0, 1, scale=4, unit="Stage", doc="Stage of the card's airports")]
    airports: Annotated[np.float32, F("f4", (), 0, 5, scale=2, unit="tiles", doc="airport tiles that the card brings")]
    long_distance: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it is a long-distance aeroplane")]
    points: Annotated[np.float32, F("f4", (), 0, 9, unit="VP", doc="victory points that the card earns")]
    seats: Annotated[np.float32, F("f4", (), 0, 2, scale=8, unit="seats", doc="seats of the aeroplane")]


class Observation(Record):
    """What a seat knows. Index 0 of an axis of seats is the observer; absent seats are zero."""

    phase: Annotated[Floats, F("f4", (len(Phase),), 0, 1, labels=labels_of(Phase), doc="what is to be decided")]
    era: Annotated[Floats, F("f4", (ERAS,), 0, 1, labels=ERA_LABELS, doc="which era it is")]
    decider: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who decides")]
    first: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who has the first player die")]
    present: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether somebody sits here")]
    clock: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the limit of rounds that is used up")]
    acted: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the seats that have acted in this round")]
    subsidies: Annotated[
        np.float32,
        F("f4", (), 0, 13, scale=8, unit="£1", doc="bonds in the subsidy box; with none left the token is next"),
    ]
    stock: Annotated[
        Floats,
        F("f4", (ADVANTAGES,), 0, 5, scale=4, unit="tiles", labels=ADVANTAGE_LABELS,
          doc="advantage tiles beside the board"),
    ]  # fmt: skip

    airport: Annotated[
        Floats,
        F("f4", (MAX_SEATS, MAX_CITIES), 0, 1, scale=4, unit="Stage", doc="a seat's airport, 1: its home, 0: none"),
    ]
    free: Annotated[
        Floats, F("f4", (MAX_CITIES,), 0, 1, scale=MAX_SPACES, unit="spaces", doc="empty airport spaces of a city")
    ]
    odds: Annotated[
        Floats,
        F("f4", (MAX_CITIES,), 0, 1, doc="chance of the best flight there, nothing paid, space or not; 0: mine"),
    ]
    odds_long: Annotated[Floats, F("f4", (MAX_CITIES,), 0, 1, doc="the same with a long-distance tile, if I have one")]
    demand: Annotated[
        Floats,
        F("f4", (MAX_CITIES,), 0, 60, scale=8, unit="seats",
          doc="passengers to this city that I have the airports for, or would have with one here"),
    ]  # fmt: skip
    bag: Annotated[
        Floats, F("f4", (MAX_CITIES,), 0, 120, scale=8, unit="seats", doc="passengers in the bag by destination")
    ]

    waiting: Annotated[MutableSequence[WaitingPassenger], F(WaitingPassenger, (WAITING,))]
    overflow: Annotated[MutableSequence[OverflowPassenger], F(OverflowPassenger, (OVERFLOW,))]
    display: Annotated[MutableSequence[Card], F(Card, (DISPLAY,))]

    money: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 313, scale=32, unit="£1", doc="bonds")]
    points: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 41, scale=32, unit="VP", doc="token on the victory point track")]
    plane_points: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 16, scale=32, unit="VP", doc="points of aeroplanes, for the end")
    ]
    passenger_points: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 29, scale=32, unit="VP", doc="points of passengers, for the end")
    ]
    earns: Annotated[np.float32, F("f4", (), 0, 13, scale=32, unit="VP", doc="my points if the era ended now")]
    failures: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 3, scale=4, unit="tiles", doc="engine failure tiles")]
    advantages: Annotated[
        Floats,
        F("f4", (MAX_SEATS, ADVANTAGES), 0, 5, scale=4, unit="tiles", labels=ADVANTAGE_LABELS, doc="advantage tiles"),
    ]
    tiles: Annotated[
        Floats,
        F("f4", (MAX_SEATS, TILE_KINDS), 0, 14, scale=4, unit="tiles", labels=KIND_LABELS,
          doc="airport tiles on cards, by Stage and whether the aeroplane is a long-distance one"),
    ]  # fmt: skip
    seats: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 60, scale=8, unit="seats", doc="free seats of all aeroplanes together")
    ]
    roomiest: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 2, scale=8, unit="seats", doc="free seats of the aeroplane that has most")
    ]
    profit: Annotated[Floats, F("f4", (MAX_SEATS,), -60, 113, scale=8, unit="seats", doc="profit of this era so far")]
    presence: Annotated[
        Floats,
        F("f4", (MAX_SEATS, MARKETS), 0, 5, scale=8, unit="airports", labels=MARKET_LABELS,
          doc="airports in a market, the home too"),
    ]  # fmt: skip
    planes: Annotated[
        Floats,
        F("f4", (MAX_CAPACITY,), 0, 12, scale=4, unit="aeroplanes", doc="my aeroplanes with 1, 2, … free seats"),
    ]

    kind: Annotated[
        Floats, F("f4", (TILE_KINDS,), 0, 1, labels=KIND_LABELS, doc="kind of the airport tile being placed")
    ]
    destination: Annotated[
        np.float32, F("f4", (), 0, 1, scale=MAX_CITIES, unit="city, from 1", doc="where it is to be placed, 0: open")
    ]
    skipped: Annotated[
        np.float32, F("f4", (), 0, 1, scale=MAX_CITIES, unit="city, from 1", doc="city being skipped, 0: none")
    ]
    needs: Annotated[Floats, F("f4", (MAX_ROLLS,), 0, 2, scale=16, unit="pips", doc="what each roll must reach")]
    rolls_left: Annotated[
        np.float32, F("f4", (), 0, 1, scale=MAX_ROLLS, unit="rolls", doc="rolls of the connection still to be made")
    ]
    dice: Annotated[
        Floats,
        F("f4", (DICE,), 0, 1, scale=DIE_FACES, unit="pips", doc="risk dice while they matter; engine failures have 1"),
    ]
    short: Annotated[np.float32, F("f4", (), 0, 2, scale=16, unit="pips", doc="what the roll is short of")]
    outside: Annotated[
        np.float32, F("f4", (), 0, 1, doc="whether the destination is outside Europe, where Daring Pilots help")
    ]
    bought: Annotated[
        Floats,
        F("f4", (STAGES,), 0, 1, labels=STAGE_LABELS, doc="Stage of the card just bought, while a tile may be added"),
    ]
    claiming: Annotated[BoardingPassenger, F(BoardingPassenger)]
    wilds: Annotated[
        np.float32, F("f4", (), 0, 1, scale=DICE, unit="failures", doc="failures to be exchanged for advantages")
    ]


SCALE = scales(Observation)
"""What one unit of a field is in the record."""

CARD_SCALE = scales(Card)
OVERFLOW_SCALE = scales(OverflowPassenger)
