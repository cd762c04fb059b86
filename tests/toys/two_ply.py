"""Two plies: the opener flies one of three routes, the rival tries to catch the mail north or south of it.

One route, drawn and seen by both, is out of reach: who flies it wins whatever the rival does. On the other two the
side that catches the mail (drawn and seen by both) decides. Who opens is drawn.

Best play: open with the route out of reach (worth +1); as rival, go to the side that catches the mail. Against a
random seat the opener gets +1 and the rival +1/3, 2/3 on average; against best play +1 and −1, 0 on average.
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
    draw,
    kernel,
)

from .common import rank_by_scores, svg_of

ROUTES = 3
SIDES = ("north", "south")


class Action(IntEnum):
    """Where the ranges of actions begin."""

    FLY = 0
    CATCH = 3


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """What a won game is worth."""

    prize: Annotated[int, F("i1", (), 1, 1, doc="points of the winner")]


class State(GameState):
    """One game."""

    opener: Annotated[int, F("i1", (), 0, 1, doc="seat that opens")]
    out_of_reach: Annotated[int, F("i1", (), 0, ROUTES - 1, doc="route that nobody can catch")]
    trap: Annotated[int, F("i1", (), 0, 1, doc="side that catches the mail on the other routes")]
    route: Annotated[int, F("i1", (), -1, ROUTES - 1, doc="route flown, −1 before")]
    winner: Annotated[int, F("i1", (), -1, 1, doc="seat that won, −1 before")]


class Observation(Record):
    """What a seat sees: everything."""

    opening: Annotated[float, F("f4", (), 0, 1, doc="this seat opens")]
    out_of_reach: Annotated[NDArray[np.float32], F("f4", (ROUTES,), 0, 1, doc="one-hot route that nobody can catch")]
    trap: Annotated[NDArray[np.float32], F("f4", (2,), 0, 1, doc="one-hot side that catches the mail")]
    route: Annotated[NDArray[np.float32], F("f4", (ROUTES,), 0, 1, doc="one-hot route flown, zeros before")]


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Draw who opens, the route out of reach and the side that catches the mail."""
    s.opener = draw(s, 2)
    s.out_of_reach = draw(s, ROUTES)
    s.trap = draw(s, 2)
    s.route = -1
    s.winner = -1
    s.seat = s.opener


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Three routes for the opener, then two sides for the rival."""
    if s.route < 0:
        mask[Action.FLY : Action.FLY + ROUTES] = 1
    else:
        mask[Action.CATCH : Action.CATCH + 2] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """The route is flown, or the rival has chosen a side and the game is decided."""
    if s.route < 0:
        s.route = action - Action.FLY
        s.seat = 1 - s.opener
        return
    caught = s.route != s.out_of_reach and action - Action.CATCH == s.trap
    s.winner = 1 - s.opener if caught else s.opener
    s.done = 1


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Nothing is secret."""
    obs.opening = 1 if seat == s.opener else 0
    obs.out_of_reach[s.out_of_reach] = 1
    obs.trap[s.trap] = 1
    if s.route >= 0:
        obs.route[s.route] = 1


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Only the future is unknown."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """The prize for the winner."""
    if s.winner >= 0:
        scores[s.winner] = t.prize
    rank_by_scores(2, scores, ranks)


@kernel
def choose_best(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """The route out of reach, the side that catches the mail."""
    if s.route < 0:
        return Action.FLY + s.out_of_reach
    return Action.CATCH + s.trap


BEST = Bot("best", choose_best, doc="perfect play")


def tables(pack: object) -> NDArray[Any]:
    """One point for the winner."""
    result = Tables.zeros(1)
    result[0].prize = 1
    return result


def text(game: Game, s: Any, seat: int | None) -> str:
    """The position in three lines."""
    flown = "not yet flown" if s.route < 0 else f"flown on route {s.route + 1}"
    return (
        f"Seat {s.opener} opens; the mail is {flown}.\n"
        f"Route {s.out_of_reach + 1} is out of reach.\nThe {SIDES[s.trap]} side catches the mail."
    )


def faults(game: Game, s: Any) -> Iterator[str]:
    """The opener flies a route, the rival answers, and one of them has won."""
    if (s.route >= 0) != (s.num_decisions > 0) or s.num_decisions != (s.route >= 0) + s.done:
        yield f"after {s.num_decisions} decisions route {s.route} is flown"
    if s.seat != (s.opener if s.route < 0 else 1 - s.opener):
        yield f"seat {s.seat} is to decide, but seat {s.opener} opens"
    if (s.winner >= 0) != bool(s.done) or (s.done and s.route == s.out_of_reach and s.winner != s.opener):
        yield f"seat {s.winner} has won"


SPEC = GameSpec(
    id="two_ply",
    title="Two plies",
    version=0,
    seats=(2,),
    default_seats=2,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("fly", Action.FLY, ROUTES, "Fly a route", lambda game, s, k: f"Fly route {k + 1}"),
        ActionRange("catch", Action.CATCH, 2, "Wait on a side", lambda game, s, k: f"Wait in the {SIDES[k]}"),
    ),
    load_tables=tables,
    max_decisions=2,
    svg=svg_of(text),
    text=text,
    faults=faults,
    doc="A forced win in two plies for whoever opens.",
)
