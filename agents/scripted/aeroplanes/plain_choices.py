"""Small choices that bots make alike: which aeroplane to load, which advantages to take, whether a roll is bad."""

from __future__ import annotations

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import ADVANTAGES, FAILURE, FIRST_NUMBER, MAX_CAPACITY, PAIRS, Advantage
from ....envs.aeroplanes.rules.advantages import available
from ....envs.aeroplanes.rules.common import clockwise
from ....envs.aeroplanes.rules.risk import failures_rolled, shortfall, would_crash
from ....envs.aeroplanes.rules.scoring import total_of
from ....envs.aeroplanes.state import Options, Phase, State
from ....envs.aeroplanes.tables import Tables
from .features import Mask, Params

WORTHS = np.array([2.0, 0.4, 2.2, 0.8, 1.5])
"""A rough order of the types of advantages."""


@kernel
def plain_choice(t: Tables, o: Options, s: State, mask: Mask) -> int:
    """What players without a plan decide alike: roll on, hit the strongest, take the advantages that are worth most."""
    if s.phase == Phase.NEXT_ROLL:
        return Action.ROLL_ON
    if s.phase == Phase.REPLACE:
        return strongest_replaced(o, s, mask)
    if s.phase == Phase.PAIR:
        return best_pair(t, s, mask, WORTHS)
    if s.phase == Phase.WILD:
        return best_wild(s, mask, WORTHS)
    return Action.EXTRA


@kernel
def tightest_load(mask: Mask) -> int:
    """The aeroplane with the fewest free seats that are enough: large ones stay open for large passengers."""
    action = Action.LOAD + 0
    while mask[action] == 0 and action < Action.LOAD + MAX_CAPACITY - 1:
        action += 1
    return action


@kernel
def first_legal(mask: Mask, start: int, count: int) -> int:
    """The first legal one of a range of actions, −1 if there is none."""
    for action in range(start, start + count):
        if mask[action] != 0:
            return action
    return -1


@kernel
def strongest_replaced(o: Options, s: State, mask: Mask) -> int:
    """Replace the airport of the opponent with the most points."""
    best, most = Action.REPLACE + 0, np.int64(-1)
    for k in range(1, o.players):
        if mask[Action.REPLACE + k - 1] != 0 and total_of(s, clockwise(o, s.seat, k)) > most:
            best, most = Action.REPLACE + k - 1, total_of(s, clockwise(o, s.seat, k))
    return best


@kernel
def roll_is_bad(t: Tables, s: State) -> bool:
    """Whether a roll that may be repeated is at least a Daring Pilot short, or would crash."""
    return would_crash(t, s, failures_rolled(s)) or shortfall(s) >= t.pilot_bonus


@kernel
def worth_of_advantage(s: State, kind: int, worths: Params) -> float:
    """Worth of another tile of a type, given the worth of a first one: float64 [ADVANTAGES]."""
    worth = worths[kind] / (1.0 + s.advantages[s.seat, kind])
    return worth * s.failures[s.seat] if kind == Advantage.ENGINE_MAINTENANCE else worth


@kernel
def best_pair(t: Tables, s: State, mask: Mask, worths: Params) -> int:
    """Leave out the die that brings least; engine failures bring most."""
    best, least = Action.PAIR + 0, 1e9
    for k in range(PAIRS):
        if mask[Action.PAIR + k] == 0:
            continue
        kind = s.dice[k] - FIRST_NUMBER
        worth = 1e8
        if s.dice[k] != FAILURE:
            worth = worth_of_advantage(s, kind, worths) if available(t, s, kind) else -1e8
        if worth < least:
            best, least = Action.PAIR + k, worth
    return best


@kernel
def best_wild(s: State, mask: Mask, worths: Params) -> int:
    """The type of advantage that is worth most."""
    best, most = Action.ADVANTAGE + 0, -1e8
    for kind in range(ADVANTAGES):
        if mask[Action.ADVANTAGE + kind] != 0:
            worth = worth_of_advantage(s, kind, worths)
            if worth > most:
                best, most = Action.ADVANTAGE + kind, worth
    return best
