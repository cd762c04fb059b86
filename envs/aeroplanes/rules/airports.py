"""Airports on the board: homes, empty spaces, replacements, the Americas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import HOME_AIRPORT, MARKETS, STAGES, Region
from ..state import NOBODY
from .common import BIT, clockwise, has, receive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def put_airport(t: Tables, s: State, seat: int, city: int, stage: int) -> None:
    """An airport of a Stage (or HOME_AIRPORT) takes an empty space; `below` never holds homes, which stay."""
    s.airport[seat, city] = stage
    s.network[seat] |= BIT << city
    if t.region[city] < MARKETS:
        s.presence[seat, t.region[city]] += 1
    for higher in range(stage, STAGES):
        s.below[seat, higher] |= BIT << city
    s.free[city] -= 1
    if s.free[city] == 0:
        s.open &= ~(BIT << city)


@kernel
def return_airport(t: Tables, s: State, seat: int, city: int) -> None:
    """An airport that is replaced goes back to the supply of its owner, and leaves its space empty.

    (Rules AE-3.5.5, AE-R16)
    """
    s.supply[seat, s.airport[seat, city] - 1] += 1
    s.airport[seat, city] = 0
    s.network[seat] &= ~(BIT << city)
    if t.region[city] < MARKETS:
        s.presence[seat, t.region[city]] -= 1
    for stage in range(STAGES):
        s.below[seat, stage] &= ~(BIT << city)
    s.free[city] += 1
    s.open |= BIT << city


@kernel
def settle_home(t: Tables, s: State, seat: int, home: int) -> None:
    """A seat's home airport is placed in a starting city (Rules AE-1.4, AE-R20)."""
    s.home[seat] = t.homes[home]
    put_airport(t, s, seat, t.homes[home], HOME_AIRPORT)


@kernel(inline=True)
def stage_of(s: State) -> int:
    """Stage of the tile being placed, from 1."""
    return s.kind // 2 + 1


@kernel(inline=True)
def is_upgrade(s: State, city: int) -> bool:
    """Whether a tile in a city replaces the seat's own airport there, its only one (Rules AE-3.5.3, AE-R42)."""
    return has(s.network[s.seat], city)


@kernel(inline=True)
def may_be_replaced(s: State, seat: int, city: int, stage: int) -> bool:
    """Whether a tile of this Stage may replace a seat's airport: a lower Stage, and never a home.

    (Rules AE-3.5.5, AE-3.5.6)
    """
    return has(s.below[seat, stage - 1], city)


@kernel(inline=True)
def legal_replacements(o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Opponents whose airport at the destination the tile may replace (Rule AE-3.5.5)."""
    for k in range(1, o.players):
        seat = clockwise(o, s.seat, k)
        mask[Action.REPLACE + k - 1] = may_be_replaced(s, seat, s.destination, stage_of(s))


@kernel
def put_on_empty_space(t: Tables, o: Options, s: State) -> None:
    """The tile takes an empty space, which may earn a bonus at once (Rules AE-3.5.2, AE-3.6.1, AE-R17)."""
    city = s.destination
    bonus = earns_bonus(t, o, s, city)
    take_tile_from_card(s)
    put_airport(t, s, s.seat, city, stage_of(s))
    if bonus:
        receive(s, s.seat, t.americas_money)
        s.points[s.seat] += t.americas_points


@kernel(inline=True)
def earns_bonus(t: Tables, o: Options, s: State, city: int) -> bool:
    """Whether an airport on an empty space earns the bonus: the first two in each of the Americas (Rule AE-3.6.2)."""
    others = t.spaces[o.players, city] - s.free[city]
    return t.region[city] == Region.AMERICAS and others < t.americas_players


@kernel
def replace_airport(t: Tables, s: State, owner: int) -> None:
    """The tile replaces an airport of an earlier Stage, an opponent's or one's own (Rule AE-3.5.5)."""
    take_tile_from_card(s)
    return_airport(t, s, owner, s.destination)
    put_airport(t, s, s.seat, s.destination, stage_of(s))


@kernel(inline=True)
def take_tile_from_card(s: State) -> None:
    """The airport tile leaves its card for good."""
    s.tiles[s.seat, s.kind] -= 1


@kernel
def only_replaceable(o: Options, s: State) -> int:
    """The seat whose airport the tile must replace, NOBODY if there are several to choose from (Rule AE-3.5.5)."""
    found = NOBODY
    for k in range(1, o.players):
        seat = clockwise(o, s.seat, k)
        if may_be_replaced(s, seat, s.destination, stage_of(s)):
            if found != NOBODY:
                return NOBODY
            found = seat
    return found
