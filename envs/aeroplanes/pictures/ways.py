"""Ways to fly an airport tile to a destination and the rolls that they take, for picture and news."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from ..action_words import COLOUR_NAMES
from ..actions import Action
from ..limits import COLOURS
from ..names import city_name

if TYPE_CHECKING:
    from ..._core.game import Game
    from ..state import State


def rolls_of(game: Game, record: State, city: int, route: int) -> list[int] | None:
    """What the rolls for a route must reach: an action from DIRECT to VIA, of the seat to decide with its tile in hand.

    None: there is no such connection.
    """
    t, own, long = game.tables[0], int(record.network[record.seat]), int(record.kind) % 2
    if route >= Action.VIA:
        return _rolls_of_skip(game, record, city, route - Action.VIA) if long else None
    barred = route >= Action.BARRED
    colour = route - (Action.BARRED if barred else Action.DIRECT)
    origins = int((t.barred_into if barred else t.into)[long, colour, city]) & own
    if not origins or t.single_rolls[colour] < 0:
        return None
    count = t.bars_into[colour, city] if barred else t.single_rolls[colour]
    return [helped(game, record, int(t.single_need[colour]), city)] * int(count)


def _rolls_of_skip(game: Game, record: State, city: int, middle: int) -> list[int] | None:
    t, own = game.tables[0], int(record.network[record.seat])
    second = int(t.colour_between[middle, city])
    if second < 0 or t.bars_between[middle, city]:
        return None
    for first in range(COLOURS):
        rolls = int(t.pair_rolls[first, second])
        if rolls >= 0 and int(t.into[1, first, middle]) & own:
            ends = [middle] * (rolls - 1) + [city] * min(rolls, 1)
            return [helped(game, record, int(t.pair_need[first, second, k]), end) for k, end in enumerate(ends)]
    return None


def helped(game: Game, record: State, need: int, city: int) -> int:
    """What a roll must reach if an opponent's airport at its end helps."""
    rivals = (seat for seat in range(game.players) if seat != record.seat)
    help_there = any(int(record.network[seat]) >> city & 1 for seat in rivals)
    return max(need - int(game.tables[0].opponent_bonus), 0) if help_there else need


def ways(game: Game, record: State, city: int) -> list[tuple[int, list[int]]]:
    """The ways to a destination, the likeliest to succeed first: the action, and what its rolls must reach."""
    routes = range(Action.DIRECT, Action.VIA + int(game.tables[0].cities))
    found = [(route, rolls) for route in routes if (rolls := rolls_of(game, record, city, route)) is not None]
    return sorted(found, key=lambda way: (-chance(game, way[1]), len(way[1])))


def chance(game: Game, rolls: list[int]) -> float:
    """How likely all rolls succeed if nothing is paid."""
    return prod(float(game.tables[0].odds[need]) for need in rolls)


def easiest(game: Game, record: State, city: int) -> list[int]:
    """The rolls of the likeliest way to a destination; none to upgrade an airport of one's own."""
    if int(record.network[record.seat]) >> city & 1:
        return []
    found = ways(game, record, city)
    return found[0][1] if found else []


def landing_words(game: Game, record: State, city: int) -> str:
    """What placing the tile in a destination takes: `"10+"`, `"no roll, replaces"`, `"upgrade"`."""
    if int(record.network[record.seat]) >> city & 1:
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
