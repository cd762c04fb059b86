"""What can be inconsistent in a flight: where it goes, with what, what it costs, new stops, contracts and cubes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .actions import Action
from .faults_in_play import step_of
from .faults_of_events import AFTER_RUN, BEFORE_LANDING
from .limits import (
    CARGOES,
    CITIES,
    CUBES,
    DISTANCES,
    LEGENDARY_STRIP,
    NONE,
    SLOTS,
    WEATHER_LINES,
    Condition,
    Continent,
    Legend,
    Rank,
    RecordKind,
    StripEffect,
)
from .names import city_name
from .state import Event, Phase
from .worked_out import Fact, WorkedOut

if TYPE_CHECKING:
    from .._core.game import Game


def faults_of_flights(game: Game, s: Any, worked_out: WorkedOut) -> list[str]:
    """What is inconsistent in the flight of a State record whose event is one."""
    step = step_of(s)
    kind = _creation_faults if s.event == Event.CREATING else _run_faults
    return [*_way_faults(game, s, step, worked_out), *kind(game, s, step, worked_out)]


def _way_faults(game: Game, s: Any, step: Phase, worked_out: WorkedOut) -> Iterator[str]:
    """The flight is possible with its aeroplane, pilot and feat, from another stop."""
    t, facts = game._gate.tables, worked_out.facts
    own = ((s.cubes[s.seat] > 0) | (s.monopoly == s.seat)) & (np.arange(CITIES) != s.city)
    if s.origin != NONE and s.origin not in t.region[own]:
        yield f"seat {s.seat} has no other stop in region {s.origin} to take off from"
    if step == Phase.FEAT and not worked_out.mask[Action.IGNORE_WEATHER : Action.ABILITY + 1].any():
        yield f"there is nothing that a feat of seat {s.seat} can do"
    if s.place == NONE:
        return
    landed = step not in BEFORE_LANDING
    condition, runway = int(s.condition[s.seat, s.place]), int(s.runway[s.seat, s.place])
    if (condition, runway) != ((Condition.USED, s.city) if landed else (Condition.AVAILABLE, NONE)):
        yield f"the aeroplane in place {s.place} of seat {s.seat} is not where the flight is"
    if s.event == Event.CREATING and t.has_weather[game.options[0].scenario]:
        to = int(t.region[s.city])
        if (s.card[min(s.origin, to) : max(s.origin, to)] == NONE).any():
            yield f"weather on the way to {city_name(game, s.city)} was not turned up"
    if not landed:
        if not facts[Fact.IN_CALM] or not s.logistics[s.seat]:
            yield f"seat {s.seat} cannot have announced this flight to {city_name(game, s.city)}"
        return
    # What a strip brings or takes comes after the flight is paid for.
    points = 0 if s.event == Event.CREATING and step == Phase.CONVERTING else int(s.logistics[s.seat])
    if s.pilot != NONE and (facts[Fact.COST] == NONE or points + facts[Fact.COST] > t.gauge):
        yield f"seat {s.seat} cannot have flown to {city_name(game, s.city)}"
    if (s.ignored != NONE or (s.able and s.pilot != NONE)) and not facts[Fact.FEAT_HELPS]:
        yield f"the feat that seat {s.seat} has executed does nothing on the way to {city_name(game, s.city)}"


def _creation_faults(game: Game, s: Any, step: Phase, worked_out: WorkedOut) -> Iterator[str]:
    """A new stop: the city is open, then come its strip, a legend or a loss, and the diamond of the last city."""
    t, seat, city = game._gate.tables, int(s.seat), int(s.city)
    name = city_name(game, city)
    if step in (*BEFORE_LANDING, Phase.STRIP):
        full = s.cubes[:, city].sum() >= s.maximum[city] or not s.face_down[city] or s.monopoly[city] != NONE
        if full or s.cubes[seat, city] or s.cubes[seat].sum() >= CUBES:
            yield f"seat {seat} can create no stop in {name}"
    elif step != Phase.CONVERTING and s.cubes[seat, city] != worked_out.facts[Fact.CUBES]:
        yield f"seat {seat} has {s.cubes[seat, city]} cubes in {name}; the strip brings {worked_out.facts[Fact.CUBES]}"
    africa = t.continent[city] == Continent.AFRICA and t.has_legends[game.options[0].scenario]
    strips = [strip for strip in s.strip[city].tolist() if strip != NONE]
    if step == Phase.STRIP and not (africa and s.legend_strip[seat]):
        yield f"seat {seat} has no legendary strip to lay in {name}"
    if step == Phase.LEGEND:
        laid = africa and not s.legend_strip[seat] and LEGENDARY_STRIP in strips[-1:]
        if not laid or s.legend[seat] != NONE or s.pilot == Rank.LEGENDARY:
            yield f"the pilot of seat {seat} in {name} does not turn into a legendary one"
    if step == Phase.STRIP_EFFECT:
        effect = int(t.strip_effect[strips[-1]]) if strips else StripEffect.NOTHING
        saves = s.pilot == Rank.LEGENDARY and s.feat[seat] and s.legend[seat] == Legend.IGNORE_STRIP
        if effect != StripEffect.HOSTAGE and not (effect == StripEffect.REPEATED_CRASHES and saves):
            yield f"no strip in {name} asks seat {seat} how to bear a loss"
    if step == Phase.CONVERTING and city != t.last_city:
        yield f"seat {seat} has won no wings by a stop in {name}"


def _run_faults(game: Game, s: Any, step: Phase, worked_out: WorkedOut) -> Iterator[str]:
    """A run: to an own stop, with contracts that fit into the aeroplane, and for as many cubes as they bring."""
    seat, city = int(s.seat), int(s.city)
    if not s.cubes[seat, city] and s.monopoly[city] != seat:
        yield f"seat {seat} makes a run to {city_name(game, city)}, where it has no stop"
    if step in BEFORE_LANDING:
        return
    yield from _contract_faults(game, s, step, worked_out.facts[Fact.KINDS])
    if step in AFTER_RUN:
        yield from _first_faults(game, s)
    if step in (Phase.REMOVING, Phase.MONOPOLY):
        yield from _cube_faults(game, s, step, worked_out.facts[Fact.INCREASE])


def _contract_faults(game: Game, s: Any, step: Phase, kinds: int) -> Iterator[str]:
    """Contracts lie in the city, fit together, and of equal ones the first is meant; what is carried is theirs."""
    t, row = game._gate.tables, s.strip[s.city].tolist()
    chosen = [slot for slot in range(SLOTS) if s.contracts >> slot & 1]
    if any(row[slot] == NONE or not t.asks_all[row[slot]] for slot in chosen):
        yield "a contract is executed in a slot without one"
        return
    strips = [row[slot] for slot in chosen]
    tile = t.tile_bonus * _has_tile(s, RecordKind.SPEED)
    capacity = int(t.capacity[s.company[s.seat], s.fleet[s.seat, s.place]]) + tile
    if s.load != sum(t.asks_all[strips].tolist()) or s.load > capacity:
        yield f"the contracts take {s.load} elements, but the aeroplane of capacity {capacity} does not carry them"
    fixed, anything = 0, sum(t.asks_any[strips].tolist())
    for before, slot in zip([NONE, *chosen], chosen, strict=False):
        fixed |= int(t.needs[row[slot]])
        if t.likeness[row[slot]] in t.likeness[row[before + 1 : slot]]:
            yield f"the contract in slot {slot} is executed, but an equal one is meant"
    added = s.carried & ~fixed
    if fixed & ~kinds or s.carried & ~kinds or added.bit_count() > anything or (s.carried and fixed & ~s.carried):
        yield f"the run cannot carry the set {s.carried:03b} for its contracts"
    if step == Phase.CARGO and not anything:
        yield "there is no choice of what to carry"


def _has_tile(s: Any, record: int) -> bool:
    return s.tile_owner[record] == s.seat and s.tile_place[record] == s.place


def _first_faults(game: Game, s: Any) -> Iterator[str]:
    """Wings of pioneers and of distance that the run could win have been won."""
    t = game._gate.tables
    if not t.has_wings[game.options[0].scenario]:
        return
    if s.farthest < min(abs(s.origin - int(t.region[s.city])), DISTANCES):
        yield f"the run was over more lines than {s.farthest}, the farthest one"
    for zone in zones_of_run(t, s):
        taken = int(s.pioneers[zone])
        if taken < CARGOES and s.carried >> taken & 1:
            yield f"wing {taken} of pioneers in zone {zone} has not been won by the run"


def zones_of_run(t: Any, s: Any) -> list[int]:
    """Zones in which the run can be a pioneer's: lines that it crosses and the continent where it lands."""
    to = int(t.region[s.city])
    lines = list(range(min(s.origin, to), min(max(s.origin, to), WEATHER_LINES)))
    continent = int(t.continent[s.city]) - Continent.AFRICA
    return lines + ([WEATHER_LINES + continent] if continent >= 0 else [])


def _cube_faults(game: Game, s: Any, step: Phase, increase: int) -> Iterator[str]:
    """Cubes go from a full city, as many as the run still brings; then the runner may be alone there."""
    cubes, name = s.cubes[: game.players, s.city].tolist(), city_name(game, s.city)
    if s.monopoly[s.city] != NONE or sum(cubes) != s.maximum[s.city]:
        yield f"{name} is not full of cubes"
    if s.due + bool(s.removing) > increase or s.due + s.cubes[s.seat].sum() > CUBES:
        yield f"seat {s.seat} has no {s.due} cubes to put in {name}"
    if step == Phase.MONOPOLY and (cubes[s.seat] != sum(cubes) or not increase):
        yield f"seat {s.seat} has not got the monopoly of {name}"
