"""Wings that an action has won, and those that were lost for want of a slot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..actions import Action
from ..limits import NONE, PIONEER_ZONES, SLOTS, WEATHER_LINES, Cargo, RecordKind, Wing
from ..names import city_name, line_name, record_name
from ..rules.runs import bronze_of_weather, elements_of_any_kind, fixed_kinds
from ..state import Phase
from .words import CONTINENT_NAMES, counted, has_wings, wing_words

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

Gain = tuple[str, Any]
"""What wings were won for, and how many of each kind."""


def wings_told(game: Game, before: State, action: int, after: State) -> list[str]:
    """The wings of an action, each with its reason, and those that found no slot."""
    if not has_wings(game):
        return []
    seat = int(before.seat)
    gains = [(why, wings) for why, wings in _gains(game, before, action, after) if wings.any()]
    lines = [f"wins {wing_words(wings)} {why}" for why, wings in gains]
    held = before.wings[seat].astype(int) + sum((wings for _, wings in gains), np.zeros(len(Wing), dtype=int))
    if Action.CONVERT <= action < Action.TAKE_OFF:
        kind = action - Action.CONVERT
        held[kind] -= game.tables[0].exchange[kind]
        held[kind + 1] += 1
    lost = np.maximum(held - after.wings[seat], 0)
    return lines + ([f"loses {wing_words(lost)}, which have no slot"] if lost.any() else [])


def _gains(game: Game, before: State, action: int, after: State) -> list[Gain]:
    return [
        *_of_run(game, before, action),
        *_of_pioneers(game, before, after),
        *_of_records(game, before, after),
        *_of_last_city(game, before, after),
    ]


def _of_run(game: Game, before: State, action: int) -> list[Gain]:
    """What contracts and weather pay, once the cargo is known."""
    t = game.tables[0]
    if before.phase == Phase.CARGO:
        kinds = action - Action.CARRY + 1
    elif before.phase == Phase.CONTRACTS and action == Action.FINISH and not elements_of_any_kind(t, before):
        kinds = int(fixed_kinds(t, before))
    else:
        return []
    chosen = [int(before.strip[before.city, slot]) for slot in range(SLOTS) if int(before.contracts) >> slot & 1]
    paid = sum((_wings(t.earns[strip]) for strip in chosen), _wings([]))
    bronze = _wings([int(bronze_of_weather(t, before, kinds))])
    return [("for contracts" if len(chosen) > 1 else "for the contract", paid), ("by the weather", bronze)]


def _of_pioneers(game: Game, before: State, after: State) -> list[Gain]:
    """The first transport over lines and to continents, and the longest run."""
    t = game.tables[0]
    found = []
    for zone in range(PIONEER_ZONES):
        for cargo in range(int(before.pioneers[zone]), int(after.pioneers[zone])):
            over = zone < WEATHER_LINES
            where = f"over {line_name(game, zone)}" if over else f"to {CONTINENT_NAMES[zone - WEATHER_LINES + 1]}"
            found.append((f"for the first {Cargo(cargo).name.lower()} {where}", _wings(t.pioneer_wings[zone, cargo])))
    if after.farthest > before.farthest:
        lines = int(after.farthest)
        found.append((f"for the first run over {counted(lines, 'line')}", _wings(t.distance_wings[lines])))
    return found


def _of_records(game: Game, before: State, after: State) -> list[Gain]:
    """Wings that lay on the squares of a record."""
    found = []
    for kind in RecordKind:
        squares = game.tables[0].record_wings[kind, int(before.swept[kind]) + 1 : int(after.swept[kind]) + 1]
        found.append((f"on the {record_name(kind)} track", _wings(squares.sum(axis=0))))
    return found


def _of_last_city(game: Game, before: State, after: State) -> list[Gain]:
    """The diamond of the first stop in the last city."""
    t, seat = game.tables[0], int(before.seat)
    if before.city == NONE or after.diamond[seat] == before.diamond[seat]:
        return []
    wings = _wings([0, 0, 0, int(t.diamonds)])
    return [(f"for the stop in {city_name(game, int(t.last_city))}", wings)]


def _wings(counts: Any) -> Any:
    """Counts of the first kinds of wings, int64 [Wing]."""
    wings = np.zeros(len(Wing), dtype=np.int64)
    wings[: len(counts)] = counts
    return wings
