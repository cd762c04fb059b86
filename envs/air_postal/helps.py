"""What System and Crew cards save in flights on average, worked out once: on a die of a colour, and on a route."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .limits import COLOURS, DIE_FACES, EQUIPMENTS, ROUTES, Effect

if TYPE_CHECKING:
    from .tables import Tables


def find_helps(t: Tables) -> None:
    """Fill in what cards save on dice, after map, dice and cards; those that only bring rest save nothing."""
    for card in range(EQUIPMENTS):
        if t.effect[card] in (Effect.NOTHING, Effect.REST):
            continue
        for colour in range(COLOURS):
            works, fuel, endurance = _help_on_die(t, card, colour)
            t.die_help[card, colour] = works
            t.die_help_fuel[card, colour], t.die_help_endurance[card, colour] = fuel, endurance
        _find_helps_on_routes(t, card)


def _help_on_die(t: Tables, card: int, colour: int) -> tuple[float, float, float]:
    """The chance that a card is of use on a die, and what it saves on average (0 where it is not of use)."""
    works, fuel, endurance = 0.0, 0.0, 0.0
    for face in t.die_face[colour].tolist():
        saved, rested = _saved_on_face(t, card, colour, face)
        if t.works_on[card, colour, face] and saved + rested > 0.0:
            works += 1.0 / DIE_FACES
            fuel += saved / DIE_FACES
            endurance += rested / DIE_FACES
    return works, fuel, endurance


def _saved_on_face(t: Tables, card: int, colour: int, face: int) -> tuple[float, float]:
    """Fuel and endurance that a card saves on a face, on average where it is rolled again."""
    fuel, endurance = float(t.face_fuel[face]), float(t.face_endurance[face])
    effect = Effect(int(t.effect[card]))
    if effect == Effect.REROLL:
        return fuel - float(t.colour_fuel[colour]), endurance - float(t.colour_endurance[colour])
    if effect == Effect.CLEAR:
        return fuel - 1.0, endurance
    if effect == Effect.EASE:
        return fuel - 1.0, 0.0
    if effect == Effect.SAVE_FUEL:
        return 1.0, 0.0
    return 0.0, min(1.0, endurance)


def _find_helps_on_routes(t: Tables, card: int) -> None:
    """On a route it is used once: on any of the dice on which it is of use, if there is one."""
    help_on = list(
        zip(t.die_help[card].tolist(), t.die_help_fuel[card].tolist(), t.die_help_endurance[card].tolist(), strict=True)
    )
    for route in range(ROUTES):
        length = int(t.route_length[route])
        if length < t.min_length[card]:
            continue
        none, chances, fuel, endurance = 1.0, 0.0, 0.0, 0.0
        for colour in t.square[route, :length].tolist():
            works, saved, rested = help_on[colour]
            none *= 1.0 - works
            chances += works
            fuel += saved
            endurance += rested
        if chances > 0.0:
            t.route_help_fuel[card, route] = (1.0 - none) * fuel / chances
            t.route_help_endurance[card, route] = (1.0 - none) * endurance / chances
