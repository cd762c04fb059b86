"""What must hold after every decision of L'Aéropostale, in compiled code, so that a million decisions take minutes."""

from __future__ import annotations

import json
import sys
from enum import IntEnum
from typing import Any

import numpy as np

from mailwing import envs
from mailwing.envs._core.bots import pick_legal
from mailwing.envs._core.kernel import kernel
from mailwing.envs.aeropostale import MAX_DECISIONS
from mailwing.envs.aeropostale.actions import Action
from mailwing.envs.aeropostale.limits import (
    ACTIONS_PER_TURN,
    CITIES,
    CONDITIONS,
    CONTINENTS,
    CUBES,
    FLEET,
    HOME_STRIPS,
    LEGENDS,
    MONOPOLY_CONTRACTS,
    NONE,
    PIONEER_ZONES,
    RANKS,
    RECORDS,
    SLOTS,
    STRIPS,
    STRIPS_PER_CONTINENT,
    WINGS,
    Condition,
    Rank,
    Wing,
    labels_of,
)
from mailwing.envs.aeropostale.limits import Scenario as Scenarios
from mailwing.envs.aeropostale.rules.common import pilots_with
from mailwing.envs.aeropostale.rules.kernels import apply, deal, legal
from mailwing.envs.aeropostale.rules.runs import bronze_of_weather, elements_of_any_kind, fixed_kinds
from mailwing.envs.aeropostale.rules.stops import price_contracts
from mailwing.envs.aeropostale.rules.turns import supreme_seat
from mailwing.envs.aeropostale.rules.weather import chart_routes
from mailwing.envs.aeropostale.state import Event, Phase

ONE = np.int64(1)


class Fault(IntEnum):
    """What can be wrong, as bits."""

    CUBES = 1
    MONOPOLIES = 2
    PILOTS = 4
    LEGENDS = 8
    STRIPS = 16
    FLEET = 32
    LOGISTICS = 64
    RECORDS = 128
    WINGS = 256
    WORKED_OUT = 512
    TURN = 1024
    DEAD_END = 2048
    ENDLESS = 4096


@kernel
def cubes_fault(o: Any, s: Any) -> bool:
    """No city holds more cubes than its maximum value, and no company has placed more than it has."""
    wrong = False
    for city in range(CITIES):
        held = 0
        for seat in range(o.players):
            held += s.cubes[seat, city]
            wrong |= s.cubes[seat, city] < 0
        wrong |= held > s.maximum[city]
    for seat in range(o.players):
        placed = 0
        for city in range(CITIES):
            placed += s.cubes[seat, city]
        wrong |= placed > CUBES
    return wrong


@kernel
def monopolies_fault(o: Any, s: Any) -> bool:
    """A monopoly is without cubes and strips but one of its owner's two tiles."""
    wrong, placed = False, 0
    for city in range(CITIES):
        owner, first = s.monopoly[city], s.strip[city, 0]
        wrong |= (owner != NONE) != (first >= MONOPOLY_CONTRACTS)
        if owner != NONE:
            tile = ONE << (2 * owner + first - MONOPOLY_CONTRACTS)
            wrong |= owner >= o.players or placed & tile != 0 or s.face_down[city] != 0 or s.strip[city, 1] != NONE
            placed |= tile
            for seat in range(o.players):
                wrong |= s.cubes[seat, city] != 0
    return wrong


@kernel
def pilots_fault(t: Any, o: Any, s: Any) -> bool:
    """Pilots are in the reserve or on panels; who has been sent to the meeting is in use there."""
    wrong = pilots_with(s, Rank.ROOKIE + 0) > t.rookies
    wrong |= pilots_with(s, Rank.SEASONED + 0) > t.seasoned * o.players
    for seat in range(o.players):
        for condition in range(CONDITIONS):
            for rank in range(RANKS):
                wrong |= s.pilots[seat, condition, rank] < 0
    if s.event != Event.NOTHING and s.event != Event.MEETING and s.event != Event.SUPREMACY and s.pilot != NONE:
        at_meeting = s.sent[s.seat] == s.pilot
        wrong |= s.done == 0 and s.pilots[s.seat, Condition.USED, s.pilot] < 1 + at_meeting
    return wrong


@kernel
def legends_fault(t: Any, o: Any, s: Any) -> bool:
    """A legendary pilot is in the reserve, with one company that has laid its strip, or lost."""
    wrong, held, used = False, 0, 0
    for seat in range(o.players):
        pilots, legend = 0, s.legend[seat]
        for condition in range(CONDITIONS):
            pilots += s.pilots[seat, condition, Rank.LEGENDARY]
        wrong |= pilots != (legend != NONE) or (legend == NONE and s.feat[seat] != 0)
        used += (t.has_legends[o.scenario] != 0) & (s.legend_strip[seat] == 0)
        if legend != NONE:
            wrong |= (s.legends_left >> legend) & 1 != 0 or (held >> legend) & 1 != 0 or s.legend_strip[seat] != 0
            held |= 1 << legend
    left = 0
    for legend in range(LEGENDS):
        left += (s.legends_left >> legend) & 1
    choosing = s.phase == Phase.LEGEND and s.done == 0
    return wrong or left + used - choosing != LEGENDS


@kernel
def strips_fault(t: Any, o: Any, s: Any) -> bool:
    """A city has as many strips as it began with, face down or up, and each strip that lies there was revealed once."""
    wrong = False
    lying = np.int64(0)
    for city in range(CITIES):
        dealt, shown = 0 if s.maximum[city] == 0 else o.players, 0
        for slot in range(SLOTS):
            strip = s.strip[city, slot]
            dealt -= HOME_STRIPS <= strip < MONOPOLY_CONTRACTS
            shown += NONE < strip < HOME_STRIPS
            wrong |= slot > 0 and strip != NONE and s.strip[city, slot - 1] == NONE
            if NONE < strip < STRIPS:
                wrong |= (lying >> strip) & 1 != 0 or strip // STRIPS_PER_CONTINENT != t.continent[city]
                lying |= ONE << strip
        wrong |= s.monopoly[city] == NONE and shown + s.face_down[city] != dealt
    return wrong or lying & ~s.strips_seen != 0


@kernel
def fleet_fault(o: Any, s: Any) -> bool:
    """A design that is owned lies on one place or in the reserve; its figure is on the panel or in one city."""
    wrong = False
    for seat in range(o.players):
        on_panel, empty = 0, False
        for place in range(FLEET):
            design = s.fleet[seat, place]
            empty |= design == NONE
            wrong |= empty != (design == NONE)
            wrong |= (s.condition[seat, place] == Condition.USED) != (s.runway[seat, place] != NONE)
            wrong |= design == NONE and s.condition[seat, place] != Condition.AVAILABLE
            if design != NONE:
                wrong |= (on_panel >> design) & 1 != 0 or (s.designs[seat] >> design) & 1 == 0
                on_panel |= 1 << design
        wrong |= empty and on_panel != s.designs[seat]
    return wrong


@kernel
def records_fault(o: Any, s: Any) -> bool:
    """The tile of a record is with a company whose piece is the farthest, under one of its designs."""
    wrong = False
    for record in range(RECORDS):
        world, owner = 0, s.tile_owner[record]
        for seat in range(o.players):
            world = max(world, s.level[seat, record])
        wrong |= (owner != NONE) != (world > 0)
        if owner != NONE:
            wrong |= s.level[owner, record] != world or s.fleet[owner, s.tile_place[record]] == NONE
    return wrong


@kernel
def turn_fault(t: Any, o: Any, s: Any) -> bool:
    """Seats act in their order, as often as there are actions and turns."""
    closed = s.event == Event.SUPREMACY or (s.done != 0 and s.event == Event.NOTHING and s.acted == o.players)
    expected = (s.first + s.acted - closed) % o.players
    return s.seat != expected or s.turn > t.turns[o.scenario] or s.action > ACTIONS_PER_TURN


@kernel
def worth_of(t: Any, s: Any, seat: int) -> int:
    """The wings of a seat in bronze ones."""
    worth = 0
    for kind in range(WINGS):
        worth += s.wings[seat, kind] * t.in_bronze[kind]
    return worth


@kernel
def earned(t: Any, o: Any, before: Any, s: Any, action: int) -> int:
    """What the seat that has decided has won by the run, the record or the stop, in bronze wings, by what the board
    has lost."""
    worth = 0
    for zone in range(PIONEER_ZONES):
        for cargo in range(before.pioneers[zone], s.pioneers[zone]):
            for kind in range(2):
                worth += t.pioneer_wings[zone, cargo, kind] * t.in_bronze[kind]
    for record in range(RECORDS):
        for square in range(before.swept[record] + 1, s.swept[record] + 1):
            for kind in range(2):
                worth += t.record_wings[record, square, kind] * t.in_bronze[kind]
    for kind in range(2):
        if s.farthest > before.farthest:
            worth += t.distance_wings[s.farthest, kind] * t.in_bronze[kind]
    seat = before.seat
    worth += (s.diamond[seat] - before.diamond[seat]) * t.diamonds * t.in_bronze[Wing.DIAMOND]
    kinds = 0
    if before.phase == Phase.CARGO:
        kinds = action - Action.CARRY + 1
    elif before.phase == Phase.CONTRACTS and action == Action.FINISH and elements_of_any_kind(t, before) == 0:
        kinds = fixed_kinds(t, before)
    if kinds != 0 and t.has_wings[o.scenario]:
        worth += bronze_of_weather(t, before, kinds)
        for slot in range(SLOTS):
            if (before.contracts >> slot) & 1:
                worth += t.worth[before.strip[before.city, slot]]
    return worth


@kernel
def closes_turn(o: Any, before: Any, s: Any) -> bool:
    """Whether the decision ended the actions of a turn, so that supremacy was marked."""
    over = s.done != 0 and s.event == Event.NOTHING and s.acted == o.players
    return before.event != Event.SUPREMACY and (s.event == Event.SUPREMACY or s.turn != before.turn or over)


@kernel
def wings_fault(t: Any, o: Any, before: Any, s: Any, action: int, held: Any) -> bool:
    """Wings are what was won and not lost, and are lost only where slots are full. `held` is what a seat had before."""
    held[before.seat] += earned(t, o, before, s, action)
    if closes_turn(o, before, s) and t.has_wings[o.scenario]:
        for continent in range(CONTINENTS):
            seat = supreme_seat(t, o, s, continent)
            if seat != NONE:
                held[seat] += t.supremacy_gold * t.in_bronze[Wing.GOLD]
    wrong = False
    for seat in range(o.players):
        worth, full, over = worth_of(t, s, seat), False, False
        for kind in range(WINGS):
            full |= s.wings[seat, kind] >= t.slots[kind]
            over |= s.wings[seat, kind] > t.slots[kind]
        deciding = seat == s.seat and (s.phase == Phase.CONVERTING or s.phase == Phase.ACTION or s.done != 0)
        waiting = (s.gained >> seat) & 1 != 0
        wrong |= worth > held[seat] or (worth < held[seat] and not full) or (over and not deciding and not waiting)
        held[seat] = worth
    return wrong


@kernel
def worked_out_fault(t: Any, s: Any, anew: Any) -> bool:
    """What contracts pay and what weather makes of flights is as it is when worked out anew."""
    for city in range(CITIES):
        price_contracts(t, anew, city)
    chart_routes(t, anew)
    wrong = (s.pays != anew.pays).any() or (s.near != anew.near).any() or (s.cheap != anew.cheap).any()
    return wrong or (s.flown != anew.flown).any() or (s.carried_on != anew.carried_on).any()


@kernel
def faults_of(t: Any, o: Any, s: Any) -> int:
    """Everything that is wrong with a state by itself, as bits of `Fault`."""
    found = Fault.CUBES * cubes_fault(o, s) + Fault.MONOPOLIES * monopolies_fault(o, s)
    found += Fault.PILOTS * pilots_fault(t, o, s) + Fault.LEGENDS * legends_fault(t, o, s)
    found += Fault.STRIPS * strips_fault(t, o, s) + Fault.FLEET * fleet_fault(o, s)
    found += Fault.RECORDS * records_fault(o, s) + Fault.TURN * turn_fault(t, o, s)
    for seat in range(o.players):
        if s.logistics[seat] < 0 or s.logistics[seat] > t.gauge:
            found |= Fault.LOGISTICS + 0
    return found


@kernel
def play_on(T: Any, O: Any, S: Any, mask: Any, rng: Any, decisions: int, lengths: Any) -> int:
    """Random games one after the other, checked after every decision; the faults of the first faulty state.

    Args:
        T, O, S: tables, options, and four states: the game, before the decision, worked out anew, all zero.
        mask, rng: room for legal actions, and a generator.
        decisions: how many.
        lengths: games that ended, their decisions in all, the fewest and the most, int64 [4].
    """
    t, o, s = T[0], O[0], S[0]
    held = np.zeros(o.players, dtype=np.int64)
    s.done = 1
    length = 0
    for k in range(decisions):
        if s.done != 0:
            S[0] = S[3]
            s.chance = np.uint64(k)
            deal(t, o, s, k)
            held[:] = 0
            length = 0
        mask[:] = 0
        legal(t, o, s, mask)
        if mask.sum() == 0:
            return Fault.DEAD_END + 0
        action = pick_legal(mask, rng)
        S[1] = S[0]
        apply(t, o, s, action)
        length += 1
        S[2] = S[0]
        found = faults_of(t, o, s) + Fault.WINGS * wings_fault(t, o, S[1], s, action, held)
        found += Fault.WORKED_OUT * worked_out_fault(t, s, S[2]) + Fault.ENDLESS * (length > MAX_DECISIONS)
        if found != 0:
            return found
        if s.done != 0:
            lengths[0] += 1
            lengths[1] += length
            lengths[2] = min(lengths[2], length)
            lengths[3] = max(lengths[3], length)
    return 0


def main(decisions: int) -> None:
    """Play so many decisions at each table of each scenario; print faults and lengths of games by table as JSON."""
    found: dict[str, Any] = {}
    for scenario in labels_of(Scenarios):
        for players in (2, 3, 4, 5):
            game = envs.load("aeropostale", players=players, scenario=scenario)
            states, mask = game.spec.state.zeros(4), np.zeros(game.num_actions, dtype=np.uint8)
            lengths = np.array([0, 0, MAX_DECISIONS, 0])
            rng = np.array([players], dtype=np.uint64)
            faults = play_on(game._tables, game._options, states, mask, rng, decisions, lengths)
            games, total, least, most = lengths.tolist()
            found[f"{scenario}, {players} players"] = {
                "faults": [fault.name for fault in Fault if faults & fault],
                "decisions of a game": [round(total / max(games, 1), 1), least, most],
            }
    json.dump(found, sys.stdout)
