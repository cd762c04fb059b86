"""What the expert sees in a position: what money, profit, seats and airports are worth now, in victory points.

Kernels call the record `e`; `evaluation.py` fills it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ....envs._core.record import F, Record
from ....envs.aeroplanes.limits import MARKETS, MAX_CITIES, MAX_SEATS, TILE_KINDS
from .features import PLACES

DENSITIES = 19
DENSITY = 6
"""Passengers are sorted by sixths of a point for a seat, 3 points for a seat being the most."""

FURTHER = 3
"""Further tiles that are planned for; an aeroplane brings no more."""

BY_REACH = (2,)
"""Shape of what is told for an ordinary tile, then for a long-distance one."""

Floats = NDArray[np.float64]


class MarketWorth(Record):
    """One market, to the seat to decide."""

    gain: Annotated[float, F("f8", (), unit="VP", doc="worth of one more airport there")]
    next_gain: Annotated[float, F("f8", (), unit="VP", doc="how much more another one after it is worth")]


class SeatOutlook(Record):
    """One seat at the table, from 0 as everywhere."""

    wanted: Annotated[float, F("f8", (), unit="seats", doc="of the passengers that it has the airports for")]
    standing: Annotated[Floats, F("f8", (MARKETS + 1,), doc="what it will stand at, by market (last: profit)")]
    loss: Annotated[Floats, F("f8", (MARKETS,), unit="VP", doc="worth of its loss of an airport to mine, by market")]


class WaitingPassenger(Record):
    """One place that a passenger can be claimed from."""

    rivals: Annotated[float, F("f8", (), doc="opponents who could claim the passenger there")]
    share: Annotated[float, F("f8", (), doc="share of the passenger that they leave for the seat to decide")]


class CityWorth(Record):
    """One city, to the seat to decide."""

    alone: Annotated[float, F("f8", (), unit="VP", doc="worth of an airport there, without what lies beyond")]
    gain: Annotated[float, F("f8", (), unit="VP", doc="worth of an airport there")]
    odds: Annotated[Floats, F("f8", BY_REACH, doc="chance to fly a tile there; 0: out of reach, or not looked at")]
    cost: Annotated[Floats, F("f8", BY_REACH, unit="£1", doc="average cost of that flight")]
    crash: Annotated[Floats, F("f8", BY_REACH, doc="chance of a crash in that flight")]


class TilePlan(Record):
    """Where further tiles of one kind would go, worked out when a card with such tiles is looked at."""

    made: Annotated[int, F("i8", (), 0, 1, doc="whether there is a plan")]
    worth: Annotated[Floats, F("f8", (FURTHER,), unit="VP", doc="worth of the first, second, third further tile")]
    airports: Annotated[Floats, F("f8", (MARKETS + 1,), doc="airports planned, by region")]


class Evaluation(Record):
    """All that the expert weighs."""

    time: Annotated[float, F("f8", (), doc="share of the era that is left")]
    money: Annotated[float, F("f8", (), unit="VP", doc="worth of £1")]
    profit: Annotated[float, F("f8", (), unit="VP", doc="worth of a point of profit")]
    demand: Annotated[Floats, F("f8", (DENSITIES,), unit="seats", doc="of passengers within reach, by points a seat")]
    markets: Annotated[Sequence[MarketWorth], F(MarketWorth, (MARKETS,))]
    seats: Annotated[Sequence[SeatOutlook], F(SeatOutlook, (MAX_SEATS,))]
    passengers: Annotated[Sequence[WaitingPassenger], F(WaitingPassenger, (PLACES,))]
    cities: Annotated[Sequence[CityWorth], F(CityWorth, (MAX_CITIES,))]
    plans: Annotated[Sequence[TilePlan], F(TilePlan, (TILE_KINDS,))]


EVALUATION = Evaluation.dtype
"""For `np.zeros(1, EVALUATION)` in kernels.

Keep the array in a variable of the kernel that makes it, and hand it to another kernel that takes element 0 and does
all the work: an element alone does not keep its array, which numba frees after its last use.
"""
