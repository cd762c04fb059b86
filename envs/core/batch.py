"""`Batch`: thousands of games at once, in arrays, in place, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .batching import Manner, Rows, first_illegal, random_actions
from .bots import WORK_RECORDS, Bot
from .company import BotError, in_chunks, pack_company, pack_lineups
from .game import Game
from .kernel import INTERPRETED
from .rewards import reward_kind
from .state import IllegalActionError, State
from .stepping import LEARNER

SMALLEST_CHUNK = 64
"""Games per thread below which another thread costs more than it brings."""


class Batch:
    """Step many games of one kind at once; made by `envs.batch`.

    All arrays are reused by every `step`: copy what you keep. A finished game is replaced at once by the next one (its
    results stay readable in `points`, `rank`, `length`, `final_obs` until the row finishes again); with `restart=False`
    it stays finished, `done` 1 and the mask all ones, and its actions are ignored.

    Game k, episode e is `game.new(mix(seed, k, e))`; `seeds` holds what is being played. Results do not depend on
    `threads`.

    Attributes:
        obs: float32 [n, obs_size], what the seat to decide knows.
        mask: uint8 [n, actions], what it may play.
        seat: int8 [n], the seat to decide.
        acted: int8 [n], the seat that played in the last step.
        reward: float32 [n, max seats], what each seat received in the last step.
        done: uint8 [n], 1 where the last step ended a game.
        points, rank: int32, int8 [n, max seats] of the game that ended.
        length: int32 [n], its decisions; turn_limit: uint8 [n].
        final_obs: float32 [n, obs_size], its end as the seat `acted` saw it.
        lineup: int8 [n, max seats], who sits where now (−1: played from outside).
        seeds: uint64 [n], the seeds of the games being played.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int = 0,
        bots: Sequence[Bot] = (),
        lineups: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        threads: int = 1,
        reward: str = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        restart: bool = True,
    ) -> None:
        if num_envs < 1 or threads < 1:
            raise ValueError(f"{game.id}: num_envs={num_envs} and threads={threads} must be 1 or more")
        self.game, self.num_envs, self.threads = game, num_envs, min(threads, max(1, num_envs // SMALLEST_CHUNK))
        self.bots = tuple(bots)
        self.restart = restart
        self._reward, self._shaping, self._show_forced = reward_kind(reward), float(shaping), bool(show_forced)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._allocate()
        self.set_company(bots, lineups, weights)
        self.reset(seed)

    def _allocate(self) -> None:
        game, n = self.game, self.num_envs
        seats, size, actions = game.spec.max_seats, game.obs_size, game.num_actions
        record = game.spec.state
        self.states, self._blank = record.zeros(n), record.zeros(1)
        self._work = record.zeros(self.threads * WORK_RECORDS).reshape(self.threads, WORK_RECORDS)
        self.obs = np.zeros((n, size), dtype=np.float32)
        self.final_obs = np.zeros((n, size), dtype=np.float32)
        self.mask = np.zeros((n, actions), dtype=np.uint8)
        self.seat, self.acted = np.zeros(n, dtype=np.int8), np.zeros(n, dtype=np.int8)
        self.reward = np.zeros((n, seats), dtype=np.float32)
        self.done, self.turn_limit = np.zeros(n, dtype=np.uint8), np.zeros(n, dtype=np.uint8)
        self.points, self.rank = np.zeros((n, seats), dtype=np.int32), np.zeros((n, seats), dtype=np.int8)
        self.length = np.zeros(n, dtype=np.int32)
        self.lineup, self.seeds = np.zeros((n, seats), dtype=np.int8), np.zeros(n, dtype=np.uint64)
        self._actions = np.zeros(n, dtype=np.int64)
        self._episode, self._fault = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.uint8)
        self._rng = np.zeros((n, 1), dtype=np.uint64)
        observation = game.spec.observation.dtype
        self._rows = Rows(
            actions=self._actions,
            lineup=self.lineup,
            rng=self._rng,
            seed=self.seeds,
            episode=self._episode,
            obs=self.obs.reshape(-1).view(observation),
            flat=self.obs,
            final_obs=self.final_obs.reshape(-1).view(observation),
            final_flat=self.final_obs,
            mask=self.mask,
            seat=self.seat,
            acted=self.acted,
            reward=self.reward,
            potential=np.zeros((n, seats), dtype=np.float64),
            done=self.done,
            points=self.points,
            rank=self.rank,
            length=self.length,
            turn_limit=self.turn_limit,
            fault=self._fault,
        )

    def set_company(
        self, bots: Sequence[Bot], lineups: ArrayLike | None = None, weights: ArrayLike | None = None
    ) -> None:
        """Say who plays: the line-ups that games started from now on draw from.

        Args:
            bots: the bots that line-ups refer to.
            lineups: int [L, players], −1 for a seat played from outside; None: every seat.
            weights: how often each line-up is drawn; None: all equally often.

        Raises:
            ValueError: a line-up in which nobody is played from outside, or one that does not fit the game.
        """
        everybody = np.full((1, self.game.players), LEARNER)
        packed = pack_lineups(self.game, bots, everybody if lineups is None else lineups)
        if not (packed[:, : self.game.players] == LEARNER).any(axis=1).all():
            raise ValueError(f"{self.game.id}: every line-up of a batch needs a seat that is played from outside (−1)")
        self.bots = tuple(bots)
        self._company = pack_company(self.game, bots, packed, weights)

    def reset(self, seed: int = 0, *, seeds: ArrayLike | None = None, lineups: ArrayLike | None = None) -> None:
        """Start anew: game k from `mix(seed, k, 1)`; with `restart=False` from given seeds and line-ups.

        Args:
            seed: the seed of the batch.
            seeds: uint64 [n], the deal of each row (only with `restart=False`).
            lineups: int [n, players], who sits where in each row (only with `restart=False`).
        """
        if (seeds is not None or lineups is not None) and self.restart:
            raise ValueError(f"{self.game.id}: seeds and line-ups by row need a batch with restart=False")
        self._manner = Manner(
            np.uint64(seed), self._reward, self._shaping, self._show_forced, seeds is None and self.restart
        )
        self._episode[:] = 0 if self.restart else 1
        self.lineup[:, 0] = -2
        if not self.restart:
            self.seeds[:] = self._own_seeds(seed) if seeds is None else np.asarray(seeds, dtype=np.uint64)
            if lineups is not None:
                self.lineup[:] = pack_lineups(self.game, self.bots, lineups)
        self._run(self.game.spec.drivers.restart)

    def _own_seeds(self, seed: int) -> list[int]:
        return [seed_of(seed, k, 1) for k in range(self.num_envs)]

    def step(self, actions: ArrayLike) -> None:
        """Play one decision in every game, then go on to the next decision that is to be taken from outside.

        Args:
            actions: int [n], legal in each row (any number in finished rows).

        Raises:
            IllegalActionError: an action is not legal; no game has changed.
            BotError: a bot chose an illegal action.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"{self.game.id}: actions are {self.num_envs} integers, not {given.dtype} of shape {given.shape}"
            )
        self._actions[:] = given
        finished = self.done if not self.restart else self._fault
        wrong = int(first_illegal(self.mask, self._actions, finished))
        if wrong >= 0:
            state = self.state(wrong)
            raise IllegalActionError(f"row {wrong}: {state._why_illegal(int(given[wrong]))}")
        self._run(self.game.spec.drivers.step)

    def restart_rows(self, rows: ArrayLike) -> None:
        """Deal the next game in some rows, as a batch with `restart=True` does by itself in rows that have finished.

        Args:
            rows: int [any], the rows; their seats and deals follow from the seed of the batch.
        """
        manner = self._manner._replace(restart=True)
        for row in np.asarray(rows, dtype=np.int64).tolist():
            self._drive(self.game.spec.drivers.restart, manner, row, row + 1, 0)
        self._check_faults()

    def random_actions(self, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A uniformly random legal action for each row, from a uint64 [1] generator; the array is reused."""
        with np.errstate(over="ignore"):
            random_actions(self.mask, rng, self._actions)
        return self._actions

    def state(self, row: int) -> State:
        """A copy of one game as a `State` (its history is not kept)."""
        memory = self.states[row : row + 1].copy().view(np.uint8).reshape(-1)
        return State(self.game, memory, None)

    def _run(self, driver: Any) -> None:
        def run(low: int, high: int, thread: int) -> None:
            self._drive(driver, self._manner, low, high, thread)

        in_chunks(self._pool, self.threads, self.num_envs, run)
        self._check_faults()

    def _drive(self, driver: Any, manner: Manner, low: int, high: int, thread: int) -> None:
        game = self.game
        driver(
            *(game.tables, game.options, self.states, self._blank, self._work),
            *(self._rows, self._company, manner, low, high, thread),
        )

    def _check_faults(self) -> None:
        if self._fault.any():
            row = int(np.flatnonzero(self._fault)[0])
            seat = int(self.states["seat"][row])
            name = self.bots[int(self.lineup[row, seat])].name
            raise BotError(f"{self.game.id}: row {row}, seat {seat}: the bot '{name}' chose an illegal action")


def seed_of(batch_seed: int, row: int, episode: int) -> int:
    """The seed of a batch's game: `game.new(seed_of(batch_seed, row, episode))` is its deal."""
    from .chance import mix

    with np.errstate(over="ignore"):
        word = mix(np.uint64(batch_seed), np.uint64(row), np.uint64(episode))
    return int(word)


__all__ = ["INTERPRETED", "Batch", "seed_of"]
