"""News of flights: the dice, where they lead, what is achieved on landing, and what customs find."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import AIR_ROUTES, FIRST_VIP, GREAT_FIRSTS, NONE, VIPS, Load
from ..names import aircraft_name, city_name, colour_name, face_name, great_first_name, objective_name, seat_name
from ..phrases import gauges_after, listed, money, objective_words
from ..rules.flights import colour_of, destination, first_failure
from ..rules.interruptions import crashes_on
from ..rules.landing import has_diplomacy
from ..state import MAX_MONEY
from .facts import objectives_in

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def dice_told(game: Game, after: State) -> list[str]:
    """All dice of a flight, in the order in which their squares are passed."""
    t = game.tables[0]
    dice = [
        f"{colour_name(int(colour_of(t, after, k)))} {face_name(int(after.face[k]))}"
        for k in range(int(t.route_length[after.route]))
    ]
    return [f"the dice: {', '.join(dice)}"]


def flight_told(game: Game, before: State, after: State) -> list[str]:
    """The landing with all that it earns at once, or the interruption."""
    t = game.tables[0]
    failure = int(first_failure(t, before))
    if failure != NONE:
        return _interruption(game, before, after, failure)
    seat, city = int(before.seat), int(destination(t, before))
    fuel, endurance = gauges_after(game, before, int(t.route_length[before.route]))
    lines = [f"lands in {city_name(game, city)} with {fuel} fuel and {endurance} endurance"]
    done = set(objectives_in(after.achieved[seat])) - set(objectives_in(before.achieved[seat]))
    lines += [f"achieves {objective_words(game, card)}" for card in sorted(done)]
    marked = [int(after.marked[end]) & ~int(before.marked[end]) for end in range(2)]
    cubes = [
        card for card in objectives_in(before.held[seat]) if (marked[0] | marked[1]) >> card & 1 and card < AIR_ROUTES
    ]
    if cubes:
        lines.append(f"puts a cube on {listed(objective_name(game, card) for card in cubes)}")
    for first in range(GREAT_FIRSTS):
        if before.great_first[first] == NONE and after.great_first[first] == seat:
            lines.append(f"Great First {great_first_name(game, first)}: {t.great_first_glory[first]} glory")
    if after.hubs_reached[seat] != before.hubs_reached[seat]:
        lines.append(f"reaches the Hub {city_name(game, city)}")
    return lines


def _interruption(game: Game, before: State, after: State, failure: int) -> list[str]:
    """An incident or a crash, with what it costs and earns."""
    t, seat = game.tables[0], int(before.seat)
    change = int(after.glory[seat]) - int(before.glory[seat])
    points = f", {'gains' if change > 0 else 'loses'} {abs(change)} glory" if change else ""
    if not crashes_on(t, game.options[0], before, int(before.route)):
        return [f"an incident on square {failure + 1}: back in {city_name(game, int(before.city[seat]))}{points}"]
    lost = f"{seat_name(game, before, seat)} and the {aircraft_name(game, int(before.aircraft[seat]))}"
    return [f"a crash on square {failure + 1}: {lost} are lost{points}"]


def customs_told(game: Game, before: State, action: int, after: State) -> list[str]:
    """What customs found, and what a bag earned for Diplomacy."""
    t, seat = game.tables[0], int(before.seat)
    load = action - Action.DELIVER
    if load == Load.SMUGGLING_CASE:
        if int(after.money[seat]) >= min(int(before.money[seat]) + int(t.load_money[load]), MAX_MONEY):
            return [f"customs find nothing: {money(t.load_money[load])}"]
        return [f"customs find a Smuggling Case: a fine of {money(t.fine)}, and the turn ends"]
    nation = load - Load.SOVIET_BAG
    if Load.SOVIET_BAG <= load <= Load.GERMAN_BAG and has_diplomacy(t, before, nation):
        card = FIRST_VIP + VIPS + int(t.diplomacy_of[nation])
        earned = int(after.glory[seat]) - int(before.glory[seat])
        return [f"{objective_name(game, card)}: {earned} glory"]
    return []
