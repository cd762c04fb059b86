"""The order of things: turns, the end of a flight, the cards kept, the next flight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import MAX_KINDS, START
from ..state import NO_BALL, NOBODY, Phase
from .drawing import cards_in_hand, discard_cards, discard_hand
from .scoring import behind, score_flight, somebody_has_won

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def clockwise(o: Options, seat: int, k: int) -> int:
    """The seat that sits `k` seats further clockwise, `k` from 0 to the number of players (Rule ADP-1.3)."""
    seat += k
    return seat - o.players if seat >= o.players else seat


@kernel(inline=True)
def begin_turn(t: Tables, o: Options, s: State, seat: int) -> None:
    """A seat's turn: it draws or flies (Rule ADP-2.1). A flight without end is cut short (Rule ADP-R26)."""
    s.ball = NO_BALL
    s.move = -1
    s.drawn = 0
    if s.turns >= o.turn_limit:
        cut_short(t, o, s)
        return
    s.turns += 1
    s.turn = seat
    s.seat = seat
    s.phase = Phase.TURN


@kernel(inline=True)
def end_turn(t: Tables, o: Options, s: State) -> None:
    """The turn passes clockwise (Rule ADP-1.3)."""
    begin_turn(t, o, s, clockwise(o, s.turn, 1))


@kernel
def cut_short(t: Tables, o: Options, s: State) -> None:
    """At the turn limit the flight is scored as it stands, and the game is over (Rule ADP-R26)."""
    score_flight(t, o, s)
    s.done = 1
    s.limit_reached = 1


@kernel
def end_flight(t: Tables, o: Options, s: State) -> None:
    """The first landing ends the flight for all; it is scored, and then cards may be kept (Rules ADP-7.1, ADP-R19)."""
    s.lander = s.seat
    s.ball = NO_BALL
    s.move = -1
    score_flight(t, o, s)
    if somebody_has_won(t, o, s):
        s.done = 1
        return
    s.asked = 0
    if next_keeper(t, o, s):
        begin_flight(t, o, s)


@kernel
def next_keeper(t: Tables, o: Options, s: State) -> bool:
    """Clockwise from the lander, whoever is in the first half chooses a card to keep; others keep none.

    (Rules ADP-7.5, ADP-R11, ADP-R19) Whoever has no card is not asked (Rule ADP-R28). True if nobody is left.
    """
    while s.asked < o.players:
        seat = clockwise(o, s.lander, s.asked)
        s.asked += 1
        if t.first_half[s.direction, s.field[seat]] != 0 and cards_in_hand(s, seat) > 0:
            s.seat = seat
            s.phase = Phase.KEEP
            return False
        discard_hand(s, seat)
    s.asked = 0
    return True


@kernel
def keep_card(t: Tables, o: Options, s: State, kept: int) -> bool:
    """Keep one card of a kind (−1: none), discard the others; the next seat chooses (Rules ADP-7.5, ADP-R18).

    True if nobody is left.
    """
    for kind in range(MAX_KINDS):
        count = s.hand[s.seat, kind]
        if kind == kept:
            count -= 1
        discard_cards(s, s.seat, kind, count)
    return next_keeper(t, o, s)


@kernel
def begin_flight(t: Tables, o: Options, s: State) -> None:
    """The next flight goes back the way the last one came; piles carry on (Rules ADP-8.2, ADP-R12).

    All planes stand on the start field again, the passenger waits beside the board (Rule ADP-8.1).
    """
    s.flight += 1
    s.direction = 1 - s.direction
    s.turns = 0
    s.lander = NOBODY
    s.holder = NOBODY
    s.shown = NO_BALL
    for seat in range(o.players):
        s.field[seat] = START
        s.progress[seat] = 0
    s.first = first_of_next_flight(o, s)
    begin_turn(t, o, s, s.first)


@kernel
def first_of_next_flight(o: Options, s: State) -> int:
    """The seat furthest behind begins, then the one with fewest points in the last flight (Rule ADP-8.3).

    Still tied: the first one clockwise (Rule ADP-R13) from the left neighbour of the previous flight's first player,
    who comes last (Rule ADP-R22).
    """
    chosen = clockwise(o, s.first, 1)
    for k in range(2, o.players + 1):
        seat = clockwise(o, s.first, k)
        if behind(s, seat, chosen):
            chosen = seat
    return chosen
