"""A game with one learner, whose opponents are bots or agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..bots import Bot, BotError
from ..chance import scramble
from ..game import Game
from ..loops.pool import pack_lineups, pack_opponents
from ..loops.stepping import BOT_SALT, LEARNER, LOG_SIZE, NO_ACTION, REFUSED
from ..numbers import action_number
from ..shared_arrays import shared
from ..view import Agent, View, agent_seed
from .opponents import check_count, one_bot
from .session import Session

SoloOpponents = str | Bot | Agent | Sequence[str | Bot | Agent]
"""One for all other seats, or one for each of them, clockwise from the learner."""


class SoloSession(Session):
    """A game in which bots or agents play all seats but the learner's; it stops at the learner's decisions.

    Args:
        game, settings: as for `Session`.
        opponents: bots and agents of the other seats, clockwise from the learner.

    Attributes:
        learner: the learner's seat.
    """

    def __init__(self, game: Game, opponents: Sequence[Bot | Agent], **settings: Any) -> None:
        self.opponents = list(opponents)
        self.learner = 0
        self._rng = np.zeros(1, dtype=np.uint64)
        super().__init__(game, **settings)

    def _bind(self) -> None:
        super()._bind()
        game = self.game
        self.bots = list(dict.fromkeys(opponent for opponent in self.opponents if isinstance(opponent, Bot)))
        pool = pack_opponents(game, self.bots, pack_lineups(game, self.bots, [LEARNER] * game.players))
        self._functions, self._params = pool.functions, shared(pool.params)
        # Agents in Python and shown forced decisions need a stop at every decision.
        self._compiled = not self.show_forced and all(isinstance(opponent, Bot) for opponent in self.opponents)
        self._seat_opponents()

    def _kept(self) -> dict[str, Any]:
        own = {name: self.__dict__[name] for name in ("opponents", "learner", "_rng")}
        return {**super()._kept(), **own}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, learner, others = kept["game"], kept["learner"], len(kept["opponents"])
        if not 0 <= learner < game.players or others != game.players - 1:
            raise ValueError(
                f"{game.id}: the pickled environment has the learner at seat {learner} and {others} opponents at a "
                f"table of {game.players}"
            )
        super().__setstate__({**kept, "_rng": np.array(kept["_rng"], dtype=np.uint64).reshape(1)})

    def copy(self) -> SoloSession:
        """An independent copy of the game in progress; agents in Python are shared."""
        twin = super().copy()
        twin.opponents, twin._rng = list(self.opponents), self._rng.copy()
        return twin

    def seat_learner(self, seat: int) -> None:
        """Set the learner's seat for the following games."""
        self.learner = seat
        self._seat_opponents()

    def _seat_opponents(self) -> None:
        n = self.game.players
        self._lineup = np.full(self.game.spec.max_seats, LEARNER, dtype=np.int8)
        self._agents: dict[int, Agent] = {}
        for step, opponent in enumerate(self.opponents, start=1):
            seat = (self.learner + step) % n
            if isinstance(opponent, Bot):
                self._lineup[seat] = self.bots.index(opponent)
            else:
                self._agents[seat] = opponent

    def deal(self, seed: int) -> None:
        """Start a new game; bots and agents draw from generators that follow from the seed."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)
            for seat, agent in self._agents.items():
                agent.reset(agent_seed(seed, seat))
        super().deal(seed)

    def play(self, action: int) -> bool:
        """Play a decision of the learner and all others up to its next one; False: it is not legal, nothing changed."""
        if not self._compiled:
            return super().play(action)
        if not self._advance(action):
            return False
        self._settle()
        return True

    def _go_on(self) -> None:
        if self._compiled:
            self._advance(NO_ACTION)
            return
        while True:
            super()._go_on()
            seat = self.seat
            if self.done or seat == self.learner:
                return
            action = self._choice(seat)
            legal = 0 <= action < self.game.num_actions
            if not (legal and self._play(self._tables, self._options, self._array, 0, action, self._mask)):
                raise self._fault(seat, f"chose an illegal action: {self.why_illegal(action)}")
            self.history.append(action)

    def _advance(self, action: int) -> bool:
        """The learner's action, unless it is `NO_ACTION`, then bots and forced decisions up to its next one.

        All of it is one compiled call; False: the action is not legal, and nothing has changed.
        """
        advance, work, log = self.game.spec.compiled.advance, self._scratch.work, self._scratch.log
        tables, options, memory = self._tables, self._options, self._array
        while True:
            count = advance(
                tables, options, memory, 0, action, self._mask,
                self._lineup, self._functions, self._params, self._rng, work, log,
            )  # fmt: skip
            if count == REFUSED:
                return False
            if action != NO_ACTION:
                self.history.append(action)
                self._cycles += 1
                action = NO_ACTION
            if count < 0:
                raise self._fault(self.seat, "chose an illegal action")
            if count:
                self.history += log[:count].tolist()
            if count < LOG_SIZE:
                return True

    def _choice(self, seat: int) -> int:
        """What the opponent at a seat plays; it is not called when only one action is legal."""
        legal = np.flatnonzero(self._mask)
        if legal.size == 1:
            return int(legal[0])
        if seat in self._agents:
            chosen = self._agents[seat].act(View(self.position(copy=False)))
            try:
                return action_number(self.game.id, self.game.num_actions, chosen)
            except ValueError:
                raise self._fault(seat, f"named {chosen!r} instead of the number of an action") from None
        return self.game.spec.compiled.choose(
            *(self._tables, self._options, self._array, 0, self._mask, self._functions),
            *(int(self._lineup[seat]), self._params, self._rng, self._scratch.work),
        )

    def _fault(self, seat: int, what: str) -> BotError:
        opponent = self._agents.get(seat) or self.bots[self._lineup[seat]]
        name = getattr(opponent, "name", type(opponent).__name__)
        return BotError(f"{self.game.id}: seat {seat}: the opponent '{name}' {what}")


def seat_opponents(game: Game, opponents: SoloOpponents) -> list[Bot | Agent]:
    """The opponents of a solo game, one for each other seat, clockwise from the learner.

    Raises:
        ValueError: an unknown name, or a list of another length than there are other seats.
        TypeError: an opponent that is neither a name, a Bot nor an agent (`name`, `act`, `reset`).
    """
    if isinstance(opponents, Mapping):
        raise TypeError(f"{game.id}: a mix of opponents is for batches and vector environments; name one or list them")
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: Sequence[Any] = opponents if several else [opponents] * (game.players - 1)  # type: ignore[assignment]
    check_count(game, named)
    return [opponent if isinstance(opponent, Agent) else one_bot(game, opponent) for opponent in named]
