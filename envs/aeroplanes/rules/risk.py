"""Placing airport tiles: the flight, roll by roll, engine failures, and what becomes of the tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.kernel import kernel
from ..actions import Action
from ..limits import DICE, FAILURE, MAX_ROLLS, NONE, Advantage, Region
from ..state import Phase
from .airports import only_replaceable, put_on_empty_space, replace_airport, stage_of, take_tile_from_card
from .common import clockwise, has, pay, throw_dice, use_advantage
from .connections import can_place_another, plan_barred, plan_direct, plan_skip
from .rounds import TILE_IS_PLACED, finish_turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel(inline=True)
def choose_tile(s: State, kind: int) -> None:
    """Which card the tile is from; the tile stays there until the flight has succeeded (Rule AE-R46)."""
    s.kind = kind
    s.phase = Phase.DESTINATION


@kernel
def choose_destination(t: Tables, o: Options, s: State, city: int) -> None:
    """Where the tile is to be placed: an airport of one's own is upgraded at once, a new one must be flown to.

    (Rules AE-3.3.1, AE-R1)
    """
    s.destination = city
    if has(s.network[s.seat], city):
        replace_airport(t, s, s.seat)
        s.phase = TILE_IS_PLACED
    else:
        s.phase = Phase.ROUTE


@kernel
def choose_route(t: Tables, o: Options, s: State, action: int) -> None:
    """How to fly there; what is not risky succeeds at once, else the first roll follows (Rules AE-3.3.2, AE-R11)."""
    if action >= Action.VIA:
        plan_skip(t, o, s, action - Action.VIA)
    elif action >= Action.BARRED:
        plan_barred(t, o, s, action - Action.BARRED)
    else:
        plan_direct(t, o, s, action - Action.DIRECT)
    if s.rolls == 0:
        arrive(t, o, s)
    else:
        roll(t, o, s)


@kernel
def roll(t: Tables, o: Options, s: State) -> None:
    """Roll all three risk dice for the next part of the connection (Rule AE-3.3.3)."""
    s.rolled += 1
    throw(t, s)
    may_roll_again(t, o, s)


@kernel
def throw(t: Tables, s: State) -> None:
    """An engine failure counts nothing in the sum of the dice (Rule AE-3.3.4)."""
    throw_dice(t, s)
    s.total = 0
    for i in range(DICE):
        if s.dice[i] != FAILURE:
            s.total += s.dice[i]


@kernel
def may_roll_again(t: Tables, o: Options, s: State) -> None:
    """Whoever has Radio Beacons decides whether a roll stands, before anything else comes of it.

    (Rules AE-5.11, AE-R9, AE-R10)
    """
    if s.advantages[s.seat, Advantage.RADIO_BEACONS] > 0:
        s.phase = Phase.ROLLED
    else:
        let_stand(t, o, s)


@kernel
def use_beacon(t: Tables, o: Options, s: State) -> None:
    """Roll all three dice again; the engine failures of the previous roll are ignored (Rules AE-5.11, AE-R10)."""
    use_advantage(s, s.seat, Advantage.RADIO_BEACONS)
    throw(t, s)
    may_roll_again(t, o, s)


@kernel
def let_stand(t: Tables, o: Options, s: State) -> None:
    """Take a tile for each engine failure; a fourth one crashes whatever the sum.

    (Rules AE-3.4.1, AE-3.4.2, AE-R9)
    """
    failures = 0
    for i in range(DICE):
        failures += s.dice[i] == FAILURE
    if s.failures[s.seat] + failures >= t.failure_limit:
        crash(s)
        return
    s.failures[s.seat] += failures
    s.phase = Phase.SHORT
    if shortfall(s) <= 0:
        succeed(t, o, s)


@kernel(inline=True)
def shortfall(s: State) -> int:
    """Points that the present roll is short of."""
    return s.need[s.rolled - 1] - s.total


@kernel(inline=True)
def legal_help(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """A Daring Pilot, if the destination is outside Europe; paying all that is missing; or giving up.

    (Rules AE-3.3.5, AE-5.6, AE-R9, AE-R22, AE-R43)
    """
    pilots = s.advantages[s.seat, Advantage.DARING_PILOT]
    mask[Action.PILOT] = pilots > 0 and t.region[s.destination] != Region.EUROPE
    mask[Action.PAY] = s.money[s.seat] >= shortfall(s)
    mask[Action.GIVE_UP] = 1


@kernel
def make_up(t: Tables, o: Options, s: State, action: int) -> None:
    """Make up for a roll that is short, or give up (Rules AE-3.3.5, AE-5.7, AE-R9)."""
    if action == Action.GIVE_UP:
        give_up(s)
        return
    if action == Action.PILOT:
        use_advantage(s, s.seat, Advantage.DARING_PILOT)
        s.total += t.pilot_bonus
    else:
        pay(s, s.seat, shortfall(s))
        s.total = s.need[s.rolled - 1]
    if shortfall(s) <= 0:
        succeed(t, o, s)


@kernel
def succeed(t: Tables, o: Options, s: State) -> None:
    """A roll has succeeded: between two rolls one may still abort, after the last one has arrived.

    (Rules AE-3.3.12, AE-R11, AE-R49)
    """
    if s.rolled < s.rolls:
        s.phase = Phase.NEXT_ROLL
    else:
        arrive(t, o, s)


@kernel
def crash(s: State) -> None:
    """The fourth engine failure: the tile goes to the supply, all failures are discarded, the turn is over.

    (Rules AE-3.4.2, AE-3.4.3, AE-3.4.4, AE-R16)
    """
    take_tile_from_card(s)
    s.supply[s.seat, stage_of(s) - 1] += 1
    s.failures[s.seat] = 0
    give_up(s)


@kernel
def give_up(s: State) -> None:
    """The attempt has failed: a tile that was not lost is back on its card, and the turn is over.

    (Rules AE-3.3.11, AE-3.3.12, AE-R16, AE-R25)
    """
    clear_attempt(s)
    finish_turn(s)


@kernel
def arrive(t: Tables, o: Options, s: State) -> None:
    """The risks are overcome: an empty space must be used, else an earlier airport is replaced, by choice.

    (Rules AE-3.5.4, AE-3.5.5, AE-R49)
    """
    if s.free[s.destination] > 0:
        put_on_empty_space(t, o, s)
        s.phase = TILE_IS_PLACED
        return
    owner = only_replaceable(o, s)
    if owner >= 0:
        replace_airport(t, s, owner)
        s.phase = TILE_IS_PLACED
    else:
        s.phase = Phase.REPLACE


@kernel
def choose_replaced(t: Tables, o: Options, s: State, k: int) -> None:
    """The seat that sits `k` seats clockwise, from 1, loses its airport at the destination (Rule AE-3.5.5)."""
    replace_airport(t, s, clockwise(o, s.seat, k))
    s.phase = TILE_IS_PLACED


@kernel
def after_placing(t: Tables, o: Options, s: State) -> None:
    """Any number of tiles may be placed in one action (Rules AE-3.2.1, AE-R53)."""
    clear_attempt(s)
    if can_place_another(t, o, s):
        s.phase = Phase.PLACING
    else:
        finish_turn(s)


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
