"""How likely and how dear it is to fly an airport tile somewhere, and which way is best."""

from __future__ import annotations

from typing import Any

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import COLOURS, DICE, Advantage, Region
from ....envs.aeroplanes.rules.common import has
from ....envs.aeroplanes.rules.connections import first_link

WORTH_OF_ARRIVING = 8.0
"""Money that a sure arrival is worth when ways are compared."""

WORTH_OF_A_ROLL = 0.7
"""Money that a roll costs by its engine failures, on average."""

ENOUGH = 9
"""Money beyond which more makes no roll safer."""


@kernel
def budget_for(t: Any, s: Any, city: int) -> int:
    """What the seat can add to its rolls on the way to a city: its money and, outside Europe, its Daring Pilots."""
    budget = s.money[s.seat]
    if t.region[city] != Region.EUROPE:
        budget += t.pilot_bonus * s.advantages[s.seat, Advantage.DARING_PILOT]
    return min(budget, ENOUGH)


@kernel
def average_cost(t: Any, need: int, budget: int) -> float:
    """What making up for a roll costs on average, a shortfall beyond the budget not being paid."""
    cost = 0.0
    for missing in range(1, min(need, budget) + 1):
        cost += missing * (t.odds[need - missing] - t.odds[need - missing + 1])
    return cost


@kernel
def chances(t: Any, budget: int, rolls: int, first: int, second: int, third: int) -> tuple[float, float]:
    """Chance and average cost of up to three rolls that must reach these sums, shortfalls paid from one budget."""
    odds, cost = 1.0, 0.0
    for k in range(rolls):
        need = first
        if k == 1:
            need = second
        elif k == 2:
            need = third
        spent = average_cost(t, need, budget)
        cost += odds * spent
        odds *= t.odds[max(need - budget, 0)]
        budget = max(budget - int(spent + 0.5), 0)
    return odds, cost


@kernel
def crash_odds(s: Any, limit: int, rolls: int) -> float:
    """Chance that so many rolls bring the engine failure that crashes the attempt."""
    dice = rolls * DICE
    exactly = (5.0 / 6.0) ** dice
    below = 0.0
    for count in range(limit - s.failures[s.seat]):
        below += exactly
        exactly *= (dice - count) / (count + 1) / 5.0
    return max(1.0 - below, 0.0)


@kernel
def merit(t: Any, s: Any, odds: float, cost: float, rolls: int) -> float:
    """A way's worth in money, to compare ways to one city."""
    return WORTH_OF_ARRIVING * odds - cost - WORTH_OF_A_ROLL * rolls


@kernel
def best_way(t: Any, o: Any, s: Any, city: int, long: int, helped: Any) -> tuple[int, float, float, int]:
    """The best way to a city that the seat has no airport in: `(action, odds, average cost, rolls)`; action −1: none.

    `long` is 1 for a tile of a long-distance aeroplane; `helped` are the cities with an opponent's airport, as a set.
    """
    action, odds, cost, rolls = best_direct_way(t, o, s, city, long, helped)
    if long == 0 or (rolls == 0 and action >= 0):
        return action, odds, cost, rolls
    best = merit(t, s, odds, cost, rolls) if action >= 0 else -1e9
    budget = budget_for(t, s, city)
    middles = t.into[1, 0, city] | t.into[1, 1, city] | t.into[1, 2, city]
    for middle in range(t.cities):
        if not has(middles, middle):
            continue
        first = first_link(t, s.network[s.seat], middle, city)
        if first < 0:
            continue
        second = t.colour_between[middle, city]
        count = t.pair_rolls[first, second]
        at_end = t.opponent_bonus if has(helped, city) else 0
        at_middle = t.opponent_bonus if count == 2 and has(helped, middle) else 0
        need = t.pair_need[first, second, 0] - (at_middle if count == 2 else at_end)
        p, c = chances(t, budget, count, need, t.pair_need[first, second, 1] - at_end, 0)
        value = merit(t, s, p, c, count)
        if value > best:
            best, action, odds, cost, rolls = value, Action.VIA + middle, p, c, count
    return action, odds, cost, rolls


@kernel
def best_direct_way(t: Any, o: Any, s: Any, city: int, long: int, helped: Any) -> tuple[int, float, float, int]:
    """The best single connection, barred or not, as `best_way` tells it."""
    network = s.network[s.seat]
    action, odds, cost, rolls = -1, 0.0, 0.0, 0
    best = -1e9
    budget = budget_for(t, s, city)
    bonus = t.opponent_bonus if has(helped, city) else 0
    for colour in range(COLOURS):
        if t.single_rolls[colour] < 0:
            continue
        need = t.single_need[colour] - bonus
        if t.into[long, colour, city] & network != 0:
            count = t.single_rolls[colour]
            p, c = chances(t, budget, count, need, 0, 0)
            value = merit(t, s, p, c, count)
            if value > best:
                best, action, odds, cost, rolls = value, Action.DIRECT + colour, p, c, count
        if t.barred_into[long, colour, city] & network != 0:
            count = t.bars_into[colour, city]
            p, c = chances(t, budget, count, need, need, need)
            value = merit(t, s, p, c, count)
            if value > best:
                best, action, odds, cost, rolls = value, Action.BARRED + colour, p, c, count
    return action, odds, cost, rolls
