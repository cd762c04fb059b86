"""What the expert sees in a position, and the flights that it thinks of; worths are in glory points.

Kernels call the record `e`; `evaluation.py` fills it in, `flights.py` looks for the best flights of a turn.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ....envs._core.record import F, Record
from ....envs.air_postal.limits import CITIES, GREAT_FIRSTS, HUBS, LOADS, ROUTES, VIPS

CARDS = 12
"""Air Routes that are kept in mind."""

DEPTH = 8
"""Flights of a turn that are thought of."""

FAR = 128
"""Distances in squares."""

FIRST_BIT = HUBS
"""Bits of what has been done on the way: Hubs, Great Firsts, VIPs, then two cities of each Air Route."""

VIP_BIT = FIRST_BIT + GREAT_FIRSTS
CARD_BIT = VIP_BIT + VIPS

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


class Evaluation(Record):
    """All that the expert weighs."""

    board: Annotated[int, F("i8", (), doc="side of the game board")]
    later: Annotated[float, F("f8", (), unit="rounds", doc="expected after this one")]
    money: Annotated[float, F("f8", (), unit="points", doc="worth of $1,000")]
    purse: Annotated[float, F("f8", (), unit="$1,000", doc="money that the seat will have when it buys")]
    fuel: Annotated[float, F("f8", (), unit="points", doc="worth of a point of fuel that is left")]
    price: Annotated[float, F("f8", (), unit="points", doc="worth of the money that a point of fuel costs")]
    range: Annotated[int, F("i8", (), unit="squares", doc="range of the aircraft")]
    tank: Annotated[int, F("i8", (), doc="Max Fuel of the aircraft")]
    incident: Annotated[float, F("f8", (), doc="what an incident loses beside the fuel")]
    crash: Annotated[float, F("f8", (), doc="what a crash loses beside the fuel")]
    near: Annotated[Floats, F("f8", (FAR,), doc="share that a thing is worth which is so many squares away")]

    in_time: Annotated[Floats, F("f8", (FAR,), doc="chance that so many squares are still flown before the end")]

    hub_city: Annotated[Counts, F("i8", (HUBS,), doc="where a Hub is, −1: there are no more")]
    hub: Annotated[Floats, F("f8", (HUBS,), doc="worth of reaching a Hub, 0: reached")]
    first: Annotated[Floats, F("f8", (GREAT_FIRSTS,), doc="worth of a Great First, 0: somebody has it")]
    first_chance: Annotated[Floats, F("f8", (GREAT_FIRSTS,), doc="chance of its flight with a full tank")]
    booked: Annotated[float, F("f8", (), unit="squares", doc="that objectives still ask for")]
    vip: Annotated[Floats, F("f8", (VIPS,), doc="worth of delivering a VIP, 0: not aboard")]
    cards: Annotated[int, F("i8", (), doc="Air Routes that are held")]
    card: Annotated[Counts, F("i8", (CARDS,), doc="each of them")]
    card_worth: Annotated[Floats, F("f8", (CARDS,), doc="worth of achieving it")]
    load: Annotated[Floats, F("f8", (LOADS,), doc="worth of delivering a Load")]
    load_places: Annotated[Counts, F("i8", (LOADS, CITIES), doc="1 + squares to where it can be delivered, 0: unknown")]
    to_end: Annotated[int, F("i8", (), doc="glory with which the seat triggers the end, or far more than there is")]
    lead: Annotated[float, F("f8", (), unit="points", doc="ahead of the best rival if the game ends with this round")]
    done: Annotated[int, F("i8", (), doc="what has been done, as bits")]

    known: Annotated[Counts, F("i8", (ROUTES,), doc="whether what follows is known of a route")]
    spends: Annotated[Floats, F("f8", (ROUTES,), doc="fuel that a flight costs on average")]
    tires: Annotated[Floats, F("f8", (ROUTES,), doc="endurance that it costs on average")]
    saves_fuel: Annotated[Floats, F("f8", (ROUTES,), doc="fuel that cards save when it is scarce")]
    saves_endurance: Annotated[Floats, F("f8", (ROUTES,), doc="endurance that they save")]

    aboard: Annotated[Counts, F("i8", (DEPTH + 1, LOADS), doc="Loads aboard after so many flights")]
    was_in: Annotated[Counts, F("i8", (DEPTH + 1,), doc="cities of the flights that are thought of")]
    nodes: Annotated[int, F("i8", (), doc="flights that have been thought of")]
    city: Annotated[int, F("i8", (), doc="where to fly first, −1: nowhere")]


EVALUATION = Evaluation.dtype
"""For `np.zeros(1, EVALUATION)` in kernels; the kernel that makes the array keeps it in a variable."""
