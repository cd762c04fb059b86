"""Ways to fly an airport tile to a destination and the rolls that they take, for picture and news."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from ..._core.words import percent
from ..actions import Action
from ..limits import COLOUR_NAMES, DICE, FAILURE
from ..names import city_name
from ..rules.airports import is_upgrade
from ..rules.connections import plan_route
from ..state import Phase

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def rolls_of(game: Game, record: State, city: int, route: int) -> list[int]:
    """What the rolls must reach if the seat to decide flies its tile to a city by a way that the rules allow.

    `route` is an action from DIRECT to VIA.
    """
    s = _bound_for(game, record, city)
    plan_route(game.tables[0], game.options[0], s, route)
    return s.need[: s.rolls].tolist()


def ways(game: Game, record: State, city: int) -> list[tuple[int, list[int]]]:
    """The ways to a destination, the likeliest to succeed first: the action, and what its rolls must reach."""
    routes = np.flatnonzero(game.mask_of(_bound_for(game, record, city))).tolist()
    found = [(route, rolls_of(game, record, city, route)) for route in routes]
    return sorted(found, key=lambda way: (-odds_of(game, way[1]), len(way[1])))


def _bound_for(game: Game, record: State, city: int) -> State:
    """The position once the seat to decide has chosen a city as the destination of its tile."""
    s = game.array_of(record)[0]
    s.destination = city
    s.phase = Phase.ROUTE
    return s


def odds_of(game: Game, rolls: list[int]) -> float:
    """How likely all rolls succeed if nothing is paid."""
    return prod(float(game.tables[0].odds[need]) for need in rolls)


def crash_odds(game: Game, failures: int, rolls: list[int]) -> float:
    """How likely engine failures crash an attempt of a seat that has so many, if it goes on while its rolls suffice."""
    t, thrown = game.tables[0], Counter[tuple[int, int]]()
    for dice in product(t.die.tolist(), repeat=DICE):
        thrown[dice.count(FAILURE), sum(value for value in dice if value != FAILURE)] += 1
    crashed, going = 0.0, {failures: 1.0}
    for need in rolls:
        onward: dict[int, float] = {}
        for (failed, total), ways_to in thrown.items():
            for had, share in going.items():
                chance = share * ways_to / len(t.die) ** DICE
                if had + failed >= t.failure_limit:
                    crashed += chance
                elif total >= need:
                    onward[had + failed] = onward.get(had + failed, 0.0) + chance
        going = onward
    return crashed


def risk_words(game: Game, record: State, rolls: list[int]) -> str:
    """What rolls of the seat to decide must reach, how likely they do unaided, and that failures crash it."""
    if not rolls:
        return "no roll"
    crash = crash_odds(game, int(record.failures[record.seat]), rolls)
    return f"{roll_list(rolls)} {percent(odds_of(game, rolls))}" + (f", crash {percent(crash)}" if crash else "")


def easiest(game: Game, record: State, city: int) -> list[int]:
    """The rolls of the likeliest way to a destination; none to upgrade an airport of one's own."""
    if is_upgrade(record, city):
        return []
    found = ways(game, record, city)
    return found[0][1] if found else []


def landing_words(game: Game, record: State, city: int) -> str:
    """What placing the tile in a destination takes: `"10+"`, `"no roll, replaces"`, `"upgrade"`."""
    if is_upgrade(record, city):
        return "upgrade"
    return roll_list(easiest(game, record, city)) + ("" if record.free[city] else ", replaces")


def way_words(game: Game, route: int, rolls: list[int]) -> str:
    """A way in words: `"skip Rome: 10+"`."""
    if route >= Action.VIA:
        words = f"skip {city_name(game, route - Action.VIA)}"
    elif route >= Action.BARRED:
        words = f"barred {COLOUR_NAMES[route - Action.BARRED]}"
    else:
        words = f"direct {COLOUR_NAMES[route - Action.DIRECT]}"
    return f"{words}: {roll_list(rolls)}"


def roll_list(rolls: list[int]) -> str:
    """What rolls must reach: `"12+, 14+"`, or `"no roll"`."""
    return ", ".join(f"{need}+" for need in rolls) or "no roll"
