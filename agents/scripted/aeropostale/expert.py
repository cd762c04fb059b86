"""The expert: weighs flights, records and the rest in wings on the way to the goal, stop points and time left."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....envs._core.kernel import kernel
from ....envs._core.scratch import on_stack
from ....envs.aeropostale.actions import Action
from ....envs.aeropostale.limits import (
    FLEET,
    MONOPOLY_CONTRACTS,
    MONOPOLY_TILES,
    NONE,
    RECORDS,
    TARGETS,
    WEATHER_LINES,
    Condition,
    Flight,
    Legend,
    Rank,
    StripEffect,
    Wing,
)
from ....envs.aeropostale.rules.routes import flight_cost, is_available, kind_of_flight
from ....envs.aeropostale.rules.runs import kinds_allowed
from ....envs.aeropostale.rules.weather import weather_between
from ....envs.aeropostale.state import Event, Options, Phase, State
from ....envs.aeropostale.tables import Tables
from .development import (
    best_development,
    best_place_of_tile,
    best_record_pilot,
    rivals_registered,
    worth_of_change,
)
from .evaluation import cubes_of_strip, evaluate, gain_of
from .evaluation_record import EVALUATION, Evaluation
from .expert_params import P
from .features import IMPOSSIBLE, Mask, Params, available_pilots, convert, first_legal
from .flights import ANY, look_at_flights
from .race import flying_pilots
from .runs import best_cargo, best_load, best_removal, weigh_weather

KEPT_FOR_RACE = 5.0
"""Worth of a feat that is kept for the last flights of the race."""

WORTH_MOVING = 0.75
"""By how much another place must be better for a record tile to move there."""


@kernel
def choose(
    t: Tables,
    o: Options,
    s: State,
    mask: NDArray[np.uint8],
    params: NDArray[np.float64],
    rng: NDArray[np.uint64],
    work: NDArray[np.record],
) -> int:
    """Play what is worth most."""
    if s.phase == Phase.CONVERTING:
        return convert(t, o, s)
    if s.phase == Phase.LEGEND:
        return best_legend(t, o, s, mask)
    return choose_by_worth(t, o, s, mask, params)


@kernel
def best_registration(s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """Registers if a pilot will be left when the aeroplanes have flown, and turns to spend a token in."""
    planes = 0
    for place in range(FLEET):
        planes += is_available(s, place)
    spare = available_pilots(s, s.seat) - planes >= p[P.REGISTER]
    goes = mask[Action.REGISTER] != 0 and planes > 0 and spare and e.later >= p[P.REGISTER_LATER]
    return Action.REGISTER if goes else Action.STAY_AWAY + 0


@kernel
def choose_by_worth(t: Tables, o: Options, s: State, mask: Mask, p: Params) -> int:
    """Decisions that need a look at the position."""
    e: Evaluation = on_stack(EVALUATION)
    evaluate(t, o, s, p, e)
    if s.phase == Phase.REGISTERING:
        return best_registration(s, mask, p, e)
    if s.phase == Phase.ACTION:
        look_at_flights(t, o, s, p, e, ANY, ANY, ANY)
        return choose_action(t, o, s, mask, p, e)
    if s.phase == Phase.TAKE_OFF or s.phase == Phase.DESIGN:
        look_at_flights(t, o, s, p, e, s.city + 0, s.origin + 0, ANY)
        if s.phase == Phase.TAKE_OFF and s.event == Event.CREATING:
            e.zone[:] = 0.0
            look_at_flights(t, o, s, p, e, s.city + 0, ANY, e.place + 0)
        return next_of_flight(s, mask, e)
    if s.phase == Phase.PILOT:
        return best_pilot(t, o, s, mask, p, e)
    if s.phase == Phase.FEAT:
        return best_feat(t, o, s, mask, p, e)
    if s.phase == Phase.STRIP:
        return best_strip(t, o, s, p, e)
    if s.phase == Phase.STRIP_EFFECT:
        return best_loss(t, s, mask, p, e)
    if s.phase == Phase.CONTRACTS or s.phase == Phase.CARGO:
        return load(t, o, s, mask, p, e)
    if s.phase == Phase.MONOPOLY:
        return best_monopoly(t, o, s, mask, e)
    if s.phase == Phase.REMOVING:
        return best_removal(o, t, s, mask, e)
    return manage_fleet(t, o, s, mask, p, e)


@kernel
def choose_action(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The action that is worth most; passing is worth nothing."""
    best, most = best_development(t, o, s, mask, p, e)
    if e.city != NONE and e.worth > most:
        action = Action.RUN + e.city
        if mask[action] == 0:
            action = Action.CREATE + e.city
        if mask[action] != 0:
            return action
    return best


@kernel
def next_of_flight(s: State, mask: Mask, e: Evaluation) -> int:
    """Where to take off, or which aeroplane flies."""
    if s.phase == Phase.TAKE_OFF:
        action = Action.TAKE_OFF + max(0, e.origin)
        return action if mask[action] != 0 else first_legal(mask, Action.TAKE_OFF, Action.DESIGN - Action.TAKE_OFF)
    action = Action.DESIGN + (s.fleet[s.seat, e.place] if e.city != NONE else 0)
    return action if mask[action] != 0 else first_legal(mask, Action.DESIGN, Action.PILOT - Action.DESIGN)


@kernel
def best_pilot(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The pilot that will be missed least, or the one for a feat; a stop is given up if it is worth nothing now."""
    if s.event == Event.BREAKING_RECORD:
        return Action.PILOT + best_record_pilot(t, o, s, p, e, s.record + 0)[0]
    pilot = first_legal(mask, Action.PILOT, len(e.pilot))
    if pilot < 0:
        return Action.CANCEL
    look_at_flights(t, o, s, p, e, s.city + 0, s.origin + 0, s.place + 0)
    if mask[Action.CANCEL] != 0 and e.city != NONE and e.worth < 0.0:
        return Action.CANCEL
    return Action.PILOT + e.rank if e.city != NONE and mask[Action.PILOT + e.rank] != 0 else pilot


@kernel
def best_feat(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """A feat where it brings more than keeping it: points and contracts on flights, high records, full meetings."""
    if s.event == Event.BREAKING_RECORD or s.event == Event.MEETING:
        useful = s.event == Event.BREAKING_RECORD and s.record % TARGETS + 1 > t.rank_bonus[Rank.LEGENDARY] + 1
        useful |= s.event == Event.MEETING and rivals_registered(o, s) > 0
        return Action.ABILITY if useful else Action.NO_FEAT + 0
    price = KEPT_FOR_RACE if t.race[o.scenario] else p[P.LEGENDARY] * min(1.0, e.later)
    best, most = Action.NO_FEAT + 0, IMPOSSIBLE
    if mask[Action.NO_FEAT] != 0:
        most = worth_of_flight_with(t, o, s, p, e, NONE, 0) + price
    if mask[Action.ABILITY] != 0:
        worth = worth_of_flight_with(t, o, s, p, e, NONE, 1)
        if worth > most:
            best, most = Action.ABILITY + 0, worth
    for line in range(WEATHER_LINES):
        if mask[Action.IGNORE_WEATHER + line] != 0:
            worth = worth_of_flight_with(t, o, s, p, e, line, 0)
            if worth > most:
                best, most = Action.IGNORE_WEATHER + line, worth
    return best


@kernel
def worth_of_flight_with(t: Tables, o: Options, s: State, p: Params, e: Evaluation, ignored: int, able: int) -> float:
    """What the announced flight leaves in logistics and, if it is a run, brings, with a feat of the legendary pilot."""
    flight, city, origin, place, to = kind_of_flight(s), s.city + 0, s.origin + 0, s.place + 0, t.region[s.city] + 0
    cost = flight_cost(t, s, flight, city, origin, place, Rank.LEGENDARY + 0, ignored, able)
    worth = float(e.points[max(0, s.logistics[s.seat] - cost)])
    if flight == Flight.RUN:
        weigh_weather(t, s, e, origin, to, ignored)
        allowed = weather_between(t, s, flight, origin, to, ignored)[3]
        worth += best_load(t, o, s, p, e, city, origin, place, allowed, 0)[0]
    return worth


@kernel
def best_strip(t: Tables, o: Options, s: State, p: Params, e: Evaluation) -> int:
    """The legendary pilot, while there is time for it and none who does better is lost for it."""
    cubes = cubes_of_strip(t, s, e, t.continent[s.city] + 0)
    worth = p[P.LEGEND] * e.later - (p[P.CUBE] + 0.5) * (cubes - 1.0)
    if s.pilot != Rank.ROOKIE:
        worth -= p[P.PROMOTE] * e.later
    if t.race[o.scenario] and flying_pilots(s) < 2:
        worth += 10.0
    return Action.LEGENDARY_STRIP if worth > 0.0 else Action.REVEAL + 0


@kernel
def best_legend(t: Tables, o: Options, s: State, mask: Mask) -> int:
    """Who is of most use on the way to South America."""
    order = (Legend.CROSS_ANDES, Legend.EXTRA_LINE, Legend.IGNORE_STRIP, Legend.RECORD_BONUS, Legend.MEETING_BONUS)
    for legend in order:
        wanted = legend != Legend.CROSS_ANDES or t.race[o.scenario] or t.last_city_ends[o.scenario]
        if wanted and mask[Action.LEGEND + legend] != 0:
            return Action.LEGEND + legend
    return first_legal(mask, Action.LEGEND, len(order))


@kernel
def best_loss(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """A feat saves the pilot; else points are paid if they are worth less than the pilot."""
    if mask[Action.ABILITY] != 0:
        return Action.ABILITY
    points = s.logistics[s.seat]
    price = e.points[points] - e.points[max(0, points - t.effect_amount[StripEffect.HOSTAGE])]
    value = (p[P.RECRUIT] if s.pilot == Rank.ROOKIE else p[P.PROMOTE] * 2.0 + p[P.RECRUIT]) * min(1.0, e.later)
    return Action.LOSE_LOGISTICS if mask[Action.LOSE_LOGISTICS] != 0 and price < value else Action.LOSE_PILOT + 0


@kernel
def best_monopoly(t: Tables, o: Options, s: State, mask: Mask, e: Evaluation) -> int:
    """The tile whose contract brings more on the way to the goal, the dearer one among equals."""
    best, most = -1, -1.0
    for tile in range(MONOPOLY_TILES):
        if mask[Action.MONOPOLY + tile] != 0:
            contract = MONOPOLY_CONTRACTS + tile
            bronze, gold = t.earns[contract, Wing.BRONZE] + 0, t.earns[contract, Wing.GOLD] + 0
            worth = gain_of(t, o, s, e, bronze, gold) + 0.01 * t.worth[contract]
            if worth > most:
                best, most = Action.MONOPOLY + tile, worth
    return best


@kernel
def load(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The next contract of the best set of them, or the best cargo."""
    weigh_weather(t, s, e, s.origin + 0, t.region[s.city] + 0, s.ignored + 0)
    kinds = kinds_allowed(t, s)
    if s.phase == Phase.CARGO:
        return best_cargo(t, o, s, mask, e)
    slots = best_load(t, o, s, p, e, s.city + 0, s.origin + 0, s.place + 0, kinds, s.contracts + 0)[1]
    more = slots & ~s.contracts
    slot = 0
    while more != 0 and (more >> slot) & 1 == 0:
        slot += 1
    action = Action.CONTRACT + slot
    if more != 0 and mask[action] != 0:
        return action
    return Action.FINISH if mask[Action.FINISH] != 0 else first_legal(mask, Action.CONTRACT, 5)


@kernel
def manage_fleet(t: Tables, o: Options, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """Where tiles go, and which designs fly."""
    if s.phase == Phase.TILE:
        place = best_place_of_tile(t, o, s, p, e, s.record // TARGETS)[0]
        return Action.DESIGN + s.fleet[s.seat, place]
    if s.phase == Phase.MOVING_TILE:
        place = best_place_of_tile(t, o, s, p, e, s.moving + 0)[0]
        action = Action.DESIGN + s.fleet[s.seat, place]
        return action if mask[action] != 0 else first_legal(mask, Action.DESIGN, Action.PILOT - Action.DESIGN)
    worth, design, place = worth_of_change(t, o, s, p, e)
    if s.phase == Phase.SWAP:
        return swap_out(t, s, mask, p, e)
    if worth > 0.0 and mask[Action.PUT_IN + design] != 0:
        return Action.PUT_IN + design
    for record in range(RECORDS):
        if mask[Action.MOVE_TILE + record] != 0 and best_place_of_tile(t, o, s, p, e, record)[1] > WORTH_MOVING:
            return Action.MOVE_TILE + record
    if mask[Action.FINISH] != 0:
        return Action.FINISH
    return first_legal(mask, Action.PUT_IN, Action.FINISH - Action.PUT_IN)


@kernel
def swap_out(t: Tables, s: State, mask: Mask, p: Params, e: Evaluation) -> int:
    """The design on the panel that is worth least, an available one among equals so that the new one flies at once."""
    best, least = -1, 1e9
    for place in range(len(e.design)):
        design = s.fleet[s.seat, place]
        if design != NONE and mask[Action.DESIGN + design] != 0:
            worth = e.design[place] + 0.2 * (s.condition[s.seat, place] != Condition.AVAILABLE)
            if worth < least:
                best, least = Action.DESIGN + design, worth
    return best
