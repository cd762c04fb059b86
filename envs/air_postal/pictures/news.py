"""What players at the table see and hear when an action is played: dice, customs, cards turned up, turns and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import EQUIPMENTS, NONE, BasicAction, Effect, Equipment, Slot
from ..names import city_name, colour_name, equipment_name, face_name, load_name, objective_name
from ..phrases import listed, money, objective_words
from ..rules.common import is_vip
from ..rules.flights import colour_of
from ..state import Phase
from .facts import objectives_in
from .news_of_flights import customs_told, dice_told, flight_told
from .news_of_rounds import bases_told, end_told, revenues_told, round_told, solo_told
from .words import named

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def news(game: Game, before: State, action: int, after: State) -> list[str]:
    """What happened between two positions, in words; lines that name no seat are about the one that acted.

    Args:
        game: the game with its tables.
        before: the State record in which the action was played.
        action: the action.
        after: the State record that it led to.
    """
    phase = Phase(int(before.phase))
    lines = []
    if phase in (Phase.PILOT, Phase.BASE, Phase.SPARE_CITY):
        lines += bases_told(game, before, after)
    elif phase == Phase.PLACING:
        lines += _unseated(game, before, action)
    elif phase == Phase.BASIC_ACTION:
        lines += _drawn(game, before, action, after)
    elif phase == Phase.FLYING and action != Action.FINISH:
        lines += dice_told(game, after)
    elif phase == Phase.DIE:
        lines += _on_die(game, before, action, after)
    elif phase == Phase.DICE and action == Action.ACCEPT:
        lines += flight_told(game, before, after)
    elif phase == Phase.DELIVERY:
        lines += customs_told(game, before, action, after)
    elif phase == Phase.OBJECTIVE:
        lines += _objective(game, before, action, after)
    lines += _expert(game, before, after)
    lines += revenues_told(game, before, action, after)
    lines += solo_told(game, before, after)
    lines += round_told(game, before, action, after)
    return lines + end_told(game, before, after)


def _unseated(game: Game, before: State, action: int) -> list[str]:
    """Who has to leave a slot, and what he gets for it."""
    slot = action - Action.SLOT
    if slot == Slot.FLIGHT_OPS:
        return []
    there = [seat for seat in range(game.players) if before.marker[seat] == slot]
    return [f"{named(game, before, seat)} is unseated and gets {money(game.tables[0].fee[slot])}" for seat in there]


def _drawn(game: Game, before: State, action: int, after: State) -> list[str]:
    """The Basic variant: Revenues and cards that are drawn and shown."""
    if action == Action.BASIC + BasicAction.OBJECTIVES:
        pay = game.tables[0].revenue[before.pilot[before.seat]]
        return [f"Revenues: {money(pay)}", _drawn_objectives(game, before, after)]
    if action == Action.BASIC + BasicAction.FLIGHT_OPS:
        cards = [load_name(int(load)) for load in after.load_river if load != NONE]
        return [f"drawn: {listed(cards)}"]
    return []


def _drawn_objectives(game: Game, before: State, after: State) -> str:
    """The Objective cards that lie open, or that were discarded because none of them can be kept."""
    if after.phase == Phase.OBJECTIVE:
        return f"drawn: {listed(objective_words(game, int(card)) for card in after.objective_river if card != NONE)}"
    gone = set(objectives_in(after.objective_discard))
    if len(objectives_in(before.objective_deck)) >= game.tables[0].basic_objectives:
        # The discard pile has not been shuffled for want of cards in the deck.
        gone -= set(objectives_in(before.objective_discard))
    cards = listed(objective_words(game, card) for card in sorted(gone))
    return f"drawn: {cards}" + (", and discarded: there is no free place" if gone else "")


def _on_die(game: Game, before: State, action: int, after: State) -> list[str]:
    """The die that has been rolled again."""
    card, k = int(before.using), action - Action.DIE
    if card == EQUIPMENTS or game.tables[0].effect[card] != Effect.REROLL:
        return []
    colour = colour_name(int(colour_of(game.tables[0], before, k)))
    return [f"the {colour} die on square {k + 1} shows {face_name(int(after.face[k]))}"]


def _objective(game: Game, before: State, action: int, after: State) -> list[str]:
    """The card from the top of the deck, VIPs that were set aside, and a cube where the aircraft stands."""
    seat = int(before.seat)
    card = next(iter(set(objectives_in(after.held[seat])) - set(objectives_in(before.held[seat]))), NONE)
    if card == NONE:
        return []
    lines = []
    if action == Action.DECK:
        gone = set(objectives_in(after.objective_discard)) - set(objectives_in(before.objective_discard))
        aside = sorted(other for other in gone - set(before.objective_river.tolist()) if is_vip(other))
        lines += [f"sets {objective_name(game, other)} aside, there is no free seat" for other in aside]
        lines.append(f"draws {objective_words(game, card)}")
    marked = [int(after.marked[end]) & ~int(before.marked[end]) for end in range(2)]
    if any(marked):
        lines.append(f"puts a cube on {city_name(game, int(before.city[seat]))}")
    return lines


def _expert(game: Game, before: State, after: State) -> list[str]:
    """The Expert card that is now on top."""
    if after.expert == before.expert or after.expert == NONE or before.phase == Phase.DIE:
        return []
    taken = before.expert != NONE and int(after.equipment[before.seat]) >> int(before.expert) & 1
    if not taken or after.expert < Equipment.FUEL_EXPERT:
        return []
    return [f"the next Expert card is {equipment_name(game, int(after.expert))}"]
