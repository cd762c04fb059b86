"""Using System and Crew cards once the Weather dice are rolled: as few as save the flight, and whatever saves fuel."""

from __future__ import annotations

from ....envs._core.kernel import kernel
from ....envs.air_postal.actions import Action
from ....envs.air_postal.limits import EQUIPMENTS, NONE, Effect, Face, Frequency, Load
from ....envs.air_postal.rules.common import range_of
from ....envs.air_postal.rules.flights import FUEL_CAN, colour_of, endurance_of, fuel_of, works_on
from ....envs.air_postal.state import State
from ....envs.air_postal.tables import Tables
from .features import IMPOSSIBLE, Mask

SAVE = 10.0
"""Worth of a missing point of fuel or endurance that a card brings, where a point of fuel is 1."""

ENDURANCE = 0.3
"""Worth of a point of endurance that is not missing."""

ONE_SHOT = 2.0
"""Price of a card that is lost when it is used."""

SPARE = 2.0
"""Points that must be spare before a die is rolled again without need."""


@kernel
def cost_with(t: Tables, s: State, card: int, k: int) -> tuple[float, float]:
    """Fuel and endurance that the dice ask for if a card (−1: none) is used on the k-th, on average if re-rolled."""
    fuel, endurance, before_last = 0.0, 0.0, 0.0
    for square in range(t.route_length[s.route]):
        before_last = fuel
        spent, tired = float(fuel_of(t, s, square)), float(endurance_of(t, s, square))
        if square == k and card != NONE:
            spent, tired = square_with(t, s, card, k, spent, tired)
        fuel += spent
        endurance += tired
    return max(fuel, before_last + 1.0), endurance


@kernel
def square_with(t: Tables, s: State, card: int, k: int, spent: float, tired: float) -> tuple[float, float]:
    """What the k-th square costs after a card is used there."""
    if card == FUEL_CAN:
        return max(0.0, spent - 1.0), tired
    effect = t.effect[card]
    if effect == Effect.REROLL:
        colour = colour_of(t, s, k)
        saved, rested = float(s.saved_fuel[k]), float(s.saved_endurance[k])
        return max(0.0, t.colour_fuel[colour] - saved), max(0.0, t.colour_endurance[colour] - rested)
    if effect == Effect.CLEAR:
        return max(0.0, float(t.face_fuel[Face.CLEAR_SKY]) - s.saved_fuel[k]), 0.0
    if effect == Effect.EASE:
        return max(0.0, 1.0 - s.saved_fuel[k]), tired
    if effect == Effect.SAVE_FUEL:
        return max(0.0, spent - 1.0), tired
    if effect == Effect.SAVE_ENDURANCE:
        return spent, max(0.0, tired - 1.0)
    return spent, tired


@kernel
def worth_of_use(t: Tables, s: State, card: int, k: int) -> tuple[float, float]:
    """What a card is worth on the k-th die, and how many missing points it brings."""
    seat = s.seat
    fuel, endurance = cost_with(t, s, NONE, 0)
    less_fuel, less_endurance = cost_with(t, s, card, k)
    spare, rested = float(s.fuel[seat]), float(s.endurance[seat])
    more = 0.0
    price = ONE_SHOT - 0.5 if card == FUEL_CAN else 0.0
    if card != FUEL_CAN:
        if t.effect[card] == Effect.REST:
            more = float(t.rest[card])
        if t.frequency[card] == Frequency.DISCARDED:
            price = ONE_SHOT
        elif t.effect[card] == Effect.REST:
            price = 1.0
    missing = max(0.0, fuel - spare) + max(0.0, endurance - rested)
    helped = missing - max(0.0, less_fuel - spare) - max(0.0, less_endurance - rested - more)
    rolls = card != FUEL_CAN and t.effect[card] == Effect.REROLL
    if rolls and missing == 0.0 and (spare - fuel < SPARE or rested - endurance < SPARE):
        return -1.0, 0.0
    saved = fuel - less_fuel + worth_of_rest(t, s, spare - less_fuel) * (endurance - less_endurance)
    if price >= ONE_SHOT - 0.5:
        saved *= -0.1  # what it would save elsewhere is wasted here
    return saved + SAVE * helped - price, helped


@kernel
def worth_of_rest(t: Tables, s: State, spare: float) -> float:
    """Worth of a point of endurance that is not missing: none where this flight is the last one of the turn."""
    left = range_of(t, s, s.seat) - s.flown - t.route_length[s.route]
    return ENDURANCE if left > 0 and spare > 0.0 else 0.0


@kernel
def most_saved(t: Tables, s: State, card: int) -> tuple[float, float]:
    """What a card saves at the very best: a die that is rolled again shows Clear Sky."""
    if card != FUEL_CAN and t.effect[card] == Effect.REST:
        return 0.0, float(t.rest[card])
    fuel, endurance = 0.0, 0.0
    for k in range(t.route_length[s.route]):
        if works_on(t, s, card, k):
            spent, tired = float(fuel_of(t, s, k)), float(endurance_of(t, s, k))
            less, rested = square_with(t, s, card, k, spent, tired)
            if card != FUEL_CAN and t.effect[card] == Effect.REROLL:
                less, rested = max(0.0, float(t.face_fuel[Face.CLEAR_SKY]) - s.saved_fuel[k]), 0.0
            fuel, endurance = max(fuel, spent - less), max(endurance, tired - rested)
    return fuel, endurance


@kernel
def is_lost(t: Tables, s: State, mask: Mask) -> bool:
    """Whether all cards together, at their very best, do not save the flight."""
    fuel, endurance = cost_with(t, s, NONE, 0)
    fuel -= s.fuel[s.seat]
    endurance -= s.endurance[s.seat]
    for card in range(EQUIPMENTS + 1):
        if mask[Action.USE + card] != 0:
            saved, rested = most_saved(t, s, card)
            fuel -= saved * (s.aboard[s.seat, Load.FUEL_CAN] if card == FUEL_CAN else 1)
            endurance -= rested
    return fuel > 0.0 or endurance > 0.0


@kernel
def best_die(t: Tables, s: State, card: int) -> tuple[int, float, float]:
    """The die on which a card is worth most, that worth, and how many missing points it brings."""
    if card != FUEL_CAN and t.effect[card] == Effect.REST:
        worth, helped = worth_of_use(t, s, card, 0)
        return 0, worth, helped
    best, most, help_there = 0, IMPOSSIBLE, 0.0
    for k in range(t.route_length[s.route]):
        if works_on(t, s, card, k):
            worth, helped = worth_of_use(t, s, card, k)
            if worth > most:
                best, most, help_there = k, worth, helped
    return best, most, help_there


@kernel
def choose_card(t: Tables, s: State, mask: Mask) -> int:
    """The card that is worth most now, or the dice are accepted; nothing is lost on a flight that cannot be saved."""
    if is_lost(t, s, mask):
        return Action.ACCEPT + 0
    best, most, lost_best, lost_most = Action.ACCEPT + 0, 0.0, Action.ACCEPT + 0, 0.0
    help_in_sight = 0.0
    for card in range(EQUIPMENTS + 1):
        if mask[Action.USE + card] != 0:
            _, worth, helped = best_die(t, s, card)
            lost = card == FUEL_CAN or t.frequency[card] == Frequency.DISCARDED
            count = s.aboard[s.seat, Load.FUEL_CAN] if card == FUEL_CAN else 1
            help_in_sight += max(0.0, helped) * count
            if lost and worth > 0.0 and worth >= lost_most:
                lost_best, lost_most = Action.USE + card, worth
            if not lost and worth > most:
                best, most = Action.USE + card, worth
    fuel, endurance = cost_with(t, s, NONE, 0)
    missing = max(0.0, fuel - s.fuel[s.seat]) + max(0.0, endurance - s.endurance[s.seat])
    if most > 0.0:
        return best
    return lost_best if lost_most > 0.0 and help_in_sight >= missing - 0.5 else Action.ACCEPT + 0


@kernel
def choose_die(t: Tables, s: State) -> int:
    """The die for the card that is being used."""
    best, _, _ = best_die(t, s, s.using + 0)
    return Action.DIE + best
