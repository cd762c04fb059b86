"""Creating a stop: the strip, the cubes, special effects, and the last city."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    CARGO_SETS,
    LEGENDARY_STRIP,
    LEGENDS,
    MAX_CAPACITY,
    NONE,
    SLOTS,
    STRIPS_PER_CONTINENT,
    Condition,
    Continent,
    Effect,
    Flight,
    Legend,
    Rank,
    StripEffect,
    Wing,
)
from ..state import NOT_POSSIBLE, Phase
from .common import Outcome, cubes_in, cubes_left, receive, spend
from .flights import pay_and_land, use_feat
from .weather import sum_of_effects
from .wings import has_wings, win_wings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables

ONE = np.int64(1)


@kernel
def land_to_create(t: Tables, o: Options, s: State) -> Outcome:
    """The weather is known and the company goes on: logistics, figure, then the strip, or the legendary pilot's.

    (Rules AO-4.1.2.1, AO-4.5.4, AO-R24, AO-R41)
    """
    pay_and_land(t, s)
    if t.continent[s.city] == Continent.AFRICA and s.legend_strip[s.seat] and t.has_legends[o.scenario]:
        s.phase = Phase.STRIP
        return Outcome.NEXT_DECISION
    return lay_strip(t, o, s, draw_strip(t, s, s.city))


@kernel
def draw_strip(t: Tables, s: State, city: int) -> int:
    """The first face-down strip of the city is revealed: any of its continent that nobody has seen can be it.

    (Rules AO-2.7, AO-4.1.2.1)
    """
    start = STRIPS_PER_CONTINENT * t.continent[city]
    left = 0
    for k in range(STRIPS_PER_CONTINENT):
        left += 1 - ((s.strips_seen >> (start + k)) & 1)
    k = draw(s, left)
    strip = start + 0
    while True:
        if (s.strips_seen >> strip) & 1 == 0:
            if k == 0:
                break
            k -= 1
        strip += 1
    s.strips_seen |= ONE << strip
    s.face_down[city] -= 1
    return strip


@kernel
def choose_strip(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """The strip is revealed and stays, or is replaced by the legendary pilot's and leaves the game.

    (Rules AO-4.5.4, AO-R24)
    """
    strip = draw_strip(t, s, s.city)
    if action == Action.REVEAL:
        return lay_strip(t, o, s, strip)
    s.legend_strip[s.seat] = 0
    show_strip(t, s, LEGENDARY_STRIP)
    place_cubes(t, s, LEGENDARY_STRIP)
    s.phase = Phase.LEGEND
    return Outcome.NEXT_DECISION


@kernel
def show_strip(t: Tables, s: State, strip: int) -> None:
    """A strip lies face up in the city, for every company that has a stop there (Rule AO-4.1.2.1)."""
    slot = 0
    while s.strip[s.city, slot] != NONE:
        slot += 1
    s.strip[s.city, slot] = strip
    price_contracts(t, s, s.city)


@kernel
def price_contracts(t: Tables, s: State, city: int) -> None:
    """Work out what a run to the city can pay at best, for each capacity and each set of what is carried.

    (Rules AO-1.3, AO-4.2.2)
    """
    s.pays[city, :, :] = NOT_POSSIBLE
    strips = 0
    while strips < SLOTS and s.strip[city, strips] != NONE:
        strips += 1
    for chosen in range(1, 1 << strips):
        size, needs, pay, blank = 0, 0, 0, False
        for slot in range(strips):
            if (chosen >> slot) & 1:
                strip = s.strip[city, slot]
                size += t.asks_all[strip]
                needs |= t.needs[strip]
                pay += t.worth[strip]
                blank |= t.asks_all[strip] == 0
        if not blank:
            for capacity in range(size, MAX_CAPACITY + 1):
                for kinds in range(1, CARGO_SETS + 1):
                    if needs & ~kinds == 0:
                        s.pays[city, capacity - 1, kinds - 1] = max(s.pays[city, capacity - 1, kinds - 1], pay)


@kernel
def place_cubes(t: Tables, s: State, strip: int) -> None:
    """As many cubes as the strip says, one more in clear skies, as far as the city and the company's stock go.

    (Rules AO-4.1.2.1, AO-7.11, AO-R18)
    """
    bonus = sum_of_effects(t, s, Flight.STOP + 0, s.origin, t.region[s.city], s.ignored, Effect.CUBES_OF_STOP + 0)
    room = min(s.maximum[s.city] - cubes_in(s, s.city), cubes_left(s, s.seat))
    s.cubes[s.seat, s.city] = max(0, min(t.strip_value[strip] + bonus, room))


@kernel
def lay_strip(t: Tables, o: Options, s: State, strip: int) -> Outcome:
    """The revealed strip: it lies in the city, brings cubes, and then its special effect.

    (Rules AO-1.3, AO-4.1.2.1, AO-7.16, AO-7.17, AO-7.18, AO-7.19, AO-7.20, AO-7.21, AO-7.22, AO-7.23, AO-7.24, AO-R26,
    AO-R61)
    """
    show_strip(t, s, strip)
    place_cubes(t, s, strip)
    effect: int = t.strip_effect[strip]
    amount: int = t.effect_amount[effect]
    can_save = s.pilot == Rank.LEGENDARY and s.feat[s.seat] and s.legend[s.seat] == Legend.IGNORE_STRIP
    if effect == StripEffect.NAVIGATION_ERROR and s.pilot == Rank.ROOKIE:
        lose_pilot(s)
    elif effect == StripEffect.HOSTAGE or (effect == StripEffect.REPEATED_CRASHES and can_save):
        s.phase = Phase.STRIP_EFFECT
        return Outcome.NEXT_DECISION
    elif effect == StripEffect.REPEATED_CRASHES:
        lose_pilot(s)
    elif effect == StripEffect.MECHANICAL_FAILURE or effect == StripEffect.INSUFFICIENT_LOGISTICS:
        spend(s, s.seat, amount)
    elif effect != StripEffect.NAVIGATION_ERROR:
        receive(t, s, s.seat, amount)
    return finish_stop(t, o, s)


@kernel(inline=True)
def strip_laid_last(s: State) -> int:
    """The strip that was revealed last in the city of the flight."""
    strip = NONE
    for slot in range(SLOTS):
        strip = s.strip[s.city, slot] if s.strip[s.city, slot] != NONE else strip
    return strip


@kernel
def legal_losses(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Losing the pilot, or logistics points to a hostage-taker if there are enough, or a feat that saves from both.

    (Rules AO-4.5.4.1, AO-7.19, AO-7.21, AO-R27, AO-R52)
    """
    effect = t.strip_effect[strip_laid_last(s)]
    mask[Action.LOSE_PILOT] = 1
    if effect == StripEffect.HOSTAGE:
        mask[Action.LOSE_LOGISTICS] = s.logistics[s.seat] >= t.effect_amount[effect]
    saves = s.pilot == Rank.LEGENDARY and s.feat[s.seat] and s.legend[s.seat] == Legend.IGNORE_STRIP
    mask[Action.ABILITY] = 1 if saves else 0


@kernel
def bear_loss(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """The loss that the seat has chosen (Rules AO-4.5.4.1, AO-7.19, AO-7.21)."""
    if action == Action.LOSE_PILOT:
        lose_pilot(s)
    elif action == Action.LOSE_LOGISTICS:
        spend(s, s.seat, t.effect_amount[StripEffect.HOSTAGE])
    else:
        use_feat(s)
    return finish_stop(t, o, s)


@kernel
def lose_pilot(s: State) -> None:
    """The pilot of the flight is lost: back to the reserve, a legendary one out of the game.

    (Rules AO-7.16, AO-7.21, AO-R12)
    """
    s.pilots[s.seat, Condition.USED, s.pilot] -= 1
    if s.pilot == Rank.LEGENDARY:
        s.legend[s.seat] = NONE
        s.feat[s.seat] = 0
    s.pilot = NONE


@kernel(inline=True)
def legal_legends(s: State, mask: NDArray[np.uint8]) -> None:
    """Legendary pilots that are still in the reserve (Rule AO-4.5.4)."""
    for legend in range(LEGENDS):
        mask[Action.LEGEND + legend] = (s.legends_left >> legend) & 1


@kernel
def become_legend(t: Tables, o: Options, s: State, legend: int) -> Outcome:
    """The pilot turns into a legendary one, whose feat is still to be executed (Rule AO-4.5.4)."""
    seat = s.seat
    s.pilots[seat, Condition.USED, s.pilot] -= 1
    s.pilots[seat, Condition.USED, Rank.LEGENDARY] += 1
    s.pilot = Rank.LEGENDARY
    s.legend[seat] = legend
    s.feat[seat] = 1
    s.legends_left &= ~(1 << legend)
    return finish_stop(t, o, s)


@kernel
def finish_stop(t: Tables, o: Options, s: State) -> Outcome:
    """In the last city a company's first stop earns a diamond, and two scenarios end there.

    (Rules AO-5.4, AO-8.4, AO-8.5, AO-R23, AO-R26, AO-R39, AO-R65)
    """
    if s.city != t.last_city:
        return Outcome.ACTION_OVER
    if t.race[o.scenario]:
        if s.pilot != NONE:
            s.won[s.seat] = 1
            s.done = 1
            return Outcome.NEXT_DECISION
        return Outcome.ACTION_OVER
    if has_wings(t, o) and t.diamonds > 0 and s.diamond[s.seat] == 0:
        s.diamond[s.seat] = 1
        win_wings(t, o, s, s.seat, Wing.DIAMOND + 0, t.diamonds)
        return Outcome.WINGS_GAINED
    return Outcome.WINGS_SETTLED
