"""The six kernels' entry to the rules: dealing, what is legal in each phase, and playing a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import MAX_KINDS, PASSENGER_SETS, START
from ..state import NO_BALL, NOBODY, Phase

# Imported for the type alone, yet not under TYPE_CHECKING: moves are worked out when a data pack is read, so a change
# of `tables.py` or `paths.py` is a change of the rules, and the digest of the rules covers what this module imports.
from ..tables import Tables
from .drawing import can_draw, draw_card
from .hurricane import begin_repairs, may_stop_paying, pay, stop_paying
from .moves import can_fly, choose_move, fly, is_hurricane, legal_moves, paths_of, shake
from .turns import begin_flight, begin_turn, end_flight, end_turn, keep_card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Planes on the start field, markers at 0, passenger beside the board, all cards in the draw pile (Rule ADP-1.1).

    Whoever begins the first flight is drawn by lot (Rule ADP-R25).
    """
    for kind in range(MAX_KINDS):
        s.pile[kind] = t.copies[kind]
    for seat in range(o.players):
        s.field[seat] = START
    s.holder = NOBODY
    s.lander = NOBODY
    s.shown = NO_BALL
    s.flight = 1
    s.first = draw(s, o.players)
    begin_turn(t, o, s, s.first)


@kernel(inline=True)
def legal(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """What the seat to decide may do."""
    if s.phase == Phase.TURN:
        legal_turn(t, s, mask)
    elif s.phase == Phase.DRAWING:
        mask[Action.DRAW] = can_draw(s)
        mask[Action.STOP] = 1
    elif s.phase == Phase.MOVE:
        legal_moves(t, o, s, mask)
    elif s.phase == Phase.PASSENGER:
        groups = paths_of(t, s, s.move)
        for m in range(PASSENGER_SETS):
            mask[Action.OVER + m] = groups >> m & 1
    elif s.phase == Phase.REPAIR:
        legal_cards(s, mask, Action.PAY)
        mask[Action.DONE] = may_stop_paying(t, s)
    else:
        legal_cards(s, mask, Action.KEEP)
        mask[Action.KEEP_NONE] = 1


@kernel(inline=True)
def legal_turn(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Draw or fly, one of both in a turn (Rules ADP-2.1, ADP-R15); pass only if neither is possible (Rule ADP-R21)."""
    mask[Action.DRAW] = can_draw(s)
    mask[Action.FLY] = can_fly(t, s, s.seat)
    mask[Action.PASS] = 1 - (mask[Action.DRAW] | mask[Action.FLY])


@kernel(inline=True)
def legal_cards(s: State, mask: NDArray[np.uint8], start: int) -> None:
    """One action for each kind of card that the seat to decide has."""
    for kind in range(MAX_KINDS):
        mask[start + kind] = s.hand[s.seat, kind] > 0


@kernel(inline=True)
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Play one decision of `s.seat`; if that ends the turn, the next one begins."""
    if s.phase == Phase.TURN or s.phase == Phase.DRAWING:
        turn_ends = play_turn(t, o, s, action)
    elif s.phase == Phase.MOVE:
        turn_ends = play_move(t, o, s, action)
    elif s.phase == Phase.PASSENGER:
        turn_ends = play_path(t, o, s, s.move, action - Action.OVER)
    elif s.phase == Phase.REPAIR:
        turn_ends = play_repair(t, o, s, action)
    else:
        turn_ends = play_keep(t, o, s, action)
    if turn_ends:
        end_turn(t, o, s)


@kernel(inline=True)
def play_turn(t: Tables, o: Options, s: State, action: int) -> bool:
    """Draw, fly, stop drawing or pass; True if that ends the turn."""
    if action == Action.DRAW:
        return play_draw(t, s)
    if action == Action.FLY:
        return play_fly(t, o, s)
    return True


@kernel(inline=True)
def play_draw(t: Tables, s: State) -> bool:
    """Draw as many cards as one likes, one after another, at least one; True if that ends the turn.

    (Rules ADP-2.2, ADP-R8)
    """
    if draw_card(t, s):
        return True
    s.phase = Phase.DRAWING
    return False


@kernel(inline=True)
def play_fly(t: Tables, o: Options, s: State) -> bool:
    """Shake: a wind to fly with, or a hurricane, after whose repairs the turn ends (Rules ADP-3.2, ADP-R1).

    True if that ends the turn.
    """
    shake(t, o, s)
    if is_hurricane(s.ball):
        return begin_repairs(t, o, s)
    s.phase = Phase.MOVE
    return False


@kernel(inline=True)
def play_move(t: Tables, o: Options, s: State, action: int) -> bool:
    """Choose where to fly, or stay (Rule ADP-R4); paths that differ for the passenger are a further choice.

    True if that ends the turn.
    """
    if action == Action.STAY:
        return True
    move = action - Action.LAND
    passed = choose_move(t, s, move)
    if passed >= 0:
        return play_path(t, o, s, move, passed)
    s.move = move
    s.phase = Phase.PASSENGER
    return False


@kernel(inline=True)
def play_path(t: Tables, o: Options, s: State, move: int, passed: int) -> bool:
    """Fly; a landing ends the flight for all (Rule ADP-7.1), any other move the turn, which is then True."""
    if fly(t, s, move, passed):
        end_flight(t, o, s)
        return False
    return True


@kernel(inline=True)
def play_repair(t: Tables, o: Options, s: State, action: int) -> bool:
    """Pay one card, or stop once the repair is covered; when all have paid, the shaker's turn ends (Rule ADP-R1).

    True if that ends the turn.
    """
    if action == Action.DONE:
        return stop_paying(t, o, s)
    pay(t, s, action - Action.PAY)
    return False


@kernel(inline=True)
def play_keep(t: Tables, o: Options, s: State, action: int) -> bool:
    """Keep one card or none (Rule ADP-R18); the last one to choose begins the next flight. Never ends a turn: False."""
    kept = -1 if action == Action.KEEP_NONE else action - Action.KEEP
    if keep_card(t, o, s, kept):
        begin_flight(t, o, s)
    return False


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """All cards lie open and piles are drawn from at random: only future chance is unknown to a seat."""
    s.chance = seed
