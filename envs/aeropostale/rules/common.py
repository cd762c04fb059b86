"""Small things that every rule uses: seats, pilots, stops, places on the panel."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..limits import CITIES, CONDITIONS, CUBES, FLEET, NONE, RANKS, Condition, Rank, RecordKind

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


class Outcome(IntEnum):
    """What the rules of one decision come to; `apply`, and nobody else, goes on from there."""

    NEXT_DECISION = 0
    """Somebody has the next decision already: `s.seat`, in `s.phase`; or the game is over."""
    WINGS_GAINED = 1
    """The seat has gained all the wings of this event: it may have won, and may convert some."""
    WINGS_SETTLED = 2
    """The seat keeps its wings; the event goes on."""
    ACTION_OVER = 3
    """The seat's action is over."""
    TURN_OVER = 4
    """All six phases of the turn are over."""


@kernel(inline=True)
def clockwise(o: Options, seat: int, k: int) -> int:
    """The seat that sits `k` seats further clockwise; `k` from 0 to the number of players."""
    seat += k
    return seat - o.players if seat >= o.players else seat


@kernel(inline=True)
def has_stop(s: State, seat: int, city: int) -> bool:
    """Whether a seat has a stop in a city: a cube or its monopoly tile (Rules AO-4.2.1, AO-R19)."""
    return (s.cubes[seat, city] > 0) | (s.monopoly[city] == seat)


@kernel(inline=True)
def cubes_in(s: State, city: int) -> int:
    """Cubes of all companies in a city."""
    total = 0
    for seat in range(len(s.company)):
        total += s.cubes[seat, city]
    return total


@kernel(inline=True)
def cubes_left(s: State, seat: int) -> int:
    """Cubes that a seat has not placed; there are 33 (Rules AO-1.0, AO-R18)."""
    placed = 0
    for city in range(CITIES):
        placed += s.cubes[seat, city]
    return CUBES - placed


@kernel(inline=True)
def best_rank(s: State, seat: int) -> int:
    """The highest rank of a seat's available pilots, −1: there is none. Whatever a pilot can, a higher one can."""
    rank = NONE
    for k in range(RANKS):
        rank = k if s.pilots[seat, Condition.AVAILABLE, k] > 0 else rank
    return rank


@kernel(inline=True)
def use_pilot(s: State, rank: int) -> None:
    """The seat's pilot of this rank goes from the green to the orange area (Rules AO-4.1.2, AO-4.2.3, AO-4.3)."""
    s.pilot = rank
    s.pilots[s.seat, Condition.AVAILABLE, rank] -= 1
    s.pilots[s.seat, Condition.USED, rank] += 1


@kernel(inline=True)
def pilots_with(s: State, rank: int) -> int:
    """Pilots of a rank that all companies have."""
    total = 0
    for seat in range(len(s.company)):
        for condition in range(CONDITIONS):
            total += s.pilots[seat, condition, rank]
    return total


@kernel(inline=True)
def rookies_left(t: Tables, s: State) -> int:
    """Rookies in the stock on the board: those of the box that no company has (Rules AO-4.5.1, AO-R12)."""
    return t.rookies - pilots_with(s, Rank.ROOKIE + 0)


@kernel(inline=True)
def seasoned_left(t: Tables, o: Options, s: State) -> int:
    """Seasoned pilots in the reserve: two for each player, less those that companies have (Rules AO-2.3, AO-R12)."""
    return t.seasoned * o.players - pilots_with(s, Rank.SEASONED + 0)


@kernel(inline=True)
def has_tile(s: State, seat: int, place: int, record: int) -> bool:
    """Whether the tile of a record lies under the design in a place of the seat's panel (Rules AO-4.3.3.1, AO-R56)."""
    return (s.tile_owner[record] == seat) & (s.tile_place[record] == place)


@kernel(inline=True)
def capacity_of(t: Tables, s: State, seat: int, place: int) -> int:
    """Elements that the design in a place can carry; the tile of the speed record adds one.

    (Rules AO-1.1, AO-4.3.3.1)
    """
    company: int = s.company[seat]
    design: int = s.fleet[seat, place]
    capacity: int = t.capacity[company, design]
    return capacity + t.tile_bonus if has_tile(s, seat, place, RecordKind.SPEED + 0) else capacity


@kernel(inline=True)
def place_of(s: State, seat: int, design: int) -> int:
    """The place of a design on the seat's panel, −1: it is not there."""
    found = NONE
    for place in range(FLEET):
        found = place if s.fleet[seat, place] == design else found
    return found


@kernel(inline=True)
def spend(s: State, seat: int, points: int) -> None:
    """The logistics cylinder goes down, not below 0."""
    s.logistics[seat] = max(0, s.logistics[seat] - points)


@kernel(inline=True)
def receive(t: Tables, s: State, seat: int, points: int) -> None:
    """The logistics cylinder goes up; what is beyond the last space is lost (Rule AO-R57)."""
    s.logistics[seat] = min(t.gauge, s.logistics[seat] + points)
