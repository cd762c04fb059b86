"""The expert at the end: whether a turn triggers it, and who would win then."""

from __future__ import annotations

import numpy as np

from ....envs._core.bits import lowest
from ....envs._core.kernel import kernel
from ....envs.air_postal.limits import FIRST_VIP, NONE, Slot
from ....envs.air_postal.rules.common import ALL_VIPS, ONE
from ....envs.air_postal.rules.scoring import points_of
from ....envs.air_postal.state import Options, Phase, State
from ....envs.air_postal.tables import Tables
from .evaluation_record import ALL_FIRSTS, ALL_HUBS, CARD_BIT, FIRST_BIT, VIP_BIT, Evaluation
from .expert_params import P
from .features import Params

NEVER = 1000
"""Glory until the end, where the seat to decide cannot trigger it."""

SURE = 4.0
"""Points ahead with which a victory is sure, and behind with which a defeat is."""

PERHAPS = 0.6
"""Chance of a flight in the last round where the turn marker is still to be placed."""


@kernel
def look_at_end(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> None:
    """How much glory triggers the end, and how far the seat is ahead of the best rival, whose last turn counts."""
    seat = s.seat
    e.to_end = NEVER
    e.end = p[P.END]
    if o.players == 1 or s.last_round or t.threshold[o.players] <= 0:
        return
    e.to_end = int(t.threshold[o.players]) - s.glory[seat]
    best = -float(NEVER)
    for rival in range(o.players):
        if rival != seat:
            best = max(best, points_of(t, s, rival) + p[P.LAST_TURN] * chance_of_last_flight(o, s, rival))
    e.lead = points_of(t, s, seat) - best


@kernel
def chance_of_last_flight(o: Options, s: State, rival: int) -> float:
    """Whether a rival has still a turn with flights, if the seat to decide triggers the end in its turn."""
    if o.basic:
        for place in range(s.turn + 1, o.players):
            if s.order[place] == rival:
                return PERHAPS
        return 0.0
    if s.phase == Phase.PLACING:
        return 1.0 if s.marker[rival] == Slot.FLIGHT_OPS else PERHAPS * (s.marker[rival] == NONE)
    for place in range(s.turn + 1, o.players):
        if s.line[place] == rival:
            return 1.0
    return 0.0


@kernel
def worth_of_end(t: Tables, e: Evaluation, done: int) -> float:
    """What it is worth beside all else if the turn ends when so much has been done: 0 if the game goes on."""
    if e.to_end == NEVER:
        return 0.0
    glory, stakes = glory_of(t, e, done & ~e.done)
    return worth_of_lead(e, glory, stakes)


@kernel
def worth_of_lead(e: Evaluation, glory: int, stakes: int) -> float:
    """The same with so much more glory, and so much less that would be lost for objectives."""
    if glory < e.to_end:
        return 0.0
    return e.end * min(1.0, max(-1.0, (e.lead + glory + stakes) / SURE))


@kernel
def glory_of(t: Tables, e: Evaluation, done: int) -> tuple[int, int]:
    """Glory of Hubs, Great Firsts and objectives that are done: all of it, and the part that is at stake until then."""
    glory: int = 0
    stakes: int = 0
    hubs = done & ALL_HUBS
    while hubs != 0:
        glory += int(t.city_glory[e.hub_city[lowest(hubs)]])
        hubs &= hubs - ONE
    firsts = (done >> FIRST_BIT) & ALL_FIRSTS
    while firsts != 0:
        glory += int(t.great_first_glory[lowest(firsts)])
        firsts &= firsts - ONE
    vips = (done >> VIP_BIT) & ALL_VIPS
    while vips != 0:
        stakes += int(t.objective_glory[FIRST_VIP + lowest(vips)])
        vips &= vips - ONE
    if done >> CARD_BIT != 0:
        for k in range(e.cards):
            if ((done | e.done) >> np.int64(CARD_BIT + 2 * k)) & 3 == 3:
                stakes += int(t.objective_glory[e.card[k]])
    return glory + stakes, stakes
