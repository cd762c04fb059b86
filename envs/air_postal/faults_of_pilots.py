"""What can be inconsistent in pilots and aircraft, gauges and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .faults_in_play import AFTER_CRASH, IN_FLIGHT, SETTING_UP, acting_seat, seats_done
from .faults_of_cards import members
from .limits import (
    NONE,
    PILOT_CARDS,
    Effect,
    Slot,
)
from .names import aircraft_name, pilot_name
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game

LATER = ("held", "achieved", "aboard", "bags", "equipment", "fuel", "hubs_reached")
"""Fields of a seat that are empty until its first turn."""

DISCARDED = ("objective_discard", "objective_box", "load_discard", "load_box", "equipment_box")
"""Cards that have left the decks for good, or for a while."""


def faults_of_pilots(game: Game, s: Any) -> list[str]:
    """What is inconsistent in pilots and points of a State record whose cities, Hubs and cards are in order."""
    found = [*_pilot_faults(game, s), *_aircraft_faults(game, s)]
    if found:
        return found  # what follows asks what pilots can do
    return [
        *_endurance_faults(game, s),
        *(_set_up_faults(game, s) if s.phase in SETTING_UP else ()),
    ]


def _pilot_faults(game: Game, s: Any) -> Iterator[str]:
    """Pilot cards are with seats, the Solo plane, left, or lost in crashes; first come the pilots of the postcard."""
    t, n = game._gate.tables, game.players
    pilots, starting = s.pilot[:n].tolist(), t.setup_pilot[s.setup].tolist()
    flown = [pilot for pilot in pilots if pilot != NONE] + ([starting[s.solo_pilot]] if s.solo_pilot != NONE else [])
    for pilot in flown:
        if s.pilots_left >> pilot // 2 & 1:
            yield f"the card of {pilot_name(game, pilot)} is with a seat, and left"
    if len({pilot // 2 for pilot in flown}) < len(flown):
        yield f"two seats have one Pilot card: {pilots}"
    chosen = s.order[: s.turn].tolist() if s.phase == Phase.PILOT else [] if s.phase == Phase.SOLO_PILOT else range(n)
    if any((pilot != NONE) != (seat in chosen) for seat, pilot in enumerate(pilots)):
        yield f"the pilots of seats are {pilots} in phase {Phase(s.phase).name}"
    gone, left = PILOT_CARDS - len(flown) - s.pilots_left.bit_count(), s.pilots_left
    lost = s.lost_pilots - (s.phase == Phase.NEW_PILOT and not s.done)
    # Whoever crashes when no card is left keeps the pilot.
    if lost < 0 or (left and gone != lost):
        yield f"{s.lost_pilots} pilots have disappeared, but {gone} Pilot cards are gone"
    if s.lost_pilots and game.options[0].basic:
        yield "a pilot has disappeared in the Basic variant"
    if s.phase == Phase.NEW_PILOT and not left:
        yield "there is no new pilot"
    based = dict(zip(starting, t.setup_base[s.setup].tolist(), strict=True))
    others = [pilot for pilot in pilots if pilot not in (NONE, *starting)]
    if not game.options[0].main_base:
        others = [p for p, base in zip(pilots, s.main_base[:n].tolist(), strict=True) if based.get(p, NONE) != base]
        if not {base for base in s.main_base[:n].tolist() if base != NONE} <= {*based.values()}:
            yield f"the Main Bases {s.main_base[:n].tolist()} are not on the postcard"
    if len([p for p in others if p != NONE or not game.options[0].main_base]) > max(0, lost):
        yield f"the pilots {pilots} are not those who began, but only {lost} have been replaced"


def _aircraft_faults(game: Game, s: Any) -> Iterator[str]:
    """Each aircraft is new, second-hand, with a seat or gone: to a museum, or lost in a crash."""
    t, n = game._gate.tables, game.players
    own = [aircraft for aircraft in s.aircraft[:n].tolist() if aircraft != NONE]
    lying = 0
    for cards in (s.new_aircraft, s.used_aircraft, *(1 << aircraft for aircraft in own)):
        for aircraft in members(lying & cards):
            yield f"{aircraft_name(game, aircraft)} is in two places"
        lying |= cards
    dealt = sum(1 << aircraft for aircraft in np.flatnonzero(game.options[0].warbirds | (t.warbird == 0)).tolist())
    museum = sum(1 << aircraft for aircraft in np.flatnonzero(t.resale == 0).tolist())
    if lying & ~dealt:
        yield f"{aircraft_name(game, members(lying & ~dealt)[0])} is not in this game"
    if s.used_aircraft & museum:
        yield f"{aircraft_name(game, members(s.used_aircraft & museum)[0])} is second-hand, but cannot be sold"
    gone, there = dealt & ~lying, s.new_aircraft | s.used_aircraft
    if (s.phase == Phase.NEW_AIRCRAFT and not there and not s.done) or (
        s.phase == Phase.NEW_PILOT and there and s.done
    ):
        yield "there is no aircraft to take after the crash, or one should have been taken"
    setting_up = s.phase in SETTING_UP
    chosen = s.order[s.turn + 1 : n].tolist() if s.phase == Phase.FIRST_AIRCRAFT else [] if setting_up else range(n)
    if any((s.aircraft[seat] != NONE) != (seat in chosen) for seat in range(n)):
        yield f"the seats have the aircraft {s.aircraft[:n].tolist()} in phase {Phase(s.phase).name}"
    if setting_up and (gone or s.used_aircraft):
        yield "aircraft have been sold during set-up"
    for seat, aircraft in enumerate(s.aircraft[:n].tolist()):
        level = t.start_level[s.pilot[seat]] - game.options[0].warbirds * t.warbird_levels
        if setting_up and aircraft != NONE and t.level[aircraft] > level:
            yield f"seat {seat} cannot begin with {aircraft_name(game, aircraft)}"


def _endurance_faults(game: Game, s: Any) -> Iterator[str]:
    """Pilots are rested until they fly; only Autopilot and Veteran give more endurance than a pilot has."""
    t, over = game._gate.tables, seats_done(game, s)
    flying = acting_seat(game, s) if s.phase in IN_FLIGHT else NONE
    for seat, pilot in enumerate(s.pilot[: game.players].tolist()):
        maximum = 0 if pilot == NONE else int(t.max_endurance[pilot])
        least, most = 0, maximum
        if seat in over and s.marker[seat] == Slot.FLIGHT_OPS:
            most += _rest(t, int(s.equipment[seat]))
        elif seat == flying and s.phase not in AFTER_CRASH:
            most += _rest(t, s.used_this_turn)
        elif s.phase in SETTING_UP:
            least = maximum
        if not least <= s.endurance[seat] <= most:
            yield f"seat {seat} has {s.endurance[seat]} endurance, but it is between {least} and {most}"


def _rest(t: Any, cards: int) -> int:
    """The endurance that cards bring."""
    return sum(int(t.rest[card]) for card in members(cards) if t.effect[card] == Effect.REST)


def _set_up_faults(game: Game, s: Any) -> Iterator[str]:
    """During set-up there are Main Bases and what they bring, and nothing else."""
    t = game._gate.tables
    for seat, base in enumerate(s.main_base[: game.players].tolist()):
        glory, money = (0, 0) if base == NONE else (int(t.city_glory[base]), int(t.city_money[base]))
        if any(np.any(s[name][seat]) for name in LATER) or s.city[seat] != base:
            yield f"seat {seat} has done something during set-up"
        if s.glory[seat] != glory or s.money[seat] != money:
            yield f"seat {seat} has {s.glory[seat]} points and ${s.money[seat]},000 during set-up"
    if (s.great_first != NONE).any():
        yield "a Great First was flown during set-up"
    if any(s[name].any() for name in DISCARDED):
        yield "cards were discarded during set-up"
