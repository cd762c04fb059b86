"""The novice: rules of thumb. Somewhere that makes sense, a full tank, the neighbour that pays most at once."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bots import Bot, pick_legal
from ....envs._core.chance import draw_from
from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import AIRCRAFT, CITIES, EQUIPMENTS, OBJECTIVE_RIVER, SLOTS, BasicAction, Slot
from ....envs.air_postal.rules.common import flies_on
from ....envs.air_postal.rules.scoring import level_of
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .features import IMPOSSIBLE, Mask, Params, earned_by_landing, objectives_held
from .plain_choices import affordable_fuel, plain_choice


class P(IntEnum):
    """Where each number stands."""

    RICH = 0
    """Money in $1,000 from which it thinks of equipment or another aircraft."""
    POOR = 1
    """Money in $1,000 below which it does not fly."""
    HELD = 2
    """Objective cards from which it takes no more."""
    GLORY = 3
    """Money in $1,000 that a point of glory seems worth."""


PARAMS = np.array([60.0, 20.0, 3.0, 12.0])


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
    if s.phase == Phase.PLACING:
        return choose_slot(s, mask, params, rng)
    if s.phase == Phase.BASIC_ACTION:
        return choose_basic(s, params, rng)
    if s.phase == Phase.PREFLIGHT:
        return affordable_fuel(t, s, mask)
    if s.phase == Phase.FLYING:
        return choose_destination(t, s, mask, params, rng)
    if s.phase == Phase.OBJECTIVE:
        return dearest_objective(t, s, mask)
    if s.phase == Phase.CHANGE:
        return highest_aircraft(t, s, mask)
    if s.phase == Phase.MAINTENANCE:
        return any_card(s, mask, params, rng)
    return plain_choice(t, o, s, mask)


@kernel
def makes_sense(s: State, p: Params, slot: int) -> bool:
    """Whether a slot is of use: not a flight without money, nor equipment, nor ever more objectives."""
    money = s.money[s.seat]
    if slot == Slot.FLIGHT_OPS:
        return money >= p[P.POOR]
    if slot == Slot.OBJECTIVES or slot == Slot.OBJECTIVES_AND_REVENUES:
        return objectives_held(s, s.seat) < p[P.HELD]
    if slot == Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE:
        return money >= p[P.RICH]
    return money < p[P.RICH]


@kernel
def choose_slot(s: State, mask: Mask, p: Params, rng: NDArray[np.uint64]) -> int:
    """A slot at random, of those that make sense; flying is twice as likely as any other."""
    seen, best = 0, -1
    for slot in range(SLOTS):
        if mask[Action.SLOT + slot] != 0 and makes_sense(s, p, slot):
            weight = 2 if slot == Slot.FLIGHT_OPS else 1
            seen += weight
            if draw_from(rng, seen) < weight:
                best = Action.SLOT + slot
    return best if best >= 0 else pick_legal(mask, rng)


@kernel
def choose_basic(s: State, p: Params, rng: NDArray[np.uint64]) -> int:
    """The same for the three actions of the Basic variant."""
    money = s.money[s.seat]
    if money < p[P.POOR]:
        return Action.BASIC + BasicAction.OBJECTIVES
    if money >= p[P.RICH] and draw_from(rng, 3) == 0:
        return Action.BASIC + BasicAction.MAINTENANCE
    few = objectives_held(s, s.seat) < p[P.HELD] and draw_from(rng, 3) == 0
    return Action.BASIC + BasicAction.OBJECTIVES if few else Action.BASIC + BasicAction.FLIGHT_OPS


@kernel
def choose_destination(t: Tables, s: State, mask: Mask, p: Params, rng: NDArray[np.uint64]) -> int:
    """The neighbour that pays most at once, if fuel lasts on average; the first flight goes anywhere."""
    best, most = Action.FINISH + 0, IMPOSSIBLE if s.flown == 0 else 0.0
    for city in range(CITIES):
        if mask[Action.CITY + city] != 0:
            route = t.route_to[flies_on(t, s), s.city[s.seat], city]
            if t.route_fuel[route] > s.fuel[s.seat] or t.route_endurance[route] > s.endurance[s.seat]:
                continue
            glory, money = earned_by_landing(t, s, route, city)
            worth = p[P.GLORY] * glory + money
            worth += draw_from(rng, 100) / 100.0 if worth == 0.0 and s.flown == 0 else 0.0
            if worth > most:
                best, most = Action.CITY + city, worth
    return best


@kernel
def dearest_objective(t: Tables, s: State, mask: Mask) -> int:
    """The Objective card with most glory, or the top of the deck."""
    best, most = Action.DECK + 0, 0
    for place in range(OBJECTIVE_RIVER):
        if mask[Action.OBJECTIVE + place] != 0 and t.objective_glory[s.objective_river[place]] > most:
            best, most = Action.OBJECTIVE + place, t.objective_glory[s.objective_river[place]] + 0
    return best


@kernel
def highest_aircraft(t: Tables, s: State, mask: Mask) -> int:
    """The aircraft of the highest level that it can pay, if higher than its own; of several, with the longest range."""
    best, most = Action.FINISH + 0, 20 * level_of(t, s, s.seat) + 19
    for aircraft in range(AIRCRAFT):
        worth = 20 * int(t.level[aircraft]) + int(t.range[aircraft])
        if mask[Action.AIRCRAFT + aircraft] != 0 and worth > most:
            best, most = Action.AIRCRAFT + aircraft, worth
    return best


@kernel
def any_card(s: State, mask: Mask, p: Params, rng: NDArray[np.uint64]) -> int:
    """A System or Crew card at random while there is money to spare."""
    if s.money[s.seat] < p[P.RICH]:
        return Action.FINISH
    seen, best = 0, Action.FINISH + 0
    for card in range(EQUIPMENTS):
        if mask[Action.BUY + card] != 0:
            seen += 1
            if draw_from(rng, seen) == 0:
                best = Action.BUY + card
    return best


NOVICE = Bot(
    "novice",
    choose,
    PARAMS,
    doc="rules of thumb: any slot that makes sense, a full tank, the neighbour that pays most",
    names=tuple(number.name.lower() for number in P),
)
