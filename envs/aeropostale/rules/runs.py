"""Making a run: contracts, what is carried, wings, cubes and monopolies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    CARGO_SETS,
    CARGOES,
    CITIES,
    DISTANCES,
    MAX_SEATS,
    MONOPOLY_CONTRACTS,
    MONOPOLY_TILES,
    NONE,
    PIONEER_ZONES,
    SLOTS,
    WEATHER_LINES,
    Cargo,
    Continent,
    Effect,
    Flight,
    Wing,
)
from ..state import Phase
from .common import Outcome, capacity_of, clockwise, cubes_in, cubes_left
from .flights import lines_crossed, pay_and_land
from .stops import price_contracts
from .weather import crossed, forbids_increase, sum_of_effects, weather_between
from .wings import has_wings, win_wings, wings_held

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def land_to_run(t: Tables, s: State) -> Outcome:
    """Logistics, figure, and then the contracts (Rule AO-4.2.3)."""
    pay_and_land(t, s)
    s.phase = Phase.CONTRACTS
    return Outcome.NEXT_DECISION


@kernel
def kinds_allowed(t: Tables, s: State) -> int:
    """What the run may carry: the icons of the aeroplane, as far as weather lets it (Rules AO-1.1, AO-7.7, AO-7.9)."""
    origin, to = s.origin, t.region[s.city]
    allowed = weather_between(t, s, Flight.RUN + 0, origin, to, s.ignored)[3]
    company: int = s.company[s.seat]
    design: int = s.fleet[s.seat, s.place]
    icons: int = t.icons[company, design]
    return allowed & icons


@kernel
def legal_contracts(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Contracts of the city that the aeroplane can take along too; they are named from the first slot to the last.

    Of equal contracts the first one is meant.

    (Rules AO-4.2.2, AO-4.2.4, AO-R20, AO-R71)
    """
    kinds = kinds_allowed(t, s)
    room = capacity_of(t, s, s.seat, s.place) - s.load
    for slot in range(SLOTS):
        strip = s.strip[s.city, slot]
        if strip != NONE and s.contracts >> slot == 0:
            fits = 0 < t.asks_all[strip] <= room and t.needs[strip] & ~kinds == 0
            mask[Action.CONTRACT + slot] = fits and not is_repeated(t, s, slot)
    if s.contracts != 0:
        mask[Action.FINISH] = 1


@kernel
def is_repeated(t: Tables, s: State, slot: int) -> bool:
    """Whether an equal contract lies in a lower slot that can still be named (Rule AO-R71)."""
    found = False
    for other in range(slot):
        if s.contracts >> other == 0:
            found |= t.likeness[s.strip[s.city, other]] == t.likeness[s.strip[s.city, slot]]
    return found


@kernel
def take_contract(t: Tables, s: State, slot: int) -> Outcome:
    """A contract is executed with the others (Rule AO-4.2.4)."""
    s.contracts |= 1 << slot
    strip: int = s.strip[s.city, slot]
    elements: int = t.asks_all[strip]
    s.load += elements
    return Outcome.NEXT_DECISION


@kernel
def load_cargo(t: Tables, o: Options, s: State) -> Outcome:
    """The contracts are chosen; where they take anything, the runner says what that is (Rules AO-4.2.2, AO-R58)."""
    fixed, anything = fixed_kinds(t, s), elements_of_any_kind(t, s)
    if anything == 0:
        return carry(t, o, s, fixed)
    s.phase = Phase.CARGO
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def fixed_kinds(t: Tables, s: State) -> int:
    """Kinds that the chosen contracts ask for, as a set of Cargo."""
    kinds = 0
    for slot in range(SLOTS):
        if (s.contracts >> slot) & 1:
            strip: int = s.strip[s.city, slot]
            needed: int = t.needs[strip]
            kinds |= needed
    return kinds


@kernel(inline=True)
def elements_of_any_kind(t: Tables, s: State) -> int:
    """Elements of the chosen contracts that may be anything."""
    count = 0
    for slot in range(SLOTS):
        if (s.contracts >> slot) & 1:
            strip: int = s.strip[s.city, slot]
            elements: int = t.asks_any[strip]
            count += elements
    return count


@kernel
def legal_cargo(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Sets of all that the run can carry: what contracts ask for, and what the free elements can be.

    Sets that win the same wings are one choice, named by the first.

    (Rules AO-4.2.2, AO-R58, AO-R72)
    """
    fixed, anything, allowed = fixed_kinds(t, s), elements_of_any_kind(t, s), kinds_allowed(t, s)
    for kinds in range(1, CARGO_SETS + 1):
        if may_carry(kinds, fixed, anything, allowed):
            new = True
            for other in range(1, kinds):
                if may_carry(other, fixed, anything, allowed):
                    new &= consequence(t, o, s, other) != consequence(t, o, s, kinds)
            mask[Action.CARRY + kinds - 1] = new


@kernel(inline=True)
def may_carry(kinds: int, fixed: int, anything: int, allowed: int) -> bool:
    """Whether free elements can make exactly this set: it holds what is fixed, and each other kind takes an element."""
    added = kinds & ~fixed
    count = (added & 1) + (added >> 1 & 1) + (added >> 2 & 1)
    return fixed & ~kinds == 0 and kinds & ~allowed == 0 and count <= anything


@kernel
def consequence(t: Tables, o: Options, s: State, kinds: int) -> np.int64:
    """A number that is equal for sets of cargo that win the same wings (Rule AO-R72)."""
    if not has_wings(t, o):
        return np.int64(0)
    number = np.int64(bronze_of_weather(t, s, kinds))
    for zone in range(PIONEER_ZONES):
        taken = wings_taken(s, zone, kinds) if is_zone_of_run(t, s, zone) else s.pioneers[zone]
        number = number * (CARGOES + 1) + taken
    return number


@kernel
def carry(t: Tables, o: Options, s: State, kinds: int) -> Outcome:
    """All wings of the run are one gain: contracts, weather, pioneers, distance.

    (Rules AO-5.1, AO-5.2, AO-R61, AO-R62)
    """
    s.carried = kinds
    held = wings_held(s, s.seat)
    earn_contracts(t, o, s)
    win_wings(t, o, s, s.seat, Wing.BRONZE + 0, bronze_of_weather(t, s, kinds))
    if has_wings(t, o):
        reward_pioneers(t, o, s)
        reward_distance(t, o, s)
    return Outcome.WINGS_GAINED if wings_held(s, s.seat) > held else Outcome.WINGS_SETTLED


@kernel
def earn_contracts(t: Tables, o: Options, s: State) -> None:
    """The wings of the contracts (Rule AO-4.2.4)."""
    for slot in range(SLOTS):
        if (s.contracts >> slot) & 1:
            for kind in range(t.earns.shape[1]):
                win_wings(t, o, s, s.seat, kind, t.earns[s.strip[s.city, slot], kind])


@kernel
def bronze_of_weather(t: Tables, s: State, kinds: int) -> int:
    """Bronze wings that weather gives for what the run carries (Rules AO-7.1, AO-7.2, AO-7.9, AO-R58)."""
    origin, to = s.origin, t.region[s.city]
    total = sum_of_effects(t, s, Flight.RUN + 0, origin, to, s.ignored, Effect.BRONZE_FOR_ANY + 0)
    if kinds >> Cargo.PASSENGERS & 1:
        total += sum_of_effects(t, s, Flight.RUN + 0, origin, to, s.ignored, Effect.BRONZE_FOR_PASSENGERS + 0)
    if kinds >> Cargo.MAIL & 1:
        total += sum_of_effects(t, s, Flight.RUN + 0, origin, to, s.ignored, Effect.MAIL_ONLY + 0)
    return total


@kernel(inline=True)
def is_zone_of_run(t: Tables, s: State, zone: int) -> bool:
    """Whether the run can be a pioneer's in a zone: a line that it crosses, or the continent where it lands.

    (Rules AO-4.2.5, AO-5.2, AO-R21)
    """
    if zone < WEATHER_LINES:
        return crossed(s.origin, t.region[s.city], zone)
    return t.continent[s.city] == Continent.AFRICA + zone - WEATHER_LINES


@kernel(inline=True)
def wings_taken(s: State, zone: int, kinds: int) -> int:
    """Pioneers' wings of a zone that are gone after a run: mail, then freight, then passengers, without a gap.

    (Rule AO-5.2)
    """
    taken = s.pioneers[zone] + 0
    while taken < CARGOES and kinds >> taken & 1:
        taken += 1
    return taken


@kernel
def reward_pioneers(t: Tables, o: Options, s: State) -> None:
    """Wings of the first to transport something over a line or to a continent (Rules AO-4.2.5, AO-5.2)."""
    for zone in range(PIONEER_ZONES):
        if is_zone_of_run(t, s, zone):
            taken = wings_taken(s, zone, s.carried)
            for cargo in range(s.pioneers[zone], taken):
                for kind in range(t.pioneer_wings.shape[2]):
                    win_wings(t, o, s, s.seat, kind, t.pioneer_wings[zone, cargo, kind])
            s.pioneers[zone] = taken


@kernel
def reward_distance(t: Tables, o: Options, s: State) -> None:
    """The first run over so many lines; wings of shorter distances are discarded (Rules AO-5.2, AO-R5, AO-R22)."""
    lines = min(lines_crossed(t, s), DISTANCES)
    if lines > s.farthest:
        for kind in range(t.distance_wings.shape[1]):
            win_wings(t, o, s, s.seat, kind, t.distance_wings[lines, kind])
        s.farthest = lines


@kernel
def grow_stop(t: Tables, s: State) -> Outcome:
    """A cube for each contract, changed by weather: first into free places, then in exchange for rivals' cubes.

    (Rules AO-4.2.6, AO-7.4, AO-7.6, AO-R17, AO-R18)
    """
    seat, city = s.seat, s.city
    if s.monopoly[city] == seat:
        return Outcome.ACTION_OVER
    increase = increase_of_run(t, s)
    s.due = min(increase, cubes_left(s, seat))
    free = min(s.due, s.maximum[city] - cubes_in(s, city))
    s.cubes[seat, city] += free
    s.due = min(s.due - free, cubes_in(s, city) - s.cubes[seat, city])
    s.removing = 0
    if s.due > 0:
        s.phase = Phase.REMOVING
        return Outcome.NEXT_DECISION
    return claim_monopoly(s) if increase > 0 else Outcome.ACTION_OVER


@kernel
def increase_of_run(t: Tables, s: State) -> int:
    """Cubes by which the run increases the stop (Rules AO-4.2.6, AO-7.4, AO-7.6, AO-7.12, AO-R17)."""
    origin, to = s.origin, t.region[s.city]
    if forbids_increase(t, s, origin, to, s.ignored):
        return 0
    count = sum_of_effects(t, s, Flight.RUN + 0, origin, to, s.ignored, Effect.CUBES_OF_RUN + 0)
    for slot in range(SLOTS):
        count += (s.contracts >> slot) & 1
    return max(0, count)


@kernel
def legal_removals(o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Rivals with a cube in the city, clockwise; those before the last one named are left alone.

    (Rules AO-4.2.6, AO-R73)
    """
    behind = 0
    for k in range(o.players - 1, max(1, s.removing) - 1, -1):
        cubes = s.cubes[clockwise(o, s.seat, k), s.city]
        behind += cubes
        mask[Action.REMOVE + k - 1] = cubes > 0 and behind >= s.due


@kernel
def remove_cube(o: Options, s: State, k: int) -> Outcome:
    """A rival's cube makes room for one of the runner; with the last one the rival is driven out, its figures stay.

    (Rules AO-4.2.6, AO-R67)
    """
    s.cubes[clockwise(o, s.seat, k), s.city] -= 1
    s.cubes[s.seat, s.city] += 1
    s.removing = k
    s.due -= 1
    return Outcome.NEXT_DECISION if s.due > 0 else claim_monopoly(s)


@kernel
def claim_monopoly(s: State) -> Outcome:
    """Who is alone in a full city after an increase puts a monopoly tile on it, if one is left.

    (Rules AO-4.2.7, AO-R19, AO-R44, AO-R66)
    """
    alone = s.cubes[s.seat, s.city] == cubes_in(s, s.city) == s.maximum[s.city]
    if alone and tiles_placed(s, s.seat) != 2**MONOPOLY_TILES - 1:
        s.phase = Phase.MONOPOLY
        return Outcome.NEXT_DECISION
    return Outcome.ACTION_OVER


@kernel(inline=True)
def tiles_placed(s: State, seat: int) -> int:
    """Monopoly tiles of a seat that lie on cities, as a set."""
    placed = 0
    for city in range(CITIES):
        if s.monopoly[city] == seat:
            placed |= 1 << (s.strip[city, 0] - MONOPOLY_CONTRACTS)
    return placed


@kernel
def legal_monopolies(s: State, mask: NDArray[np.uint8]) -> None:
    """The seat's monopoly tiles that are left (Rules AO-4.2.7, AO-R66)."""
    placed = tiles_placed(s, s.seat)
    for tile in range(MONOPOLY_TILES):
        mask[Action.MONOPOLY + tile] = 1 - ((placed >> tile) & 1)


@kernel
def place_monopoly(t: Tables, s: State, tile: int) -> Outcome:
    """All strips and cubes of the city go; its only contract is that of the tile (Rules AO-4.2.7, AO-R19, AO-R67)."""
    city = s.city
    s.monopoly[city] = s.seat
    for seat in range(MAX_SEATS):
        s.cubes[seat, city] = 0
    for slot in range(SLOTS):
        s.strip[city, slot] = NONE
    s.strip[city, 0] = MONOPOLY_CONTRACTS + tile
    s.face_down[city] = 0
    price_contracts(t, s, city)
    return Outcome.ACTION_OVER
