"""The Observation record: what a seat knows, seats counted clockwise from the observer."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.record import F, Record, scales
from .limits import (
    AIRCRAFT,
    CATEGORIES,
    CATEGORY_LABELS,
    CITIES,
    COLOUR_LABELS,
    COLOURS,
    DELIVERIES,
    EQUIPMENT_LABELS,
    EQUIPMENTS,
    EXPERTS,
    FIRST_EXPERT,
    GREAT_FIRSTS,
    HUBS,
    LOAD_LABELS,
    LOAD_RIVER,
    LOADS,
    MAX_COPIES,
    MAX_LENGTH,
    MAX_LEVEL,
    MAX_SEATS,
    NATION_LABELS,
    NATIONS,
    OBJECTIVE_RIVER,
    PATH,
    PILOT_CARDS,
    SETUPS,
    SLOT_LABELS,
    SLOTS,
    labels_of,
)
from .state import SETUP_LABELS, Phase

Floats = NDArray[np.float32]

PLACES = ("airfield", "big_city", "customs", *(f"{nation}_embassy" for nation in NATION_LABELS))
"""Cities that accept the same Load cards."""

HALVED = 4
"""What is so many squares away counts half in the glory that lies ahead."""


class Aircraft(Record):
    """What is printed on an Aircraft card."""

    level: Annotated[np.float32, F("f4", (), 0, 1, scale=MAX_LEVEL, unit="levels", doc="technology level")]
    max_fuel: Annotated[np.float32, F("f4", (), 0, 2, scale=10, unit="points", doc="Max Fuel")]
    range: Annotated[np.float32, F("f4", (), 0, 2, scale=8, unit="squares", doc="Range")]
    load_value: Annotated[
        Floats, F("f4", (CATEGORIES,), 0, 2, scale=4, unit="cards", labels=CATEGORY_LABELS, doc="Load values")
    ]
    resale: Annotated[np.float32, F("f4", (), 0, 20, scale=50, unit="$1,000", doc="resale price")]
    land: Annotated[np.float32, F("f4", (), 0, 1, doc="whether an interruption Overland is no crash")]
    water: Annotated[np.float32, F("f4", (), 0, 1, doc="whether one Overwater is no crash; with Floats perhaps: 0.5")]


class Seat(Record):
    """What lies before a seat, and where it stands."""

    present: Annotated[np.float32, F("f4", (), 0, 1, doc="whether somebody sits here")]
    decides: Annotated[np.float32, F("f4", (), 0, 1, doc="whether this seat decides")]
    order: Annotated[np.float32, F("f4", (), 0, 1, scale=4, unit="places", doc="place in the order of play, from 1")]
    glory: Annotated[np.float32, F("f4", (), 0, 20, scale=50, unit="points", doc="glory on the score track")]
    at_stake: Annotated[np.float32, F("f4", (), 0, 40, scale=10, unit="points", doc="glory of unfulfilled objectives")]
    points: Annotated[np.float32, F("f4", (), -10, 50, scale=50, unit="points", doc="points, if the game ended now")]
    money: Annotated[np.float32, F("f4", (), 0, 320, scale=100, unit="$1,000", doc="money")]
    aircraft: Annotated[Aircraft, F(Aircraft)]
    fuel: Annotated[np.float32, F("f4", (), 0, 2, scale=10, unit="points", doc="fuel")]
    endurance: Annotated[np.float32, F("f4", (), 0, 3, scale=5, unit="points", doc="endurance")]
    max_endurance: Annotated[np.float32, F("f4", (), 0, 2, scale=5, unit="points", doc="endurance of the pilot")]
    revenue: Annotated[np.float32, F("f4", (), 0, 20, scale=50, unit="$1,000", doc="Revenues of the pilot")]
    competence: Annotated[np.float32, F("f4", (), 0, 3, scale=3, unit="levels", doc="technological competence")]
    latitude: Annotated[np.float32, F("f4", (), -1, 1, scale=90, unit="degrees", doc="latitude of its city")]
    longitude: Annotated[np.float32, F("f4", (), -1, 1, scale=180, unit="degrees", doc="longitude of its city")]
    aboard: Annotated[
        Floats, F("f4", (LOADS,), 0, 6, scale=2, unit="cards", labels=LOAD_LABELS, doc="Load cards aboard")
    ]
    vips: Annotated[np.float32, F("f4", (), 0, 8, scale=2, unit="cards", doc="VIP Travellers aboard")]
    equipment: Annotated[Floats, F("f4", (EQUIPMENTS,), 0, 1, labels=EQUIPMENT_LABELS, doc="System and Crew cards")]
    bags: Annotated[
        Floats,
        F("f4", (NATIONS,), 0, 1, scale=DELIVERIES, unit="bags", labels=NATION_LABELS,
          doc="bags delivered for a Diplomacy card"),
    ]  # fmt: skip
    hubs: Annotated[np.float32, F("f4", (), 0, 1, scale=HUBS, unit="Hubs", doc="Hubs that it has reached")]
    slot: Annotated[Floats, F("f4", (SLOTS,), 0, 1, labels=SLOT_LABELS, doc="slot of its turn marker")]
    line: Annotated[
        np.float32, F("f4", (), 0, 1, scale=4, unit="places", doc="place on the Flight Ops line, from 1; 0: none")
    ]


class Objective(Record):
    """A card of the river of Objective cards, or drawn; all zero: none."""

    air_route: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it is an Air Route")]
    vip: Annotated[np.float32, F("f4", (), 0, 1, doc="whether it is a VIP Traveller")]
    nation: Annotated[Floats, F("f4", (NATIONS,), 0, 1, labels=NATION_LABELS, doc="nation of a Diplomacy card")]
    glory: Annotated[np.float32, F("f4", (), 0, 20, scale=5, unit="points", doc="glory")]
    money: Annotated[np.float32, F("f4", (), 0, 40, scale=25, unit="$1,000", doc="money")]
    length: Annotated[
        np.float32, F("f4", (), 0, 8, scale=16, unit="squares", doc="squares between the cities of an Air Route")
    ]
    latitude: Annotated[
        Floats, F("f4", (2,), -1, 1, scale=90, unit="degrees", labels=("first", "second"), doc="where it leads")
    ]
    longitude: Annotated[
        Floats, F("f4", (2,), -1, 1, scale=180, unit="degrees", labels=("first", "second"), doc="where it leads")
    ]


class Die(Record):
    """A square of the route that is being flown, in the order of the way."""

    colour: Annotated[Floats, F("f4", (COLOURS,), 0, 1, labels=COLOUR_LABELS, doc="colour of its die")]
    face_fuel: Annotated[np.float32, F("f4", (), 0, 3, scale=3, unit="points", doc="fuel on the face that it shows")]
    face_endurance: Annotated[
        np.float32, F("f4", (), 0, 3, scale=3, unit="points", doc="endurance on the face that it shows")
    ]
    fuel: Annotated[np.float32, F("f4", (), 0, 3, scale=3, unit="points", doc="fuel that it costs, cards considered")]
    endurance: Annotated[
        np.float32, F("f4", (), 0, 3, scale=3, unit="points", doc="endurance that it costs, cards considered")
    ]


class Map(Record):
    """The board as the observer sees it from where his aircraft is; an entry for each city."""

    distance: Annotated[
        Floats,
        F("f4", (CITIES,), 0, 8, scale=16, unit="squares", doc="squares of the shortest way there; 0: here, or none"),
    ]
    fuel: Annotated[
        Floats, F("f4", (CITIES,), 0, 3, scale=10, unit="points", doc="mean fuel of a flight there, 0: no route")
    ]
    endurance: Annotated[
        Floats, F("f4", (CITIES,), 0, 4, scale=5, unit="points", doc="mean endurance of a flight there")
    ]
    earns: Annotated[
        Floats,
        F("f4", (CITIES,), 0, 60, scale=5, unit="points",
          doc="glory that I earn by landing there: a Hub, my Air Routes and VIPs that end there, a Great First on the "
          "route from here; while City cards are chosen, of the cards in my hand"),
    ]  # fmt: skip
    begins: Annotated[
        Floats, F("f4", (CITIES,), 0, 40, scale=5, unit="points", doc="glory of my Air Routes without a cube there")
    ]
    ahead: Annotated[
        Floats,
        F("f4", (CITIES,), 0, 80, scale=5, unit="points",
          doc="glory of Hubs, my Air Routes and VIPs, seen from there, here and where a route leads: half as much "
          f"every {HALVED} squares"),
    ]  # fmt: skip


class Observation(Record):
    """What a seat knows. The observer is seat 0; absent seats are zero."""

    phase: Annotated[Floats, F("f4", (len(Phase),), 0, 1, labels=labels_of(Phase), doc="what is to be decided")]
    setup: Annotated[Floats, F("f4", (SETUPS,), 0, 1, labels=SETUP_LABELS[1:], doc="Setup postcard")]
    variant: Annotated[
        Floats, F("f4", (3,), 0, 1, labels=("basic", "warbirds", "main_base"), doc="variants that are played")
    ]
    clock: Annotated[np.float32, F("f4", (), 0, 1, doc="share of the rounds that have begun")]
    last_round: Annotated[np.float32, F("f4", (), 0, 1, doc="whether this is the last round")]
    threshold: Annotated[
        np.float32, F("f4", (), 0, 3, scale=50, unit="points", doc="glory that triggers the end, 0: none does")
    ]
    seats: Annotated[MutableSequence[Seat], F(Seat, (MAX_SEATS,))]
    map: Annotated[Map, F(Map)]

    room: Annotated[
        Floats,
        F("f4", (CATEGORIES,), -3, 3, scale=4, unit="cards", labels=CATEGORY_LABELS, doc="my free places for cards"),
    ]
    range_left: Annotated[np.float32, F("f4", (), -1, 2, scale=8, unit="squares", doc="my range, less what I flew")]
    pays: Annotated[
        Floats,
        F("f4", (len(PLACES),), 0, 40, scale=25, unit="$1,000", labels=PLACES,
          doc="most money for one of my Load cards in a city of a kind"),
    ]  # fmt: skip
    diplomacy: Annotated[
        Floats,
        F("f4", (NATIONS,), 0, 20, scale=5, unit="points", labels=NATION_LABELS,
          doc="glory of the next bag of a nation for my Diplomacy card"),
    ]  # fmt: skip
    great_firsts: Annotated[Floats, F("f4", (GREAT_FIRSTS,), 0, 1, doc="Great Firsts that nobody has achieved")]

    objectives: Annotated[MutableSequence[Objective], F(Objective, (OBJECTIVE_RIVER,))]
    nearer: Annotated[
        Floats, F("f4", (OBJECTIVE_RIVER,), 0, 8, scale=16, unit="squares", doc="squares to the nearer city of a card")
    ]
    to_deliver: Annotated[
        Floats,
        F("f4", (LOADS,), 0, 8, scale=16, unit="squares", labels=LOAD_LABELS,
          doc="squares to the nearest other city that accepts a Load card"),
    ]  # fmt: skip
    loads: Annotated[
        Floats, F("f4", (LOAD_RIVER, LOADS), 0, 1, labels=LOAD_LABELS, doc="Load cards of the river, from the left")
    ]
    load_deck: Annotated[
        Floats, F("f4", (LOADS,), 0, 2, scale=8, unit="cards", labels=LOAD_LABELS, doc="Load cards left in the deck")
    ]
    aircraft: Annotated[Floats, F("f4", (AIRCRAFT,), 0, 1, doc="aircraft on sale; second-hand: 0.5")]
    stock: Annotated[
        Floats,
        F("f4", (FIRST_EXPERT,), 0, 1, scale=MAX_COPIES, unit="cards", labels=EQUIPMENT_LABELS[:FIRST_EXPERT],
          doc="Basic and Standard cards left"),
    ]  # fmt: skip
    pilots: Annotated[Floats, F("f4", (PILOT_CARDS,), 0, 1, doc="Pilot cards that nobody has or has lost")]
    expert: Annotated[
        Floats, F("f4", (EXPERTS,), 0, 1, labels=EQUIPMENT_LABELS[FIRST_EXPERT:], doc="Expert card on top of its deck")
    ]

    visited: Annotated[
        Floats, F("f4", (SLOTS,), 0, 1, labels=SLOT_LABELS, doc="slots where the decider's marker was in this round")
    ]
    fuelled: Annotated[np.float32, F("f4", (), 0, 1, doc="whether the decider has bought fuel for this take-off")]
    spent: Annotated[
        Floats,
        F("f4", (EQUIPMENTS,), 0, 1, labels=EQUIPMENT_LABELS,
          doc="cards that the decider has used in this flight or turn, or bought in this Maintenance"),
    ]  # fmt: skip
    dice: Annotated[MutableSequence[Die], F(Die, (MAX_LENGTH,))]
    fuel_after: Annotated[
        np.float32, F("f4", (), -3, 2, scale=10, unit="points", doc="fuel after the flight, as the dice are")
    ]
    endurance_after: Annotated[
        np.float32, F("f4", (), -4, 3, scale=5, unit="points", doc="endurance after the flight, as the dice are")
    ]
    fails: Annotated[np.float32, F("f4", (), 0, 1, doc="whether the flight is interrupted, as the dice are")]
    crash: Annotated[np.float32, F("f4", (), 0, 1, doc="whether an interruption is a crash")]
    latitude: Annotated[np.float32, F("f4", (), -1, 1, scale=90, unit="degrees", doc="latitude of the destination")]
    longitude: Annotated[np.float32, F("f4", (), -1, 1, scale=180, unit="degrees", doc="longitude of the destination")]
    using: Annotated[
        Floats,
        F(
            "f4",
            (EQUIPMENTS + 1,),
            0,
            1,
            labels=(*EQUIPMENT_LABELS, "fuel_can"),
            doc="card that is being used on a die",
        ),
    ]
    reward_glory: Annotated[np.float32, F("f4", (), 0, 20, scale=5, unit="points", doc="glory of the Hub")]
    reward_money: Annotated[np.float32, F("f4", (), 0, 20, scale=50, unit="$1,000", doc="money of the Hub")]
    delivered: Annotated[
        Floats,
        F("f4", (2,), 0, 1, scale=2, unit="cards", labels=CATEGORY_LABELS[:2], doc="delivered at this stopover"),
    ]
    solo_glory: Annotated[np.float32, F("f4", (), 0, 20, scale=50, unit="points", doc="glory of the Solo plane")]
    solo_left: Annotated[
        np.float32, F("f4", (), 0, 2, scale=PATH / 2, unit="flights", doc="flights until its last Hub")
    ]


SCALE = scales(Observation)
"""What one unit of a field is in the record."""

SEAT = scales(Seat)
DIE = scales(Die)
MAP = scales(Map)
