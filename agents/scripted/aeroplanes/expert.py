"""The expert: weighs purchases, airports and claims against each other in expected victory points."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....envs._core.kernel import kernel
from ....envs.aeroplanes.actions import Action
from ....envs.aeroplanes.limits import ADVANTAGES, DISPLAY, HOMES, MARKETS, MAX_CITIES, MAX_SEATS, TILE_KINDS, Advantage
from ....envs.aeroplanes.rules.advantages import available
from ....envs.aeroplanes.rules.buying import price
from ....envs.aeroplanes.rules.common import has, opponents_at
from ....envs.aeroplanes.state import Phase
from .adept import roll_is_bad
from .features import (
    PLACES,
    best_pair,
    best_wild,
    free_seats,
    tightest_load,
    tile_at,
    tiles_in_hand,
    tiles_of,
    worth_of_advantage,
)
from .flights import best_way
from .outlook import (
    CONTEST,
    COST,
    CRASH,
    GAIN,
    MONEY,
    NEXT_GAIN,
    ODDS,
    PICKED,
    PROFIT,
    RIVAL,
    ROWS,
    TIME,
    TOTALS,
    gain_of_ending,
    look,
    seatable_points,
    weigh_flights,
    worth_of_passenger,
    worth_of_seats,
)
from .weights import P

NOWHERE = -1e9

PLANNED = 3
"""Tiles in hand whose destinations are considered when others are bought; more hardly matter."""

FURTHER = 3
"""Further tiles that are planned for; an aeroplane brings no more."""


@kernel
def choose(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Play what is worth most."""
    if s.phase == Phase.LOAD:
        return tightest_load(mask)
    if s.phase == Phase.ROUTE:
        return best_way(t, o, s, s.destination, s.kind % 2, opponents_at(o, s, s.seat))[0]
    if s.phase >= Phase.PAIR or s.phase == Phase.ROLLED or s.phase == Phase.EXTRA:
        return choose_help(t, s, mask, params)
    if s.phase == Phase.NEXT_ROLL:
        return Action.ROLL_ON
    totals, places, cities = np.zeros(TOTALS), np.zeros((2, PLACES)), np.zeros((ROWS, MAX_CITIES))
    look(t, o, s, params, totals, places, cities)
    if s.phase == Phase.HOME:
        return best_home(t, mask, totals, cities)
    if s.phase == Phase.REPLACE:
        return Action.REPLACE + (best_victim(t, o, s, s.destination, s.kind // 2, totals)[0] - s.seat) % o.players - 1
    if s.phase == Phase.SHORT:
        return make_up(t, s, mask, params, totals, cities)
    if s.phase == Phase.NIGHT_FLIGHTS:
        return best_claim(t, s, mask, params, totals, places)[0]
    if s.phase == Phase.DESTINATION:
        weigh_flights(t, o, s, s.kind % 2, cities)
        return best_city(t, o, s, s.kind, params, totals, cities)[0]
    if s.phase == Phase.PLACING:
        action, value = best_tile(t, o, s, mask, params, totals, cities)
        return action if value > 0 else Action.FINISH + 0
    return choose_action(t, o, s, mask, params, totals, places, cities)


@kernel
def choose_help(t: Any, s: Any, mask: Any, p: Any) -> int:
    """Advantages: which to take, and the use of Radio Beacons and Increased Production."""
    if s.phase == Phase.ROLLED:
        return Action.BEACON if roll_is_bad(t, s) else Action.KEEP
    worths = p[P.DARING_PILOT : P.DARING_PILOT + ADVANTAGES]
    if s.phase == Phase.PAIR:
        return best_pair(t, s, mask, worths)
    if s.phase == Phase.WILD:
        return best_wild(s, mask, worths)
    return Action.EXTRA


@kernel
def choose_action(t: Any, o: Any, s: Any, mask: Any, p: Any, totals: Any, places: Any, cities: Any) -> int:
    """The action that is worth most."""
    if mask[Action.MAINTENANCE] != 0 and s.failures[s.seat] > 1 and tiles_in_hand(s, s.seat) > 0:
        return Action.MAINTENANCE
    best, most = Action.SUBSIDY + 0, worth_of_subsidy(t, o, s, p, totals)
    action, value = best_claim(t, s, mask, p, totals, places)
    if value > most:
        best, most = action, value
    weigh_flights(t, o, s, 0, cities)
    if long_tiles_matter(t, s, mask):
        weigh_flights(t, o, s, 1, cities)
    action, value = best_tile(t, o, s, mask, p, totals, cities)
    if value > most:
        best, most = action, value
    action, value = best_card(t, o, s, mask, p, totals, cities)
    if value > most:
        best, most = action, value
    action, value = best_advantage(t, s, mask, p, totals)
    if value > most:
        best, most = action, value
    return best


@kernel
def long_tiles_matter(t: Any, s: Any, mask: Any) -> bool:
    """Whether the seat has a long-distance tile or can buy a long-distance aeroplane."""
    for kind in range(1, TILE_KINDS, 2):
        if s.tiles[s.seat, kind] > 0:
            return True
    found = False
    for place in range(DISPLAY):
        found |= mask[Action.BUY + place] != 0 and t.card_long[s.display[place]] != 0
    return found


@kernel
def best_home(t: Any, mask: Any, totals: Any, cities: Any) -> int:
    """The home with the most money and the best outlook."""
    best, most = Action.HOME + 0, NOWHERE
    for home in range(HOMES):
        if mask[Action.HOME + home] != 0:
            value = totals[MONEY] * t.home_income[home] + cities[GAIN, t.homes[home]]
            if value > most:
                best, most = Action.HOME + home, value
    return best


@kernel
def best_claim(t: Any, s: Any, mask: Any, p: Any, totals: Any, places: Any) -> tuple[int, float]:
    """The passenger that is worth most, rivals making it urgent and others who want its seats making it dear."""
    best, most = Action.FINISH + 0, NOWHERE
    base = p[P.CLAIM_1 + s.era - 1] + p[P.CLAIM_LATE] * (1.0 - totals[TIME])
    seat_price = p[P.CLAIM_SCARCE] * worth_of_seats(p, totals, float(free_seats(s, s.seat)))[1]
    for place in range(PLACES):
        if mask[Action.CLAIM + place] != 0:
            tile = tile_at(s, place)
            value = worth_of_passenger(t, p, totals, tile) - seat_price * t.passenger_seats[tile]
            value = base + value * (1.0 + p[P.CLAIM_URGENT] * places[CONTEST, place])
            if value > most:
                best, most = Action.CLAIM + place, value
    return best, most


@kernel
def best_card(t: Any, o: Any, s: Any, mask: Any, p: Any, totals: Any, cities: Any) -> tuple[int, float]:
    """The card that is worth most: points, what its tiles and its seats will bring, and the price."""
    best, most = Action.SUBSIDY + 0, NOWHERE
    free = float(free_seats(s, s.seat))
    seated = worth_of_seats(p, totals, free)[0]
    late = 1.0 - totals[TIME]
    per_tile = p[P.BUY_TILE] * (1.0 - p[P.BUY_TILE_LATE] * late)
    per_seat = p[P.BUY_FILLED] * (1.0 - p[P.BUY_FILLED_LATE] * late)
    risk = p[P.BUY_EMPTY] * totals[PROFIT] * (1.0 - p[P.BUY_HOPE] * totals[TIME])
    plans = np.full((TILE_KINDS, FURTHER), -1.0)
    for place in range(DISPLAY):
        if mask[Action.BUY + place] == 0:
            continue
        card = s.display[place]
        kind = 2 * (t.card_stage[card] - 1) + t.card_long[card]
        if plans[kind, 0] < 0:
            plan_tiles(t, o, s, kind, p, totals, cities, plans[kind])
        tiles = tiles_of(t, s, card) + min(s.advantages[s.seat, Advantage.INCREASED_PRODUCTION], 1)
        value = p[P.BUY_1 + s.era - 1] - totals[MONEY] * price(t, s, place)
        value += p[P.BUY_POINTS] * t.card_points[card] - p[P.BUY_SKIP] * place
        for tile in range(min(tiles, FURTHER)):
            value += per_tile * plans[kind, tile]
        filled = worth_of_seats(p, totals, free + t.card_capacity[card])[0] - seated
        value += per_seat * filled - risk * t.card_capacity[card]
        if value > most:
            best, most = Action.BUY + place, value
    return best, most


@kernel
def plan_tiles(t: Any, o: Any, s: Any, kind: int, p: Any, totals: Any, cities: Any, worths: Any) -> None:
    """Worth of each further tile of a kind, float64 [FURTHER], those in hand having the better destinations."""
    held = min(tiles_in_hand(s, s.seat), PLANNED)
    planned = np.zeros(MARKETS + 1)
    replaceable = replaceable_by(o, s, kind)
    discount = 1.0
    worths[:] = 0.0
    for k in range(held + FURTHER):
        best, most = -1, 0.0
        for city in range(t.cities):
            value = worth_of_placing(t, o, s, city, kind, replaceable, p, totals, cities)
            if t.region[city] < MARKETS:
                value += planned[t.region[city]] * totals[NEXT_GAIN + t.region[city]]
            if value > most and cities[PICKED, city] != kind + 1:
                best, most = city, value
        if best < 0:
            return
        if k >= held:
            worths[k - held] = most * discount
        discount *= p[P.BUY_TILE_NEXT]
        planned[t.region[best]] += 1.0
        cities[PICKED, best] = kind + 1.0


@kernel
def best_tile(t: Any, o: Any, s: Any, mask: Any, p: Any, totals: Any, cities: Any) -> tuple[int, float]:
    """The kind of tile whose best destination is worth most; more if others could follow."""
    best, most = Action.FINISH + 0, NOWHERE
    if s.phase == Phase.PLACING:
        weigh_flights(t, o, s, 0, cities)
        weigh_flights(t, o, s, 1, cities)
    for kind in range(TILE_KINDS):
        if mask[Action.TILE + kind] != 0:
            value = best_city(t, o, s, kind, p, totals, cities)[1] - p[P.KEEP_LONG] * (kind % 2)
            if value > most:
                best, most = Action.TILE + kind, value
    late = 1.0 - totals[TIME]
    return best, most + p[P.PLACE_AGAIN] * (tiles_in_hand(s, s.seat) - 1) + p[P.PLACE_LATE] * late


@kernel
def replaceable_by(o: Any, s: Any, kind: int) -> Any:
    """Cities with an airport of a Stage that a kind of tile may replace, as a set."""
    cities = np.int64(0)
    for seat in range(o.players):
        cities |= s.below[seat, kind // 2]
    return cities


@kernel
def best_city(t: Any, o: Any, s: Any, kind: int, p: Any, totals: Any, cities: Any) -> tuple[int, float]:
    """The destination of a kind of tile that is worth most."""
    replaceable = replaceable_by(o, s, kind)
    best, most = Action.TO + 0, NOWHERE
    for city in range(t.cities):
        value = worth_of_placing(t, o, s, city, kind, replaceable, p, totals, cities)
        if value > most:
            best, most = Action.TO + city, value
    if best == Action.TO and most == NOWHERE:
        return an_upgrade(t, s, kind)
    return best, most


@kernel
def worth_of_placing(
    t: Any, o: Any, s: Any, city: int, kind: int, replaceable: Any, p: Any, totals: Any, cities: Any
) -> float:
    """What a tile is worth in a city, the flight and its dangers considered."""
    long = kind % 2
    odds = cities[ODDS + long, city]
    if odds <= 0.0 or not has((s.open | replaceable) & ~s.network[s.seat], city):
        return NOWHERE
    value = cities[GAIN, city]
    if s.free[city] == 0:
        value += p[P.PLACE_REPLACE] + best_victim(t, o, s, city, kind // 2, totals)[1]
    elif s.free[city] == 1:
        value += p[P.PLACE_SCARCE]
    value = p[P.PLACE_1 + s.era - 1] + odds * value - totals[MONEY] * cities[COST + long, city]
    value -= p[P.PLACE_FAIL] * (1.0 - odds) * max(tiles_in_hand(s, s.seat) - 1, 0)
    return value - p[P.PLACE_CRASH] * cities[CRASH + long, city]


@kernel
def best_victim(t: Any, o: Any, s: Any, city: int, stage: int, totals: Any) -> tuple[int, float]:
    """The opponent whose airport in a city is best replaced by a tile of a Stage (from 0), and what it is worth."""
    best, most = -1, NOWHERE
    for seat in range(o.players):
        if seat != s.seat and has(s.below[seat, stage], city):
            value = totals[RIVAL + t.region[city] * MAX_SEATS + seat] if t.region[city] < MARKETS else 0.0
            if value > most:
                best, most = seat, value
    return best, most


@kernel
def an_upgrade(t: Any, s: Any, kind: int) -> tuple[int, float]:
    """If nothing else is possible, an airport of one's own is made safer, which is worth nothing."""
    for city in range(t.cities):
        if has(s.below[s.seat, kind // 2] & ~s.open, city):
            return Action.TO + city, 0.0
    return Action.TO + 0, NOWHERE


@kernel
def best_advantage(t: Any, s: Any, mask: Any, p: Any, totals: Any) -> tuple[int, float]:
    """Rolling for advantages, or Engine Maintenance when the next failure may crash an attempt."""
    if mask[Action.ROLL_ADVANTAGES] == 0:
        return Action.SUBSIDY + 0, NOWHERE
    airports = tiles_in_hand(s, s.seat)
    held = s.advantages[s.seat, Advantage.DARING_PILOT] + s.advantages[s.seat, Advantage.RADIO_BEACONS]
    value = p[P.ROLL_1 + s.era - 1] - totals[MONEY] + p[P.ROLL_RISK] * max(airports - held, 0)
    for kind in range(ADVANTAGES):
        if available(t, s, kind):
            value += p[P.ROLL_TYPES] * worth_of_advantage(s, kind, p[P.DARING_PILOT : P.DARING_PILOT + ADVANTAGES])
    maintenance = Action.ADVANTAGE + Advantage.ENGINE_MAINTENANCE
    if airports > 0 and s.failures[s.seat] > 2 and mask[maintenance] != 0 and p[P.MAINTAIN] > value:
        return maintenance, p[P.MAINTAIN]
    return Action.ROLL_ADVANTAGES + 0, value


@kernel
def worth_of_subsidy(t: Any, o: Any, s: Any, p: Any, totals: Any) -> float:
    """The bond, and that the era ends the sooner: who is ahead likes it, who could still claim points does not."""
    change = gain_of_ending(t, o, s, p, totals)
    left = 0.0
    for seat in range(o.players):
        points = seatable_points(t, s, seat)
        left += points if seat == s.seat else -points / (o.players - 1)
    change -= p[P.LEAVE] * left
    if s.subsidies == 0:
        return p[P.TOKEN_1 + s.era - 1] * change
    return p[P.SUBSIDY] * totals[MONEY] + p[P.HURRY_1 + s.era - 1] * change * (1.0 - totals[TIME])


@kernel
def make_up(t: Any, s: Any, mask: Any, p: Any, totals: Any, cities: Any) -> int:
    """A Daring Pilot for what it covers, else money while the airport is worth it; one can try again later."""
    short = s.need[s.rolled - 1] - s.total
    if mask[Action.PILOT] != 0 and (short > 1 or mask[Action.PAY] == 0):
        return Action.PILOT
    worth = cities[GAIN, s.destination] * (1.0 - p[P.PATIENCE])
    if mask[Action.PAY] != 0 and worth > totals[MONEY] * short:
        return Action.PAY
    return Action.GIVE_UP
