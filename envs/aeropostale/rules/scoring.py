"""Stop points, and who is ahead or has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.kernel import kernel
from ..limits import CITIES, RECORDS
from .turns import stop_points_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def score(t: Tables, o: Options, s: State, scores: NDArray[np.int32], ranks: NDArray[np.int8]) -> None:
    """Stop points of all seats, and their ranks: who reached the goal is before all others.

    In the race to the last city nobody has won unless somebody got there, and there is no other order at its end.

    (Rules AO-6.1, AO-8.1, AO-8.4, AO-R35, AO-R38, AO-R39)
    """
    standings = scores  # until all ranks are known
    for seat in range(o.players):
        standings[seat] = standing(t, o, s, seat)
    for seat in range(o.players):
        ranks[seat] = 1
        for other in range(o.players):
            ranks[seat] += standings[other] > standings[seat]
        if s.done and t.race[o.scenario]:
            ranks[seat] = 2 - s.won[seat]
    for seat in range(o.players):
        scores[seat] = stop_points(t, s, seat)


@kernel
def stop_points(t: Tables, s: State, seat: int) -> np.int64:
    """Stop points of a seat on all continents (Rules AO-8.1, AO-8.2, AO-8.3, AO-8.5)."""
    points = np.int64(0)
    for city in range(CITIES):
        points += stop_points_in(t, s, seat, city)
    return points


@kernel
def standing(t: Tables, o: Options, s: State, seat: int) -> int:
    """One number that says who is ahead: the goal, then stop points, records, monopolies and cubes on the board.

    (Rules AO-8.1, AO-8.2, AO-8.3, AO-8.5, AO-R9, AO-R35, AO-R59)
    """
    monopolies, cubes, records = 0, 0, 0
    for city in range(CITIES):
        monopolies += s.monopoly[city] == seat
        cubes += s.cubes[seat, city]
    for record in range(RECORDS):
        records += s.tile_owner[record] == seat
    return (((s.won[seat] * 100 + stop_points(t, s, seat)) * 10 + records) * 10 + monopolies) * 100 + cubes
