"""How the expert judges advantages: rolling for them, and Daring Pilots or money for a roll that is short.

Kernels that compare actions answer with `(action, worth)`.
"""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import ADVANTAGES, ERAS, NONE, Advantage
from ....envs.aeroplanes.rules.advantages import available
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.risk import shortfall
from ....envs.aeroplanes.state import State
from ....envs.aeroplanes.tables import Tables
from .connection_odds import odds_of_rest
from .evaluation import gain_in_city
from .evaluation_record import Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, free_seats, tiles_in_hand
from .plain_choices import worth_of_advantage


@kernel(inline=True)
def worths_of_advantages(p: Params) -> Params:
    """Worth of each type of advantage if none is held, float64 [ADVANTAGES]."""
    return p[P.DARING_PILOT : P.DARING_PILOT + ADVANTAGES]


@kernel
def best_advantage(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """Rolling for advantages, or Engine Maintenance when the next failure may crash an attempt."""
    if mask[Action.ROLL_ADVANTAGES] == 0:
        return Action.SUBSIDY + 0, IMPOSSIBLE
    value = worth_of_rolling(t, s, p, e)
    maintenance = Action.ADVANTAGE + Advantage.ENGINE_MAINTENANCE
    if e.tiles > 0 and s.failures[s.seat] > 2 and mask[maintenance] != 0 and p[P.MAINTAIN] > value:
        return maintenance, p[P.MAINTAIN]
    return Action.ROLL_ADVANTAGES + 0, value


@kernel
def worth_of_rolling(t: Tables, s: State, p: Params, e: Evaluation) -> float:
    """What two advantage tiles by lot are worth beyond their price, if there is one that could be used."""
    found = 0.0
    for kind in range(ADVANTAGES):
        if available(t, s, kind) and of_use(t, s, kind):
            found += worth_of_advantage(s, kind, worths_of_advantages(p))
    if found == 0.0:
        return IMPOSSIBLE
    held = s.advantages[s.seat, Advantage.DARING_PILOT] + s.advantages[s.seat, Advantage.RADIO_BEACONS]
    at_risk = max(e.tiles - held, 0)
    return p[P.ROLL_1 + s.era - 1] - e.money + p[P.ROLL_RISK] * at_risk + p[P.ROLL_TYPES] * found


@kernel
def of_use(t: Tables, s: State, kind: int) -> bool:
    """Whether an advantage tile, once paid for, can still be used: until the last era, a later one may need it."""
    if s.era < ERAS:
        return True
    can_buy = s.display[0] != NONE and s.money[s.seat] >= t.advantage_price + price(t, s, 0)
    if kind == Advantage.INCREASED_PRODUCTION:
        return can_buy
    if kind == Advantage.NIGHT_FLIGHTS:
        return can_buy or free_seats(s, s.seat) > 0
    return can_buy or tiles_in_hand(s, s.seat) > 0


@kernel
def make_up(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """What makes up for the roll at the least cost, if the airport is worth it; one can try again later."""
    pilots, cost, left = cheapest_help(t, s, mask, p, e)
    if pilots < 0:
        return Action.GIVE_UP
    worth = gain_in_city(t, s, p, e, s.destination) * (1.0 - p[P.PATIENCE]) * odds_of_rest(t, s, left)
    if worth <= cost:
        return Action.GIVE_UP
    return Action.PILOT if pilots > 0 else Action.PAY


@kernel
def cheapest_help(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float, int]:
    """How many Daring Pilots, −1: nothing is enough, with money for what they leave; `(pilots, cost, money left)`."""
    best, least, left = -1, -IMPOSSIBLE, 0
    short = shortfall(s)
    held = s.advantages[s.seat, Advantage.DARING_PILOT] if mask[Action.PILOT] != 0 else 0
    for pilots in range(held + 1):
        to_pay = max(short - t.pilot_bonus * pilots, 0)
        cost = p[P.KEEP_PILOT] * pilots + e.money * to_pay
        if to_pay <= s.money[s.seat] and cost < least:
            best, least, left = pilots, cost, s.money[s.seat] - to_pay
    return best, least, left
