"""The order of things: set-up, rounds, whose turn it is, Reset and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import GROUND_SLOTS, LOAD_RIVER, MAX_SEATS, NONE
from ..state import Phase
from .common import ONE, Outcome, clear_flight, last_round
from .ground import begin_ground_action
from .loading import begin_flight_turn, put_loads_back
from .operations import order_next_round, seat_in
from .setup import deal_cities, lay_out_hubs, reveal_bases
from .solo import fly_solo_plane
from .supplies import discard_rightmost, refill_loads, refill_objectives

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


# Set-up


@kernel
def next_choice(t: Tables, o: Options, s: State) -> None:
    """Pilots are chosen in turn order, aircraft in reverse order; between them cities in the Main Base variant.

    (Rules PO-3.10, PO-3.12, PO-15.2, PO-15.3, PO-15.4, PO-R75)
    """
    if s.phase == Phase.FIRST_AIRCRAFT:
        if s.turn == 0:
            begin_round(t, o, s)
            return
        s.turn -= 1
    elif s.turn + 1 < o.players:
        s.turn += 1
    else:
        begin_choices(t, o, s)
    s.seat = s.order[s.turn]


@kernel
def begin_choices(t: Tables, o: Options, s: State) -> None:
    """All have chosen: what is chosen next, and by whom first."""
    s.turn = 0
    if s.phase == Phase.PILOT and o.main_base:
        deal_cities(t, o, s)
        s.phase = Phase.BASE
    elif s.phase == Phase.BASE:
        reveal_bases(t, o, s)
        s.phase = Phase.SPARE_CITY
    else:
        if s.phase == Phase.SPARE_CITY:
            lay_out_hubs(o, s)
        s.phase = Phase.FIRST_AIRCRAFT
        s.turn = o.players - 1


# Rounds


@kernel
def begin_round(t: Tables, o: Options, s: State) -> None:
    """Pilots are rested, and the first player begins (Rules PO-5.4, PO-6.1, PO-7.5, PO-16.4)."""
    s.round_number += 1
    s.turn = 0
    s.slot = 0
    s.passed = 0
    for seat in range(MAX_SEATS):
        s.marker[seat] = NONE
        s.visited[seat] = 0
        s.line[seat] = NONE
    for seat in range(o.players):
        s.endurance[seat] = t.max_endurance[s.pilot[seat]]
    s.seat = s.order[0]
    s.phase = Phase.BASIC_ACTION if o.basic else Phase.PLACING


@kernel
def next_marker(t: Tables, o: Options, s: State) -> Outcome:
    """The next player in turn order places a marker; when all have, Flight Ops begin, with loading if there is any.

    (Rules PO-6.1, PO-7.1, PO-R2)
    """
    s.turn += 1
    if s.turn < o.players:
        s.seat = s.order[s.turn]
        return Outcome.NEXT_DECISION
    s.turn = 0
    if s.line[0] == NONE:
        return next_ground_action(t, o, s)
    s.seat = s.line[0]
    s.phase = Phase.LOADING
    if is_river_empty(s):
        begin_flight_turn(s)
    return Outcome.NEXT_DECISION


@kernel
def next_loader(t: Tables, o: Options, s: State, passes: bool) -> None:
    """The next on the Flight Ops line loads, until the river is empty or all have passed; then the first one takes off.

    (Rules PO-7.1, PO-16.8, PO-R2, PO-R6)
    """
    if passes:
        s.passed |= ONE << s.seat
    if o.basic:
        if passes or is_river_empty(s):
            put_loads_back(s)
            begin_flight_turn(s)
        return
    if not is_river_empty(s):
        for _ in range(o.players):
            s.turn = s.turn + 1 if s.turn + 1 < o.players else 0
            seat = s.line[s.turn]
            if seat != NONE and (s.passed >> seat) & 1 == 0:
                s.seat = seat
                return
    s.turn = 0
    s.seat = s.line[0]
    begin_flight_turn(s)


@kernel
def is_river_empty(s: State) -> bool:
    """Whether there are no more Load cards to take (Rule PO-7.1)."""
    empty = True
    for place in range(LOAD_RIVER):
        empty &= s.load_river[place] == NONE
    return empty


@kernel
def end_turn(t: Tables, o: Options, s: State) -> Outcome:
    """A seat's turn is over: it may trigger the end of the game, and the next seat's turn begins.

    (Rules PO-1.1, PO-6.1, PO-12.1, PO-16.3, PO-R1, PO-R2)
    """
    if s.glory[s.seat] >= t.threshold[o.players] and t.threshold[o.players] > 0:
        s.last_round = 1
    clear_flight(s)
    clear_turn(s)
    if o.basic:
        if s.turn + 1 == o.players:
            end_round(t, o, s)
        else:
            s.turn += 1
            s.seat = s.order[s.turn]
            s.phase = Phase.BASIC_ACTION
        return Outcome.NEXT_DECISION
    if s.slot == 0 and s.turn + 1 < o.players and s.line[s.turn + 1] != NONE:
        s.turn += 1
        s.seat = s.line[s.turn]
        begin_flight_turn(s)
        return Outcome.NEXT_DECISION
    return next_ground_action(t, o, s)


@kernel(inline=True)
def clear_turn(s: State) -> None:
    """Nothing has been bought, flown or used in the turn that comes."""
    s.fuelled = 0
    s.flown = 0
    s.used_this_turn = 0
    s.bought = 0
    s.action = 0


@kernel
def next_ground_action(t: Tables, o: Options, s: State) -> Outcome:
    """The next slot of Ground Ops in which somebody is; after the last one the round is over.

    (Rules PO-6.1, PO-11.1)
    """
    while s.slot < GROUND_SLOTS:
        s.slot += 1
        seat = seat_in(o, s, s.slot)
        if seat != NONE:
            s.seat = seat
            return begin_ground_action(t, o, s, s.slot)
    end_round(t, o, s)
    return Outcome.NEXT_DECISION


@kernel
def end_round(t: Tables, o: Options, s: State) -> None:
    """After the last round the game is over; the limit ends it, too; otherwise Reset and a new round.

    (Rules PO-6.3, PO-6.4, PO-12.1, PO-17.4, PO-R1, PO-R91)
    """
    if o.players == 1 and fly_solo_plane(t, s):
        s.done = 1
    if s.last_round:
        s.done = 1
    elif not s.done and s.round_number >= last_round(t, o, s):
        s.done = 1
        s.limit_reached = 1
    if s.done:
        return
    if not o.basic:
        order_next_round(o, s)
        discard_rightmost(t, o, s)
        refill_objectives(t, o, s)
        refill_loads(t, o, s)
    begin_round(t, o, s)
