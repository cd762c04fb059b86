"""Buying advantage tiles, and Engine Maintenance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import ADVANTAGES, DICE, FAILURE, FIRST_NUMBER, Advantage
from ..state import Phase
from .common import Outcome, pay, throw_dice, use_advantage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import State
    from ..tables import Tables


@kernel(inline=True)
def available(t: Tables, s: State, kind: int) -> bool:
    """Whether a type of advantage can be had: in this era, and not all in players' hands (Rule AE-5.5)."""
    return s.stock[kind] > 0 and s.era >= t.advantage_era[kind]


@kernel(inline=True)
def legal_purchases(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """One tile of choice, or the dice, which may bring two, one or none (Rules AE-5.1, AE-R14)."""
    if s.money[s.seat] >= t.advantage_price:
        legal_types(t, s, mask)
        mask[Action.ROLL_ADVANTAGES] = 1


@kernel(inline=True)
def legal_types(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """The types that can be had."""
    for kind in range(ADVANTAGES):
        mask[Action.ADVANTAGE + kind] = available(t, s, kind)


@kernel(inline=True)
def take_advantage(s: State, kind: int) -> None:
    """A tile of the stock becomes the seat's."""
    s.stock[kind] -= 1
    s.advantages[s.seat, kind] += 1


@kernel
def buy_advantage(t: Tables, s: State, kind: int) -> Outcome:
    """Pay, and take one tile of choice (Rule AE-5.1)."""
    pay(s, s.seat, t.advantage_price)
    take_advantage(s, kind)
    return Outcome.TURN_OVER


@kernel
def roll_for_advantages(t: Tables, s: State) -> Outcome:
    """Pay, and roll all three dice (Rules AE-5.1, AE-5.2)."""
    pay(s, s.seat, t.advantage_price)
    throw_dice(t, s)
    s.phase = Phase.PAIR
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def legal_pairs(s: State, mask: NDArray[np.uint8]) -> None:
    """Two of the dice, named by the one that is left out; equal dice are one choice (Rule AE-5.2)."""
    for k in range(DICE):
        mask[Action.PAIR + k] = k == 0 or s.dice[k] != s.dice[k - 1]


@kernel
def use_pair(t: Tables, s: State, left_out: int) -> Outcome:
    """Numbers bring the tiles that can be had; then each engine failure brings one of choice.

    (Rules AE-5.2, AE-5.4, AE-R14)
    """
    s.wilds = 0
    for k in range(DICE):
        if k == left_out:
            continue
        if s.dice[k] == FAILURE:
            s.wilds += 1
        elif available(t, s, s.dice[k] - FIRST_NUMBER):
            take_advantage(s, s.dice[k] - FIRST_NUMBER)
    return next_wild(t, s)


@kernel
def take_wild(t: Tables, s: State, kind: int) -> Outcome:
    """An engine failure is exchanged for any tile that can be had (Rule AE-5.3)."""
    take_advantage(s, kind)
    s.wilds -= 1
    return next_wild(t, s)


@kernel
def next_wild(t: Tables, s: State) -> Outcome:
    """Another choice if a failure is left and there is anything to be had, else the turn is over.

    (Rules AE-5.3, AE-5.4, AE-R14)
    """
    if s.wilds > 0 and any_available(t, s):
        s.phase = Phase.WILD
        return Outcome.NEXT_DECISION
    s.wilds = 0
    return Outcome.TURN_OVER


@kernel
def any_available(t: Tables, s: State) -> bool:
    """Whether any advantage tile can be had."""
    found = False
    for kind in range(ADVANTAGES):
        found |= available(t, s, kind)
    return found


@kernel(inline=True)
def may_maintain(s: State) -> bool:
    """Whether Engine Maintenance can be used: at the start of an action, with an engine failure to discard.

    (Rules AE-5.8, AE-R15)
    """
    return s.advantages[s.seat, Advantage.ENGINE_MAINTENANCE] > 0 and s.failures[s.seat] > 0


@kernel
def maintain(s: State) -> Outcome:
    """Discard all engine failure tiles; the action still follows (Rules AE-5.8, AE-R15)."""
    use_advantage(s, s.seat, Advantage.ENGINE_MAINTENANCE)
    s.failures[s.seat] = 0
    return Outcome.NEXT_DECISION
