"""What can be inconsistent in the round: the phase, markers on the Operations board, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .limits import GROUND_SLOTS, LOAD_RIVER, NONE, SLOTS, Slot
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game

SETTING_UP = (Phase.SOLO_PILOT, Phase.PILOT, Phase.BASE, Phase.SPARE_CITY, Phase.FIRST_AIRCRAFT)
IN_FLIGHT = (
    *(Phase.PREFLIGHT, Phase.FLYING, Phase.DICE, Phase.DIE, Phase.HUB, Phase.DELIVERY),
    *(Phase.NEW_PILOT, Phase.NEW_AIRCRAFT),
)
"""The turn of a seat on the Flight Ops line."""

AFTER_CRASH = (Phase.NEW_PILOT, Phase.NEW_AIRCRAFT)
ON_THE_GROUND = {
    Phase.OBJECTIVE: (Slot.OBJECTIVES, Slot.OBJECTIVES_AND_REVENUES),
    Phase.CHANGE: (Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE,),
    Phase.UNLOADING: (Slot.MAINTENANCE_AND_REVENUES, Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE),
    Phase.MAINTENANCE: (Slot.MAINTENANCE_AND_REVENUES, Slot.AIRCRAFT_CHANGE_AND_MAINTENANCE),
}
"""The slots in which a phase of Ground Ops can be."""

ENDS_OF_FLIGHTS = (Phase.FLYING, Phase.DICE, Phase.DELIVERY, *AFTER_CRASH)
"""Phases in which a turn of Flight Ops ends."""


def faults_in_play(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the round of a State record whose seats are in order."""
    found = [*_phase_faults(game, s), *_marker_faults(game, s)]
    if found:
        return found  # what follows asks who is where
    return [*_turn_faults(game, s), *_passing_faults(game, s)] or [*_end_faults(game, s), *_decision_faults(game, s)]


def acting_seat(game: Game, s: Any) -> int:
    """The seat that is taking its turn in Flight Ops, in a slot, or in the Basic variant; −1: none is."""
    waiting = s.phase in (Phase.PLACING, *SETTING_UP) or (s.phase == Phase.LOADING and not game.options[0].basic)
    return NONE if s.done or waiting else int(s.seat)


def seats_done(game: Game, s: Any) -> set[int]:
    """Seats whose turns of this round are over."""
    n = game.players
    if s.done:
        return set(range(n))
    if s.phase in SETTING_UP:
        return set()
    if game.options[0].basic:
        return set(s.order[: s.turn].tolist())
    if s.slot:
        return {seat for seat in range(n) if s.marker[seat] < s.slot}
    return set(s.line[: s.turn].tolist()) if s.phase in IN_FLIGHT else set()


def _phase_faults(game: Game, s: Any) -> Iterator[str]:
    o, phase, n = game.options[0], Phase(s.phase), game.players
    other = {Phase.SOLO_PILOT: n > 1, Phase.BASE: not o.main_base, Phase.SPARE_CITY: not o.main_base}
    other |= {Phase.PLACING: bool(o.basic), Phase.BASIC_ACTION: not o.basic}
    other |= dict.fromkeys(AFTER_CRASH, bool(o.basic))
    other[Phase.MAINTENANCE] = bool(o.basic) and not s.done
    if other.get(phase, False):
        yield f"phase {phase.name} is of another variant"
    if (s.round_number == 0) != (phase in SETTING_UP):
        yield f"it is round {s.round_number} in phase {phase.name}"
    if s.done and phase not in _last_phases(game, s):
        yield f"the game cannot be over in phase {phase.name}"


def _last_phases(game: Game, s: Any) -> set[Phase]:
    """Phases of the last decision of a round; some slots ask for none."""
    if game.options[0].basic:
        return {Phase.BASIC_ACTION, Phase.FLYING, Phase.DICE, Phase.DELIVERY, Phase.OBJECTIVE, Phase.MAINTENANCE}
    found, markers = set(), s.marker[: game.players].tolist()
    for slot in range(GROUND_SLOTS, 0, -1):
        phases = {phase for phase in (Phase.OBJECTIVE, Phase.MAINTENANCE) if slot in ON_THE_GROUND[phase]}
        found |= phases if slot in markers else set()
        if slot in markers and Phase.MAINTENANCE in phases:
            return found
    return found | (set(ENDS_OF_FLIGHTS) if Slot.FLIGHT_OPS in markers else {Phase.PLACING})


def _marker_faults(game: Game, s: Any) -> Iterator[str]:
    """A slot that somebody had is somebody's; only from some of them a seat is unseated."""
    t, n = game._gate.tables, game.players
    marker, visited, line = s.marker[:n].tolist(), s.visited[:n].tolist(), s.line[:n].tolist()
    if game.options[0].basic or s.phase in SETTING_UP:
        if any(visited) or set(marker + line) != {NONE}:
            yield f"markers are on the Operations board in phase {Phase(s.phase).name}"
        return
    there = [seat for seat in line if seat != NONE]
    if line[: len(there)] != there or sorted(there) != [seat for seat in range(n) if marker[seat] == Slot.FLIGHT_OPS]:
        yield f"the Flight Ops line holds {line}, the markers are in the slots {marker}"
    for seat in range(n):
        left = visited[seat] & ~(1 << marker[seat] if marker[seat] != NONE else 0)
        if marker[seat] != NONE and not visited[seat] >> marker[seat] & 1:
            yield f"the marker of seat {seat} is in slot {marker[seat]}, but never was there"
        if any(left >> slot & 1 and not t.fee[slot] for slot in range(SLOTS)):
            yield f"seat {seat} was in the slots {visited[seat]:b}, from some of which nobody is unseated"
    for slot in range(1, SLOTS):
        if marker.count(slot) != any(places >> slot & 1 for places in visited):
            yield f"{marker.count(slot)} seats are in slot {slot}"
    at_once = [seat for seat in there if visited[seat] == 1 << Slot.FLIGHT_OPS]
    if at_once != [seat for seat in s.order[:n].tolist() if seat in at_once]:
        yield f"the seats {at_once} did not come to the Flight Ops line in turn order"


def _turn_faults(game: Game, s: Any) -> Iterator[str]:
    """Whose turn it is, by the order of the phase."""
    n, phase, basic = game.players, Phase(s.phase), game.options[0].basic
    fliers, turn, slot = int((s.line != NONE).sum()), s.turn, 0
    if phase in SETTING_UP or basic:
        fits = turn < n and s.seat == s.order[turn] and (not s.done or turn == n - 1)
    elif s.done:
        slot, markers = GROUND_SLOTS, s.marker[:n].tolist()
        last = markers.index(max(markers)) if max(markers) else int(s.line[fliers - 1])
        fits = s.seat == last and turn == max(0, fliers - 1)
    elif phase == Phase.PLACING:
        waiting = [seat for seat in range(n) if s.marker[seat] == NONE]
        fits = turn < n and waiting == sorted({s.seat, *s.order[turn + 1 : n].tolist()})
        fits = fits and not s.visited[s.order[turn + 1 : n]].any()
        fits = fits and (s.seat == s.order[turn] or bool(s.visited[s.seat]))
    elif phase in ON_THE_GROUND:
        slot = int(s.marker[s.seat])
        fits = slot in ON_THE_GROUND[phase] and turn == max(0, fliers - 1)
    else:
        fits = turn < fliers and s.seat == s.line[turn]
    placed = phase == Phase.PLACING or basic or phase in SETTING_UP or (s.marker[:n] != NONE).all()
    if not fits or s.slot != slot or not placed:
        yield f"seat {s.seat} has the turn {s.turn} of slot {s.slot} in phase {phase.name}, which cannot be"


def _passing_faults(game: Game, s: Any) -> Iterator[str]:
    """Seats on the Flight Ops line load until the river is empty, or all have passed."""
    n, phase, basic = game.players, Phase(s.phase), game.options[0].basic
    line = set(s.line[:n].tolist()) - {NONE}
    could = line if not basic else seats_done(game, s) | ({s.seat} if s.done or phase in IN_FLIGHT else set())
    if phase in (Phase.PLACING, *SETTING_UP):
        could = set()
    passed = {seat for seat in range(n) if s.passed >> seat & 1}
    if passed - could:
        yield f"the seats {sorted(passed - could)} have taken enough Load cards, but have not loaded"
    empty = all(s.load_river[place] == NONE for place in range(LOAD_RIVER))
    # Where no Load card is left at all, the first one is asked all the same.
    nothing_left = empty and (bool(basic) or bool(passed) or s.turn > 0)
    if phase == Phase.LOADING and (nothing_left or s.seat in passed):
        yield f"seat {s.seat} is loading, but there is nothing to load, or it has passed"
    if not basic and phase != Phase.LOADING and line and not empty and passed != line and phase != Phase.PLACING:
        yield f"Load cards are left, but only the seats {sorted(passed)} have passed"


def _end_faults(game: Game, s: Any) -> Iterator[str]:
    """Who has enough points at the end of his turn triggers the end; other ends are the Solo plane's, and the limit."""
    t, n, limit = game._gate.tables, game.players, int(game.options[0].round_limit)
    limit, threshold = limit or int(t.round_limit[n]), int(t.threshold[n])
    if s.round_number > limit:
        yield f"it is round {s.round_number} of {limit}"
    over, acting = seats_done(game, s), acting_seat(game, s)
    there = {seat for seat in range(n) if threshold and s.glory[seat] >= threshold}
    if s.last_round != bool(there & over):
        yield f"the seats {sorted(there & over)} have ended a turn with enough points, the end is triggered or not"
    if s.round_number > 1 and there - over - {acting}:
        yield f"the seats {sorted(there - over - {acting})} have had enough points since the round before"
    solo = n == 1 and s.solo_pilot != NONE and s.solo_at == t.path_length[s.setup, s.solo_pilot]
    at_limit = not (s.last_round or solo) and s.round_number == limit
    if s.limit_reached != (s.done and at_limit) or (s.done and not (s.last_round or solo or at_limit)):
        yield f"the game is over in round {s.round_number}, for which there is no reason"
    if solo and not s.done:
        yield "the Solo plane is at its last Hub, but the game is not over"


def _decision_faults(game: Game, s: Any) -> Iterator[str]:
    """There were at least as many decisions as seats have made choices and placed markers."""
    o, n, phase = game.options[0], game.players, Phase(s.phase)
    before = SETTING_UP[: SETTING_UP.index(phase)] if phase in SETTING_UP else SETTING_UP
    choices = {Phase.SOLO_PILOT: int(n == 1), **dict.fromkeys((Phase.BASE, Phase.SPARE_CITY), n if o.main_base else 0)}
    made = sum(choices.get(earlier, n) for earlier in before)
    if phase in SETTING_UP:
        made += n - 1 - s.turn if phase == Phase.FIRST_AIRCRAFT else s.turn
    else:
        made += n * (s.round_number - 1) + len(seats_done(game, s))
    if s.num_decisions < made:
        yield f"{s.num_decisions} decisions are too few for round {s.round_number}, phase {phase.name}"
