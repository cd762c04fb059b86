"""What the bots of Ab die Post! look at: odds, threats, what a move would leave behind; all of it open knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....envs._core.kernel import kernel
from ....envs.ab_die_post.actions import LAND_MOVE, MAX_KINDS, PASSENGER_SETS, Action
from ....envs.ab_die_post.rules.drawing import points_in_hand, reds_in_hand
from ....envs.ab_die_post.rules.moves import end_of, paths_of
from ....envs.ab_die_post.rules.scoring import behind, flight_points
from ....envs.ab_die_post.state import BOTH, NOBODY
from ....envs.ab_die_post.tables import GOAL, WINDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ....envs.ab_die_post.state import Options, State
    from ....envs.ab_die_post.tables import Tables

SCALE = 0.125
"""Spare parts are looked at in eighths: the dearest repair of the usual board is 8 points."""


@kernel
def hurricane_odds(t: Tables, o: Options) -> float:
    """Chance that a shake is a hurricane."""
    return t.balls[o.players, WINDS] / t.ball_count[o.players]


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
        if seat != s.seat and points_in_hand(t, s, seat) >= t.min_points:
            worst = max(worst, land_odds(t, o, s, s.field[seat]))
    return worst


@kernel
def leader_x(t: Tables, o: Options, s: State) -> float:
    """How far the foremost rival has flown, as a share of the course."""
    best = 0.0
    for seat in range(o.players):
        if seat != s.seat:
            best = max(best, t.x[s.direction, s.field[seat]] / t.sections)
    return best


@kernel
def red_odds(t: Tables, s: State) -> float:
    """Chance that the next card is red."""
    left, reds, thrown, thrown_reds = 0, 0, 0, 0
    for kind in range(MAX_KINDS):
        left += s.pile[kind]
        reds += s.pile[kind] * t.red[kind]
        thrown += s.discard[kind]
        thrown_reds += s.discard[kind] * t.red[kind]
    if left == 0:
        left, reds = thrown, thrown_reds
    return reds / max(left, 1)


@kernel
def break_odds(t: Tables, s: State) -> float:
    """Chance that the next card is the red one too many."""
    if reds_in_hand(t, s, s.seat) + 1 < t.reds_that_break:
        return 0.0
    return red_odds(t, s)


@kernel
def passenger_after(t: Tables, s: State, move: int) -> float:
    """What a move does for the passenger: 1 takes the card, 0.3 is half way there, 0 neither."""
    if s.holder != NOBODY:
        return 0.0
    groups = paths_of(t, s, move)
    best = 0
    for m in range(PASSENGER_SETS):
        if groups >> m & 1:
            best = max(best, s.progress[s.seat] | m)
    if best == BOTH:
        return 1.0
    return 0.3 if best > s.progress[s.seat] else 0.0


@kernel
def result_of_landing(t: Tables, o: Options, s: State, work: NDArray[Any]) -> float:
    """The exact result of landing now: 2 wins the game, −2 loses it, else my gain on the best rival in 15ths."""
    work[0] = s
    w = work[0]
    me = s.seat
    w.field[me] = GOAL
    if w.progress[me] != BOTH and w.holder == NOBODY and passenger_after(t, s, LAND_MOVE) == 1.0:
        w.holder = me
    over = False
    for seat in range(o.players):
        w.last[seat] = flight_points(t, o, w, seat)
        w.score[seat] += w.last[seat]
        if w.score[seat] >= t.win_at:
            over = True
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


@kernel
def end_after(t: Tables, s: State, action: int) -> int:
    """The field that a plane is on after a move action or Stay."""
    return s.field[s.seat] if action == Action.STAY else end_of(t, s, action - Action.LAND)
