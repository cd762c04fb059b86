"""`Session`: the game inside an environment for single games, from one decision to the next.

The AEC, parallel and solo environments use it. It owns the memory of the game, keeps the mask of the next decision,
plays forced decisions, counts cycles, and holds the rewards of the last step. `Batch` does the same for many games.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ..chance import checked_seed
from ..game import Game
from ..gate import read_only
from ..loops.stepping import LOG_SIZE
from ..numbers import whole_number
from ..position import Position
from ..rewards import RewardName, reward_kind, shaping_factor
from .scratch import scratch_of


class Session:
    """One game in progress, played decision by decision; `deal` or `put` starts it.

    Args:
        game: the game.
        reward: `placement`, `win` or `score`, received when the game ends.
        shaping: factor of potential-based shaping on the score (above the mean of the others); 0: none.
        show_forced: decisions with one legal action are shown instead of played automatically.
        max_cycles: shown decisions after which a game is truncated, without a final reward; None: never.

    The arrays are read-only views, which every step changes; what the rules are played on is the session's own.

    Attributes:
        memory: uint8 [bytes of a State record], the position; `array` is the same as State [1].
        mask: uint8 [actions] of the seat to decide; all zero once the game is finished.
        history: all actions since the deal, forced ones included.
        rewards: float32 [players], what each seat received in the last step.
        finished: the game is over, or was stopped.
        truncated: the game was stopped by `max_cycles`.
        seed: the seed of the deal, None after `put` of a position without one.
    """

    def __init__(
        self,
        game: Game,
        *,
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        max_cycles: int | None = None,
    ) -> None:
        self.game = game
        self.max_cycles = None if max_cycles is None else whole_number(f"{game.id}: max_cycles", max_cycles, 1)
        self.reward, self.shaping, self.show_forced = reward, shaping_factor(shaping), bool(show_forced)
        self._kind = reward_kind(reward)
        self._memory = np.zeros(game.spec.state.dtype.itemsize, dtype=np.uint8)
        self._mask = np.zeros(game.num_actions, dtype=np.uint8)
        self._received = np.zeros(game.spec.max_seats, dtype=np.float32)
        self.history: list[int] = []
        self.finished, self.truncated = True, False
        self.seed: int | None = None
        self._cycles = 0
        self._potential = np.zeros(game.spec.max_seats)
        self._bind()

    def _bind(self) -> None:
        """Make views of the memory once: making them at every step would be slow."""
        game, compiled = self.game, self.game.spec.compiled
        self._array = self._memory.view(game.spec.state.dtype)
        self.memory, self.array, self.mask = read_only(self._memory), read_only(self._array), read_only(self._mask)
        self._seat, self._done = self._array["seat"], self._array["done"]
        self._scratch = scratch_of(game.spec.state, game.spec.observation, game.spec.max_seats)
        self.rewards = read_only(self._received[: game.players])
        self._signed_mask = self.mask.view(np.int8)
        self._tables, self._options = game._tables, game._options
        self._play, self._play_forced, self._legal = compiled.play, compiled.play_forced, compiled.legal
        self._observe, self._receive_rewards = compiled.observe, compiled.receive

    def _kept(self) -> dict[str, Any]:
        """What a copy keeps, by name; all else is bound anew."""
        settings = ("game", "reward", "shaping", "show_forced", "max_cycles", "_kind")
        progress = ("_memory", "history", "finished", "truncated", "seed", "_cycles", "_received", "_potential")
        return {name: self.__dict__[name] for name in (*settings, *progress)}

    def __getstate__(self) -> dict[str, Any]:
        kept = self._kept()
        # Before the first deal the memory is no position yet.
        kept["_memory"] = (
            None if self.seed is None and self.finished and not self.history else self.game._gate.seal(self._memory)
        )
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Take over what was pickled (ValueError: its memory is no position of the game, see `Game.from_bytes`)."""
        game: Game = kept["game"]
        data, seats = kept["_memory"], game.spec.max_seats
        memory = np.zeros(game.spec.state.dtype.itemsize, dtype=np.uint8) if data is None else game._gate.open(data)
        received = np.array(kept["_received"], dtype=np.float32).reshape(seats)
        self._take(
            {
                **kept,
                "_memory": memory,
                "_received": received,
                "_potential": np.array(kept["_potential"]).reshape(seats),
            }
        )

    def _take(self, kept: dict[str, Any]) -> None:
        """Become the session that these were kept of."""
        self.__dict__.update(kept)
        self._mask = np.zeros(self.game.num_actions, dtype=np.uint8)
        self._bind()
        if not self.finished:
            self._legal(self._tables, self._options, self._array, 0, self._mask)

    def deal(self, seed: int) -> None:
        """Start a new game (ValueError: a seed outside 0 to 2⁶⁴ − 1)."""
        number = checked_seed(seed)
        self._memory.fill(0)
        self.game.spec.compiled.deal(self._tables, self._options, self._array, 0, np.uint64(number))
        self._start([], number)

    def put(self, position: Position) -> None:
        """Continue from a copy of a position.

        Raises:
            ValueError: it is a position of another game or of other options.
        """
        if not self.game.same_as(position.game):
            raise ValueError(f"this is a position of {position.game!r}, but a face of {self.game!r}")
        self._memory[:] = position._memory
        self._start(position.history, position.seed)

    def _start(self, history: list[int], seed: int | None) -> None:
        """Go on from the position that is now in the memory."""
        self.history, self.seed = history, seed
        self.finished, self.truncated, self._cycles = False, False, 0
        self._received[:] = 0.0
        self._potential[:] = 0.0
        self._go_on()
        if self._done.item():
            self._finish()
        elif self.shaping != 0.0:
            self._receive(0.0)

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self._seat.item()

    @property
    def done(self) -> bool:
        """Whether the rules have ended the game (`finished` is also true for a game that was stopped)."""
        return self._done.item() != 0

    def play(self, action: int) -> bool:
        """Play a decision and forced ones after it; False: the action is not legal and nothing has changed."""
        if not self._play(self._tables, self._options, self._array, 0, action, self._mask):
            return False
        self.history.append(action)
        self._cycles += 1
        self._go_on()
        self._settle()
        return True

    def _settle(self) -> None:
        """Give the rewards of a step, and end the game if it is over or cut off."""
        if self._done.item():
            self._finish()
            return
        if self.shaping != 0.0:
            self._receive(self.shaping)
        if self._cycles == self.max_cycles:
            self.finished = self.truncated = True
            self._mask.fill(0)

    def stop(self) -> None:
        """Stop the game in its present state: there are no more decisions and no rewards."""
        self.finished = True
        self._mask.fill(0)
        self._received[:] = 0.0

    def punish(self, amount: float) -> None:
        """The seat to decide receives an amount, the others nothing; the game is stopped."""
        self.stop()
        self._received[self.seat] = amount

    def _go_on(self) -> None:
        """Play forced decisions and write the mask of the next one."""
        if self.show_forced:
            self._legal(self._tables, self._options, self._array, 0, self._mask)
            return
        log = self._scratch.log
        while True:
            count = self._play_forced(self._tables, self._options, self._array, 0, self._mask, log)
            if count:
                self.history += log[:count].tolist()
            if count < LOG_SIZE:
                return

    def _finish(self) -> None:
        self.finished = True
        self._mask.fill(0)
        self._receive(self.shaping)

    def _receive(self, shaping: float) -> None:
        """Fill `rewards`: the final ones if the game is over, otherwise those of shaping."""
        scratch = self._scratch
        self._receive_rewards(
            *(self._tables, self._options, self._array, 0, self._kind, shaping),
            *(scratch.scores, scratch.ranks, self._potential, self._received),
        )

    def position(self, copy: bool = True) -> Position:
        """The position as a `Position` with its history; without `copy` it is a view of the running game."""
        if copy:
            history: Any = None
            for action in self.history:
                history = (history, action)
            return Position._of(self.game, self._memory.copy(), self.seed, history)
        shared = Position._of(self.game, self._memory, self.seed)
        shared._viewed = self._array
        return shared

    def observation(self, seat: int) -> NDArray[np.float32]:
        """What a seat knows, fresh float32 [obs_size]."""
        scratch = self._scratch
        self._observe(self._tables, self._options, self._array, 0, seat, scratch.records, scratch.flat, 0)
        return scratch.row.copy()

    def action_mask(self) -> NDArray[np.int8]:
        """Fresh int8 [actions] of the seat to decide; all zero once the game is finished."""
        return self._signed_mask.copy()

    def why_illegal(self, action: int) -> str:
        """Why `play` refused an action, in words."""
        return self.position(copy=False).why_illegal(action)

    def results(self) -> dict[str, Any]:
        """The results that infos hold at the end: `returns`, `scores`, `ranks` by seat, `winners`, and of the game
        `num_decisions` and `limit_reached`.
        """
        state, over = self.position(copy=False), self.done
        scores, ranks, returns = (array.tolist() for array in state._standing(self._kind))
        return {
            "returns": returns if over else [0.0] * self.game.players,
            "scores": scores,
            "ranks": ranks,
            "winners": [seat for seat, rank in enumerate(ranks) if rank == 1] if over else [],
            "num_decisions": state.num_decisions,
            "limit_reached": state.limit_reached,
        }

    def full_vector(self) -> NDArray[np.float32]:
        """Everything that any seat knows, fresh float32 [players · obs_size + players].

        The observations of seats 0, 1, … one after another (each as that seat sees it, secrets included), then the seat
        to decide one-hot. It is scaled like observations and contains the whole state, since games keep no hidden
        orders.
        """
        n, size = self.game.players, self.game.obs_size
        vector = np.zeros(n * size + n, dtype=np.float32)
        for seat in range(n):
            vector[seat * size : (seat + 1) * size] = self.observation(seat)
        vector[n * size + self.seat] = 1.0
        return vector

    def full_space(self) -> spaces.Box:
        """The space of `full_vector`."""
        n, box = self.game.players, self.game.observation_space
        low = np.concatenate([np.tile(box.low, n), np.zeros(n, dtype=np.float32)])
        high = np.concatenate([np.tile(box.high, n), np.ones(n, dtype=np.float32)])
        return spaces.Box(low, high, dtype=np.float32)

    def copy(self) -> Self:
        """An independent copy of the game in progress."""
        twin = object.__new__(type(self))
        kept = self._kept()
        for name in ("_memory", "history", "_received", "_potential"):
            kept[name] = kept[name].copy()
        twin._take(kept)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()
