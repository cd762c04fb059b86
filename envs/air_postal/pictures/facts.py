"""What a player works out when looking at the table, by the rules themselves: gauges, choices, routes, what counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._core.bits import members
from ..action_words import ACTIONS
from ..actions import Action
from ..limits import (
    AIR_ROUTES,
    DIPLOMACIES,
    FIRST_DIPLOMACY,
    FIRST_VIP,
    LOADS,
    NEIGHBOURS,
    NONE,
    VIPS,
    Category,
    Load,
)
from ..names import aircraft_name, category_name, city_name
from ..phrases import counted, debt, money, outcome_words, route_between
from ..rules.common import ALL_VIPS, cards_aboard, load_value, max_fuel, range_of, room
from ..rules.flights import destination
from ..state import Phase
from .words import SECRET_PHASES

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


BEFORE_REVENUES = frozenset({Phase.PLACING, Phase.BASIC_ACTION})
"""When it is decided whether to take Revenues."""

AFTER_CRASH = frozenset({Phase.NEW_PILOT, Phase.NEW_AIRCRAFT})
IN_FLIGHT = frozenset({Phase.FLYING, Phase.DICE, Phase.DIE, Phase.HUB, Phase.DELIVERY})
"""When a part of the Range may have been used."""


def facts(game: Game, record: State) -> list[str]:
    """What is known of what is going on, a line each."""
    seat, phase = int(record.seat), Phase(int(record.phase))
    if record.aircraft[seat] == NONE:
        return []
    if phase == Phase.DICE:
        return [f"As the dice lie: {outcome_words(game, record)}."]
    if phase == Phase.DIE:
        return []
    if phase == Phase.FLYING:
        return [f"In {city_name(game, int(record.city[seat]))} with {gauges(game, record, seat)}."]
    if phase in (Phase.PREFLIGHT, Phase.HUB, Phase.DELIVERY):
        return [
            f"In {city_name(game, int(record.city[seat]))} with {gauges(game, record, seat)}; {purse(record, seat)}."
        ]
    if phase in (Phase.LOADING, Phase.OBJECTIVE, Phase.UNLOADING):
        return [f"Aboard: {aboard(game, record, seat)}."]
    if phase in (Phase.CHANGE, Phase.MAINTENANCE):
        own = aircraft_name(game, int(record.aircraft[seat]))
        level = int(game.tables[0].level[record.aircraft[seat]])
        return [f"{own}, level {level}, with {aboard(game, record, seat)}; {purse(record, seat)}."]
    paid = f"; Revenues {money(game.tables[0].revenue[record.pilot[seat]])}" if phase in BEFORE_REVENUES else ""
    return [f"In {city_name(game, int(record.city[seat]))} with {purse(record, seat)}{paid}."]


def own_aircraft(game: Game, record: State, seat: int) -> str:
    """What a seat flies: `"Potez 25"`; until another one is chosen after a crash, `"Potez 25 (lost)"`."""
    return aircraft_name(game, int(record.aircraft[seat])) + (" (lost)" if is_lost(record, seat) else "")


def is_lost(record: State, seat: int) -> bool:
    """Whether a seat's aircraft has crashed and another one is still to be chosen."""
    return seat == record.seat and not record.done and Phase(int(record.phase)) in AFTER_CRASH


def flown_of(record: State, seat: int) -> int:
    """Squares that a seat has flown in its turn that goes on."""
    return int(record.flown) if seat == record.seat and record.phase in IN_FLIGHT and not record.done else 0


def purse(record: State, seat: int) -> str:
    """Money and glory of a seat: `"$35,000 and 12 glory"`."""
    return f"{money(record.money[seat])} and {record.glory[seat]} glory"


def gauges(game: Game, record: State, seat: int) -> str:
    """Such as `"5 of 7 fuel, 4 endurance, 3 of 5 squares left"`."""
    t = game.tables[0]
    far = int(range_of(t, record, seat))
    flown = int(record.flown) if seat == record.seat and record.phase != Phase.PREFLIGHT else 0
    fuel = f"{record.fuel[seat]} of {max_fuel(t, record, seat)} fuel"
    return f"{fuel}, {record.endurance[seat]} endurance, {far - flown} of {counted(far, 'square')} left"


def aboard(game: Game, record: State, seat: int) -> str:
    """How full the aircraft is: `"2 of 3 Cargo, 0 of 2 PAX, 1 of 1 Crew, 0 of 2 System"`."""
    used, most = loads_of(game, record, seat)
    if game.options[0].basic:
        return f"{sum(used)} of {counted(most[0], 'card')}"
    return ", ".join(f"{used[k]} of {most[k]} {category_name(k)}" for k in Category)


def loads_of(game: Game, record: State, seat: int) -> tuple[list[int], list[int]]:
    """Cards aboard and Load values by category; in the Basic variant each value is the one for all cards."""
    t, o = game.tables[0], game.options[0]
    used = [int(cards_aboard(t, record, seat, category + 0)) for category in Category]
    if o.basic:
        return used, [sum(used) + int(room(t, o, record, seat, Category.CARGO + 0))] * len(used)
    return used, [int(load_value(t, record, seat, category + 0)) for category in Category]


def may_see(record: State, you: int | None) -> bool:
    """Whether the one who looks may see what the seat to decide can do."""
    return Phase(int(record.phase)) not in SECRET_PHASES or you == int(record.seat)


def cards_in_hand(game: Game, record: State) -> int:
    """How many City cards every seat has in its hand, as everybody knows."""
    dealt = int(game.tables[0].city_hand[game.players])
    phase = Phase(int(record.phase))
    return 0 if record.done else {Phase.BASE: dealt, Phase.SPARE_CITY: dealt - 1}.get(phase, 0)


def choices(game: Game, record: State, mask: Any) -> list[str]:
    """What may be done, in words; amounts of fuel are put together."""
    legal = np.flatnonzero(mask).tolist()
    fuel = [action for action in legal if Action.FUEL <= action < Action.BUY]
    lines = [fuel_words(game, record, len(fuel))] if fuel else []
    return lines + [ACTIONS.describe(game, record, action) for action in legal if action not in fuel]


def fuel_words(game: Game, record: State, most: int) -> str:
    """How much fuel can be bought: `"Buy 1 to 7 fuel for $5,000 each, from 4 on losing glory for debt"`."""
    price = int(game.tables[0].fuel_price)
    free = [k for k in range(1, most + 1) if not debt(game, record, k * price)]
    words = f"Buy {'1' if most == 1 else f'1 to {most}'} fuel for {money(price)} each"
    return words if len(free) == most else f"{words}, from {len(free) + 1} on losing glory for debt"


def final_words(game: Game, record: State, seat: int) -> str:
    """How a score comes about: `"31 glory − 5 unfulfilled + 6 level + 2 money"`."""
    t = game.tables[0]
    unfulfilled = sum(int(t.objective_glory[card]) for card in objectives_in(record.held[seat]))
    own = int(record.aircraft[seat])
    level, resale = (0, 0) if own == NONE else (int(t.level[own]), int(t.resale[own]))
    worth = (int(record.money[seat]) + resale) // int(t.glory_unit)
    return f"{record.glory[seat]} glory − {unfulfilled} unfulfilled + {level} level + {worth} money"


def ways(game: Game, record: State, city: int) -> list[tuple[int, int]]:
    """The routes that begin in a city: `(route, city at the other end)`, the shortest first."""
    t = game.tables[0]
    board = int(t.setup_board[record.setup])
    ends = [int(t.neighbour[board, city, k]) for k in range(NEIGHBOURS)]
    found = [(route_between(game, record, city, end), end) for end in ends if end != NONE]
    return sorted(found, key=lambda way: (int(t.route_length[way[0]]), way[1]))


# Objectives


def objectives_in(words: Any) -> list[int]:
    """The cards of a set."""
    others = [AIR_ROUTES + k for k in members(words[1])]
    return members(words[0]) + others


def marks_of(record: State, objective: int) -> tuple[bool, bool]:
    """Whether a cube lies on the first, and on the second city of an Air Route."""
    if objective >= AIR_ROUTES:
        return False, False
    return bool(int(record.marked[0]) >> objective & 1), bool(int(record.marked[1]) >> objective & 1)


def wanted(game: Game, record: State, seat: int) -> set[int]:
    """Cities to which the cards of a seat call it: objectives, and embassies for the bags aboard."""
    t, board = game.tables[0], int(game.tables[0].setup_board[record.setup])
    found: set[int] = set()
    for card in objectives_in(record.held[seat]):
        if card < AIR_ROUTES:
            marks = marks_of(record, card)
            found |= {int(t.air_route[card, end]) for end in range(2) if not marks[end]}
        elif card < FIRST_DIPLOMACY:
            found.add(int(t.vip_city[card - FIRST_VIP]))
    for load in range(Load.SOVIET_BAG, Load.GERMAN_BAG + 1):
        if record.aboard[seat, load]:
            accepting = np.flatnonzero((t.accepts >> load & 1) * t.on_board[board])
            found |= set(accepting.tolist())
    return found


def bags_due(game: Game, record: State, seat: int) -> list[tuple[int, int]]:
    """Diplomacy cards of a seat: `(card, bags delivered)`."""
    t = game.tables[0]
    bits = int(record.held[seat, 1] | record.achieved[seat, 1]) >> VIPS
    return [
        (FIRST_DIPLOMACY + k, int(record.bags[seat, t.diplomacy_nation[k]]))
        for k in range(DIPLOMACIES)
        if bits >> k & 1
    ]


def loads_aboard(record: State, seat: int) -> list[tuple[int, int]]:
    """Load cards of a seat: `(kind, how many)`."""
    return [(load, int(record.aboard[seat, load])) for load in range(LOADS) if record.aboard[seat, load]]


def vips_aboard(record: State, seat: int) -> list[int]:
    """VIP Travellers of a seat, as Objective cards."""
    return [FIRST_VIP + k for k in members(int(record.held[seat, 1]) & ALL_VIPS)]


def standing(record: State, seats: int) -> dict[int, list[int]]:
    """The seats whose aircraft stand in a city."""
    found: dict[int, list[int]] = {}
    for seat in range(seats):
        if record.city[seat] != NONE:
            found.setdefault(int(record.city[seat]), []).append(seat)
    return found


def solo_city(game: Game, record: State) -> int:
    """Where the Solo plane is, −1: there is none."""
    t = game.tables[0]
    if game.players > 1 or record.solo_pilot == NONE:
        return NONE
    if record.solo_at == 0:
        return int(t.setup_base[record.setup, record.solo_pilot])
    return int(t.path[record.setup, record.solo_pilot, record.solo_at - 1])


def solo_path(game: Game, record: State) -> list[int]:
    """Cities to which the Solo plane will fly, the next one first."""
    t = game.tables[0]
    if game.players > 1 or record.solo_pilot == NONE:
        return []
    length = int(t.path_length[record.setup, record.solo_pilot])
    return t.path[record.setup, record.solo_pilot, int(record.solo_at) : length].tolist()


def aircraft_list(record: State) -> list[tuple[int, bool]]:
    """Aircraft that nobody has: `(aircraft, whether it is second-hand)`, those first."""
    used, new = members(record.used_aircraft), members(record.new_aircraft)
    return [(k, True) for k in used] + [(k, False) for k in new]


def destination_of(game: Game, record: State) -> int:
    """The city to which a flight is under way, −1: none."""
    return int(destination(game.tables[0], record)) if record.route != NONE else NONE
