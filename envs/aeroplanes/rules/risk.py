"""Placing airport tiles: the flight, roll by roll, engine failures, and what becomes of the tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import DICE, FAILURE, MAX_ROLLS, NONE, Advantage, Region
from ..state import NOBODY, Phase
from .airports import is_upgrade, only_replaceable, put_on_empty_space, replace_airport, stage_of, take_tile_from_card
from .common import Outcome, clockwise, pay, throw_dice, use_advantage
from .connections import can_place_another, plan_route

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def choose_tile(s: State, kind: int) -> Outcome:
    """Which card the tile is from; the tile stays there until the flight has succeeded (Rule AE-R46)."""
    s.kind = kind
    s.phase = Phase.DESTINATION
    return Outcome.NEXT_DECISION


@kernel
def choose_destination(t: Tables, s: State, city: int) -> Outcome:
    """Where the tile is to be placed: an airport of one's own is upgraded at once, a new one must be flown to.

    (Rules AE-3.3.1, AE-R1)
    """
    s.destination = city
    if is_upgrade(s, city):
        replace_airport(t, s, s.seat)
        return Outcome.TILE_PLACED
    s.phase = Phase.ROUTE
    return Outcome.NEXT_DECISION


@kernel
def choose_route(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """How to fly there; what is not risky succeeds at once, else the first roll follows (Rules AE-3.3.2, AE-R11)."""
    plan_route(t, o, s, action)
    return arrive(t, o, s) if s.rolls == 0 else roll(t, o, s)


@kernel
def roll(t: Tables, o: Options, s: State) -> Outcome:
    """Roll all three risk dice for the next part of the connection (Rule AE-3.3.3)."""
    s.rolled += 1
    throw(t, s)
    return may_roll_again(t, o, s)


@kernel
def throw(t: Tables, s: State) -> None:
    """The dice alone are what a new roll has reached (Rule AE-3.3.3)."""
    throw_dice(t, s)
    s.total = sum_of_dice(s)


@kernel(inline=True)
def sum_of_dice(s: State) -> int:
    """An engine failure counts nothing in the sum of the dice (Rule AE-3.3.4)."""
    total = 0
    for i in range(DICE):
        if s.dice[i] != FAILURE:
            total += s.dice[i]
    return total


@kernel(inline=True)
def failures_rolled(s: State) -> int:
    """Engine failures among the dice on the table (Rule AE-3.4.1)."""
    failures = 0
    for i in range(DICE):
        failures += s.dice[i] == FAILURE
    return failures


@kernel
def may_roll_again(t: Tables, o: Options, s: State) -> Outcome:
    """Whoever has Radio Beacons decides whether a roll stands, before anything else comes of it.

    (Rules AE-5.11, AE-R9, AE-R10)
    """
    if s.advantages[s.seat, Advantage.RADIO_BEACONS] > 0:
        s.phase = Phase.ROLLED
        return Outcome.NEXT_DECISION
    return let_stand(t, o, s)


@kernel
def use_beacon(t: Tables, o: Options, s: State) -> Outcome:
    """Roll all three dice again; the engine failures of the previous roll are ignored (Rules AE-5.11, AE-R10)."""
    use_advantage(s, s.seat, Advantage.RADIO_BEACONS)
    throw(t, s)
    return may_roll_again(t, o, s)


@kernel
def let_stand(t: Tables, o: Options, s: State) -> Outcome:
    """Take a tile for each engine failure; a fourth one crashes whatever the sum.

    (Rules AE-3.4.1, AE-3.4.2, AE-R9)
    """
    failures = failures_rolled(s)
    if would_crash(t, s, failures):
        return crash(s)
    s.failures[s.seat] += failures
    return go_on_if_enough(t, o, s)


@kernel(inline=True)
def would_crash(t: Tables, s: State, failures: int) -> bool:
    """Whether so many more engine failures would bring the seat the fourth one (Rule AE-3.4.2)."""
    return s.failures[s.seat] + failures >= t.failure_limit


@kernel
def go_on_if_enough(t: Tables, o: Options, s: State) -> Outcome:
    """A roll that is short must be made up for or given up; else the flight goes on (Rules AE-3.3.5, AE-R9)."""
    if shortfall(s) > 0:
        s.phase = Phase.SHORT
        return Outcome.NEXT_DECISION
    return succeed(t, o, s)


@kernel(inline=True)
def shortfall(s: State) -> int:
    """Points that the present roll is short of (Rule AE-3.3.5)."""
    return s.need[s.rolled - 1] - s.total


@kernel(inline=True)
def legal_help(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """A Daring Pilot, if it helps there; paying all that is missing; or giving up (Rules AE-3.3.5, AE-5.6, AE-R9)."""
    pilots = s.advantages[s.seat, Advantage.DARING_PILOT]
    mask[Action.PILOT] = pilots > 0 and pilots_help(t, s.destination)
    mask[Action.PAY] = s.money[s.seat] >= shortfall(s)
    mask[Action.GIVE_UP] = 1


@kernel(inline=True)
def pilots_help(t: Tables, city: int) -> bool:
    """Whether Daring Pilots help to place an airport in a city: outside Europe (Rules AE-5.6, AE-R22, AE-R43)."""
    return t.region[city] != Region.EUROPE


@kernel(inline=True)
def legal_between_rolls(mask: NDArray[np.uint8]) -> None:
    """Between two rolls of a connection one rolls on or aborts (Rules AE-3.3.12, AE-R11)."""
    mask[Action.ROLL_ON] = 1
    mask[Action.ABORT] = 1


@kernel
def make_up(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """Make up for a roll that is short, or give up (Rules AE-3.3.5, AE-5.7, AE-R9)."""
    if action == Action.GIVE_UP:
        return give_up(s)
    if action == Action.PILOT:
        use_advantage(s, s.seat, Advantage.DARING_PILOT)
        s.total += t.pilot_bonus
    else:
        pay(s, s.seat, shortfall(s))
        s.total = s.need[s.rolled - 1]
    return go_on_if_enough(t, o, s)


@kernel
def succeed(t: Tables, o: Options, s: State) -> Outcome:
    """A roll has succeeded: between two rolls one may still abort, after the last one has arrived.

    (Rules AE-3.3.12, AE-R11, AE-R49)
    """
    if s.rolled < s.rolls:
        s.phase = Phase.NEXT_ROLL
        return Outcome.NEXT_DECISION
    return arrive(t, o, s)


@kernel
def crash(s: State) -> Outcome:
    """The fourth engine failure: the tile goes to the supply, all failures are discarded, the turn is over.

    (Rules AE-3.4.2, AE-3.4.3, AE-3.4.4, AE-R16)
    """
    take_tile_from_card(s)
    s.supply[s.seat, stage_of(s) - 1] += 1
    s.failures[s.seat] = 0
    return give_up(s)


@kernel
def give_up(s: State) -> Outcome:
    """The attempt has failed: a tile that was not lost is back on its card, and the turn is over.

    (Rules AE-3.3.11, AE-3.3.12, AE-R16, AE-R25)
    """
    clear_attempt(s)
    return Outcome.TURN_OVER


@kernel
def arrive(t: Tables, o: Options, s: State) -> Outcome:
    """The risks are overcome: an empty space must be used, else an earlier airport is replaced, by choice.

    (Rules AE-3.5.4, AE-3.5.5, AE-R49)
    """
    if s.free[s.destination] > 0:
        put_on_empty_space(t, o, s)
        return Outcome.TILE_PLACED
    owner = only_replaceable(o, s)
    if owner == NOBODY:
        s.phase = Phase.REPLACE
        return Outcome.NEXT_DECISION
    replace_airport(t, s, owner)
    return Outcome.TILE_PLACED


@kernel
def choose_replaced(t: Tables, o: Options, s: State, k: int) -> Outcome:
    """The seat that sits `k` seats clockwise, from 1, loses its airport at the destination (Rule AE-3.5.5)."""
    replace_airport(t, s, clockwise(o, s.seat, k))
    return Outcome.TILE_PLACED


@kernel
def after_placing(t: Tables, o: Options, s: State) -> Outcome:
    """Any number of tiles may be placed in one action (Rules AE-3.2.1, AE-R53)."""
    clear_attempt(s)
    if can_place_another(t, o, s):
        s.phase = Phase.PLACING
        return Outcome.NEXT_DECISION
    return Outcome.TURN_OVER


@kernel
def clear_attempt(s: State) -> None:
    """No tile is on its way."""
    s.kind = NONE
    s.destination = NONE
    s.skipped = NONE
    s.rolls = 0
    s.rolled = 0
    s.total = 0
    for k in range(MAX_ROLLS):
        s.need[k] = 0
