"""Small choices that novice and adept make alike."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import (
    CARGO_SETS,
    DESIGNS,
    LEGENDS,
    MAX_SEATS,
    RANKS,
    RECORDS,
    REGIONS,
    SLOTS,
    TARGETS,
    RecordKind,
)
from ....envs.aeropostale.rules.common import clockwise
from ....envs.aeropostale.state import Event, Options, Phase, State
from ....envs.aeropostale.tables import Tables
from .features import IMPOSSIBLE, Mask, first_legal


@kernel
def plain_choice(t: Tables, o: Options, s: State, mask: Mask) -> int:
    """What players without a plan decide alike: the least pilot, no feat unless it is needed, the dearest contract."""
    if s.phase == Phase.TAKE_OFF:
        return nearest_take_off(t, s, mask)
    if s.phase == Phase.PILOT:
        pilot = first_legal(mask, Action.PILOT, RANKS)
        return pilot if pilot >= 0 else Action.CANCEL + 0
    if s.phase == Phase.FEAT:
        feat = first_legal(mask, Action.IGNORE_WEATHER, Action.ABILITY + 1 - Action.IGNORE_WEATHER)
        return Action.NO_FEAT + 0 if mask[Action.NO_FEAT] != 0 else feat
    if s.phase == Phase.STRIP:
        return Action.LEGENDARY_STRIP if t.race[o.scenario] else Action.REVEAL + 0
    if s.phase == Phase.STRIP_EFFECT:
        return first_legal(mask, Action.LOSE_PILOT, 2)
    if s.phase == Phase.CONTRACTS:
        return dearest_contract(t, s, mask)
    if s.phase == Phase.CARGO:
        return fullest_cargo(mask)
    if s.phase == Phase.REMOVING:
        return strongest_removed(o, s, mask)
    return plain_fleet(t, s, mask)


@kernel
def plain_fleet(t: Tables, s: State, mask: Mask) -> int:
    """Tiles go under what carries most; fleets are left as they are; any monopoly tile and any legendary pilot."""
    if s.phase == Phase.DESIGN and s.event == Event.CREATING:
        return cheapest_design(t, s, mask)
    if s.phase == Phase.TILE and s.record // TARGETS == RecordKind.ALTITUDE:
        return farthest_design(t, s, mask)
    if s.phase == Phase.TILE or s.phase == Phase.DESIGN or s.phase == Phase.MOVING_TILE:
        return largest_design(t, s, mask)
    if s.phase == Phase.SWAP:
        return first_legal(mask, Action.DESIGN, DESIGNS)
    if s.phase == Phase.MONOPOLY:
        return first_legal(mask, Action.MONOPOLY, 2)
    if s.phase == Phase.LEGEND:
        return first_legal(mask, Action.LEGEND, LEGENDS)
    return Action.FINISH + 0 if mask[Action.FINISH] != 0 else first_legal(mask, Action.PUT_IN, DESIGNS + RECORDS)


@kernel
def nearest_take_off(t: Tables, s: State, mask: Mask) -> int:
    """The region that the flight crosses the fewest lines from."""
    best, least = -1, 99
    for region in range(REGIONS):
        distance = abs(region - t.region[s.city])
        if mask[Action.TAKE_OFF + region] != 0 and distance < least:
            best, least = Action.TAKE_OFF + region, distance
    return best


@kernel
def cheapest_design(t: Tables, s: State, mask: Mask) -> int:
    """The legal aeroplane that consumes least."""
    best, least = -1, 99
    for design in range(DESIGNS):
        fuel = t.fuel[s.company[s.seat], design]
        if mask[Action.DESIGN + design] != 0 and fuel < least:
            best, least = Action.DESIGN + design, fuel + 0
    return best


@kernel
def largest_design(t: Tables, s: State, mask: Mask) -> int:
    """The legal aeroplane that carries most."""
    best, most = -1, -1
    for design in range(DESIGNS):
        capacity = t.capacity[s.company[s.seat], design]
        if mask[Action.DESIGN + design] != 0 and capacity > most:
            best, most = Action.DESIGN + design, capacity + 0
    return best


@kernel
def farthest_design(t: Tables, s: State, mask: Mask) -> int:
    """The legal aeroplane with the longest range."""
    best, most = -1, -1
    for design in range(DESIGNS):
        reach = t.range[s.company[s.seat], design]
        if mask[Action.DESIGN + design] != 0 and reach > most:
            best, most = Action.DESIGN + design, reach + 0
    return best


@kernel
def dearest_contract(t: Tables, s: State, mask: Mask) -> int:
    """The legal contract that pays most."""
    best, most = Action.FINISH + 0, IMPOSSIBLE
    for slot in range(SLOTS):
        if mask[Action.CONTRACT + slot] != 0 and t.worth[s.strip[s.city, slot]] > most:
            best, most = Action.CONTRACT + slot, float(t.worth[s.strip[s.city, slot]])
    return best


@kernel
def fullest_cargo(mask: Mask) -> int:
    """The last legal set of things to carry: sets with passengers and freight come last."""
    best = -1
    for cargo in range(CARGO_SETS):
        if mask[Action.CARRY + cargo] != 0:
            best = Action.CARRY + cargo
    return best


@kernel
def strongest_removed(o: Options, s: State, mask: Mask) -> int:
    """The rival with the most cubes in the city."""
    best, most = -1, -1
    for k in range(1, MAX_SEATS):
        if mask[Action.REMOVE + k - 1] != 0:
            cubes = s.cubes[clockwise(o, s.seat, k), s.city]
            if cubes > most:
                best, most = Action.REMOVE + k - 1, cubes + 0
    return best
