"""Solo flight: three legs in eight nights, flying or waiting, with the weather plain to see each night.

Flying on a clear night brings the plane a leg further, flying into a storm loses the last leg. Every night the
weather of the next one is drawn, clear or storm. Three legs win; after the eighth night the turn limit ends the game
as lost, and then nobody has rank 1.

Best play: fly when it is clear. It wins with at least three clear nights of eight, 219/256, so it is worth 91/128.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, Any

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

from .common import svg_of

MOST_LEGS = 3
MOST_NIGHTS = 8


class Action(IntEnum):
    """What to do in a night."""

    WAIT = 0
    FLY = 1


class Weather(IntEnum):
    """What a night is like."""

    CLEAR = 0
    STORM = 1


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """The task."""

    legs: Annotated[int, F("i1", (), 1, MOST_LEGS, doc="legs to fly")]
    nights: Annotated[int, F("i1", (), 1, MOST_NIGHTS, doc="nights until the turn limit")]


class State(GameState):
    """One game."""

    weather: Annotated[int, F("i1", (), 0, 1, doc="weather of this night, a `Weather`")]
    legs: Annotated[int, F("i1", (), 0, MOST_LEGS, doc="legs behind the plane")]
    nights: Annotated[int, F("i1", (), 0, MOST_NIGHTS, doc="nights gone by")]


class Observation(Record):
    """What the pilot sees: everything."""

    storm: Annotated[float, F("f4", (), 0, 1, doc="tonight is a storm")]
    legs: Annotated[float, F("f4", (), 0, 1, doc="share of the legs behind the plane")]
    nights: Annotated[float, F("f4", (), 0, 1, doc="share of the nights gone by")]


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Draw the weather of the first night."""
    s.weather = draw(s, 2)


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Wait or fly."""
    mask[Action.WAIT] = 1
    mask[Action.FLY] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """A night goes by; three legs win, the turn limit loses."""
    if action == Action.FLY:
        s.legs = s.legs + 1 if s.weather == Weather.CLEAR else max(s.legs - 1, 0)
    s.nights += 1
    s.weather = draw(s, 2)
    if s.legs == t.legs:
        s.done = 1
    elif s.nights == t.nights:
        s.done = 1
        s.limit_reached = 1


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Nothing is secret."""
    obs.storm = s.weather
    obs.legs = s.legs / t.legs
    obs.nights = s.nights / t.nights


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Only the weather to come is unknown."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """The legs; rank 1 only for a task done."""
    scores[0] = s.legs
    ranks[0] = 1 if s.legs == t.legs else 2


@kernel
def choose_best(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Fly when it is clear."""
    return Action.FLY if s.weather == Weather.CLEAR else Action.WAIT


BEST = Bot("best", choose_best, doc="perfect play")


def tables(pack: object) -> NDArray[Any]:
    """Three legs in eight nights."""
    result = Tables.zeros(1)
    result[0].legs = MOST_LEGS
    result[0].nights = MOST_NIGHTS
    return result


def text(game: Game, s: Any, seat: int | None) -> str:
    """The night and the way."""
    sky = Weather(int(s.weather)).name.lower()
    return f"{s.nights} of {MOST_NIGHTS} nights gone by, tonight: {sky}.\n{s.legs} of {MOST_LEGS} legs flown."


def faults(game: Game, s: Any) -> Iterator[str]:
    """A night for each decision, a leg a night at most, and an end after the last of either."""
    t = game.tables[0]
    if s.num_decisions != s.nights or s.legs > s.nights:
        yield f"{s.legs} legs were flown in {s.nights} nights and {s.num_decisions} decisions"
    home, late = s.legs >= t.legs, s.nights >= t.nights
    if bool(s.done) != (home or late) or bool(s.limit_reached) != (late and not home):
        yield f"the game is {'over' if s.done else 'not over'} after {s.legs} legs and {s.nights} nights"


SPEC = GameSpec(
    id="solo_flight",
    title="Solo flight",
    version=0,
    seats=(1,),
    default_seats=1,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("wait", Action.WAIT, 1, "Wait a night", lambda game, s, k: "Wait"),
        ActionRange("fly", Action.FLY, 1, "Fly a leg", lambda game, s, k: "Fly"),
    ),
    load_tables=tables,
    max_decisions=MOST_NIGHTS,
    svg=svg_of(text),
    text=text,
    faults=faults,
    zero_sum=False,
    doc="One seat against the weather; a game that can be lost.",
)
