"""Points: the majorities and the profit of an era, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import size
from ..._core.kernel import kernel
from ..limits import MARKETS, MAX_SEATS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def standing(s: State, seat: int, market: int) -> int:
    """What counts for a rank: airports in a market, the home too, or, as the last market, the profit of the era.

    (Rules AE-7.1, AE-7.2, AE-R20, AE-R29)
    """
    if market == MARKETS:
        return s.profit[seat]
    return s.presence[seat, market]


@kernel(inline=True)
def market_points(t: Tables, o: Options, s: State, seat: int, market: int) -> int:
    """Victory points of a seat in a market: those of its rank, or an equal share of the ranks that it ties for.

    Absent seats stand at 0, where nobody has a rank (Rules AE-R27, AE-R28).
    """
    own = standing(s, seat, market)
    better, equal = 0, 0
    for other in range(MAX_SEATS):
        value = standing(s, other, market)
        better += value > own
        equal += value == own
    return points_of_rank(t, o, s.era - 1, market, better, equal) * has_rank(own)


@kernel(inline=True)
def points_of_rank(t: Tables, o: Options, era: int, market: int, better: int, equal: int) -> int:
    """Victory points in an era (from 0) of a seat that so many are better than and, itself included, so many equal.

    With three players the last rank pays nothing (Rules AE-R19, AE-R26, AE-R28).
    """
    return t.rank_share[o.players, era, market, better, equal]


@kernel(inline=True)
def has_rank(own: int) -> bool:
    """Whether a standing has a rank at all: one airport, or a profit of 1 (Rule AE-R27)."""
    return own >= 1


@kernel
def score_era(t: Tables, o: Options, s: State) -> None:
    """Majorities in the three markets, and profit (Rules AE-7.1, AE-7.2, AE-R30)."""
    for seat in range(o.players):
        for market in range(MARKETS + 1):
            s.points[seat] += market_points(t, o, s, seat, market)


@kernel(inline=True)
def total_of(s: State, seat: int) -> int:
    """All victory points: the track, aeroplanes and passengers (Rules AE-9.1, AE-R37)."""
    return s.points[seat] + s.plane_points[seat] + s.passenger_points[seat]


@kernel
def behind(s: State, a: int, b: int) -> bool:
    """Whether a seat is behind another: victory points, then money, then airports on the board, homes too.

    (Rules AE-R20, AE-R38)
    """
    if total_of(s, a) != total_of(s, b):
        return total_of(s, a) < total_of(s, b)
    if s.money[a] != s.money[b]:
        return s.money[a] < s.money[b]
    return size(s.network[a]) < size(s.network[b])


@kernel
def score(t: Tables, o: Options, s: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Points and ranks as if the game ended now without another scoring; who is equal in all has won together.

    (Rules AE-9.1, AE-R38)
    """
    for seat in range(o.players):
        scores[seat] = total_of(s, seat)
        ranks[seat] = 1
        for other in range(o.players):
            if behind(s, seat, other):
                ranks[seat] += 1
