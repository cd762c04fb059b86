"""What can be inconsistent in a State record: the gate for saved positions lets in what has no fault.

Kernels follow cities, routes, cards and slots as indices without a check, and some loops end only where they find what
must be there, so nothing here may be left out that they rely on. The table and the map are checked here; the round and
whose turn it is in `faults_in_play.py`, cards in `faults_of_cards.py`, pilots, aircraft and points in
`faults_of_pilots.py`, a turn in `faults_of_flights.py`. What follows from a position by the rules is worked out by the
rules (`worked_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core.gate import absent_seat_faults
from .faults_in_play import SETTING_UP, faults_in_play
from .faults_of_cards import faults_of_cards
from .faults_of_flights import faults_of_flights
from .faults_of_pilots import faults_of_pilots
from .limits import CITY_CARDS, HUBS, NONE, SOLO
from .names import city_name, great_first_name
from .state import Phase
from .worked_out import work_out

if TYPE_CHECKING:
    from .._core.game import Game

BY_SEAT = (
    *("order", "marker", "visited", "line", "held", "achieved", "aboard", "bags", "equipment", "pilot", "aircraft"),
    *("city", "fuel", "endurance", "money", "glory", "hubs_reached", "hand", "choice", "main_base"),
)
CARDS_LEFT_OUT = 2
"""Of the City cards of a player one is the Main Base, and one goes back to the box."""

BEFORE_BASES = (Phase.SOLO_PILOT, Phase.PILOT, Phase.BASE)


def faults(game: Game, s: Any) -> list[str]:
    """What is inconsistent in a State record whose values are in their declared ranges, one line each."""
    found = [*absent_seat_faults(game, s, BY_SEAT), *_table_faults(game, s)]
    if found:
        return found  # what follows looks things up by seat and Setup postcard
    found = faults_in_play(game, s)
    if found:
        return found  # what follows asks what a seat has done in this round
    found = [
        *_base_faults(game, s),
        *_hand_faults(game, s),
        *_hub_faults(game, s),
        *_great_first_faults(game, s),
        *_solo_faults(game, s),
        *faults_of_cards(game, s),
    ]
    if found:
        return found  # what follows adds up what has been achieved, and stands in cities
    found = faults_of_pilots(game, s)
    return found or faults_of_flights(game, s, work_out(game, s))


def _table_faults(game: Game, s: Any) -> Iterator[str]:
    """The postcard is the one that was chosen, seats are those at the table."""
    o, n = game.options[0], game.players
    if o.setup and s.setup != o.setup - 1:
        yield f"Setup postcard {s.setup + 1} is played, but {int(o.setup)} was chosen"
    if sorted(s.order[:n].tolist()) != list(range(n)):
        yield f"the windsock track holds the seats {s.order[:n].tolist()}, not each seat once"
    elif o.basic and any(s.order[k] != (s.order[0] + k) % n for k in range(n)):
        yield f"the seats {s.order[:n].tolist()} do not follow each other clockwise"
    achievers = s.great_first.tolist()
    if any(n <= seat < SOLO or (seat == SOLO and n > 1) for seat in achievers) or s.passed >> n or s.line.max() >= n:
        yield "a Great First, or a place on the Flight Ops line, belongs to a seat that nobody sits at"


def _base_faults(game: Game, s: Any) -> Iterator[str]:
    """Aircraft stand in cities of this side of the board; Main Bases are different cities."""
    t, n = game._gate.tables, game.players
    on_board = t.on_board[t.setup_board[s.setup]]
    bases, cities = s.main_base[:n].tolist(), s.city[:n].tolist()
    for seat, (base, city) in enumerate(zip(bases, cities, strict=True)):
        if (base == NONE) != (city == NONE):
            yield f"seat {seat} has Main Base {base}, but its aircraft stands in city {city}"
        elif base != NONE and not (on_board[base] and on_board[city]):
            yield f"{city_name(game, base)} or {city_name(game, city)} is not on this side of the board"
    opened = [base for base in bases if base != NONE]
    if len(set(opened)) < len(opened):
        yield "two seats have one Main Base"
    if game.options[0].main_base and len(opened) != (0 if s.phase in BEFORE_BASES else n):
        yield f"{len(opened)} Main Bases are open in phase {Phase(s.phase).name}"


def _hand_faults(game: Game, s: Any) -> Iterator[str]:
    """City cards are in hands while Main Bases and Hubs are chosen, and those chosen are among them."""
    t, n = game._gate.tables, game.players
    cards = {Phase.BASE: int(t.city_hand[n]), Phase.SPARE_CITY: int(t.city_hand[n]) - 1}.get(Phase(s.phase), 0)
    choosing = s.phase in (Phase.BASE, Phase.SPARE_CITY)
    there = np.flatnonzero(t.on_board[t.setup_board[s.setup], :CITY_CARDS]).tolist()
    dealt = sum(1 << city for city in there if city not in s.main_base[:n].tolist())
    for seat, hand in enumerate(s.hand[:n].tolist()):
        if hand.bit_count() != cards:
            yield f"seat {seat} has {hand.bit_count()} City cards in hand, not {cards}"
        if hand & ~dealt:
            yield f"seat {seat} has a City card that is not in this game, or that another seat has"
        dealt &= ~hand
        choice, chosen = int(s.choice[seat]), choosing and seat in s.order[: s.turn]
        if (choice != NONE) != chosen or (chosen and not hand >> choice & 1):
            yield f"seat {seat} has chosen city {choice}, which it cannot have"


def _hub_faults(game: Game, s: Any) -> Iterator[str]:
    """Hubs are those of the postcard, or the City cards that were laid out; who is in one has reached it."""
    t, n = game._gate.tables, game.players
    hubs = s.hub.tolist()
    if not game.options[0].main_base:
        laid_out = t.setup_hub[s.setup].tolist()
    else:
        count = 0 if s.phase in (*BEFORE_BASES, Phase.SPARE_CITY) else n * (int(t.city_hand[n]) - CARDS_LEFT_OUT)
        cities, bases = sorted(set(hubs[:count])), s.main_base[:n].tolist()
        laid_out = cities + [NONE] * (HUBS - count)
        if any(city == NONE or city in bases or not t.on_board[t.setup_board[s.setup], city] for city in cities):
            yield f"the Hubs {hubs} are not City cards that can have been dealt"
    if hubs != laid_out:
        yield f"the Hubs are {hubs}, not {laid_out}"
        return
    for seat, reached in enumerate(s.hubs_reached[:n].tolist()):
        if any(city == NONE and reached >> k & 1 for k, city in enumerate(hubs)):
            yield f"seat {seat} has reached a Hub that is not there"
        city = int(s.city[seat])
        if city != NONE and city in hubs and not reached >> hubs.index(city) & 1:
            yield f"seat {seat} is in {city_name(game, city)}, but has not reached this Hub"


def _great_first_faults(game: Game, s: Any) -> Iterator[str]:
    """Only routes of this side of the board bring a Great First."""
    t = game._gate.tables
    there = t.route_on[t.setup_board[s.setup], t.great_first_route]
    for k, seat in enumerate(s.great_first.tolist()):
        if seat != NONE and not there[k]:
            yield f"seat {seat} has the Great First {great_first_name(game, k)}, which is not on this side of the board"


def _solo_faults(game: Game, s: Any) -> Iterator[str]:
    """The Solo plane makes a flight a round along its path, and has the points of the Hubs and Great Firsts there."""
    t, k = game._gate.tables, s.solo_pilot
    if game.players > 1 or s.phase == Phase.SOLO_PILOT:
        if k != NONE or s.solo_at or s.solo_glory or SOLO in s.great_first:
            yield "the Solo plane is there, but nobody plays it"
        return
    flights = 0 if s.phase in SETTING_UP else s.round_number - (not s.done)
    if k == NONE or s.solo_at != flights or flights > t.path_length[s.setup, k]:
        yield f"the Solo plane of pilot {k} has made {s.solo_at} flights, not {flights}"
        return
    points, board = int(t.path_hub[s.setup, k, :flights].sum()), t.setup_board[s.setup]
    way = [int(t.setup_base[s.setup, k]), *t.path[s.setup, k, :flights].tolist()]
    firsts = {int(t.great_first_of[t.route_to[board, a, b]]) for a, b in pairwise(way)} - {NONE}
    for first, seat in enumerate(s.great_first.tolist()):
        points += int(t.great_first_glory[first]) * (seat == SOLO)
        if (seat == NONE and first in firsts) or (seat == SOLO and first not in firsts):
            yield f"the Solo plane has flown {great_first_name(game, first)}, or not, but seat {seat} has it"
    if s.solo_glory != points:
        yield f"the Solo plane has {s.solo_glory} points, not {points}"
    if s.main_base[0] == way[0]:
        yield "seat 0 has the Main Base of the Solo plane"
