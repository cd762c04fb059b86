"""The six kernels' entry to the rules: dealing, what is legal in each phase, and playing a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import MAX_KINDS, PASSENGER_SETS, Action
from ..state import NO_BALL, NOBODY, Phase
from ..tables import START
from .drawing import can_draw, draw_card
from .hurricane import begin_repairs, may_stop_paying, pay, stop_paying
from .moves import can_fly, choose_move, fly, is_hurricane, legal_moves, paths_of, shake
from .turns import begin_turn, end_flight, end_turn, keep_card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


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
    """Play one decision of `s.seat` and go on to the next one."""
    if s.phase == Phase.TURN or s.phase == Phase.DRAWING:
        if action == Action.DRAW:
            play_draw(t, o, s)
        elif action == Action.FLY:
            play_fly(t, o, s)
        else:
            end_turn(t, o, s)
    elif s.phase == Phase.MOVE:
        play_move(t, o, s, action)
    elif s.phase == Phase.PASSENGER:
        play_path(t, o, s, s.move, action - Action.OVER)
    elif s.phase == Phase.REPAIR:
        play_repair(t, o, s, action)
    else:
        keep_card(t, o, s, action - Action.KEEP if action < Action.KEEP_NONE else -1)


@kernel(inline=True)
def play_draw(t: Tables, o: Options, s: State) -> None:
    """Draw as many cards as one likes, one after another, at least one (Rules ADP-2.2, ADP-R8)."""
    if draw_card(t, s):
        end_turn(t, o, s)
    else:
        s.phase = Phase.DRAWING


@kernel(inline=True)
def play_fly(t: Tables, o: Options, s: State) -> None:
    """Shake: a wind to fly with, or a hurricane, after whose repairs the turn ends (Rules ADP-3.2, ADP-R1)."""
    shake(t, o, s)
    if not is_hurricane(s):
        s.phase = Phase.MOVE
    elif begin_repairs(t, o, s):
        end_turn(t, o, s)


@kernel(inline=True)
def play_move(t: Tables, o: Options, s: State, action: int) -> None:
    """Choose where to fly, or stay (Rule ADP-R4); paths that differ for the passenger are a further choice."""
    if action == Action.STAY:
        end_turn(t, o, s)
        return
    move = action - Action.LAND
    passed = choose_move(t, s, move)
    if passed >= 0:
        play_path(t, o, s, move, passed)
    else:
        s.move = move
        s.phase = Phase.PASSENGER


@kernel(inline=True)
def play_path(t: Tables, o: Options, s: State, move: int, passed: int) -> None:
    """Fly; a landing ends the flight (Rule ADP-7.1), any other move the turn."""
    if fly(t, s, move, passed):
        end_flight(t, o, s)
    else:
        end_turn(t, o, s)


@kernel(inline=True)
def play_repair(t: Tables, o: Options, s: State, action: int) -> None:
    """Pay one card, or stop once the repair is covered; when all have paid, the shaker's turn ends (Rule ADP-R1)."""
    if action < Action.DONE:
        pay(t, s, action - Action.PAY)
    elif stop_paying(t, o, s):
        end_turn(t, o, s)


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """All cards lie open and piles are drawn from at random: only future chance is unknown to a seat."""
    s.chance = seed
