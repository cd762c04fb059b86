"""What bots look at: passengers, seats, cards and tiles; and the small choices that all of them make alike."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import (
    ADVANTAGES,
    FAILURE,
    FIRST_NUMBER,
    MARKETS,
    MAX_CAPACITY,
    NONE,
    OVERFLOW,
    PAIRS,
    SPACES_PER_HOME,
    WAITING,
    Advantage,
)
from ....envs.aeroplanes.rules.advantages import available
from ....envs.aeroplanes.rules.common import BIT, clockwise
from ....envs.aeroplanes.rules.scoring import market_points, total_of
from ....envs.aeroplanes.state import Phase

PLACES = WAITING + OVERFLOW
"""Places that a passenger can be claimed from: the passenger spaces, then the overflow."""

WORTHS = np.array([2.0, 0.4, 2.2, 0.8, 1.5])
"""A rough order of the types of advantages."""


@kernel(inline=True)
def tile_at(s: Any, place: int) -> int:
    """The passenger tile in a space of the waiting area or, after them, of the overflow."""
    if place < WAITING:
        return s.waiting[place]
    return s.overflow[place - WAITING]


@kernel(inline=True)
def needed_for(t: Any, tile: int, place: int) -> Any:
    """Cities that one needs an airport in to claim a passenger, as a set."""
    cities = BIT << t.passenger_to[tile]
    if place < WAITING:
        cities |= BIT << t.homes[place // SPACES_PER_HOME]
    return cities


@kernel(inline=True)
def free_seats(s: Any, seat: int) -> int:
    """Free seats of all the open aeroplanes of a seat."""
    return s.carried[seat] - s.profit[seat]


@kernel
def add_demand(t: Any, s: Any, network: Any, point: float, seat: float, later: float, gain: Any) -> None:
    """Add to `gain` [cities] the worth of the passengers that an airport in each city would allow to claim.

    `network` are the airports that there are, `point` and `seat` the worth of a victory point and of a seat filled, and
    `later` is the share that counts where yet another airport is needed.
    """
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile == NONE:
            continue
        worth = point * t.passenger_points[tile] + seat * t.passenger_seats[tile]
        missing = needed_for(t, tile, place) & ~network
        share = 1.0 if missing & (missing - 1) == 0 else later
        for city in range(t.cities):
            gain[city] += share * worth * ((missing >> city) & 1)


@kernel
def claimable_seats(t: Any, s: Any, seat: int) -> int:
    """Seats of the passengers that a seat has the airports for."""
    seats = np.int64(0)
    network = s.network[seat]
    for place in range(PLACES):
        tile = tile_at(s, place)
        if tile != NONE and needed_for(t, tile, place) & ~network == 0:
            seats += t.passenger_seats[tile]
    return int(seats)


@kernel
def tiles_in_hand(s: Any, seat: int) -> int:
    """Airport tiles on the cards of a seat."""
    count = 0
    for kind in range(s.tiles.shape[1]):
        count += s.tiles[seat, kind]
    return count


@kernel(inline=True)
def tiles_of(t: Any, s: Any, card: int) -> int:
    """Airport tiles that a card would bring the seat."""
    return min(t.card_airports[card], s.supply[s.seat, t.card_stage[card] - 1])


@kernel
def lead(t: Any, o: Any, s: Any) -> float:
    """Points that the end of the era would bring the seat now, beyond what it would bring the others on average."""
    ahead = 0.0
    for seat in range(o.players):
        points = 0
        for market in range(MARKETS + 1):
            points += market_points(t, o, s, seat, market)
        if seat == s.seat:
            ahead += points
        else:
            ahead -= points / (o.players - 1)
    return ahead


@kernel
def tightest_load(mask: Any) -> int:
    """The aeroplane with the fewest free seats that are enough: large ones stay open for large passengers."""
    action = Action.LOAD + 0
    while mask[action] == 0 and action < Action.LOAD + MAX_CAPACITY - 1:
        action += 1
    return action


@kernel
def first_legal(mask: Any, start: int, count: int) -> int:
    """The first legal one of a range of actions, −1 if there is none."""
    for action in range(start, start + count):
        if mask[action] != 0:
            return action
    return -1


@kernel
def worth_of_advantage(s: Any, kind: int, worths: Any) -> float:
    """Worth of another tile of a type, given the worth of a first one: float64 [ADVANTAGES]."""
    worth = worths[kind] / (1.0 + s.advantages[s.seat, kind])
    return worth * s.failures[s.seat] if kind == Advantage.ENGINE_MAINTENANCE else worth


@kernel
def best_pair(t: Any, s: Any, mask: Any, worths: Any) -> int:
    """Leave out the die that brings least; engine failures bring most."""
    best, least = Action.PAIR + 0, 1e9
    for k in range(PAIRS):
        if mask[Action.PAIR + k] == 0:
            continue
        kind = s.dice[k] - FIRST_NUMBER
        worth = 1e8
        if s.dice[k] != FAILURE:
            worth = worth_of_advantage(s, kind, worths) if available(t, s, kind) else -1e8
        if worth < least:
            best, least = Action.PAIR + k, worth
    return best


@kernel
def best_wild(s: Any, mask: Any, worths: Any) -> int:
    """The type of advantage that is worth most."""
    best, most = Action.ADVANTAGE + 0, -1e8
    for kind in range(ADVANTAGES):
        if mask[Action.ADVANTAGE + kind] != 0:
            worth = worth_of_advantage(s, kind, worths)
            if worth > most:
                best, most = Action.ADVANTAGE + kind, worth
    return best


@kernel
def strongest_replaced(o: Any, s: Any, mask: Any) -> int:
    """Replace the airport of the opponent with the most points."""
    best, most = Action.REPLACE + 0, np.int64(-1)
    for k in range(1, o.players):
        if mask[Action.REPLACE + k - 1] != 0 and total_of(s, clockwise(o, s.seat, k)) > most:
            best, most = Action.REPLACE + k - 1, total_of(s, clockwise(o, s.seat, k))
    return best


@kernel
def plain_choice(t: Any, o: Any, s: Any, mask: Any) -> int:
    """What players without a plan decide alike: roll on, hit the strongest, take the advantages that are worth most."""
    if s.phase == Phase.NEXT_ROLL:
        return Action.ROLL_ON
    if s.phase == Phase.REPLACE:
        return strongest_replaced(o, s, mask)
    if s.phase == Phase.PAIR:
        return best_pair(t, s, mask, WORTHS)
    if s.phase == Phase.WILD:
        return best_wild(s, mask, WORTHS)
    return Action.EXTRA
