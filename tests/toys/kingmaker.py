"""Kingmaker: two eval_opponents offer the third seat a part of four shares, one after the other; it crowns one of them.

The crowned rival pays its offer (1, 2 or 3 of the four shares) and keeps the rest, the other gets nothing. Shares are
points: an offer of 3 puts the kingmaker first, 2 shares the first place, 1 leaves it second. Who is kingmaker is
drawn; the seat on its left offers first.

Best play: the kingmaker crowns the higher offer (the first one at equal offers); hence the first rival offers 3 and
the second can only lose; roles being drawn that is worth 0. Random kingmakers do not look at offers, and there an
offer of 1 is best (worth 0 for a rival) while the kingmaker still gets 13/18: 13/54 on average. Who goes on offering
1 to seats that play well gets −1/3: the seat that cannot be crowned has to be paid attention to.
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
    draw,
    kernel,
)

from .common import rank_by_scores, svg_of

SEATS = 3
SHARES = 4
SIDES = ("left", "right")


class Action(IntEnum):
    """Where the ranges of actions begin."""

    OFFER = 0
    CROWN = 3


class Options(GameOptions):
    """No options besides the players."""


class Tables(Record):
    """What there is to share."""

    shares: Annotated[int, F("i1", (), SHARES, SHARES, doc="shares in the pot")]


class State(GameState):
    """One game."""

    king: Annotated[int, F("i1", (), 0, SEATS - 1, doc="seat that is kingmaker")]
    pot: Annotated[int, F("i1", (), 0, SHARES, doc="shares not yet given")]
    offer: Annotated[NDArray[np.int8], F("i1", (SEATS,), 0, SHARES - 1, doc="offer of each seat, 0: none")]
    shares: Annotated[NDArray[np.int8], F("i1", (SEATS,), 0, SHARES, doc="shares of each seat")]


class Observation(Record):
    """What a seat sees: everything; seats count from itself."""

    king: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="one-hot kingmaker")]
    offer: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="offer as a part of the pot")]
    shares: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="shares as a part of the pot")]
    deciding: Annotated[NDArray[np.float32], F("f4", (SEATS,), 0, 1, doc="one-hot seat to decide")]


@kernel
def rival(s: State, k: int) -> int:
    """The seat on the left (k = 0) or right (k = 1) of the kingmaker."""
    return (s.king + 1 + k) % SEATS


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Draw the kingmaker; the seat on its left begins."""
    s.king = draw(s, SEATS)
    s.pot = t.shares
    s.seat = rival(s, 0)


@kernel
def legal(t: Tables, o: Options, s: State, mask: Any) -> None:
    """One to three shares for a rival, either rival for the kingmaker."""
    if s.seat == s.king:
        mask[Action.CROWN : Action.CROWN + 2] = 1
    else:
        mask[Action.OFFER : Action.OFFER + SHARES - 1] = 1


@kernel
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """An offer is made, or a rival is crowned and the pot shared."""
    if s.seat != s.king:
        s.offer[s.seat] = action - Action.OFFER + 1
        s.seat = (s.seat + 1) % SEATS
        return
    crowned = rival(s, action - Action.CROWN)
    s.shares[s.king] = s.offer[crowned]
    s.shares[crowned] = s.pot - s.offer[crowned]
    s.pot = 0
    s.done = 1


@kernel
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Nothing is secret."""
    pot = t.shares
    obs.king[(s.king - seat + SEATS) % SEATS] = 1
    obs.deciding[(s.seat - seat + SEATS) % SEATS] = 1
    for k in range(SEATS):
        obs.offer[k] = s.offer[(seat + k) % SEATS] / pot
        obs.shares[k] = s.shares[(seat + k) % SEATS] / pot


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Nothing is secret and no chance is to come."""
    s.chance = seed


@kernel
def score(t: Tables, o: Options, s: State, scores: Any, ranks: Any) -> None:
    """The shares."""
    for seat in range(SEATS):
        scores[seat] = s.shares[seat]
    rank_by_scores(SEATS, scores, ranks)


@kernel
def choose_best(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Crown the higher offer; offer 3 first, and one more than the first offer as the second rival."""
    first, second = s.offer[rival(s, 0)], s.offer[rival(s, 1)]
    if s.seat == s.king:
        return Action.CROWN + (1 if second > first else 0)
    if first == 0:
        return Action.OFFER + SHARES - 2
    return Action.OFFER + min(first, SHARES - 2)


BEST = Bot("best", choose_best, doc="perfect play")


@kernel
def choose_cheaply(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Crown the higher offer, never offer more than one share."""
    if s.seat == s.king:
        return choose_best(t, o, s, mask, params, rng, work)
    return Action.OFFER


CHEAP = Bot("cheap", choose_cheaply, doc="the best answer to random play, a bad one to best play")


def tables(pack: object) -> NDArray[Any]:
    """Four shares."""
    result = Tables.zeros(1)
    result[0].shares = SHARES
    return result


def conserved(game: Game, s: Any) -> Mapping[str, int]:
    """No share is lost."""
    return {"shares": int(s.pot) + int(s.shares.sum())}


def text(game: Game, s: Any, seat: int | None) -> str:
    """Who is kingmaker, who offers what."""
    rows = [f"Seat {k}: offers {s.offer[k]}, has {s.shares[k]}" for k in range(SEATS)]
    return "\n".join([f"Seat {s.king} is kingmaker; {s.pot} shares in the pot.", *rows])


def faults(game: Game, s: Any) -> Iterator[str]:
    """Two offers, then a crown."""
    rivals = [(s.king + 1) % SEATS, (s.king + 2) % SEATS]
    if not (0 <= s.num_decisions < SEATS if not s.done else s.num_decisions == SEATS):
        yield f"the game is {'over' if s.done else 'not over'} after {s.num_decisions} decisions"
        return
    if s.seat != [*rivals, s.king][min(s.num_decisions, 2)]:
        yield f"seat {s.seat} is to decide after {s.num_decisions} decisions"
    made = [bool(s.offer[seat]) for seat in (*rivals, s.king)]
    if made != [s.num_decisions > 0, s.num_decisions > 1, False]:
        yield f"the offers are {s.offer.tolist()} after {s.num_decisions} decisions"
    shares = [[SHARES - s.offer[c] if k == c else s.offer[c] * (k == s.king) for k in range(SEATS)] for c in rivals]
    if s.shares.tolist() not in (shares if s.done else [[0] * SEATS]):
        yield f"the shares are {s.shares.tolist()}"


SPEC = GameSpec(
    id="kingmaker",
    title="Kingmaker",
    version=0,
    seats=(SEATS,),
    default_seats=SEATS,
    options=Options,
    tables=Tables,
    state=State,
    observation=Observation,
    kernels=Kernels(deal, legal, apply, observe, redeal, score),
    actions=ActionTable(
        ActionRange("offer", Action.OFFER, SHARES - 1, "Offer shares", lambda game, s, k: f"Offer {k + 1}"),
        ActionRange("crown", Action.CROWN, 2, "Crown a rival", lambda game, s, k: f"Crown the rival on the {SIDES[k]}"),
    ),
    load_tables=tables,
    max_decisions=3,
    svg=svg_of(text),
    text=text,
    conserved=conserved,
    faults=faults,
    doc="The third seat decides which of the other two wins.",
)
