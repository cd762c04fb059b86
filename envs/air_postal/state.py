"""What the table looks like: options, phases and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.game import GameOptions, GameState
from .._core.record import F
from .limits import (
    AIR_ROUTES,
    AIRCRAFT,
    CITIES,
    CITY_CARDS,
    DELIVERIES,
    EQUIPMENT_LABELS,
    EQUIPMENTS,
    EXPERTS,
    FACES,
    FIRST_EXPERT,
    GREAT_FIRSTS,
    HUBS,
    LOAD_LABELS,
    LOAD_RIVER,
    LOADS,
    MAX_COPIES,
    MAX_ENDURANCE,
    MAX_EXPERTS,
    MAX_FUEL,
    MAX_LENGTH,
    MAX_LOADS,
    MAX_RANGE,
    MAX_ROUNDS,
    MAX_SEATS,
    NATION_LABELS,
    NATIONS,
    OBJECTIVE_RIVER,
    OBJECTIVES,
    PATH,
    PILOT_CARDS,
    PILOTS,
    ROUTES,
    SETUPS,
    SLOTS,
    SOLO,
    STARTING_PILOTS,
    WORDS,
    Category,
    Slot,
)

MAX_MONEY = 32_000
"""In $1,000; whoever earns more keeps this much."""

MAX_GLORY = 999
CARDS_OF_A_KIND = 16
"""At least the Load cards of the commonest kind."""

OBJECTIVE_SETS = 2**AIR_ROUTES - 1


class Phase(IntEnum):
    """What is to be decided."""

    SOLO_PILOT = 0
    """Who plays the Solo plane."""
    PILOT = 1
    """Which pilot of the Setup postcard to be."""
    BASE = 2
    """Which City card is the Main Base; all choose in secret."""
    SPARE_CITY = 3
    """Which City card to put back in the box, in secret; the others become Hubs."""
    FIRST_AIRCRAFT = 4
    """Which aircraft to begin with."""
    PLACING = 5
    """In which slot of the Operations board to place the turn marker."""
    BASIC_ACTION = 6
    """Which of the three actions of the Basic variant to take."""
    LOADING = 7
    """Which Load card to take, or no more."""
    PREFLIGHT = 8
    """What to buy before take-off: fuel, a Met Report, a Copilot."""
    FLYING = 9
    """Where to fly, or to stay."""
    DICE = 10
    """Which card to use now that the Weather dice are rolled, or to accept them."""
    DIE = 11
    """On which die the card is used."""
    HUB = 12
    """Which reward of a Hub to take."""
    DELIVERY = 13
    """Which card to deliver, or none."""
    NEW_PILOT = 14
    """Who flies after a crash."""
    NEW_AIRCRAFT = 15
    """Which aircraft to take after a crash."""
    OBJECTIVE = 16
    """Which Objective card to take."""
    CHANGE = 17
    """Which aircraft to change to, or none."""
    UNLOADING = 18
    """Which card to give up, of a category of which there are too many."""
    MAINTENANCE = 19
    """Which System or Crew card to buy or discard, or no more."""


class Setup(IntEnum):
    """Which Setup postcard is played."""

    RANDOM = 0
    LA_LIGNE = 1
    BLUE_RIBAND = 2
    EMPIRE_ROUTES = 3
    CLIPPERS = 4
    AROUND_THE_WORLD = 5


SETUP_LABELS = tuple(member.name.lower() for member in Setup)
NO_YES = ("no", "yes")


class Options(GameOptions):
    """The options of the game; with one player it is the Solo version."""

    setup: Annotated[int, F("i1", (), 0, SETUPS, default=0, choices=SETUP_LABELS, doc="Setup postcard")]
    basic: Annotated[int, F("i1", (), 0, 1, default=0, choices=NO_YES, doc="whether the Basic variant is played")]
    warbirds: Annotated[int, F("i1", (), 0, 1, default=0, choices=NO_YES, doc="whether the Warbirds variant is played")]
    main_base: Annotated[
        int, F("i1", (), 0, 1, default=0, choices=NO_YES, doc="whether the Main Base variant is played")
    ]
    round_limit: Annotated[
        int,
        F(
            "i1",
            (),
            0,
            MAX_ROUNDS,
            default=0,
            doc="rounds after which a game is scored; 0: as the data pack says",
        ),
    ]


Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
Words = NDArray[np.int32]
Longs = NDArray[np.int64]


class State(GameState):
    """One game. Arrays by seat have room for four; sets are bits of integers.

    A set of Objective cards is two integers: the Air Routes, and the others (VIP Travellers from bit 0, then
    Diplomacy). A City card has the number of its city. Aircraft, pilots and cities are numbered as in the data pack.
    Money is in $1,000.
    """

    phase: Annotated[int, F("i1", (), 0, len(Phase) - 1, doc="what is to be decided (Phase)")]
    setup: Annotated[int, F("i1", (), 0, SETUPS - 1, doc="Setup postcard, from 0")]
    round_number: Annotated[int, F("i1", (), 0, MAX_ROUNDS, doc="round, from 1; 0 during set-up")]
    last_round: Annotated[int, F("i1", (), 0, 1, doc="whether the end of the game has been triggered")]
    order: Annotated[Ints, F("i1", (MAX_SEATS,), -1, MAX_SEATS - 1, doc="seats on the windsock track, −1: none")]
    turn: Annotated[
        int,
        F("i1", (), 0, MAX_SEATS, doc="place in that order, or on the Flight Ops line, of whose turn it is"),
    ]

    # The Operations board

    marker: Annotated[Ints, F("i1", (MAX_SEATS,), -1, SLOTS - 1, doc="slot of a seat's marker (Slot), −1: none")]
    visited: Annotated[
        Ints, F("i1", (MAX_SEATS,), 0, 2**SLOTS - 1, doc="slots on which a seat's marker was in this round, as a set")
    ]
    line: Annotated[
        Ints, F("i1", (MAX_SEATS,), -1, MAX_SEATS - 1, doc="seats on the Flight Ops line by arrival, −1: none")
    ]
    passed: Annotated[int, F("i1", (), 0, 2**MAX_SEATS - 1, doc="seats that take no more Load cards, as a set")]
    slot: Annotated[int, F("i1", (), 0, len(Slot) - 1, doc="Ground Ops slot that is being resolved, 0: none yet")]

    # Objective cards

    objective_deck: Annotated[Longs, F("i8", (WORDS,), 0, OBJECTIVE_SETS, doc="Objective cards in the deck")]
    objective_discard: Annotated[Longs, F("i8", (WORDS,), 0, OBJECTIVE_SETS, doc="Objective cards discarded")]
    objective_box: Annotated[Longs, F("i8", (WORDS,), 0, OBJECTIVE_SETS, doc="VIP Travellers lost in crashes")]
    objective_river: Annotated[
        Ints,
        F("i1", (OBJECTIVE_RIVER,), -1, OBJECTIVES - 1, doc="Objective cards of the river, or drawn, −1: none"),
    ]
    held: Annotated[Longs, F("i8", (MAX_SEATS, WORDS), 0, OBJECTIVE_SETS, doc="unfulfilled Objective cards of a seat")]
    achieved: Annotated[Longs, F("i8", (MAX_SEATS, WORDS), 0, OBJECTIVE_SETS, doc="achieved Objective cards of a seat")]
    marked: Annotated[
        Longs, F("i8", (2,), 0, OBJECTIVE_SETS, doc="Air Routes of seats with a cube on the first, on the second city")
    ]

    # Load cards

    load_deck: Annotated[
        Ints, F("i1", (LOADS,), 0, CARDS_OF_A_KIND, labels=LOAD_LABELS, doc="Load cards in the deck, by kind")
    ]
    load_discard: Annotated[
        Ints, F("i1", (LOADS,), 0, CARDS_OF_A_KIND, labels=LOAD_LABELS, doc="Load cards discarded, by kind")
    ]
    load_box: Annotated[
        Ints, F("i1", (LOADS,), 0, CARDS_OF_A_KIND, labels=LOAD_LABELS, doc="Load cards lost in crashes, by kind")
    ]
    load_river: Annotated[
        Ints, F("i1", (LOAD_RIVER,), -1, LOADS - 1, doc="Load cards of the river (Load), or drawn, −1: none")
    ]
    aboard: Annotated[
        Ints, F("i1", (MAX_SEATS, LOADS), 0, MAX_LOADS, labels=LOAD_LABELS, doc="Load cards aboard, by kind")
    ]
    bags: Annotated[
        Ints,
        F("i1", (MAX_SEATS, NATIONS), 0, DELIVERIES, labels=NATION_LABELS, doc="bags delivered for a Diplomacy card"),
    ]

    # System and Crew cards

    equipment: Annotated[
        Words, F("i4", (MAX_SEATS,), 0, 2**EQUIPMENTS - 1, doc="System and Crew cards aboard (Equipment), as a set")
    ]
    stock: Annotated[
        Ints,
        F(
            "i1",
            (FIRST_EXPERT,),
            0,
            MAX_COPIES,
            labels=EQUIPMENT_LABELS[:FIRST_EXPERT],
            doc="Basic and Standard cards left in their decks",
        ),
    ]
    expert: Annotated[int, F("i1", (), -1, EQUIPMENTS - 1, doc="Expert card on top of its deck, −1: none")]
    experts_below: Annotated[int, F("i1", (), 0, MAX_EXPERTS, doc="cards below it that nobody has seen")]
    experts_seen: Annotated[int, F("i2", (), 0, 2**EXPERTS - 1, doc="Expert cards that have been on top, as a set")]
    experts_returned: Annotated[
        Ints, F("i1", (MAX_EXPERTS,), -1, EQUIPMENTS - 1, doc="cards put under the Expert deck, the first one first")
    ]
    equipment_box: Annotated[
        Ints,
        F(
            "i1",
            (EQUIPMENTS,),
            0,
            MAX_COPIES,
            labels=EQUIPMENT_LABELS,
            doc="System and Crew cards lost in crashes",
        ),
    ]

    # Pilots and aircraft

    pilot: Annotated[Ints, F("i1", (MAX_SEATS,), -1, PILOTS - 1, doc="pilot of a seat, −1: not chosen")]
    pilots_left: Annotated[
        int, F("i2", (), 0, 2**PILOT_CARDS - 1, doc="Pilot cards that nobody has or has lost, as a set")
    ]
    lost_pilots: Annotated[int, F("i2", (), 0, 999, doc="pilots who have disappeared")]
    aircraft: Annotated[Ints, F("i1", (MAX_SEATS,), -1, AIRCRAFT - 1, doc="aircraft of a seat, −1: not chosen")]
    new_aircraft: Annotated[np.int64, F("i8", (), 0, 2**AIRCRAFT - 1, doc="new aircraft in the reserve, as a set")]
    used_aircraft: Annotated[np.int64, F("i8", (), 0, 2**AIRCRAFT - 1, doc="second-hand aircraft, as a set")]
    city: Annotated[Ints, F("i1", (MAX_SEATS,), -1, CITIES - 1, doc="city of a seat's aircraft, −1: none yet")]
    fuel: Annotated[Ints, F("i1", (MAX_SEATS,), 0, MAX_FUEL, doc="fuel of a seat")]
    endurance: Annotated[Ints, F("i1", (MAX_SEATS,), 0, MAX_ENDURANCE, doc="endurance of a seat's pilot")]
    money: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, MAX_MONEY, unit="$1,000", doc="money of a seat")]
    glory: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, MAX_GLORY, unit="points", doc="glory points on the score track")]

    # Hubs and Great Firsts

    hub: Annotated[Ints, F("i1", (HUBS,), -1, CITY_CARDS - 1, doc="Hubs, in the order of the postcard, −1: none")]
    hubs_reached: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, 2**HUBS - 1, doc="Hubs that a seat has reached, as a set")]
    great_first: Annotated[
        Ints, F("i1", (GREAT_FIRSTS,), -1, SOLO, doc="seat with a Great First, 4: the Solo plane, −1: nobody")
    ]

    # The Main Base variant

    hand: Annotated[Longs, F("i8", (MAX_SEATS,), 0, 2**CITY_CARDS - 1, doc="City cards in a seat's hand, as a set")]
    choice: Annotated[
        Ints,
        F("i1", (MAX_SEATS,), -1, CITY_CARDS - 1, doc="City card that a seat has chosen in secret, −1: none"),
    ]
    main_base: Annotated[Ints, F("i1", (MAX_SEATS,), -1, CITY_CARDS - 1, doc="Main Base of a seat, −1: none yet")]

    # The Solo version

    solo_pilot: Annotated[int, F("i1", (), -1, STARTING_PILOTS - 1, doc="postcard's pilot of the Solo plane, −1: none")]
    solo_at: Annotated[int, F("i1", (), 0, PATH, doc="flights that the Solo plane has made")]
    solo_glory: Annotated[int, F("i2", (), 0, MAX_GLORY, unit="points", doc="glory points of the Solo plane")]

    # A turn

    fuelled: Annotated[int, F("i1", (), 0, 1, doc="whether fuel has been bought before this take-off")]
    flown: Annotated[int, F("i1", (), 0, MAX_RANGE, unit="squares", doc="distance flown this turn")]
    route: Annotated[int, F("i2", (), -1, ROUTES - 1, doc="route that is being flown, −1: none")]
    face: Annotated[Ints, F("i1", (MAX_LENGTH,), -1, FACES - 1, doc="Weather dice of the route (Face), −1: none")]
    eased: Annotated[int, F("i2", (), 0, 2**MAX_LENGTH - 1, doc="dice that the Fuel Expert has changed, as a set")]
    saved_fuel: Annotated[Ints, F("i1", (MAX_LENGTH,), 0, 9, doc="fuel points not spent on a square, thanks to cards")]
    saved_endurance: Annotated[Ints, F("i1", (MAX_LENGTH,), 0, 9, doc="endurance points not spent on a square")]
    using: Annotated[
        int, F("i1", (), -1, EQUIPMENTS, doc="card that is being used (Equipment; 21: a Fuel Can), −1: none")
    ]
    used_this_flight: Annotated[int, F("i4", (), 0, 2**EQUIPMENTS - 1, doc="cards used in this flight, as a set")]
    used_this_turn: Annotated[int, F("i4", (), 0, 2**EQUIPMENTS - 1, doc="cards used in this turn, as a set")]
    delivered: Annotated[int, F("i1", (), 0, 2, doc="cards delivered at this stopover")]
    delivered_category: Annotated[
        int, F("i1", (), 0, len(Category) - 1, doc="category of the first of them (Category), once there is one")
    ]
    bought: Annotated[int, F("i4", (), 0, 2**EQUIPMENTS - 1, doc="cards bought in this Maintenance, as a set")]
    action: Annotated[int, F("i1", (), 0, 2, doc="action of this turn in the Basic variant (BasicAction)")]
