"""Flight Interruption: the incident and the crash, and who flies on after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.bits import lowest
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    AIRCRAFT,
    LOADS,
    MAX_LEVEL,
    PILOT_CARDS,
    AircraftType,
    Equipment,
)
from ..state import Phase
from .common import ALL_VIPS, ONE, Outcome, clear_flight, gain_glory, has_card, lose_glory, max_fuel
from .flights import spend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def crashes_on(t: Tables, o: Options, s: State, route: int) -> bool:
    """Whether an interruption on a route is a crash for the seat to decide, not an incident.

    A Land Plane crashes Overwater, a Seaplane Overland, an Amphibian nowhere; nobody in the Basic variant
    (Rules PO-9.1, PO-9.2, PO-13.34, PO-16.9).
    """
    kind = t.aircraft_type[s.aircraft[s.seat]]
    if o.basic or kind == AircraftType.AMPHIBIAN:
        return False
    if kind == AircraftType.SEAPLANE:
        return not t.overwater[route]
    floats = kind == AircraftType.LAND_PLANE_FOR_FLOATS and has_card(s, s.seat, Equipment.FLOATS + 0)
    return t.overwater[route] != 0 and not floats


@kernel
def interrupt(t: Tables, o: Options, s: State, failure: int) -> Outcome:
    """The flight ends on a square: an incident, or a crash; the turn is over after it.

    The fuel that was spent is lost, and so is all endurance; the aircraft is back where it took off.

    (Rules PO-7.8, PO-9.1, PO-9.3, PO-9.4, PO-R14, PO-R68)
    """
    crash = crashes_on(t, o, s, s.route)
    spend(t, s, failure + 1)
    s.endurance[s.seat] = 0
    clear_flight(s)
    if not crash:
        aircraft: int = s.aircraft[s.seat]
        lose_glory(s, s.seat, t.level[aircraft])
        return Outcome.TURN_OVER
    mourn(t, s)
    lose_cards(s)
    if s.pilots_left != 0:
        s.phase = Phase.NEW_PILOT
        return Outcome.NEXT_DECISION
    return look_for_aircraft(t, s)


@kernel(inline=True)
def mourn(t: Tables, s: State) -> None:
    """The first three pilots who disappear in a game earn glory, more with a VIP aboard (Rules PO-9.5, PO-R17)."""
    if s.lost_pilots < t.famous_crashes:
        gain_glory(s, s.seat, t.crash_glory[1 if (s.held[s.seat, 1] & ALL_VIPS) != 0 else 0])
    s.lost_pilots += 1


@kernel
def lose_cards(s: State) -> None:
    """All Load, System and Crew cards go back into the box, VIPs without a penalty (Rules PO-9.4, PO-R17)."""
    seat = s.seat
    for load in range(LOADS):
        s.load_box[load] += s.aboard[seat, load]
        s.aboard[seat, load] = 0
    vips = s.held[seat, 1] & ALL_VIPS
    s.objective_box[1] |= vips
    s.held[seat, 1] &= ~vips
    left = np.int64(s.equipment[seat])
    while left != 0:
        s.equipment_box[lowest(left)] += 1
        left &= left - 1
    s.equipment[seat] = 0


@kernel
def legal_new_pilots(s: State, mask: NDArray[np.uint8]) -> None:
    """Either face of any Pilot card that nobody has (Rules PO-9.4, PO-R17, PO-R29, PO-R73)."""
    for card in range(PILOT_CARDS):
        if (s.pilots_left >> card) & 1:
            mask[Action.PILOT + 2 * card] = 1
            mask[Action.PILOT + 2 * card + 1] = 1


@kernel(inline=True)
def take_new_pilot(t: Tables, s: State, pilot: int) -> Outcome:
    """A new pilot takes over; the one before goes back into the box (Rule PO-9.4)."""
    s.pilots_left &= ~(ONE << (pilot // 2))
    s.pilot[s.seat] = pilot
    s.endurance[s.seat] = t.max_endurance[pilot]
    return look_for_aircraft(t, s)


@kernel
def look_for_aircraft(t: Tables, s: State) -> Outcome:
    """An aircraft is chosen if there is any; if not, the old one is kept, its Auxiliary Tank being lost all the same.

    (Rules PO-9.4, PO-R14, PO-R72)
    """
    if (s.new_aircraft | s.used_aircraft) == 0:
        s.fuel[s.seat] = min(s.fuel[s.seat], max_fuel(t, s, s.seat))
        return Outcome.TURN_OVER
    s.phase = Phase.NEW_AIRCRAFT
    return Outcome.NEXT_DECISION


@kernel
def legal_new_aircraft(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """New or second-hand aircraft of a lower level; where there is none, those of the lowest level.

    (Rules PO-9.4, PO-R17)
    """
    there = s.new_aircraft | s.used_aircraft
    below = t.level[s.aircraft[s.seat]] - 1
    lowest_level = MAX_LEVEL + 0
    left = there
    while left != 0:
        aircraft: int = lowest(left)
        lowest_level = min(lowest_level, t.level[aircraft])
        left &= left - ONE
    for k in range(AIRCRAFT):
        mask[Action.AIRCRAFT + k] = (there >> k) & (t.level[k] <= max(below, lowest_level))


@kernel(inline=True)
def take_new_aircraft(t: Tables, s: State, aircraft: int) -> Outcome:
    """It costs nothing; the one that crashed is out of the game, and fuel beyond the new Max Fuel is lost.

    (Rules PO-9.4, PO-R14)
    """
    s.aircraft[s.seat] = aircraft
    s.new_aircraft &= ~(ONE << aircraft)
    s.used_aircraft &= ~(ONE << aircraft)
    s.fuel[s.seat] = min(s.fuel[s.seat], max_fuel(t, s, s.seat))
    return Outcome.TURN_OVER
