"""At the destination: Air Routes, Great Firsts, Hubs, and the delivery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.bits import lowest
from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import (
    FIRST_VIP,
    HUBS,
    LOADS,
    NONE,
    VIPS,
    Category,
    Equipment,
    Load,
)
from ..state import Phase
from .common import (
    ALL_VIPS,
    ONE,
    Outcome,
    clear_flight,
    earn,
    gain_glory,
    has_card,
    loads_aboard,
    pay,
)
from .flights import destination, spend

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..state import State
    from ..tables import Tables


@kernel
def land(t: Tables, s: State) -> Outcome:
    """The aircraft arrives: Air Routes, a Great First, then a Hub; the delivery comes after them.

    (Rules PO-7.8, PO-7.9, PO-8.2, PO-8.3, PO-8.4, PO-8.5, PO-R9, PO-R53)
    """
    city, route = destination(t, s), s.route
    spend(t, s, t.route_length[route])
    s.flown += t.route_length[route]
    s.city[s.seat] = city
    clear_flight(s)
    mark_air_routes(t, s, city)
    first: int = t.great_first_of[route]
    if first != NONE and s.great_first[first] == NONE:
        s.great_first[first] = s.seat
        gain_glory(s, s.seat, t.great_first_glory[first])
    for k in range(HUBS):
        if s.hub[k] == city and (s.hubs_reached[s.seat] >> k) & 1 == 0:
            s.hubs_reached[s.seat] |= ONE << k
            s.phase = Phase.HUB
            return Outcome.NEXT_DECISION
    return Outcome.LANDED


@kernel
def mark_air_routes(t: Tables, s: State, city: int) -> None:
    """A cube on each Air Route of the seat with this city; with both cities it is achieved.

    (Rules PO-8.2, PO-8.3, PO-13.1)
    """
    seat = s.seat
    first = s.held[seat, 0] & t.routes_of_city[city, 0]
    second = s.held[seat, 0] & t.routes_of_city[city, 1]
    done = (first & s.marked[1]) | (second & s.marked[0])
    s.marked[0] = (s.marked[0] | first) & ~done
    s.marked[1] = (s.marked[1] | second) & ~done
    s.held[seat, 0] &= ~done
    s.achieved[seat, 0] |= done
    while done != 0:
        card: int = lowest(done)
        gain_glory(s, seat, t.objective_glory[card])
        earn(s, seat, t.objective_money[card])
        done &= done - ONE


@kernel(inline=True)
def take_reward(t: Tables, s: State, action: int) -> Outcome:
    """One of the two rewards of a Hub that is reached for the first time (Rules PO-8.4, PO-R21)."""
    city: int = s.city[s.seat]
    if action == Action.GLORY:
        gain_glory(s, s.seat, t.city_glory[city])
    else:
        earn(s, s.seat, t.city_money[city])
    return Outcome.LANDED


# Delivery


@kernel
def loads_to_deliver(t: Tables, s: State, seat: int, city: int) -> int:
    """Kinds of Load cards aboard that a city accepts, as a set.

    (Rules PO-8.1, PO-13.4, PO-13.5, PO-13.6, PO-13.7, PO-13.8, PO-13.9)
    """
    kinds = 0
    for load in range(LOADS):
        kinds |= (s.aboard[seat, load] > 0) << load
    return kinds & t.accepts[city]


@kernel
def deliveries(t: Tables, s: State) -> tuple[int, int]:
    """Kinds of Load cards, and VIPs, that the seat to decide can deliver where it is, as sets.

    One card at a stopover; a second one of the same sort with Cargo Door or Air Stairs. A Priority Letter goes first
    (Rules PO-8.1, PO-13.2, PO-13.8, PO-13.28, PO-13.31, PO-R10, PO-R71).
    """
    seat = s.seat
    city = s.city[seat]
    kinds, vips = loads_to_deliver(t, s, seat, city), s.held[seat, 1] & ALL_VIPS & t.vips_of_city[city]
    if s.aboard[seat, Load.PRIORITY_LETTER] > 0:
        kinds, vips = kinds & (ONE << Load.PRIORITY_LETTER), vips & 0
    if s.delivered == 0:
        return kinds, vips
    pax = s.delivered_category == Category.PAX
    if s.delivered > 1 or not has_card(s, seat, Equipment.AIR_STAIRS if pax else Equipment.CARGO_DOOR):
        return kinds & 0, vips & 0
    return kinds & (ONE << Load.PAX if pax else ~(ONE << Load.PAX)), vips if pax else vips & 0


@kernel
def legal_deliveries(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """What can be delivered here, or nothing (Rules PO-8.1, PO-R10).

    Of VIPs with the same destination and reward, the first one stands for all.
    """
    kinds, vips = deliveries(t, s)
    for load in range(LOADS):
        mask[Action.DELIVER + load] = (kinds >> load) & 1
    offer_vips(t, vips, mask)
    mask[Action.FINISH] = 1


@kernel
def offer_vips(t: Tables, vips: int, mask: NDArray[np.uint8]) -> None:
    """One action for each VIP of a set; for those alike, the first."""
    for vip in range(VIPS):
        alike = False
        for other in range(vip):
            alike |= (
                ((vips >> other) & 1 != 0)
                & (t.vip_city[vip] == t.vip_city[other])
                & (t.objective_glory[FIRST_VIP + vip] == t.objective_glory[FIRST_VIP + other])
                & (t.objective_money[FIRST_VIP + vip] == t.objective_money[FIRST_VIP + other])
            )
        mask[Action.DELIVER_VIP + vip] = ((vips >> vip) & 1 != 0) & (not alike)


@kernel
def after_landing(t: Tables, s: State) -> Outcome:
    """A delivery if there is any, then the next flight (Rules PO-7.9, PO-8.1, PO-R31)."""
    kinds, vips = deliveries(t, s)
    s.phase = Phase.DELIVERY
    if kinds == 0 and vips == 0:
        fly_on(s)
    return Outcome.NEXT_DECISION


@kernel(inline=True)
def fly_on(s: State) -> None:
    """The stopover is over; the journey may be continued with what is left (Rules PO-7.9, PO-R62)."""
    s.delivered = 0
    s.delivered_category = 0
    s.phase = Phase.FLYING


@kernel
def deliver_load(t: Tables, s: State, load: int) -> Outcome:
    """A Load card is delivered (Rules PO-8.1, PO-13.4, PO-13.6, PO-13.7, PO-13.8, PO-13.24)."""
    seat = s.seat
    s.delivered += 1
    s.delivered_category = Category.PAX if load == Load.PAX else Category.CARGO
    if load == Load.SMUGGLING_CASE:
        return pass_customs(t, s)
    s.aboard[seat, load] -= 1
    earn(s, seat, t.load_money[load])
    if load == Load.PAX:
        earn(s, seat, pax_bonus(t, s))
    if load >= Load.SOVIET_BAG and load <= Load.GERMAN_BAG and has_diplomacy(t, s, load - Load.SOVIET_BAG):
        advance_diplomacy(t, s, load - Load.SOVIET_BAG)
    else:
        s.load_discard[load] += 1
    return Outcome.LANDED


@kernel(inline=True)
def pax_bonus(t: Tables, s: State) -> int:
    """What the Steward adds to the money for PAX and VIPs (Rules PO-13.24, PO-R27, PO-R54)."""
    return t.pax_bonus[Equipment.STEWARD] + 0 if has_card(s, s.seat, Equipment.STEWARD + 0) else 0


@kernel(inline=True)
def has_diplomacy(t: Tables, s: State, nation: int) -> bool:
    """Whether the seat to decide has the Diplomacy card of a nation, begun or not (Rules PO-13.3, PO-R23)."""
    bit = ONE << (VIPS + t.diplomacy_of[nation])
    return ((s.held[s.seat, 1] | s.achieved[s.seat, 1]) & bit) != 0


@kernel(inline=True)
def advance_diplomacy(t: Tables, s: State, nation: int) -> None:
    """A bag for a Diplomacy card is kept, and earns the next step of its scale.

    (Rules PO-8.1, PO-8.3, PO-13.3, PO-R23)
    """
    card: int = t.diplomacy_of[nation]
    gain_glory(s, s.seat, t.diplomacy_scale[card, s.bags[s.seat, nation]])
    s.bags[s.seat, nation] += 1
    bit = ONE << (VIPS + card)
    s.held[s.seat, 1] &= ~bit
    s.achieved[s.seat, 1] |= bit


@kernel(inline=True)
def pass_customs(t: Tables, s: State) -> Outcome:
    """One of all Load cards aboard is drawn: a Smuggling Case is fined and ends the turn, anything else lets it pass.

    (Rules PO-13.9, PO-R11, PO-R53)
    """
    seat = s.seat
    found = draw(s, loads_aboard(s, seat)) < s.aboard[seat, Load.SMUGGLING_CASE]
    s.aboard[seat, Load.SMUGGLING_CASE] -= 1
    s.load_discard[Load.SMUGGLING_CASE] += 1
    if found:
        pay(t, s, seat, t.fine)
        return Outcome.TURN_OVER
    earn(s, seat, t.load_money[Load.SMUGGLING_CASE])
    return Outcome.LANDED


@kernel
def deliver_vip(t: Tables, s: State, vip: int) -> Outcome:
    """A VIP Traveller is where he wants to be (Rules PO-8.1, PO-8.3, PO-13.2, PO-13.24)."""
    seat, card = s.seat, FIRST_VIP + vip
    s.delivered += 1
    s.delivered_category = Category.PAX
    s.held[seat, 1] &= ~(ONE << vip)
    s.achieved[seat, 1] |= ONE << vip
    gain_glory(s, seat, t.objective_glory[card])
    earn(s, seat, t.objective_money[card] + pax_bonus(t, s))
    return Outcome.LANDED
