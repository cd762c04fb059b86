"""What players at the table see when an action is played: weather, strips, cubes, dice, wings, and the turn's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..action_words import contract_words, own_design, price_of_flight
from ..actions import Action
from ..limits import (
    DESIGNS,
    NONE,
    STRIPS,
    TARGETS,
    Rank,
    StripEffect,
)
from ..names import city_name, rank_name, record_name
from ..state import Event, Phase
from .news_of_turns import beginning_of_turn, end_of_turn, is_turn_over, weather_told
from .news_of_wings import wings_told
from .words import EFFECT_NAMES, FLYING, counted, listed, named, status

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
    if before.phase == Phase.REGISTERING:
        return _registered(game, before, after)
    lines = _of_flight(game, before, action, after)
    if before.event == Event.BREAKING_RECORD and before.phase in (Phase.PILOT, Phase.FEAT):
        lines += _of_record(game, before, after)
    if before.phase == Phase.REMOVING:
        lines += _driven_out(game, before, action, after)
    lines += wings_told(game, before, action, after)
    if before.event == Event.RUNNING:
        lines += _cubes(game, before, after)
    if is_turn_over(game, before, after):
        lines += end_of_turn(game, before, action, after)
    lines += beginning_of_turn(game, before, after)
    return [*lines, status(game, after)] if after.done else lines


def _registered(game: Game, before: State, after: State) -> list[str]:
    """All cards for the meeting are revealed at once, when the last one lies."""
    if after.phase == Phase.REGISTERING:
        return []
    seats = [named(game, after, seat) for seat in range(game.players) if after.registered[seat]]
    return [f"registered for the meeting: {listed(seats, 'nobody')}"]


def _of_flight(game: Game, before: State, action: int, after: State) -> list[str]:
    """Weather that is turned up, the price of the flight, the strip, and what it brings."""
    if before.event not in FLYING:
        return []
    if before.phase == Phase.DESIGN:
        return weather_told(game, before, after)
    lines = []
    if has_landed(before, action, after):
        lines.append(f"pays {counted(_price(game, before, action), 'logistics point')}")
    if before.event == Event.RUNNING:
        return lines
    return [*lines, *_strip(game, before, after), *_cubes(game, before, after), *_effect(game, before, action, after)]


def has_landed(before: State, action: int, after: State) -> bool:
    """Whether the flight was made with this action: pilot and feat are chosen."""
    chosen = before.phase in (Phase.PILOT, Phase.FEAT) and action != Action.CANCEL
    return chosen and (bool(after.done) or after.phase != Phase.FEAT)


def _price(game: Game, before: State, action: int) -> int:
    """Logistics points that the flight took."""
    by_feat = before.phase == Phase.FEAT
    rank = int(before.pilot) if by_feat else action - Action.PILOT
    ignored = action - Action.IGNORE_WEATHER if Action.IGNORE_WEATHER <= action < Action.ABILITY else NONE
    return price_of_flight(game, before, int(before.place), rank, ignored, int(action == Action.ABILITY))


def _strip(game: Game, before: State, after: State) -> list[str]:
    """The strip that has been revealed."""
    seen = int(after.strips_seen) & ~int(before.strips_seen)
    drawn = [strip for strip in range(STRIPS) if seen >> strip & 1]
    replaced = after.legend_strip[before.seat] < before.legend_strip[before.seat]
    head = "the strip that leaves the game" if replaced else "strip"
    return [f"{head}: {_strip_words(game, strip)}" for strip in drawn]


def _strip_words(game: Game, strip: int) -> str:
    t = game.tables[0]
    effect = StripEffect(int(t.strip_effect[strip]))
    special = "" if effect == StripEffect.NOTHING else f", {EFFECT_NAMES[effect]}"
    return f"{counted(t.strip_value[strip], 'cube')}{special}, {contract_words(game, strip)}"


def _effect(game: Game, before: State, action: int, after: State) -> list[str]:
    """Pilots and logistics points that a strip took or gave."""
    seat = int(before.seat)
    lines = []
    lost = before.pilots[seat].sum(axis=0) > after.pilots[seat].sum(axis=0)
    if before.phase != Phase.LEGEND:
        lines += [f"loses the {rank_name(rank)}" for rank in Rank if lost[rank]]
    paid = _price(game, before, action) if has_landed(before, action, after) else 0
    got = int(after.logistics[seat]) - int(before.logistics[seat]) + paid
    if got and before.phase != Phase.STRIP_EFFECT:
        lines.append(f"{'gains' if got > 0 else 'loses'} {counted(abs(got), 'logistics point')}")
    return lines


def _cubes(game: Game, before: State, after: State) -> list[str]:
    """Cubes that have come to the city of the flight, or all that went when it became a monopoly."""
    seat, city = int(before.seat), int(before.city)
    if before.phase == Phase.MONOPOLY:
        return [f"all cubes and strips of {city_name(game, city)} are discarded"]
    put = int(after.cubes[seat, city]) - int(before.cubes[seat, city])
    if put <= 0 or before.phase == Phase.REMOVING:
        return []
    return [f"puts {counted(put, 'cube')} in {city_name(game, city)}"]


def _driven_out(game: Game, before: State, action: int, after: State) -> list[str]:
    """A rival whose last cube in the city was removed."""
    rival = (int(before.seat) + action - Action.REMOVE + 1) % game.players
    city = int(before.city)
    if before.cubes[rival, city] > 1:
        return []
    return [f"{named(game, before, rival)} is driven out of {city_name(game, city)}"]


def _of_record(game: Game, before: State, after: State) -> list[str]:
    """The die, the price, and what the record brings beside wings."""
    if after.phase == Phase.FEAT:
        return []
    seat, kind = int(before.seat), int(before.record) // TARGETS
    paid = int(before.logistics[seat]) - int(after.logistics[seat])
    lines = [f"the record die shows {after.die}, pays {counted(paid, 'logistics point')}"]
    if after.pilots[seat].sum(axis=0)[Rank.SEASONED] > before.pilots[seat].sum(axis=0)[Rank.SEASONED]:
        lines.append("the rookie becomes a seasoned pilot")
    owner = int(before.tile_owner[kind])
    if after.tile_owner[kind] != owner:
        source = "the board" if owner == NONE else named(game, before, owner)
        lines.append(f"takes the {record_name(kind)} tile from {source}")
    gained = int(after.designs[seat]) & ~int(before.designs[seat])
    designs = [own_design(game, before, design) for design in range(DESIGNS) if gained >> design & 1]
    return lines + ([f"gets {listed(designs)}"] if designs else [])
