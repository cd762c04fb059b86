"""What the table looks like: options, phases and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.game import GameOptions, GameState
from .._core.record import F
from .limits import (
    ADVANTAGE_LABELS,
    ADVANTAGES,
    CITY_BITS,
    DICE,
    DISPLAY,
    ERAS,
    HOME_AIRPORT,
    KIND_LABELS,
    MARKET_LABELS,
    MARKETS,
    MAX_CAPACITY,
    MAX_CARDS,
    MAX_CITIES,
    MAX_NEED,
    MAX_PASSENGERS,
    MAX_ROLLS,
    MAX_SEATS,
    MAX_SPACES,
    OVERFLOW,
    STAGE_LABELS,
    STAGES,
    TILE_KINDS,
    WAITING,
    CitySet,
)

NOBODY = -1
"""No seat."""

IN_BAG = -1
"""Place of a passenger tile that is in the bag; in the waiting area it is the number of its space, then come those of
the overflow."""

ABOARD = WAITING + OVERFLOW
"""Place of a passenger tile aboard card 0; aboard card k it is k more."""

GONE = ABOARD + MAX_CARDS
"""A passenger tile that has left the game."""

IN_DECK = -1
"""Owner of a card that is in the deck or on display."""

REMOVED = MAX_SEATS
"""Owner of a card that has left the game."""

MAX_ROUNDS = 500
"""The largest limit of rounds."""

MAX_MONEY = 9_999

MAX_POINTS = 1_300
"""No pack gives more: 99 points in each of four rankings of three eras, and twice 9 of the Americas."""


class Phase(IntEnum):
    """What is to be decided."""

    HOME = 0
    """Which starting city to call home."""
    ACTION = 1
    """Which of the five actions to take."""
    EXTRA = 2
    """Whether to use Increased Production on the card just bought."""
    PLACING = 3
    """Another airport tile, or no more."""
    DESTINATION = 4
    """Where to place the tile."""
    ROUTE = 5
    """How to fly there."""
    ROLLED = 6
    """Whether to roll again with Radio Beacons."""
    SHORT = 7
    """How to make up for a roll that is short: Daring Pilots, money, or not at all."""
    NEXT_ROLL = 8
    """Whether to go on to the next roll of the connection."""
    REPLACE = 9
    """Whose airport to replace."""
    LOAD = 10
    """Aboard which aeroplane."""
    NIGHT_FLIGHTS = 11
    """Whether to claim another passenger with Night Flights."""
    PAIR = 12
    """Which two of the dice to use for advantages."""
    WILD = 13
    """Which advantage tile to take for an engine failure."""


class Options(GameOptions):
    """The options of the game."""

    round_limit: Annotated[
        int,
        F(
            "i2",
            (),
            5,
            MAX_ROUNDS,
            default=60,
            doc="rounds of an era after which it ends, though nobody took the token",
        ),
    ]


Ints = NDArray[np.int8]
Shorts = NDArray[np.int16]
Sets = NDArray[np.int64]


class State(GameState):
    """One game. Arrays by seat have room for five; sets of cities are bits of an int64.

    The table of the game's own data pack; a pack may have up to 36 cities, the six homes among them in any place:

        waiting                    map: cities by number, homes in [ ]                        seats

        home  spaces     32 North   [0] London  [1] Amsterdam   9 Copenhagen 10 Stockholm      0   1   clockwise:
          0    0– 3         America  6 Brussels  7 Frankfurt   [2] Berlin    12 Warsaw                 0, 1, 2 …
          1    4– 7                 [3] Paris   [4] Zürich      11 Vienna    13 Budapest     4       2
          2    8–11                  8 Madrid   [5] Rome        14 Athens    15 Constantinople   3
          3   12–15
          4   16–19      33 South   16 Casablanca  17 Cairo     24 Middle East  25 Persia  30 China
          5   20–23         America 18 Dakar       20 Ethiopia  26 India        27 Burma   31 Japan
                                    19 Nigeria     21 Kenya     28 Java         29 Australia
        overflow                    23 South Africa  22 East Africa
               0–23
                         display:  place 0 (lowest number) … 11      deck: from card `next_card` on

    A set of cities has bit k for city k: London and Paris are 1 << 0 | 1 << 3 = 9. Space k of the waiting area belongs
    to the home k // 4 (its city is `Tables.homes[k // 4]`); the overflow is filled from its space 0 on. Card k has the
    number k + 1 printed on it. A kind of airport tile is 2 × (Stage − 1), and 1 more for a long-distance aeroplane.
    """

    phase: Annotated[int, F("i1", (), 0, len(Phase) - 1, doc="what is to be decided (Phase)")]
    era: Annotated[int, F("i1", (), 1, ERAS, doc="era, from 1")]
    round_number: Annotated[int, F("i2", (), 0, MAX_ROUNDS, doc="round of this era, from 1; 0 while homes are chosen")]
    first: Annotated[int, F("i1", (), 0, MAX_SEATS - 1, doc="seat with the first player die")]
    acted: Annotated[int, F("i1", (), 0, MAX_SEATS, doc="seats that have chosen a home, or acted in this round")]
    die: Annotated[int, F("i1", (), 0, 6, doc="last roll of the first player die, for people; 0: none since the token")]
    subsidies: Annotated[int, F("i1", (), 0, 99, unit="£1", doc="bonds in the subsidy box")]
    bank: Annotated[int, F("i4", (), -99_999, 99_999, unit="£1", doc="what the bank has given out less what it got")]

    money: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, MAX_MONEY, unit="£1", doc="bonds of a seat")]
    points: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, MAX_POINTS, unit="VP", doc="token on the victory point track")]
    plane_points: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, 500, unit="VP", doc="points of aeroplanes, for the end")]
    passenger_points: Annotated[
        Shorts, F("i2", (MAX_SEATS,), 0, 900, unit="VP", doc="points of passengers, for the end")
    ]
    home: Annotated[Ints, F("i1", (MAX_SEATS,), -1, MAX_CITIES - 1, doc="home of a seat, −1: not chosen yet")]
    failures: Annotated[Ints, F("i1", (MAX_SEATS,), 0, 9, doc="engine failure tiles of a seat")]
    advantages: Annotated[
        Ints, F("i1", (MAX_SEATS, ADVANTAGES), 0, 20, labels=ADVANTAGE_LABELS, doc="advantage tiles of a seat")
    ]
    stock: Annotated[
        Ints, F("i1", (ADVANTAGES,), 0, 20, labels=ADVANTAGE_LABELS, doc="advantage tiles beside the board")
    ]

    supply: Annotated[
        Ints, F("i1", (MAX_SEATS, STAGES), 0, 27, labels=STAGE_LABELS, doc="airport tiles in the supply of a seat")
    ]
    tiles: Annotated[
        Ints,
        F("i1", (MAX_SEATS, TILE_KINDS), 0, 54, labels=KIND_LABELS, doc="airport tiles on cards of a seat, by kind"),
    ]
    airport: Annotated[
        Ints, F("i1", (MAX_SEATS, MAX_CITIES), 0, HOME_AIRPORT, doc="Stage of a seat's airport, 0: none, 4: its home")
    ]
    network: Annotated[Sets, F("i8", (MAX_SEATS,), 0, CITY_BITS, doc="cities with an airport of a seat, as a set")]
    free: Annotated[Ints, F("i1", (MAX_CITIES,), 0, MAX_SPACES, doc="empty airport spaces of a city")]
    open: Annotated[CitySet, F("i8", (), 0, CITY_BITS, doc="cities with an empty space, as a set")]
    below: Annotated[
        Sets,
        F("i8", (MAX_SEATS, STAGES), 0, CITY_BITS, doc="cities where a seat's airport, not its home, is below a Stage"),
    ]

    presence: Annotated[
        Ints, F("i1", (MAX_SEATS, MARKETS), 0, MAX_CITIES, labels=MARKET_LABELS, doc="airports of a seat in a market")
    ]

    display: Annotated[Ints, F("i1", (DISPLAY,), -1, MAX_CARDS - 1, doc="cards on display, lowest first, −1: none")]
    next_card: Annotated[int, F("i1", (), 0, MAX_CARDS, doc="first card of the deck")]
    owner: Annotated[
        Ints, F("i1", (MAX_CARDS,), IN_DECK, REMOVED, doc="seat that owns a card, −1: none yet, 5: removed")
    ]
    seats: Annotated[Ints, F("i1", (MAX_CARDS,), 0, MAX_CAPACITY, doc="free seats of an owned aeroplane")]
    planes: Annotated[
        Ints, F("i1", (MAX_SEATS, MAX_CAPACITY + 1), 0, MAX_CARDS, doc="aeroplanes of a seat by number of free seats")
    ]
    carried: Annotated[Shorts, F("i2", (MAX_SEATS,), 0, 900, unit="seats", doc="passengers claimed in this era")]
    profit: Annotated[
        Shorts, F("i2", (MAX_SEATS,), -480, 900, unit="seats", doc="carried less the free seats of open aeroplanes")
    ]

    passenger_at: Annotated[Ints, F("i1", (MAX_PASSENGERS,), IN_BAG, GONE, doc="where a passenger tile is")]
    waiting: Annotated[Ints, F("i1", (WAITING,), -1, MAX_PASSENGERS - 1, doc="tile in a passenger space, −1: none")]
    overflow: Annotated[Ints, F("i1", (OVERFLOW,), -1, MAX_PASSENGERS - 1, doc="tile in the overflow, −1: none")]

    bag: Annotated[Shorts, F("i2", (MAX_CITIES,), 0, 960, unit="seats", doc="passengers in the bag by destination")]

    bought: Annotated[int, F("i1", (), -1, MAX_CARDS - 1, doc="card just bought, while Increased Production is open")]
    kind: Annotated[int, F("i1", (), -1, TILE_KINDS - 1, doc="kind of the airport tile being placed, −1: none")]
    destination: Annotated[int, F("i1", (), -1, MAX_CITIES - 1, doc="where it is to be placed, −1: not chosen")]
    skipped: Annotated[int, F("i1", (), -1, MAX_CITIES - 1, doc="city being skipped, −1: none")]
    rolls: Annotated[int, F("i1", (), 0, MAX_ROLLS, doc="rolls of the connection")]
    rolled: Annotated[int, F("i1", (), 0, MAX_ROLLS, doc="rolls made, the present one too")]
    need: Annotated[Ints, F("i1", (MAX_ROLLS,), 0, MAX_NEED, doc="what each roll must reach, helped by opponents")]
    dice: Annotated[Ints, F("i1", (DICE,), 0, 6, doc="risk dice, lowest first; 1: engine failure, 0: not rolled")]
    total: Annotated[int, F("i2", (), 0, 200, doc="present roll: dice, Daring Pilots, payments")]
    claiming: Annotated[int, F("i1", (), -1, MAX_PASSENGERS - 1, doc="passenger tile to be put aboard, −1: none")]
    wilds: Annotated[int, F("i1", (), 0, DICE, doc="engine failures still to be exchanged for advantages")]
