"""What actions lead to in a few words: the chance to arrive, what waits in a city, what a card or an aircraft does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import members
from ..._core.words import percent
from ..actions import Action
from ..limits import CATEGORIES, DIE_FACES, EQUIPMENTS, FIRST_VIP, PILOTS, Load, Slot
from ..names import category_name, city_name, load_name, objective_name
from ..phrases import equipment_card, money, route_between, squares_from
from ..rules.common import ALL_VIPS, max_fuel
from ..rules.interruptions import crashes_on
from ..state import Phase
from .facts import marks_of

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

NAMED = 3
"""So many of the cities that take a card are named."""

LONGEST = 110
"""Characters of what is said of a flight."""

WITH_REVENUES = (Slot.REVENUES, Slot.MAINTENANCE_AND_REVENUES, Slot.OBJECTIVES_AND_REVENUES)


def prospect(game: Game, record: State, action: int) -> str:
    """What a legal action leads to that its words do not say; empty: nothing.

    Args:
        game: the game with its tables.
        record: the State record.
        action: the action.
    """
    t = game.tables[0]
    if action < PILOTS:
        if record.phase == Phase.SOLO_PILOT:  # the Solo plane has no Revenues and keeps its aircraft
            return ""
        return f"Revenues {money(t.revenue[action])}, competence {t.competence[action]}"
    if action < Action.AIRCRAFT:
        return of_flight(game, record, action - Action.CITY) if record.phase == Phase.FLYING else ""
    if action < Action.SLOT:
        return aircraft_words(game, action - Action.AIRCRAFT)
    if action < Action.BASIC:
        slot = action - Action.SLOT
        return f"Revenues {money(t.revenue[record.pilot[record.seat]])}" if slot in WITH_REVENUES else ""
    if Action.LOAD <= action < Action.FUEL:
        return where_accepted(game, record, int(record.load_river[action - Action.LOAD]))
    if Action.FUEL <= action < Action.BUY:
        return f"then {int(record.fuel[record.seat]) + action - Action.FUEL + 1} of {_most_fuel(game, record)}"
    if Action.BUY <= action < Action.BUY + EQUIPMENTS:
        return equipment_card(game, action - Action.BUY).split(": ", 1)[1]
    return ""


def _most_fuel(game: Game, record: State) -> int:
    return int(max_fuel(game.tables[0], game.array_of(record)[0], int(record.seat)))


def aircraft_words(game: Game, aircraft: int) -> str:
    """Such as `"level 2, range 6, fuel 7, Cargo 2, PAX 1, Crew 1, Systems 1"`."""
    t = game.tables[0]
    words = f"level {t.level[aircraft]}, range {t.range[aircraft]}, fuel {t.max_fuel[aircraft]}"
    if game.options[0].basic:
        return f"{words}, {t.basic_load[aircraft]} cards"
    places = [f"{category_name(k)} {t.load_value[aircraft, k]}" for k in range(CATEGORIES) if t.load_value[aircraft, k]]
    return ", ".join([words, *places])


def where_accepted(game: Game, record: State, load: int) -> str:
    """The cities that take a Load card, those first that are nearest to the seat to decide."""
    t, here = game.tables[0], int(record.city[record.seat])
    board = int(t.setup_board[record.setup])
    far = t.distance_seen[board, here]
    cities = sorted(np.flatnonzero((t.accepts >> load & 1) * t.on_board[board]).tolist(), key=lambda city: far[city])
    if not cities:
        return "used on a flight: 1 fuel less" if load == Load.FUEL_CAN else "no city takes it"
    named = [city_name(game, city) for city in cities[:NAMED]]
    more = f" and {len(cities) - NAMED} more" if len(cities) > NAMED else ""
    return f"for {', '.join(named)}{more}"


def of_flight(game: Game, record: State, city: int) -> str:
    """The chance to arrive without any card, what an interruption is, and what waits in the city."""
    start = int(record.city[record.seat])
    route = route_between(game, record, start, city)
    chance = chance_to_arrive(game, record, squares_from(game, route, start))
    words = f"arrives {percent(chance)} without cards"
    if chance < 1:
        crash = crashes_on(game.tables[0], game.options[0], game.array_of(record)[0], route)
        words += f", else {'a crash' if crash else 'an incident'}"
    return _short([words, *what_waits(game, record, city)])


def _short(parts: list[str]) -> str:
    """As many of the parts as are still a few words."""
    while len("; ".join(parts)) > LONGEST:
        parts = [*parts[:-2], "…"]
    return "; ".join(parts)


def chance_to_arrive(game: Game, record: State, colours: list[int]) -> float:
    """The chance that fuel and endurance last over squares of some colours, if the dice are accepted as they fall.

    Args:
        game: the game with its tables.
        record: the State record, whose seat to decide is about to fly.
        colours: of the squares, in the order in which they are passed.

    Returns:
        From 0 to 1.
    """
    t, seat, last = game.tables[0], int(record.seat), len(colours) - 1
    chances = {(int(record.fuel[seat]), int(record.endurance[seat])): 1.0}
    for k, colour in enumerate(colours):
        after: dict[tuple[int, int], float] = {}
        for face in t.die_face[colour].tolist():
            costs = int(t.face_fuel[face]), int(t.face_endurance[face])
            for (fuel, endurance), chance in chances.items():
                left = fuel - costs[0], endurance - costs[1]
                # Fuel is needed to leave a square, but not the last one.
                if min(left) >= 0 and (left[0] > 0 or k == last):
                    after[left] = after.get(left, 0.0) + chance / DIE_FACES
        chances = after
    return min(1.0, sum(chances.values()))


def what_waits(game: Game, record: State, city: int) -> list[str]:
    """What the seat to decide can get in a city besides a Great First: a Hub, an Air Route, what it can deliver."""
    t, seat = game.tables[0], int(record.seat)
    hubs = [k for k, hub in enumerate(record.hub.tolist()) if hub == city]
    found = []
    if any(not int(record.hubs_reached[seat]) >> k & 1 for k in hubs):
        found.append(f"Hub ({t.city_glory[city]} glory or {money(t.city_money[city])})")
    for card in members(record.held[seat, 0]):
        ends = [int(end) for end in t.air_route[card]]
        marks = marks_of(record, card)
        if city in ends and not marks[ends.index(city)]:
            found.append(f"{'achieves' if any(marks) else 'begins'} {objective_name(game, card)}")
    vips = int(record.held[seat, 1]) & ALL_VIPS & int(t.vips_of_city[city])
    loads = [load_name(load) for load in members(t.accepts[city]) if record.aboard[seat, load]]
    wanted = [*loads, *(objective_name(game, FIRST_VIP + vip) for vip in members(vips))]
    return found + ([f"takes {', '.join(wanted)}"] if wanted else [])
