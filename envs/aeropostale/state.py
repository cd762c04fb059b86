"""What the table looks like: options, phases and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.game import GameOptions, GameState
from .._core.record import F
from .limits import (
    ACTIONS_PER_TURN,
    CARGO_KINDS,
    CARGO_LABELS,
    CARGO_SETS,
    CITIES,
    COMPANIES,
    CONTRACTS,
    DESIGNS,
    DISTANCES,
    FLEET,
    FLIGHTS,
    LEGENDS,
    LEVELS,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_EXTRA,
    MAX_GAUGE,
    MAX_REACH,
    MAX_SEATS,
    MAX_TOKENS,
    MAX_TURNS,
    PIONEER_ZONES,
    RANK_LABELS,
    RECORD_LABELS,
    REGIONS,
    ROUTES,
    SLOTS,
    STRIPS,
    TARGETS,
    WEATHER_LINES,
    WING_LABELS,
    ZONE_LABELS,
    Cargo,
    Condition,
    Rank,
    RecordKind,
    Scenario,
    Wing,
    labels_of,
)

MAX_WINGS = 99
MAX_PILOTS = 15
"""Pilots of a rank that a seat can have: all there are."""

MAX_VALUE = 12
"""The largest maximum trade value of a city."""

MAX_PAY = 60
"""The most that the contracts of one run can pay, in bronze wings."""

NOT_POSSIBLE = -1
"""Pay of a run that cannot execute any contract."""

UNDECIDED, YES, NO = 0, 1, 2
"""What a seat has chosen for the meeting."""


class Phase(IntEnum):
    """What is to be decided."""

    REGISTERING = 0
    """Whether to register for the meeting; all choose in secret."""
    ACTION = 1
    """Which action to take; wings can be converted before."""
    TAKE_OFF = 2
    """Where the flight takes off."""
    DESIGN = 3
    """Which aeroplane flies."""
    PILOT = 4
    """Which pilot; a stop that was announced can be given up now that the weather is known."""
    FEAT = 5
    """Whether the legendary pilot executes the feat."""
    STRIP = 6
    """Whether to lay the legendary pilot's strip instead of the one to be revealed."""
    LEGEND = 7
    """Which legendary pilot the pilot turns into."""
    STRIP_EFFECT = 8
    """How to bear the loss that a strip brings."""
    CONTRACTS = 9
    """Another contract to execute, or no more."""
    CARGO = 10
    """What to carry where a contract takes anything."""
    REMOVING = 11
    """Whose cube goes, in a city that is full."""
    MONOPOLY = 12
    """Which monopoly tile to put on the city."""
    TILE = 13
    """Under which aeroplane the record tile goes."""
    REORGANISING = 14
    """Another change of the fleet, or no more."""
    SWAP = 15
    """Which design the one from the reserve replaces."""
    MOVING_TILE = 16
    """Under which aeroplane the record tile moves."""
    CONVERTING = 17
    """Whether to convert wings before those without a slot are lost."""


class Event(IntEnum):
    """What is going on, so that the game goes on where it was when wings are converted or a feat is asked for."""

    NOTHING = 0
    CREATING = 1
    RUNNING = 2
    BREAKING_RECORD = 3
    MEETING = 4
    REORGANISING = 5
    SUPREMACY = 6


class Competition(IntEnum):
    """Tokens for the maximum value of stops on a continent."""

    PRINTED = 0
    EASIER = 1
    """Values are higher."""
    HARDER = 2
    """Values are lower."""


COMPETITION = labels_of(Competition)


class Goal(IntEnum):
    """Wings that win the campaign."""

    PRINTED = 0
    LONG = 1
    """More wings than are printed, so that the campaign lasts."""
    LONGEST = 2
    """Wings for all slots of a company."""


class Options(GameOptions):
    """The options of the game."""

    scenario: Annotated[
        int,
        F("i1", (), 0, len(Scenario) - 1, default=Scenario.CAMPAIGN + 0, choices=labels_of(Scenario), doc="scenario"),
    ]
    goal: Annotated[
        int,
        F(
            "i1",
            (),
            0,
            len(Goal) - 1,
            default=Goal.PRINTED + 0,
            choices=labels_of(Goal),
            doc="wings that win the campaign",
        ),
    ]
    europe: Annotated[
        int,
        F("i1", (), 0, 1, default=0, choices=COMPETITION[:2], doc="tokens for the maximum value of stops in Europe"),
    ]
    africa: Annotated[
        int, F("i1", (), 0, 2, default=0, choices=COMPETITION, doc="tokens for the maximum value of stops in Africa")
    ]
    south_america: Annotated[
        int,
        F("i1", (), 0, 2, default=0, choices=COMPETITION, doc="tokens for the maximum value of stops in South America"),
    ]


Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
Longs = NDArray[np.int64]


class State(GameState):
    """One game. Arrays by seat have room for five; sets are bits of an integer.

    The board of the game's own data pack, with its regions and the lines between them:

        0            │ 1             │ 2            │ 3     │ 4             │ 5         │ 6
        0 Toulouse   │ 4 Barcelona   │ 7 Nouakchott │ 9     │ 10            │ 11        │ 12
        1 Brussels   │ 5 Tangier     │ 8 Dakar      │ Natal │ Buenos Aires  │ Santiago  │ La Paz
        2 Amsterdam  │ 6 Casablanca  │              │       │               │           │
        3 Berlin     │               │              │       │               │           │
               Pyrenees 0        Sahara 1      Atlantic 2  Amazonia 3     Andes 4   Pacific 5

    A design has the number of its row in the data pack: three starting designs, then three of each record. Strips
    count from 0; behind those of the three continents come the legendary pilot's, the printed ones of the starting
    cities and the contracts of monopoly tiles (`limits.py`). A weather card has its printed number less 1.
    """

    phase: Annotated[int, F("i1", (), 0, len(Phase) - 1, doc="what is to be decided (Phase)")]
    turn: Annotated[int, F("i1", (), 1, MAX_TURNS, doc="turn, from 1")]
    action: Annotated[int, F("i1", (), 0, ACTIONS_PER_TURN, doc="round of actions, from 1; 0 before the first")]
    first: Annotated[int, F("i1", (), 0, MAX_SEATS - 1, doc="seat of the first player")]
    acted: Annotated[
        int,
        F("i1", (), 0, MAX_SEATS, doc="seats that have chosen for the meeting, acted in this round, or gained wings"),
    ]

    company: Annotated[Ints, F("i1", (MAX_SEATS,), 0, COMPANIES - 1, doc="company of a seat")]
    logistics: Annotated[Ints, F("i1", (MAX_SEATS,), 0, MAX_GAUGE, unit="points", doc="logistics of a seat")]
    pilots: Annotated[
        Ints,
        F(
            "i1",
            (MAX_SEATS, len(Condition), len(Rank)),
            0,
            MAX_PILOTS,
            labels=RANK_LABELS,
            doc="pilots of a seat by condition (Condition) and rank",
        ),
    ]
    legend: Annotated[Ints, F("i1", (MAX_SEATS,), -1, LEGENDS - 1, doc="legendary pilot of a seat, −1: none")]
    feat: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether the legendary pilot can still execute the feat")]
    legend_strip: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether a seat still has its legendary strip")]
    legends_left: Annotated[int, F("i1", (), 0, 2**LEGENDS - 1, doc="legendary pilots in the reserve, as a set")]

    designs: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, 2**DESIGNS - 1, doc="designs that a seat has, as a set")]
    fleet: Annotated[Ints, F("i1", (MAX_SEATS, FLEET), -1, DESIGNS - 1, doc="design in a place of the panel, −1: none")]
    condition: Annotated[
        Ints, F("i1", (MAX_SEATS, FLEET), 0, len(Condition) - 1, doc="where the place's figure is (Condition)")
    ]
    runway: Annotated[
        Ints, F("i1", (MAX_SEATS, FLEET), -1, CITIES - 1, doc="city in whose runway the figure stands, −1: none")
    ]

    level: Annotated[
        Ints, F("i1", (MAX_SEATS, len(RecordKind)), 0, LEVELS, labels=RECORD_LABELS, doc="personal record of a seat")
    ]
    swept: Annotated[
        Ints,
        F("i1", (len(RecordKind),), 0, LEVELS, labels=RECORD_LABELS, doc="level up to which wings have been taken"),
    ]
    tile_owner: Annotated[
        Ints,
        F("i1", (len(RecordKind),), -1, MAX_SEATS - 1, labels=RECORD_LABELS, doc="seat with the tile, −1: the board"),
    ]
    tile_place: Annotated[
        Ints, F("i1", (len(RecordKind),), 0, FLEET - 1, labels=RECORD_LABELS, doc="place under which the tile lies")
    ]

    wings: Annotated[
        Ints, F("i1", (MAX_SEATS, len(Wing)), 0, MAX_WINGS, labels=WING_LABELS, doc="wings of a seat, lost ones not")
    ]
    won: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether a seat has reached the goal of the scenario")]
    pioneers: Annotated[
        Ints,
        F("i1", (PIONEER_ZONES,), 0, len(Cargo), labels=ZONE_LABELS, doc="wings taken of mail, freight, passengers"),
    ]
    farthest: Annotated[int, F("i1", (), 0, DISTANCES, unit="lines", doc="the longest run for which a wing was won")]
    gained: Annotated[int, F("i1", (), 0, 2**MAX_SEATS - 1, doc="seats that gained wings by supremacy, as a set")]
    diamond: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether a seat has had the wing of the last city")]

    choice: Annotated[
        Ints, F("i1", (MAX_SEATS,), 0, 2, doc="secret choice for the meeting; 0: none yet, 1: yes, 2: no")
    ]
    registered: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether a seat registered for the meeting")]
    barred: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether a seat is persona non grata this turn")]
    sent: Annotated[
        Ints, F("i1", (MAX_SEATS,), -1, len(Rank) - 1, doc="rank of the pilot sent to the meeting, −1: none")
    ]
    inspired: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 1, doc="whether that pilot executes a feat there")]
    tokens: Annotated[
        Ints, F("i1", (MAX_SEATS, 2), 0, MAX_TOKENS, labels=("second", "first"), doc="meeting bonus tokens of a seat")
    ]

    maximum: Annotated[Ints, F("i1", (CITIES,), 0, MAX_VALUE, doc="maximum trade value of a city, 0: closed")]
    cubes: Annotated[Ints, F("i1", (MAX_SEATS, CITIES), 0, MAX_VALUE, doc="cubes of a seat in a city")]
    monopoly: Annotated[Ints, F("i1", (CITIES,), -1, MAX_SEATS - 1, doc="seat with the monopoly of a city, −1: none")]
    strip: Annotated[
        Ints,
        F("i1", (CITIES, SLOTS), -1, CONTRACTS - 1, doc="face-up strips of a city, the first ones first, −1: none"),
    ]
    face_down: Annotated[Ints, F("i1", (CITIES,), 0, SLOTS, doc="strips of a city that lie face down")]
    strips_seen: Annotated[
        np.int64, F("i8", (), 0, 2**STRIPS - 1, doc="strips that have been revealed in this game, as a set")
    ]
    pays: Annotated[
        Ints,
        F(
            "i1",
            (CITIES, MAX_CAPACITY, CARGO_SETS),
            NOT_POSSIBLE,
            MAX_PAY,
            unit="bronze wings",
            labels=CARGO_LABELS,
            doc="best pay of a city's contracts for a capacity, from 1, and what is carried; −1: not one fits",
        ),
    ]

    card: Annotated[
        Ints,
        F(
            "i1",
            (WEATHER_LINES,),
            -1,
            MAX_CARDS - 1,
            labels=ZONE_LABELS[:WEATHER_LINES],
            doc="weather card that lies open, −1: none",
        ),
    ]
    cards_seen: Annotated[
        Shorts,
        F(
            "i2",
            (WEATHER_LINES,),
            0,
            2**MAX_CARDS - 1,
            labels=ZONE_LABELS[:WEATHER_LINES],
            doc="weather cards that have been turned up, as a set",
        ),
    ]
    near: Annotated[
        Longs,
        F(
            "i8",
            (FLIGHTS, MAX_REACH + 1),
            0,
            2**ROUTES - 1,
            doc="routes (`ROUTES` in `limits.py`) that count as crossing at most so many lines, as a set",
        ),
    ]
    cheap: Annotated[
        Longs,
        F(
            "i8",
            (FLIGHTS, 2 * MAX_EXTRA + 1),
            0,
            2**ROUTES - 1,
            doc="routes to whose cost weather adds at most so many points, from −10 to 10, as a set",
        ),
    ]
    flown: Annotated[
        Longs,
        F(
            "i8",
            (FLIGHTS, len(Rank)),
            0,
            2**ROUTES - 1,
            labels=RANK_LABELS,
            doc="routes that pilots of a rank fly in this weather, as a set",
        ),
    ]
    carried_on: Annotated[
        Longs,
        F(
            "i8",
            (len(Cargo),),
            0,
            2**ROUTES - 1,
            labels=CARGO_KINDS,
            doc="routes on which a run may carry something in this weather, as a set",
        ),
    ]

    event: Annotated[int, F("i1", (), 0, len(Event) - 1, doc="what is going on (Event)")]
    city: Annotated[int, F("i1", (), -1, CITIES - 1, doc="city where it lands, −1: none")]
    origin: Annotated[int, F("i1", (), -1, REGIONS - 1, doc="region where it took off, −1: not chosen")]
    place: Annotated[int, F("i1", (), -1, FLEET - 1, doc="place of the aeroplane that flies, −1: not chosen")]
    pilot: Annotated[int, F("i1", (), -1, len(Rank) - 1, doc="rank of the pilot at work, −1: not chosen")]
    ignored: Annotated[
        int, F("i1", (), -1, WEATHER_LINES - 1, doc="line whose weather a feat cancels for this flight, −1: none")
    ]
    able: Annotated[int, F("i1", (), 0, 1, doc="whether the pilot uses its ability in this action")]
    contracts: Annotated[int, F("i1", (), 0, 2**SLOTS - 1, doc="slots whose contracts are executed, as a set")]
    load: Annotated[int, F("i1", (), 0, MAX_CAPACITY, doc="elements that these contracts take")]
    carried: Annotated[int, F("i1", (), 0, CARGO_SETS, doc="what the run carries, as a set of Cargo")]
    due: Annotated[int, F("i1", (), 0, MAX_VALUE, doc="cubes that must still be exchanged for a rival's")]
    removing: Annotated[int, F("i1", (), 0, MAX_SEATS - 1, doc="seats clockwise to the rival whose cube went last")]
    record: Annotated[
        int,
        F("i1", (), -1, len(RecordKind) * TARGETS - 1, doc="record being broken: 6 × RecordKind + level − 1, −1: none"),
    ]
    world: Annotated[int, F("i1", (), 0, 1, doc="whether it is the world record, once it is broken")]
    die: Annotated[int, F("i1", (), 0, 9, doc="what the record die showed, for people")]
    incoming: Annotated[int, F("i1", (), -1, DESIGNS - 1, doc="design from the reserve that is being put in, −1: none")]
    moving: Annotated[int, F("i1", (), -1, len(RecordKind) - 1, doc="record tile that is being moved, −1: none")]
    spare: Annotated[
        int, F("i2", (), 0, 2**DESIGNS - 1, doc="designs in reserve when this reorganisation began, as a set")
    ]
    swapped: Annotated[int, F("i1", (), 0, 2**FLEET - 1, doc="places that got a new design in this reorganisation")]
    last_in: Annotated[int, F("i1", (), -1, DESIGNS - 1, doc="last design put in during this reorganisation, −1: none")]
    last_moved: Annotated[int, F("i1", (), -1, len(RecordKind) - 1, doc="last tile moved during it, −1: none")]
    rolls: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 24, doc="last meeting's results, for people; 0: not there")]
    ranked: Annotated[Ints, F("i1", (MAX_SEATS,), 0, MAX_SEATS, doc="places in the last meeting; 0: not there")]
