"""`Batch`: thousands of games at once, in arrays, stepped in place by compiled code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..alone import Alone
from ..bots import WORK_RECORDS, Bot, BotError
from ..chance import checked_seed, fresh_seed, mix
from ..game import Game
from ..gate import read_only
from ..kernel import INTERPRETED
from ..loops.batching import first_illegal, random_actions
from ..loops.chunks import BROKEN, QUIT, chunk_edges, new_control
from ..loops.pool import MOST_OUTSIDE, copy_pool, pack_lineups, pack_opponents
from ..loops.rows import BatchArrays, BatchSettings, OpponentPool
from ..loops.stepping import FAULT, LEARNER, STOPPED
from ..loops.thread_pool import ThreadPool
from ..numbers import whole_number
from ..position import IllegalActionError, Position
from ..rewards import RewardName, reward_kind, shaping_factor
from ..whole import checked_seeds, whole_numbers
from .batch_memory import restored, saved

PICK = -1
"""An entry of the actions that the compiled loop replaces by a random legal action; `step` refuses it."""

SMALLEST_CHUNK = 64
"""Games for each thread below which fewer threads are used, since waking one would take longer than it saves."""


class Batch:
    """Step many games of one kind at once; made by `envs.batch`.

    All arrays are views of the batch's own memory, changed by every `step`: copy what you keep. `obs` and `final_obs`
    may be written to, since no step reads them. All others are read-only (strided, a row a game), since the loops
    check no index and rely on what they wrote; whoever lifts the flag with numpy does so at his or her own risk.

    A finished game is replaced at once by the next one (its results stay readable in
    `scores`, `ranks`, `final_obs`, … until the row finishes again); with `restart=False` it stays finished,
    `done` 1 and the mask all ones, and its actions are ignored.

    Game k, episode e is `game.new(seed_of(seed, k, e))`; `seeds` holds what is being played. Results do not depend on
    `threads`, which is lowered where there are fewer than `SMALLEST_CHUNK` games for each.

    With `outside` above 1, line-ups tell players outside apart, as −1, −2, …; `lineup` then says whose decision it is.

    One thread at a time may use a batch; a second one gets an `InUseError` (a RuntimeError), and reads half of a step
    if it looks at the arrays meanwhile. In a forked process a batch goes on with threads of its own.

    Attributes:
        records: State [n], the games.
        obs: float32 [n, obs_size], what the seat to decide knows.
        mask: uint8 [n, actions], what it may play.
        seat: int8 [n], the seat to decide.
        acted: int8 [n], the seat that played in the last step.
        rewards: float32 [n, max seats], what each seat received in the last step.
        done: uint8 [n], 1 where the last step ended a game.
        scores, ranks, returns: int32, int8, float32 [n, max seats], of the game that ended (returns: final rewards).
        num_decisions: int32 [n], its decisions; limit_reached: uint8 [n], 1 where the documented limit ended it.
        final_obs: float32 [n, obs_size], its end as the seat `acted` saw it; if that was a player outside other than
            −1, as the first seat of −1 saw it.
        lineup: int8 [n, max seats], who sits where now (negative: played from outside).
        seeds: uint64 [n], the seeds of the games being played.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        seed: int | None = None,
        bots: Sequence[Bot] = (),
        lineups: ArrayLike | None = None,
        weights: ArrayLike | None = None,
        threads: int = 1,
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        restart: bool = True,
        outside: int = 1,
    ) -> None:
        num_envs = whole_number(f"{game.id}: num_envs", num_envs, 1)
        threads = whole_number(f"{game.id}: threads", threads, 1)
        self.game, self.num_envs, self.threads = game, num_envs, min(threads, max(1, num_envs // SMALLEST_CHUNK))
        self.bots, self.outside = tuple(bots), whole_number(f"{game.id}: outside", outside, 1, MOST_OUTSIDE)
        self.restart = bool(restart)
        self._alone = Alone(f"{game.id}: this batch")
        self._reward, self._shaping, self._show_forced = reward_kind(reward), shaping_factor(shaping), bool(show_forced)
        self._thread_pool = ThreadPool(self.threads)
        self._edges = chunk_edges(num_envs, self.threads)
        self._control = new_control(self._edges)
        self._allocate()
        self._set_opponents(bots, lineups, weights)
        self.reset(seed)

    def _allocate(self) -> None:
        game, n = self.game, self.num_envs
        record, observation = game.spec.state, game.spec.observation
        self._records, self._blank = record.zeros(n), record.zeros(1)
        self._work = [record.zeros(WORK_RECORDS) for _ in range(self.threads)]
        self._rows = game.spec.row.zeros(n)
        self._obs, self._final_obs = observation.zeros(n), observation.zeros(n)
        self._flat = self._obs.view(np.float32).reshape(n, -1)
        self._final_flat = self._final_obs.view(np.float32).reshape(n, -1)
        self._actions, self._picked = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        self.obs, self.final_obs = self._flat.view(), self._final_flat.view()
        self.records, rows = read_only(self._records), read_only(self._rows)
        self.mask, self.seat, self.acted = rows["mask"], rows["seat"], rows["acted"]
        self.rewards, self.done, self.limit_reached = rows["rewards"], rows["done"], rows["limit_reached"]
        self.returns = rows["returns"]
        self.scores, self.ranks, self.num_decisions = rows["scores"], rows["ranks"], rows["num_decisions"]
        self.lineup, self.seeds = rows["lineup"], rows["seed"]

    def _set_opponents(
        self, bots: Sequence[Bot], lineups: ArrayLike | None = None, weights: ArrayLike | None = None
    ) -> None:
        """Set the bots and the line-ups that games draw from.

        Args:
            bots: the bots that line-ups refer to.
            lineups: int [L, players], negative for a seat played from outside; None: every seat, as −1.
            weights: how often each line-up is drawn; None: all equally often.

        Raises:
            ValueError: a line-up in which no seat is played from outside, or one that does not fit the game.
        """
        everybody = np.full((1, self.game.players), LEARNER)
        packed = pack_lineups(self.game, bots, everybody if lineups is None else lineups, self.outside)
        if not (packed[:, : self.game.players] <= LEARNER).any(axis=1).all():
            raise ValueError(f"{self.game.id}: every line-up of a batch needs a seat that is played from outside (−1)")
        self.bots = tuple(bots)
        pool = pack_opponents(self.game, bots, packed, weights)
        self._arrays = [self._arrays_of(work, copy_pool(pool)) for work in self._work]

    def reset(
        self, seed: int | None = None, *, seeds: ArrayLike | None = None, lineups: ArrayLike | None = None
    ) -> None:
        """Start new games: game k from `seed_of(seed, k, 1)`, or, with `restart=False`, from given seeds and line-ups.

        Args:
            seed: the seed of the batch; None: drawn by the operating system.
            seeds: uint64 [n], the deal of each row (only with `restart=False`).
            lineups: int [n, players], who sits where in each row (only with `restart=False`).

        Raises:
            ValueError: seeds or line-ups do not fit or are no whole numbers; nothing has changed.
            InUseError: another thread is using the batch.
        """
        with self._alone:
            self._reset(seed, seeds, lineups)

    def _reset(self, seed: int | None, seeds: ArrayLike | None, lineups: ArrayLike | None) -> None:
        if (seeds is not None or lineups is not None) and self.restart:
            raise ValueError(f"{self.game.id}: seeds and line-ups by row need a batch with restart=False")
        seed = fresh_seed() if seed is None else checked_seed(seed)
        own = self._own_seeds(seed) if seeds is None else checked_seeds(seeds)
        given = None if lineups is None else pack_lineups(self.game, self.bots, lineups, self.outside)
        if np.shape(own) != (self.num_envs,) or (given is not None and given.shape[0] != self.num_envs):
            raise ValueError(f"{self.game.id}: seeds and line-ups by row are {self.num_envs}, one for each game")
        self._settings = BatchSettings(
            np.uint64(seed), self._reward, self._shaping, self._show_forced, seeds is None and self.restart
        )
        self._rows["episode"] = 0 if self.restart else 1
        self._rows["potential"] = 0.0
        self._rows["given"] = given is not None
        if not self.restart:
            self._rows["seed"] = own
            if given is not None:
                self._rows["lineup"] = given
        self._restart()

    def _own_seeds(self, seed: int) -> NDArray[np.uint64]:
        """Seeds of the first games, as `seed_of` gives them (with `restart`, each row computes its own)."""
        if self.restart:
            return np.zeros(self.num_envs, dtype=np.uint64)
        with np.errstate(over="ignore"):
            return mix(np.uint64(seed), np.arange(self.num_envs, dtype=np.uint64), np.uint64(1))

    def step(self, actions: ArrayLike) -> None:
        """Play one decision in every game, then bots and forced decisions up to the next decision from outside.

        Args:
            actions: int [n], legal in each row (any number in finished rows).

        Raises:
            IllegalActionError: an action is not legal; no game has changed.
            BotError: a bot chose an illegal action.
            InUseError: another thread is using the batch.
        """
        self._play(actions, waits=False)

    def step_some(self, actions: ArrayLike) -> None:
        """Step some of the games: where the action is −2 (`WAIT`), a game stays as it is, results included.

        Arguments and errors are otherwise those of `step`.
        """
        self._play(actions, waits=True)

    def _play(self, actions: ArrayLike, waits: bool) -> None:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise ValueError(
                f"{self.game.id}: expected an integer array of shape ({self.num_envs},), one action a game, "
                f"not {given.dtype} of shape {given.shape}"
            )
        with self._alone:
            # A copy: the caller could change the array between the check and the step.
            self._actions[:] = given
            wrong = int(first_illegal(self._rows, self._actions, self.restart, waits))
            if wrong >= 0:
                words = self._position(wrong).why_illegal(given[wrong].item())
                raise IllegalActionError(f"row {wrong}: {words}")
            self._step()

    def step_random(self) -> None:
        """Play a uniformly random legal decision in every game, picked by the threads with the generators of the rows.

        Raises:
            BotError: a bot chose an illegal action.
            InUseError: another thread is using the batch.
        """
        with self._alone:
            self._actions[:] = PICK
            self._step()

    def _step(self) -> None:
        if self.threads > 1:
            self._step_shared()
        else:
            compiled = self.game.spec.compiled
            step = compiled.step if self.bots else compiled.step_alone
            step(self._arrays[0], self._settings, 0, self.num_envs, self._actions)
        if self.bots:
            self._check_faults()

    def restart_rows(self, rows: ArrayLike) -> None:
        """Deal the next game in some rows, as a batch with `restart=True` does automatically in finished rows.

        Args:
            rows: int [any], the rows; their seats and deals follow from the seed of the batch.

        Raises:
            ValueError: there is no such row; nothing has changed.
        """
        chosen = whole_numbers(rows, f"{self.game.id}: the rows are 0 to {self.num_envs - 1}").ravel().tolist()
        for row in chosen:
            self._checked_row(row)
        with self._alone:
            settings = self._settings._replace(restart=True)
            for row in chosen:
                self.game.spec.compiled.restart(self._arrays[0], settings, row, row + 1)
            self._check_faults()

    def stop_rows(self, rows: ArrayLike, penalty: float = 0.0) -> None:
        """End games in their present state, without final rewards: they are `done`, and stay so until `restart_rows`.

        Their `scores` and `ranks` are those of the position, `final_obs` is what the seat to decide sees. The mask is
        all ones, and further actions are ignored, as in a finished game. Games that are over keep their results.

        Args:
            rows: int [any], the rows.
            penalty: what the seat to decide gets in `returns`, between −1,000,000 and 1,000,000; the others get 0.

        Raises:
            ValueError: there is no such row, or the penalty is none; nothing has changed.
            InUseError: another thread is using the batch.
        """
        if isinstance(penalty, bool) or not isinstance(penalty, (int, float, np.number)) or not abs(penalty) < 1e6:
            raise ValueError(f"{self.game.id}: penalty={penalty!r} is not a number between -1,000,000 and 1,000,000")
        chosen = whole_numbers(rows, f"{self.game.id}: the rows are 0 to {self.num_envs - 1}").ravel().tolist()
        for row in chosen:
            self._checked_row(row)
        with self._alone:
            for row in chosen:
                if not self._records["done"][row] and self._rows["fault"][row] != STOPPED:
                    self._stop_row(row, float(penalty))

    def _stop_row(self, row: int, penalty: float) -> None:
        state, n = self._position(row), self.game.players
        self._rows["scores"][row, :n], self._rows["ranks"][row, :n] = state.scores(), state.ranks()
        self._rows["returns"][row] = 0.0
        self._rows["returns"][row, state.seat] = penalty
        for name, value in (("num_decisions", state.num_decisions), ("limit_reached", 0), ("acted", state.seat)):
            self._rows[name][row] = value
        for name, value in (("done", 1), ("mask", 1), ("fault", STOPPED)):
            self._rows[name][row] = value
        self.final_obs[row] = self.obs[row]

    def random_actions(self, rng: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A uniformly random legal action for each row, from a uint64 [1] generator; the array is reused.

        Raises:
            ValueError: `rng` is no writable uint64 array with one entry.
            InUseError: another thread is using the batch.
        """
        if not isinstance(rng, np.ndarray) or rng.dtype != np.uint64 or rng.shape != (1,) or not rng.flags.carray:
            raise ValueError(f"{self.game.id}: the generator is a writable uint64 array with one entry, not {rng!r}")
        with self._alone:
            if INTERPRETED:
                with np.errstate(over="ignore"):
                    random_actions(self._rows, rng, self._picked)
            else:
                random_actions(self._rows, rng, self._picked)
        return self._picked

    def __reduce__(self) -> Any:
        raise TypeError(
            f"{self.game.id}: a batch can be neither copied nor pickled, its arrays share memory; "
            "make another one with the same seed, or take single games with batch.position(row)"
        )

    def _checked_row(self, row: Any) -> int:
        if isinstance(row, bool) or not isinstance(row, (int, np.integer)) or not 0 <= row < self.num_envs:
            raise ValueError(f"{self.game.id}: there is no row {row!r}; the rows are 0 to {self.num_envs - 1}")
        return int(row)

    def position(self, row: int) -> Position:
        """A copy of one game as a `Position`, without history.

        Raises:
            ValueError: there is no such row.
            InUseError: another thread is using the batch.
        """
        row = self._checked_row(row)
        with self._alone:
            return self._position(row)

    def _position(self, row: int) -> Position:
        # As bytes: numpy's copy of a record leaves the padding between its fields undefined.
        return Position._of(self.game, self._records[row : row + 1].view(np.uint8).copy(), None)

    def memory(self) -> dict[str, NDArray[np.uint8]]:
        """Everything that the next steps depend on, for `restore`: fresh uint8 arrays by name, to be saved as they are.

        `states` and `rows` [n, bytes] are the games; `header` and `checksum` say what they belong to. The results of
        games that have ended (`final_obs`, …) are not in it.

        Raises:
            InUseError: another thread is using the batch.
        """
        with self._alone:
            return saved(self)

    def restore(self, memory: Mapping[str, NDArray[Any]]) -> None:
        """Go on as the batch did from which `memory()` is.

        Args:
            memory: what `memory()` of a batch of the same game, size and bots returned. It may come from a file of
                others: it is checked as `Game.from_bytes` checks a position.

        Raises:
            ValueError: it is damaged, or of another game, version, table, data pack or kind of batch, or holds a
                position that the game does not have; the message says which, and nothing has changed.
            InUseError: another thread is using the batch.
        """
        with self._alone:
            seed = restored(self, memory)
            self._settings = self._settings._replace(base=np.uint64(seed))

    def _step_shared(self) -> None:
        """A step by all threads: sleeping worker threads are woken, polling ones find the step themselves."""
        compiled = self.game.spec.compiled
        main = compiled.step_main if self.bots else compiled.step_main_alone
        worker = compiled.step_worker if self.bots else compiled.step_worker_alone
        shared = (self._settings, self._actions, self._edges, self._control)
        for k in range(1, self.threads):
            self._thread_pool.start(k, lambda k=k: worker(self._arrays[k], *shared))
        main(self._arrays[0], *shared)
        if self._control[BROKEN]:
            self._control[BROKEN] = 0
            raise BotError(
                f"{self.game.id}: a bot raised an error in the middle of a step; its games are not whole any more"
            )

    def _restart(self) -> None:
        """Start the first games of all rows, by all threads."""
        self._control[QUIT] = 1
        self._thread_pool.wait()
        self._control[QUIT] = 0
        restart = self.game.spec.compiled.restart
        self._thread_pool.share(lambda low, high, k: restart(self._arrays[k], self._settings, low, high), self.num_envs)
        if self.bots:
            self._check_faults()

    def _arrays_of(self, work: NDArray[Any], pool: OpponentPool) -> BatchArrays:
        """The memory of the batch for a thread with this scratch memory and this pool."""
        return BatchArrays(
            *(self.game._tables, self.game._options, self._records, self._rows, self._obs, self._final_obs),
            *(self._flat, self._final_flat, self._blank, work, pool),
        )

    def _check_faults(self) -> None:
        fault = self._rows["fault"] == FAULT
        if fault.any():
            row = int(np.flatnonzero(fault)[0])
            seat = int(self._records["seat"][row])
            name = self.bots[int(self.lineup[row, seat])].name
            raise BotError(f"{self.game.id}: row {row}, seat {seat}: the bot '{name}' chose an illegal action")
