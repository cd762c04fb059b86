"""The six kernels' entry to the rules: dealing, what is legal in each phase, and playing a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import ADVANTAGES, HOMES, NONE, STAGES, WAITING
from ..state import IN_BAG, Phase
from .advantages import (
    buy_advantage,
    legal_pairs,
    legal_purchases,
    legal_types,
    maintain,
    may_maintain,
    roll_for_advantages,
    take_wild,
    use_pair,
)
from .airports import legal_replacements, settle_home
from .buying import buy_card, legal_cards, may_produce_more, produce_more
from .common import BIT, Outcome, clockwise, has
from .connections import legal_destinations, legal_routes, legal_tiles
from .passengers import claim, legal_claims, legal_loads, load
from .risk import (
    after_placing,
    choose_destination,
    choose_replaced,
    choose_route,
    choose_tile,
    clear_attempt,
    give_up,
    legal_between_rolls,
    legal_help,
    let_stand,
    make_up,
    roll,
    use_beacon,
)
from .rounds import begin_era, end_turn, take_subsidy
from .upkeep import draw_passengers, lay_out_cards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Set the table up; homes are chosen next, from the right neighbour of the first player, who is drawn by lot.

    (Rules AE-1.2, AE-1.3, AE-1.6, AE-1.8, AE-1.10, AE-R50)
    """
    s.era = 1
    clear_attempt(s)
    s.bought = NONE
    s.claiming = NONE
    lay_out_board(t, o, s)
    lay_out_cards(t, s)
    for passenger in range(len(s.passenger_at)):
        s.passenger_at[passenger] = IN_BAG
    for passenger in range(t.passengers):
        s.bag[t.passenger_to[passenger]] += t.passenger_seats[passenger]
    for k in range(WAITING):
        s.waiting[k] = NONE
        s.overflow[k] = NONE
    draw_passengers(t, s, 0)
    s.first = draw(s, o.players)
    s.seat = clockwise(o, s.first, o.players - 1)
    s.phase = Phase.HOME


@kernel
def lay_out_board(t: Tables, o: Options, s: State) -> None:
    """Airport tiles lie before the players, advantages beside the board; with 3 players some spaces are blocked.

    (Rules AE-1.5, AE-1.7, AE-3.1.6, AE-3.5.1)
    """
    for seat in range(len(s.home)):
        s.home[seat] = NONE
    for seat in range(o.players):
        for stage in range(STAGES):
            s.supply[seat, stage] = t.supply[stage]
    for kind in range(ADVANTAGES):
        s.stock[kind] = t.advantage_tiles[kind]
    for city in range(t.cities):
        s.free[city] = t.spaces[o.players, city]
        if s.free[city] > 0:
            s.open |= BIT << city


@kernel(inline=True)
def legal(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """What the seat to decide may do."""
    if s.phase == Phase.HOME:
        legal_homes(t, o, s, mask)
    elif s.phase == Phase.ACTION:
        legal_action(t, o, s, mask)
    elif s.phase == Phase.EXTRA:
        mask[Action.EXTRA] = 1
        mask[Action.NO_EXTRA] = 1
    elif s.phase == Phase.PLACING:
        legal_tiles(t, o, s, mask)
        mask[Action.FINISH] = 1
    elif s.phase == Phase.DESTINATION:
        legal_destinations(t, o, s, mask)
    elif s.phase == Phase.ROUTE:
        legal_routes(t, s, mask)
    elif s.phase == Phase.ROLLED:
        mask[Action.BEACON] = 1
        mask[Action.KEEP] = 1
    elif s.phase == Phase.SHORT:
        legal_help(t, s, mask)
    elif s.phase == Phase.NEXT_ROLL:
        legal_between_rolls(mask)
    elif s.phase == Phase.REPLACE:
        legal_replacements(o, s, mask)
    elif s.phase == Phase.LOAD:
        legal_loads(t, s, mask)
    elif s.phase == Phase.NIGHT_FLIGHTS:
        legal_claims(t, s, mask, 1)
        mask[Action.FINISH] = 1
    elif s.phase == Phase.PAIR:
        legal_pairs(s, mask)
    elif s.phase == Phase.WILD:
        legal_types(t, s, mask)


@kernel(inline=True)
def legal_homes(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """Starting cities that are nobody's home yet (Rule AE-1.4)."""
    taken = np.int64(0)
    for seat in range(o.players):
        taken |= s.network[seat]
    for home in range(HOMES):
        mask[Action.HOME + home] = not has(taken, t.homes[home])


@kernel(inline=True)
def legal_action(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """One of the five actions must be performed; a subsidy can always be taken (Rules AE-2.10, AE-R54)."""
    legal_cards(t, s, mask)
    legal_tiles(t, o, s, mask)
    legal_claims(t, s, mask, 0)
    legal_purchases(t, s, mask)
    mask[Action.MAINTENANCE] = may_maintain(s)
    mask[Action.SUBSIDY] = 1


@kernel(inline=True)
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Play one decision of `s.seat` and go on to the next one."""
    outcome = outcome_of(t, o, s, action)
    # What follows from a placed tile and from the end of a turn is long: one call of each keeps the machine code short.
    if outcome == Outcome.TILE_PLACED:
        outcome = after_placing(t, o, s)
    if outcome == Outcome.TURN_OVER:
        end_turn(t, o, s)


@kernel(inline=True)
def outcome_of(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """Play one decision by the rules of its phase."""
    if s.phase == Phase.HOME:
        return play_home(t, o, s, action - Action.HOME)
    if s.phase == Phase.ACTION:
        return play_action(t, o, s, action)
    if s.phase == Phase.EXTRA:
        return play_extra(t, s, action)
    if s.phase == Phase.PLACING:
        return Outcome.TURN_OVER if action == Action.FINISH else choose_tile(s, action - Action.TILE)
    if s.phase == Phase.DESTINATION:
        return choose_destination(t, s, action - Action.TO)
    if s.phase == Phase.ROUTE:
        return choose_route(t, o, s, action)
    if s.phase == Phase.ROLLED:
        return use_beacon(t, o, s) if action == Action.BEACON else let_stand(t, o, s)
    if s.phase == Phase.SHORT:
        return make_up(t, o, s, action)
    if s.phase == Phase.NEXT_ROLL:
        return roll(t, o, s) if action == Action.ROLL_ON else give_up(s)
    if s.phase == Phase.REPLACE:
        return choose_replaced(t, o, s, action - Action.REPLACE + 1)
    if s.phase == Phase.LOAD:
        return load(t, s, action - Action.LOAD + 1)
    if s.phase == Phase.NIGHT_FLIGHTS:
        return Outcome.TURN_OVER if action == Action.FINISH else claim(s, action - Action.CLAIM)
    if s.phase == Phase.PAIR:
        return use_pair(t, s, action - Action.PAIR)
    return take_wild(t, s, action - Action.ADVANTAGE)


@kernel
def play_home(t: Tables, o: Options, s: State, home: int) -> Outcome:
    """Homes are chosen counter-clockwise, the first player's last; then the first era begins (Rule AE-1.4)."""
    settle_home(t, s, s.seat, home)
    s.acted += 1
    if s.acted < o.players:
        s.seat = clockwise(o, s.seat, o.players - 1)
    else:
        begin_era(t, o, s)
    return Outcome.NEXT_DECISION


@kernel
def play_action(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """One of the five actions, or Engine Maintenance before it (Rules AE-2.10, AE-5.8)."""
    if action == Action.SUBSIDY:
        return take_subsidy(t, o, s)
    if action == Action.MAINTENANCE:
        return maintain(s)
    if action == Action.ROLL_ADVANTAGES:
        return roll_for_advantages(t, s)
    if action >= Action.ADVANTAGE:
        return buy_advantage(t, s, action - Action.ADVANTAGE)
    if action >= Action.CLAIM:
        return claim(s, action - Action.CLAIM)
    if action >= Action.TILE:
        return choose_tile(s, action - Action.TILE)
    return play_card(t, s, action - Action.BUY)


@kernel
def play_card(t: Tables, s: State, place: int) -> Outcome:
    """Buy a card; whoever can use Increased Production on it is asked (Rule AE-R7)."""
    card = buy_card(t, s, place)
    if may_produce_more(t, s, card):
        s.bought = card
        s.phase = Phase.EXTRA
        return Outcome.NEXT_DECISION
    return Outcome.TURN_OVER


@kernel
def play_extra(t: Tables, s: State, action: int) -> Outcome:
    """Use Increased Production on the card just bought, or keep it (Rules AE-5.9, AE-R7)."""
    if action == Action.EXTRA:
        produce_more(t, s)
    s.bought = NONE
    return Outcome.TURN_OVER


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Everything lies open, and the bag is drawn from at random: only future chance is unknown to a seat."""
    s.chance = seed
