"""The meeting: registering in secret, sending a pilot, and rolling for the bonus tokens and the first player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import MAX_SEATS, MEETING_DIE_FACES, NONE, RANKS, Condition, Legend, Rank
from ..state import NO, UNDECIDED, YES, Event, Phase
from .common import Outcome, clockwise, use_pilot
from .flights import use_feat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables

FIRST, SECOND = 1, 0
"""Tokens of the winner and of the second participant."""


@kernel(inline=True)
def legal_registration(s: State, mask: NDArray[np.uint8]) -> None:
    """Yes or no; who registered for the last meeting and sent nobody may only stay away (Rules AO-3.4, AO-4.4)."""
    mask[Action.REGISTER] = 1 - s.barred[s.seat]
    mask[Action.STAY_AWAY] = 1


@kernel
def register(o: Options, s: State, action: int) -> bool:
    """Lay a card face down; when the last one lies, all are revealed: True (Rule AO-3.4)."""
    s.choice[s.seat] = YES if action == Action.REGISTER else NO
    s.acted += 1
    if s.acted < o.players:
        s.seat = clockwise(o, s.seat, 1)
        return False
    for seat in range(o.players):
        s.registered[seat] = s.choice[seat] == YES
        s.choice[seat] = UNDECIDED
    return True


@kernel(inline=True)
def legal_delegates(s: State, mask: NDArray[np.uint8]) -> None:
    """Who registered can send an available pilot, once (Rules AO-4.4)."""
    if s.registered[s.seat] and s.sent[s.seat] == NONE:
        for rank in range(RANKS):
            mask[Action.MEETING + rank] = s.pilots[s.seat, Condition.AVAILABLE, rank] > 0


@kernel
def send_pilot(s: State, rank: int) -> Outcome:
    """A pilot is put on the meeting card; a feat for the meeting is declared at once (Rules AO-4.4, AO-R51)."""
    s.event = Event.MEETING
    use_pilot(s, rank)
    s.sent[s.seat] = rank
    if rank == Rank.LEGENDARY and s.feat[s.seat] and s.legend[s.seat] == Legend.MEETING_BONUS:
        s.phase = Phase.FEAT
        return Outcome.NEXT_DECISION
    return Outcome.ACTION_OVER


@kernel(inline=True)
def choose_meeting_feat(s: State, action: int) -> Outcome:
    """With the feat or without it (Rule AO-R51)."""
    if action == Action.ABILITY:
        use_feat(s)
        s.inspired[s.seat] = 1
    return Outcome.ACTION_OVER


@kernel
def hold_meeting(t: Tables, o: Options, s: State) -> None:
    """Participants roll; the best two get tokens, and the best one becomes first player.

    A participant who is alone wins without a roll; without any, nothing changes.

    (Rules AO-3.2, AO-3.6, AO-R29, AO-R60)
    """
    participants = everybody_sent(o, s)
    for seat in range(MAX_SEATS):
        s.rolls[seat] = 0
        s.ranked[seat] = (participants >> seat) & 1
    if participants & (participants - 1) != 0:
        roll_for_places(t, o, s, participants)
    winner = s.first
    for seat in range(o.players):
        if s.ranked[seat] == 1:
            give_token(t, o, s, seat, FIRST)
            winner = seat
        elif s.ranked[seat] == 2:
            give_token(t, o, s, seat, SECOND)
    s.first = winner


@kernel(inline=True)
def everybody_sent(o: Options, s: State) -> int:
    """Seats with a pilot at the meeting, as a set (Rule AO-3.6)."""
    seats = 0
    for seat in range(o.players):
        if s.sent[seat] != NONE:
            seats |= 1 << seat
    return seats


@kernel
def roll_for_places(t: Tables, o: Options, s: State, seats: int) -> None:
    """All participants roll; those of a tie for place 1 or 2 roll again, the best tie first (Rules AO-3.6, AO-R60)."""
    best = 1
    while seats != 0:
        rank_by_roll(t, o, s, seats, best)
        for best in range(1, 3):
            seats = seats_in_place(o, s, best)
            if seats & (seats - 1) != 0:
                break
            seats = 0


@kernel
def rank_by_roll(t: Tables, o: Options, s: State, seats: int, best: int) -> None:
    """Some seats roll, in turn order, for the places from `best` on; equal results share a place.

    A seasoned or legendary pilot adds to the die, and a feat adds more.

    (Rules AO-3.6, AO-4.5.3, AO-4.5.4, AO-R51)
    """
    for k in range(o.players):
        seat = clockwise(o, s.first, k)
        if (seats >> seat) & 1:
            bonus = t.rank_bonus[s.sent[seat]] + s.inspired[seat] * t.feat_bonus
            s.rolls[seat] = draw(s, MEETING_DIE_FACES) + 1 + bonus
    for seat in range(o.players):
        if (seats >> seat) & 1:
            place = best + 0
            for other in range(o.players):
                place += (seats >> other) & 1 and s.rolls[other] > s.rolls[seat]
            s.ranked[seat] = place


@kernel(inline=True)
def seats_in_place(o: Options, s: State, place: int) -> int:
    """Seats that share a place, as a set."""
    seats = 0
    for seat in range(o.players):
        if s.ranked[seat] == place:
            seats |= 1 << seat
    return seats


@kernel(inline=True)
def give_token(t: Tables, o: Options, s: State, seat: int, kind: int) -> None:
    """A bonus token, if one is left; spent ones have come back to the board (Rules AO-2.4, AO-3.6, AO-R29)."""
    held = 0
    for other in range(o.players):
        held += s.tokens[other, kind]
    if held < t.tokens:
        s.tokens[seat, kind] += 1
