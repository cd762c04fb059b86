"""The end: points, ranks and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import size
from ..._core.kernel import kernel
from ..limits import NONE, WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def at_stake(t: Tables, s: State, seat: int) -> int:
    """Glory of the unfulfilled objectives of a seat, lost if the game ends.

    Added up by binary digits: cards with a digit count as much as it is worth, and no card is looked at by itself.

    (Rules PO-12.2, PO-13.1, PO-13.2, PO-13.3)
    """
    points = 0
    for word in range(WORDS):
        for digit in range(t.glory_digit.shape[1]):
            points += size(s.held[seat, word] & t.glory_digit[word, digit]) << digit
    return points


@kernel
def assets_of(t: Tables, s: State, seat: int) -> int:
    """Points for the aircraft's level, and one for every $50,000 of money and resale value.

    (Rules PO-12.2, PO-R24, PO-R80)
    """
    points, money = 0, s.money[seat] + 0
    aircraft: int = s.aircraft[seat]
    if aircraft != NONE:
        points += t.level[aircraft]
        money += t.resale[aircraft]
    return points + money // t.glory_unit


@kernel(inline=True)
def points_of(t: Tables, s: State, seat: int) -> int:
    """Glory, less that of unfulfilled objectives, and what aircraft and money count (Rules PO-12.2, PO-R80)."""
    return s.glory[seat] - at_stake(t, s, seat) + assets_of(t, s, seat)


@kernel
def level_of(t: Tables, s: State, seat: int) -> int:
    """The technology level of a seat's aircraft, 0: it has none yet."""
    aircraft: int = s.aircraft[seat]
    return 0 if aircraft == NONE else t.level[aircraft] + 0


@kernel
def score(t: Tables, o: Options, s: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Most points win, then the aircraft of the highest level; whoever is still equal shares the place.

    A lone player wins with more points than the Solo plane (Rules PO-12.2, PO-12.3, PO-17.5, PO-R22, PO-R25, PO-R82).
    """
    for seat in range(o.players):
        scores[seat] = points_of(t, s, seat)
    for seat in range(o.players):
        ranks[seat] = 1
        for other in range(o.players):
            more = scores[other] > scores[seat]
            higher = (scores[other] == scores[seat]) & (level_of(t, s, other) > level_of(t, s, seat))
            ranks[seat] += more | higher
    if o.players == 1 and scores[0] <= s.solo_glory:
        ranks[0] = 2
