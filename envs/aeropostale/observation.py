"""The record of what a seat knows: all but the choices of others for a meeting, face-down strips, cards and dice.

Every entry is a float32. `scale` says how many of what `unit` names make 1.0, and the kernels of `observe.py` take it
from here; a field without a scale is a share, or 1 for yes.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.record import F, Record, scales
from .limits import (
    CARGO_KINDS,
    CARGOES,
    CITIES,
    CONDITION_LABELS,
    CONTINENT_LABELS,
    CONTINENTS,
    DESIGNS,
    DISTANCES,
    LEGENDS,
    LEVELS,
    MAX_SEATS,
    PIONEER_ZONES,
    RANK_LABELS,
    RECORD_LABELS,
    RECORDS,
    REGIONS,
    SLOTS,
    TARGETS,
    WEATHER_LINES,
    WING_LABELS,
    WINGS,
    ZONE_LABELS,
    Condition,
    Legend,
    Rank,
    Scenario,
    labels_of,
)
from .state import Phase

Floats = NDArray[np.float32]


class Contract(Record):
    """A face-up strip of a city; all zero: none, or the legendary pilot's."""

    mail: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="mail that the contract takes")]
    freight: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="freight that it takes")]
    passengers: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="passengers that it takes")]
    anything: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="elements of any kind")]
    bronze: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="wings", doc="bronze wings that it pays")]
    gold: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="wings", doc="gold wings that it pays")]


class City(Record):
    """What lies face up in a city."""

    contracts: Annotated[MutableSequence[Contract], F(Contract, (SLOTS,))]


class Weather(Record):
    """The weather card that lies open on a line; all zero: none is turned up."""

    known: Annotated[np.float32, F("f4", (), 0, 1, doc="whether a card lies open")]
    cost: Annotated[np.float32, F("f4", (), -2, 2, scale=2, unit="points", doc="what it adds to the cost of a flight")]
    lines: Annotated[np.float32, F("f4", (), 0, 2, scale=2, unit="lines", doc="lines that it counts as, beyond one")]
    rank: Annotated[np.float32, F("f4", (), 0, 2, scale=2, unit="ranks", doc="lowest rank of pilots, from seasoned")]
    bronze: Annotated[np.float32, F("f4", (), 0, 2, scale=2, unit="wings", doc="bronze wings for a run with anything")]
    bronze_for_passengers: Annotated[
        np.float32, F("f4", (), 0, 2, scale=2, unit="wings", doc="bronze wings for a run with passengers")
    ]
    mail_only: Annotated[np.float32, F("f4", (), 0, 1, doc="whether runs carry nothing but mail, which pays bronze")]
    no_passengers: Annotated[np.float32, F("f4", (), 0, 1, doc="whether runs carry no passengers")]
    cubes_of_run: Annotated[np.float32, F("f4", (), -2, 2, scale=2, unit="cubes", doc="cubes more after a run")]
    cubes_of_stop: Annotated[np.float32, F("f4", (), 0, 2, scale=2, unit="cubes", doc="cubes more for a new stop")]
    no_increase: Annotated[np.float32, F("f4", (), 0, 1, doc="whether runs increase no stop")]


class Design(Record):
    """What a design of my company is, whether I have it or not."""

    capacity: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="its capacity")]
    mail: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it carries mail")]
    freight: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it carries freight")]
    passengers: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it carries passengers")]
    fuel: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="points", doc="its fuel consumption")]
    range: Annotated[np.float32, F("f4", (), 0, 2, scale=4, unit="lines", doc="its range")]
    red: Annotated[np.float32, F("f4", (), 0, 1, doc="whether its range is red")]


class Observation(Record):
    """What a seat knows. Index 0 of an axis of seats is the observer; absent seats are zero."""

    phase: Annotated[Floats, F("f4", (len(Phase),), 0, 1, labels=labels_of(Phase), doc="what is to be decided")]
    scenario: Annotated[
        Floats, F("f4", (len(Scenario),), 0, 1, labels=labels_of(Scenario), doc="which scenario is played")
    ]
    goal: Annotated[
        Floats, F("f4", (WINGS,), 0, 3, scale=4, unit="wings", labels=WING_LABELS, doc="wings that win, all zero: none")
    ]
    clock: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the turns that have begun")]
    action: Annotated[np.float32, F("f4", (), 0, 1, scale=4, unit="rounds", doc="round of actions, from 1")]
    decider: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who decides")]
    first: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who is first player")]
    present: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether somebody sits here")]

    logistics: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 2, scale=10, unit="points", doc="logistics")]
    pilots: Annotated[
        Floats,
        F("f4", (MAX_SEATS, len(Condition), len(Rank)), 0, 8, scale=2, unit="pilots", labels=RANK_LABELS,
          doc="pilots by condition (available, used, recovering) and rank"),
    ]  # fmt: skip
    legend: Annotated[
        Floats, F("f4", (LEGENDS,), 0, 1, labels=labels_of(Legend), doc="my legendary pilot, by what the feat can do")
    ]
    legends_left: Annotated[
        Floats, F("f4", (LEGENDS,), 0, 1, labels=labels_of(Legend), doc="legendary pilots that are left in the reserve")
    ]
    feat: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether there is a feat to be executed")]
    legend_strip: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="whether the legendary strip can still be laid")]
    wings: Annotated[Floats, F("f4", (MAX_SEATS, WINGS), 0, 25, scale=4, unit="wings", labels=WING_LABELS, doc="wings")]
    level: Annotated[
        Floats,
        F("f4", (MAX_SEATS, RECORDS), 0, 1, scale=LEVELS, unit="levels", labels=RECORD_LABELS, doc="personal records"),
    ]
    tile: Annotated[Floats, F("f4", (MAX_SEATS, RECORDS), 0, 1, labels=RECORD_LABELS, doc="who has the record tile")]
    tokens: Annotated[
        Floats, F("f4", (MAX_SEATS, 2), 0, 1, scale=4, unit="tokens", labels=("second", "first"), doc="bonus tokens")
    ]
    registered: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who is registered for the meeting")]
    barred: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 1, doc="who may not register this turn")]
    sent: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 1, scale=3, unit="ranks", doc="pilot sent to the meeting, a rookie is 1")
    ]
    stop_points: Annotated[Floats, F("f4", (MAX_SEATS,), 0, 2, scale=13, unit="points", doc="stop points")]
    supremacy: Annotated[
        Floats,
        F("f4", (MAX_SEATS, CONTINENTS), 0, 6, scale=16, unit="cubes", labels=CONTINENT_LABELS,
          doc="what counts for supremacy over a continent"),
    ]  # fmt: skip
    planes: Annotated[
        Floats, F("f4", (MAX_SEATS,), 0, 1, scale=5, unit="aeroplanes", doc="aeroplanes that are available")
    ]

    cubes: Annotated[
        Floats,
        F("f4", (MAX_SEATS, CITIES), 0, 1.5, scale=8, unit="cubes", doc="cubes in a city; of a monopoly its maximum"),
    ]
    room: Annotated[
        Floats, F("f4", (CITIES,), 0, 1.5, scale=8, unit="cubes", doc="cubes that fit into a city; closed: 0")
    ]
    monopoly: Annotated[Floats, F("f4", (CITIES,), 0, 1, doc="whether a city is somebody's monopoly")]
    face_down: Annotated[Floats, F("f4", (CITIES,), 0, 1, scale=SLOTS, unit="strips", doc="strips that lie face down")]
    cities: Annotated[MutableSequence[City], F(City, (CITIES,))]
    pays: Annotated[
        Floats,
        F("f4", (CITIES,), 0, 4, scale=16, unit="bronze wings",
          doc="1 and the most that contracts of a run there pay, while I choose an action; 0: I can make none"),
    ]  # fmt: skip
    weather: Annotated[MutableSequence[Weather], F(Weather, (WEATHER_LINES,))]

    pioneers: Annotated[
        Floats,
        F("f4", (PIONEER_ZONES, CARGOES), 0, 1, labels=CARGO_KINDS,
          doc="pioneers' wings still to be had, by line, then Africa and South America"),
    ]  # fmt: skip
    farthest: Annotated[
        np.float32, F("f4", (), 0, 1, scale=DISTANCES, unit="lines", doc="the longest run that has won a wing")
    ]
    world: Annotated[
        Floats, F("f4", (RECORDS,), 0, 1, scale=LEVELS, unit="levels", labels=RECORD_LABELS, doc="world records")
    ]
    record_wings: Annotated[
        Floats,
        F("f4", (RECORDS,), 0, 4, scale=4, unit="bronze wings", labels=RECORD_LABELS,
          doc="wings that the next world record collects"),
    ]  # fmt: skip
    record_cost: Annotated[
        Floats,
        F("f4", (RECORDS,), 0, 1, scale=TARGETS, unit="points", labels=RECORD_LABELS,
          doc="what it costs on average with my best available pilot, no feat"),
    ]  # fmt: skip

    designs: Annotated[MutableSequence[Design], F(Design, (DESIGNS,))]
    design_at: Annotated[
        Floats,
        F("f4", (DESIGNS, len(Condition) + 1), 0, 1, labels=(*CONDITION_LABELS, "reserve"),
          doc="where a design of mine is, all zero: I do not have it; 0.5: no longer to be put in"),
    ]  # fmt: skip
    tile_under: Annotated[
        Floats,
        F("f4", (RECORDS,), 0, 1, scale=DESIGNS, unit="design, from 1", labels=RECORD_LABELS,
          doc="my design under which the tile of a record lies, 0: I do not have the tile"),
    ]  # fmt: skip

    city: Annotated[Floats, F("f4", (CITIES,), 0, 1, doc="where the flight is to land")]
    origin: Annotated[Floats, F("f4", (REGIONS,), 0, 1, doc="region where it takes off")]
    design: Annotated[
        Floats, F("f4", (DESIGNS,), 0, 1, doc="the decider's design that flies, or those put in in this reorganisation")
    ]
    running: Annotated[np.float32, F("f4", (), 0, 1, doc="whether the flight is a run, 0: a new stop, or no flight")]
    pilot: Annotated[Floats, F("f4", (len(Rank),), 0, 1, labels=RANK_LABELS, doc="pilot at work")]
    ignored: Annotated[
        Floats,
        F("f4", (WEATHER_LINES,), 0, 1, labels=ZONE_LABELS[:WEATHER_LINES], doc="line whose weather a feat cancels"),
    ]
    hostage: Annotated[np.float32, F("f4", (), 0, 1, doc="whether logistics points can free the pilot")]
    chosen: Annotated[Floats, F("f4", (SLOTS,), 0, 1, doc="slots whose contracts are executed")]
    space_left: Annotated[
        np.float32, F("f4", (), 0, 2, scale=4, unit="elements", doc="capacity that the run has left for contracts")
    ]
    due: Annotated[np.float32, F("f4", (), 0, 3, scale=4, unit="cubes", doc="cubes that a rival's must make room for")]
    removing: Annotated[
        np.float32, F("f4", (), 0, 1, scale=4, unit="seats", doc="seats clockwise to the rival who lost one last")
    ]
    record: Annotated[Floats, F("f4", (RECORDS,), 0, 1, labels=RECORD_LABELS, doc="the record that is being broken")]
    target: Annotated[np.float32, F("f4", (), 0, 1, scale=TARGETS, unit="levels", doc="the level it is to reach")]
    moving: Annotated[
        np.float32,
        F("f4", (), 0, 1, scale=3, unit="record, from 1", doc="tile being moved, or moved last in this reorganisation"),
    ]


SCALE = scales(Observation)
"""What one unit of a field is in the record."""
