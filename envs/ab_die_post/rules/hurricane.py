"""The hurricane: everybody in the air repairs, or starts again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import START
from ..state import NOBODY, Phase
from .drawing import discard_cards, discard_hand, points_in_hand
from .turns import clockwise

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def begin_repairs(t: Tables, o: Options, s: State) -> bool:
    """A hurricane hits all planes, the shaker's first, then clockwise; True if that ends the turn.

    (Rules ADP-4.1, ADP-R16)
    """
    s.asked = 0
    return next_repair(t, o, s)


@kernel
def next_repair(t: Tables, o: Options, s: State) -> bool:
    """Go on to the next seat that can pay; those who cannot are sent back (Rule ADP-4.4).

    Whoever can pay must (Rule ADP-R3); where nothing is due, nobody is asked (Rule ADP-R28). True if nobody is left,
    which ends the turn (Rule ADP-R1).
    """
    while s.asked < o.players:
        seat = clockwise(o, s.turn, s.asked)
        s.asked += 1
        cost = repair_cost(t, s, seat)
        if cost == 0:
            continue
        if covers(points_in_hand(t, s, seat), cost):
            s.seat = seat
            s.phase = Phase.REPAIR
            return False
        send_back(s, seat)
    s.asked = 0
    return True


@kernel(inline=True)
def repair_cost(t: Tables, s: State, seat: int) -> int:
    """What a hurricane costs in the lane of a plane (Rule ADP-4.1); nothing on the start field (Rule ADP-R2)."""
    field: int = s.field[seat]
    return t.repair[field]


@kernel(inline=True)
def covers(points: int, cost: int) -> bool:
    """Whether spare parts meet the cost of a repair (Rules ADP-4.2, ADP-4.4)."""
    return points >= cost


@kernel(inline=True)
def pay(t: Tables, s: State, kind: int) -> None:
    """Discard one card of one's choice towards the repair; nobody gives change (Rules ADP-4.2, ADP-R3)."""
    discard_cards(s, s.seat, kind, 1)
    s.paid += t.value[kind]


@kernel(inline=True)
def may_stop_paying(t: Tables, s: State) -> bool:
    """Once the cost is covered one may stop, or pay further cards all the same (Rules ADP-4.3, ADP-R23)."""
    return covers(s.paid, repair_cost(t, s, s.seat))


@kernel(inline=True)
def stop_paying(t: Tables, o: Options, s: State) -> bool:
    """The repair of a seat is paid, the next one's turn to pay; True if that ends the turn (Rule ADP-R16)."""
    s.paid = 0
    return next_repair(t, o, s)


@kernel
def send_back(s: State, seat: int) -> None:
    """Who cannot pay loses all cards and starts again from the start field (Rule ADP-4.4).

    The passenger card goes back beside the board, and the fields flown over are forgotten (Rules ADP-6.3, ADP-R7).
    """
    discard_hand(s, seat)
    s.field[seat] = START
    s.progress[seat] = 0
    if s.holder == seat:
        s.holder = NOBODY
