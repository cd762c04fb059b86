"""What can be inconsistent in a State record: the gate for saved positions lets in what has no fault.

Kernels follow cities, cards and tiles as indices without a check, and some loops end only where they find what must be
there, so nothing here may be left out that they rely on. What lies where is checked here, what is being done at the
moment in `faults_in_play.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._core.gate import absent_seat_faults
from .faults_in_play import faults_in_play
from .limits import ERAS, HOME_AIRPORT, HOMES, MARKETS, MAX_CITIES, NONE, SPACES_PER_HOME, STAGES, Region
from .names import advantage_name, city_name
from .state import ABOARD, GONE, IN_BAG, IN_DECK, REMOVED, Phase

if TYPE_CHECKING:
    from .._core.game import Game

BY_SEAT = (
    *("money", "points", "plane_points", "passenger_points", "home", "failures", "advantages", "supply", "tiles"),
    *("airport", "network", "below", "presence", "planes", "carried", "profit"),
)
BITS = np.int64(1) << np.arange(MAX_CITIES, dtype=np.int64)


def faults(game: Game, s: Any) -> list[str]:
    """What is inconsistent in a State record whose values are in their declared ranges, one line each."""
    t = game._gate.tables
    found = [*absent_seat_faults(game, s, BY_SEAT), *_beyond_the_pack(t, s), *_seat_faults(game, s)]
    if found:
        return found  # what follows looks things up by seat, city, card and tile
    return [
        *_board_faults(game, s),
        *_home_faults(game, s),
        *_card_faults(game, s),
        *_plane_faults(game, s),
        *_waiting_faults(t, s),
        *_bag_faults(game, s),
        *_supply_faults(game, s),
        *_money_faults(game, s),
        *faults_in_play(game, s),
    ]


def _beyond_the_pack(t: Any, s: Any) -> Iterator[str]:
    """Arrays are as long as the largest data pack; beyond what this one has they are as they were dealt."""
    city, card, tile = int(t.cities), int(t.cards), int(t.passengers)
    sets = np.concatenate([s.network, s.below.ravel(), [s.open]])
    if s.airport[:, city:].any() or s.free[city:].any() or s.bag[city:].any() or (sets >> city).any():
        yield f"there is something in a city that the map does not have: it has {city}"
    if (s.owner[card:] != IN_DECK).any() or s.seats[card:].any() or s.display.max() >= card or s.next_card > card:
        yield f"there is a card that the game does not have: it has {card}"
    if (s.passenger_at[tile:] != IN_BAG).any() or max(s.waiting.max(), s.overflow.max()) >= tile:
        yield f"there is a passenger tile that the game does not have: it has {tile}"
    for name, most in {"home": city, "destination": city, "skipped": city, "bought": card, "claiming": tile}.items():
        if np.max(s[name]) >= most:
            yield f"{name} is {np.max(s[name])}; there are {most}"
    spaces = s.waiting.reshape(HOMES, SPACES_PER_HOME)
    if (spaces[:, t.spaces_per_home :] != NONE).any():
        yield f"a passenger waits in a space that a starting city does not have: it has {t.spaces_per_home}"
    if (s.display[t.display_size :] != NONE).any():
        yield f"there are more than {t.display_size} cards on display"


def _seat_faults(game: Game, s: Any) -> Iterator[str]:
    n = game.players
    if s.first >= n:
        yield f"the first player is seat {s.first}, but the seats are 0 to {n - 1}"
    if ((s.owner >= n) & (s.owner != REMOVED)).any():
        yield f"a card belongs to a seat that nobody sits at: the seats are 0 to {n - 1}"
    aboard = s.passenger_at[(s.passenger_at >= ABOARD) & (s.passenger_at < GONE)] - ABOARD
    if not ((s.owner[aboard] >= 0) & (s.owner[aboard] < n)).all():
        yield "a passenger is aboard an aeroplane that nobody owns"


def _board_faults(game: Game, s: Any) -> Iterator[str]:
    """Sets of cities, spaces and counts are those of the airports on the board."""
    t, n, cities = game._gate.tables, game.players, int(game._gate.tables.cities)
    there = s.airport > 0
    free = t.spaces[n, :cities] - there[:, :cities].sum(axis=0)
    for city in np.flatnonzero(free != s.free[:cities]).tolist():
        yield f"{city_name(game, city)} has {s.free[city]} empty spaces, but should have {free[city]}"
    if s.open != int((s.free > 0) @ BITS):
        yield "the cities with an empty space are not those that have one"
    if (s.network != there @ BITS).any():
        yield "the networks are not those of the airports on the board"
    for stage in range(STAGES):
        if (s.below[:, stage] != (there & (s.airport <= stage)) @ BITS).any():
            yield f"the airports below Stage {stage + 1} are not those on the board"
    region = np.where(np.arange(MAX_CITIES) < cities, t.region, Region.AMERICAS)
    for market in range(MARKETS):
        if (s.presence[:, market] != (there & (region == market)).sum(axis=1)).any():
            yield f"the airports in market {market} are not those on the board"


def _home_faults(game: Game, s: Any) -> Iterator[str]:
    """Homes are different starting cities, chosen counter-clockwise; nothing else is done before."""
    t, n = game._gate.tables, game.players
    choosing = s.phase == Phase.HOME
    for seat in range(n):
        turn = (int(s.first) - 1 - seat) % n
        home = int(s.home[seat])
        if (home != NONE) != (not choosing or turn < s.acted):
            yield f"seat {seat} {'has' if home != NONE else 'has no'} home after {s.acted} seats have chosen"
        homes = np.flatnonzero(s.airport[seat] == HOME_AIRPORT).tolist()
        if homes != ([] if home == NONE else [home]) or (home != NONE and home not in t.homes):
            yield f"the home of seat {seat} is city {home}, but its home airports are in {homes}"
    chosen = s.home[s.home != NONE]
    if len(set(chosen.tolist())) != len(chosen):
        yield "two seats have one home"
    if not choosing:
        return
    begun = s.money.any() or s.points.any() or s.subsidies or s.failures.any() or s.advantages.any() or s.die
    begun = begun or s.tiles.any() or (s.owner != IN_DECK).any() or (s.airport % HOME_AIRPORT).any()
    if begun or s.era != 1 or s.round_number != 0:
        yield "homes are being chosen, but the first era has begun"


def _card_faults(game: Game, s: Any) -> Iterator[str]:
    """The display shows cards in number order that nobody owns, and is filled from the deck."""
    t = game._gate.tables
    cards, numbers = int(t.cards), np.arange(int(t.cards))
    shown = s.display[s.display != NONE]
    if (s.display[: len(shown)] == NONE).any() or (np.diff(shown) <= 0).any():
        yield "the cards on display are not in the order of their numbers"
    if len(shown) < t.display_size and s.next_card < cards:
        yield "a card is missing on display, though there are cards in the deck"
    unsold = s.owner[:cards] == IN_DECK
    if (unsold != (np.isin(numbers, shown) | (numbers >= s.next_card))).any() or (shown >= s.next_card).any():
        yield "the cards that nobody has bought are not those on display and in the deck"
    stage = t.card_stage[:cards]
    if (stage[unsold] < s.era).any():
        yield f"a card of an earlier era is on display or in the deck in era {s.era}"
    if (stage[s.owner[:cards] == REMOVED] >= s.era).any():
        yield f"a card has left the game before its era was over: it is era {s.era}"


def _plane_faults(game: Game, s: Any) -> Iterator[str]:
    """Seats, passengers aboard and what is counted of them belong together."""
    t, n, cards, tiles = (
        game._gate.tables,
        game.players,
        int(game._gate.tables.cards),
        int(game._gate.tables.passengers),
    )
    owner, seats, capacity = s.owner[:cards], s.seats[:cards].astype(int), t.card_capacity[:cards].astype(int)
    at = s.passenger_at[:tiles].astype(int) - ABOARD
    flown = (at >= 0) & (at < cards)
    aboard = np.bincount(at[flown], weights=t.passenger_seats[:tiles][flown], minlength=cards).astype(int)
    worth = np.bincount(at[flown], weights=t.passenger_points[:tiles][flown], minlength=cards).astype(int)
    owned = (owner >= 0) & (owner < n)
    closed = owned & (seats == 0) & (s.era > 1)
    fine = np.where(owned, (seats + aboard == capacity) | (closed & (aboard <= capacity)), seats == 0)
    for card in np.flatnonzero(~fine).tolist():
        yield f"card {card + 1} has {seats[card]} free seats and {aboard[card]} taken ones, but {capacity[card]} in all"
    for seat in range(n):
        mine = owner == seat
        free = np.bincount(seats[mine], minlength=s.planes.shape[1])
        if (s.planes[seat] != free).any():
            yield f"the aeroplanes of seat {seat} have {free.tolist()} free seats, not {s.planes[seat].tolist()}"
        if s.profit[seat] != s.carried[seat] - seats[mine].sum():
            yield f"the profit of seat {seat} is {s.profit[seat]}, not carried less free seats"
        if s.carried[seat] > aboard[mine].sum() or (s.era == 1 and s.carried[seat] != aboard[mine].sum()):
            yield f"seat {seat} has carried {s.carried[seat]} passengers, but {aboard[mine].sum()} are aboard"
        points = int(t.card_points[:cards][mine].sum()), int(worth[mine].sum())
        if (s.plane_points[seat], s.passenger_points[seat]) != points:
            yield f"the aeroplanes and passengers of seat {seat} are worth {points} points"


def _waiting_faults(t: Any, s: Any) -> Iterator[str]:
    """A tile is in the space that it says it is in, and the space holds it."""
    places = np.concatenate([s.waiting, s.overflow])
    filled = np.flatnonzero(places != NONE)
    if (s.passenger_at[places[filled]] != filled).any():
        yield "a passenger waits in a space and is elsewhere at once"
    if ((s.passenger_at >= 0) & (s.passenger_at < ABOARD)).sum() != len(filled):
        yield "a passenger waits in a space that does not hold it"
    if s.era == 1 and (s.overflow != NONE).any():
        yield "there is somebody in the overflow in the first era"
    if s.era < ERAS and (s.passenger_at == GONE).any():
        yield f"a passenger has left the game in era {s.era}"


def _bag_faults(game: Game, s: Any) -> Iterator[str]:
    t, tiles = game._gate.tables, int(game._gate.tables.passengers)
    inside = s.passenger_at[:tiles] == IN_BAG
    left = tiles - int(s.era) * HOMES * int(t.spaces_per_home)
    if inside.sum() != left:
        yield f"{inside.sum()} passengers are in the bag; in era {s.era} {left} are left"
    seats = t.passenger_seats[:tiles][inside]
    expected = np.bincount(t.passenger_to[:tiles][inside], weights=seats, minlength=MAX_CITIES)
    for city in np.flatnonzero(expected != s.bag).tolist():
        yield f"{s.bag[city]} seats to {city_name(game, city)} are in the bag, but should be {expected[city]:g}"
    if s.era == 1 and t.passenger_wild[:tiles][~inside].any():
        yield "a wild passenger is out of the bag in the first era"


def _supply_faults(game: Game, s: Any) -> Iterator[str]:
    """Advantages of this era, failures below the limit, airport tiles that cards have brought."""
    t, n, cards = game._gate.tables, game.players, int(game._gate.tables.cards)
    for kind in np.flatnonzero(s.advantages.any(axis=0) & (t.advantage_era > s.era)).tolist():
        yield f"{advantage_name(kind)} is held in era {s.era}, but can be had from era {t.advantage_era[kind]} on"
    for seat in np.flatnonzero(s.failures >= t.failure_limit).tolist():
        yield f"seat {seat} has {s.failures[seat]} engine failures; at {t.failure_limit} it has crashed"
    kinds = 2 * (t.card_stage[:cards] - 1) + t.card_long[:cards]
    for seat in range(n):
        mine = s.owner[:cards] == seat
        # Increased Production brings one more.
        brought = np.bincount(kinds[mine], weights=t.card_airports[:cards][mine] + 1, minlength=s.tiles.shape[1])
        if (s.tiles[seat] > brought).any():
            yield f"seat {seat} has airport tiles {s.tiles[seat].tolist()} on its cards, which brought fewer"


def _money_faults(game: Game, s: Any) -> Iterator[str]:
    """Nobody has more than eras, subsidies and the Americas can have brought."""
    t, n, era = game._gate.tables, game.players, int(s.era)
    if s.subsidies > t.subsidies:
        yield f"£{s.subsidies} are in the subsidy box, which holds {t.subsidies}"
    america = t.region[: int(t.cities)] == Region.AMERICAS
    bonuses = int(np.minimum(t.spaces[n, : int(t.cities)][america], t.americas_players).sum())
    income = int(t.income[:era].sum()) + era * int(t.subsidies) + bonuses * int(t.americas_money)
    scored: NDArray[np.int16] = t.rank_points[: era - 1 + int(s.done != 0), :, 0]
    points = int(scored.sum()) + bonuses * int(t.americas_points)
    for seat in range(n):
        number = int(t.home_number[s.home[seat]])
        most = income + int(t.home_income[number]) if s.home[seat] != NONE and number != NONE else 0
        if s.money[seat] > most:
            yield f"seat {seat} has £{s.money[seat]}; {most} is the most in era {era}"
        if s.points[seat] > points:
            yield f"seat {seat} has {s.points[seat]} points; {points} is the most in era {era}"
