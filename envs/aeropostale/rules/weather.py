"""Weather cards: turning them up, and what those on the lines of a flight come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..limits import (
    CARGO_SETS,
    CARGOES,
    FLIGHTS,
    MAX_CARDS,
    MAX_EXTRA,
    MAX_REACH,
    NONE,
    RANKS,
    REGIONS,
    WEATHER_LINES,
    Cargo,
    Effect,
    Flight,
    Rank,
)

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables

ONE = np.int64(1)
ALL_REGIONS = 2**REGIONS - 1


@kernel
def turn_up_card(t: Tables, o: Options, s: State, line: int) -> None:
    """The top card of the line's pile lies open, on the one before; any card not seen can be it.

    (Rules AO-3.3, AO-4.1.2.1, AO-R4)
    """
    left = t.deck[o.scenario, line] & ~s.cards_seen[line]
    count = 0
    for card in range(MAX_CARDS):
        count += (left >> card) & 1
    k = draw(s, count)
    card = 0
    while True:
        if (left >> card) & 1:
            if k == 0:
                break
            k -= 1
        card += 1
    s.card[line] = card
    s.cards_seen[line] |= 1 << card


@kernel
def renew_weather(t: Tables, o: Options, s: State) -> None:
    """A new card is turned up on each line where one lies open (Rule AO-3.3)."""
    for line in range(WEATHER_LINES):
        if s.card[line] != NONE:
            turn_up_card(t, o, s, line)
    chart_routes(t, s)


@kernel
def explore(t: Tables, o: Options, s: State, origin: int, to: int) -> None:
    """Cards of crossed lines that are not turned up yet are turned up now (Rule AO-4.1.2.1)."""
    if not t.has_weather[o.scenario]:
        return
    known = True
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        if s.card[line] == NONE:
            known = False
            turn_up_card(t, o, s, line)
    if not known:
        chart_routes(t, s)


@kernel(inline=True)
def route(origin: int, to: int) -> int:
    """The number of the route between two regions."""
    return REGIONS * to + origin


@kernel(inline=True)
def origins_in(routes: np.int64, to: int) -> int:
    """Regions from which routes of a set lead to a region, as a set."""
    return int((routes >> route(0, to)) & ALL_REGIONS)


@kernel(inline=True)
def acts(t: Tables, s: State, line: int, flight: int, ignored: int) -> bool:
    """Whether a card lies open on a line that acts on this kind of flight, and no feat cancels it.

    (Rules AO-1.4, AO-4.5.4.1)
    """
    card = s.card[line]
    return (card != NONE) & (line != ignored) and t.card_acts[line, card, flight] != 0


@kernel(inline=True)
def crossed(origin: int, to: int, line: int) -> bool:
    """Whether a flight between two regions crosses a line."""
    return (min(origin, to) <= line) & (line < max(origin, to))


@kernel
def chart_routes(t: Tables, s: State) -> None:
    """Work out what the open cards do to flights between any two regions: sets of routes for each limit there is."""
    s.near[:, :] = 0
    s.cheap[:, :] = 0
    s.flown[:, :] = 0
    s.carried_on[:] = 0
    for flight in range(FLIGHTS):
        for a in range(REGIONS):
            extra, longer, rank, allowed, once = 0, 0, 0, CARGO_SETS, np.int64(0)
            for b in range(a, REGIONS):
                if a < b <= WEATHER_LINES and acts(t, s, b - 1, flight, NONE):
                    extra, longer, rank, allowed, once = with_card(t, s, b - 1, extra, longer, rank, allowed, once)
                asked = Rank.SEASONED + 0 if t.south_america[a] | t.south_america[b] else Rank.ROOKIE + 0
                chart_route(s, flight, both_ways(a, b), b - a + longer, extra, max(rank, asked))
                if flight == Flight.RUN:
                    chart_cargo(s, both_ways(a, b), allowed)
        add_up_sets(s, flight)


@kernel(inline=True)
def both_ways(a: int, b: int) -> np.int64:
    """The routes between two regions, as a set."""
    return ONE << route(a, b) | ONE << route(b, a)


@kernel(inline=True)
def chart_route(s: State, flight: int, routes: np.int64, length: int, extra: int, rank: int) -> None:
    """Enter routes at the limits that flights on them just keep."""
    if length <= MAX_REACH:
        s.near[flight, length] |= routes
    s.cheap[flight, extra + MAX_EXTRA] |= routes
    s.flown[flight, rank] |= routes


@kernel(inline=True)
def chart_cargo(s: State, routes: np.int64, allowed: int) -> None:
    """Enter routes at each kind of cargo that runs on them may carry."""
    for cargo in range(CARGOES):
        s.carried_on[cargo] |= routes * ((allowed >> cargo) & 1)


@kernel(inline=True)
def add_up_sets(s: State, flight: int) -> None:
    """What keeps a limit keeps all that are wider."""
    for lines in range(1, MAX_REACH + 1):
        s.near[flight, lines] |= s.near[flight, lines - 1]
    for points in range(1, 2 * MAX_EXTRA + 1):
        s.cheap[flight, points] |= s.cheap[flight, points - 1]
    for rank in range(1, RANKS):
        s.flown[flight, rank] |= s.flown[flight, rank - 1]


@kernel
def weather_between(t: Tables, s: State, flight: int, origin: int, to: int, ignored: int) -> tuple[int, int, int, int]:
    """What weather makes of a flight: lines that it counts as crossing, points that it costs more, the lowest rank of
    pilots, and what may be carried as a set of Cargo.

    (Rules AO-4.1.2.1, AO-4.2.1.1, AO-7.3, AO-7.5, AO-7.7, AO-7.8, AO-7.9, AO-7.10, AO-7.13, AO-7.14, AO-7.15,
    AO-R3, AO-R15, AO-R16)
    """
    extra, longer, rank, allowed, once = 0, 0, 0, CARGO_SETS, np.int64(0)
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        if acts(t, s, line, flight, ignored):
            extra, longer, rank, allowed, once = with_card(t, s, line, extra, longer, rank, allowed, once)
    return abs(origin - to) + longer, extra, rank, allowed


@kernel(inline=True)
def with_card(
    t: Tables, s: State, line: int, extra: int, longer: int, rank: int, allowed: int, once: np.int64
) -> tuple[int, int, int, int, np.int64]:
    """What weather makes of a flight that crosses a line with an open card, too: points, lines more, the lowest rank,
    what may be carried, and the kinds of marked cards so far.

    (Rules AO-7.3, AO-7.5, AO-7.7, AO-7.8, AO-7.9, AO-7.10, AO-7.13, AO-7.14, AO-7.15, AO-R15)
    """
    effect, value = t.card_effect[line, s.card[line]], t.card_value[line, s.card[line]]
    if effect == Effect.COST:
        extra += value if counts(t, s, line, once) else 0
    elif effect == Effect.COUNTS_AS:
        longer += value - 1
    elif effect == Effect.PILOTS_FROM:
        rank = max(rank, value + 0)
    elif effect == Effect.NO_PASSENGERS:
        allowed &= ~(1 << Cargo.PASSENGERS)
    elif effect == Effect.MAIL_ONLY:
        allowed &= 1 << Cargo.MAIL
    return extra, longer, rank, allowed, remember(t, s, line, once)


@kernel(inline=True)
def counts(t: Tables, s: State, line: int, once: np.int64) -> bool:
    """Whether the line's card counts, though an identical one lies on a line before: not if it is marked so.

    `once` are the kinds of marked cards before it, as a set (Rules AO-1.4, AO-4.1.2.1, AO-R15, AO-R46).
    """
    kind = t.card_once[line, s.card[line]]
    return kind == NONE or (once >> kind) & 1 == 0


@kernel(inline=True)
def remember(t: Tables, s: State, line: int, once: np.int64) -> np.int64:
    """The kinds of marked cards so far, this line's among them."""
    kind = t.card_once[line, s.card[line]]
    return once if kind == NONE else once | (ONE << kind)


@kernel
def sum_of_effects(t: Tables, s: State, flight: int, origin: int, to: int, ignored: int, effect: int) -> int:
    """The values of all cards of an effect on the lines of a flight, identical ones once if they are marked so.

    (Rules AO-7.1, AO-7.2, AO-7.4, AO-7.6, AO-7.9, AO-7.11, AO-R15, AO-R17)
    """
    total = 0
    once = np.int64(0)
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        if acts(t, s, line, flight, ignored):
            if t.card_effect[line, s.card[line]] == effect and counts(t, s, line, once):
                total += t.card_value[line, s.card[line]]
            once = remember(t, s, line, once)
    return total


@kernel
def forbids_increase(t: Tables, s: State, origin: int, to: int, ignored: int) -> bool:
    """Whether a card on the lines of a run keeps stops from being increased (Rule AO-7.12)."""
    found = False
    for line in range(min(origin, to), min(max(origin, to), WEATHER_LINES)):
        if acts(t, s, line, Flight.RUN + 0, ignored):
            found |= t.card_effect[line, s.card[line]] == Effect.NO_INCREASE
    return found
