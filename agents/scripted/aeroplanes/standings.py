"""The expert's view of majorities and profit: what ranks are expected at the end of the era, and what they bring."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.limits import ERAS, MARKETS
from ....envs.aeroplanes.rules.scoring import has_rank, market_points, points_of_rank
from ....envs.aeroplanes.state import Options, State
from ....envs.aeroplanes.tables import Tables
from .evaluation_record import Evaluation
from .expert_params import P
from .features import Params, free_seats


@kernel
def expect_standings(o: Options, s: State, p: Params, e: Evaluation) -> None:
    """Airports in the markets as they are; profit with some of the free seats filled."""
    for seat in range(o.players):
        outlook = e.seats[seat]
        for market in range(MARKETS):
            outlook.standing[market] = s.presence[seat, market]
        free, wanted = free_seats(s, seat), outlook.wanted
        filled = p[P.FILL] * min(free, wanted) + p[P.FILL_MORE] * e.time * max(free - wanted, 0)
        outlook.standing[MARKETS] = s.profit[seat] + 2.0 * filled


@kernel(inline=True)
def ahead(difference: float, spread: float) -> float:
    """Chance that a lead will be one at the end."""
    x = difference / max(spread, 0.05)
    return 0.5 + 0.5 * x / (1.0 + abs(x))


@kernel(inline=True)
def airport_spread(p: Params, e: Evaluation) -> float:
    """How large a lead in a market is safe now, in airports."""
    return p[P.SPREAD] + p[P.SPREAD_TIME] * e.time


@kernel(inline=True)
def profit_spread(p: Params, e: Evaluation) -> float:
    """How large a lead in profit is safe now."""
    return p[P.PROFIT_SPREAD] + p[P.PROFIT_SPREAD_TIME] * e.time


@kernel
def expected_points(
    t: Tables, o: Options, e: Evaluation, seat: int, market: int, era: int, own: float, spread: float
) -> float:
    """Points of a rank that a standing is expected to bring in an era (from 0), those of the others being uncertain."""
    first, second, third = 1.0, 0.0, 0.0
    for other in range(o.players):
        if other != seat:
            behind = ahead(e.seats[other].standing[market] - own, spread)
            third = third * (1.0 - behind) + second * behind
            second = second * (1.0 - behind) + first * behind
            first *= 1.0 - behind
    expected = first * points_of_rank(t, o, era, market, 0, 1) + second * points_of_rank(t, o, era, market, 1, 1)
    expected += third * points_of_rank(t, o, era, market, 2, 1)
    if market == MARKETS:
        return expected * ahead(own, spread)
    return expected if has_rank(int(own)) else 0.0


@kernel
def gain_in_market(t: Tables, o: Options, s: State, p: Params, e: Evaluation, market: int, planned: float) -> float:
    """Worth of one more airport in a market than are planned, in this era and, less surely, in later ones."""
    own = e.seats[s.seat].standing[market] + planned
    gain = 0.0
    for era in range(s.era - 1, ERAS):
        if era == s.era - 1:
            weight, spread = p[P.RANK_1 + s.era - 1], airport_spread(p, e)
        else:
            weight, spread = p[P.RANK_LATER], p[P.SPREAD_LATER]
        more = expected_points(t, o, e, s.seat, market, era, own + 1.0, spread)
        gain += weight * (more - expected_points(t, o, e, s.seat, market, era, own, spread))
    return gain


@kernel
def expect_losses(t: Tables, o: Options, s: State, p: Params, e: Evaluation, market: int) -> None:
    """What it adds to the worth of an airport in a market that an opponent loses one."""
    own = e.seats[s.seat].standing[market] + 1.0
    spread = airport_spread(p, e)
    before = expected_points(t, o, e, s.seat, market, s.era - 1, own, spread)
    for seat in range(o.players):
        outlook = e.seats[seat]
        if seat != s.seat and outlook.standing[market] > 0:
            outlook.standing[market] -= 1.0
            after = expected_points(t, o, e, s.seat, market, s.era - 1, own, spread)
            outlook.standing[market] += 1.0
            outlook.loss[market] = p[P.PLACE_RIVAL] * (after - before)


@kernel
def worth_of_profit(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """Worth of a point of profit, averaged over a few of them."""
    own = e.seats[s.seat].standing[MARKETS]
    spread = profit_spread(p, e)
    more = expected_points(t, o, e, s.seat, MARKETS, s.era - 1, own + 3.0, spread)
    less = expected_points(t, o, e, s.seat, MARKETS, s.era - 1, own - 1.0, spread)
    return p[P.PROFIT_1 + s.era - 1] * (more - less) / 4.0


@kernel
def gain_of_ending(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """How much better the seat does, against the average of the others, if the era is scored now and not later."""
    gain = 0.0
    for seat in range(o.players):
        change = 0.0
        for market in range(MARKETS + 1):
            own = e.seats[seat].standing[market]
            spread = profit_spread(p, e) if market == MARKETS else airport_spread(p, e)
            change += market_points(t, o, s, seat, market)
            change -= expected_points(t, o, e, seat, market, s.era - 1, own, spread)
        gain += change if seat == s.seat else -change / (o.players - 1)
    return gain
