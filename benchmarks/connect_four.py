"""Connect four as a game of this library, so that it can be measured on the same game that its peers have.

It has what Pgx, EnvPool, OpenSpiel and PettingZoo have: 7 actions with a mask, and an observation of 6 x 7 spaces for
the own stones and as many for the other's. Only the machinery around the rules differs then.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mailwing.envs.authoring import (
    ActionRange,
    ActionTable,
    F,
    Game,
    GameOptions,
    GameSpec,
    GameState,
    Kernels,
    Record,
    kernel,
)

ROWS, COLUMNS, IN_LINE = 6, 7, 4
SPACES = ROWS * COLUMNS
EMPTY = -1


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """The board."""

    in_line: Annotated[int, F("i1", (), IN_LINE, IN_LINE, doc="stones in a line that win")]


class State(GameState):
    """One game."""

    stone: Annotated[NDArray[np.int8], F("i1", (ROWS, COLUMNS), EMPTY, 1, doc="seat whose stone lies there, −1: none")]
    height: Annotated[NDArray[np.int8], F("i1", (COLUMNS,), 0, ROWS, doc="stones in a column")]
    placed: Annotated[int, F("i1", (), 0, SPACES, doc="stones on the board")]
    winner: Annotated[int, F("i1", (), EMPTY, 1, doc="seat that has won, −1: none")]


class Observation(Record):
    """The board as the observing seat sees it."""

    own: Annotated[NDArray[np.float32], F("f4", (ROWS, COLUMNS), 0, 1, doc="stones of this seat")]
    other: Annotated[NDArray[np.float32], F("f4", (ROWS, COLUMNS), 0, 1, doc="stones of the other seat")]


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """An empty board; seat 0 begins."""
    s.stone[:] = EMPTY
    s.winner = EMPTY


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """A column that is not full."""
    for column in range(COLUMNS):
        if s.height[column] < ROWS:
            mask[column] = 1


@kernel
def run_length(s: State, row: int, column: int, up: int, right: int) -> int:
    """Stones of the same seat that follow a stone in one direction, three at most."""
    seat = s.stone[row, column]
    for step in range(1, IN_LINE):
        r, c = row + step * up, column + step * right
        if r < 0 or r >= ROWS or c < 0 or c >= COLUMNS or s.stone[r, c] != seat:
            return step - 1
    return IN_LINE - 1


@kernel
def wins(t: Tables, s: State, row: int, column: int) -> bool:
    """The stone that has just been placed completes a line."""
    for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        if 1 + run_length(s, row, column, up, right) + run_length(s, row, column, -up, -right) >= t.in_line:
            return True
    return False


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Place a stone; the game ends with a line of four or a full board."""
    row = s.height[action]
    s.stone[row, action] = s.seat
    s.height[action] += 1
    s.placed += 1
    if wins(t, s, row, action):
        s.winner = s.seat
        s.done = 1
    elif s.placed == SPACES:
        s.done = 1
    else:
        s.seat = 1 - s.seat


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Everybody sees the whole board."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            stone = s.stone[row, column]
            obs.own[row, column] = stone == seat
            obs.other[row, column] = stone == 1 - seat


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Nothing is hidden."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """A point for the winner; both seats are first after a draw."""
    for seat in range(2):
        scores[seat] = 1 if s.winner == seat else 0
        ranks[seat] = 2 if s.winner == 1 - seat else 1


def tables(pack: object) -> NDArray[Any]:
    """Four in a line win."""
    result = Tables.zeros(1)
    result[0].in_line = IN_LINE
    return result


def text(game: Game, s: Any, seat: int | None) -> str:
    """The board, the top row first."""
    return "\n".join("".join(".XO"[stone + 1] for stone in row) for row in s.stone[::-1])


def svg(game: Game, s: Any, seat: int | None) -> str:
    """No drawing: this game is there to be measured."""
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'


SPEC = GameSpec(
    id="connect_four",
    title="Connect four",
    version=0,
    seats=(2,),
    default_seats=2,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(ActionRange("drop", 0, COLUMNS, "Drop a stone", lambda game, s, k: f"Drop in column {k + 1}")),
    load_tables=tables,
    max_decisions=SPACES,
    svg=svg,
    text=text,
    doc="The game that the peers have, to measure the same work on both sides.",
)
