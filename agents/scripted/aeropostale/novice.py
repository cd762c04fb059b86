"""The novice: rules of thumb. Runs where contracts pay, else creates a stop, else sees to logistics and pilots."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bots import Bot
from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import CARGO_SETS, CITIES, DESIGNS, MAX_CAPACITY, RANKS, RECORDS, TARGETS, Wing
from ....envs.aeropostale.state import Options, Phase, State
from ....envs.aeropostale.tables import Tables
from .features import Mask, Params, available_pilots, first_legal, free_space
from .plain_choices import plain_choice
from .race import farthest_region, flying_pilots, record_for_race


class P(IntEnum):
    """Where each number stands."""

    POOR = 0
    """Logistics points below which it sees to logistics first."""
    PAY = 1
    """Bronze wings from which a run is worth it."""
    RECORD = 2
    """Highest level of a record that it tries."""

    RACE_POOR = 3
    """The same as the first number, in the race to the last city."""

    RACE_PILOTS = 4
    """Pilots for South America up to which it tries to get more in the race."""


PARAMS = np.array([2.0, 1.0, 2.0, 3.0, 1.0])


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[np.record],
) -> int:
    """Play by rules of thumb."""
    if s.phase == Phase.ACTION:
        return choose_in_race(t, s, mask, params) if t.race[o.scenario] else choose_action(t, s, mask, params)
    if s.phase == Phase.REGISTERING:
        return Action.STAY_AWAY
    if s.phase == Phase.CONVERTING:
        return convert_what_overflows(t, s, mask)
    return plain_choice(t, o, s, mask)


@kernel
def choose_action(t: Tables, s: State, mask: Mask, p: Params) -> int:
    """Logistics if they are low, else a run, else a stop, else an easy record, else whatever helps later."""
    if s.logistics[s.seat] < p[P.POOR]:
        return Action.LOGISTICS
    action = dearest_run(s, mask, p)
    if action < 0:
        action = roomiest_city(s, mask)
    if action < 0:
        action = easiest_record(mask, p)
    if action < 0 and available_pilots(s, s.seat) == 0:
        action = first_legal(mask, Action.RECRUIT, 1)
    if action < 0:
        action = first_legal(mask, Action.MAINTENANCE, DESIGNS + RANKS - 1)
    if action < 0:
        action = first_legal(mask, Action.LOGISTICS, 1)
    return action if action >= 0 else Action.PASS + 0


@kernel
def choose_in_race(t: Tables, s: State, mask: Mask, p: Params) -> int:
    """A stop farther out, else a record that is missing on the way, else whatever lets them fly again."""
    record = record_for_race(s)
    action = farthest_city(t, s, mask, farthest_region(t, s))
    if record >= 0 and (action < 0 or flying_pilots(s) == 0):
        found = first_legal(mask, Action.RECORD + record * TARGETS, TARGETS)
        action = found if found >= 0 else action
    if action < 0 and s.logistics[s.seat] < p[P.RACE_POOR]:
        action = first_legal(mask, Action.LOGISTICS, 1)
    if action < 0:
        action = first_legal(mask, Action.RECOVERY, RANKS - 1)
    if action < 0 and flying_pilots(s) < p[P.RACE_PILOTS]:
        action = easiest_record(mask, p)
    if action < 0:
        action = first_legal(mask, Action.MAINTENANCE, DESIGNS)
    if action < 0:
        action = first_legal(mask, Action.LOGISTICS, 1)
    return action if action >= 0 else Action.PASS + 0


@kernel
def farthest_city(t: Tables, s: State, mask: Mask, farthest: int) -> int:
    """The city farthest beyond a region in which a stop can be created, −1: none."""
    best = -1
    for city in range(CITIES):
        if mask[Action.CREATE + city] != 0 and t.region[city] > farthest:
            best, farthest = Action.CREATE + city, t.region[city] + 0
    return best


@kernel
def dearest_run(s: State, mask: Mask, p: Params) -> int:
    """The city whose contracts pay most, whatever can be carried; −1: none pays."""
    best, most = -1, p[P.PAY]
    for city in range(CITIES):
        pay = s.pays[city, MAX_CAPACITY - 1, CARGO_SETS - 1]
        if mask[Action.RUN + city] != 0 and pay >= most:
            best, most = Action.RUN + city, pay + 1.0
    return best


@kernel
def roomiest_city(s: State, mask: Mask) -> int:
    """The city with the most free space in which a stop can be created, −1: none."""
    best, most = -1, 0
    for city in range(CITIES):
        if mask[Action.CREATE + city] != 0 and free_space(s, city) > most:
            best, most = Action.CREATE + city, free_space(s, city)
    return best


@kernel
def easiest_record(mask: Mask, p: Params) -> int:
    """The record with the lowest target that is not too high, −1: none."""
    for target in range(int(p[P.RECORD])):
        for record in range(RECORDS):
            action = Action.RECORD + record * TARGETS + target
            if mask[action] != 0:
                return action
    return -1


@kernel
def convert_what_overflows(t: Tables, s: State, mask: Mask) -> int:
    """Convert wings that find no slot."""
    for kind in range(Wing.DIAMOND + 0):
        if mask[Action.CONVERT + kind] != 0 and s.wings[s.seat, kind] > t.slots[kind]:
            return Action.CONVERT + kind
    return Action.FINISH


NOVICE = Bot("novice", choose, PARAMS, doc="rules of thumb; runs that pay, new stops, easy records, then logistics")
