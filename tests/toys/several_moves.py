"""Several moves: each seat sorts its letters one by one, west or east, and hands the office over to the next seat.

The address of the letter on the table is drawn and plain to see. A letter in the right sack is worth a point; at the
option `mistakes="costly"` one in the wrong sack costs a point. After its last letter a seat can only hand over, a
forced decision. Most points win, equal points share.

Best play: every letter into its own sack. A random seat sorts all `L` letters well once in 2 ** L games (a tie), so
best play is worth 1 − 2 ** −L against random seats, 7/8 with the three letters of `length="short"`; 0 against best
play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from mailwing.envs.authoring import (
    ActionRange,
    ActionTable,
    Bot,
    F,
    Game,
    GameOptions,
    GameSpec,
    GameState,
    Kernels,
    Record,
    absent_seat_faults,
    draw,
    kernel,
)

from .common import rank_by_scores, svg_of

SEATS = 4
MOST_LETTERS = 5
SACKS = ("west", "east")


class Action(IntEnum):
    """Where the ranges of actions begin."""

    SORT = 0
    HAND_OVER = 2


class Options(GameOptions):
    """The length of the game and the price of a mistake."""

    length: Annotated[int, F("i1", (), 0, 1, doc="letters for each seat", default=0, choices=("short", "long"))]
    mistakes: Annotated[int, F("i1", (), 0, 1, doc="cost of a wrong sack", default=0, choices=("free", "costly"))]


class Tables(Record):
    """How many letters there are."""

    letters: Annotated[NDArray[np.int8], F("i1", (2,), 1, MOST_LETTERS, doc="letters of a seat, by `length`")]


class Desk(Record):
    """What a seat has sorted."""

    right: Annotated[int, F("i1", (), 0, MOST_LETTERS, doc="letters in the right sack")]
    wrong: Annotated[int, F("i1", (), 0, MOST_LETTERS, doc="letters in the wrong sack")]


class State(GameState):
    """One game."""

    letter: Annotated[int, F("i1", (), 0, 1, doc="sack of the letter on the table")]
    waiting: Annotated[int, F("i1", (), 0, SEATS * MOST_LETTERS, doc="letters that nobody has sorted")]
    desks: Annotated[Any, F(Desk, (SEATS,))]


class Observation(Record):
    """What a seat sees: everything; seats count from itself."""

    letter: Annotated[NDArray[np.float32], F("f4", (2,), 0, 1, doc="one-hot sack of the letter on the table")]
    all_sorted: Annotated[float, F("f4", (), 0, 1, doc="the seat to decide has sorted all its letters")]
    costly: Annotated[float, F("f4", (), 0, 1, doc="mistakes cost a point")]
    waiting: Annotated[float, F("f4", (), 0, 1, doc="share of the letters that nobody has sorted")]
    present: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="the seat plays")]
    right: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="share of letters in the right sack")]
    wrong: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="share of letters in the wrong sack")]


@kernel
def letters_left(t: Tables, o: Options, s: State) -> int:
    """Letters that the seat to decide has still to sort."""
    desk = s.desks[s.seat]
    return t.letters[o.length] - desk.right - desk.wrong


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """All letters wait, the first lies on the table."""
    s.waiting = o.players * t.letters[o.length]
    s.letter = draw(s, 2)


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Either sack while there are letters, then only handing over."""
    if letters_left(t, o, s) > 0:
        mask[Action.SORT : Action.SORT + 2] = 1
    else:
        mask[Action.HAND_OVER] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Sort the letter and turn up the next, or hand over; the game ends with the last seat."""
    if action == Action.HAND_OVER:
        if s.seat + 1 == o.players:
            s.done = 1
        else:
            s.seat += 1
        return
    if action - Action.SORT == s.letter:
        s.desks[s.seat].right += 1
    else:
        s.desks[s.seat].wrong += 1
    s.waiting -= 1
    s.letter = draw(s, 2)


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Nothing is secret."""
    obs.letter[s.letter] = 1
    obs.all_sorted = 1 if letters_left(t, o, s) == 0 else 0
    obs.costly = o.mistakes
    letters = t.letters[o.length]
    obs.waiting = s.waiting / (letters * o.players)
    for k in range(o.players):
        desk = s.desks[(seat + k) % o.players]
        obs.present[k] = 1
        obs.right[k] = desk.right / letters
        obs.wrong[k] = desk.wrong / letters


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Only the letters to come are unknown."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """Right letters, less the wrong ones where mistakes are costly."""
    for seat in range(o.players):
        scores[seat] = s.desks[seat].right - o.mistakes * s.desks[seat].wrong
    rank_by_scores(o.players, scores, ranks)


@kernel
def choose_best(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Every letter into its own sack."""
    return Action.HAND_OVER if mask[Action.HAND_OVER] else Action.SORT + s.letter


BEST = Bot("best", choose_best, doc="perfect play")


def tables(pack: object) -> NDArray[Any]:
    """Three letters in a short game, five in a long one."""
    result = Tables.zeros(1)
    result[0].letters[:] = (3, MOST_LETTERS)
    return result


def conserved(game: Game, s: Any) -> Mapping[str, int]:
    """No letter is lost."""
    return {"letters": int(s.waiting) + int(s.desks["right"].sum()) + int(s.desks["wrong"].sum())}


def text(game: Game, s: Any, seat: int | None) -> str:
    """The letter on the table and the desks."""
    desks = [f"Seat {k}: {s.desks[k].right} right, {s.desks[k].wrong} wrong" for k in range(game.players)]
    return "\n".join([f"A letter to the {SACKS[s.letter]}; {s.waiting} wait.", *desks])


def faults(game: Game, s: Any) -> Iterator[str]:
    """Seats sort their letters one after the other, each all of its own."""
    yield from absent_seat_faults(game, s, ("desks.right", "desks.wrong"))
    own = int(game.tables[0].letters[game.options[0].length])
    sorted_letters = (s.desks["right"] + s.desks["wrong"])[: game.players].tolist()
    for seat, number in enumerate(sorted_letters):
        if number > own or (seat < s.seat and number < own) or (seat > s.seat and number > 0):
            yield f"seat {seat} has sorted {number} of {own} letters in the turn of seat {s.seat}"
    if s.num_decisions != sum(sorted_letters) + s.seat + s.done:
        yield f"{s.num_decisions} decisions have sorted {sum(sorted_letters)} letters"
    if s.done and (s.seat != game.players - 1 or sorted_letters[-1] < own):
        yield "the game is over before the last seat has handed over"


SPEC = GameSpec(
    id="several_moves",
    title="Several moves",
    version=0,
    seats=(2, 3, 4),
    default_seats=2,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("sort", Action.SORT, 2, "Put the letter into a sack", lambda game, s, k: f"Sort {SACKS[k]}"),
        ActionRange("hand_over", Action.HAND_OVER, 1, "Hand over to the next seat", lambda game, s, k: "Hand over"),
    ),
    load_tables=tables,
    max_decisions=SEATS * (MOST_LETTERS + 1),
    svg=svg_of(text),
    text=text,
    conserved=conserved,
    faults=faults,
    doc="Several decisions in a row before the next seat decides.",
)
