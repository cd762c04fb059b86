"""How likely and how dear it is to fly an airport tile to a city, and which connection is best."""

from __future__ import annotations

from typing import NamedTuple

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import COLOURS, DICE, DIE_FACES, Advantage
from ....envs.aeroplanes.rules.connections import end_of_roll, first_link, need_at
from ....envs.aeroplanes.rules.risk import pilots_help, would_crash
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables

WORTH_OF_ARRIVING = 8.0
"""Money that a sure arrival is worth when connections are compared."""

WORTH_OF_A_ROLL = 0.7
"""Money that a roll costs by its engine failures, on average."""

ENOUGH = 9
"""Money beyond which more makes no roll safer."""


class Connection(NamedTuple):
    """What one way to fly to a city promises."""

    action: int
    """The action that chooses it, −1: there is no connection."""
    odds: float
    """Chance of arriving."""
    cost: float
    """What making up for short rolls costs on average, in £1."""
    rolls: int
    """How often the dice are rolled."""
    merit: float
    """Its worth in £1, to compare connections to the same city."""


NO_CONNECTION = Connection(-1, 0.0, 0.0, 0, -1e9)


@kernel
def best_connection(t: Tables, o: Options, s: State, city: int, long: int) -> Connection:
    """The best connection to a city that the seat has no airport in; `long` is 1 for a long-distance tile."""
    budget = budget_for(t, s, city)
    best = best_single(t, o, s, city, long, budget)
    if long == 0 or (best.rolls == 0 and best.action >= 0):
        return best
    middles = t.into[1, 0, city] | t.into[1, 1, city] | t.into[1, 2, city]
    while middles != 0:
        middle = lowest(middles)
        middles &= middles - 1
        best = better(best, by_skipping(t, o, s, middle, city, budget))
    return best


@kernel(inline=True)
def best_single(t: Tables, o: Options, s: State, city: int, long: int, budget: int) -> Connection:
    """The best single connection, barred or not."""
    network = s.network[s.seat]
    best = NO_CONNECTION
    for colour in range(COLOURS):
        direct = t.into[long, colour, city] & network != 0
        barred = t.barred_into[long, colour, city] & network != 0
        if t.single_rolls[colour] < 0 or not (direct or barred):
            continue
        need = need_at(t, o, s, t.single_need[colour], city)
        if direct:
            rolls = t.single_rolls[colour]
            best = better(best, judge(t, Action.DIRECT + colour, rolls, need, need, budget))
        if barred:
            rolls = t.bars_into[colour, city]
            best = better(best, judge(t, Action.BARRED + colour, rolls, need, need, budget))
    return best


@kernel
def by_skipping(t: Tables, o: Options, s: State, middle: int, city: int, budget: int) -> Connection:
    """The connection that skips a city, if there is one."""
    first = first_link(t, s.network[s.seat], middle, city)
    if first < 0:
        return NO_CONNECTION
    second = t.colour_between[middle, city]
    rolls = t.pair_rolls[first, second]
    need = need_at(t, o, s, t.pair_need[first, second, 0], end_of_roll(0, rolls, middle, city))
    last = need_at(t, o, s, t.pair_need[first, second, 1], city)
    return judge(t, Action.VIA + middle, rolls, need, last, budget)


@kernel(inline=True)
def judge(t: Tables, action: int, rolls: int, first: int, later: int, budget: int) -> Connection:
    """What a connection promises whose rolls must reach these sums, shortfalls being paid from one budget."""
    odds, cost = 1.0, 0.0
    for k in range(rolls):
        need = first if k == 0 else later
        spent = average_cost(t, need, budget)
        cost += odds * spent
        odds *= float(t.odds[max(need - budget, 0)])
        budget = max(budget - int(spent + 0.5), 0)
    merit = WORTH_OF_ARRIVING * odds - cost - WORTH_OF_A_ROLL * rolls
    # Adding 0 widens what the tables hold in a byte: numba takes connections for alike if all their fields are.
    return Connection(action, odds, cost, rolls + 0, merit)


@kernel(inline=True)
def better(a: Connection, b: Connection) -> Connection:
    """The one with the greater merit, the first one if they are equal."""
    return b if b.merit > a.merit else a


@kernel
def budget_for(t: Tables, s: State, city: int) -> int:
    """What the seat can add to its rolls on the way to a city: its money and, outside Europe, its Daring Pilots."""
    budget = s.money[s.seat]
    if pilots_help(t, city):
        budget += t.pilot_bonus * s.advantages[s.seat, Advantage.DARING_PILOT]
    return min(budget, ENOUGH)


@kernel(inline=True)
def average_cost(t: Tables, need: int, budget: int) -> float:
    """What making up for a roll costs on average, a shortfall beyond the budget not being paid."""
    cost = 0.0
    for missing in range(1, min(need, budget) + 1):
        cost += missing * float(t.odds[need - missing] - t.odds[need - missing + 1])
    return cost


@kernel
def odds_of_rest(t: Tables, s: State, money: int) -> float:
    """Chance that the rolls after the present one succeed, what each is short of being paid as far as money goes."""
    odds = 1.0
    for k in range(s.rolled, s.rolls):
        odds *= float(t.odds[max(s.need[k] - money, 0)])
    return odds


@kernel
def crash_odds(t: Tables, s: State, rolls: int) -> float:
    """Chance that so many rolls bring the engine failure that crashes the attempt."""
    dice = rolls * DICE
    exactly = ((DIE_FACES - 1) / DIE_FACES) ** dice
    below = 0.0
    count = 0
    while not would_crash(t, s, count):
        below += exactly
        exactly *= (dice - count) / (count + 1) / (DIE_FACES - 1)
        count += 1
    return max(1.0 - below, 0.0)
