"""What can be inconsistent in a State record: the gate for saved positions lets in what has no fault.

Kernels follow fields, balls and moves as indices without a check, so nothing here may be left out that they rely on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._core.gate import absent_seat_faults
from .limits import BOTH, FIRST_MOVES, GOAL, LAND_MOVE, PASSENGER_SETS, START, WINDS, Ball
from .names import card_name, field_name
from .state import NO_BALL, NOBODY, Phase

if TYPE_CHECKING:
    from .._core.game import Game

BY_SEAT = ("hand", "field", "progress", "score", "last")
OWN_TURN = (Phase.TURN, Phase.DRAWING, Phase.MOVE, Phase.PASSENGER)
"""Phases in which the seat whose turn it is decides."""


def faults(game: Game, s: Any) -> list[str]:
    """What is inconsistent in a State record whose values are in their declared ranges, one line each."""
    n = game.players
    found = [*absent_seat_faults(game, s, BY_SEAT), *_seat_faults(n, s), *_field_faults(game, s)]
    if found:
        return found  # what follows looks things up by seat and field
    t = game._gate.tables
    return [
        *_card_faults(game, s),
        *_passenger_faults(game, s),
        *_turn_faults(game, s),
        *_wind_faults(game, s),
        *_path_faults(t, n, s),
        *_repair_faults(t, n, s),
        *_keep_faults(t, n, s),
        *_point_faults(t, n, s),
        *_end_faults(game, s),
    ]


def _seat_faults(n: int, s: Any) -> Iterator[str]:
    for name in ("turn", "first", "lander", "holder"):
        if s[name] >= n:
            yield f"{name} is seat {s[name]}, but the seats are 0 to {n - 1}"
    if s.asked > n:
        yield f"repairs or kept cards have come to {s.asked} seats, but there are {n}"


def _field_faults(game: Game, s: Any) -> Iterator[str]:
    """Planes are on fields of this board, alone there, and only the lander is at the goal."""
    t, fields = game._gate.tables, s.field[: game.players]
    for seat, field in enumerate(fields.tolist()):
        if t.field_count <= field != GOAL:
            yield f"the plane of seat {seat} is on field {field}, but the board has the fields 0 to {t.field_count - 1}"
    in_the_air = fields[(fields != START) & (fields != GOAL)]
    if len(set(in_the_air.tolist())) != len(in_the_air):
        yield "two planes are on one field"
    landed = [] if s.lander == NOBODY else [int(s.lander)]
    if np.flatnonzero(fields == GOAL).tolist() != landed:
        yield f"the planes at the goal are not that of the seat that has landed ({s.lander})"


def _card_faults(game: Game, s: Any) -> Iterator[str]:
    t = game._gate.tables
    if s.pile[t.kinds :].any() or s.discard[t.kinds :].any() or s.hand[:, t.kinds :].any():
        yield f"there are cards of a kind that the game does not have: it has {t.kinds}"
    reds = (s.hand * t.red).sum(axis=1)
    for seat in np.flatnonzero(reds >= t.reds_that_break).tolist():
        names = [card_name(game, kind) for kind in np.flatnonzero(t.red[: t.kinds]).tolist()]
        yield f"seat {seat} holds {reds[seat]} cards of {', '.join(names)}; at {t.reds_that_break} it loses them"


def _passenger_faults(game: Game, s: Any) -> Iterator[str]:
    """Passenger fields are flown over by flying, and only who has flown over both has the card."""
    t = game._gate.tables
    x, passenger = t.x[s.direction], t.passenger_field[s.direction]
    for seat, (field, progress) in enumerate(zip(s.field[: game.players], s.progress, strict=False)):
        if field == START and progress:
            yield f"seat {seat} is on the start field, but has flown over a passenger field"
            continue
        for k in range(2):
            if progress >> k & 1 and x[field] < x[passenger[k]]:
                name = field_name(game.tables[0], int(passenger[k]))
                yield f"seat {seat} has flown over {name}, which is ahead of its plane"
            if not progress >> k & 1 and field == passenger[k]:
                yield f"seat {seat} is on {field_name(game.tables[0], int(field))}, but has not flown over it"
    if s.holder != NOBODY and s.progress[s.holder] != BOTH:
        yield f"seat {s.holder} has the passenger card, but has not flown over both fields"


def _turn_faults(game: Game, s: Any) -> Iterator[str]:
    n, limit = game.players, game.options[0].turn_limit
    if not 1 <= s.turns <= limit:
        yield f"it is turn {s.turns} of a flight that has the turns 1 to {limit}"
    if s.turn != (int(s.first) + int(s.turns) - 1) % n:
        yield f"turn {s.turns} of a flight that seat {s.first} began is not that of seat {s.turn}"
    if not s.done and s.phase in OWN_TURN and s.seat != s.turn:
        yield f"seat {s.seat} is to decide in the turn of seat {s.turn}"
    if s.direction != (s.flight - 1) % 2:
        yield f"flight {s.flight} goes the wrong way"
    if s.num_decisions < s.flight + s.turns - 2:
        yield f"{s.num_decisions} decisions are too few for turn {s.turns} of flight {s.flight}"
    drawing = s.phase == Phase.DRAWING and not s.done
    most = int(s.hand[s.seat].sum()) if drawing else 0
    if not int(drawing) <= s.drawn <= most:
        yield f"{s.drawn} cards were drawn in this turn, and {most} could have been"


def _wind_faults(game: Game, s: Any) -> Iterator[str]:
    t, n = game._gate.tables, game.players
    flying = not s.done and s.phase in (Phase.MOVE, Phase.PASSENGER)
    if flying and not 0 <= s.ball < WINDS:
        yield f"a plane is flying without a wind: ball {s.ball}"
    if not s.done and s.phase == Phase.REPAIR and s.ball != Ball.BLACK:
        yield f"repairs are paid without a hurricane: ball {s.ball}"
    if (s.done or s.phase in (Phase.TURN, Phase.DRAWING, Phase.KEEP)) and s.ball != NO_BALL:
        yield f"ball {s.ball} shows, though nobody flies"
    if s.ball != NO_BALL and s.shown != s.ball:
        yield f"ball {s.ball} shows, but {s.shown} was shown last"
    if s.shown != NO_BALL and t.balls[n, s.shown] == 0:
        yield f"ball {s.shown} was shown, which is not in the shaker of {n} players"
    if s.shown == NO_BALL and (s.field[:n] != START).any():
        yield "planes have flown before any ball was shown"
    if s.lander != NOBODY and not 0 <= s.shown < WINDS:
        yield f"seat {s.lander} has landed without a wind: ball {s.shown} was shown last"
    if flying and _points(t, s, int(s.seat)) < t.min_points:
        yield f"seat {s.seat} flies with spare parts of less than {t.min_points} points"


def _path_faults(t: Any, n: int, s: Any) -> Iterator[str]:
    """A path is chosen to a free field that the ball reaches in ways that differ for the passenger."""
    choosing = not s.done and s.phase == Phase.PASSENGER
    if choosing != (s.move >= 0):
        yield f"move {s.move} is chosen in phase {Phase(int(s.phase)).name}"
        return
    if not choosing or not 0 <= s.ball < WINDS:
        return
    sets, known = int(t.reach[s.direction, s.ball, s.field[s.seat], s.move]), int(s.progress[s.seat])
    ways = {m & ~known for m in range(PASSENGER_SETS) if sets >> m & 1}
    if len(ways) < 2:
        yield f"move {s.move} leaves no choice of a path"
    elif s.move != LAND_MOVE and _end_of(t, s) in s.field[:n]:
        yield f"move {s.move} ends on another plane"


def _repair_faults(t: Any, n: int, s: Any) -> Iterator[str]:
    if s.done or s.phase != Phase.REPAIR:
        if s.paid:
            yield f"{s.paid} points are paid for a repair that is not due"
        if s.asked and (s.done or s.phase != Phase.KEEP):
            yield f"{s.asked} seats have been asked for nothing"
        return
    if s.asked < 1 or s.seat != (s.turn + s.asked - 1) % n:
        yield f"seat {s.seat} is to pay, but {s.asked} seats from seat {s.turn} on have been asked"
    cost, hand = int(t.repair[s.field[s.seat]]), _points(t, s, int(s.seat))
    if cost == 0:
        yield f"seat {s.seat} is to pay for a repair that costs nothing"
    if int(s.paid) + hand < cost:
        yield f"seat {s.seat} cannot pay the {cost} points of its repair"
    if s.paid > int((s.discard * t.value).sum()):
        yield f"seat {s.seat} has paid {s.paid} points, more than lie in the discard pile"


def _keep_faults(t: Any, n: int, s: Any) -> Iterator[str]:
    keeping = not s.done and s.phase == Phase.KEEP
    if (s.lander != NOBODY) != (keeping or bool(s.done and not s.limit_reached)):
        yield f"the seat that has landed is {s.lander} in phase {Phase(int(s.phase)).name}"
        return
    if s.lander != NOBODY and s.turn != s.lander:
        yield f"seat {s.lander} has landed in the turn of seat {s.turn}"
    if not keeping:
        return
    if s.asked < 1 or s.seat != (s.lander + s.asked - 1) % n:
        yield f"seat {s.seat} keeps a card, but {s.asked} seats from seat {s.lander} on have been asked"
        return
    half, cards = t.first_half[s.direction, s.field[:n]], s.hand[:n].sum(axis=1)
    if not half[s.seat] or not cards[s.seat]:
        yield f"seat {s.seat} has no card that it could keep"
    for k in range(s.asked - 1):
        seat = (s.lander + k) % n
        if cards[seat] > half[seat]:
            yield f"seat {seat} has kept {cards[seat]} cards; {half[seat]} is the most"


def _point_faults(t: Any, n: int, s: Any) -> Iterator[str]:
    """Markers add up to flights that can have been scored, and the last one is scored as it ended."""
    score, last = s.score[:n].astype(int), s.last[:n].astype(int)
    ended = bool(s.done) or s.phase == Phase.KEEP
    flights = int(s.flight) - 1 + ended
    best, least = int(t.places[0] + t.passenger_bonus), int(t.start_points)
    together = int(t.places[:n].sum() + t.passenger_bonus)
    earlier = score - last if ended else score
    landings = flights - int(s.limit_reached)
    if (earlier >= t.win_at).any():
        yield f"a marker had {earlier.max()} points before this flight; {t.win_at} end the game"
    if flights == 0 and (score.any() or last.any()):
        yield "there are points before the first flight has ended"
    before = max(flights - 1, 0)
    if ((score < last + before * least) | (score > last + before * best)).any():
        yield f"markers {score.tolist()} are not those of {flights} flights, the last of which brought {last.tolist()}"
    if not landings * int(t.places[0]) <= int(score.sum()) <= flights * together or last.sum() > together:
        yield f"markers {score.tolist()} are not those of {flights} flights"
    if flights and not ended and ((last < least) | (last > best)).any():
        yield f"no flight brings {last.tolist()} points"
    if ended and last.tolist() != _scored(t, n, s):
        yield f"this flight has brought {last.tolist()} points, but should have brought {_scored(t, n, s)}"


def _scored(t: Any, n: int, s: Any) -> list[int]:
    """The points of the flight as it stands, counted once more (Rules ADP-6.4, ADP-7.2, ADP-7.3)."""
    standing = t.standing[s.direction, s.field[:n]]
    place = (standing[None, :] > standing[:, None]).sum(axis=1)
    points = t.places[place] + t.passenger_bonus * (np.arange(n) == s.holder)
    return np.where(standing != 0, points, t.start_points).tolist()


def _end_faults(game: Game, s: Any) -> Iterator[str]:
    t, n, limit = game._gate.tables, game.players, game.options[0].turn_limit
    if not s.done:
        if s.phase == Phase.KEEP and (s.score[:n] >= t.win_at).any():
            yield f"a marker has {s.score.max()} points, but the game goes on"
        return
    if s.limit_reached and s.turns != limit:
        yield f"the limit of {limit} turns has ended the flight in turn {s.turns}"
    if not s.limit_reached and (s.score[:n] < t.win_at).all():
        yield f"the game is over, but no marker has {t.win_at} points"
    landed = (Phase.MOVE, Phase.PASSENGER)
    if s.phase == Phase.KEEP or (not s.limit_reached and s.phase not in landed):
        yield f"the game has ended in phase {Phase(int(s.phase)).name}"
    if not s.limit_reached and s.seat != s.lander:
        yield f"seat {s.lander} has landed, but seat {s.seat} has decided last"


def _points(t: Any, s: Any, seat: int) -> int:
    """Spare parts of a seat, in points."""
    hand: NDArray[np.int16] = s.hand[seat]
    return int((hand * t.value).sum())


def _end_of(t: Any, s: Any) -> int:
    """The field that the chosen move ends on, which is not landing."""
    lane = max(k for k, first in enumerate(FIRST_MOVES) if s.move >= first)
    return int(t.ahead[s.direction, s.field[s.seat], lane]) + int(s.move) - FIRST_MOVES[lane]
