"""What can be inconsistent in pilots and aircraft, gauges and points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._core.bits import members
from .faults_in_play import AFTER_CRASH, IN_FLIGHT, SETTING_UP, acting_seat, seats_done
from .limits import (
    DELIVERIES,
    FIRST_VIP,
    NATIONS,
    NONE,
    PILOT_CARDS,
    Effect,
    Slot,
)
from .names import aircraft_name, pilot_name
from .rules.common import ALL_VIPS
from .state import MAX_MONEY, Phase

if TYPE_CHECKING:
    from .._core.game import Game

LATER = ("held", "achieved", "aboard", "bags", "equipment", "fuel", "hubs_reached")
"""Fields of a seat that are empty until its first turn."""


def faults_of_pilots(game: Game, s: Any) -> list[str]:
    """What is inconsistent in pilots and points of a State record whose cities, Hubs and cards are in order."""
    found = [*_pilot_faults(game, s), *_aircraft_faults(game, s)]
    if found:
        return found  # what follows asks what pilots can do
    return [
        *_endurance_faults(game, s),
        *_glory_faults(game, s),
        *_money_faults(game, s),
        *_first_turn_faults(game, s),
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
    if gone > lost or (left and gone < lost) or not 0 <= lost <= n * s.round_number:
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
    crashed = s.lost_pilots - (s.phase in AFTER_CRASH and not s.done)
    gone, there = dealt & ~lying, s.new_aircraft | s.used_aircraft
    if (gone & ~museum).bit_count() > crashed or (there and gone.bit_count() < crashed):
        yield f"{gone.bit_count()} aircraft are gone, but {crashed} have crashed"
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
    t, basic, over = game._gate.tables, game.options[0].basic, seats_done(game, s)
    flying = acting_seat(game, s) if s.phase in IN_FLIGHT else NONE
    for seat, pilot in enumerate(s.pilot[: game.players].tolist()):
        maximum = 0 if pilot == NONE else int(t.max_endurance[pilot])
        low = high = maximum
        if seat in over and (basic or s.marker[seat] == Slot.FLIGHT_OPS):
            low, high = 0, maximum + _rest(t, int(s.equipment[seat]))
        elif seat == flying:
            low, high = _endurance_in_flight(s, maximum, _rest(t, s.used_this_turn))
        if not low <= s.endurance[seat] <= high:
            yield f"seat {seat} has {s.endurance[seat]} endurance, but it is between {low} and {high}"


def _rest(t: Any, cards: int) -> int:
    """The endurance that cards bring."""
    return sum(int(t.rest[card]) for card in members(cards) if t.effect[card] == Effect.REST)


def _endurance_in_flight(s: Any, maximum: int, rest: int) -> tuple[int, int]:
    """The least and the most endurance in a turn of Flight Ops; after a crash the old pilot has none."""
    if s.phase == Phase.NEW_PILOT:
        return 0, 0
    if s.phase == Phase.NEW_AIRCRAFT:
        return (maximum if s.pilots_left else 0), maximum
    if s.flown:
        return 0, maximum + rest
    return maximum + rest, maximum + rest


def glory_won(game: Game, s: Any, seat: int) -> int:
    """The most glory that a seat can have won: for what it has reached and achieved."""
    t = game._gate.tables
    if s.main_base[seat] == NONE:
        return 0
    points = int(t.city_glory[s.main_base[seat]])
    points += sum(int(t.city_glory[s.hub[k]]) for k in members(int(s.hubs_reached[seat])))
    points += sum(int(t.great_first_glory[k]) for k in np.flatnonzero(s.great_first == seat))
    points += sum(int(t.objective_glory[card]) for card in members(int(s.achieved[seat, 0])))
    vips = int(s.achieved[seat, 1]) & ALL_VIPS
    points += sum(int(t.objective_glory[FIRST_VIP + vip]) for vip in members(vips))
    for nation in range(NATIONS):
        scale = t.diplomacy_scale[t.diplomacy_of[nation]].tolist()
        points += sum(scale[min(step, DELIVERIES - 1)] for step in range(s.bags[seat, nation]))
    return points


def _glory_faults(game: Game, s: Any) -> Iterator[str]:
    """Nobody has more points than there were for what he has done; crashes are the first pilots' glory."""
    t = game._gate.tables
    crashes = min(s.lost_pilots, int(t.famous_crashes)) * int(t.crash_glory.max())
    for seat in range(game.players):
        most = glory_won(game, s, seat) + crashes
        if s.glory[seat] > most:
            yield f"seat {seat} has {s.glory[seat]} points of glory, but cannot have won more than {most}"


def _money_faults(game: Game, s: Any) -> Iterator[str]:
    """All amounts are multiples of one; a turn brings Revenues and a sold aircraft, or what was delivered."""
    t, unit = game._gate.tables, _money_unit(game)
    cards = (t.load_value.sum(axis=1) + t.load_bonus.sum()).max()
    delivery = max(t.load_money.max(), t.objective_money.max()) + t.pax_bonus.sum()
    a_turn = max(int(t.revenue.max()) + int(t.resale.max()), int(cards) * int(delivery)) + int(t.fee.sum())
    once = int(t.city_money.sum()) + int(t.objective_money.sum())
    for seat, money in enumerate(s.money[: game.players].tolist()):
        if money > once + s.round_number * a_turn or money % unit:
            yield f"seat {seat} has ${money},000, which it cannot have"


def _money_unit(game: Game) -> int:
    """What all amounts of a data pack are multiples of, in $1,000."""
    t = game._gate.tables
    columns = (t.price, t.resale, t.revenue, t.city_money, t.objective_money, t.load_money, t.equipment_price)
    amounts = np.concatenate([*columns, t.fee, t.pax_bonus, [t.fuel_price, t.fine, MAX_MONEY]])
    return int(np.gcd.reduce(amounts.astype(np.int64)))


def _first_turn_faults(game: Game, s: Any) -> Iterator[str]:
    """Before its first turn a seat is as it was set up; Load cards come earlier than that."""
    t, n = game._gate.tables, game.players
    if s.round_number > 1:
        return
    over, acting = seats_done(game, s), acting_seat(game, s)
    for seat in set(range(n)) - over - {acting}:
        loading = s.phase == Phase.LOADING or s.phase in IN_FLIGHT
        names = [name for name in LATER if not (name == "aboard" and loading and seat in s.line)]
        base = int(s.main_base[seat])
        glory, money = (0, 0) if base == NONE else (int(t.city_glory[base]), int(t.city_money[base]))
        if any(np.any(s[name][seat]) for name in names) or s.city[seat] != base or seat in s.great_first:
            yield f"seat {seat} has done something before its first turn"
        if s.glory[seat] != glory or (s.money[seat] != money and s.phase in SETTING_UP):
            yield f"seat {seat} has {s.glory[seat]} points and ${s.money[seat]},000 before its first turn"
    if s.phase in SETTING_UP and (s.great_first != NONE).any():
        yield "a Great First was flown during set-up"
    if s.phase in SETTING_UP and (s.objective_discard.any() or s.load_discard.any()):
        yield "cards were discarded during set-up"
