"""What can be inconsistent in wings: more than slots hold and gains explain, and a goal that was reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .faults_in_play import step_of
from .faults_of_flights import zones_of_run
from .limits import CONTINENTS, DISTANCES, SLOTS, TARGETS, WINGS, Wing
from .state import Event, Phase
from .worked_out import Fact, WorkedOut

if TYPE_CHECKING:
    from .._core.game import Game


def faults_of_wings(game: Game, s: Any, worked_out: WorkedOut) -> list[str]:
    """What is inconsistent in the wings of a State record, and in who has won, reached the goal or gained wings."""
    return [
        *_slot_faults(game, s, worked_out),
        *_goal_faults(game, s, worked_out),
        *_diamond_faults(game, s),
        *_supremacy_faults(game, s, worked_out),
    ]


def _slot_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """Wings lie in slots; more than these has only who has just gained some, or is converting them."""
    t, step = game._gate.tables, step_of(s)
    if not t.has_wings[game.options[0].scenario]:
        return
    slots = [int(number) for number in t.slots]
    gold = CONTINENTS * int(t.supremacy_gold)
    for seat in range(game.players):
        most, wings = slots.copy(), s.wings[seat].tolist()
        waiting = s.event == Event.SUPREMACY and (seat - s.first) % game.players >= s.acted
        if seat == s.seat and step == Phase.CONVERTING:
            most = [a + b for a, b in zip(slots, _gain(t, s, worked_out), strict=True)]
        elif waiting and s.gained >> seat & 1:
            most[Wing.GOLD] += gold
        converting = seat == s.seat and step in (Phase.CONVERTING, Phase.ACTION)
        fine = _can_be_converted_to(t, most, wings) if converting else all(np.less_equal(wings, most))
        if not fine:
            yield f"seat {seat} has the wings {wings}, more than it can have"
    if step == Phase.CONVERTING and not s.done and not (s.wings[s.seat] >= t.exchange)[: WINGS - 1].any():
        yield f"seat {s.seat} has no wings to convert"


def _can_be_converted_to(t: Any, most: list[int], wings: list[int]) -> bool:
    """Whether wings can come from at most so many of each kind by conversions, as few of them as possible."""
    given = 0
    for kind in range(WINGS - 1, 0, -1):
        given = max(0, wings[kind] - most[kind] + given * int(t.exchange[kind]))
    return wings[0] + given * int(t.exchange[0]) <= most[0]


def _gain(t: Any, s: Any, worked_out: WorkedOut) -> list[int]:
    """The most wings that the event has brought."""
    gain = np.zeros(WINGS, dtype=int)
    if s.event == Event.CREATING:
        gain[Wing.DIAMOND] = t.diamonds
    elif s.event == Event.SUPREMACY:
        gain[Wing.GOLD] = CONTINENTS * t.supremacy_gold
    elif s.event == Event.BREAKING_RECORD:
        gain[:2] = t.record_wings[s.record // TARGETS, : s.record % TARGETS + 2].sum(axis=0)
    elif s.event == Event.RUNNING:
        gain[Wing.BRONZE] = worked_out.facts[Fact.BRONZE]
        strips = [int(s.strip[s.city, slot]) for slot in range(SLOTS) if s.contracts >> slot & 1]
        gain[:2] += t.earns[strips].sum(axis=0)
        gain[:2] += t.distance_wings[min(abs(s.origin - int(t.region[s.city])), DISTANCES)]
        for zone in zones_of_run(t, s):
            for cargo in range(s.pioneers[zone]):
                gain[:2] += t.pioneer_wings[zone, cargo] * (s.carried >> cargo & 1)
    return gain.tolist()


def _goal_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """Who has reached the goal has won, at once or at the end of the turn."""
    reached = worked_out.facts[Fact.REACHED]
    won = sum(1 << seat for seat in np.flatnonzero(s.won).tolist())
    race = game._gate.tables.race[game.options[0].scenario]
    if s.done and won != reached and not race:
        yield f"the seats of the set {reached:b} have reached the goal, but those of {won:b} have won"


def _diamond_faults(game: Game, s: Any) -> Iterator[str]:
    """Who has won something by a stop in the last city has had the diamond."""
    t, scenario, city = game._gate.tables, int(game.options[0].scenario), int(game._gate.tables.last_city)
    if not t.has_wings[scenario] or t.race[scenario] or not t.diamonds:
        return
    landing = s.event == Event.CREATING and s.city == city
    if landing and step_of(s) == Phase.CONVERTING and not s.diamond[s.seat]:
        yield f"seat {s.seat} has created a stop in the last city, but has had no diamond"


def _supremacy_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """Wings of supremacy are gained by those who have it."""
    if s.event == Event.SUPREMACY and (s.gained != worked_out.facts[Fact.SUPREME] or not s.gained >> s.seat & 1):
        yield f"the seats of the set {s.gained:b} have gained wings of supremacy, which is not theirs"
