"""The six phases of a turn, and the order in which seats act."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.kernel import kernel
from ..limits import ACTIONS_PER_TURN, CITIES, CONTINENTS, FLEET, NONE, RANKS, Condition, Wing
from ..state import Event, Phase
from .common import Outcome, clockwise, has_stop
from .meetings import hold_meeting
from .weather import renew_weather
from .wings import after_gain, has_reached_goal, win_wings, wings_in_bronze

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


@kernel
def clear_event(s: State) -> None:
    """Nothing is going on."""
    s.event = Event.NOTHING
    s.city = NONE
    s.origin = NONE
    s.place = NONE
    s.pilot = NONE
    s.ignored = NONE
    s.able = 0
    s.contracts = 0
    s.load = 0
    s.carried = 0
    s.due = 0
    s.removing = 0
    s.record = NONE
    s.world = 0
    s.incoming = NONE
    s.moving = NONE
    s.spare = 0
    s.swapped = 0
    s.last_in = NONE
    s.last_moved = NONE


@kernel
def begin_turn(t: Tables, o: Options, s: State) -> None:
    """Weather is turned anew, then all register for the meeting (Rules AO-3.1, AO-3.3, AO-3.4, AO-8.1)."""
    for seat in range(o.players):
        s.sent[seat] = NONE
        s.registered[seat] = 0
        s.inspired[seat] = 0
    renew_weather(t, o, s)
    s.acted = 0
    s.seat = s.first
    if t.has_meetings[o.scenario]:
        s.action = 0
        s.phase = Phase.REGISTERING
    else:
        begin_actions(s)


@kernel
def begin_actions(s: State) -> None:
    """The first of four rounds of one action each begins with the first player (Rules AO-3.5, AO-R31)."""
    s.action = 1
    s.acted = 0
    s.seat = s.first
    s.phase = Phase.ACTION


@kernel
def end_action(t: Tables, o: Options, s: State) -> Outcome:
    """The next seat acts; after four rounds come the meeting, maintenance and supremacy (Rules AO-3.1, AO-3.5)."""
    clear_event(s)
    s.phase = Phase.ACTION
    s.acted += 1
    s.seat = clockwise(o, s.seat, 1)
    if s.acted < o.players:
        return Outcome.NEXT_DECISION
    s.acted = 0
    s.action += 1
    if s.action <= ACTIONS_PER_TURN:
        return Outcome.NEXT_DECISION
    s.action = ACTIONS_PER_TURN
    close_meeting(t, o, s)
    maintain_and_recover(o, s)
    mark_supremacy(t, o, s)
    return next_gainer(t, o, s)


@kernel
def close_meeting(t: Tables, o: Options, s: State) -> None:
    """The meeting is held; who registered and sent nobody is barred from the next one.

    (Rules AO-3.6, AO-4.4, AO-R29)
    """
    if t.has_meetings[o.scenario]:
        hold_meeting(t, o, s)
    for seat in range(o.players):
        s.barred[seat] = s.registered[seat] != 0 and s.sent[seat] == NONE


@kernel
def maintain_and_recover(o: Options, s: State) -> None:
    """What is in the red areas becomes available; then what was used goes there (Rules AO-3.7, AO-R32)."""
    for seat in range(o.players):
        for rank in range(RANKS):
            s.pilots[seat, Condition.AVAILABLE, rank] += s.pilots[seat, Condition.RECOVERING, rank]
            s.pilots[seat, Condition.RECOVERING, rank] = s.pilots[seat, Condition.USED, rank]
            s.pilots[seat, Condition.USED, rank] = 0
        for place in range(FLEET):
            was_used = s.condition[seat, place] == Condition.USED
            s.condition[seat, place] = Condition.RECOVERING if was_used else Condition.AVAILABLE
            s.runway[seat, place] = NONE


@kernel
def mark_supremacy(t: Tables, o: Options, s: State) -> None:
    """Who has supremacy over a continent gets a gold wing (Rules AO-3.8, AO-5.6, AO-R36, AO-R38)."""
    s.gained = 0
    if not t.has_wings[o.scenario]:
        return
    for continent in range(CONTINENTS):
        seat = supreme_seat(t, o, s, continent)
        if seat != NONE and t.supremacy_gold > 0:
            win_wings(t, o, s, seat, Wing.GOLD + 0, t.supremacy_gold)
            s.gained |= 1 << seat


@kernel
def supreme_seat(t: Tables, o: Options, s: State, continent: int) -> int:
    """Who has most cubes on a continent, then most stop points there; nobody if that is a tie.

    (Rules AO-5.6, AO-R36)
    """
    best, most, tied = NONE, 0, False
    for seat in range(o.players):
        strength = 100 * cubes_on(t, s, seat, continent) + stop_points_on(t, s, seat, continent)
        if strength > most:
            best, most, tied = seat, strength, False
        elif strength == most:
            tied = True
    return NONE if tied else best


@kernel
def cubes_on(t: Tables, s: State, seat: int, continent: int) -> np.int64:
    """Cubes of a seat on a continent, and the maximum value of each city of which it has the monopoly (Rule AO-5.6)."""
    total = np.int64(0)
    for city in range(CITIES):
        counts = s.maximum[city] if s.monopoly[city] == seat else s.cubes[seat, city]
        total += counts * (t.continent[city] == continent)
    return total


@kernel
def stop_points_on(t: Tables, s: State, seat: int, continent: int) -> np.int64:
    """Stop points of a seat on a continent (Rule AO-5.6)."""
    points = np.int64(0)
    for city in range(CITIES):
        points += stop_points_in(t, s, seat, city) * (t.continent[city] == continent)
    return points


@kernel(inline=True)
def stop_points_in(t: Tables, s: State, seat: int, city: int) -> int:
    """Stop points of a seat in a city: one for a stop, three for a monopoly (Rule AO-5.6)."""
    return t.monopoly_points + 0 if s.monopoly[city] == seat else t.stop_points * has_stop(s, seat, city)


@kernel
def next_gainer(t: Tables, o: Options, s: State) -> Outcome:
    """Those who gained wings by supremacy convert, in turn order; then it is seen who has won.

    (Rules AO-R35, AO-R63)
    """
    s.event = Event.SUPREMACY
    while s.acted < o.players:
        s.seat = clockwise(o, s.first, s.acted)
        s.acted += 1
        if (s.gained >> s.seat) & 1 and after_gain(t, o, s, False) == Outcome.NEXT_DECISION:
            return Outcome.NEXT_DECISION
    return Outcome.TURN_OVER


@kernel
def end_turn(t: Tables, o: Options, s: State) -> None:
    """The game is over if somebody has won or it was the last turn; otherwise the next turn begins.

    (Rules AO-6.1, AO-8.1, AO-8.2, AO-8.3, AO-8.4, AO-8.5, AO-R1, AO-R35)
    """
    clear_event(s)
    s.gained = 0
    for seat in range(o.players):
        if has_reached_goal(t, o, s, seat):
            s.won[seat] = 1
            s.done = 1
    if s.turn == t.turns[o.scenario]:
        s.done = 1
    if not s.done:
        s.turn += 1
        if not t.has_meetings[o.scenario]:
            s.first = poorest_in_wings(t, o, s)
        begin_turn(t, o, s)


@kernel
def poorest_in_wings(t: Tables, o: Options, s: State) -> int:
    """The seat with the least wings, the next one clockwise from the last first player among several.

    (Rules AO-3.2, AO-8.1, AO-R37)
    """
    best = clockwise(o, s.first, 1)
    for k in range(2, o.players + 1):
        seat = clockwise(o, s.first, k)
        if wings_in_bronze(t, s, seat) < wings_in_bronze(t, s, best):
            best = seat
    return best
