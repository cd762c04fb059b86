"""The solo face: a Gymnasium `Env` with one learner, whose other seats are played by bots or agents."""

from __future__ import annotations

import copy
import operator
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, SupportsInt, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from ..bots import WORK_RECORDS, Bot
from ..chance import mix, scramble
from ..game import Game
from ..loops.pool import BotError, pack_lineups, pack_opponents
from ..loops.stepping import BOT_SALT, LEARNER
from ..position import IllegalActionError
from ..view import View
from .face import Face, illegal_results
from .opponents import check_count, one_bot
from .session import LOG_SIZE, Session


class Player(Protocol):
    """An opponent in Python: sees a `View`, names an action. `mailwing.agents` has more of them."""

    def act(self, view: View) -> int:
        """The action to play."""
        ...

    def reset(self, seed: int) -> None:
        """Begin a new game; all its chance follows from the seed."""
        ...


SoloOpponents = str | Bot | Player | Sequence[str | Bot | Player]
"""One for all other seats, or one for each of them, clockwise from the learner."""


class SoloSession(Session):
    """A game in which everybody but the learner plays by themselves; it stops at the learner's decisions.

    Args:
        game, settings: as for `Session`.
        opponents: bots and players of the other seats, clockwise from the learner.

    Attributes:
        learner: the learner's seat.
    """

    def __init__(self, game: Game, opponents: Sequence[Bot | Player], **settings: Any) -> None:
        self.opponents = list(opponents)
        self.learner = 0
        self._rng = np.zeros(1, dtype=np.uint64)
        super().__init__(game, **settings)

    def _bind(self) -> None:
        super()._bind()
        game = self.game
        self.bots = list(dict.fromkeys(opponent for opponent in self.opponents if isinstance(opponent, Bot)))
        pool = pack_opponents(game, self.bots, pack_lineups(game, self.bots, [LEARNER] * game.players))
        self._functions, self._params = pool.functions, pool.params
        self._work = game.spec.state.zeros(WORK_RECORDS)
        # Players in Python and decisions that are to be shown need a stop at every decision.
        self._compiled = not self.show_forced and all(isinstance(opponent, Bot) for opponent in self.opponents)
        self._seat_everybody()

    def __getstate__(self) -> dict[str, Any]:
        own = {name: self.__dict__[name] for name in ("opponents", "learner", "_rng")}
        return {**super().__getstate__(), **own}

    def copy(self) -> SoloSession:
        """An independent copy of the game in progress; players in Python are shared."""
        twin = super().copy()
        twin.opponents, twin._rng = list(self.opponents), self._rng.copy()
        return twin

    def seat_learner(self, seat: int) -> None:
        """Say where the learner sits in the games to come."""
        self.learner = seat
        self._seat_everybody()

    def _seat_everybody(self) -> None:
        n = self.game.players
        self._lineup = np.full(self.game.spec.max_seats, LEARNER, dtype=np.int8)
        self._players: dict[int, Player] = {}
        for step, opponent in enumerate(self.opponents, start=1):
            seat = (self.learner + step) % n
            if isinstance(opponent, Bot):
                self._lineup[seat] = self.bots.index(opponent)
            else:
                self._players[seat] = opponent

    def deal(self, seed: int) -> None:
        """Start a new game; bots and players draw from generators that follow from the seed."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)
            for seat, player in self._players.items():
                player.reset(int(mix(np.uint64(seed), BOT_SALT, np.uint64(seat))))
        super().deal(seed)

    def _go_on(self) -> None:
        if self._compiled:
            self._advance()
            return
        while True:
            super()._go_on()
            seat = self.seat
            if self.done or seat == self.learner:
                return
            action = self._choice(seat)
            legal = 0 <= action < self.game.num_actions
            if not (legal and self._play(self._tables, self._options, self.array, 0, action, self.mask)):
                raise self._fault(seat, f"chose an illegal action: {self.why_illegal(action)}")
            self.history.append(action)

    def _advance(self) -> None:
        """Bots and forced decisions up to the learner's next one, in one compiled call."""
        advance = self.game.spec.compiled.advance
        while True:
            count = advance(
                *(self._tables, self._options, self.array, 0, self.mask, self._lineup),
                *(self._functions, self._params, self._rng, self._work, self._log),
            )
            if count < 0:
                raise self._fault(self.seat, "chose an illegal action")
            self.history += self._log[:count].tolist()
            if count < LOG_SIZE:
                return

    def _choice(self, seat: int) -> int:
        """What the opponent at a seat plays; with one legal action nobody is asked."""
        legal = np.flatnonzero(self.mask)
        if legal.size == 1:
            return int(legal[0])
        if seat in self._players:
            chosen = self._players[seat].act(View(self.position(copy=False)))
            try:
                return operator.index(chosen)
            except TypeError:
                raise self._fault(seat, f"named {chosen!r} instead of the number of an action") from None
        return self.game.spec.compiled.choose(
            *(self._tables, self._options, self.array, 0, self.mask, self._functions),
            *(int(self._lineup[seat]), self._params, self._rng, self._work),
        )

    def _fault(self, seat: int, what: str) -> BotError:
        opponent = self._players.get(seat) or self.bots[self._lineup[seat]]
        name = getattr(opponent, "name", type(opponent).__name__)
        return BotError(f"{self.game.id}: seat {seat}: the opponent '{name}' {what}")


class SoloEnv(Face, gymnasium.Env[NDArray[np.float32], SupportsInt]):
    """A game for one learner; made by `envs.solo`.

    The observation is float32 [obs_size], fresh at every call; which actions are legal is in `info["action_mask"]`
    (int8, for `action_space.sample`) and `action_masks()` (bool, for sb3-contrib). Once the game is over the mask is
    all ones. `info["seat"]` is the learner's seat; at the end the info also holds `returns`, `scores`, `ranks`,
    `winners` and `limit_reached`. Decisions with one legal action are played on; so are the other seats.

    An illegal action with `illegal="terminate"` ends the episode with −1; the words are in `info["illegal_action"]`.

    Args:
        game: the game.
        opponents: see `SoloOpponents`; names are those of the game's ladder.
        seat: the learner's seat; None: drawn for every game.
        render_mode, illegal, reward, shaping, show_forced: as for `GameAECEnv`.
        render_seat: the seat whose view is drawn; None: the learner's.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponents: SoloOpponents = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        illegal: str = "terminate",
        reward: str = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        render_seat: int | None = None,
    ) -> None:
        if seat is not None and not 0 <= seat < game.players:
            raise ValueError(f"{game.id}: seat={seat} is none of the seats 0 to {game.players - 1}")
        self._solo = SoloSession(
            game, seat_opponents(game, opponents), reward=reward, shaping=shaping, show_forced=show_forced
        )
        self._set_up(self._solo, render_mode, illegal, render_seat)
        self._fixed_seat, self._view_seat = seat, render_seat
        self.observation_space = cast(Any, copy.deepcopy(game.observation_space))
        self.action_space = spaces.Discrete(game.num_actions)
        self._started = False

    @property
    def seat(self) -> int:
        """The learner's seat in this game."""
        return self._solo.learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a new game and play up to the learner's first decision.

        Args:
            seed: the deal, as `game.new(seed)`, and the learner's seat; None: the next ones.
            options: not used.
        """
        super().reset(seed=seed)
        deal = seed
        while True:
            if deal is None:
                deal = int(self.np_random.integers(2**63))
            drawn = self._fixed_seat
            self._solo.seat_learner(int(self.np_random.integers(self.game.players)) if drawn is None else drawn)
            self._solo.deal(deal)
            if not self._solo.finished:
                return self._begin()
            deal = None  # the others ended the game before the learner could decide anything

    def _begin(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        self._started = True
        if self._view_seat is None:
            self._render_seat = self.seat
        self._show()
        return self._solo.observation(self.seat), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play the learner's decision and go on to its next one.

        Raises:
            IllegalActionError: the action is not legal, with `illegal="raise"`; nothing has changed.
            BotError: an opponent chose an illegal action.
            ResetNeeded: there is no game, or it is over.
        """
        self._check_started()
        session = self._solo
        if session.finished:
            raise ResetNeeded(f"{self.game.id}: the game is over, call reset()")
        number = self._number(action)
        results: Mapping[str, Any] = {}
        if not (0 <= number < self.game.num_actions and session.play(number)):
            if self.illegal == "raise":
                raise IllegalActionError(session.why_illegal(number))
            results = illegal_results(session, number)
        elif session.finished:
            results = session.results()
        self._show()
        reward = float(session.rewards[self.seat])
        return session.observation(self.seat), reward, session.finished, False, {**self._info(), **results}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}

    def action_masks(self) -> NDArray[np.bool_]:
        """Fresh bool [actions], what the learner may play; all ones once the game is over, since samplers divide."""
        return np.ones(self.game.num_actions, dtype=bool) if self._solo.finished else self._solo.mask.astype(bool)

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded(f"{self.game.id}: call reset() first, there is no game yet")


def seat_opponents(game: Game, opponents: SoloOpponents) -> list[Bot | Player]:
    """The opponents of a solo game, one for each other seat, clockwise from the learner.

    Raises:
        ValueError: an unknown name, or a list of another length than there are other seats.
        TypeError: an opponent that is neither a name, a Bot nor an object with `act` and `reset`.
    """
    if isinstance(opponents, Mapping):
        raise TypeError(f"{game.id}: a mix of opponents is for batches and vector environments; name one or list them")
    several = isinstance(opponents, Sequence) and not isinstance(opponents, str)
    named: Sequence[Any] = opponents if several else [opponents] * (game.players - 1)  # type: ignore[assignment]
    check_count(game, named)
    return [
        opponent if hasattr(opponent, "act") and hasattr(opponent, "reset") else one_bot(game, opponent)
        for opponent in named
    ]
