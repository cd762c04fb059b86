"""How likely and how dear it is to fly an airport tile to a city, and which connection is best."""

from __future__ import annotations

from typing import NamedTuple

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs._core.scratch import on_stack
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import COLOURS, DICE, DIE_FACES, Advantage
from ....envs.aeroplanes.rules.common import BIT, has, opponents_at
from ....envs.aeroplanes.rules.connections import end_of_roll, need_with_help
from ....envs.aeroplanes.rules.risk import pilots_help, would_crash
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation_record import ENOUGH, FLIGHT_OUTLOOK, FlightOutlook

WORTH_OF_ARRIVING = 8.0
"""Money that a sure arrival is worth when connections are compared."""

WORTH_OF_A_ROLL = 0.7
"""Money that a roll costs by its engine failures, on average."""


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
def look_at_flights(t: Tables, o: Options, s: State, f: FlightOutlook) -> None:
    """Fill in an empty record; costs are worked out when they are first asked for."""
    f.opponents = opponents_at(o, s, s.seat)
    money = s.money[s.seat]
    f.budget[0] = min(money, ENOUGH)
    f.budget[1] = min(money + t.pilot_bonus * s.advantages[s.seat, Advantage.DARING_PILOT], ENOUGH)
    network = s.network[s.seat]
    while network != 0:
        for colour in range(COLOURS):
            f.links[colour] |= t.out_of[1, colour, lowest(network)]
        network &= network - 1


@kernel
def best_connection(t: Tables, o: Options, s: State, city: int, long: int) -> Connection:
    """The best connection to a city that the seat has no airport in; `long` is 1 for a long-distance tile."""
    f: FlightOutlook = on_stack(FLIGHT_OUTLOOK)
    look_at_flights(t, o, s, f)
    return best_flight(t, s, city, long, f)


@kernel
def best_flight(t: Tables, s: State, city: int, long: int, f: FlightOutlook) -> Connection:
    """The same, where flights to several cities are looked at."""
    budget = f.budget[1 if pilots_help(t, city) else 0]
    best = best_single(t, s, city, long, budget, f)
    if long == 0 or (best.rolls == 0 and best.action >= 0):
        return best
    return better(best, by_skipping(t, city, budget, f))


@kernel(inline=True)
def best_single(t: Tables, s: State, city: int, long: int, budget: int, f: FlightOutlook) -> Connection:
    """The best single connection, barred or not."""
    network = s.network[s.seat]
    best = NO_CONNECTION
    for colour in range(COLOURS):
        direct = t.into[long, colour, city] & network != 0
        barred = t.barred_into[long, colour, city] & network != 0
        if t.single_rolls[colour] < 0 or not (direct or barred):
            continue
        need = need_at(t, f, t.single_need[colour], city)
        if direct:
            rolls = t.single_rolls[colour]
            best = better(best, judge(t, Action.DIRECT + colour, rolls, need, need, budget, f))
        if barred:
            rolls = t.bars_into[colour, city]
            best = better(best, judge(t, Action.BARRED + colour, rolls, need, need, budget, f))
    return best


@kernel(inline=True)
def by_skipping(t: Tables, city: int, budget: int, f: FlightOutlook) -> Connection:
    """The best connection that skips a city, the first one if several are equally good.

    Cities that are skipped by links of the same colours, where an opponent helps or does not, promise the same. To
    each the easiest first link is flown.
    """
    best = NO_CONNECTION
    for second in range(COLOURS):
        middles = t.into[1, second, city]
        for first in range(COLOURS):
            rolls, alike = t.pair_rolls[first, second], middles & f.links[first]
            if rolls < 0 or alike == 0:
                continue
            middles &= ~alike
            last = need_at(t, f, t.pair_need[first, second, 1], city)
            while alike != 0:
                middle = lowest(alike)
                helped = has(f.opponents, middle)
                alike &= ~(f.opponents if helped else ~f.opponents)
                need = need_at(t, f, t.pair_need[first, second, 0], end_of_roll(0, rolls, middle, city))
                found = judge(t, Action.VIA + middle, rolls, need, last, budget, f)
                if found.merit > best.merit or (found.merit == best.merit and found.action < best.action):
                    best = found
    return best


@kernel(inline=True)
def need_at(t: Tables, f: FlightOutlook, need: int, city: int) -> int:
    """What a roll must reach whose link ends in a city, helped by whichever opponents have an airport there."""
    return need_with_help(t, need, has(f.opponents, city))


@kernel(inline=True)
def judge(t: Tables, action: int, rolls: int, first: int, later: int, budget: int, f: FlightOutlook) -> Connection:
    """What a connection promises whose rolls must reach these sums, shortfalls being paid from one budget."""
    odds, cost = 1.0, 0.0
    for k in range(rolls):
        need = first if k == 0 else later
        spent = average_cost(t, need, budget, f)
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


@kernel(inline=True)
def average_cost(t: Tables, need: int, budget: int, f: FlightOutlook) -> float:
    """What making up for a roll costs on average, a shortfall beyond the budget not being paid."""
    if not has(f.costs_known, need):
        work_out_costs(t, need, f)
    return f.costs[need, budget]


@kernel
def work_out_costs(t: Tables, need: int, f: FlightOutlook) -> None:
    """The average costs of reaching a sum by what can be added."""
    f.costs_known |= BIT << need
    cost = 0.0
    for missing in range(1, ENOUGH + 1):
        if missing <= need:
            cost += missing * float(t.odds[need - missing] - t.odds[need - missing + 1])
        f.costs[need, missing] = cost


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


@kernel(inline=True)
def crash_in(t: Tables, s: State, rolls: int, f: FlightOutlook) -> float:
    """The same, for flights of so many rolls that are looked at together."""
    if not has(f.crash_known, rolls):
        f.crash_known |= BIT << rolls
        f.crash[rolls] = crash_odds(t, s, rolls)
    return f.crash[rolls]
