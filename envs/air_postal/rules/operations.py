"""The Operations board: placing turn markers, unseating others, and the order of the next round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import GROUND_SLOTS, NONE, SLOTS, Slot
from .common import ONE, Outcome, earn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def seat_in(o: Options, s: State, slot: int) -> int:
    """The seat whose marker is in a slot of Ground Ops, −1: nobody's."""
    found = NONE
    for seat in range(o.players):
        found = seat if s.marker[seat] == slot else found
    return found


@kernel
def legal_slots(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Flight Ops has room for all; a slot of Ground Ops for one, who can be unseated from some for a fee.

    Nobody goes back to a slot in which he was in this round (Rules PO-6.1, PO-6.2, PO-R3, PO-R83).
    """
    mask[Action.SLOT + Slot.FLIGHT_OPS] = 1
    for slot in range(1, SLOTS):
        free = seat_in(o, s, slot) == NONE
        payable = (t.fee[slot] > 0) & (s.money[s.seat] >= t.fee[slot])
        mask[Action.SLOT + slot] = ((s.visited[s.seat] >> slot) & 1 == 0) & (free | payable)


@kernel
def place_marker(t: Tables, o: Options, s: State, slot: int) -> Outcome:
    """The marker goes to a slot; whoever had it gets the fee and at once goes elsewhere.

    (Rules PO-6.1, PO-6.2, PO-R3)
    """
    seat = s.seat
    s.visited[seat] |= ONE << slot
    if slot == Slot.FLIGHT_OPS:
        place = 0
        while s.line[place] != NONE:
            place += 1
        s.line[place] = seat
        s.marker[seat] = slot
        return Outcome.PLACED
    unseated = seat_in(o, s, slot)
    s.marker[seat] = slot
    if unseated == NONE:
        return Outcome.PLACED
    s.marker[unseated] = NONE
    s.money[seat] -= t.fee[slot]
    earn(s, unseated, t.fee[slot])
    s.seat = unseated
    return Outcome.NEXT_DECISION


@kernel
def order_next_round(o: Options, s: State) -> None:
    """First the Flight Ops line from its end, then the slots of Ground Ops from the last one (Rules PO-6.3, PO-R4)."""
    place = 0
    for k in range(o.players - 1, -1, -1):
        if s.line[k] != NONE:
            s.order[place] = s.line[k]
            place += 1
    for slot in range(GROUND_SLOTS, 0, -1):
        seat = seat_in(o, s, slot)
        if seat != NONE:
            s.order[place] = seat
            place += 1
