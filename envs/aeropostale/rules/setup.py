"""Setting up the table: companies, panels, cities and their strips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..limits import (
    CITIES,
    COMPANIES,
    FLEET,
    HOME_STRIPS,
    LEGENDS,
    MAX_SEATS,
    NONE,
    RECORDS,
    SLOTS,
    STARTING_DESIGNS,
    WEATHER_LINES,
    Condition,
    Continent,
    Rank,
)
from ..state import NOT_POSSIBLE
from .stops import price_contracts
from .turns import clear_event

if TYPE_CHECKING:
    from ..state import Options, State
    from ..tables import Tables


@kernel
def set_up(t: Tables, o: Options, s: State) -> None:
    """Companies are drawn by lot and take what is theirs; everything else lies on the board.

    (Rules AO-2.1, AO-2.2, AO-2.5, AO-2.6, AO-3.2, AO-R10, AO-R12, AO-R42, AO-R47, AO-R76)
    """
    clear_event(s)
    for seat in range(MAX_SEATS):
        s.legend[seat] = NONE
        s.sent[seat] = NONE
        for place in range(FLEET):
            s.fleet[seat, place] = NONE
            s.runway[seat, place] = NONE
    for record in range(RECORDS):
        s.tile_owner[record] = NONE
    for line in range(WEATHER_LINES):
        s.card[line] = NONE
    s.legends_left = 2**LEGENDS - 1
    draw_companies(t, o, s)
    lay_out_cities(t, o, s)
    for seat in range(o.players):
        equip(t, o, s, seat)
        if s.company[seat] == t.opens:
            s.first = seat
    s.turn = 1


@kernel
def draw_companies(t: Tables, o: Options, s: State) -> None:
    """Each seat gets a company by lot; one of them is in the game with five players only.

    (Rules AO-2.8, AO-R13, AO-R76)
    """
    left = 0
    for company in range(COMPANIES):
        if o.players == MAX_SEATS or not t.five_only[company]:
            left |= 1 << company
    count = 0
    for company in range(COMPANIES):
        count += (left >> company) & 1
    for seat in range(o.players):
        k = draw(s, count - seat)
        company = 0
        while k > 0 or (left >> company) & 1 == 0:
            k -= (left >> company) & 1
            company += 1
        s.company[seat] = company
        left &= ~(1 << company)


@kernel
def equip(t: Tables, o: Options, s: State, seat: int) -> None:
    """A panel with logistics, rookies and the starting designs, and cubes on the starting stop.

    (Rules AO-1.1, AO-1.2, AO-2.8, AO-2.9, AO-2.10, AO-4.5.4)
    """
    company = s.company[seat]
    s.logistics[seat] = t.start_logistics
    s.pilots[seat, Condition.AVAILABLE, Rank.ROOKIE] = t.start_rookies
    s.legend_strip[seat] = t.has_legends[o.scenario]
    for design in range(STARTING_DESIGNS):
        s.fleet[seat, design] = design
        s.designs[seat] |= 1 << design
    s.cubes[seat, t.home[company]] = t.home_cubes[company]


@kernel
def lay_out_cities(t: Tables, o: Options, s: State) -> None:
    """Strips lie face down: as many as there are players, one less on starting stops, none where a city is closed.

    (Rules AO-2.7, AO-2.10, AO-2.11, AO-4.1.1, AO-9.1, AO-9.2, AO-9.3, AO-R2, AO-R13, AO-R45)
    """
    for city in range(CITIES):
        s.monopoly[city] = NONE
        s.pays[city, :, :] = NOT_POSSIBLE
        for slot in range(SLOTS):
            s.strip[city, slot] = NONE
        s.maximum[city] = t.city_maximum[competition_on(o, t.continent[city]), city]
        s.face_down[city] = o.players
    for company in range(COMPANIES):
        city = t.home[company]
        if is_played(o, s, company):
            s.face_down[city] = o.players - 1
            s.strip[city, 0] = HOME_STRIPS + company
            price_contracts(t, s, city)
        elif not t.five_only[company]:
            s.face_down[city] = 0
            s.maximum[city] = 0


@kernel(inline=True)
def competition_on(o: Options, continent: int) -> int:
    """Which tokens for the maximum value of stops are used on a continent (Rules AO-9.1, AO-9.2, AO-9.3)."""
    if continent == Continent.EUROPE:
        return o.europe
    return o.africa if continent == Continent.AFRICA else o.south_america


@kernel(inline=True)
def is_played(o: Options, s: State, company: int) -> bool:
    """Whether somebody at the table has a company."""
    found = False
    for seat in range(o.players):
        found |= s.company[seat] == company
    return found
