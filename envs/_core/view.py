"""`View`, what a seat may see of a game and all that an agent receives; and `Agent`, the interface of agents."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from .chance import mix
from .game import Game
from .loops.stepping import BOT_SALT
from .position import Position


class View:
    """A position as the seat to decide knows it.

    It does not hold the true position: texts, pictures and samples come from a copy in which everything that the seat
    cannot know has been drawn anew.

    Attributes:
        game: the game.
        seat: the seat to decide.
        num_decisions: decisions played since the deal.
    """

    def __init__(self, position: Position) -> None:
        self.game: Game = position.game
        self.seat = position.seat
        self.num_decisions = position.num_decisions
        self._observation = position.observation()
        self._mask = position.mask()
        self._known = position.redeal(position.seat, 0)

    def sample(self, seed: int) -> Position:
        """A position to look ahead in: it agrees with all that the seat knows; the hidden part and future are sampled.

        Args:
            seed: determines what is hidden and future chance, in [0, 2⁶⁴).
        """
        return self._known.redeal(self.seat, seed)

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        return tuple(np.flatnonzero(self._mask).tolist())

    def observation(self) -> NDArray[np.float32]:
        """What the seat knows, fresh float32 [obs_size]."""
        return self._observation.copy()

    def observation_record(self) -> Any:
        """What the seat knows, as a fresh Observation record with named fields."""
        return self.observation().view(self.game.spec.observation.dtype)[0]

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

    def details(self) -> str:
        """What `text` has no room for, as the seat sees it; empty if it leaves nothing out."""
        return self._known.details(self.seat)

    def prospect(self, action: int) -> str:
        """What a legal action leads to, in a few words; empty if its own words say it all."""
        return self._known.prospect(action)

    def why_not(self, action: int) -> str:
        """Why an action is not legal now, as far as the game says it; else empty."""
        return self._known.why_not(action)

    def seat_name(self) -> str:
        """What people call the seat, beside its number; empty if nothing else."""
        return self._known.seat_name(self.seat)

    def svg(self) -> str:
        """The table as an SVG picture, as the seat sees it."""
        return self._known.svg(self.seat)

    def __repr__(self) -> str:
        return f"<View {self.game.id} seat={self.seat} num_decisions={self.num_decisions}>"


@runtime_checkable
class Agent(Protocol):
    """What plays a seat: any object with these three members.

    Attributes:
        name: its name in results and messages.
    """

    name: str

    def act(self, view: View) -> int:
        """A legal action for the seat of the view."""
        ...

    def reset(self, seed: int) -> None:
        """Start a new game; all randomness of the agent follows from the seed."""
        ...


def agent_seed(seed: int, seat: int) -> int:
    """The seed for the agent at a seat in the game with this seed; it differs from the seed of the game itself."""
    with np.errstate(over="ignore"):
        return int(mix(np.uint64(seed), BOT_SALT, np.uint64(seat)))
