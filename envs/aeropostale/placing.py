"""Setting up a table by hand, in the words of the game: hooks for `testing.py`."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from .._core.game import Game
from .._core.position import Position
from .action_words import TILE_NAMES, contract_words
from .limits import (
    ACTIONS_PER_TURN,
    CITIES,
    DESIGNS,
    FLEET,
    HOME_STRIPS,
    LEGENDARY_STRIP,
    LEGENDS,
    MAX_CARDS,
    MONOPOLY_CONTRACTS,
    NONE,
    SLOTS,
    STARTING_DESIGNS,
    STRIPS,
    STRIPS_PER_CONTINENT,
    WEATHER_LINES,
    WING_LABELS,
    ZONE_LABELS,
    Condition,
    Effect,
    Rank,
    RecordKind,
)
from .names import card_name, city_name, company_name, design_name, legend_name, line_name
from .rules.stops import price_contracts
from .rules.turns import clear_event
from .rules.weather import chart_routes
from .state import Phase

HARMLESS = (
    Effect.NOTHING,
    Effect.BRONZE_FOR_PASSENGERS,
    Effect.CUBES_OF_STOP,
    Effect.BRONZE_FOR_ANY,
    Effect.NO_PASSENGERS,
)
"""Effects of the card that lies open where nothing else is said, the first of these that the deck has."""


class Board:
    """A game in progress with hooks to set it up; every method that sets something up returns the table.

    Whatever is set up leaves a position that could occur: strips lie face up where stops were created, weather is known
    where somebody flew, records have their holders.
    """

    def __init__(self, game: Game, seed: int = 0, *, state: Position | None = None) -> None:
        self.game = game
        self.state = game.new(seed) if state is None else state
        self.cities = {city_name(game, city): city for city in range(CITIES)}
        self.lines = {line_name(game, line): line for line in range(WEATHER_LINES)}

    @property
    def s(self) -> Any:
        """The State record, to read and to set; nothing is checked: `game.faults(table.s)` says what is wrong."""
        return self.state._record

    @property
    def t(self) -> Any:
        """The Tables record."""
        return self.game.tables[0]

    def seat(self, company: str) -> int:
        """The seat of a company."""
        return self.companies.index(company.replace("_", " "))

    @property
    def companies(self) -> list[str]:
        """The companies by seat."""
        return [company_name(self.game, int(company)) for company in self.s.company[: self.game.players]]

    # Setting up: whose turn it is, and panels

    def at(self, company: str, *, first: str | None = None, turn: int | None = None, action: int = 1) -> Self:
        """It is this company's turn in a round of actions that another began, itself when none is named."""
        self.s.first = self.seat(first or company)
        self.s.seat = self.seat(company)
        self.s.acted = (self.s.seat - self.s.first) % self.game.players
        self.s.turn = turn or self.s.turn
        self.s.action = action
        self.s.phase = Phase.ACTION
        clear_event(self.s)
        # Everybody has registered and passed until now, and nothing else.
        rounds = (ACTIONS_PER_TURN + 1) * (int(self.s.turn) - 1) + action
        self.s.num_decisions = self.game.players * rounds + int(self.s.acted)
        return self

    def logistics(self, **points: int) -> Self:
        """Logistics points of companies: `logistics(KLM=3)`."""
        for company, number in points.items():
            self.s.logistics[self.seat(company)] = number
        return self

    def pilots(self, company: str, condition: str = "available", **numbers: int) -> Self:
        """Pilots in an area of the panel: `pilots("KLM", rookie=2, seasoned=1)`; other ranks stay as they are."""
        for rank, number in numbers.items():
            self.s.pilots[self.seat(company), Condition[condition.upper()], Rank[rank.upper()]] = number
        return self

    def legend(
        self, company: str, name: str, *, feat: bool = True, condition: str = "available", city: str = "Tangier"
    ) -> Self:
        """A company has a legendary pilot, whose strip it laid in a city, in place of the last one nobody has seen."""
        seat = self.seat(company)
        legend = next(k for k in range(LEGENDS) if legend_name(self.game, k).endswith(name))
        assert self.s.legends_left >> legend & 1, f"{name} is not in the reserve"
        assert self.s.legend_strip[seat], f"{company} has had its legendary pilot"
        self.s.legends_left &= ~(1 << legend)
        self.s.legend[seat], self.s.feat[seat], self.s.legend_strip[seat] = legend, feat, 0
        self.s.pilots[seat, Condition[condition.upper()], Rank.LEGENDARY] = 1
        self._see(self.unseen(city)[-1])
        self._lay(self.cities[city], LEGENDARY_STRIP)
        return self

    def lost_legend(self, company: str) -> Self:
        """A company has lost the legendary pilot that it had."""
        seat = self.seat(company)
        self.s.legend[seat] = NONE
        self.s.feat[seat] = 0
        self.s.pilots[seat, :, Rank.LEGENDARY] = 0
        return self

    def design(self, company: str, name: str) -> int:
        """The number of a company's design."""
        number = int(self.s.company[self.seat(company)])
        return next(k for k in range(DESIGNS) if design_name(self.game, number, k) == name)

    def level(self, company: str, record: str, level: int) -> Self:
        """A company's personal record, with the designs up to there; who holds a new world record has its tile."""
        seat, kind = self.seat(company), RecordKind[record.upper()]
        before = self.s.level[:, kind].max()
        self.s.level[seat, kind] = level
        for design in range(STARTING_DESIGNS, DESIGNS):
            number = self.s.company[seat]
            if self.t.design_record[number, design] == kind and self.t.design_level[number, design] <= level:
                self.s.designs[seat] |= 1 << design
        self._fill_places(seat)
        if level > before:
            self.s.tile_owner[kind], self.s.tile_place[kind] = seat, 0
            if self.t.has_wings[self.game.options[0].scenario]:
                self.s.swept[kind] = level
        return self

    def _fill_places(self, seat: int) -> None:
        fleet = self.s.fleet[seat]
        reserve = [k for k in range(DESIGNS) if self.s.designs[seat] >> k & 1 and k not in fleet]
        for place in range(FLEET):
            if fleet[place] == NONE and reserve:
                fleet[place] = reserve.pop(0)

    def fleet(self, company: str, *designs: str) -> Self:
        """These designs are the first ones on a company's panel, all available; others of its own follow.

        Where a design comes with a record, the last other company broke it first and holds the world record.
        """
        seat, numbers = self.seat(company), [self.design(company, name) for name in designs]
        rival = next(name for name in reversed(self.companies) if name != self.companies[seat])
        for design in numbers:
            if design >= STARTING_DESIGNS:
                record = RecordKind(self.t.design_record[self.s.company[seat], design])
                level = int(self.t.design_level[self.s.company[seat], design])
                if self.s.swept[record] < level:
                    self.level(rival, record.name, level)
                self.level(company, record.name, max(level, int(self.s.level[seat, record])))
        self.s.fleet[seat] = NONE
        self.s.fleet[seat, : len(numbers)] = numbers
        self.s.condition[seat] = Condition.AVAILABLE
        self.s.runway[seat] = NONE
        self._fill_places(seat)
        return self

    def only(self, company: str, *designs: str) -> Self:
        """Of all designs on a company's panel only these are available; the others are under maintenance."""
        seat, numbers = self.seat(company), [self.design(company, name) for name in designs]
        for place, design in enumerate(self.s.fleet[seat]):
            away = design != NONE and design not in numbers
            self.s.condition[seat, place] = Condition.RECOVERING if away else Condition.AVAILABLE
            self.s.runway[seat, place] = NONE
        return self

    def tile(self, company: str, record: str, *, under: str) -> Self:
        """A company holds a world record, of level 1 at least, and its tile lies under one of the company's designs."""
        kind = RecordKind[record.upper()]
        self.level(company, record, max(1, int(self.s.swept[kind])))
        places = self.s.fleet[self.seat(company)].tolist()
        self.s.tile_owner[kind], self.s.tile_place[kind] = (
            self.seat(company),
            places.index(self.design(company, under)),
        )
        return self

    def tokens(self, company: str, *, first: int = 0, second: int = 0) -> Self:
        """Bonus tokens of meetings."""
        self.s.tokens[self.seat(company)] = second, first
        return self

    def registered(self, *companies: str) -> Self:
        """These companies, and no others, are registered for the meeting."""
        self.s.registered[:] = 0
        for company in companies:
            self.s.registered[self.seat(company)] = 1
        return self

    def barred(self, *companies: str) -> Self:
        """These companies are persona non grata at this turn's meeting."""
        for company in companies:
            self.s.barred[self.seat(company)] = 1
        return self

    def wings(self, company: str, **numbers: int) -> Self:
        """A company's wings: `wings("KLM", bronze=3)`; other kinds stay as they are."""
        for kind, number in numbers.items():
            self.s.wings[self.seat(company), WING_LABELS.index(kind)] = number
        return self

    # Setting up: the board

    def pioneers(self, **taken: int) -> Self:
        """How many of a zone's wings for mail, freight and passengers are gone: `pioneers(pyrenees=1)`."""
        for zone, number in taken.items():
            self.s.pioneers[ZONE_LABELS.index(zone)] = number
        return self

    def farthest(self, lines: int) -> Self:
        """The longest run so far."""
        self.s.farthest = lines
        return self

    def no_pioneers_left(self) -> Self:
        """All wings of pioneers and of distances have been won, if there are any."""
        if not self.t.has_wings[self.game.options[0].scenario]:
            return self
        return self.farthest(len(self.t.distance_wings) - 1).pioneers(**dict.fromkeys(ZONE_LABELS, 3))

    def stop(self, city: str, **cubes: int) -> Self:
        """Cubes of companies in a city: `stop("Dakar", KLM=3)`; a strip lies there for each stop that was created."""
        number = self.cities[city]
        for company, count in cubes.items():
            self.s.cubes[self.seat(company), number] = count
        assert self.s.cubes[:, number].sum() <= self.s.maximum[number], f"{city} is over-full"
        assert self.s.cubes.sum(axis=1).max() <= 33, "there are not so many cubes"
        created = sum(
            self.s.cubes[seat, number] > 0 and self.t.home[self.s.company[seat]] != number
            for seat in range(self.game.players)
        )
        while self._revealed(number) < created:
            self._lay(number, self.unseen(city)[0])
        return self._explore()

    def strips(self, city: str, *strips: int | str) -> Self:
        """These strips lie face up in a city, after a printed one: numbers on their continent from 1, or contracts.

        A contract such as `"1 mail for 1 bronze"` means the first such strip that nobody has seen, `"legendary"` the
        strip of a legendary pilot.
        """
        number = self.cities[city]
        for slot in range(SLOTS):
            if 0 <= self.s.strip[number, slot] <= LEGENDARY_STRIP:
                self._forget(int(self.s.strip[number, slot]))
                self.s.strip[number, slot] = NONE
                self.s.face_down[number] += 1
        for strip in strips:
            self._lay(number, self._strip(city, strip))
        self._price(number)
        return self

    def _strip(self, city: str, wanted: int | str) -> int:
        start = STRIPS_PER_CONTINENT * int(self.t.continent[self.cities[city]])
        if isinstance(wanted, int):
            return start + wanted - 1
        if wanted == "legendary":
            return LEGENDARY_STRIP
        return next(strip for strip in self.unseen(city) if contract_words(self.game, strip) == wanted)

    def _lay(self, city: int, strip: int) -> None:
        assert not (strip < STRIPS and int(self.s.strips_seen) >> strip & 1), "the strip lies elsewhere"
        slot = self.s.strip[city].tolist().index(NONE)
        self.s.strip[city, slot] = strip
        self.s.face_down[city] -= 1
        assert self.s.face_down[city] >= 0, "there are not so many strips"
        if strip < STRIPS:
            self._see(strip)
        self._price(city)

    def _see(self, strip: int) -> None:
        self.s.strips_seen |= np.int64(1) << strip

    def _forget(self, strip: int) -> None:
        if strip < STRIPS:
            self.s.strips_seen &= ~(np.int64(1) << strip)

    def _price(self, city: int) -> None:
        price_contracts(self.t, self.s, city)

    def _revealed(self, city: int) -> int:
        return int(((self.s.strip[city] >= 0) & (self.s.strip[city] < HOME_STRIPS)).sum())

    def unseen(self, city: str) -> list[int]:
        """The strips that can lie face down in a city."""
        start = STRIPS_PER_CONTINENT * int(self.t.continent[self.cities[city]])
        seen = int(self.s.strips_seen)
        return [strip for strip in range(start, start + STRIPS_PER_CONTINENT) if not seen >> strip & 1]

    def monopoly(self, company: str, city: str, tile: str = "A") -> Self:
        """A company has the monopoly of a city, whose strips are gone."""
        number = self.cities[city]
        if self._revealed(number) == 0 and self.t.home[self.s.company[self.seat(company)]] != number:
            self._lay(number, self.unseen(city)[0])
        self.s.monopoly[number] = self.seat(company)
        self.s.cubes[:, number] = 0
        self.s.strip[number] = NONE
        self.s.strip[number, 0] = MONOPOLY_CONTRACTS + TILE_NAMES.index(tile)
        self.s.face_down[number] = 0
        self._price(number)
        return self._explore()

    def weather(self, line: str, card: int | str) -> Self:
        """A card lies open on a line: its number, or its name, which means the lowest number in the deck."""
        k, deck = self.lines[line], int(self.t.deck[self.game.options[0].scenario, self.lines[line]])
        if isinstance(card, str):
            card = next(
                c + 1 for c in range(MAX_CARDS) if deck >> c & 1 and card_name(self.game, k, c).startswith(card)
            )
        assert deck >> (card - 1) & 1, f"no such card in the deck of {line}"
        self.s.card[k] = card - 1
        self.s.cards_seen[k] = 1 << (card - 1)
        chart_routes(self.t, self.s)
        return self

    def _explore(self) -> Self:
        """Cards lie open on lines that companies have crossed."""
        if not self.t.has_weather[self.game.options[0].scenario]:
            return self
        for seat in range(self.game.players):
            own = (self.s.cubes[seat] > 0) | (self.s.monopoly == seat)
            regions = [int(self.t.region[self.t.home[self.s.company[seat]]]), *self.t.region[own].tolist()]
            for line in range(min(regions), min(max(regions), WEATHER_LINES)):
                if self.s.card[line] == NONE:
                    self.weather(line_name(self.game, line), self._harmless(line))
        return self

    def _harmless(self, line: int) -> int:
        deck = int(self.t.deck[self.game.options[0].scenario, line])
        cards = [card for card in range(MAX_CARDS) if deck >> card & 1 and self.t.card_effect[line, card] in HARMLESS]
        return min(cards, key=lambda card: HARMLESS.index(self.t.card_effect[line, card])) + 1
