"""What the bots of Ab die Post! look at: odds, threats, what a move would leave behind; all of it open knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import Action
from ....envs.ab_die_post.limits import BOTH, LAND_MOVE, MAX_KINDS, PASSENGER_SETS, WINDS
from ....envs.ab_die_post.rules.drawing import (
    are_too_many,
    cards_discarded,
    cards_in_pile,
    must_turn_over,
    reds_in_hand,
)
from ....envs.ab_die_post.rules.moves import can_fly, fly, paths_of
from ....envs.ab_die_post.rules.scoring import behind, score_flight, somebody_has_won
from ....envs.ab_die_post.state import NOBODY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables

SCALE = 0.125
"""Spare parts are counted in 8 points: what the most expensive repair of the usual board costs."""


@kernel
def land_odds(t: Tables, o: Options, s: State, field: int) -> float:
    """Chance that a shake lets a plane on a field land."""
    balls = 0
    for wind in range(WINDS):
        if t.reach[s.direction, wind, field, LAND_MOVE] != 0:
            balls += t.balls[o.players, wind]
    return balls / t.ball_count[o.players]


@kernel
def threat(t: Tables, o: Options, s: State) -> float:
    """The best chance of a rival that may fly to end the flight with its next shake."""
    worst = 0.0
    for seat in range(o.players):
        if seat != s.seat and can_fly(t, s, seat):
            worst = max(worst, land_odds(t, o, s, s.field[seat]))
    return worst


@kernel
def x_of(t: Tables, s: State, seat: int) -> float:
    """How far a plane has flown, as a share of the course."""
    return t.x[s.direction, s.field[seat]] / t.sections


@kernel
def leader_x(t: Tables, o: Options, s: State) -> float:
    """How far the foremost rival has flown, as a share of the course."""
    best = 0.0
    for seat in range(o.players):
        if seat != s.seat:
            best = max(best, x_of(t, s, seat))
    return best


@kernel
def red_odds(t: Tables, s: State) -> float:
    """Chance that the next card is red."""
    reds = 0
    if must_turn_over(s):
        for kind in range(MAX_KINDS):
            reds += s.discard[kind] * t.red[kind]
        return reds / max(cards_discarded(s), 1)
    for kind in range(MAX_KINDS):
        reds += s.pile[kind] * t.red[kind]
    return reds / cards_in_pile(s)


@kernel(inline=True)
def next_red_breaks(t: Tables, s: State) -> bool:
    """Whether one more red card would be too many."""
    return are_too_many(t, reds_in_hand(t, s, s.seat) + 1)


@kernel
def break_odds(t: Tables, s: State) -> float:
    """Chance that the next card is the red one too many."""
    return red_odds(t, s) if next_red_breaks(t, s) else 0.0


@kernel(inline=True)
def most_newly_passed(t: Tables, s: State, move: int) -> int:
    """The most passenger fields, as bits, that a move can fly over for the first time."""
    groups = paths_of(t, s, move)
    for m in range(PASSENGER_SETS - 1, 0, -1):
        if groups >> m & 1:
            return m
    return 0


@kernel
def passenger_after(t: Tables, s: State, move: int) -> float:
    """What a move does for the passenger: 1 takes the card, 0.3 is half way there, 0 neither."""
    if s.holder != NOBODY:
        return 0.0
    passed = most_newly_passed(t, s, move)
    if s.progress[s.seat] | passed == BOTH:
        return 1.0
    return 0.3 if passed != 0 else 0.0


@kernel
def result_of_landing(t: Tables, o: Options, s: State, work: NDArray[Any]) -> float:
    """The exact result of landing now: 2 wins the game, −2 loses it, else my gain on the best rival in 15ths."""
    work[0] = s
    w: State = work[0]
    me = s.seat
    fly(t, w, LAND_MOVE, most_newly_passed(t, s, LAND_MOVE))
    score_flight(t, o, w)
    over = somebody_has_won(t, o, w)
    margin = 1.0
    for seat in range(o.players):
        if seat == me:
            continue
        if over and behind(w, me, seat):
            return -2.0
        margin = min(margin, (w.last[me] - w.last[seat]) / t.win_at)
    return 2.0 if over else margin


@kernel
def most_passenger_fields(mask: NDArray[np.uint8]) -> int:
    """The path over most passenger fields."""
    for m in range(PASSENGER_SETS - 1, -1, -1):
        if mask[Action.OVER + m] != 0:
            return Action.OVER + m
    return Action.OVER
