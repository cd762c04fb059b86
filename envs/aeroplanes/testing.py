"""`position()`: a table in words, so that a test or a report of a fault reads like an example of a rulebook.

Seats are A, B, C and so on.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .._core.chance import GOLDEN, scramble
from .._core.game import Game
from .._core.position import Position
from . import SPEC
from .limits import DICE, DIE_FACES, DISPLAY, FAILURE, MARKETS, NONE, SPACES_PER_HOME
from .names import advantage_name, card_name, city_name, kind_name
from .state import ABOARD, IN_BAG, IN_DECK, REMOVED, Phase

LETTERS = "ABCDE"
HOMES = ("London", "Berlin", "Rome", "Amsterdam", "Zürich")
STAGES = ("", "I", "II", "III")
WAYS_TO_TRY = 20_000


def rolls_of(count: int) -> NDArray[np.int64]:
    """The first `count` draws of a six-sided die (from 0) after each value of chance: int64 [WAYS_TO_TRY, count]."""
    with np.errstate(over="ignore"):
        chance = np.arange(WAYS_TO_TRY, dtype=np.uint64)[:, None]
        words = scramble(chance + GOLDEN * np.arange(1, count + 1, dtype=np.uint64))
        return ((words >> np.uint64(32)) * np.uint64(DIE_FACES) >> np.uint64(32)).astype(np.int64)


class Table:
    """A game in progress with hooks to set it up; every method that sets something up returns the table."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.state: Position = game.new(seed)
        self.cities = {city_name(game, city): city for city in range(self.t.cities)}
        self.card_names = [card_name(game, card) for card in range(self.t.cards)]

    @property
    def s(self) -> Any:
        """The State record, to read and to set; nothing is checked: `game.faults(table.s)` says what is wrong."""
        return self.state._record

    @property
    def t(self) -> Any:
        """The Tables record."""
        return self.game.tables[0]

    def seat(self, letter: str) -> int:
        """The seat of a letter."""
        return LETTERS.index(letter)

    # Setting up

    def homes(self, *cities: str) -> Self:
        """Seats take their homes, A being the first player: `homes("London", "Berlin", "Rome")` for A, B and C."""
        self.s.first = 0
        self.s.seat = self.game.players - 1
        for letter, city in reversed(list(zip(LETTERS, cities, strict=False))):
            self.play(letter, f"Home in {city}")
        return self

    def turn(self, letter: str, *, first: str = "A") -> Self:
        """It is this seat's turn in a round that another began."""
        self.s.first = self.seat(first)
        self.s.seat = self.seat(letter)
        self.s.acted = (self.seat(letter) - self.seat(first)) % self.game.players
        self.s.phase = Phase.ACTION
        return self

    def era(self, number: int) -> Self:
        """It is this era, with the cards of its colour on display."""
        self.s.era = number
        first = next(card for card in range(self.t.cards) if self.t.card_stage[card] == number)
        return self.display(first + 1)

    def display(self, first: int) -> Self:
        """The display shows the cards from this number on; those of lower numbers that nobody owns are gone."""
        for card in range(first - 1):
            if self.s.owner[card] == IN_DECK:
                self.s.owner[card] = REMOVED
        free = [card for card in range(first - 1, self.t.cards) if self.s.owner[card] == IN_DECK]
        shown = free[: self.t.display_size]
        self.s.display[:] = shown + [NONE] * (DISPLAY - len(shown))
        self.s.next_card = shown[-1] + 1 if shown else self.t.cards
        return self

    def money(self, **bonds: int) -> Self:
        """What seats have: `money(A=3)`."""
        for letter, amount in bonds.items():
            self.s.bank += amount - self.s.money[self.seat(letter)]
            self.s.money[self.seat(letter)] = amount
        return self

    def subsidies(self, bonds: int) -> Self:
        """What is in the subsidy box."""
        self.s.bank += bonds - self.s.subsidies
        self.s.subsidies = bonds
        return self

    def points(self, **victory: int) -> Self:
        """Where tokens are on the victory point track."""
        for letter, number in victory.items():
            self.s.points[self.seat(letter)] = number
        return self

    def failures(self, **tiles: int) -> Self:
        """Engine failure tiles of seats."""
        for letter, number in tiles.items():
            self.s.failures[self.seat(letter)] = number
        return self

    def advantages(self, letter: str, name: str, tiles: int = 1) -> Self:
        """Give a seat advantage tiles from beside the board."""
        kind = self.advantage(name)
        self.s.stock[kind] -= tiles
        self.s.advantages[self.seat(letter), kind] += tiles
        assert self.s.stock[kind] >= 0, "no such tile is left"
        return self

    def tiles(self, letter: str, *stages: str) -> Self:
        """Put airport tiles of the supply on cards: `tiles("A", "I", "II long-distance")`."""
        for stage in stages:
            kind = self.kind(stage)
            self.s.supply[self.seat(letter), kind // 2] -= 1
            self.s.tiles[self.seat(letter), kind] += 1
        assert self.s.supply.min() >= 0, "no such tile is left"
        return self

    def airports(self, letter: str, *cities: str, stage: int = 1) -> Self:
        """Place airports of the supply on the board."""
        seat = self.seat(letter)
        for name in cities:
            assert self.s.airport[seat, self.cities[name]] == 0, f"{letter} has an airport in {name}"
            self.s.airport[seat, self.cities[name]] = stage
            self.s.supply[seat, stage - 1] -= 1
        assert self.s.supply.min() >= 0, "no such tile is left"
        return self.derive()

    def derive(self) -> Self:
        """Make what follows from the airports on the board and the tiles in the bag agree with them."""
        s, players = self.s, self.game.players
        s.network[:] = s.below[:] = s.presence[:] = s.bag[:] = s.open = 0
        for city in range(self.t.cities):
            s.free[city] = self.t.spaces[players, city] - (s.airport[:, city] > 0).sum()
            assert s.free[city] >= 0, f"{city_name(self.game, city)} is over-full"
            s.open |= int(s.free[city] > 0) << city
            for seat in range(players):
                self._derive_airport(seat, city)
        for tile in np.flatnonzero(s.passenger_at[: self.t.passengers] == IN_BAG):
            s.bag[self.t.passenger_to[tile]] += self.t.passenger_seats[tile]
        return self

    def _derive_airport(self, seat: int, city: int) -> None:
        stage = int(self.s.airport[seat, city])
        if stage:
            self.s.network[seat] |= 1 << city
            self.s.below[seat, stage:] |= 1 << city
            if self.t.region[city] < MARKETS:
                self.s.presence[seat, self.t.region[city]] += 1

    def plane(self, letter: str, number: int, *, free: int | None = None) -> Self:
        """A seat owns a card, bought in this era; `free` of its seats (all, when None) are not taken."""
        seat, card = self.seat(letter), number - 1
        assert self.s.owner[card] == IN_DECK, f"card {number} is not to be had"
        left = int(self.t.card_capacity[card]) if free is None else free
        taken = int(self.t.card_capacity[card]) - left
        self.s.owner[card] = seat
        self.s.seats[card] = left
        self.s.planes[seat, left] += 1
        self.s.plane_points[seat] += self.t.card_points[card]
        self.s.carried[seat] += taken
        self.s.profit[seat] += taken - left
        shown = [int(other) for other in self.s.display if other not in (card, NONE)]
        return self.display(min(shown) + 1)

    def waiting(self, home: str, space: int, to: str, *, seats: int = 1) -> Self:
        """A tile of the bag waits in a space (from 1) of a starting city."""
        tile = self._from_bag(to, seats)
        place = SPACES_PER_HOME * self.t.home_number[self.cities[home]] + space - 1
        assert self.s.waiting[place] == NONE, "the space is taken"
        self.s.waiting[place] = tile
        self.s.passenger_at[tile] = place
        return self.derive()

    def overflow(self, place: int, to: str, *, seats: int = 1) -> Self:
        """A tile of the bag lies in a place (from 1) of the overflow."""
        tile = self._from_bag(to, seats)
        self.s.overflow[place - 1] = tile
        self.s.passenger_at[tile] = len(self.s.waiting) + place - 1
        return self.derive()

    def nobody_waits(self) -> Self:
        """All waiting tiles are in the bag."""
        for tile in range(self.t.passengers):
            if self.s.passenger_at[tile] < ABOARD:
                self.s.passenger_at[tile] = IN_BAG
        self.s.waiting[:] = NONE
        self.s.overflow[:] = NONE
        return self.derive()

    def _from_bag(self, to: str, seats: int) -> int:
        for tile in range(self.t.passengers):
            if (
                self.s.passenger_at[tile] == IN_BAG
                and self.t.passenger_to[tile] == self.cities[to]
                and self.t.passenger_seats[tile] == seats
            ):
                return tile
        raise AssertionError(f"no tile to {to} with {seats} seats is in the bag")

    # Chance

    def dice(self, *faces: int | str) -> Self:
        """The next roll of the three risk dice shows these, in any order; `"failure"` is an engine failure."""
        wanted = sorted(FAILURE if face == "failure" else int(face) for face in faces)
        shown = np.sort(self.t.die[rolls_of(DICE)], axis=1)
        return self._fate((shown == wanted).all(axis=1))

    def die(self, face: int) -> Self:
        """The next roll of the first player die shows this."""
        return self._fate(rolls_of(1)[:, 0] + 1 == face)

    def _fate(self, found: NDArray[np.bool_]) -> Self:
        assert found.any(), "chance never brings that"
        self.s.chance = np.flatnonzero(found)[0]
        return self

    # Playing

    def play(self, letter: str, *words: str) -> Self:
        """A seat, which must be the one to decide, plays actions in words."""
        for said in words:
            assert self.decider == letter, f"{self.decider} decides, not {letter}"
            self.state.apply(self.state.parse(said))
        return self

    def fly(self, letter: str, stage: str, to: str, by: str = "", dice: tuple[int | str, ...] = ()) -> Self:
        """Take a tile to a destination, by a route (an upgrade has none), its first roll showing these dice."""
        self.play(letter, f"Place a Stage {stage} airport", f"To {to}")
        if dice:
            self.dice(*dice)
        return self.play(letter, by) if by else self

    # Looking

    @property
    def decider(self) -> str:
        """The letter of the seat to decide."""
        return LETTERS[self.state.seat]

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(int(self.s.phase))

    def choices(self, beginning: str = "") -> list[str]:
        """What the seat to decide may do, in words; only those with this beginning, without it."""
        words = [self.state.describe(action) for action in self.state.legal()]
        return [said.removeprefix(beginning) for said in words if said.startswith(beginning)]

    def destinations(self) -> set[str]:
        """Where the seat to decide may place the tile it has taken."""
        return set(self.choices("To "))

    def offered(self, letter: str, stage: str) -> set[str]:
        """Where a seat could place a tile of this Stage; it takes the tile."""
        return self.play(letter, f"Place a Stage {stage} airport").destinations()

    def cash(self, letter: str) -> int:
        """The bonds of a seat."""
        return int(self.s.money[self.seat(letter)])

    def airport(self, letter: str, city: str) -> int:
        """The Stage of a seat's airport, 0 for none, 4 for its home."""
        return int(self.s.airport[self.seat(letter), self.cities[city]])

    def on_cards(self, letter: str) -> dict[str, int]:
        """The airport tiles on a seat's cards."""
        return {self._short(kind): int(n) for kind, n in enumerate(self.s.tiles[self.seat(letter)]) if n}

    def supply(self, letter: str) -> list[int]:
        """The airport tiles in a seat's supply by Stage."""
        return self.s.supply[self.seat(letter)].tolist()

    def held(self, letter: str) -> dict[str, int]:
        """The advantage tiles of a seat."""
        return {advantage_name(kind): int(n) for kind, n in enumerate(self.s.advantages[self.seat(letter)]) if n}

    def engine_failures(self, letter: str) -> int:
        """The engine failure tiles of a seat."""
        return int(self.s.failures[self.seat(letter)])

    def free_seats(self, number: int) -> int:
        """The free seats of an owned card."""
        return int(self.s.seats[number - 1])

    def aboard(self, number: int) -> int:
        """How many passenger tiles are aboard a card."""
        return int((self.s.passenger_at == ABOARD + number - 1).sum())

    @property
    def shown(self) -> list[int]:
        """The numbers of the displayed cards."""
        return [int(card) + 1 for card in self.s.display if card != NONE]

    @property
    def needs(self) -> list[int]:
        """What the rolls of the connection being flown must reach."""
        return self.s.need[: self.s.rolls].tolist()

    def advantage(self, name: str) -> int:
        """The number of a type of advantages, from 0."""
        return [advantage_name(kind) for kind in range(len(self.s.stock))].index(name)

    def kind(self, stage: str) -> int:
        """A kind of airport tile on cards: `"II long-distance"`."""
        return [self._short(kind) for kind in range(self.s.tiles.shape[1])].index(stage)

    @staticmethod
    def _short(kind: int) -> str:
        return kind_name(kind).removeprefix("Stage ")


def dealt(players: int = 3, seed: int = 0, **options: Any) -> Table:
    """A freshly dealt table; homes are to be chosen."""
    return Table(Game(SPEC, players, **options), seed)


def position(players: int = 3, homes: tuple[str, ...] = HOMES, **options: Any) -> Table:
    """The first round of the first era, A to act; nobody waits for a flight and no seat has any money."""
    table = dealt(players, **options).homes(*homes[:players]).nobody_waits()
    return table.money(**dict.fromkeys(LETTERS[:players], 0))
