"""Hidden coin: one seat says what coin it holds, truly or not, and the other guesses it.

Three coins, two heads and one tails, are shuffled; each seat gets one in secret and one stays in the box. Who speaks
is drawn. The guesser wins when it names the speaker's coin, otherwise the speaker wins. A guesser who holds tails
knows that the other coin is heads; one who holds heads knows nothing and may believe what was said.

`NAIVE` speaks the truth and believes what it hears. Best play against it lies as speaker and believes as guesser: +1.
Against a random seat the speaker gets 0 whatever it says, the guesser 1/3 (it holds tails every third game): 1/6 on
average. Among two perfect players words are worth nothing.
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
    Hidden,
    Kernels,
    Record,
    draw,
    kernel,
)

from .common import rank_by_scores, svg_of

SIDES = ("tails", "heads")


class Coin(IntEnum):
    """The sides of a coin."""

    TAILS = 0
    HEADS = 1


class Action(IntEnum):
    """Where the ranges of actions begin."""

    SAY = 0
    GUESS = 2


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """The coins."""

    coins: Annotated[int, F("i1", (), 3, 3, doc="coins in the game, one of them tails")]


class Hand(Record):
    """What one seat holds."""

    coin: Annotated[int, F("i1", (), 0, 1, doc="its coin, 1 is heads")]


class State(GameState):
    """One game."""

    hands: Annotated[Any, F(Hand, (2,))]
    box: Annotated[int, F("i1", (), 0, 1, doc="the coin in the box")]
    speaker: Annotated[int, F("i1", (), 0, 1, doc="seat that speaks")]
    said: Annotated[int, F("i1", (), -1, 1, doc="side said, −1 before")]
    winner: Annotated[int, F("i1", (), -1, 1, doc="seat that won, −1 before")]


class Observation(Record):
    """What a seat sees: its own coin and what was said."""

    speaking: Annotated[float, F("f4", (), 0, 1, doc="this seat speaks")]
    coin: Annotated[NDArray[np.float32], F("f4", (2,), 0, 1, doc="one-hot side of its own coin")]
    said: Annotated[NDArray[np.float32], F("f4", (2,), 0, 1, doc="one-hot side said, zeros before")]


@kernel
def place_tails(s: State, place: int) -> None:
    """Tails lies at a seat (0, 1) or in the box (2), the other coins show heads."""
    s.hands[0].coin = Coin.TAILS if place == 0 else Coin.HEADS
    s.hands[1].coin = Coin.TAILS if place == 1 else Coin.HEADS
    s.box = Coin.TAILS if place == 2 else Coin.HEADS


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Shuffle the coins and draw who speaks."""
    place_tails(s, draw(s, t.coins))
    s.speaker = draw(s, 2)
    s.seat = s.speaker
    s.said = -1
    s.winner = -1


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """Say either side, then guess either side."""
    start = Action.SAY if s.said < 0 else Action.GUESS
    mask[start : start + 2] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Something is said, or guessed and decided."""
    if s.said < 0:
        s.said = action - Action.SAY
        s.seat = 1 - s.speaker
        return
    right = action - Action.GUESS == s.hands[s.speaker].coin
    s.winner = 1 - s.speaker if right else s.speaker
    s.done = 1


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """A seat sees its own coin only."""
    obs.speaking = 1 if seat == s.speaker else 0
    obs.coin[s.hands[seat].coin] = 1
    if s.said >= 0:
        obs.said[s.said] = 1


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Shuffle the two coins that the seat does not see; a finished game has shown whether the guess was right."""
    s.chance = seed
    if s.hands[seat].coin == Coin.HEADS and s.done == 0:
        place_tails(s, 1 - seat if draw(s, 2) == 0 else 2)


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """One point for the winner."""
    if s.winner >= 0:
        scores[s.winner] = 1
    rank_by_scores(2, scores, ranks)


@kernel
def choose_naively(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Speak the truth, believe what was said."""
    if s.said < 0:
        return Action.SAY + s.hands[s.seat].coin
    return Action.GUESS + s.said


NAIVE = Bot("naive", choose_naively, doc="speaks the truth and believes what it hears")


@kernel
def choose_slyly(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Lie, believe what was said; but whoever holds tails knows better."""
    if s.said < 0:
        return Action.SAY + 1 - s.hands[s.seat].coin
    if s.hands[s.seat].coin == Coin.TAILS:
        return Action.GUESS + Coin.HEADS
    return Action.GUESS + s.said


SLY = Bot("sly", choose_slyly, doc="the best answer to naive and to random play")


def tables(pack: object) -> NDArray[Any]:
    """Three coins."""
    result = Tables.zeros(1)
    result[0].coins = 3
    return result


def conserved(game: Game, s: Any) -> Mapping[str, int]:
    """Two of the coins show heads."""
    return {"heads": int(s.hands["coin"].sum()) + int(s.box)}


def text(game: Game, s: Any, seat: int | None) -> str:
    """What was said, and the coin of the seat that looks."""
    said = "has said nothing" if s.said < 0 else f"says {SIDES[s.said]}"
    coins = [f"Seat {k} holds {SIDES[s.hands[k].coin] if k == seat else 'a coin'}" for k in range(2)]
    return "\n".join([f"Seat {s.speaker} {said}.", *coins])


def faults(game: Game, s: Any) -> Iterator[str]:
    """The speaker says a side, the other seat guesses."""
    if s.num_decisions != (s.said >= 0) + s.done or (s.done and s.said < 0):
        yield f"after {s.num_decisions} decisions side {s.said} is said"
    if s.seat != (s.speaker if s.said < 0 else 1 - s.speaker):
        yield f"seat {s.seat} is to decide, but seat {s.speaker} speaks"
    if (s.winner >= 0) != bool(s.done):
        yield f"seat {s.winner} has won"


SPEC = GameSpec(
    id="hidden_coin",
    title="Hidden coin",
    version=0,
    seats=(2,),
    default_seats=2,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("say", Action.SAY, 2, "Say a side", lambda game, s, k: f"Say {SIDES[k]}"),
        ActionRange("guess", Action.GUESS, 2, "Guess the speaker's coin", lambda game, s, k: f"Guess {SIDES[k]}"),
    ),
    load_tables=tables,
    max_decisions=2,
    svg=svg_of(text),
    text=text,
    hidden=(Hidden("hands.coin", seat_axis=0), Hidden("box")),
    conserved=conserved,
    faults=faults,
    doc="A secret that one seat knows, a signal and a guess.",
)
