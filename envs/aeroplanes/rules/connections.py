"""Where an airport tile can be placed, and the ways to fly there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import lowest
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import COLOURS, NONE, STAGES, CitySet
from .common import has, opponents_at

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def connected(t: Tables, s: State, seat: int, long: int) -> CitySet:
    """Cities that a seat can fly a tile to, directly or, with a long-distance aeroplane, by skipping one; as a set.

    (Rules AE-3.2.2, AE-3.2.3, AE-3.2.4, AE-3.2.5, AE-3.2.6, AE-R4)
    """
    network, reach = s.network[seat], t.reach[long]
    cities = np.int64(0)
    while network != 0:
        cities |= reach[lowest(network)]
        network &= network - 1
    return cities


@kernel(inline=True)
def cities_to_place(o: Options, s: State, seat: int, stage: int, connections: CitySet) -> CitySet:
    """Where a seat can place a tile of a Stage (from 1), given the cities that it can fly to; as a set.

    New airports need a connection, and an empty space or, where there is none, somebody's earlier airport. Upgrading
    one's own airport, where no space is empty, needs no connection.

    (Rules AE-3.5.1, AE-3.5.3, AE-3.5.4, AE-R1, AE-R20, AE-R42)
    """
    replaceable = np.int64(0)
    for other in range(o.players):
        replaceable |= s.below[other, stage - 1]
    new = connections & ~s.network[seat] & (s.open | replaceable)
    return new | (s.below[seat, stage - 1] & ~s.open)


@kernel(inline=True)
def legal_tiles(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Airport tiles on cards that can be placed somewhere (Rules AE-R46, AE-R47)."""
    for long in range(2):
        held = 0
        for stage in range(STAGES):
            held += s.tiles[s.seat, 2 * stage + long]
        if held == 0:
            continue
        connections = connected(t, s, s.seat, long)
        for stage in range(STAGES):
            kind = 2 * stage + long
            if s.tiles[s.seat, kind] > 0 and cities_to_place(o, s, s.seat, stage + 1, connections) != 0:
                mask[Action.TILE + kind] = 1


@kernel(inline=True)
def can_place_another(t: Tables, o: Options, s: State) -> bool:
    """Whether some airport tile on a card of the seat can be placed somewhere (Rule AE-R53)."""
    for kind in range(2 * STAGES):
        if s.tiles[s.seat, kind] == 0:
            continue
        if cities_to_place(o, s, s.seat, kind // 2 + 1, connected(t, s, s.seat, kind % 2)) != 0:
            return True
    return False


@kernel(inline=True)
def legal_destinations(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Where the chosen tile can be placed (Rule AE-3.2.2)."""
    cities = cities_to_place(o, s, s.seat, s.kind // 2 + 1, connected(t, s, s.seat, s.kind % 2))
    for city in range(t.cities):
        mask[Action.TO + city] = (cities >> city) & 1


@kernel(inline=True)
def legal_routes(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Ways to the destination: single connections by colour, barred ones, and every city that can be skipped.

    (Rules AE-3.2.5, AE-R2, AE-R5)
    """
    network, long, city = s.network[s.seat], s.kind % 2, s.destination
    for colour in range(COLOURS):
        if t.single_rolls[colour] >= 0:
            mask[Action.DIRECT + colour] = (t.into[long, colour, city] & network) != 0
            mask[Action.BARRED + colour] = (t.barred_into[long, colour, city] & network) != 0
    if long != 0:
        for middle in range(t.cities):
            if first_link(t, network, middle, city) != NONE:
                mask[Action.VIA + middle] = 1


@kernel(inline=True)
def first_link(t: Tables, network: CitySet, middle: int, city: int) -> int:
    """Colour of the easiest link to a city that is to be skipped on the way to another; NONE: it cannot be.

    Colours run from the easiest to the hardest, so no seat would rather fly another of them to the same city.

    (Rules AE-R3, AE-R40, AE-R51)
    """
    second = t.colour_between[middle, city]
    if second < 0 or t.bars_between[middle, city] != 0:
        return NONE
    for first in range(COLOURS):
        if t.pair_rolls[first, second] >= 0 and (t.into[1, first, middle] & network) != 0:
            return first
    return NONE


@kernel
def plan_route(t: Tables, o: Options, s: State, action: int) -> None:
    """What the rolls of a way to the destination must reach (Rules AE-3.3.2, AE-3.3.3)."""
    if action >= Action.VIA:
        plan_skip(t, o, s, action - Action.VIA)
    elif action >= Action.BARRED:
        plan_barred(t, o, s, action - Action.BARRED)
    else:
        plan_direct(t, o, s, action - Action.DIRECT)


@kernel
def plan_direct(t: Tables, o: Options, s: State, colour: int) -> None:
    """A single connection: the rolls of its colour (Rule AE-3.3.3)."""
    s.rolls = t.single_rolls[colour]
    s.need[0] = need_at(t, o, s, t.single_need[colour], s.destination)


@kernel
def plan_barred(t: Tables, o: Options, s: State, colour: int) -> None:
    """A barred connection: one roll of its colour for each bar, each with an opponent's help at its end.

    (Rules AE-3.3.8, AE-R39)
    """
    s.rolls = t.bars_into[colour, s.destination]
    for k in range(s.rolls):
        s.need[k] = need_at(t, o, s, t.single_need[colour], s.destination)


@kernel
def plan_skip(t: Tables, o: Options, s: State, middle: int) -> None:
    """Two connections in one flight: the first roll is helped at the skipped city, the last at the destination.

    (Rules AE-3.3.6, AE-3.3.7, AE-3.3.10, AE-R39, AE-R41)
    """
    first = first_link(t, s.network[s.seat], middle, s.destination)
    second = t.colour_between[middle, s.destination]
    s.skipped = middle
    s.rolls = t.pair_rolls[first, second]
    for k in range(s.rolls):
        end = end_of_roll(k, s.rolls, middle, s.destination)
        s.need[k] = need_at(t, o, s, t.pair_need[first, second, k], end)


@kernel(inline=True)
def end_of_roll(k: int, rolls: int, middle: int, end: int) -> int:
    """Where the link of the k-th roll of a skip ends: of the last one at the destination, of one before it in between.

    (Rules AE-3.3.10, AE-R39)
    """
    return end if k == rolls - 1 else middle


@kernel(inline=True)
def need_at(t: Tables, o: Options, s: State, need: int, city: int) -> int:
    """What a roll must reach whose link ends in a city, helped by whichever opponents have an airport there.

    (Rules AE-R20, AE-R21)
    """
    return need_with_help(t, need, has(opponents_at(o, s, s.seat), city))


@kernel(inline=True)
def need_with_help(t: Tables, need: int, helped: int) -> int:
    """What a roll must reach if an opponent's airport, where its link ends, adds to it (Rule AE-3.3.9)."""
    return max(need - t.opponent_bonus, 0) if helped else need
