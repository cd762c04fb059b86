"""What a seat may see of a game, the only thing that an agent is ever handed; and what an agent is."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from .chance import mix
from .game import Game
from .loops.stepping import BOT_SALT
from .position import Position


class View:
    """A position through the eyes of the seat to decide.

    It keeps no true state: what it describes, draws and samples from is a copy in which everything that the seat cannot
    know has been dealt anew.

    Attributes:
        game: the game.
        seat: the seat to decide.
        num_decisions: decisions played since the deal.
    """

    def __init__(self, state: Position) -> None:
        self.game: Game = state.game
        self.seat = state.seat
        self.num_decisions = state.num_decisions
        self._observation = state.observation()
        self._mask = state.mask()
        self._known = state.redeal(state.seat, 0)

    def sample(self, seed: int) -> Position:
        """A game that could be the true one for all that the seat knows, to look ahead in; its future is its own.

        Args:
            seed: what is hidden, and future chance, follow from it (0 to 2⁶⁴ − 1).
        """
        return self._known.redeal(self.seat, seed)

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        return tuple(np.flatnonzero(self._mask).tolist())

    def observation(self) -> NDArray[np.float32]:
        """What the seat knows, fresh float32 [obs_size]."""
        return self._observation.copy()

    def mask(self) -> NDArray[np.uint8]:
        """What the seat may play, fresh uint8 [actions]."""
        return self._mask.copy()

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
        return self.game.explain(self._observation)

    def text(self) -> str:
        """The table as plain text, as the seat sees it."""
        return self._known.text(self.seat)

    def svg(self) -> str:
        """The table as an SVG picture, as the seat sees it."""
        return self._known.svg(self.seat)

    def __repr__(self) -> str:
        return f"<View {self.game.id} seat={self.seat} num_decisions={self.num_decisions}>"


@runtime_checkable
class Agent(Protocol):
    """What plays a seat. Any object with these three members is one.

    Attributes:
        name: what people call it.
    """

    name: str

    def act(self, view: View) -> int:
        """The action that the seat of the view plays, a legal one."""
        ...

    def reset(self, seed: int) -> None:
        """A new game begins; all chance in the agent follows from the seed."""
        ...


def agent_seed(seed: int, seat: int) -> int:
    """The seed that the agent at a seat is reset with in the game of a deal; never that of the game's own chance."""
    with np.errstate(over="ignore"):
        return int(mix(np.uint64(seed), BOT_SALT, np.uint64(seat)))
