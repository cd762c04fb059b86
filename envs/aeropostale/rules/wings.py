"""Wings: winning them, converting them, their slots, and the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import WINGS
from ..state import Goal, Phase
from .common import Outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def has_wings(t: Tables, o: Options) -> bool:
    """Whether the scenario is played with wings (Rules AO-8.4, AO-R38)."""
    return t.has_wings[o.scenario] != 0


@kernel(inline=True)
def win_wings(t: Tables, o: Options, s: State, seat: int, kind: int, count: int) -> None:
    """Wings from the board or the reserve, which never runs out, go to the column of the seat.

    (Rules AO-4.2.4, AO-5.5, AO-R69)
    """
    if has_wings(t, o):
        s.wings[seat, kind] += count


@kernel(inline=True)
def wings_held(s: State, seat: int) -> int:
    """Wings of all kinds in the column of a seat."""
    total = 0
    for kind in range(WINGS):
        total += s.wings[seat, kind]
    return total


@kernel(inline=True)
def goal_of(t: Tables, o: Options, kind: int) -> int:
    """Wings of a kind that win the scenario; the goal of the campaign can be set.

    (Rules AO-8.1, AO-8.2, AO-8.3, AO-R1)
    """
    return t.goal[o.scenario, kind] if o.goal == Goal.PRINTED else t.long_goal[o.goal, kind]


@kernel
def has_reached_goal(t: Tables, o: Options, s: State, seat: int) -> bool:
    """Whether a seat has at least the wings of each kind that win; a higher kind stands for no lower one.

    (Rules AO-6.1, AO-8.1, AO-8.2, AO-8.3, AO-R35)
    """
    asked, reached = 0, True
    for kind in range(WINGS):
        goal = goal_of(t, o, kind)
        asked += goal
        reached &= s.wings[seat, kind] >= goal
    return reached and asked > 0


@kernel(inline=True)
def can_convert(t: Tables, s: State, seat: int, kind: int) -> bool:
    """Whether a seat has wings enough for one of the next kind (Rule AO-5.7)."""
    return s.wings[seat, kind] >= t.exchange[kind]


@kernel(inline=True)
def can_convert_any(t: Tables, s: State, seat: int) -> bool:
    """Whether a seat could convert wings."""
    found = False
    for kind in range(WINGS - 1):
        found |= can_convert(t, s, seat, kind)
    return found


@kernel(inline=True)
def legal_conversions(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Four bronze for a gold, three gold for a platinum, two platinum for a diamond wing; never back (Rule AO-5.7)."""
    for kind in range(WINGS - 1):
        mask[Action.CONVERT + kind] = can_convert(t, s, s.seat, kind)


@kernel(inline=True)
def convert(t: Tables, s: State, kind: int) -> None:
    """Some wings are given for one of the next kind (Rules AO-5.7, AO-R62)."""
    s.wings[s.seat, kind] -= t.exchange[kind]
    s.wings[s.seat, kind + 1] += 1


@kernel
def convert_in_action(t: Tables, o: Options, s: State, kind: int) -> Outcome:
    """Wings can be converted at any time; that is no action, but it may win at once (Rules AO-5.7, AO-R35, AO-R62)."""
    convert(t, s, kind)
    if has_reached_goal(t, o, s, s.seat):
        s.won[s.seat] = 1
        s.done = 1
    return Outcome.NEXT_DECISION


@kernel
def after_gain(t: Tables, o: Options, s: State, at_once: bool) -> Outcome:
    """A seat has gained wings, or converted some: it may have won, and goes on to convert if it can.

    At the end of a turn nobody has won before all have converted (`at_once` is False).

    (Rules AO-5.7, AO-6.1, AO-R34, AO-R61, AO-R62, AO-R63)
    """
    if at_once and has_reached_goal(t, o, s, s.seat):
        s.won[s.seat] = 1
        s.done = 1
        return Outcome.NEXT_DECISION
    if can_convert_any(t, s, s.seat):
        s.phase = Phase.CONVERTING
        return Outcome.NEXT_DECISION
    keep_wings(t, s)
    return Outcome.WINGS_SETTLED


@kernel(inline=True)
def keep_wings(t: Tables, s: State) -> None:
    """Wings that find no slot are lost (Rules AO-5.7, AO-R34)."""
    for kind in range(WINGS):
        s.wings[s.seat, kind] = min(s.wings[s.seat, kind], t.slots[kind])


@kernel(inline=True)
def wings_in_bronze(t: Tables, s: State, seat: int) -> int:
    """What a seat's wings are worth in bronze ones (Rule AO-R37)."""
    total = 0
    for kind in range(WINGS):
        total += s.wings[seat, kind] * t.in_bronze[kind]
    return total
