"""What can be inconsistent in a turn: what aircraft hold, flights and their dice, cards in use, deliveries, crashes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._core.bits import members
from .faults_in_play import AFTER_CRASH, IN_FLIGHT
from .faults_of_cards import BASIC_CARDS
from .limits import (
    CATEGORIES,
    EQUIPMENTS,
    FIRST_EXPERT,
    FIRST_STANDARD,
    NATIONS,
    NONE,
    BasicAction,
    Category,
    Effect,
    Face,
    Frequency,
    Load,
    Slot,
)
from .names import category_name, city_name, equipment_name
from .rules.common import ALL_VIPS
from .rules.flights import FUEL_CAN
from .state import Phase
from .worked_out import Fact, OfSeat, WorkedOut

if TYPE_CHECKING:
    from .._core.game import Game

CLEAR = {
    **dict.fromkeys(("route", "using"), NONE),
    **dict.fromkeys(("eased", "used_this_flight", "delivered", "delivered_category"), 0),
    **dict.fromkeys(("fuelled", "flown", "used_this_turn", "bought", "action"), 0),
}
"""Fields of a turn, as they are where they have no meaning."""

ROLLED = (Phase.DICE, Phase.DIE)
"""Weather dice lie on the table."""

NEEDED = {
    Phase.DICE: ("route",),
    Phase.DIE: ("route", "using"),
    Phase.HUB: ("flown",),
    Phase.DELIVERY: ("flown",),
}
TURN = ("fuelled", "bought", "action")
ALLOWED = {
    Phase.LOADING: ("action",),
    Phase.PREFLIGHT: TURN,
    **dict.fromkeys((Phase.FLYING, Phase.HUB, *AFTER_CRASH), (*TURN, "flown", "used_this_turn")),
    **dict.fromkeys(ROLLED, (*TURN, "flown", "used_this_turn", "eased", "used_this_flight")),
    Phase.DELIVERY: (*TURN, "flown", "used_this_turn", "delivered", "delivered_category"),
    Phase.CHANGE: ("action",),
    Phase.UNLOADING: ("action", "bought"),
    Phase.MAINTENANCE: ("bought",),
}
"""Fields that a phase must have, and may have besides."""


def faults_of_flights(game: Game, s: Any, worked_out: WorkedOut) -> list[str]:
    """What is inconsistent in the turn of a State record that is in order otherwise."""
    found = [*_field_faults(game, s), *_load_value_faults(game, s, worked_out)]
    if found or s.done or s.phase not in IN_FLIGHT:
        return found
    found = [*_turn_faults(game, s, worked_out)]
    if s.phase in ROLLED:
        found += [*_route_faults(game, s, worked_out)] or [*_dice_faults(game, s, worked_out)]
    if s.phase == Phase.DELIVERY:
        found += _delivery_faults(game, s, worked_out)
    if s.phase in AFTER_CRASH:
        found += _crash_faults(game, s, worked_out)
    return found


def _field_faults(game: Game, s: Any) -> Iterator[str]:
    """Fields of a turn are there where they have a meaning, and nowhere else."""
    phase = Phase(s.phase)
    needed, allowed = (() if s.done else fields.get(phase, ()) for fields in (NEEDED, ALLOWED))
    for name, clear in CLEAR.items():
        if s[name] == clear and name in needed:
            yield f"{name} is {s[name]}, but phase {phase.name} needs it"
        if s[name] != clear and name not in needed and name not in allowed:
            yield f"{name} is {s[name]}, which means nothing in phase {phase.name}"
    if (s.done or phase not in ROLLED) and ((s.face != NONE).any() or s.saved_fuel.any() or s.saved_endurance.any()):
        yield f"Weather dice lie on the table in phase {phase.name}"
    action = 0
    if game.options[0].basic and not s.done:
        flying = phase == Phase.LOADING or phase in IN_FLIGHT
        changing = phase in (Phase.CHANGE, Phase.UNLOADING)
        action = BasicAction.FLIGHT_OPS if flying else BasicAction.MAINTENANCE if changing else 0
    if s.action != action:
        yield f"action {s.action} is taken in phase {phase.name}"
    aboard = int(s.equipment[s.seat])
    if not s.done and phase in (Phase.MAINTENANCE, Phase.UNLOADING):
        odd = s.bought if phase == Phase.UNLOADING else s.bought & ~aboard
        if s.bought & 2**FIRST_STANDARD - 1 or (odd and not _is_refitted(game, s)):
            yield f"the cards {members(s.bought)} cannot have been bought in this Maintenance"


def _is_refitted(game: Game, s: Any) -> bool:
    """Whether a card has been given up in this Maintenance that lets others aboard: it lies in the Expert deck."""
    deck = [s.expert, *s.experts_returned.tolist()]
    return any(card != NONE and game._gate.tables.load_bonus[card].any() for card in deck)


# What aircraft hold


def _load_value_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """Only the seat that is giving up cards has too many; no tank holds more than it can."""
    t, basic = game._gate.tables, game.options[0].basic
    unloading = s.phase == Phase.UNLOADING and not s.done
    for seat in range(game.players):
        if s.aircraft[seat] == NONE:
            continue
        facts = worked_out.seats[seat]
        tanks = int(t.fuel_bonus.sum()) if s.phase in AFTER_CRASH and seat == s.seat and not s.done else 0
        if s.fuel[seat] > facts[OfSeat.MAX_FUEL] + tanks:
            yield f"seat {seat} has {s.fuel[seat]} fuel, its aircraft takes {facts[OfSeat.MAX_FUEL]}"
        for category in range(CATEGORIES):
            room = facts[OfSeat.ROOM + category]
            least = _most_too_much(game, s, category) if unloading and seat == s.seat else 0
            if room < -least:
                name = "cards" if basic else f"{category_name(category)} cards"
                yield f"the aircraft of seat {seat} holds {-room} {name} too many"


def _most_too_much(game: Game, s: Any, category: int) -> int:
    """How many cards can be too many: those of a larger aircraft, and those that Flaps or Slats made room for."""
    t = game._gate.tables
    if game.options[0].basic:
        return int(t.basic_load.max()) - int(t.basic_load[s.aircraft[s.seat]])
    # A card that was given up lies in the Expert deck.
    deck = [card for card in (s.expert, *s.experts_returned.tolist()) if card != NONE]
    given_up = int(t.load_bonus[deck, category].sum())
    if s.slot == Slot.MAINTENANCE_AND_REVENUES:
        return given_up
    return given_up + int(t.load_value[:, category].max()) - int(t.load_value[s.aircraft[s.seat], category])


# Flights


def _turn_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """A turn of Flight Ops: bought cards, the squares flown, and where the aircraft can have come to."""
    t, seat, phase = game._gate.tables, s.seat, Phase(s.phase)
    aboard, left = int(s.equipment[seat]), int(worked_out.seats[seat][OfSeat.RANGE]) - s.flown
    on_sale = sum(1 << card for card in BASIC_CARDS)
    grounded = phase in (Phase.PREFLIGHT, Phase.FLYING) and not s.flown
    if s.bought & ~on_sale or (grounded and s.bought & ~aboard):
        yield f"the cards {members(s.bought)} cannot have been bought before this take-off"
    if grounded and s.fuelled and not s.fuel[seat]:
        yield f"seat {seat} has bought fuel, but has none"
    if phase not in AFTER_CRASH and left < 0:
        yield f"seat {seat} has flown {s.flown} squares, farther than its aircraft can"
    rest = sum(1 << card for card in range(EQUIPMENTS) if t.effect[card] == Effect.REST)
    if s.used_this_turn & ~rest or (s.used_this_turn & ~aboard and phase not in AFTER_CRASH):
        yield f"the cards {members(s.used_this_turn)} are not used once in a turn, or not aboard"
    if grounded and s.used_this_turn:
        yield f"seat {seat} has used a card in a flight, but has not flown"
    if not worked_out.facts[Fact.FLOWN]:
        yield f"seat {seat} cannot have flown {s.flown} squares to {city_name(game, int(s.city[seat]))}"
    if phase == Phase.HUB and s.city[seat] not in s.hub:
        yield f"{city_name(game, int(s.city[seat]))} is no Hub"


def _route_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """The route leads from where the aircraft stands, within its range; a die lies on each of its squares."""
    t, seat = game._gate.tables, s.seat
    if not t.route_on[t.setup_board[s.setup], s.route] or s.city[seat] not in t.route_city[s.route]:
        yield f"route {s.route} does not lead from {city_name(game, int(s.city[seat]))} on this side of the board"
        return
    length, left = int(t.route_length[s.route]), worked_out.seats[seat][OfSeat.RANGE] - s.flown
    if length > left or not s.fuel[seat]:
        yield f"seat {seat} cannot have taken off for {length} squares, {left} are left, with {s.fuel[seat]} fuel"
    for k, face in enumerate(s.face.tolist()):
        if k >= length:
            if face != NONE or s.saved_fuel[k] or s.saved_endurance[k] or s.eased >> k & 1:
                yield f"square {k} has a die, the route has {length}"
            continue
        faces = t.die_face[worked_out.facts[Fact.COLOUR + k]]
        if face != Face.CLEAR_SKY and face not in faces:
            yield f"the die on square {k} shows {face}, which it has not"
        elif s.saved_fuel[k] > t.face_fuel[faces].max() or s.saved_endurance[k] > t.face_endurance[faces].max():
            yield f"more points are saved on square {k} than its die can cost"


def _dice_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """What cards have done to the dice they have been used for; a card in use is aboard, and of use."""
    t, seat = game._gate.tables, s.seat
    length = int(t.route_length[s.route])
    colours, aboard = worked_out.facts[Fact.COLOUR : Fact.COLOUR + length], int(s.equipment[seat])
    used, by_effect = members(s.used_this_flight), dict.fromkeys(Effect, 0)
    for card in used:
        by_effect[Effect(t.effect[card])] += 1
        usable = t.effect[card] not in (Effect.NOTHING, Effect.REST) and t.frequency[card] != Frequency.DISCARDED
        if not usable or not aboard >> card & 1 or length < t.min_length[card] or not t.works_on[card, colours].any():
            yield f"{equipment_name(game, card)} cannot have been used in this flight"
    for k in members(s.eased):
        if not any(t.works_on[card, colours[k], s.face[k]] for card in used if t.effect[card] == Effect.EASE):
            yield f"no card can have eased the die on square {k}"
    if s.eased.bit_count() > by_effect[Effect.EASE]:
        yield f"the dice {members(s.eased)} are eased, by {by_effect[Effect.EASE]} cards"
    discarded = [card for card in range(FIRST_EXPERT) if t.frequency[card] == Frequency.DISCARDED]
    thrown = [t.effect[card] for card in discarded if not aboard >> card & 1 and s.stock[card]]
    for saved, effect, more in (
        (s.saved_fuel, Effect.SAVE_FUEL, int(s.load_discard[Load.FUEL_CAN])),
        (s.saved_endurance, Effect.SAVE_ENDURANCE, 0),
    ):
        most = by_effect[effect] + more + thrown.count(effect)
        if not by_effect[effect] <= saved.sum() <= most:
            points = saved[:length].tolist()
            yield f"{by_effect[effect]} to {most} cards {effect.name.lower()} have been used, but saved {points}"
    if s.phase == Phase.DIE:
        there = s.aboard[seat, Load.FUEL_CAN] > 0 if s.using == FUEL_CAN else aboard >> s.using & 1
        resting = s.using != FUEL_CAN and t.effect[s.using] == Effect.REST
        if not there or resting or not worked_out.facts[Fact.CAN_USE]:
            yield f"card {s.using} cannot be used on any die"


# At the destination


def _delivery_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """There is something to deliver; what has been delivered is in the discard pile, or was kept."""
    t, city = game._gate.tables, int(s.city[s.seat])
    if not worked_out.facts[Fact.DELIVERIES] or s.delivered > 1:
        yield f"seat {s.seat} has nothing to deliver in {city_name(game, city)}"
    if s.delivered_category not in ((Category.CARGO, Category.PAX) if s.delivered else (0,)):
        yield f"category {s.delivered_category} is not what was delivered"
    if not s.delivered:
        return
    pax = s.delivered_category == Category.PAX
    discarded = [load for load in range(Load.PAX + 1) if s.load_discard[load] and t.accepts[city] >> load & 1]
    vips = int(s.achieved[s.seat, 1]) & ALL_VIPS & int(t.vips_of_city[city])
    bags = [nation for nation in range(NATIONS) if s.bags[s.seat, nation] and t.nation[city] == nation]
    if not ((Load.PAX in discarded or vips) if pax else (set(discarded) - {Load.PAX} or bags)):
        yield f"nothing of category {s.delivered_category} can have been delivered in {city_name(game, city)}"


def _crash_faults(game: Game, s: Any, worked_out: WorkedOut) -> Iterator[str]:
    """A crash: nothing is left aboard, and it was on a route where this aircraft crashes."""
    t, seat, shortest = game._gate.tables, s.seat, worked_out.facts[Fact.CRASHES]
    if s.aboard[seat].any() or s.equipment[seat] or int(s.held[seat, 1]) & ALL_VIPS or not s.lost_pilots:
        yield f"seat {seat} has crashed, but still has cards aboard"
    # Wing Tanks have gone down with it.
    left = worked_out.seats[seat][OfSeat.RANGE] + int(t.range_bonus.sum()) - s.flown
    if not shortest or shortest > left:
        yield f"seat {seat} cannot have crashed on a route from {city_name(game, int(s.city[seat]))}"
