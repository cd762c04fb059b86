"""What a seat knows. Seats count clockwise from the observer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._core.bits import lowest, size
from .._core.kernel import kernel
from .limits import (
    AIR_ROUTES,
    AIRCRAFT,
    CATEGORIES,
    CITIES,
    DELIVERIES,
    EQUIPMENTS,
    FIRST_EXPERT,
    FIRST_VIP,
    GREAT_FIRSTS,
    HUBS,
    LOAD_RIVER,
    LOADS,
    NATIONS,
    NEIGHBOURS,
    NONE,
    OBJECTIVE_RIVER,
    OBJECTIVES,
    PILOT_CARDS,
    SLOTS,
    VIPS,
    CityKind,
    Load,
)
from .observation import DIE, MAP, SCALE, SEAT
from .rules.common import ALL_VIPS, ONE, flies_on, last_round, range_of, room
from .rules.flights import colour_of, destination, endurance_of, first_failure, fuel_of
from .rules.interruptions import crashes_on
from .rules.scoring import assets_of, at_stake
from .state import Phase

if TYPE_CHECKING:
    from .observation import Observation
    from .state import Options, State
    from .tables import Tables

YES = np.float32(1)
HALF = np.float32(0.5)


@kernel(inline=True)
def observe(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Write what a seat knows."""
    obs.phase[s.phase] = YES
    obs.setup[s.setup] = YES
    obs.variant[0] = np.float32(o.basic)
    obs.variant[1] = np.float32(o.warbirds)
    obs.variant[2] = np.float32(o.main_base)
    obs.clock = np.float32(s.round_number) / np.float32(last_round(t, o, s))
    obs.last_round = np.float32(s.last_round)
    obs.threshold = np.float32(t.threshold[o.players]) * SCALE.threshold
    for k in range(o.players):
        other = seat + k
        observe_seat(t, s, other - o.players if other >= o.players else other, k, obs)
    for place in range(o.players):
        k = s.order[place] - seat
        obs.seats[k if k >= 0 else k + o.players].order = np.float32(place + 1) * SEAT.order
        if s.line[place] != NONE:
            k = s.line[place] - seat
            obs.seats[k if k >= 0 else k + o.players].line = np.float32(place + 1) * SEAT.line
    observe_supplies(t, s, seat, obs)
    if s.aircraft[seat] != NONE:
        observe_map(t, s, seat, obs)
        observe_cockpit(t, o, s, seat, obs)
    if s.route != NONE:
        observe_flight(t, o, s, obs)
    if s.phase == Phase.HUB:
        obs.reward_glory = np.float32(t.city_glory[s.city[s.seat]]) * SCALE.reward_glory
        obs.reward_money = np.float32(t.city_money[s.city[s.seat]]) * SCALE.reward_money
    if s.delivered > 0:
        obs.delivered[s.delivered_category] = np.float32(s.delivered) * SCALE.delivered
    left = s.hand[seat]
    while left != 0:
        city: int = lowest(left)
        obs.map.earns[city] = np.float32(t.city_glory[city]) * MAP.earns
        left &= left - ONE
    if s.solo_pilot != NONE:
        obs.solo_glory = np.float32(s.solo_glory) * SCALE.solo_glory
        obs.solo_left = np.float32(t.path_length[s.setup, s.solo_pilot] - s.solo_at) * SCALE.solo_left


@kernel(inline=True)
def observe_seat(t: Tables, s: State, seat: int, k: int, obs: Observation) -> None:
    """What lies before a seat, the k-th one clockwise from the observer."""
    seen = obs.seats[k]
    seen.present = YES
    seen.decides = np.float32(s.seat == seat)
    seen.glory = np.float32(s.glory[seat]) * SEAT.glory
    stake = at_stake(t, s, seat)
    seen.at_stake = np.float32(stake) * SEAT.at_stake
    seen.points = np.float32(s.glory[seat] - stake + assets_of(t, s, seat)) * SEAT.points
    seen.money = np.float32(s.money[seat]) * SEAT.money
    if s.aircraft[seat] != NONE:
        seen.aircraft = t.aircraft_seen[s.aircraft[seat]]
    seen.fuel = np.float32(s.fuel[seat]) * SEAT.fuel
    seen.endurance = np.float32(s.endurance[seat]) * SEAT.endurance
    if s.pilot[seat] != NONE:
        seen.max_endurance = np.float32(t.max_endurance[s.pilot[seat]]) * SEAT.max_endurance
        seen.revenue = np.float32(t.revenue[s.pilot[seat]]) * SEAT.revenue
        seen.competence = np.float32(t.competence[s.pilot[seat]]) * SEAT.competence
    if s.city[seat] != NONE:
        city: int = s.city[seat]
        seen.latitude = t.latitude[city] * SEAT.latitude
        seen.longitude = t.longitude[city] * SEAT.longitude
    for load in range(LOADS):
        seen.aboard[load] = np.float32(s.aboard[seat, load]) * SEAT.aboard
    seen.vips = np.float32(size(s.held[seat, 1] & ALL_VIPS)) * SEAT.vips
    for card in range(EQUIPMENTS):
        seen.equipment[card] = np.float32((s.equipment[seat] >> card) & 1)
    for nation in range(NATIONS):
        seen.bags[nation] = np.float32(s.bags[seat, nation]) * SEAT.bags
    seen.hubs = np.float32(size(np.int64(s.hubs_reached[seat]))) * SEAT.hubs
    if s.marker[seat] != NONE:
        seen.slot[s.marker[seat]] = YES


@kernel(inline=True)
def observe_supplies(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """Rivers, decks, what is on sale, and Great Firsts."""
    board = flies_on(t, s)
    for place in range(OBJECTIVE_RIVER):
        card = s.objective_river[place]
        if card != NONE:
            obs.objectives[place] = t.objective_seen[np.int64(board) * (OBJECTIVES + 1) + 1 + card]
            if s.city[seat] != NONE:
                obs.nearer[place] = np.float32(squares_to(t, board, s.city[seat], card)) * SCALE.nearer
    for place in range(LOAD_RIVER):
        if s.load_river[place] != NONE:
            obs.loads[place, s.load_river[place]] = YES
    for load in range(LOADS):
        obs.load_deck[load] = np.float32(s.load_deck[load]) * SCALE.load_deck
    for aircraft in range(AIRCRAFT):
        new, used = (s.new_aircraft >> aircraft) & ONE, (s.used_aircraft >> aircraft) & ONE
        obs.aircraft[aircraft] = np.float32(new) + HALF * np.float32(used)
    for card in range(FIRST_EXPERT):
        obs.stock[card] = np.float32(s.stock[card]) * SCALE.stock
    for card in range(PILOT_CARDS):
        obs.pilots[card] = np.float32((s.pilots_left >> card) & 1)
    obs.fuelled = np.float32(s.fuelled)
    left = np.int64(s.used_this_flight | s.used_this_turn | s.bought)
    while left != 0:
        obs.spent[lowest(left)] = YES
        left &= left - ONE
    for slot in range(SLOTS):
        obs.visited[slot] = np.float32((s.visited[s.seat] >> slot) & 1)
    if s.expert != NONE:
        obs.expert[s.expert - FIRST_EXPERT] = YES
    for first in range(GREAT_FIRSTS):
        obs.great_firsts[first] = np.float32(s.great_first[first] == NONE)


@kernel(inline=True)
def squares_to(t: Tables, board: int, city: int, card: int) -> int:
    """Squares from a city to the nearer end of an Air Route, or to a VIP's destination; 0 for Diplomacy."""
    if card < AIR_ROUTES:
        return min(t.distance[board, city, t.air_route[card, 0]], t.distance[board, city, t.air_route[card, 1]])
    if card < FIRST_VIP + VIPS:
        return t.distance[board, city, t.vip_city[card - FIRST_VIP]] + 0
    return 0


@kernel(inline=True)
def observe_map(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """Distances and flights from where the observer stands, and what he gains where."""
    board, here = flies_on(t, s), s.city[seat]
    for city in range(CITIES):
        obs.map.distance[city] = t.distance_seen[board, here, city]
    for load in range(LOADS):
        obs.to_deliver[load] = t.to_deliver_seen[board, here, load]
    for k in range(NEIGHBOURS):
        city = t.neighbour[board, here, k]
        if city != NONE:
            route = t.route_to[board, here, city]
            obs.map.fuel[city] = t.route_fuel[route] * MAP.fuel
            obs.map.endurance[city] = t.route_endurance[route] * MAP.endurance
            first = t.great_first_of[route]
            if first != NONE and s.great_first[first] == NONE:
                obs.map.earns[city] += np.float32(t.great_first_glory[first]) * MAP.earns
    for k in range(HUBS):
        if s.hub[k] != NONE and (s.hubs_reached[seat] >> k) & 1 == 0:
            observe_goal(t, board, here, s.hub[k], np.float32(t.city_glory[s.hub[k]]), obs)
    observe_own_objectives(t, s, seat, obs)


@kernel(inline=True)
def observe_own_objectives(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """Where the observer's Air Routes and VIPs lead; of an Air Route without cubes, half lies at each end."""
    board, here = flies_on(t, s), s.city[seat]
    left = s.held[seat, 0]
    while left != 0:
        card: int = lowest(left)
        left &= left - ONE
        glory = np.float32(t.objective_glory[card])
        marks = ((s.marked[0] >> card) & 1) + 2 * ((s.marked[1] >> card) & 1)
        if marks == 0:
            for end in range(2):
                obs.map.begins[t.air_route[card, end]] += glory * MAP.begins
                look_ahead(t, board, here, t.air_route[card, end], HALF * glory, obs)
        else:
            observe_goal(t, board, here, t.air_route[card, 2 - marks], glory, obs)
    left = s.held[seat, 1] & ALL_VIPS
    while left != 0:
        vip: int = lowest(left)
        left &= left - ONE
        observe_goal(t, board, here, t.vip_city[vip], np.float32(t.objective_glory[FIRST_VIP + vip]), obs)


@kernel(inline=True)
def observe_goal(t: Tables, board: int, here: int, city: int, glory: np.float32, obs: Observation) -> None:
    """Glory that is earned by landing in a city."""
    obs.map.earns[city] += glory * MAP.earns
    look_ahead(t, board, here, city, glory, obs)


@kernel(inline=True)
def look_ahead(t: Tables, board: int, here: int, city: int, glory: np.float32, obs: Observation) -> None:
    """Glory that lies in a city, as seen from here and from where a route leads."""
    seen = glory * MAP.ahead
    obs.map.ahead[here] += seen * t.nearness[board, city, here]
    for k in range(NEIGHBOURS):
        to = t.neighbour[board, here, k]
        if to == NONE:
            break
        obs.map.ahead[to] += seen * t.nearness[board, city, to]


@kernel(inline=True)
def observe_cockpit(t: Tables, o: Options, s: State, seat: int, obs: Observation) -> None:
    """Free places, the range that is left, and what Loads are worth where."""
    for category in range(CATEGORIES):
        obs.room[category] = np.float32(room(t, o, s, seat, category)) * SCALE.room
    flown = s.flown if seat == s.seat else 0
    obs.range_left = np.float32(range_of(t, s, seat) - flown) * SCALE.range_left
    for nation in range(NATIONS):
        card = t.diplomacy_of[nation]
        mine = (s.held[seat, 1] | s.achieved[seat, 1]) & (ONE << (VIPS + card)) != 0
        if mine and s.bags[seat, nation] < DELIVERIES:
            obs.diplomacy[nation] = np.float32(t.diplomacy_scale[card, s.bags[seat, nation]]) * SCALE.diplomacy
    observe_pays(t, s, seat, obs)


@kernel(inline=True)
def observe_pays(t: Tables, s: State, seat: int, obs: Observation) -> None:
    """The most money for one Load card in each sort of city; a Priority Letter has to be delivered first."""
    letter = s.aboard[seat, Load.PRIORITY_LETTER] > 0
    anywhere = t.load_money[Load.PRIORITY_LETTER] * letter
    if not letter:
        anywhere = t.load_money[Load.MAIL] * (s.aboard[seat, Load.MAIL] > 0)
    for place in range(len(obs.pays)):
        obs.pays[place] = np.float32(anywhere) * SCALE.pays
    if letter:
        return
    if s.aboard[seat, Load.PAX] > 0:
        obs.pays[CityKind.BIG_CITY] = np.float32(max(anywhere, t.load_money[Load.PAX])) * SCALE.pays
    if s.aboard[seat, Load.SMUGGLING_CASE] > 0:
        obs.pays[CityKind.CUSTOMS] = np.float32(max(anywhere, t.load_money[Load.SMUGGLING_CASE])) * SCALE.pays
    for nation in range(NATIONS):
        if s.aboard[seat, Load.SOVIET_BAG + nation] > 0:
            money = max(anywhere, t.load_money[Load.SOVIET_BAG + nation])
            obs.pays[CityKind.EMBASSY + nation] = np.float32(money) * SCALE.pays


@kernel
def observe_flight(t: Tables, o: Options, s: State, obs: Observation) -> None:
    """The dice of the flight under way, and what they come to."""
    fuel, endurance = s.fuel[s.seat] + 0, s.endurance[s.seat] + 0
    for k in range(t.route_length[s.route]):
        die = obs.dice[k]
        die.colour[colour_of(t, s, k)] = YES
        die.face_fuel = np.float32(t.face_fuel[s.face[k]]) * DIE.face_fuel
        die.face_endurance = np.float32(t.face_endurance[s.face[k]]) * DIE.face_endurance
        die.fuel = np.float32(fuel_of(t, s, k)) * DIE.fuel
        die.endurance = np.float32(endurance_of(t, s, k)) * DIE.endurance
        fuel -= fuel_of(t, s, k)
        endurance -= endurance_of(t, s, k)
    obs.fuel_after = np.float32(fuel) * SCALE.fuel_after
    obs.endurance_after = np.float32(endurance) * SCALE.endurance_after
    obs.fails = np.float32(first_failure(t, s) != NONE)
    obs.crash = np.float32(crashes_on(t, o, s, s.route))
    to = destination(t, s)
    obs.latitude = t.latitude[to] * SCALE.latitude
    obs.longitude = t.longitude[to] * SCALE.longitude
    if s.using != NONE:
        obs.using[s.using] = YES
