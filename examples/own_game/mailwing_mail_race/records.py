"""The memory of the game: what an option, the data pack, a position and an observation are; and its actions."""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mailwing.envs.authoring import (
    ActionRange,
    ActionTable,
    F,
    Game,
    GameOptions,
    GameState,
    Record,
    read_toml,
    scales,
    table_loader,
)

SEATS = 4
NUMBERS = 3
"""The slips show 1 to this number."""

MOST_MILES = 40


class Action(IntEnum):
    """What a seat can do."""

    FLY_LOW = 0
    FLY_HIGH = 1
    OPEN = 2


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """The numbers of the data pack."""

    goal: Annotated[int, F("i1", (), 1, 12, unit="miles", doc="where the race ends")]
    low: Annotated[int, F("i1", (), 1, 9, unit="miles", doc="a flight at low height")]
    high: Annotated[NDArray[np.int8], F("i1", (2,), 1, 9, unit="miles", doc="fewest and most at great height")]
    wind: Annotated[int, F("i1", (), 0, 9, unit="miles", doc="flown besides the number of an opened slip")]
    slips: Annotated[NDArray[np.int8], F("i1", (NUMBERS,), 0, 9, doc="how many slips show 1, 2 and 3")]


class State(GameState):
    """One game."""

    miles: Annotated[NDArray[np.int8], F("i1", (SEATS,), 0, MOST_MILES, unit="miles", doc="flown by each seat")]
    slip: Annotated[NDArray[np.int8], F("i1", (SEATS,), 0, NUMBERS, doc="number on the seat's slip, 0: it was opened")]
    opened: Annotated[NDArray[np.int8], F("i1", (SEATS,), 0, NUMBERS, doc="number on the opened slip, 0: not yet")]
    box: Annotated[NDArray[np.int8], F("i1", (NUMBERS,), 0, 9, doc="slips of each number that nobody was given")]


class Observation(Record):
    """What a seat knows. Seats are counted from the one that looks."""

    present: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="the seat plays")]
    miles: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 4, scale=10, unit="miles", doc="flown by the seat")]
    opened: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, scale=3, doc="number on its opened slip")]
    slip: Annotated[NDArray[np.float32], F("f4", (NUMBERS,), 0, 1, labels=("1", "2", "3"), doc="one-hot own slip")]


SCALE = scales(Observation)


def _low(game: Game, s: Any, k: int) -> str:
    return f"Fly low ({game.tables[0].low} miles)"


def _high(game: Game, s: Any, k: int) -> str:
    return f"Fly high ({game.tables[0].high[0]} to {game.tables[0].high[1]} miles)"


ACTIONS = ActionTable(
    ActionRange("fly_low", Action.FLY_LOW, 1, "Fly a fixed number of miles", _low),
    ActionRange("fly_high", Action.FLY_HIGH, 1, "Fly more miles, or fewer", _high),
    ActionRange("open", Action.OPEN, 1, "Open the slip and fly with the wind", lambda game, s, k: "Open the slip"),
)


def read_tables(folder: Path) -> NDArray[Any]:
    """The data pack of a folder (DataPackError: it cannot be played)."""
    file = read_toml(folder, "race.toml")
    race = file.table("race")
    result = Tables.zeros(1)
    t = result[0]
    t.goal = race.integer("goal", 1, 12)
    t.low = race.integer("low", 1, 9)
    t.high[:] = race.integers("high", 1, 9, count=2)
    t.wind = race.integer("wind", 0, 9)
    t.slips[:] = race.integers("slips", 0, 9, count=NUMBERS)
    if t.high[0] > t.high[1]:
        raise race.fault("high", "the fewest miles come first")
    if t.slips.sum() < SEATS:
        raise race.fault("slips", f"there must be a slip for each of {SEATS} seats, not {t.slips.sum()}")
    race.done()
    file.done()
    return result


load_tables = table_loader(Path(__file__).parent / "data", read_tables)
