"""What the table looks like: options, phases and the state of a game."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from .._core.game import GameOptions, GameState
from .._core.record import F
from .limits import (
    BOTH,
    COLOURS,
    GOAL,
    MAX_CARDS,
    MAX_COPIES,
    MAX_KINDS,
    MAX_PARTS,
    MAX_SEATS,
    MAX_TURNS,
    MOVES,
    START,
)

NOBODY = -1
"""No seat: nobody holds the passenger card, nobody has landed."""

NO_BALL = -1
"""No ball shows, or none has shown yet."""


class Phase(IntEnum):
    """What is to be decided."""

    TURN = 0
    """Draw or fly."""
    DRAWING = 1
    """Another card or stop."""
    MOVE = 2
    """Where to fly with the ball that shows."""
    PASSENGER = 3
    """Over which passenger fields, where paths to the chosen field differ in that."""
    REPAIR = 4
    """Which card to pay after a hurricane."""
    KEEP = 5
    """Which card to keep for the next flight."""


PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)


class Options(GameOptions):
    """The options of the game."""

    turn_limit: Annotated[
        int,
        F("i4", (), 20, MAX_TURNS, default=500, doc="turns of one flight after which the game ends as it stands"),
    ]


class State(GameState):
    """One game. Arrays by seat have room for six.

    Planes fly from START over the fields of three lanes to GOAL. Fields are numbered through lane by lane, in the
    direction of this flight; rivers | cut the course into sections. The board that comes with the game, its half-way
    line ‖, and the passenger P beside the fields 24 and 25 (for players outer 25 and outer 26):

                                                          P
           section    1       2       3       4       5       6       7       8       9       10
           outer     0–4  |  5–9  | 10–14 | 15–19 | 20–24 ‖ 25–29 | 30–34 | 35–39 | 40–44 | 45–49
    START  middle   50 51 | 52 53 | 54 55 | 56 57 | 58 59 ‖ 60 61 | 62 63 | 64 65 | 66 67 | 68 69   GOAL
      −1   inner      70  |   71  |   72  |   73  |   74  ‖   75  |   76  |   77  |   78  |   79    128

    On the return flight the same board is numbered from its other end.
    """

    phase: Annotated[int, F("i1", (), 0, len(Phase) - 1, doc="what is to be decided (Phase)")]
    turn: Annotated[int, F("i1", (), 0, MAX_SEATS - 1, doc="seat whose turn it is: it draws or has shaken the balls")]
    first: Annotated[int, F("i1", (), 0, MAX_SEATS - 1, doc="seat that began this flight")]
    lander: Annotated[int, F("i1", (), -1, MAX_SEATS - 1, doc="seat that landed in this flight, −1: none yet")]
    holder: Annotated[int, F("i1", (), -1, MAX_SEATS - 1, doc="seat with the passenger card, −1: beside the board")]
    ball: Annotated[int, F("i1", (), -1, COLOURS - 1, doc="ball that shows (Ball), −1: none")]
    shown: Annotated[
        int, F("i1", (), -1, COLOURS - 1, doc="ball shown last in this flight (Ball), for people, −1: none yet")
    ]
    move: Annotated[int, F("i1", (), -1, MOVES - 1, doc="move chosen, counted from Land, while its path is open; −1")]
    asked: Annotated[
        int, F("i1", (), 0, MAX_SEATS, doc="seats that repairs or kept cards have come to, the present one too")
    ]
    direction: Annotated[int, F("i1", (), 0, 1, doc="0 outbound, 1 return flight")]
    flight: Annotated[int, F("i2", (), 1, 10_000, doc="number of this flight, from 1")]
    turns: Annotated[int, F("i4", (), 0, MAX_TURNS, doc="turns of this flight, the present one too")]
    drawn: Annotated[int, F("i2", (), 0, MAX_CARDS, doc="cards drawn in this turn")]
    paid: Annotated[
        int, F("i2", (), 0, MAX_PARTS, unit="points", doc="what the seat to decide has paid for its repair")
    ]
    pile: Annotated[NDArray[np.int16], F("i2", (MAX_KINDS,), 0, MAX_COPIES, doc="draw pile, by kind of card")]
    discard: Annotated[NDArray[np.int16], F("i2", (MAX_KINDS,), 0, MAX_COPIES, doc="discard pile, by kind of card")]
    hand: Annotated[
        NDArray[np.int16],
        F("i2", (MAX_SEATS, MAX_KINDS), 0, MAX_COPIES, doc="cards open before a seat, by kind of card"),
    ]
    field: Annotated[NDArray[np.int16], F("i2", (MAX_SEATS,), START, GOAL, doc="where the plane is")]
    progress: Annotated[NDArray[np.uint8], F("u1", (MAX_SEATS,), 0, BOTH, doc="passenger fields flown over, as bits")]
    score: Annotated[
        NDArray[np.int16], F("i2", (MAX_SEATS,), 0, 1_300, unit="points", doc="marker on the scoring field")
    ]
    last: Annotated[NDArray[np.int16], F("i2", (MAX_SEATS,), 0, 250, unit="points", doc="points of the last flight")]
