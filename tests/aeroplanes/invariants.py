"""What must hold after every decision of Aeroplanes, in compiled code, so that a million decisions take seconds."""

from __future__ import annotations

import json
import sys
from enum import IntEnum
from typing import Any

import numpy as np

from mailwing import envs
from mailwing.envs._core.bots import pick_legal
from mailwing.envs._core.kernel import kernel
from mailwing.envs.aeroplanes.limits import ADVANTAGES, HOME_AIRPORT, NONE, OVERFLOW, STAGES, WAITING
from mailwing.envs.aeroplanes.rules.kernels import apply, deal, legal
from mailwing.envs.aeroplanes.state import ABOARD, GONE, IN_BAG


class Fault(IntEnum):
    """What can be wrong, as bits."""

    MONEY = 1
    AIRPORT_TILES = 2
    SPACES = 4
    NETWORK = 8
    HOMES = 16
    ADVANTAGES = 32
    FAILURES = 64
    PASSENGERS = 128
    SEATS = 256
    DEAD_END = 512


@kernel
def money_fault(o: Any, s: Any) -> bool:
    """All money in hands and in the subsidy box came from the bank, and nobody owes anything."""
    total, debt = s.subsidies, False
    for seat in range(o.players):
        total += s.money[seat]
        debt |= s.money[seat] < 0
    return debt or total != s.bank


@kernel
def tiles_fault(t: Any, o: Any, s: Any) -> bool:
    """A player's airport tiles of a Stage are in the supply, on cards or on the board."""
    wrong = False
    for seat in range(o.players):
        for stage in range(STAGES):
            count = s.supply[seat, stage] + s.tiles[seat, 2 * stage] + s.tiles[seat, 2 * stage + 1]
            for city in range(t.cities):
                count += s.airport[seat, city] == stage + 1
            wrong |= count != t.supply[stage] or s.supply[seat, stage] < 0
    return wrong


@kernel
def spaces_fault(t: Any, o: Any, s: Any) -> bool:
    """No city has more airports than spaces, and what is marked as empty is empty."""
    wrong = False
    for city in range(t.cities):
        used = 0
        for seat in range(o.players):
            used += s.airport[seat, city] != 0
        wrong |= used > t.spaces[o.players, city] or used + s.free[city] != t.spaces[o.players, city]
        wrong |= ((s.open >> city) & 1) != (s.free[city] > 0)
    return wrong


@kernel
def network_fault(t: Any, o: Any, s: Any) -> bool:
    """Sets of cities and counts by market are those of the airports on the board."""
    wrong = False
    for seat in range(o.players):
        presence = 0
        for city in range(t.cities):
            stage = s.airport[seat, city]
            wrong |= ((s.network[seat] >> city) & 1) != (stage != 0)
            for k in range(STAGES):
                wrong |= ((s.below[seat, k] >> city) & 1) != (0 < stage <= k)
            presence += stage != 0 and t.region[city] < len(t.markets)
        wrong |= s.presence[seat].sum() != presence
    return wrong


@kernel
def homes_fault(t: Any, o: Any, s: Any) -> bool:
    """A seat has its one home where it chose it, and homes are never replaced."""
    wrong = False
    for seat in range(o.players):
        homes = 0
        for city in range(t.cities):
            homes += s.airport[seat, city] == HOME_AIRPORT
        wrong |= homes != (s.home[seat] != NONE)
        if s.home[seat] != NONE:
            wrong |= s.airport[seat, s.home[seat]] != HOME_AIRPORT
    return wrong


@kernel
def advantages_fault(t: Any, o: Any, s: Any) -> bool:
    """Advantage tiles are in the stock or before a player, and none is there before its era."""
    wrong = False
    for kind in range(ADVANTAGES):
        held = 0
        for seat in range(o.players):
            held += s.advantages[seat, kind]
            wrong |= s.advantages[seat, kind] < 0
        wrong |= held + s.stock[kind] != t.advantage_tiles[kind] or s.stock[kind] < 0
        wrong |= held > 0 and s.era < t.advantage_era[kind]
    return wrong


@kernel
def passengers_fault(t: Any, s: Any) -> bool:
    """Every passenger tile is in one place, and every space holds the tile that is said to be there."""
    wrong = False
    placed = 0
    for k in range(WAITING):
        if s.waiting[k] != NONE:
            placed += 1
            wrong |= s.passenger_at[s.waiting[k]] != k
        if s.overflow[k] != NONE:
            placed += 1
            wrong |= s.passenger_at[s.overflow[k]] != WAITING + k
    for tile in range(t.passengers):
        at = s.passenger_at[tile]
        placed -= 0 <= at < WAITING + OVERFLOW
        wrong |= at > GONE or (s.era == 1 and at != IN_BAG and t.passenger_wild[tile] != 0)
    return wrong or placed != 0


@kernel
def seats_fault(t: Any, o: Any, s: Any) -> bool:
    """Passengers aboard and free seats never exceed the capacity; points and profit are theirs."""
    wrong = False
    for seat in range(o.players):
        free, points, passenger_points = 0, 0, 0
        for card in range(t.cards):
            aboard = 0
            for tile in range(t.passengers):
                if s.passenger_at[tile] == ABOARD + card:
                    aboard += t.passenger_seats[tile]
                    if s.owner[card] == seat:
                        passenger_points += t.passenger_points[tile]
            if s.owner[card] == seat:
                free += s.seats[card]
                points += t.card_points[card]
            wrong |= aboard + s.seats[card] > t.card_capacity[card] or s.seats[card] < 0
        wrong |= s.profit[seat] != s.carried[seat] - free
        wrong |= s.plane_points[seat] != points or s.passenger_points[seat] != passenger_points
    return wrong


@kernel
def faults_of(t: Any, o: Any, s: Any) -> int:
    """Everything that is wrong with a state, as bits of `Fault`."""
    found = Fault.MONEY * money_fault(o, s) + Fault.AIRPORT_TILES * tiles_fault(t, o, s)
    found += Fault.SPACES * spaces_fault(t, o, s) + Fault.NETWORK * network_fault(t, o, s)
    found += Fault.HOMES * homes_fault(t, o, s) + Fault.ADVANTAGES * advantages_fault(t, o, s)
    found += Fault.PASSENGERS * passengers_fault(t, s) + Fault.SEATS * seats_fault(t, o, s)
    for seat in range(o.players):
        if s.failures[seat] < 0 or s.failures[seat] >= t.failure_limit:
            found |= Fault.FAILURES + 0
    return found


@kernel
def play_on(T: Any, O: Any, S: Any, blank: Any, mask: Any, rng: Any, decisions: int) -> int:
    """Random games one after the other, checked after every decision; the faults of the first faulty state."""
    t, o, s = T[0], O[0], S[0]
    s.done = 1
    for k in range(decisions):
        if s.done != 0:
            S[0] = blank[0]
            s.chance = np.uint64(k)
            deal(t, o, s, k)
        for action in range(mask.shape[0]):
            mask[action] = 0
        legal(t, o, s, mask)
        if mask.sum() == 0:
            return Fault.DEAD_END + 0
        apply(t, o, s, pick_legal(mask, rng))
        found = faults_of(t, o, s)
        if found != 0:
            return found
    return 0


def main(players: str, decisions: str) -> None:
    """Play and print the faults found (none, it is hoped) as JSON."""
    game = envs.load("aeroplanes", players=int(players))
    states, blank = (game.spec.state.zeros(1) for _ in range(2))
    mask, rng = np.zeros(game.num_actions, dtype=np.uint8), np.array([int(players)], dtype=np.uint64)
    faults = play_on(game._tables, game._options, states, blank, mask, rng, int(decisions))
    json.dump([fault.name for fault in Fault if faults & fault], sys.stdout)
