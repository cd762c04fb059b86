"""What a seat may see of a game: the only thing that an agent is ever handed."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from .game import Game
from .position import State


class View:
    """A position through the eyes of the seat to decide.

    It keeps no true state: what it describes, draws and samples from is a copy in which everything that the seat cannot
    know has been dealt anew.

    Attributes:
        game: the game.
        seat: the seat to decide.
        observation: float32 [obs_size], what it knows.
        mask: uint8 [actions], what it may play.
        decisions: decisions played since the deal.
    """

    def __init__(self, state: State) -> None:
        self.game: Game = state.game
        self.seat = state.seat
        self.decisions = state.decisions
        self.observation: NDArray[np.float32] = state.observation()
        self.mask: NDArray[np.uint8] = state.mask()
        self._known = state.redeal(state.seat, 0)

    def sample(self, seed: int) -> State:
        """A game that could be the true one for all that the seat knows, to look ahead in; its future is its own.

        Args:
            seed: what is hidden, and future chance, follow from it (0 to 2⁶⁴ − 1).
        """
        return self._known.redeal(self.seat, seed)

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        return tuple(np.flatnonzero(self.mask).tolist())

    def legal(self) -> list[int]:
        """The actions that the seat may play, ascending."""
        return list(self._legal)

    def describe(self, action: int) -> str:
        """A player's words for an action."""
        return self._known.describe(action)

    def parse(self, text: str) -> int:
        """The legal action that words or a number mean (ValueError: none, or several)."""
        return self._known.parse(text)

    def explain(self) -> dict[str, object]:
        """The observation as nested dictionaries by field name."""
        return self.game.explain(self.observation)

    def text(self) -> str:
        """The table as plain text, as the seat sees it."""
        return self._known.text(self.seat)

    def svg(self) -> str:
        """The table as an SVG picture, as the seat sees it."""
        return self._known.svg(self.seat)

    def __repr__(self) -> str:
        return f"<View {self.game.id} seat={self.seat} decisions={self.decisions}>"
