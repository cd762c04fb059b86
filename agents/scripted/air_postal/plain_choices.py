"""Choices that players without a plan make alike: what is best at first sight."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import (
    AIRCRAFT,
    CITY_CARDS,
    EQUIPMENTS,
    LOAD_RIVER,
    LOADS,
    PILOTS,
    STARTING_PILOTS,
    VIPS,
    Category,
)
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .dice import choose_card, choose_die
from .features import IMPOSSIBLE, Mask, first_legal, last_legal

POOR = 30
"""Money in $1,000 below which a Hub pays rather than brings glory."""


@kernel
def plain_choice(t: Tables, o: Options, s: State, mask: Mask) -> int:
    """What is best at first sight."""
    if s.phase == Phase.DICE:
        return choose_card(t, s, mask)
    if s.phase == Phase.DIE:
        return choose_die(t, s)
    if s.phase == Phase.HUB:
        return Action.MONEY if s.money[s.seat] < POOR else Action.GLORY + 0
    if s.phase == Phase.LOADING:
        return dearest_in_river(t, s, mask)
    if s.phase == Phase.DELIVERY or s.phase == Phase.UNLOADING:
        return plain_delivery(t, s, mask)
    if s.phase == Phase.FIRST_AIRCRAFT or s.phase == Phase.NEW_AIRCRAFT:
        return farthest_aircraft(t, mask)
    if s.phase == Phase.PILOT or s.phase == Phase.NEW_PILOT:
        return richest_pilot(t, mask)
    if s.phase == Phase.SOLO_PILOT:
        return slowest_rival(t, s, mask)
    return dearest_city(t, mask, s.phase == Phase.SPARE_CITY)


@kernel
def dearest_in_river(t: Tables, s: State, mask: Mask) -> int:
    """The Load card that pays most."""
    best, most = Action.FINISH + 0, 0
    for place in range(LOAD_RIVER):
        if mask[Action.LOAD + place] != 0:
            money = int(t.load_money[s.load_river[place]])
            if money > most:
                best, most = Action.LOAD + place, money
    return best


@kernel
def plain_delivery(t: Tables, s: State, mask: Mask) -> int:
    """A VIP, else the Load card that pays most; what has to go is what pays least."""
    if s.phase == Phase.UNLOADING:
        return least_to_give_up(t, mask)
    vip = first_legal(mask, Action.DELIVER_VIP, VIPS)
    if vip >= 0:
        return vip
    best, most = Action.FINISH + 0, 0
    for load in range(LOADS):
        if mask[Action.DELIVER + load] != 0 and t.load_money[load] > most:
            best, most = Action.DELIVER + load, t.load_money[load] + 0
    return best


@kernel
def least_to_give_up(t: Tables, mask: Mask) -> int:
    """The cheapest System or Crew card, else the Load that pays least, else a VIP."""
    best, least = -1, 10_000
    for card in range(EQUIPMENTS):
        if mask[Action.DISCARD + card] != 0 and t.equipment_price[card] < least:
            best, least = Action.DISCARD + card, t.equipment_price[card] + 0
    if best >= 0:
        return best
    for load in range(LOADS):
        if mask[Action.DELIVER + load] != 0 and t.load_money[load] < least:
            best, least = Action.DELIVER + load, t.load_money[load] + 0
    return best if best >= 0 else first_legal(mask, Action.DELIVER_VIP, VIPS)


@kernel
def farthest_aircraft(t: Tables, mask: Mask) -> int:
    """The aircraft with the longest range; of several, that with most room for Loads."""
    best, most = -1, IMPOSSIBLE
    for aircraft in range(AIRCRAFT):
        if mask[Action.AIRCRAFT + aircraft] != 0:
            worth = t.range[aircraft] + 0.3 * t.load_value[aircraft, Category.CARGO]
            worth += 0.3 * t.load_value[aircraft, Category.PAX]
            if worth > most:
                best, most = Action.AIRCRAFT + aircraft, worth
    return best


@kernel
def richest_pilot(t: Tables, mask: Mask) -> int:
    """The pilot with the best Revenues, endurance counting as $5,000 a point."""
    best, most = -1, -1
    for pilot in range(PILOTS):
        if mask[Action.PILOT + pilot] != 0:
            worth = int(t.revenue[pilot]) + 5 * int(t.max_endurance[pilot])
            if worth > most:
                best, most = Action.PILOT + pilot, worth
    return best


@kernel
def slowest_rival(t: Tables, s: State, mask: Mask) -> int:
    """The pilot who needs most rounds on the Solo plane."""
    best, most = -1, -1
    for k in range(STARTING_PILOTS):
        pilot = t.setup_pilot[s.setup, k]
        if mask[Action.PILOT + pilot] != 0 and t.path_length[s.setup, k] > most:
            best, most = Action.PILOT + pilot, t.path_length[s.setup, k] + 0
    return best


@kernel
def dearest_city(t: Tables, mask: Mask, last: bool) -> int:
    """The City card with most glory, or with least."""
    best, most = first_legal(mask, Action.CITY, CITY_CARDS), -100
    for city in range(CITY_CARDS):
        if mask[Action.CITY + city] != 0:
            worth = -int(t.city_glory[city]) if last else int(t.city_glory[city])
            if worth > most:
                best, most = Action.CITY + city, worth
    return best


@kernel
def affordable_fuel(t: Tables, s: State, mask: Mask) -> int:
    """As much fuel as there is money for, without debts, or ready for take-off."""
    points = min(int(s.money[s.seat]) // int(t.fuel_price), Action.BUY - Action.FUEL)
    most = last_legal(mask, Action.FUEL, points)
    return most if most >= 0 else Action.FINISH + 0
