"""What the expert sees in a position, and the flights that it finds; worths are in bronze wings on the way to the goal.

Kernels call the record `e`; `evaluation.py` fills it in, `flights.py` looks for flights.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from ....envs._core.record import F, Record
from ....envs.aeropostale.limits import (
    CARGO_SETS,
    CONTINENTS,
    FLEET,
    MAX_GAUGE,
    MAX_SEATS,
    PIONEER_ZONES,
    RANKS,
    REGIONS,
    SLOTS,
)

GAINS = (16, 6)
"""Bronze and gold wings of one gain that are told apart; more count as the last."""

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]


class Evaluation(Record):
    """All that the expert weighs."""

    later: Annotated[float, F("f8", (), unit="turns", doc="expected after this one")]
    actions: Annotated[int, F("i8", (), doc="actions of the seat in this turn after the one to be chosen")]
    spread: Annotated[float, F("f8", (), unit="cubes", doc="by which supremacy may still change in this turn")]
    stop: Annotated[float, F("f8", (), doc="worth of a stop point")]
    lacks: Annotated[float, F("f8", (), doc="what the seat's wings lack to the goal")]
    reach: Annotated[float, F("f8", (), doc="bronze wings that may still come after a gain")]
    gain: Annotated[
        Floats, F("f8", GAINS, doc="1 + worth of a gain of so many bronze and gold wings; 0: not known yet")
    ]
    points: Annotated[Floats, F("f8", (MAX_GAUGE + 1,), doc="worth of having so many logistics points")]
    strength: Annotated[Floats, F("f8", (MAX_SEATS, CONTINENTS), doc="cubes of a seat on a continent, for supremacy")]
    lead: Annotated[Floats, F("f8", (CONTINENTS,), unit="cubes", doc="lead over the strongest rival on a continent")]
    lead_known: Annotated[int, F("i8", (), doc="continents where the worth of the lead is known, as a set")]
    lead_worth: Annotated[Floats, F("f8", (CONTINENTS,), doc="worth of the lead on a continent")]
    led: Annotated[int, F("i8", (), doc="gold wings that its leads bring; 0: or the seat wins with them anyway")]
    held: Annotated[float, F("f8", (), doc="a rough chance that it leads all of them at the end of the turn")]
    rival: Annotated[Counts, F("i8", (CONTINENTS,), doc="strongest rival on a continent")]
    threat: Annotated[Floats, F("f8", (MAX_SEATS,), doc="1 where a rival can win by the supremacy of this turn")]
    zone: Annotated[Floats, F("f8", (PIONEER_ZONES,), doc="worth of the next wing of pioneers there")]
    strips: Annotated[Floats, F("f8", (CONTINENTS,), unit="cubes", doc="expected of a strip; 0: not known yet")]
    stops: Annotated[Counts, F("i8", (REGIONS,), doc="own stops in a region")]
    steps: Annotated[float, F("f8", (), doc="flights from the own stops to the last city, in the race")]
    rank_for: Annotated[Counts, F("i8", (RANKS,), doc="lowest rank available from a rank on, −1: none")]
    pilot: Annotated[Floats, F("f8", (RANKS,), doc="price of using a pilot of a rank")]
    design: Annotated[Floats, F("f8", (FLEET,), doc="worth of the design in a place for each later turn")]
    helps: Annotated[int, F("i8", (), doc="whether a feat can help flights")]

    length: Annotated[int, F("i8", (), unit="lines", doc="that the flight being weighed counts as crossing")]
    extra: Annotated[int, F("i8", (), unit="points", doc="what weather adds to its cost")]
    needed: Annotated[int, F("i8", (), doc="lowest rank of pilots that can fly it")]
    allowed: Annotated[int, F("i8", (), doc="what it may carry, as a set of Cargo")]
    run_any: Annotated[int, F("i8", (), doc="bronze wings that weather pays for anything on the run that is weighed")]
    run_passengers: Annotated[int, F("i8", (), doc="the same for passengers")]
    run_mail: Annotated[int, F("i8", (), doc="the same for mail")]
    run_cubes: Annotated[int, F("i8", (), doc="cubes that weather adds on that run; −99: there are none at all")]
    run_bronze: Annotated[Counts, F("i8", (CARGO_SETS + 1,), doc="bronze wings for what is carried; −1: not known yet")]
    run_gold: Annotated[Counts, F("i8", (CARGO_SETS + 1,), doc="gold wings for what is carried")]
    run_growth_known: Annotated[int, F("i8", (), doc="numbers of contracts whose cubes have been weighed, as a set")]
    run_growth: Annotated[Floats, F("f8", (SLOTS + 1,), doc="worth of the cubes that so many contracts bring")]

    worth: Annotated[float, F("f8", (), doc="worth of the best flight that is possible")]
    city: Annotated[int, F("i8", (), doc="where it lands, −1: there is none")]
    origin: Annotated[int, F("i8", (), doc="region where it takes off")]
    place: Annotated[int, F("i8", (), doc="place of its aeroplane")]
    rank: Annotated[int, F("i8", (), doc="rank of its pilot")]
    with_points: Annotated[float, F("f8", (), doc="credit for more logistics points: flights that lack them")]
    with_pilot: Annotated[Floats, F("f8", (RANKS,), doc="the same for a pilot of a rank")]
    with_place: Annotated[Floats, F("f8", (FLEET,), doc="the same for the aeroplane in a place")]


EVALUATION = Evaluation.dtype
"""For `on_stack(EVALUATION)` in kernels."""
