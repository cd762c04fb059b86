"""News of turns and rounds: Main Bases and Hubs, Revenues, the Solo plane, what lies open anew, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..actions import Action
from ..limits import GREAT_FIRSTS, GROUND_SLOTS, NONE, SOLO, Slot
from ..names import city_name, great_first_name, load_name
from ..phrases import listed, money, objective_words
from ..state import Phase
from .facts import solo_city
from .words import named, points, status

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State

WITH_REVENUES = (Slot.REVENUES, Slot.MAINTENANCE_AND_REVENUES, Slot.OBJECTIVES_AND_REVENUES)


def bases_told(game: Game, before: State, after: State) -> list[str]:
    """Main Bases that are known from now on with what they bring, and the Hubs that are left of all hands."""
    t, lines = game.tables[0], []
    new = [seat for seat in range(game.players) if before.main_base[seat] == NONE != after.main_base[seat]]
    for seat in new:
        base = int(after.main_base[seat])
        words = f"Main Base {city_name(game, base)}: {t.city_glory[base]} glory, {money(t.city_money[base])}"
        lines.append(f"{named(game, after, seat)}: {words}" if len(new) > 1 else words)
    if before.phase == Phase.SPARE_CITY != after.phase:
        lines.append(f"Hubs: {listed(city_name(game, int(hub)) for hub in after.hub if hub != NONE)}")
    return lines


def revenues_told(game: Game, before: State, action: int, after: State) -> list[str]:
    """Revenues of all slots whose turn has come."""
    t, markers = game.tables[0], before.marker.tolist()
    if game.options[0].basic or before.round_number == 0:
        return []
    if before.phase == Phase.PLACING:
        markers[int(before.seat)] = action - Action.SLOT
    goes_on = after.round_number == before.round_number and not after.done
    last = int(after.slot) if goes_on else GROUND_SLOTS
    found = []
    for slot in range(int(before.slot) + 1, last + 1):
        if slot in WITH_REVENUES and slot in markers:
            seat = markers.index(slot)
            found.append(f"{named(game, after, seat)} receives Revenues: {money(t.revenue[before.pilot[seat]])}")
    return found


def solo_told(game: Game, before: State, after: State) -> list[str]:
    """The flight of the Solo plane."""
    if after.solo_at == before.solo_at:
        return []
    t = game.tables[0]
    words = f"the Solo plane flies to {city_name(game, solo_city(game, after))}"
    if hub := int(t.path_hub[after.setup, after.solo_pilot, before.solo_at]):
        words += f", a Hub: {hub} glory"
    for first in range(GREAT_FIRSTS):
        if before.great_first[first] == NONE and after.great_first[first] == SOLO:
            words += f", Great First {great_first_name(game, first)}: {t.great_first_glory[first]} glory"
    return [words]


def round_told(game: Game, before: State, action: int, after: State) -> list[str]:
    """The order of a new round, and the cards that now lie open."""
    if after.round_number == before.round_number:
        return []
    order = listed(named(game, after, int(seat)) for seat in after.order if seat != NONE)
    lines = [f"round {after.round_number} begins: {order}"]
    if before.round_number == 0 or game.options[0].basic:
        return lines
    taken = int(before.objective_river[action - Action.OBJECTIVE]) if _takes_objective(before, action) else NONE
    cards = _new(before.objective_river, after.objective_river, taken)
    loads = _new(before.load_river, after.load_river, NONE)
    if cards:
        lines.append(f"new objectives: {listed(objective_words(game, card) for card in cards)}")
    if loads:
        lines.append(f"new loads: {listed(load_name(load) for load in loads)}")
    return lines


def _takes_objective(before: State, action: int) -> bool:
    return before.phase == Phase.OBJECTIVE and Action.OBJECTIVE <= action < Action.DECK


def _new(before: Any, after: Any, taken: int) -> list[int]:
    """Cards with which a river was filled from the left, once one was taken and the rightmost one discarded."""
    kept = [card for card in before.tolist() if card not in (NONE, taken)][:-1]
    there = [card for card in after.tolist() if card != NONE]
    return there[: len(there) - len(kept)]


def end_told(game: Game, before: State, after: State) -> list[str]:
    """The end that has been triggered, and at the end all scores and who has won."""
    lines = []
    if after.last_round and not before.last_round:
        lines.append("the end is triggered" + ("" if after.done else ": whoever has still a turn in this round has it"))
    if not after.done:
        return lines
    scores, _ = game.standing_of(after)
    lines += [f"{named(game, after, seat)} has {points(scores[seat])}" for seat in range(game.players)]
    return [*lines, status(game, after)]
