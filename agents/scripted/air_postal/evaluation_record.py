"""What the expert sees in a position, and the flights that it thinks of; worths are in glory points.

Kernels call the record `e`; `evaluation.py` fills it in, `flights.py` looks for the best flights of a turn.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ....envs._core.record import F, Record
from ....envs.air_postal.limits import CITIES, GREAT_FIRSTS, HUBS, LOADS, MAX_FUEL, MAX_LOADS, ROUTES, VIPS

CARDS = 12
"""Air Routes that are kept in mind."""

DEPTH = 8
"""Flights of a turn that are thought of."""

TANKS = MAX_FUEL + 1
"""Amounts of fuel with which a journey is thought of at the same time."""

FAR = 128
"""Distances in squares."""

FIRST_BIT = HUBS
"""Bits of what has been done on the way: Hubs, Great Firsts, VIPs, then two cities of each Air Route."""

VIP_BIT = FIRST_BIT + GREAT_FIRSTS
CARD_BIT = VIP_BIT + VIPS

ALL_HUBS = 2**HUBS - 1
"""All Hubs, the lowest bits of what has been done."""

ALL_FIRSTS = 2**GREAT_FIRSTS - 1
"""All Great Firsts, once what has been done is shifted by `FIRST_BIT`."""

LOAD_BITS = MAX_LOADS.bit_length()
"""Loads aboard are one integer, in which each kind is counted in so many bits."""

MANY = 2**LOAD_BITS - 1
"""The bits of one kind, the first one."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Places = NDArray[np.int8]
Flags = NDArray[np.uint8]


class Evaluation(Record):
    """All that the expert weighs."""

    board: Annotated[int, F("i8", (), doc="side of the game board")]
    later: Annotated[float, F("f8", (), unit="rounds", doc="expected after this one")]
    money: Annotated[float, F("f8", (), unit="points", doc="worth of $1,000")]
    purse: Annotated[float, F("f8", (), unit="$1,000", doc="money that the seat will have when it buys")]
    fuel: Annotated[float, F("f8", (), unit="points", doc="worth of a point of fuel that is left")]
    price: Annotated[float, F("f8", (), unit="points", doc="worth of the money that a point of fuel costs")]
    range: Annotated[int, F("i8", (), unit="squares", doc="range of the aircraft")]
    max_fuel: Annotated[int, F("i8", (), doc="Max Fuel of the aircraft")]
    incident: Annotated[float, F("f8", (), doc="what an incident loses beside the fuel")]
    crash: Annotated[float, F("f8", (), doc="what a crash loses beside the fuel")]
    near: Annotated[Floats, F("f8", (FAR,), doc="share that a thing is worth which is so many squares away")]

    in_time: Annotated[Floats, F("f8", (FAR,), doc="chance that so many squares are still flown before the end")]

    hub_city: Annotated[Counts, F("i8", (HUBS,), doc="where a Hub is, −1: there are no more")]
    hub: Annotated[Floats, F("f8", (HUBS,), doc="worth of reaching a Hub, 0: reached")]
    first: Annotated[Floats, F("f8", (GREAT_FIRSTS,), doc="worth of a Great First, 0: somebody has it")]
    first_ahead: Annotated[Floats, F("f8", (GREAT_FIRSTS,), doc="worth with the chance of its flight with a full tank")]
    booked: Annotated[float, F("f8", (), unit="squares", doc="that objectives still ask for")]
    vip: Annotated[Floats, F("f8", (VIPS,), doc="worth of delivering a VIP, 0: not aboard")]
    vips: Annotated[int, F("i8", (), doc="VIPs aboard, as a set")]
    cards: Annotated[int, F("i8", (), doc="Air Routes that are held")]
    card: Annotated[Counts, F("i8", (CARDS,), doc="each of them")]
    card_worth: Annotated[Floats, F("f8", (CARDS,), doc="worth of achieving it")]
    load: Annotated[Floats, F("f8", (LOADS,), doc="worth of delivering a Load")]
    load_ahead: Annotated[Floats, F("f8", (LOADS,), doc="share of it before it is delivered")]
    loads: Annotated[int, F("i8", (), doc="Loads aboard, `LOAD_BITS` for each kind")]
    to_end: Annotated[int, F("i8", (), doc="glory with which the seat triggers the end, or far more than there is")]
    end: Annotated[float, F("f8", (), unit="points", doc="worth of triggering the end and winning for sure")]
    lead: Annotated[float, F("f8", (), unit="points", doc="ahead of the best rival if the game ends with this round")]
    done: Annotated[int, F("i8", (), doc="what has been done, as bits")]
    marks: Annotated[Counts, F("i8", (CITIES,), doc="Hubs and cities of Air Routes that a landing does, as bits")]

    known: Annotated[Flags, F("u1", (ROUTES,), doc="whether what follows is known of a route")]
    spends: Annotated[Floats, F("f8", (ROUTES,), doc="fuel that a flight costs on average")]
    tires: Annotated[Floats, F("f8", (ROUTES,), doc="endurance that it costs on average")]
    saves_fuel: Annotated[Floats, F("f8", (ROUTES,), doc="fuel that cards save when it is scarce")]
    saves_endurance: Annotated[Floats, F("f8", (ROUTES,), doc="endurance that they save")]
    loses: Annotated[Floats, F("f8", (ROUTES,), doc="what an interruption loses beside the fuel")]

    seen_done: Annotated[
        Counts, F("i8", (CITIES,), doc="1 + what was done when prospects were last added up, 0: never")
    ]
    seen_loads: Annotated[Counts, F("i8", (CITIES,), doc="Loads aboard at that time")]
    prospects: Annotated[Floats, F("f8", (CITIES,), doc="what was still to be had from a city on")]

    passed: Annotated[Flags, F("u1", (CITIES,), doc="whether the journey that is thought of has been in a city")]
    tank: Annotated[Places, F("i1", (DEPTH + 1, TANKS), doc="tanks with which so many flights are possible")]
    tank_before: Annotated[
        Places, F("i1", (DEPTH + 1, TANKS), doc="place of each of them among those of a flight less")
    ]
    fuel_left: Annotated[Floats, F("f8", (DEPTH + 1, TANKS), doc="fuel that each has left")]
    chance: Annotated[Floats, F("f8", (DEPTH + 1, TANKS), doc="chance of the last flight")]
    best: Annotated[Floats, F("f8", (DEPTH + 1, TANKS), doc="worth of the best journey from there on")]
    nodes: Annotated[Counts, F("i8", (TANKS,), doc="flights that have been thought of with a tank")]
    goes_to: Annotated[Counts, F("i8", (TANKS,), doc="where to fly first with a tank, −1: nowhere")]


EVALUATION = Evaluation.dtype
"""For `np.zeros(1, EVALUATION)` in kernels; the kernel that makes the array keeps it in a variable."""
