"""What can be inconsistent in what is going on: fields that an event needs or leaves clear, records and the fleet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .faults_in_play import CHANGES, FLIGHTS, step_of
from .limits import BEYOND, FLEET, LEVELS, NONE, RECORDS, TARGETS, Legend, Rank
from .state import Event, Phase

if TYPE_CHECKING:
    from .._core.game import Game

CLEAR = {
    **dict.fromkeys(("city", "origin", "place", "pilot", "ignored", "record"), NONE),
    **dict.fromkeys(("able", "contracts", "load", "carried", "due", "removing", "world", "spare", "swapped"), 0),
    **dict.fromkeys(("incoming", "moving", "last_in", "last_moved"), NONE),
    "gained": 0,
}
"""Fields of events, as they are where they have no meaning."""

BEFORE_LANDING = (Phase.TAKE_OFF, Phase.DESIGN, Phase.PILOT, Phase.FEAT)
AFTER_RUN = (Phase.CONVERTING, Phase.REMOVING, Phase.MONOPOLY)
"""Phases of a run when it is known what it carries."""


def faults_of_events(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the event of a State record that is in order otherwise; rules are not asked."""
    event, step = Event(s.event), step_of(s)
    needed, allowed = _needed(event, step), _allowed(event, step)
    found = []
    for name, clear in CLEAR.items():
        if s[name] == clear and name in needed:
            found.append(f"{name} is {s[name]}, though {event.name} needs it in phase {step.name}")
        if s[name] != clear and name not in needed and name not in allowed:
            found.append(f"{name} is {s[name]}, which means nothing to {event.name} in phase {step.name}")
    if found:
        return found
    if s.place != NONE and s.fleet[s.seat, s.place] == NONE:
        return [f"seat {s.seat} flies without an aeroplane: place {s.place} is empty"]
    return [
        *_feat_faults(s, event, step),
        *(_record_faults(game, s, step) if event == Event.BREAKING_RECORD else ()),
        *(_change_faults(s, step) if step in CHANGES else ()),
    ]


def _needed(event: Event, step: Phase) -> set[str]:
    """Fields that an event must have in a phase."""
    needed = set()
    if event in FLIGHTS:
        needed |= {"city"} | ({"origin"} if step != Phase.TAKE_OFF else set())
        needed |= {"place"} if step not in (Phase.TAKE_OFF, Phase.DESIGN) else set()
        lost = event == Event.CREATING and step == Phase.CONVERTING
        needed |= {"pilot"} if step not in BEFORE_LANDING[:3] and not lost else set()
    if event == Event.RUNNING:
        needed |= {"contracts", "load"} if step in (Phase.CARGO, *AFTER_RUN) else set()
        needed |= {"carried"} if step in AFTER_RUN else set()
        needed |= {"due"} if step == Phase.REMOVING else set()
    if event == Event.BREAKING_RECORD:
        needed |= {"record"} | ({"pilot"} if step != Phase.PILOT else set())
        needed |= {"world"} if step == Phase.TILE else set()
    needed |= {Event.MEETING: {"pilot"}, Event.SUPREMACY: {"gained"}}.get(event, set())
    return needed | {Phase.SWAP: {"incoming", "spare"}, Phase.MOVING_TILE: {"moving"}}.get(step, set())


def _allowed(event: Event, step: Phase) -> set[str]:
    """Fields that it may have besides."""
    allowed = {"spare", "swapped", "last_in", "last_moved"} if step in CHANGES else set()
    if event in FLIGHTS and step not in BEFORE_LANDING:
        allowed |= {"ignored", "able", "pilot"}
    if step == Phase.CONTRACTS:
        allowed |= {"contracts", "load"}
    if step in (Phase.REMOVING, Phase.MONOPOLY):
        allowed |= {"removing"}
    if event == Event.BREAKING_RECORD and step not in (Phase.PILOT, Phase.FEAT):
        allowed |= {"able", "world"}
    return allowed


def _feat_faults(s: Any, event: Event, step: Phase) -> Iterator[str]:
    """A feat is asked of a legendary pilot who has one, and has been executed where it does something."""
    legend = int(s.legend[s.seat])
    if step == Phase.FEAT:
        asked = {Event.BREAKING_RECORD: Legend.RECORD_BONUS, Event.MEETING: Legend.MEETING_BONUS}.get(event, legend)
        if s.pilot != Rank.LEGENDARY or not s.feat[s.seat] or legend != asked:
            yield f"seat {s.seat} is asked for a feat, but no pilot of it can execute one"
        if event == Event.MEETING and s.sent[s.seat] != Rank.LEGENDARY:
            yield f"seat {s.seat} has not sent the pilot who is asked for a feat"
    if s.ignored == NONE and not s.able:
        return
    if s.ignored != NONE and s.able:
        yield f"one feat of seat {s.seat} cancels weather and uses an ability"
    if s.pilot not in (Rank.LEGENDARY, NONE) or s.feat[s.seat]:
        yield f"seat {s.seat} has not executed the feat that it uses"
    helps = (Legend.RECORD_BONUS,) if event == Event.BREAKING_RECORD else (Legend.EXTRA_LINE, Legend.CROSS_ANDES)
    if s.able and s.pilot != NONE and legend not in helps:
        yield f"the pilot of seat {s.seat} has no ability for this"


def _record_faults(game: Game, s: Any, step: Phase) -> Iterator[str]:
    """A record that can be broken, or has been: then the piece is there, and a new world record has its tile."""
    record, target = s.record // TARGETS, s.record % TARGETS + 1
    own, levels = int(s.level[s.seat, record]), s.level[: game.players, record].tolist()
    rivals = max(level for seat, level in enumerate(levels) if seat != s.seat)
    world = max(levels)
    if step in (Phase.PILOT, Phase.FEAT):
        possible = world == LEVELS if target == BEYOND else own < target <= min(world + 1, LEVELS)
        if not possible or target > s.logistics[s.seat]:
            yield f"seat {s.seat} cannot break record {record} up to level {target}"
        return
    if own != min(target, LEVELS):
        yield f"seat {s.seat} has broken record {record} up to level {target}, but its piece is on {own}"
    if s.world and (s.tile_owner[record] != s.seat or (rivals >= own and target != BEYOND)):
        yield f"seat {s.seat} has not broken the world record {record}"
    if not s.world and (target == BEYOND or rivals < own):
        yield f"seat {s.seat} has broken the world record {record}, but it does not count as that"


def _change_faults(s: Any, step: Phase) -> Iterator[str]:
    """Designs from the reserve take the places of others in ascending order, then tiles move in theirs."""
    fleet, designs = s.fleet[s.seat].tolist(), int(s.designs[s.seat])
    filled = [place for place in range(FLEET) if fleet[place] != NONE]
    put_in = [fleet[place] for place in range(FLEET) if s.swapped >> place & 1]
    kept = [fleet[place] for place in filled if not s.swapped >> place & 1]
    if NONE in put_in or s.spare & ~designs or s.spare.bit_count() != designs.bit_count() - len(filled):
        yield f"the reserve of seat {s.seat} was not {s.spare:b} when it began to reorganise"
    elif not all(s.spare >> design & 1 for design in put_in) or any(s.spare >> design & 1 for design in kept):
        yield f"the places of seat {s.seat} that got a new design are not those of the set {s.swapped:b}"
    if s.last_in != max(put_in, default=NONE):
        yield f"the last design put in is {s.last_in}, but {put_in} were put in"
    tiles = [record for record in range(RECORDS) if s.tile_owner[record] == s.seat and len(filled) > 1]
    if s.last_moved != NONE and s.last_moved not in tiles:
        yield f"seat {s.seat} has moved the tile {s.last_moved}, which it cannot"
    if not s.spare and not tiles:
        yield f"seat {s.seat} has nothing to reorganise"
    if step == Phase.SWAP:
        free = len(put_in) < len(filled) and s.last_moved == NONE
        if not s.spare >> s.incoming & 1 or s.incoming <= s.last_in or not free:
            yield f"seat {s.seat} cannot put in design {s.incoming}"
    if step == Phase.MOVING_TILE and (s.moving not in tiles or s.moving <= s.last_moved):
        yield f"seat {s.seat} cannot move the tile {s.moving}"
