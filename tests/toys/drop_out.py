"""Drop out: three to five pilots fly three legs each, low or high; who flies high is lost every second time.

A lost pilot never decides again, but the others go on and the final reward of the lost one arrives with theirs. The
game ends when only one is left or all have flown their legs. Who flies first is drawn. A plane that comes home is
worth 1 point and 1 for each of its legs, a lost one nothing; equal points share.

Best play: always low. A random pilot comes home with probability (3/4) ** 3, so best play is worth 1 − 27/64 = 37/64
against random seats at every number of players, and 0 against best play. A trainer that never tells the lost pilot of
its −1 learns nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator
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

SEATS = 5
LEGS = 3


class Action(IntEnum):
    """The two ways to fly."""

    LOW = 0
    HIGH = 1


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """The danger of flying high."""

    danger: Annotated[int, F("i1", (), 2, 2, doc="one flight in so many is lost")]


class Plane(Record):
    """The plane of one seat."""

    lost: Annotated[int, F("i1", (), 0, 1, doc="1 when it will not come home")]
    legs: Annotated[int, F("i1", (), 0, LEGS, doc="legs flown")]


class State(GameState):
    """One game."""

    first: Annotated[int, F("i1", (), 0, SEATS - 1, doc="seat that flies first in every round")]
    turn: Annotated[int, F("i1", (), 0, SEATS - 1, doc="place of the seat to decide in the order of the round")]
    rounds: Annotated[int, F("i1", (), 0, LEGS, doc="rounds completed")]
    planes: Annotated[Any, F(Plane, (SEATS,))]


class Observation(Record):
    """What a seat sees: everything; seats count from itself."""

    rounds: Annotated[float, F("f4", (), 0, 1, doc="share of the rounds completed")]
    turn: Annotated[float, F("f4", (), 0, 1, doc="place of the seat to decide in the round, 1 is the last possible")]
    present: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="the seat plays")]
    lost: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="the plane is lost")]
    legs: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="share of the legs flown")]


@kernel
def planes_left(o: Options, s: State) -> int:
    """Planes that are not lost."""
    left = 0
    for seat in range(o.players):
        left += 1 - s.planes[seat].lost
    return left


@kernel
def next_plane(o: Options, s: State) -> None:
    """The next seat whose plane is not lost decides; after the last round, or with one plane left, the game is over."""
    if planes_left(o, s) == 1:
        s.done = 1
    while s.done == 0:
        s.turn += 1
        if s.turn == o.players:
            s.turn = 0
            s.rounds += 1
        if s.rounds == LEGS:
            s.done = 1
        s.seat = (s.first + s.turn) % o.players
        if s.planes[s.seat].lost == 0:
            return


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Draw who flies first."""
    s.first = draw(s, o.players)
    s.seat = s.first


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Low or high."""
    mask[Action.LOW] = 1
    mask[Action.HIGH] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Fly a leg; high up the plane may be lost."""
    if action == Action.HIGH and draw(s, t.danger) == 0:
        s.planes[s.seat].lost = 1
    else:
        s.planes[s.seat].legs += 1
    next_plane(o, s)


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Nothing is secret."""
    obs.rounds = s.rounds / LEGS
    obs.turn = s.turn / (SEATS - 1)
    for k in range(o.players):
        plane = s.planes[(seat + k) % o.players]
        obs.present[k] = 1
        obs.lost[k] = plane.lost
        obs.legs[k] = plane.legs / LEGS


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Only the luck to come is unknown."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """One point and one for each leg of a plane that comes home."""
    for seat in range(o.players):
        if s.planes[seat].lost == 0:
            scores[seat] = 1 + s.planes[seat].legs
    rank_by_scores(o.players, scores, ranks)


@kernel
def choose_best(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Always low."""
    return Action.LOW


BEST = Bot("best", choose_best, doc="perfect play")


def tables(pack: object) -> NDArray[Any]:
    """Every second flight is lost."""
    result = Tables.zeros(1)
    result[0].danger = 2
    return result


def text(game: Game, s: Any, seat: int | None) -> str:
    """The planes."""
    planes = [
        f"Seat {k}: {'lost after' if s.planes[k].lost else 'has flown'} {s.planes[k].legs} of {LEGS} legs"
        for k in range(game.players)
    ]
    return "\n".join([f"Seat {s.first} flies first.", *planes])


def faults(game: Game, s: Any) -> Iterator[str]:
    """Planes fly in turn, and who is lost flies no more."""
    n = game.players
    yield from absent_seat_faults(game, s, ("planes.lost", "planes.legs"))
    if s.turn >= n or s.first >= n:
        yield f"the order of {n} seats begins with seat {s.first} and has come to place {s.turn}"
        return
    lost, legs = s.planes["lost"][:n], s.planes["legs"][:n]
    left = n - int(lost.sum())
    for seat in range(n):
        place = (seat - s.first) % n
        flown = s.rounds + (place < s.turn)
        if legs[seat] != flown if not lost[seat] else legs[seat] > flown - (place > s.turn or s.rounds == LEGS):
            yield f"seat {seat} has flown {legs[seat]} legs, but should have flown {flown}"
    if s.num_decisions != legs.sum() + lost.sum():
        yield f"{s.num_decisions} decisions have flown {legs.sum()} legs and lost {lost.sum()} planes"
    if s.seat != (s.first + s.turn) % n or (not s.done and lost[s.seat]):
        yield f"seat {s.seat} is to decide"
    if left < 1 or bool(s.done) != (left == 1 or s.rounds == LEGS):
        yield f"{left} planes are left after {s.rounds} rounds"


SPEC = GameSpec(
    id="drop_out",
    title="Drop out",
    version=0,
    seats=(3, 4, 5),
    default_seats=3,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("low", Action.LOW, 1, "Fly low and safe", lambda game, s, k: "Fly low"),
        ActionRange("high", Action.HIGH, 1, "Fly high and be lost half the time", lambda game, s, k: "Fly high"),
    ),
    load_tables=tables,
    max_decisions=SEATS * LEGS,
    svg=svg_of(text),
    text=text,
    faults=faults,
    doc="Seats that are lost in the middle of the game and learn the result at its end.",
)
