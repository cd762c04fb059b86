"""`position()`: a table in words, so that a test or a report of a fault reads like an example of a rulebook.

Seats are A, B, C and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from .._core.game import Game
from .._core.position import Position
from . import SPEC
from .limits import BALL_NAMES, GOAL, LANE_NAMES, START
from .names import field_name
from .state import NOBODY, Phase

LETTERS = "ABCDEF"
CARDS = ("1", "2", "red 3")
WAYS_TO_TRY = 5_000


class Table:
    """A game in progress with hooks to set it up; every method that sets something up returns the table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: Position = game.new(0)
        self.turn("A", first="A")

    @property
    def s(self) -> Any:
        """The State record, to read and to set; nothing is checked: `game.faults(table.s)` says what is wrong."""
        return self.state._record

    def seat(self, letter: str) -> int:
        """The seat of a letter."""
        return LETTERS.index(letter)

    def field(self, name: str) -> int:
        """The field of a name, such as `"outer 24"`, counted in the direction of the flight."""
        if name in ("start", "goal"):
            return START if name == "start" else GOAL
        lane, number = name.split()
        return int(self.game.tables[0].offset[LANE_NAMES.index(lane)]) + int(number) - 1

    # Setting up

    def turn(self, letter: str, first: str | None = None) -> Self:
        """It is this seat's turn."""
        self.s.turn = self.s.seat = self.seat(letter)
        self.s.phase = Phase.TURN
        if first is not None:
            self.s.first = self.seat(first)
        return self

    def planes(self, **where: str) -> Self:
        """Put planes on fields: `planes(A="outer 24", B="start")`."""
        for letter, name in where.items():
            self.s.field[self.seat(letter)] = self.field(name)
        return self

    def hand(self, letter: str, *cards: str) -> Self:
        """Give a seat cards of the draw pile: `hand("A", "red 3", "2")`."""
        for card in cards:
            self.s.pile[CARDS.index(card)] -= 1
            self.s.hand[self.seat(letter), CARDS.index(card)] += 1
        assert self.s.pile.min() >= 0, "no such card is left in the draw pile"
        return self

    def thrown(self, *cards: str) -> Self:
        """Move cards from the draw pile to the discard pile."""
        for card in cards:
            self.s.pile[CARDS.index(card)] -= 1
            self.s.discard[CARDS.index(card)] += 1
        return self

    def pile_thrown(self) -> Self:
        """Move the whole draw pile to the discard pile."""
        self.s.discard += self.s.pile
        self.s.pile[:] = 0
        return self

    def markers(self, **points: int) -> Self:
        """Put markers on points: `markers(A=7, B=12)`."""
        for letter, score in points.items():
            self.s.score[self.seat(letter)] = score
        return self

    def last_flight(self, **points: int) -> Self:
        """What seats scored in the last flight."""
        for letter, score in points.items():
            self.s.last[self.seat(letter)] = score
        return self

    def passenger(self, letter: str) -> Self:
        """The passenger is aboard this seat's plane."""
        self.s.holder = self.seat(letter)
        self.s.progress[self.seat(letter)] = 3
        return self

    def flown_over(self, letter: str, which: int) -> Self:
        """A seat has flown over the first (1) or the second (2) passenger field."""
        self.s.progress[self.seat(letter)] |= which
        return self

    def return_flight(self) -> Self:
        """It is the second flight."""
        self.s.direction = 1
        self.s.flight = 2
        return self

    # Playing

    def play(self, letter: str, words: str) -> Self:
        """A seat, which must be the one to decide, plays an action in words."""
        assert LETTERS[self.state.seat] == letter, f"{LETTERS[self.state.seat]} decides, not {letter}"
        self.state.apply(self.state.parse(words))
        return self

    def draw(self, letter: str, card: str) -> Self:
        """A seat draws, and it is this card."""
        kind, held = CARDS.index(card), int(self.s.hand[self.seat(letter), CARDS.index(card)])
        thrown = int(self.s.discard[kind])

        def is_it(after: Any) -> bool:
            return after.hand[self.seat(letter), kind] > held or after.discard[kind] > thrown

        return self._fated(letter, "Draw", is_it)

    def fly(self, letter: str, ball: str) -> Self:
        """A seat shakes, and this ball shows; a hurricane goes on to the first choice of a card."""
        colour = BALL_NAMES.index(ball)
        if ball != "black":
            return self._fated(letter, "Shake", lambda after: after.ball == colour)
        return self._fated(letter, "Shake", lambda after: after.phase != Phase.MOVE)

    def _fated(self, letter: str, words: str, wanted: Callable[[Any], bool]) -> Self:
        """Play an action with the chance that brings what is wanted."""
        for chance in range(WAYS_TO_TRY):
            trial = self.state.copy()
            trial._record.chance = chance
            trial.apply(trial.parse(words))
            if wanted(trial.record):
                self.s.chance = chance
                return self.play(letter, words)
        raise AssertionError(f"{words}: chance never brings that")

    # Looking

    @property
    def decider(self) -> str:
        """The letter of the seat to decide."""
        return LETTERS[self.state.seat]

    def choices(self) -> list[str]:
        """What the seat to decide may do, in words."""
        return [self.state.describe(action) for action in self.state.legal()]

    def moves(self) -> set[str]:
        """Where the seat to decide may fly: fields and "Land"."""
        return {words.removeprefix("Fly to ") for words in self.choices()} - {"Stay"}

    def where(self, letter: str) -> str:
        """The field of a seat's plane."""
        return field_name(self.game.tables[0], int(self.s.field[self.seat(letter)]))

    def cards(self, letter: str) -> list[str]:
        """The cards of a seat."""
        return [card for kind, card in enumerate(CARDS) for _ in range(self.s.hand[self.seat(letter), kind])]

    def discards(self) -> list[str]:
        """The discard pile."""
        return [card for kind, card in enumerate(CARDS) for _ in range(self.s.discard[kind])]

    @property
    def holder(self) -> str | None:
        """The letter of the seat with the passenger, None: the card lies beside the board."""
        return None if self.s.holder == NOBODY else LETTERS[self.s.holder]

    @property
    def scores(self) -> list[int]:
        """The markers."""
        return self.state.scores()


def position(players: int = 3, **options: Any) -> Table:
    """A freshly dealt table at which A begins."""
    return Table(Game(SPEC, players, **options))
