"""The expert: weighs purchases, airports and claims against each other in expected victory points.

Kernels that compare actions answer with `(action, worth)`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs._core.scratch import on_stack
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import DISPLAY, HOMES, TILE_KINDS, Advantage
from ....envs.aeroplanes.rules.buying import price, tiles_brought
from ....envs.aeroplanes.state import Options, Phase, State
from ....envs.aeroplanes.tables import Tables
from .connection_odds import best_connection
from .demand import seatable_points, worth_of_passenger, worth_of_seats
from .evaluation import evaluate, evaluate_map, gain_in_city
from .evaluation_record import EVALUATION, FURTHER, Evaluation
from .expert_advantages import best_advantage, make_up, worths_of_advantages
from .expert_airports import best_city, best_tile, best_victim, plan_tiles
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, free_seats, tile_at
from .plain_choices import best_pair, best_wild, roll_is_bad, tightest_load
from .standings import gain_of_ending


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[np.record],
) -> int:
    """Play what is worth most."""
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    if s.phase == Phase.ROUTE:
        return best_connection(t, o, s, s.destination, s.kind % 2).action
    if s.phase == Phase.NEXT_ROLL:
        return Action.ROLL_ON
    if s.phase == Phase.EXTRA:
        return Action.EXTRA
    if s.phase == Phase.ROLLED:
        return Action.BEACON if roll_is_bad(t, s) else Action.KEEP
    if s.phase == Phase.PAIR:
        return best_pair(t, s, mask, worths_of_advantages(params))
    if s.phase == Phase.WILD:
        return best_wild(s, mask, worths_of_advantages(params))
    return choose_by_worth(t, o, s, mask, params)


@kernel
def choose_by_worth(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """Decisions that need a look at the whole position."""
    e: Evaluation = on_stack(EVALUATION)
    evaluate(t, o, s, p, e)
    if s.phase == Phase.ACTION:
        return choose_action(t, o, s, mask, p, e)
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask, p, e)[0]
    if s.phase == Phase.REPLACE:
        return Action.REPLACE + (best_victim(t, o, s, s.destination, s.kind, p, e)[0] - s.seat) % o.players - 1
    evaluate_map(t, o, s, p, e)
    if s.phase == Phase.HOME:
        return best_home(t, s, mask, p, e)
    if s.phase == Phase.SHORT:
        return make_up(t, s, mask, p, e)
    if s.phase == Phase.DESTINATION:
        return best_city(t, o, s, s.kind, p, e)[0]
    action, value = best_tile(t, o, s, mask, p, e)
    return action if value > 0 else Action.FINISH + 0


@kernel
def choose_action(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The action that is worth most."""
    if mask[Action.MAINTENANCE] != 0 and s.failures[s.seat] > 1 and e.tiles > 0:
        return Action.MAINTENANCE
    best, most = Action.SUBSIDY + 0, worth_of_subsidy(t, o, s, p, e)
    action, value = best_claim(t, s, mask, p, e)
    if value > most:
        best, most = action, value
    if airports_matter(mask):
        evaluate_map(t, o, s, p, e)
        action, value = best_tile(t, o, s, mask, p, e)
        if value > most:
            best, most = action, value
        action, value = best_card(t, o, s, mask, p, e)
        if value > most:
            best, most = action, value
    action, value = best_advantage(t, s, mask, p, e)
    if value > most:
        best, most = action, value
    return best


@kernel
def airports_matter(mask: Mask) -> bool:
    """Whether the seat can place an airport tile or buy a card, which brings some."""
    found = False
    for action in range(Action.TILE, Action.TILE + TILE_KINDS):
        found |= mask[action] != 0
    for action in range(Action.BUY, Action.BUY + DISPLAY):
        found |= mask[action] != 0
    return found


@kernel
def best_home(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The home with the most money and the best outlook."""
    best, most = Action.HOME + 0, IMPOSSIBLE
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0:
            value = e.money * t.home_income[home] + gain_in_city(t, s, p, e, t.homes[home])
            if value > most:
                best, most = Action.HOME + home, value
    return best


@kernel
def best_claim(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The passenger that is worth most, rivals making it urgent and others who want its seats making it dear."""
    best, most = Action.FINISH + 0, IMPOSSIBLE
    base = p[P.CLAIM_1 + s.era - 1] + p[P.CLAIM_LATE] * (1.0 - e.time)
    seat_price = p[P.CLAIM_SCARCE] * worth_of_seats(p, e, float(free_seats(s, s.seat)))[1]
    left = e.waiting
    while left != 0:
        place = lowest(left)
        left &= left - 1
        if mask[Action.CLAIM + place] != 0:
            tile = tile_at(s, place)
            value = worth_of_passenger(t, p, e, tile) - seat_price * t.passenger_seats[tile]
            value = base + value * (1.0 + p[P.CLAIM_URGENT] * e.rivals[place])
            if value > most:
                best, most = Action.CLAIM + place, value
    return best, most


@kernel
def best_card(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> tuple[int, float]:
    """The card that is worth most: points, what its tiles and its seats will bring, and the price.

    A card can wait, passengers for the seats that are free are claimed by others.
    """
    best, most = Action.SUBSIDY + 0, IMPOSSIBLE
    free = float(free_seats(s, s.seat))
    seated = worth_of_seats(p, e, free)[0]
    unfilled = p[P.BUY_UNFILLED] * min(free, e.seats[s.seat].wanted)
    late = 1.0 - e.time
    per_tile = p[P.BUY_TILE] * (1.0 - p[P.BUY_TILE_LATE] * late)
    per_seat = p[P.BUY_FILLED] * (1.0 - p[P.BUY_FILLED_LATE] * late)
    risk = p[P.BUY_EMPTY] * e.profit * (1.0 - p[P.BUY_HOPE] * e.time)
    for place in range(DISPLAY):
        if mask[Action.BUY + place] == 0:
            continue
        card: int = s.display[place]
        kind: int = 2 * (t.card_stage[card] - 1) + t.card_long[card]
        if e.plans[kind].made == 0:
            plan_tiles(t, o, s, kind, p, e)
        tiles = tiles_brought(t, s, card) + min(s.advantages[s.seat, Advantage.INCREASED_PRODUCTION], 1)
        value = p[P.BUY_1 + s.era - 1] - e.money * price(t, s, place) - unfilled
        value += p[P.BUY_POINTS] * t.card_points[card] - p[P.BUY_SKIP] * place
        for tile in range(min(tiles, FURTHER)):
            value += per_tile * e.plans[kind].worth[tile]
        filled = worth_of_seats(p, e, free + t.card_capacity[card])[0] - seated
        value += per_seat * filled - risk * t.card_capacity[card]
        if value > most:
            best, most = Action.BUY + place, value
    return best, most


@kernel
def worth_of_subsidy(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> float:
    """The bond, and that the era ends the sooner: who is ahead likes it, who could still claim points does not."""
    change = gain_of_ending(t, o, s, p, e)
    left = 0.0
    for seat in range(o.players):
        points = seatable_points(s, e, seat)
        left += points if seat == s.seat else -points / (o.players - 1)
    change -= p[P.LEAVE] * left
    if s.subsidies == 0:
        return p[P.TOKEN_1 + s.era - 1] * change
    return p[P.SUBSIDY] * e.money + p[P.HURRY_1 + s.era - 1] * change * (1.0 - e.time)
