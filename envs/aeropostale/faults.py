"""What can be inconsistent in a State record: the gate for saved positions lets in what has no fault.

Kernels follow cities, strips, cards and places as indices without a check, and some loops end only where they find what
must be there, so nothing here may be left out that they rely on. The board is checked here, companies in
`faults_of_companies.py`, the turn and what is being done in `faults_in_play.py` and `faults_of_events.py`. What
follows from the board by the rules is worked out by the rules (`worked_out.py`) and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .._core.gate import absent_seat_faults
from .faults_in_play import FLIGHTS, faults_in_play
from .faults_of_companies import faults_of_companies
from .faults_of_events import faults_of_events
from .faults_of_flights import faults_of_flights
from .faults_of_wings import faults_of_wings
from .limits import (
    CITIES,
    CONTINENTS,
    CUBES,
    HOME_STRIPS,
    LEGENDARY_STRIP,
    MAX_SEATS,
    MONOPOLY_CONTRACTS,
    NONE,
    STRIPS_PER_CONTINENT,
    WEATHER_LINES,
    Continent,
)
from .names import city_name, line_name
from .worked_out import work_out

if TYPE_CHECKING:
    from .._core.game import Game

BY_SEAT = (
    *("company", "logistics", "pilots", "legend", "feat", "legend_strip", "designs", "fleet", "condition", "runway"),
    *("level", "wings", "won", "diamond", "choice", "registered", "barred", "sent", "inspired", "tokens", "cubes"),
    *("rolls", "ranked"),
)
STRIPS_OF_CONTINENT = 2**STRIPS_PER_CONTINENT - 1
WORKED_OUT = ("pays", "near", "cheap", "flown", "carried_on")


def faults(game: Game, s: Any) -> list[str]:
    """What is inconsistent in a State record whose values are in their declared ranges, one line each."""
    found = [*absent_seat_faults(game, s, BY_SEAT), *_seat_faults(game, s)]
    if found:
        return found  # what follows looks things up by seat and company
    laid_out = _lay_out(game, s)
    found = [
        *_city_faults(game, s, laid_out),
        *_strip_faults(game, s, laid_out),
        *_weather_faults(game, s),
        *_wingless_faults(game, s),
        *faults_of_companies(game, s),
        *faults_in_play(game, s),
    ]
    if not found:
        found = faults_of_events(game, s)
    if found:
        return found  # what follows asks the rules
    worked_out = work_out(game, s)
    found = [
        f"{name} is not what follows from strips and weather"
        for name in WORKED_OUT
        if (worked_out.anew[name] != s[name]).any()
    ]
    if s.event in FLIGHTS:
        found += faults_of_flights(game, s, worked_out)
    return found or faults_of_wings(game, s, worked_out)


def _seat_faults(game: Game, s: Any) -> Iterator[str]:
    t, n = game._gate.tables, game.players
    if s.first >= n:
        yield f"the first player is seat {s.first}, but the seats are 0 to {n - 1}"
    if s.acted > n:
        yield f"{s.acted} seats have acted, but there are {n}"
    if (s.monopoly >= n).any() or (s.tile_owner >= n).any() or s.gained >> n:
        yield "a monopoly, a record tile or wings belong to a seat that nobody sits at"
    companies = s.company[:n].tolist()
    if len(set(companies)) < n:
        yield "two seats have one company"
    if n < MAX_SEATS and t.five_only[companies].any():
        yield f"a company is there that is in the game with {MAX_SEATS} players only"


class _LaidOut(NamedTuple):
    """What the companies at the table make of each city: its maximum, its strips, and whose home it is (−1: none)."""

    maximum: list[int]
    strips: list[int]
    home: list[int]


def _lay_out(game: Game, s: Any) -> _LaidOut:
    t, n, options = game._gate.tables, game.players, game.options[0]
    competition = [int(options.europe), int(options.africa), int(options.south_america)]
    maximum = [int(t.city_maximum[competition[t.continent[city]], city]) for city in range(CITIES)]
    strips, home = [n] * CITIES, [NONE] * CITIES
    played = s.company[:n].tolist()
    for company, city in enumerate(t.home.tolist()):
        if company in played:
            strips[city], home[city] = n - 1, company
        elif not t.five_only[company]:
            strips[city] = maximum[city] = 0
    return _LaidOut(maximum, strips, home)


def _city_faults(game: Game, s: Any, laid_out: _LaidOut) -> Iterator[str]:
    """Cubes are within the maximum of cities and the stock of companies."""
    n = game.players
    if s.maximum.tolist() != laid_out.maximum:
        yield f"the maximum values of cities are {s.maximum.tolist()}, but should be {laid_out.maximum}"
    cubes, placed = s.cubes.sum(axis=0).tolist(), s.cubes.sum(axis=1).tolist()
    for seat in range(n):
        if placed[seat] > CUBES:
            yield f"seat {seat} has {placed[seat]} cubes on the board; there are {CUBES}"
    monopoly = s.monopoly.tolist()
    for city in range(CITIES):
        if cubes[city] > (0 if monopoly[city] != NONE else laid_out.maximum[city]):
            yield f"{city_name(game, city)} has {cubes[city]} cubes, more than it holds"
        if monopoly[city] != NONE and laid_out.maximum[city] == 0:
            yield f"seat {monopoly[city]} has the monopoly of {city_name(game, city)}, which is closed"


def _strip_faults(game: Game, s: Any, laid_out: _LaidOut) -> Iterator[str]:
    """Strips lie face up from the first slot on, each once and where it belongs; those and face-down ones are all."""
    t = game._gate.tables
    face_down, rows = s.face_down.tolist(), s.strip.tolist()
    shown: list[list[int]] = [[], [], []]
    discarded, tiles = [0] * CONTINENTS, []
    for city, row in enumerate(rows):
        name, continent = city_name(game, city), int(t.continent[city])
        lying = [strip for strip in row if strip != NONE]
        if row[: len(lying)] != lying:
            yield f"the strips of {name} do not lie in its first slots"
        if s.monopoly[city] != NONE:
            if len(lying) != 1 or lying[0] < MONOPOLY_CONTRACTS or face_down[city]:
                yield f"{name} is a monopoly, but other things than its tile lie there"
            tiles.append((int(s.monopoly[city]), lying[:1]))
            discarded[continent] += laid_out.strips[city]
            continue
        printed = [] if laid_out.home[city] == NONE else [HOME_STRIPS + laid_out.home[city]]
        strips = lying[len(printed) :]
        if lying[: len(printed)] != printed or any(strip > LEGENDARY_STRIP for strip in strips):
            yield f"the printed strip or contract of {name} is not its own"
        if len(strips) + face_down[city] != laid_out.strips[city]:
            total = laid_out.strips[city]
            yield f"{name} has {len(strips)} strips face up and {face_down[city]} face down, not {total} in all"
        shown[continent] += strips
    if len({(seat, *tile) for seat, tile in tiles}) < len(tiles):
        yield "a monopoly tile lies in two cities"
    yield from _seen_faults(game, s, shown, discarded)


def _seen_faults(game: Game, s: Any, shown: list[list[int]], discarded: list[int]) -> Iterator[str]:
    """The strips that have been seen are those that lie face up, and those that monopolies and legends removed."""
    used = int(game._gate.tables.has_legends[_scenario(game)]) * game.players - int(s.legend_strip.sum())
    for continent, strips in enumerate(shown):
        name = Continent(continent).name.lower()
        seen = int(s.strips_seen) >> STRIPS_PER_CONTINENT * continent & STRIPS_OF_CONTINENT
        numbers = [strip - STRIPS_PER_CONTINENT * continent for strip in strips if strip != LEGENDARY_STRIP]
        if any(not 0 <= k < STRIPS_PER_CONTINENT or not seen >> k & 1 for k in numbers):
            yield f"strips {strips} lie on {name}, of which one was not revealed there"
        if len(set(numbers)) < len(numbers):
            yield "a strip lies in two places"
        if not len(strips) <= seen.bit_count() <= len(strips) + discarded[continent]:
            yield f"{seen.bit_count()} strips of {name} have been seen, but not so many laid"
        legendary = strips.count(LEGENDARY_STRIP)
        most = used if continent == Continent.AFRICA else 0
        if legendary > most or (legendary < most and not discarded[continent]):
            yield f"{legendary} legendary strips lie on {name}, {most} have been laid"


def _scenario(game: Game) -> int:
    return int(game.options[0].scenario)


def _weather_faults(game: Game, s: Any) -> Iterator[str]:
    """Cards are of the deck of the scenario, which lasts for all turns."""
    t, scenario = game._gate.tables, _scenario(game)
    decks = t.deck[scenario].tolist() if t.has_weather[scenario] else [0] * WEATHER_LINES
    turns = int(t.turns[scenario]) - s.turn
    for line, (card, seen) in enumerate(zip(s.card.tolist(), s.cards_seen.tolist(), strict=True)):
        needed = turns + (card == NONE) if decks[line] else 0
        if seen & ~decks[line] or (decks[line] & ~seen).bit_count() < needed:
            yield f"cards of {line_name(game, line)} have been seen that its deck has not, or too many of them"
        if card != NONE and not seen >> card & 1:
            yield f"card {card + 1} lies open on {line_name(game, line)}, but was not turned up there"


def _wingless_faults(game: Game, s: Any) -> Iterator[str]:
    """Where a scenario is played without wings, nothing on the board speaks of them."""
    if not game._gate.tables.has_wings[_scenario(game)]:
        if s.pioneers.any() or s.farthest or s.wings.any() or s.diamond.any() or s.swept.any():
            yield "there are wings in a scenario without them"
    elif s.diamond.any() and not game._gate.tables.diamonds:
        yield "there is no diamond for the last city"
