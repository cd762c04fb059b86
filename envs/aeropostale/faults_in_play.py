"""What can be inconsistent in the turn: whose it is, the meeting, the end of the game, and what is going on at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .limits import ACTIONS_PER_TURN, MEETING_DIE_FACES, NONE, Condition, Legend, Rank
from .state import NO, UNDECIDED, Event, Phase

if TYPE_CHECKING:
    from .._core.game import Game

FLIGHTS = (Event.CREATING, Event.RUNNING)
CHANGES = (Phase.REORGANISING, Phase.SWAP, Phase.MOVING_TILE)

EVENTS = {
    Phase.REGISTERING: (Event.NOTHING,),
    Phase.ACTION: (Event.NOTHING,),
    Phase.TAKE_OFF: FLIGHTS,
    Phase.DESIGN: FLIGHTS,
    Phase.PILOT: (*FLIGHTS, Event.BREAKING_RECORD),
    Phase.FEAT: (*FLIGHTS, Event.BREAKING_RECORD, Event.MEETING),
    Phase.STRIP: (Event.CREATING,),
    Phase.LEGEND: (Event.CREATING,),
    Phase.STRIP_EFFECT: (Event.CREATING,),
    Phase.CONTRACTS: (Event.RUNNING,),
    Phase.CARGO: (Event.RUNNING,),
    Phase.REMOVING: (Event.RUNNING,),
    Phase.MONOPOLY: (Event.RUNNING,),
    Phase.TILE: (Event.BREAKING_RECORD,),
    **dict.fromkeys(CHANGES, (Event.BREAKING_RECORD, Event.REORGANISING)),
    Phase.CONVERTING: (*FLIGHTS, Event.BREAKING_RECORD, Event.SUPREMACY),
}
"""What can be going on in a phase while the game is not over."""

LAST_PHASES = {
    Event.NOTHING: (Phase.ACTION, Phase.CONVERTING),
    Event.CREATING: (Phase.PILOT, Phase.FEAT, Phase.STRIP, Phase.LEGEND, Phase.STRIP_EFFECT, Phase.CONVERTING),
    Event.RUNNING: (Phase.CONTRACTS, Phase.CARGO, Phase.CONVERTING),
    Event.BREAKING_RECORD: (Phase.PILOT, Phase.FEAT, Phase.CONVERTING),
}
"""Phases in which a game can be over, by what was going on."""


def faults_in_play(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the turn of a State record whose seats and companies are in order."""
    found = [*_phase_faults(s), *_turn_faults(game, s)]
    if found:
        return found  # what follows asks what is going on, and who has acted
    return [*_used_faults(game, s), *_meeting_faults(game, s), *_ranking_faults(game, s), *_end_faults(game, s)]


def step_of(s: Any) -> Phase:
    """What is to be decided; wings have been gained where an event has ended the game."""
    return Phase.CONVERTING if s.done and s.event != Event.NOTHING else Phase(s.phase)


def is_turn_closed(game: Game, s: Any) -> bool:
    """Whether meeting and maintenance of this turn are over."""
    return s.event == Event.SUPREMACY or bool(s.done and s.event == Event.NOTHING and s.acted == game.players)


def _phase_faults(s: Any) -> Iterator[str]:
    phase, event = Phase(s.phase), Event(s.event)
    fits = phase in LAST_PHASES.get(event, ()) if s.done else event in EVENTS[phase]
    if not fits:
        yield f"{event.name} is going on in phase {phase.name}{', and the game is over' if s.done else ''}"


def _turn_faults(game: Game, s: Any) -> Iterator[str]:
    t, n, scenario = game._gate.tables, game.players, int(game.options[0].scenario)
    closed, meetings = is_turn_closed(game, s), bool(t.has_meetings[scenario])
    registering = s.phase == Phase.REGISTERING
    if s.limit_reached:
        yield "a limit has ended the game, but there is none"
    if s.turn > t.turns[scenario]:
        yield f"it is turn {s.turn}; the scenario has {t.turns[scenario]}"
    if (registering and not meetings) or (s.action == 0) != registering or (closed and s.action != ACTIONS_PER_TURN):
        yield f"it is round {s.action} of actions in phase {Phase(s.phase).name}"
    if not closed <= s.acted < n + closed:
        yield f"{s.acted} of {n} seats have acted"
    if s.seat != (s.first + s.acted - closed) % n:
        yield f"seat {s.seat} is to decide, but seat {s.first} is first and {s.acted} have acted"
    rounds = 0 if registering else meetings + s.action - 1 + closed
    decisions = n * ((s.turn - 1) * (meetings + ACTIONS_PER_TURN) + rounds) + (0 if closed else s.acted)
    if s.num_decisions < decisions:
        yield f"{s.num_decisions} decisions are too few for turn {s.turn}, round {s.action}"


def _used_faults(game: Game, s: Any) -> Iterator[str]:
    """Who is at work is in the orange area, which maintenance empties; the red one is empty before the first."""
    n, closed = game.players, is_turn_closed(game, s)
    figures = s.condition[:n, :, None] == np.arange(len(Condition))
    away = s.pilots[:n].sum(axis=(0, 2)) + figures.sum(axis=(0, 1))
    if away[Condition.USED] and (closed or s.phase == Phase.REGISTERING):
        yield "pilots or aeroplanes are in use, but no action has been taken since maintenance"
    if away[Condition.RECOVERING] and s.turn == 1 and not closed:
        yield "pilots or aeroplanes are in red areas before the first maintenance"
    at_work = np.zeros((n, len(Rank)), dtype=int)
    sent = s.sent[:n]
    at_work[np.flatnonzero(sent != NONE), sent[sent != NONE]] += not closed
    if s.pilot != NONE and s.event != Event.MEETING:
        at_work[s.seat, s.pilot] += 1
    for seat, rank in np.argwhere(s.pilots[:n, Condition.USED] < at_work).tolist():
        yield f"a {Rank(rank).name.lower()} pilot of seat {seat} is at work, but not in the orange area"


def _meeting_faults(game: Game, s: Any) -> Iterator[str]:
    """Seats choose in turn, who registered can send a pilot, and who did not is barred from the next meeting."""
    n, closed, registering = game.players, is_turn_closed(game, s), s.phase == Phase.REGISTERING
    names = ("choice", "registered", "barred", "inspired", "tokens", "rolls", "ranked")
    if not game._gate.tables.has_meetings[game.options[0].scenario]:
        if (s.sent != NONE).any() or any(s[name].any() for name in names):
            yield "there is something of a meeting in a scenario without meetings"
        return
    for seat in range(n):
        choice, registered, barred, sent = (int(s[name][seat]) for name in ("choice", "registered", "barred", "sent"))
        chosen = registering and (seat - s.first) % n < s.acted
        if (choice != UNDECIDED) != chosen or (chosen and barred and choice != NO):
            yield f"seat {seat} has chosen {choice} for the meeting, which it cannot have"
        if registering and (registered or sent != NONE or s.inspired[seat]):
            yield f"seat {seat} is at the meeting, for which all are choosing"
        if sent != NONE and not registered:
            yield f"seat {seat} has sent a pilot to the meeting, but is not registered"
        if barred and not closed and (registered or s.ranked[seat]):
            yield f"seat {seat} is barred from the meeting, but is at it, or was at the last one"
        if closed and barred != (registered and sent == NONE):
            yield f"seat {seat} is barred from the next meeting, or not, against what it did at this one"
        feat_done = sent == Rank.LEGENDARY and s.legend[seat] == Legend.MEETING_BONUS and not s.feat[seat]
        if s.inspired[seat] and not feat_done:
            yield f"no pilot of seat {seat} can have executed a feat at the meeting"


def _ranking_faults(game: Game, s: Any) -> Iterator[str]:
    """Places and results of the last meeting, whose winner is first player."""
    t, closed = game._gate.tables, is_turn_closed(game, s)
    ranked, rolls, there = s.ranked.tolist(), s.rolls.tolist(), s.ranked > 0
    places = sorted(place for place in ranked if place)
    if places and s.turn == 1 and not closed:
        yield "there are places of a meeting before the first one"
    before = [0, *places]
    if any(place != k and (place < 3 or place != before[k - 1]) for k, place in enumerate(places, start=1)):
        yield f"no meeting ends with the places {ranked}"
    elif places and closed and s.first != ranked.index(1):
        yield f"seat {ranked.index(1)} has won the meeting, but seat {s.first} is first player"
    most = MEETING_DIE_FACES + int(t.rank_bonus.max()) + int(t.feat_bonus)
    rolled = len(places) > 1
    if any(not rolled <= roll <= most * rolled if place else roll for place, roll in zip(ranked, rolls, strict=True)):
        yield f"no meeting ends with the results {rolls}"
    if len({(place, roll) for place, roll in zip(ranked, rolls, strict=True)}) != len(set(ranked)):
        yield f"seats with the results {rolls} do not share the places {ranked}"
    if closed and (there != (s.sent != NONE)).any():
        yield "the places are not those of seats that have sent a pilot"
    elif closed and rolled:
        faces = s.rolls - t.rank_bonus[s.sent] - s.inspired * t.feat_bonus
        if ((faces < 1) | (faces > MEETING_DIE_FACES))[there].any():
            yield f"pilots at the meeting have not rolled {rolls}"


def _end_faults(game: Game, s: Any) -> Iterator[str]:
    """The game is over when somebody has won, in the last city, or after the last turn."""
    t, scenario = game._gate.tables, int(game.options[0].scenario)
    won = np.flatnonzero(s.won).tolist()
    if not s.done:
        if won:
            yield f"seats {won} have won, but the game is not over"
        return
    last = s.event == Event.CREATING and s.city == t.last_city
    if t.race[scenario] and won and (won != [s.seat] or not last or s.pilot == NONE):
        yield f"seats {won} have not won the race: no pilot has come to the last city"
    if t.race[scenario] and not won and s.event != Event.NOTHING:
        yield "nobody has won the race, and it has not come to its end"
    ended = is_turn_closed(game, s) and s.turn == t.turns[scenario]
    if not won and not ended and not (last and t.last_city_ends[scenario]):
        yield "the game is over, but nobody has won and it is not the end of the last turn"
    if won and won != [s.seat] and not is_turn_closed(game, s):
        yield f"seats {won} have won in the action of seat {s.seat}"
    if s.event == Event.NOTHING and s.phase == Phase.CONVERTING and not is_turn_closed(game, s):
        yield "the game has ended while wings are converted for nothing"
