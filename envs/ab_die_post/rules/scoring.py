"""Placing and points: the end of a flight, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def place_of(t: Tables, o: Options, s: State, seat: int) -> int:
    """How many planes are ahead of a plane: by section, then lane, then distance (Rules ADP-7.4, ADP-R10)."""
    standing = t.standing[s.direction]
    own = standing[s.field[seat]]
    ahead = 0
    for other in range(o.players):
        if standing[s.field[other]] > own:
            ahead += 1
    return ahead


@kernel(inline=True)
def flight_points(t: Tables, o: Options, s: State, seat: int) -> int:
    """Points of a seat if the flight ended now: its place (Rule ADP-7.2) and the passenger (Rule ADP-6.4).

    A plane on the start field is unplaced and scores nothing (Rule ADP-7.3).
    """
    placed = t.standing[s.direction, s.field[seat]] != 0
    points = t.places[place_of(t, o, s, seat)] + t.passenger_bonus * (s.holder == seat)
    return points if placed else t.start_points + 0


@kernel
def score_flight(t: Tables, o: Options, s: State) -> None:
    """Every marker moves on by the points of the flight (Rule ADP-7.2)."""
    for seat in range(o.players):
        s.last[seat] = flight_points(t, o, s, seat)
        s.score[seat] += s.last[seat]


@kernel
def somebody_has_won(t: Tables, o: Options, s: State) -> bool:
    """A marker at 15 or beyond ends the game after the flight (Rule ADP-9.1)."""
    furthest = 0
    for seat in range(o.players):
        furthest = max(furthest, s.score[seat])
    return furthest >= t.win_at


@kernel
def behind(s: State, a: int, b: int) -> bool:
    """Whether marker a is behind b: lower score, then fewer points in the last flight (Rules ADP-8.3, ADP-9.2)."""
    return s.score[a] < s.score[b] or (s.score[a] == s.score[b] and s.last[a] < s.last[b])


@kernel
def score(t: Tables, o: Options, s: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """The furthest marker wins, then the better last flight (Rule ADP-9.2), else both have won (Rule ADP-R14)."""
    for seat in range(o.players):
        scores[seat] = s.score[seat]
        ranks[seat] = 1
        for other in range(o.players):
            if behind(s, seat, other):
                ranks[seat] += 1
