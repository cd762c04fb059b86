"""Declared capacities: how large a data pack may be. Arrays have these lengths whatever pack and players."""

from __future__ import annotations

from enum import IntEnum

MAX_SEATS = 6


class Lane(IntEnum):
    """The lanes of the course; fields are numbered through lane by lane in this order."""

    OUTER = 0
    MIDDLE = 1
    INNER = 2


LANES = len(Lane)
LANE_NAMES = tuple(lane.name.lower() for lane in Lane)

MAX_FIELDS = 128
"""Fields of all lanes."""

MAX_SECTIONS = 40
MAX_LINKS = 400
"""Lane changes that a board can print."""

START = -1
"""The start field. Tables by field have its row last, where the index −1 finds it."""

GOAL = MAX_FIELDS
"""The goal airport."""

SPOTS = MAX_FIELDS + 2
"""Rows of a table by field: the fields, GOAL, START."""

LANE_MOVES = (24, 12, 8)
"""Fields ahead that a move can name in the outer, middle and inner lane."""

LAND_MOVE = 0
"""Landing is the first of the moves; the fields ahead in each lane follow, lane by lane."""

FIRST_MOVES = tuple(LAND_MOVE + 1 + sum(LANE_MOVES[:lane]) for lane in Lane)
"""The move to the first field ahead, by lane."""

MOVES = 1 + sum(LANE_MOVES)
"""Number of moves."""

PASSENGER_FIELDS = 2
BOTH = 3
"""Both passenger fields, as bits (1 the first, 2 the second one that the flight meets)."""

PASSENGER_SETS = BOTH + 1
"""Sets of passenger fields that a move can fly over: none, the first, the second, both."""


class Ball(IntEnum):
    """Colours of the wind balls. The winds come first, so that arrays by wind are the beginning of arrays by ball."""

    GREEN = 0
    BLUE = 1
    RED = 2
    YELLOW = 3
    BLACK = 4
    """The hurricane."""


COLOURS = len(Ball)
WINDS = COLOURS - 1
BALL_NAMES = tuple(ball.name.lower() for ball in Ball)
WIND_NAMES = BALL_NAMES[:WINDS]
MAX_STEPS = 20
"""Fields that the strongest wind flies."""

MAX_BALLS = 99
"""Balls of one colour in the shaker."""

MAX_KINDS = 3
"""Kinds of cards."""

MAX_COPIES = 200
"""Cards of one kind."""

MAX_CARDS = MAX_KINDS * MAX_COPIES
MAX_VALUE = 9
"""Spare parts of one card, in points."""

MAX_PARTS = MAX_CARDS * MAX_VALUE
"""Spare parts of all cards, in points."""

MAX_REPAIR = 99
"""Spare parts that a hurricane or a take-off can ask for, in points."""

MAX_PLACE = 99
"""Points of a place, of the passenger, of a plane on the start field."""

MAX_WIN_AT = 999
"""Points that end the game."""

MAX_TURNS = 10_000
"""The largest turn limit."""
