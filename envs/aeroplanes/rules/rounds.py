"""The order of things: turns, rounds and eras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..limits import ERAS
from ..state import Phase
from .common import Outcome, clockwise, receive
from .scoring import score_era
from .upkeep import upkeep

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables

FIRST_PLAYER_DIE = 6
"""Faces of the first player die, an ordinary one."""


@kernel
def begin_era(t: Tables, o: Options, s: State) -> None:
    """Bonds and the token are put into the subsidy box, everybody gets an income, and the first round begins.

    (Rules AE-2.2, AE-2.3, AE-2.4, AE-2.5, AE-R36)
    """
    s.bank += t.subsidies - s.subsidies
    s.subsidies = t.subsidies
    for seat in range(o.players):
        receive(s, seat, t.income[s.era - 1])
        if s.era == 1:
            home: int = s.home[seat]
            number: int = t.home_number[home]
            receive(s, seat, t.home_income[number])
    s.round_number = 1
    s.acted = 0
    begin_turn(s, s.first)


@kernel(inline=True)
def begin_turn(s: State, seat: int) -> None:
    """A seat performs one action (Rule AE-2.6)."""
    s.seat = seat
    s.phase = Phase.ACTION


@kernel
def end_turn(t: Tables, o: Options, s: State) -> None:
    """Play proceeds clockwise until everybody has performed one action (Rule AE-2.6)."""
    s.acted += 1
    if s.acted < o.players:
        begin_turn(s, clockwise(o, s.seat, 1))
    else:
        end_round(t, o, s)


@kernel
def end_round(t: Tables, o: Options, s: State) -> None:
    """The first player rolls the die and passes it left by as many players; at the limit of rounds the era ends.

    (Rules AE-2.7, AE-R25, AE-R52)
    """
    s.die = draw(s, FIRST_PLAYER_DIE) + 1
    s.first = (s.first + s.die) % o.players
    s.acted = 0
    if s.round_number < o.round_limit:
        s.round_number += 1
        begin_turn(s, s.first)
        return
    if s.era == ERAS:
        s.limit_reached = 1
    end_era(t, o, s)


@kernel
def take_subsidy(t: Tables, o: Options, s: State) -> Outcome:
    """Take a bond; once there is none, the token, which ends the era at once: its taker leads the next one.

    (Rules AE-6.1, AE-6.2, AE-6.3, AE-R18, AE-R54)
    """
    if s.subsidies > 0:
        s.subsidies -= 1
        s.money[s.seat] += 1
        return Outcome.TURN_OVER
    s.first = s.seat
    s.die = 0
    end_era(t, o, s)
    return Outcome.NEXT_DECISION


@kernel
def end_era(t: Tables, o: Options, s: State) -> None:
    """Scoring, then upkeep and the next era; the third era ends the game (Rules AE-2.1, AE-2.8, AE-2.9)."""
    score_era(t, o, s)
    if s.era == ERAS:
        s.done = 1
        s.phase = Phase.ACTION
        return
    upkeep(t, o, s)
    s.era += 1
    begin_era(t, o, s)
