"""The expert's view of majorities and profit: what ranks are expected at the end of the era, and what they bring."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import ERAS, MARKETS
from ....envs.aeroplanes.rules.scoring import has_rank, market_points, points_of_rank
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation_record import LEADS, Evaluation
from .expert_params import P
from .features import Params, free_seats

NOW, LATER = 0, 1
"""Rows of `Evaluation.ahead`."""

Chances = tuple[float, float, float]
"""Chances of the first, second and third rank."""


@kernel
def expect_standings(o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Profit with some of the free seats filled; airports as they are, a lead being surer the larger it is."""
    most = 0
    for seat in range(o.players):
        outlook = e.seats[seat]
        free, wanted = free_seats(s, seat), outlook.wanted
        filled = p[P.FILL] * min(free, wanted) + p[P.FILL_MORE] * e.time * max(free - wanted, 0)
        outlook.profit = s.profit[seat] + 2.0 * filled
        for market in range(MARKETS):
            most = max(most, s.presence[seat, market])
    spread = airport_spread(p, e)
    for lead in range(most + 3):
        now, later = lasting(float(lead), spread), lasting(float(lead), p[P.SPREAD_LATER])
        e.ahead[NOW, LEADS + lead], e.ahead[NOW, LEADS - lead] = 0.5 + now, 0.5 - now
        e.ahead[LATER, LEADS + lead], e.ahead[LATER, LEADS - lead] = 0.5 + later, 0.5 - later


@kernel(inline=True)
def lasting(lead: float, spread: float) -> float:
    """Chance beyond a half that a lead will be one at the end; as much less than a half if it is negative."""
    x = lead / max(spread, 0.05)
    return 0.5 * x / (1.0 + abs(x))


@kernel(inline=True)
def airport_spread(p: Params, e: Evaluation) -> float:
    """How large a lead in a market is safe now, in airports."""
    return p[P.SPREAD] + p[P.SPREAD_TIME] * e.time


@kernel(inline=True)
def profit_spread(p: Params, e: Evaluation) -> float:
    """How large a lead in profit is safe now."""
    return p[P.PROFIT_SPREAD] + p[P.PROFIT_SPREAD_TIME] * e.time


@kernel(inline=True)
def one_more(chances: Chances, ahead: float) -> Chances:
    """Chances of the ranks when there is another opponent, who will be ahead with this chance."""
    first, second, third = chances
    third = third * (1.0 - ahead) + second * ahead
    second = second * (1.0 - ahead) + first * ahead
    return first * (1.0 - ahead), second, third


@kernel
def ranks_in_market(o: Options, s: State, e: Evaluation, seat: int, market: int, own: int, row: int) -> Chances:
    """Chances of the ranks of a seat with so many airports in a market; `row` is NOW or LATER."""
    chances = 1.0, 0.0, 0.0
    for other in range(o.players):
        if other != seat:
            chances = one_more(chances, e.ahead[row, LEADS + s.presence[other, market] - own])
    return chances


@kernel
def ranks_in_profit(o: Options, e: Evaluation, seat: int, own: float, spread: float) -> Chances:
    """Chances of the ranks of a seat with so much profit."""
    chances = 1.0, 0.0, 0.0
    for other in range(o.players):
        if other != seat:
            chances = one_more(chances, 0.5 + lasting(e.seats[other].profit - own, spread))
    return chances


@kernel(inline=True)
def points_of(t: Tables, o: Options, chances: Chances, era: int, market: int) -> float:
    """Points that ranks are expected to bring in an era (from 0)."""
    expected = chances[0] * points_of_rank(t, o, era, market, 0, 1) + chances[1] * points_of_rank(
        t, o, era, market, 1, 1
    )
    return expected + chances[2] * points_of_rank(t, o, era, market, 2, 1)


@kernel(inline=True)
def points_in_market(t: Tables, o: Options, s: State, e: Evaluation, seat: int, market: int, own: int) -> float:
    """Points that so many airports are expected to bring a seat in this era."""
    if not has_rank(own):
        return 0.0
    return points_of(t, o, ranks_in_market(o, s, e, seat, market, own, NOW), s.era - 1, market)


@kernel(inline=True)
def points_of_profit(t: Tables, o: Options, s: State, e: Evaluation, seat: int, own: float, spread: float) -> float:
    """Points that so much profit is expected to bring a seat; it may turn out to be a loss."""
    expected = points_of(t, o, ranks_in_profit(o, e, seat, own, spread), s.era - 1, MARKETS)
    return expected * (0.5 + lasting(own, spread))


@kernel
def value_market(t: Tables, o: Options, s: State, p: Params, e: Evaluation, market: int) -> None:
    """Worth of one more airport in a market, and of another one, in this era and, less surely, in later ones."""
    own = s.presence[s.seat, market] + 0
    gain, further = 0.0, 0.0
    for row in range(LATER + 1 if s.era < ERAS else LATER):
        weight, begin, end = p[P.RANK_1 + s.era - 1], s.era - 1, s.era + 0
        if row == LATER:
            weight, begin, end = p[P.RANK_LATER], s.era + 0, ERAS
        ranks = ranks_in_market(o, s, e, s.seat, market, own, row)
        with_one = ranks_in_market(o, s, e, s.seat, market, own + 1, row)
        with_two = ranks_in_market(o, s, e, s.seat, market, own + 2, row)
        for era in range(begin, end):
            points = points_of(t, o, ranks, era, market) if has_rank(own) else 0.0
            one, two = points_of(t, o, with_one, era, market), points_of(t, o, with_two, era, market)
            gain += weight * (one - points)
            further += weight * (two - one)
    e.markets[market].gain = gain
    e.markets[market].next_gain = further - gain


@kernel
def expect_losses(t: Tables, o: Options, s: State, p: Params, e: Evaluation, market: int) -> None:
    """What it adds to the worth of an airport in a market that an opponent loses one."""
    e.markets[market].losses_known = 1
    own = s.presence[s.seat, market] + 1
    before = points_in_market(t, o, s, e, s.seat, market, own)
    for seat in range(o.players):
        if seat != s.seat and s.presence[seat, market] > 0:
            chances = 1.0, 0.0, 0.0
            for other in range(o.players):
                if other != s.seat:
                    lead = s.presence[other, market] - own - (other == seat)
                    chances = one_more(chances, e.ahead[NOW, LEADS + lead])
            after = points_of(t, o, chances, s.era - 1, market)
            e.seats[seat].loss[market] = p[P.PLACE_RIVAL] * (after - before)


@kernel
def worth_of_profit(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """Worth of a point of profit, averaged over a few of them."""
    own = e.seats[s.seat].profit
    spread = profit_spread(p, e)
    more = points_of_profit(t, o, s, e, s.seat, own + 3.0, spread)
    less = points_of_profit(t, o, s, e, s.seat, own - 1.0, spread)
    return p[P.PROFIT_1 + s.era - 1] * (more - less) / 4.0


@kernel
def gain_of_ending(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """How much better the seat does, against the average of the others, if the era is scored now and not later."""
    gain = 0.0
    spread = profit_spread(p, e)
    for seat in range(o.players):
        change = 0.0
        for market in range(MARKETS):
            own = s.presence[seat, market] + 0
            if has_rank(own):
                change += market_points(t, o, s, seat, market)
                change -= points_in_market(t, o, s, e, seat, market, own)
        change += market_points(t, o, s, seat, MARKETS)
        change -= points_of_profit(t, o, s, e, seat, e.seats[seat].profit, spread)
        gain += change if seat == s.seat else -change / (o.players - 1)
    return gain
