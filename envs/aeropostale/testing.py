"""`position()`: a table in words, so that a test or a report of a fault reads like an example of the rulebook.

Companies, cities, aeroplanes, lines and pilots go by their names. As a keyword, `Luft_Hansa` is Luft Hansa.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Self

import numpy as np

from .._core.chance import GOLDEN, scramble
from .._core.game import Game
from .._core.position import Position
from . import SPEC
from .action_words import contract_words, own_design
from .actions import Action
from .limits import (
    MEETING_DIE_FACES,
    NONE,
    RECORD_DIE_FACES,
    WING_LABELS,
    Condition,
    Rank,
    StripEffect,
)
from .placing import Board
from .state import Phase

COMPANIES = ("Latécoère", "Sabena", "KLM", "Luft Hansa", "CAT")
CHUNK = 50_000
MOST_CHUNKS = 400


def chance_for(draws: list[tuple[int, Collection[int]]]) -> int:
    """A value of chance after which the next draws come out as wanted: each out of `n`, in a set of numbers."""
    steps = GOLDEN * np.arange(1, len(draws) + 1, dtype=np.uint64)
    for chunk in range(MOST_CHUNKS):
        chance = np.arange(chunk * CHUNK, (chunk + 1) * CHUNK, dtype=np.uint64)
        fits = np.ones(CHUNK, dtype=bool)
        for step, (n, wanted) in zip(steps, draws, strict=True):
            with np.errstate(over="ignore"):
                words = scramble(chance + step)
            fits &= np.isin((words >> np.uint64(32)) * np.uint64(n) >> np.uint64(32), list(wanted))
        if fits.any():
            return int(chance[fits][0])
    raise AssertionError(f"chance never brings {draws}")


class Table(Board):
    """A game in progress: chance that comes as wanted, playing in words, and looking."""

    # Chance

    def fate(self, *draws: tuple[int, Collection[int]]) -> Self:
        """The next draws come out as wanted: each out of `n`, in a set of numbers from 0."""
        self.s.chance = chance_for(list(draws))
        return self

    def die(self, *faces: int) -> Self:
        """The next rolls of the record die show these faces."""
        shown = self.t.record_die.tolist()
        return self.fate(*((RECORD_DIE_FACES, [k for k, n in enumerate(shown) if n == face]) for face in faces))

    def rolls(self, *faces: int) -> Self:
        """The next rolls of the meeting die show these faces."""
        return self.fate(*((MEETING_DIE_FACES, [face - 1]) for face in faces))

    def next_cards(self, **numbers: int) -> Self:
        """The next cards that are turned up, in the order of the lines: `next_cards(Pyrenees=5, Sahara=7)`."""
        draws = []
        for line, number in sorted(numbers.items(), key=lambda item: self.lines[item[0]]):
            k = self.lines[line]
            left = int(self.t.deck[self.game.options[0].scenario, k]) & ~int(self.s.cards_seen[k])
            assert left >> (number - 1) & 1, f"{line} {number} is not in the pile"
            draws.append((left.bit_count(), [(left & ((1 << (number - 1)) - 1)).bit_count()]))
        return self.fate(*draws)

    def next_strip(
        self, city: str, strip: int | str | None = None, *, value: int | None = None, effect: str | None = None
    ) -> Self:
        """The next strip that is revealed in a city: a certain one, or one with a value and an effect, without others.

        Where only the value is said, the strip has no effect.
        """
        left = self.unseen(city)
        if strip is not None:
            return self.fate((len(left), [left.index(self._strip(city, strip))]))
        wanted = StripEffect[(effect or "nothing").replace(" ", "_").upper()]
        found = [
            k
            for k, strip in enumerate(left)
            if self.t.strip_effect[strip] == wanted and value in (None, int(self.t.strip_value[strip]))
        ]
        assert found, "no such strip is left"
        return self.fate((len(left), found))

    # Playing

    def play(self, company: str, *words: str) -> Self:
        """A company, which must be the one to decide, plays actions in words; the position must be a possible one."""
        for said in words:
            assert self.decider == company, f"{self.decider} decides, not {company}"
            assert not self.game.faults(self.s), self.game.faults(self.s)
            self.state.apply(self.state.parse(said))
        return self

    def skip(self, *companies: str) -> Self:
        """Companies pass."""
        for company in companies:
            self.play(company, "Pass")
        return self

    def announce(self, company: str, what: str, take_off: str, design: str) -> Self:
        """A flight up to the choice of its pilot: `announce("KLM", "Make a run to Dakar", "Natal", "Fokker F.II")`."""
        self.play(company, what)
        self.play(company, next(said for said in self.choices("Take off") if take_off in said))
        return self.play(company, f"Fly the {design}")

    def create(self, company: str, city: str, take_off: str, design: str, pilot: str = "a rookie") -> Self:
        """Create a stop up to the choice of the pilot; who has a feat is asked after that."""
        return self.announce(company, f"Create a stop in {city}", take_off, design).play(company, f"With {pilot}")

    def run(
        self, company: str, city: str, take_off: str, design: str, *contracts: str, pilot: str = "a rookie"
    ) -> Self:
        """Make a run, executing contracts such as `"1 mail for 1 bronze"` and no more; the cargo may still be asked."""
        self.announce(company, f"Make a run to {city}", take_off, design).play(company, f"With {pilot}")
        if not contracts:
            return self
        self.play(company, *(f"Execute the contract: {contract}" for contract in contracts))
        return self.play(company, "No more contracts")

    # Looking

    @property
    def decider(self) -> str:
        """The company to decide."""
        return self.companies[self.state.seat]

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(int(self.s.phase))

    def choices(self, beginning: str = "") -> list[str]:
        """What the company to decide may do, in words; all that have this beginning."""
        words = [self.state.describe(action) for action in self.state.legal()]
        return [said for said in words if said.startswith(beginning)]

    def may(self, *words: str) -> bool:
        """Whether the company to decide has all these choices."""
        return set(words) <= set(self.choices())

    def aeroplanes(self) -> list[str]:
        """The aeroplanes that the company to decide may fly."""
        assert self.phase == Phase.DESIGN
        return [own_design(self.game, self.s, action - Action.DESIGN) for action in self.state.legal()]

    def cubes_of(self, company: str, city: str) -> int:
        """The trade value of a company's stop."""
        return int(self.s.cubes[self.seat(company), self.cities[city]])

    def logistics_of(self, company: str) -> int:
        """The logistics points of a company."""
        return int(self.s.logistics[self.seat(company)])

    def pilots_of(self, company: str, condition: str = "available") -> dict[str, int]:
        """The pilots in an area of a company's panel, without the ranks that are not there."""
        numbers = self.s.pilots[self.seat(company), Condition[condition.upper()]].tolist()
        return {rank.name.lower(): numbers[rank] for rank in Rank if numbers[rank]}

    def condition_of(self, company: str, design: str) -> Condition:
        """Where the figure of a design on a company's panel is."""
        seat = self.seat(company)
        place = self.s.fleet[seat].tolist().index(self.design(company, design))
        return Condition(int(self.s.condition[seat, place]))

    def wings_of(self, company: str) -> dict[str, int]:
        """The wings of a company, without the kinds that it has not."""
        numbers = self.s.wings[self.seat(company)].tolist()
        return {kind: number for kind, number in zip(WING_LABELS, numbers, strict=True) if number}

    def card(self, line: str) -> int | None:
        """The number of the card that lies open on a line."""
        card = int(self.s.card[self.lines[line]])
        return None if card == NONE else card + 1

    def face_up(self, city: str) -> list[str]:
        """The contracts of the strips that lie face up in a city."""
        return [contract_words(self.game, int(strip)) for strip in self.s.strip[self.cities[city]] if strip != NONE]


@lru_cache(maxsize=256)
def first_deal(
    players: int, companies: tuple[str, ...], scenario: str, options: tuple[tuple[str, Any], ...]
) -> Position:
    """A game as it was dealt, kept since many tables begin alike."""
    left: list[str] = list(COMPANIES if players == len(COMPANIES) else COMPANIES[:-1])
    draws = []
    for company in companies[:players]:
        draws.append((len(left), [left.index(company)]))
        left.remove(company)
    return Game(SPEC, players, scenario=scenario, **dict(options)).new(chance_for(draws))


def dealt(
    players: int = 4, companies: tuple[str, ...] = COMPANIES, scenario: str = "campaign", **options: Any
) -> Table:
    """A freshly dealt table on which seats have these companies."""
    deal = first_deal(players, companies, scenario, tuple(sorted(options.items())))
    return Table(deal.game, state=deal.copy())


def position(
    players: int = 4, companies: tuple[str, ...] = COMPANIES, scenario: str = "campaign", **options: Any
) -> Table:
    """The actions of turn 2 begin, with everything as it was dealt and nobody registered for the meeting."""
    table = dealt(players, companies, scenario, **options)
    while table.phase == Phase.REGISTERING:
        table.play(table.decider, "Stay away")
    return table.at(table.decider, turn=2)
