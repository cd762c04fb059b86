"""Why an action is not legal now, in a few words, for the person who wanted it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import AIRCRAFT as AIRCRAFT_CARDS
from ..limits import (
    CITIES,
    EQUIPMENTS,
    LOAD_RIVER,
    LOADS,
    MAX_FUEL,
    NONE,
    OBJECTIVE_RIVER,
    SLOTS,
    Category,
    Equipment,
    Load,
)
from ..names import category_name, city_name
from ..phrases import counted, money, route_between
from ..rules.common import can_pay, has_card, is_vip, max_fuel, range_of, room
from ..rules.flights import is_ready
from ..rules.ground import price_of
from ..rules.landing import loads_to_deliver
from ..rules.operations import seat_in
from ..state import Phase
from .words import named

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def why_not(game: Game, record: State, action: int) -> str:
    """Why an action is not legal now; empty if there is nothing more to say than that it is for another moment.

    Args:
        game: the game with its tables.
        record: the State record.
        action: the action, which is not legal.
    """
    reasons = {
        Phase.PLACING: (Action.SLOT, SLOTS, _slot),
        Phase.FLYING: (Action.CITY, CITIES, _city),
        Phase.CHANGE: (Action.AIRCRAFT, AIRCRAFT_CARDS, _aircraft),
        Phase.LOADING: (Action.LOAD, LOAD_RIVER, _load),
        Phase.OBJECTIVE: (Action.OBJECTIVE, OBJECTIVE_RIVER, _objective),
        Phase.PREFLIGHT: (Action.FUEL, MAX_FUEL + EQUIPMENTS, _purchase),
        Phase.MAINTENANCE: (Action.BUY, 2 * EQUIPMENTS, _maintenance),
        Phase.DICE: (Action.USE, EQUIPMENTS + 1, _use),
        Phase.DELIVERY: (Action.DELIVER, LOADS, _delivery),
    }
    phase = Phase(int(record.phase))
    if record.done or phase not in reasons:
        return ""
    start, size, reason = reasons[phase]
    if not start <= action < start + size:
        return ""
    return reason(game, game.array_of(record)[0], action - start)


def _slot(game: Game, s: State, slot: int) -> str:
    if int(s.visited[s.seat]) >> slot & 1:
        return "your marker was there in this round"
    there, fee = int(seat_in(game.options[0], s, slot)), int(game.tables[0].fee[slot])
    if there == NONE:
        return ""
    if not fee:
        return f"{named(game, s, there)} is there and cannot be unseated"
    return f"to unseat {named(game, s, there)} costs {money(fee)}, and you have {money(s.money[s.seat])}"


def _city(game: Game, s: State, city: int) -> str:
    t, here = game.tables[0], int(s.city[s.seat])
    if city == here:
        return "you are there"
    if not s.fuel[s.seat]:
        return "you have no fuel to take off"
    route = route_between(game, s, here, city)
    if route == NONE:
        return f"no route leads there from {city_name(game, here)}"
    left = int(range_of(t, s, int(s.seat))) - int(s.flown)
    return f"it is {counted(t.route_length[route], 'square')} away, and your range is {left} now"


def _aircraft(game: Game, s: State, aircraft: int) -> str:
    t, own = game.tables[0], int(s.aircraft[s.seat])
    if not (int(s.new_aircraft) | int(s.used_aircraft)) >> aircraft & 1:
        return "it is yours" if aircraft == own else "nobody sells it"
    step, most = abs(int(t.level[aircraft]) - int(t.level[own])), int(t.competence[s.pilot[s.seat]])
    if step > most:
        return f"its level differs by {step} from that of yours, and your competence is {most}"
    purse = int(s.money[s.seat]) + int(t.resale[own])
    return f"it costs {money(price_of(t, s, aircraft))}, and with your old one sold you have {money(purse)}"


def _load(game: Game, s: State, place: int) -> str:
    card = int(s.load_river[place])
    if card == NONE:
        return "no card lies there"
    category = Category.PAX if card == Load.PAX else Category.CARGO
    if room(game.tables[0], game.options[0], s, int(s.seat), int(category)) > 0:
        return "it is the same as the card before it"
    return _full(category)


def _full(category: int) -> str:
    return f"there is no free place for {category_name(int(category))}"


def _objective(game: Game, s: State, place: int) -> str:
    card = int(s.objective_river[place])
    if card == NONE:
        return "no card lies there"
    return _full(Category.PAX) if is_vip(card) else ""


def _purchase(game: Game, s: State, number: int) -> str:
    """Why fuel, or a card before take-off, cannot be bought."""
    if number >= MAX_FUEL:
        card = number - MAX_FUEL
        before_take_off = Equipment.MET_REPORT <= card <= Equipment.COPILOT
        return _equipment(game, s, card) if before_take_off else "it is bought in Maintenance"
    t, seat = game.tables[0], int(s.seat)
    if s.fuelled:
        return "fuel is bought once before each take-off"
    most, points = int(max_fuel(t, s, seat)), number + 1
    if int(s.fuel[seat]) + points > most:
        return f"you have {s.fuel[seat]} fuel, and {most} is all that fits"
    return _too_dear(s, points * int(t.fuel_price))


def _maintenance(game: Game, s: State, number: int) -> str:
    """Why a card cannot be bought, or discarded."""
    if number < EQUIPMENTS:
        return _equipment(game, s, number)
    card = number - EQUIPMENTS
    return "it was bought just now" if has_card(s, int(s.seat), card) else "it is not aboard"


def _equipment(game: Game, s: State, card: int) -> str:
    t, o, seat = game.tables[0], game.options[0], int(s.seat)
    if has_card(s, seat, card):
        return "it is aboard already"
    category = int(t.equipment_category[card])
    if room(t, o, s, seat, category) <= 0:
        return _full(category)
    if not can_pay(t, s, seat, int(t.equipment_price[card])):
        return _too_dear(s, int(t.equipment_price[card]))
    return "it is not on sale now"


def _too_dear(s: State, price: int) -> str:
    """Money is short, and so is the glory for a debt."""
    seat = int(s.seat)
    return f"it costs {money(price)}, you have {money(s.money[seat])} and {s.glory[seat]} glory for a debt"


def _use(game: Game, s: State, card: int) -> str:
    """Why a card, or a Fuel Can, cannot be used on the dice."""
    if card == EQUIPMENTS:
        return "no die costs fuel" if s.aboard[s.seat, Load.FUEL_CAN] else "you have no Fuel Can"
    if not has_card(s, int(s.seat), card):
        return "it is not aboard"
    return "no die asks for it" if is_ready(game.tables[0], s, card) else "it has been used already"


def _delivery(game: Game, s: State, load: int) -> str:
    """Why a Load card cannot be delivered here."""
    t, seat, city = game.tables[0], int(s.seat), int(s.city[s.seat])
    if not s.aboard[seat, load]:
        return "you have none aboard"
    if not int(loads_to_deliver(t, s, seat, city)) >> load & 1:
        return f"{city_name(game, city)} does not take it"
    if s.aboard[seat, Load.PRIORITY_LETTER] and load != Load.PRIORITY_LETTER:
        return "the Priority Letter goes first"
    return "no second card of that sort can be delivered at this stopover"
