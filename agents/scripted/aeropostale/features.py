"""What all bots look at in a position: legal actions, wings on the way to the goal, pilots and aeroplanes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import RANKS, Condition, Wing
from ....envs.aeropostale.rules.wings import goal_of
from ....envs.aeropostale.state import Options, State
from ....envs.aeropostale.tables import Tables

Mask = NDArray[np.uint8]
"""Which actions are legal, uint8 [actions]."""

Params = NDArray[np.float64]
"""The numbers of a bot, float64 [any]."""

IMPOSSIBLE = -1e9
"""Worth of what cannot be done."""


@kernel
def first_legal(mask: Mask, start: int, count: int) -> int:
    """The first legal one of a range of actions, −1 if there is none."""
    for action in range(start, start + count):
        if mask[action] != 0:
            return action
    return -1


@kernel
def available_pilots(s: State, seat: int) -> int:
    """Pilots of a seat in the green area."""
    count = 0
    for rank in range(RANKS):
        count += s.pilots[seat, Condition.AVAILABLE, rank]
    return count


@kernel
def free_space(s: State, city: int) -> int:
    """Cubes that still find a place in a city."""
    count = s.maximum[city] + 0
    for seat in range(len(s.company)):
        count -= s.cubes[seat, city]
    return count


@kernel
def missing(t: Tables, o: Options, bronze: int, gold: int, platinum: int, diamond: int) -> int:
    """What a column of wings lacks to the goal of the scenario, in bronze wings; 0 where no wings win."""
    total = max(0, goal_of(t, o, Wing.BRONZE + 0) - bronze) * t.in_bronze[Wing.BRONZE]
    total += max(0, goal_of(t, o, Wing.GOLD + 0) - gold) * t.in_bronze[Wing.GOLD]
    total += max(0, goal_of(t, o, Wing.PLATINUM + 0) - platinum) * t.in_bronze[Wing.PLATINUM]
    return total + max(0, goal_of(t, o, Wing.DIAMOND + 0) - diamond) * t.in_bronze[Wing.DIAMOND]


@kernel
def best_conversions(t: Tables, o: Options, s: State, seat: int, bronze: int, gold: int) -> tuple[float, int, int, int]:
    """How to convert the wings of a seat when it gains some: `(missing afterwards, times for each kind)`.

    First comes the goal, then to lose as little as possible, then to convert as little as possible: wings can be
    converted whenever there are too many for the slots, but never back.
    """
    bronze += s.wings[seat, Wing.BRONZE]
    gold += s.wings[seat, Wing.GOLD]
    platinum, diamond = s.wings[seat, Wing.PLATINUM] + 0, s.wings[seat, Wing.DIAMOND] + 0
    best, least, first, second, third = 0.0, 1e9, 0, 0, 0
    for x in range(bronze // t.exchange[Wing.BRONZE] + 1):
        for y in range((gold + x) // t.exchange[Wing.GOLD] + 1):
            for z in range((platinum + y) // t.exchange[Wing.PLATINUM] + 1):
                b = min(bronze - t.exchange[Wing.BRONZE] * x, t.slots[Wing.BRONZE])
                g = min(gold + x - t.exchange[Wing.GOLD] * y, t.slots[Wing.GOLD])
                p = min(platinum + y - t.exchange[Wing.PLATINUM] * z, t.slots[Wing.PLATINUM])
                d = min(diamond + z, t.slots[Wing.DIAMOND])
                lacks = missing(t, o, b, g, p, d)
                kept = b + t.in_bronze[Wing.GOLD] * g + t.in_bronze[Wing.PLATINUM] * p
                cost = lacks - 0.01 * kept + 0.001 * (x + y + z)
                if cost < least:
                    best, least, first, second, third = float(lacks), cost, x, y, z
    return best, first, second, third


@kernel
def convert(t: Tables, o: Options, s: State) -> int:
    """What brings the goal nearest, and keeps wings from being lost."""
    _, to_gold, to_platinum, to_diamond = best_conversions(t, o, s, s.seat, 0, 0)
    if to_gold > 0:
        return Action.CONVERT + Wing.BRONZE
    if to_platinum > 0:
        return Action.CONVERT + Wing.GOLD
    return Action.CONVERT + Wing.PLATINUM if to_diamond > 0 else Action.FINISH + 0
