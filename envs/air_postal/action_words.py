"""What a player says at the table: the words of every action, and the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.actions import ActionRange, ActionTable
from .actions import Action
from .limits import (
    AIRCRAFT,
    CITIES,
    CITY_CARDS,
    DELIVERIES,
    EQUIPMENTS,
    FIRST_VIP,
    LOAD_RIVER,
    LOADS,
    MAX_FUEL,
    MAX_LENGTH,
    NATIONS,
    NONE,
    OBJECTIVE_RIVER,
    PILOTS,
    SLOTS,
    STARTING_PILOTS,
    VIPS,
    BasicAction,
    Category,
    Load,
    Slot,
)
from .names import (
    aircraft_name,
    basic_action_name,
    city_name,
    colour_name,
    equipment_name,
    face_name,
    load_name,
    objective_name,
    pilot_name,
    seat_name,
    slot_name,
)
from .phrases import (
    a,
    debt,
    equipment_words,
    for_price,
    money,
    objective_words,
    outcome_words,
    route_between,
    route_words,
)
from .rules.flights import colour_of
from .rules.ground import price_of
from .rules.landing import has_diplomacy, pax_bonus
from .rules.operations import seat_in
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game
    from .state import State

NO_MORE = {
    Phase.LOADING: "No more Load cards",
    Phase.PREFLIGHT: "Ready for take-off",
    Phase.FLYING: "End the turn here",
    Phase.CHANGE: "Keep the aircraft",
    Phase.MAINTENANCE: "That is all",
}

WHAT_ACTIONS_ARE = {
    BasicAction.OBJECTIVES: "take Revenues and an Objective card",
    BasicAction.MAINTENANCE: "change the aircraft",
    BasicAction.FLIGHT_OPS: "load, buy fuel, and fly",
}


def pilot(game: Game, s: State, k: int) -> str:
    """Choosing a pilot: for the Solo plane, to begin with, or after a crash."""
    name = pilot_name(game, k)
    if s.phase == Phase.SOLO_PILOT:
        return f"{name} flies the Solo plane"
    if s.phase == Phase.NEW_PILOT:
        return f"Go on as {name}"
    base = _base_of(game, s, k)
    return f"Fly as {name}" + ("" if base == NONE else f" from {city_name(game, base)}")


def _base_of(game: Game, s: State, pilot: int) -> int:
    """The Main Base of a pilot of the postcard, −1: it is chosen by a City card, or not on the postcard."""
    t = game.tables[0]
    if game.options[0].main_base:
        return NONE
    places = [k for k in range(STARTING_PILOTS) if t.setup_pilot[s.setup, k] == pilot]
    return int(t.setup_base[s.setup, places[0]]) if places else NONE


def city(game: Game, s: State, k: int) -> str:
    """Choosing a City card, putting one back, or flying to a city."""
    name = city_name(game, k)
    if s.phase == Phase.BASE:
        t = game.tables[0]
        worth = f" ({t.city_glory[k]} glory, {money(t.city_money[k])})" if k < CITY_CARDS else ""
        return f"Choose {name} as Main Base{worth}"
    if s.phase == Phase.SPARE_CITY:
        return f"Put {name} back in the box"
    start = int(s.city[s.seat])
    route = NONE if start == NONE else route_between(game, s, start, k)
    return f"Fly to {name}" + ("" if route == NONE else f": {route_words(game, s, route, start)}")


def aircraft(game: Game, s: State, k: int) -> str:
    """Choosing an aircraft: to begin with, to change to, or after a crash."""
    used = int(s.used_aircraft) >> k & 1
    name = f"the {'second-hand ' if used else ''}{aircraft_name(game, k)}"
    if s.phase != Phase.CHANGE:
        return f"Take {name}"
    t = game.tables[0]
    cost = int(price_of(t, s, k)) - int(t.resale[s.aircraft[s.seat]])
    return f"Change to {name} " + (f"and get {money(-cost)}" if cost < 0 else f"for {money(cost)}")


def slot(game: Game, s: State, k: int) -> str:
    """Placing the turn marker, perhaps where somebody else is."""
    words = f"Place on {slot_name(k)}"
    there = NONE if k == Slot.FLIGHT_OPS else int(seat_in(game.options[0], s, k))
    return words if there == NONE else f"{words} for {money(game.tables[0].fee[k])} to {seat_name(game, s, there)}"


def basic(game: Game, s: State, k: int) -> str:
    """The action of a turn in the Basic variant."""
    return f"{basic_action_name(k)}: {WHAT_ACTIONS_ARE[BasicAction(k)]}"


def load(game: Game, s: State, k: int) -> str:
    """Taking a Load card that lies open; which one is said where equal cards have others between them."""
    card, lying = int(s.load_river[k]), [place for place in range(LOAD_RIVER) if s.load_river[place] != NONE]
    if card == NONE:
        return f"Take Load {k + 1}"
    pays = int(game.tables[0].load_money[card])
    words = f"Load {a(load_name(card))}" + (f" ({money(pays)})" if pays else "")
    alike = [place for place in lying if s.load_river[place] == card]
    together = lying.index(alike[-1]) - lying.index(alike[0]) < len(alike)
    return words if together else f"{words}, card {lying.index(k) + 1} of {len(lying)}"


def fuel(game: Game, s: State, k: int) -> str:
    """Buying so much fuel."""
    return f"Buy {k + 1} fuel {for_price(game, s, (k + 1) * int(game.tables[0].fuel_price))}"


def buy(game: Game, s: State, k: int) -> str:
    """Buying a System card, or hiring a member of the crew."""
    t = game.tables[0]
    verb = "Hire" if t.equipment_category[k] == Category.CREW else "Buy"
    return f"{verb} {a(equipment_name(game, k))} {for_price(game, s, int(t.equipment_price[k]))}"


def discard(game: Game, s: State, k: int) -> str:
    """Discarding a System or Crew card."""
    return f"Discard the {equipment_name(game, k)}"


def use(game: Game, s: State, k: int) -> str:
    """Using a System or Crew card."""
    return f"Use the {equipment_name(game, k)}: {equipment_words(game, k)}"


def use_fuel_can(game: Game, s: State, k: int) -> str:
    """Using a Fuel Can."""
    return "Use a Fuel Can: 1 fuel less"


def die(game: Game, s: State, k: int) -> str:
    """On which die a card is used."""
    t, words = game.tables[0], f"Square {k + 1}"
    if s.route == NONE or s.face[k] == NONE:
        return words
    return f"{words}: {colour_name(int(colour_of(t, s, k)))}, {face_name(int(s.face[k]))}"


def accept(game: Game, s: State, k: int) -> str:
    """Flying on with the dice as they lie, and where that leads."""
    return "Accept the dice" + (f": {outcome_words(game, s)}" if s.route != NONE else "")


def glory(game: Game, s: State, k: int) -> str:
    """Glory from a Hub."""
    hub = int(s.city[s.seat])
    return f"Take {game.tables[0].city_glory[hub]} glory" if 0 <= hub < CITY_CARDS else "Take the glory"


def hub_money(game: Game, s: State, k: int) -> str:
    """Money from a Hub."""
    hub = int(s.city[s.seat])
    return f"Take {money(game.tables[0].city_money[hub])}" if 0 <= hub < CITY_CARDS else "Take the money"


def deliver(game: Game, s: State, k: int) -> str:
    """Delivering a Load card, or giving it up."""
    t = game.tables[0]
    pays = int(t.load_money[k])
    if s.phase == Phase.UNLOADING:
        return f"Give up the {load_name(k)}{_penalty(game, s, pays)}"
    pays += int(pax_bonus(t, s)) if k == Load.PAX else 0
    words = f"Deliver the {load_name(k)} for {money(pays)}"
    if k == Load.SMUGGLING_CASE:
        return f"{words}, or a fine of {money(t.fine)}"
    earned = _glory_of_bag(game, s, k - Load.SOVIET_BAG)
    return words + (f" and {earned} glory" if earned else "")


def _glory_of_bag(game: Game, s: State, nation: int) -> int:
    """Glory for the next Diplomatic Bag of a nation, 0 without its Diplomacy card."""
    t = game.tables[0]
    if not 0 <= nation < NATIONS or not has_diplomacy(t, s, nation):
        return 0
    return int(t.diplomacy_scale[t.diplomacy_of[nation], min(int(s.bags[s.seat, nation]), DELIVERIES - 1)])


def _penalty(game: Game, s: State, pays: int) -> str:
    """What giving up a card costs; nothing in the Basic variant."""
    if game.options[0].basic or not pays:
        return ""
    lost = _glory_for_debt(game, s, pays)
    return f", pay {money(pays)}" + (f", lose {lost} glory for debt" if lost else "")


def _glory_for_debt(game: Game, s: State, pays: int) -> int:
    """Glory that a payment costs which must be made: all that there is at most."""
    return min(debt(game, s, pays), int(s.glory[s.seat]))


def deliver_vip(game: Game, s: State, k: int) -> str:
    """Bringing a VIP Traveller to where they want to go, or giving them up."""
    t, card = game.tables[0], FIRST_VIP + k
    name, earned, pays = objective_name(game, card), int(t.objective_glory[card]), int(t.objective_money[card])
    if s.phase == Phase.UNLOADING:
        # The debt is paid first, and the score track ends at 0.
        lost = 0 if game.options[0].basic else min(earned, int(s.glory[s.seat]) - _glory_for_debt(game, s, pays))
        return f"Give up {name}{_penalty(game, s, pays)}" + (f", lose {lost} glory" if lost else "")
    return f"Deliver {name} for {money(pays + int(pax_bonus(t, s)))} and {earned} glory"


def objective(game: Game, s: State, k: int) -> str:
    """Taking an Objective card."""
    card = int(s.objective_river[k])
    return f"Take Objective {k + 1}" if card == NONE else f"Take {objective_words(game, card)}"


def deck(game: Game, s: State, k: int) -> str:
    """Taking the top card of the Objective deck."""
    return "Take the top card of the Objective deck"


def finish(game: Game, s: State, k: int) -> str:
    """No more, or nothing at all."""
    if s.phase == Phase.DELIVERY:
        return "Deliver no more" if s.delivered else "Deliver nothing"
    return NO_MORE.get(Phase(int(s.phase)), "That is all")


ACTIONS = ActionTable(
    ActionRange("pilot", Action.PILOT, PILOTS, "Be the k-th pilot, or let the k-th pilot fly the Solo plane", pilot),
    ActionRange(
        "city",
        Action.CITY,
        CITIES,
        "Fly to the k-th city; of the own City cards choose the k-th as Main Base, or put it back",
        city,
    ),
    ActionRange("aircraft", Action.AIRCRAFT, AIRCRAFT, "Take the k-th aircraft, or change to it", aircraft),
    ActionRange("slot", Action.SLOT, SLOTS, "Place the marker on Flight Ops or the k-th Ground Ops slot", slot),
    ActionRange("basic", Action.BASIC, len(BasicAction), "Objectives, Maintenance or Flight Ops as the action", basic),
    ActionRange("load", Action.LOAD, LOAD_RIVER, "Take the k-th Load card of those that lie open", load),
    ActionRange("fuel", Action.FUEL, MAX_FUEL, "Buy k fuel, from 1", fuel),
    ActionRange("buy", Action.BUY, EQUIPMENTS, "Buy the k-th System or Crew card", buy),
    ActionRange("discard", Action.DISCARD, EQUIPMENTS, "Discard the k-th System or Crew card", discard),
    ActionRange("use", Action.USE, EQUIPMENTS, "Use the k-th System or Crew card on the dice", use),
    ActionRange("use_fuel_can", Action.USE_FUEL_CAN, 1, "Use a Fuel Can", use_fuel_can),
    ActionRange("die", Action.DIE, MAX_LENGTH, "Use the card on the k-th square's die", die),
    ActionRange("accept", Action.ACCEPT, 1, "Accept the dice as they lie", accept),
    ActionRange("glory", Action.GLORY, 1, "Take the glory of the Hub", glory),
    ActionRange("money", Action.MONEY, 1, "Take the money of the Hub", hub_money),
    ActionRange("deliver", Action.DELIVER, LOADS, "Deliver a Load card of the k-th kind, or give one up", deliver),
    ActionRange(
        "deliver_vip", Action.DELIVER_VIP, VIPS, "Deliver the k-th VIP Traveller, or give them up", deliver_vip
    ),
    ActionRange(
        "objective", Action.OBJECTIVE, OBJECTIVE_RIVER, "Take the k-th Objective card of those that lie open", objective
    ),
    ActionRange("deck", Action.DECK, 1, "Take the top card of the Objective deck", deck),
    ActionRange("finish", Action.FINISH, 1, "No more of what is being done, or none of it", finish),
)
