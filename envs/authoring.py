"""Everything that a game or a bot is written with; nothing else of the engine is meant to be imported.

A game is four records, six kernels and an action table, put together in a `GameSpec`. This is a whole one, in which a
single seat tosses a coin:

    from enum import IntEnum
    from typing import Annotated

    from mailwing.envs import authoring as a


    class Options(a.GameOptions):
        "No options besides the players."

    class Tables(a.Record):
        "What the box prints."
        sides: Annotated[int, a.F("i1", (), 2, 2, doc="sides of the coin")]

    class State(a.GameState):
        "One game."
        side: Annotated[int, a.F("i1", (), -1, 1, doc="side that shows, −1 before")]

    class Observation(a.Record):
        "What a seat knows."
        tossed: Annotated[float, a.F("f4", (), 0, 1, doc="the coin has been tossed")]

    @a.kernel
    def deal(t, o, s, seed):
        s.side = -1

    @a.kernel
    def legal(t, o, s, mask):
        mask[0] = 1

    @a.kernel
    def apply(t, o, s, action):
        s.side = a.draw(s, t.sides)
        s.done = 1

    ...                                       # observe, redeal and score likewise

    SPEC = a.GameSpec(id="coin", ..., kernels=a.Kernels(deal, legal, apply, observe, redeal, score))

Inside kernels the names are used as they are (`from mailwing.envs.authoring import draw`). A package offers its game by
an entry point of the group `mailwing.games` (`coin = "my_package:SPEC"`), its bots by one of the group
`mailwing.opponents` (a function `game id -> {name: Bot}`). `mailwing.envs.testing.check_game` proves that a game keeps
what all faces, agents and trainers rely on. `examples/own_game` of the repository is a complete package.
"""

from __future__ import annotations

from ._core.actions import ActionRange, ActionTable
from ._core.bits import lowest, size
from ._core.bots import RANDOM, WORK_RECORDS, Bot, BotError, pick_legal
from ._core.chance import GOLDEN, below, draw, draw_counted, draw_from, mix, scramble, seed_of, uniform_from
from ._core.game import Game, GameOptions, GameSpec, GameState, Hidden, Kernels
from ._core.gate import absent_seat_faults
from ._core.kernel import compile_counts, kernel
from ._core.loops.matches import Results, play_out
from ._core.loops.stepping import LEARNER
from ._core.packs import DataPackError, PackTable, TableLoader, nearest, read_toml, table_loader
from ._core.pictures.svg import (
    FAINT,
    FONT,
    INK,
    LINE,
    PAPER,
    SEAT_COLOURS,
    SEAT_INKS,
    SHEET,
    SOFT,
    Svg,
    polar,
    ring_sector,
)
from ._core.record import F, Record, scales
from ._core.registry import spec_of
from ._core.replay import Replay, ReplayError

__all__ = [
    "FAINT",
    "FONT",
    "GOLDEN",
    "INK",
    "LEARNER",
    "LINE",
    "PAPER",
    "RANDOM",
    "SEAT_COLOURS",
    "SEAT_INKS",
    "SHEET",
    "SOFT",
    "WORK_RECORDS",
    "ActionRange",
    "ActionTable",
    "Bot",
    "BotError",
    "DataPackError",
    "F",
    "Game",
    "GameOptions",
    "GameSpec",
    "GameState",
    "Hidden",
    "Kernels",
    "PackTable",
    "Record",
    "Replay",
    "ReplayError",
    "Results",
    "Svg",
    "TableLoader",
    "absent_seat_faults",
    "below",
    "compile_counts",
    "draw",
    "draw_counted",
    "draw_from",
    "kernel",
    "lowest",
    "mix",
    "nearest",
    "pick_legal",
    "play_out",
    "polar",
    "read_toml",
    "ring_sector",
    "scales",
    "scramble",
    "seed_of",
    "size",
    "spec_of",
    "table_loader",
    "uniform_from",
]
