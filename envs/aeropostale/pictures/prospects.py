"""What actions lead to in a few words: what lies in the city that is flown to, the wings of a record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..actions import Action
from ..limits import CITIES, NONE, TARGETS
from .words import contract_letters, contracts_in, counted, has_wings, record_wings_left

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def prospect(game: Game, record: State, action: int) -> str:
    """What a legal action leads to that its words do not say; empty: nothing.

    Args:
        game: the game with its tables.
        record: the State record.
        action: the action.
    """
    if Action.CREATE <= action < Action.CREATE + CITIES:
        city = action - Action.CREATE
        room = int(record.maximum[city]) - int(record.cubes[: game.players, city].sum())
        return f"room for {counted(room, 'cube')}, {counted(record.face_down[city], 'strip')} face down"
    if Action.RUN <= action < Action.RUN + CITIES:
        return _contracts(game, record, action - Action.RUN)
    if Action.RECORD <= action < Action.MEETING and has_wings(game):
        kind, target = divmod(action - Action.RECORD, TARGETS)
        won = [wings for level, wings in record_wings_left(game, record, kind) if level <= target + 1]
        return f"wings {' '.join(won)}" if won else "no wings"
    return ""


def _contracts(game: Game, record: State, city: int) -> str:
    """The contracts that lie face up in a city, short, without slots that have none."""
    found = [contract_letters(game, strip) for strip in contracts_in(record, city) if strip != NONE]
    asked = [words for words in found if words != "-"]
    return f"contracts {' '.join(asked)}" if asked else "no contracts"


def why_not(game: Game, record: State, action: int) -> str:
    """Why an action is not legal now, where the city is the reason; else empty."""
    for start in (Action.CREATE, Action.RUN):
        if not start <= action < start + CITIES or not game.mask_of(record)[Action.PASS]:
            continue
        city, seat = action - start, int(record.seat)
        if not record.maximum[city]:
            return "the city is closed in this game"
        own = record.cubes[seat, city] > 0 or record.monopoly[city] == seat
        if start == Action.CREATE and own:
            return "you have a stop there"
        if start == Action.RUN and not own:
            return "you have no stop there"
        return "no aeroplane, pilot and logistics that you have lead there now"
    return ""
