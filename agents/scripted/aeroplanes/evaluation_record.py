"""What the expert sees in a position: what money, profit, seats and airports are worth now, in victory points.

Kernels call the record `e`; `evaluation.py` fills it in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ....envs._core.record import F, Record
from ....envs.aeroplanes.limits import COLOURS, MARKETS, MAX_CITIES, MAX_NEED, MAX_ROLLS, MAX_SEATS, TILE_KINDS, CitySet
from .features import PLACES

DENSITIES = 19
DENSITY = 6
"""Passengers are sorted by sixths of a point for a seat, 3 points for a seat being the most."""

FURTHER = 3
"""Further tiles that are planned for; an aeroplane brings no more."""

LEADS = MAX_CITIES + 2
"""The largest lead in a market: as many airports as there are cities, and two more that are planned."""

ENOUGH = 9
"""Money beyond which more makes no roll safer."""

BY_REACH = (2,)
"""Shape of what is told for an ordinary tile, then for a long-distance one."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
Sets = NDArray[np.int64]


class MarketWorth(Record):
    """One market, to the seat to decide."""

    gain: Annotated[float, F("f8", (), unit="VP", doc="worth of one more airport there")]
    next_gain: Annotated[float, F("f8", (), unit="VP", doc="how much more another one after it is worth")]
    losses_known: Annotated[int, F("i8", (), 0, 1, doc="whether losses are: what airports there mean to the others")]


class SeatOutlook(Record):
    """One seat at the table, from 0 as everywhere."""

    wanted: Annotated[float, F("f8", (), unit="seats", doc="of the passengers that it has the airports for")]
    points: Annotated[float, F("f8", (), unit="VP", doc="of these passengers")]
    room: Annotated[int, F("i8", (), unit="seats", doc="free in its emptiest aeroplane")]
    profit: Annotated[float, F("f8", (), doc="profit that it will end the era with")]
    loss: Annotated[Floats, F("f8", (MARKETS,), unit="VP", doc="worth of its loss of an airport to mine, by market")]


class CityWorth(Record):
    """One city, to the seat to decide."""

    alone: Annotated[float, F("f8", (), unit="VP", doc="worth of an airport there, without what lies beyond")]
    gain: Annotated[float, F("f8", (), unit="VP", doc="worth of an airport there")]
    odds: Annotated[Floats, F("f8", BY_REACH, doc="chance to fly a tile there")]
    cost: Annotated[Floats, F("f8", BY_REACH, unit="£1", doc="average cost of that flight")]
    crash: Annotated[Floats, F("f8", BY_REACH, doc="chance of a crash in that flight")]
    planned: Annotated[float, F("f8", (), unit="VP", doc="worth of the tile there that a plan is being made for")]


class FlightOutlook(Record):
    """What all flights of the seat to decide have in common."""

    opponents: Annotated[CitySet, F("i8", (), doc="cities where an opponent's airport helps, as a set")]
    links: Annotated[Sets, F("i8", (COLOURS,), doc="where unbarred links of a colour lead from its network, as sets")]
    budget: Annotated[Counts, F("i8", (2,), unit="£1", doc="what it can add to its rolls; [1]: outside Europe")]
    costs_known: Annotated[np.int64, F("i8", (), doc="sums that a roll must reach whose costs are known, as a set")]
    costs: Annotated[
        Floats,
        F("f8", (MAX_NEED + 1, ENOUGH + 1), unit="£1", doc="average cost of reaching a sum, by what can be added"),
    ]
    crash_known: Annotated[np.int64, F("i8", (), doc="numbers of rolls whose chance of a crash is known, as a set")]
    crash: Annotated[Floats, F("f8", (MAX_ROLLS + 1,), doc="chance that so many rolls bring a crash")]


class TilePlan(Record):
    """Where further tiles of one kind would go, worked out when a card with such tiles is looked at."""

    made: Annotated[int, F("i8", (), 0, 1, doc="whether there is a plan")]
    worth: Annotated[Floats, F("f8", (FURTHER,), unit="VP", doc="worth of the first, second, third further tile")]
    airports: Annotated[Floats, F("f8", (MARKETS + 1,), doc="airports planned, by region")]


class Evaluation(Record):
    """All that the expert weighs. What a decision may not need is worked out when it is first asked for."""

    time: Annotated[float, F("f8", (), doc="share of the era that is left")]
    money: Annotated[float, F("f8", (), unit="VP", doc="worth of £1")]
    profit: Annotated[float, F("f8", (), unit="VP", doc="worth of a point of profit")]
    tiles: Annotated[int, F("i8", (), doc="airport tiles on the seat's cards")]
    ahead: Annotated[
        Floats,
        F("f8", (2, 2 * LEADS + 1), doc="chance to be ahead, in this era and in later ones, by lead now + LEADS"),
    ]
    waiting: Annotated[np.int64, F("i8", (), doc="places where a passenger waits, as a set")]
    rivals: Annotated[Floats, F("f8", (PLACES,), doc="opponents who could claim the passenger there")]
    densities: Annotated[np.int64, F("i8", (), doc="points a seat of the passengers within reach, as a set")]
    demand: Annotated[Floats, F("f8", (DENSITIES,), unit="seats", doc="of passengers within reach, by points a seat")]
    valued: Annotated[CitySet, F("i8", (), doc="cities where the worth of an airport is known, as a set")]
    flown: Annotated[Sets, F("i8", BY_REACH, doc="cities to which the flight is known, as a set")]
    connected: Annotated[Sets, F("i8", BY_REACH, doc="cities that the seat can fly a tile to, as a set")]
    closed: Annotated[CitySet, F("i8", (), doc="cities that the seat can neither fly a tile to nor has an airport in")]
    flights: Annotated[FlightOutlook, F(FlightOutlook)]
    markets: Annotated[Sequence[MarketWorth], F(MarketWorth, (MARKETS,))]
    seats: Annotated[Sequence[SeatOutlook], F(SeatOutlook, (MAX_SEATS,))]
    cities: Annotated[Sequence[CityWorth], F(CityWorth, (MAX_CITIES,))]
    plans: Annotated[Sequence[TilePlan], F(TilePlan, (TILE_KINDS,))]


EVALUATION = Evaluation.dtype
"""For `on_stack(EVALUATION)` in kernels."""

FLIGHT_OUTLOOK = FlightOutlook.dtype
"""For `on_stack(FLIGHT_OUTLOOK)` in kernels."""
