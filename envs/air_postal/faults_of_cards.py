"""What can be inconsistent in the cards: each lies in one place, rivers as they are laid out, marks and bags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core.bits import members
from .faults_in_play import SETTING_UP, seats_done
from .limits import (
    AIR_ROUTES,
    EQUIPMENTS,
    FIRST_EXPERT,
    LOAD_RIVER,
    LOADS,
    NATIONS,
    NONE,
    VIPS,
    WORDS,
    Equipment,
    Load,
    Slot,
)
from .names import LOAD_NAMES, equipment_name, objective_name
from .rules.common import ALL_VIPS
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game

BASIC_CARDS = (Equipment.MET_REPORT, Equipment.COPILOT)
"""All that is bought in the Basic variant, and before a take-off."""


def faults_of_cards(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the cards of a State record whose seats and round are in order."""
    found = [*_objective_faults(game, s), *_load_faults(game, s), *_equipment_faults(game, s), *_expert_faults(game, s)]
    if found:
        return found  # what follows looks cards up
    river = _basic_river_faults if game.options[0].basic else _river_faults
    return [*_marking_faults(game, s), *_achievement_faults(game, s), *river(game, s)]


# Objective cards


def _objective_faults(game: Game, s: Any) -> Iterator[str]:
    """Each Objective card of the postcard is in one place; only VIPs go to the box."""
    t, n = game._gate.tables, game.players
    river = [0] * WORDS
    for card in s.objective_river.tolist():
        word, bit = divmod(card, AIR_ROUTES) if card >= 0 else (0, 0)
        added = 0 if card == NONE else 1 << bit
        if river[word] & added:
            yield f"{objective_name(game, card)} lies twice in the river"
        river[word] |= added
    for word in range(WORDS):
        places = [*(int(s[f"objective_{name}"][word]) for name in ("deck", "discard", "box")), river[word]]
        places += s.held[:n, word].tolist() + s.achieved[:n, word].tolist()
        lying, dealt = 0, int(t.setup_objectives[s.setup, word])
        for cards in places:
            for card in members(cards & ~dealt):
                yield f"Objective card {word * AIR_ROUTES + card} is not in this game"
            for card in members(lying & cards & dealt):
                yield f"{objective_name(game, word * AIR_ROUTES + card)} lies in two places"
            lying |= cards
        for card in members(dealt & ~lying):
            yield f"{objective_name(game, word * AIR_ROUTES + card)} lies nowhere"
    if s.objective_box[0] or int(s.objective_box[1]) & ~ALL_VIPS or (s.objective_box[1] and not s.lost_pilots):
        yield "Objective cards are in the box that no crash has put there"


def _marking_faults(game: Game, s: Any) -> Iterator[str]:
    """A cube lies on one city of an Air Route that is held: on the one where its aircraft stands, or was."""
    t, n = game._gate.tables, game.players
    first, second = s.marked.tolist()
    held = int(np.bitwise_or.reduce(s.held[:n, 0]))
    if first & second or (first | second) & ~held:
        yield "a cube lies on both cities of an Air Route, or on one that nobody tries to achieve"
    for seat in range(n):
        if s.city[seat] == NONE:
            continue
        routes = t.routes_of_city[s.city[seat]].tolist()
        for end in range(2):
            for card in members(int(s.held[seat, 0]) & routes[end] & ~(first, second)[end]):
                yield f"seat {seat} stands in a city of {objective_name(game, card)}, but no cube says so"


def _achievement_faults(game: Game, s: Any) -> Iterator[str]:
    """A seat takes a card in a round; a Diplomacy card is achieved with the first bag, and bags are kept for it."""
    t, over = game._gate.tables, seats_done(game, s)
    for seat in range(game.players):
        taken = sum(int(cards).bit_count() for cards in (*s.held[seat], *s.achieved[seat]))
        rounds = s.round_number - (seat not in over)
        if taken > max(0, rounds):
            yield f"seat {seat} has {taken} Objective cards after {rounds} rounds"
        for nation in range(NATIONS):
            achieved = int(s.achieved[seat, 1]) >> VIPS + int(t.diplomacy_of[nation]) & 1
            if bool(s.bags[seat, nation]) != bool(achieved):
                bag = LOAD_NAMES[Load(Load.SOVIET_BAG + nation)]
                yield f"seat {seat} keeps {s.bags[seat, nation]} cards {bag}, but the Diplomacy card is achieved or not"


# Load cards


def _load_faults(game: Game, s: Any) -> Iterator[str]:
    """Each Load card is in one place."""
    t, n = game._gate.tables, game.players
    river = s.load_river.tolist()
    for load in range(LOADS):
        there = int(s.load_deck[load]) + int(s.load_discard[load]) + int(s.load_box[load]) + river.count(load)
        there += int(s.aboard[:n, load].sum())
        if Load.SOVIET_BAG <= load <= Load.GERMAN_BAG:
            there += int(s.bags[:n, load - Load.SOVIET_BAG].sum())
        if there != t.load_count[load]:
            yield f"there are {there} cards {LOAD_NAMES[Load(load)]}, the game has {t.load_count[load]}"
    if s.load_box.any() and not s.lost_pilots:
        yield "Load cards are in the box, but there was no crash"


# The rivers


def _river_faults(game: Game, s: Any) -> Iterator[str]:
    """Cards lie to the right at Reset, as many as there are places and cards; then some are taken."""
    t, n, over = game._gate.tables, game.players, seats_done(game, s)
    took = sum(s.marker[seat] in (Slot.OBJECTIVES, Slot.OBJECTIVES_AND_REVENUES) for seat in over)
    line = [seat for seat in s.line[:n].tolist() if seat != NONE]
    before_loading = not line or s.phase in (Phase.PLACING, *SETTING_UP)
    # Until fliers take off, what was loaded is aboard.
    loaded = 0 if before_loading else int(s.aboard[line].sum()) if s.phase == Phase.LOADING else LOAD_RIVER
    # Cards that are given up go to the discard piles, from slot 3 on.
    kept = s.slot < Slot.MAINTENANCE_AND_REVENUES
    all_there = kept and (before_loading or s.phase == Phase.LOADING)
    rows = (
        ("Objective", s.objective_river.tolist(), int(t.objectives_open[n]), took, kept and _is_left(s, "objective")),
        ("Load", s.load_river.tolist(), int(t.loads_open[n]), loaded, all_there and _is_left(s, "load")),
    )
    for words, river, places, taken, supplied in rows:
        there = [place for place in range(places) if river[place] != NONE]
        if any(card != NONE for card in river[places:]):
            yield f"the river of {words} cards has more than {places} places"
        holes = places - there[0] - len(there) if there else 0
        if holes > taken or (supplied and places - len(there) > taken):
            yield f"the river of {words} cards is {river}, from which {taken} cards have been taken at most"


def _is_left(s: Any, cards: str) -> bool:
    return bool(s[f"{cards}_deck"].any() or s[f"{cards}_discard"].any())


def _basic_river_faults(game: Game, s: Any) -> Iterator[str]:
    """The Basic variant: cards lie there only while a seat chooses among those that it has drawn."""
    t = game._gate.tables
    rows = (
        ("Objective", s.objective_river.tolist(), int(t.basic_objectives), s.phase == Phase.OBJECTIVE and not s.done),
        ("Load", s.load_river.tolist(), int(t.basic_loads), s.phase == Phase.LOADING),
    )
    for words, river, drawn, choosing in rows:
        if any(card != NONE for card in river[drawn if choosing else 0 :]):
            yield f"{words} cards {river} lie there, but nobody has drawn so many"
    objectives = [card for card in s.objective_river.tolist() if card != NONE]
    short = rows[0][3] and len(objectives) < t.basic_objectives
    if s.objective_river[: len(objectives)].tolist() != objectives or (short and _is_left(s, "objective")):
        yield f"the Objective cards {s.objective_river.tolist()} were not drawn one after the other"
    loads = [load for load in s.load_river.tolist() if load != NONE]
    if loads != sorted(loads):
        yield f"the Load cards {loads} do not lie in the order of their kinds"


# System and Crew cards


def _equipment_faults(game: Game, s: Any) -> Iterator[str]:
    """Each Basic and Standard card is in its deck, aboard, or in the box."""
    t, n, basic = game._gate.tables, game.players, game.options[0].basic
    for card in range(FIRST_EXPERT):
        aboard = int((s.equipment[:n] >> card & 1).sum())
        there = int(s.stock[card]) + aboard + int(s.equipment_box[card])
        if there != t.copies[card]:
            yield f"there are {there} cards {equipment_name(game, card)}, the game has {t.copies[card]}"
        if basic and aboard and card not in BASIC_CARDS:
            yield f"{equipment_name(game, card)} is aboard in the Basic variant"
    if s.equipment_box.any() and not s.lost_pilots:
        yield "System or Crew cards are in the box, but there was no crash"


def _expert_faults(game: Game, s: Any) -> Iterator[str]:
    """Each Expert card that was on top of the deck is in one place, the others are unseen below it."""
    t, n = game._gate.tables, game.players
    returned = [card for card in s.experts_returned.tolist() if card != NONE]
    if s.experts_returned[: len(returned)].tolist() != returned:
        yield "the cards under the Expert deck do not lie one after the other"
    if 0 <= s.expert < FIRST_EXPERT or any(card < FIRST_EXPERT for card in returned):
        yield "a card lies in the Expert deck that is no Expert card"
    if s.expert == NONE and (returned or s.experts_below):
        yield "no card lies on top of the Expert deck, but there are some below"
    for card in range(FIRST_EXPERT, EQUIPMENTS):
        there = int((s.equipment[:n] >> card & 1).sum()) + int(s.equipment_box[card]) + returned.count(card)
        there += s.expert == card
        seen = s.experts_seen >> card - FIRST_EXPERT & 1
        if there != seen:
            name = equipment_name(game, card)
            yield f"there are {there} cards {name}, which has {'' if seen else 'not '}been on top of the Expert deck"
    dealt = int(t.solo_experts) if n == 1 else n + int(t.extra_experts)
    dealt = 0 if game.options[0].basic else dealt
    if s.experts_seen.bit_count() + s.experts_below != dealt:
        yield f"{s.experts_seen.bit_count()} Expert cards were seen, {s.experts_below} were not; the game has {dealt}"
