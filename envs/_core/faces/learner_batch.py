"""A batch with one learner in each game, whose games also end by a limit of decisions or by an illegal action.

The vector environments of Gymnasium and of Stable-Baselines3 stand on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..numbers import whole_number
from .batch import Batch
from .face import ILLEGAL, ILLEGAL_REWARD, Illegal, one_of


class LearnerBatch:
    """Step a batch, and say how each game of its learner ended.

    A game that was cut off or ended by an illegal action is dealt anew where the batch does so with finished games:
    at once with `restart=True`, else in the next step, which ignores its action. Its results (`scores`, `ranks`,
    `final_obs`, …) are in the batch as those of finished games are; it has no winners and no final rewards.

    Args:
        batch: the batch; in each of its games one seat is played from outside.
        illegal: `terminate` ends the game of an illegal action with −1 for the learner; `raise` raises
            `IllegalActionError`, and no game has changed.
        max_cycles: decisions of the learner after which a game is cut off; None: never.

    Attributes:
        ended: bool [n], games that the last step ended, in whatever way.
        truncated: bool [n], those of them that were cut off.
        stopped: bool [n], those of them that were cut off or ended by an illegal action: nobody has won.
        illegal_actions: by game, words for the illegal action that ended it.
        learners: int8 [n], the learner's seat in the games that ended.
        lengths: int64 [n], the learner's decisions in the games that ended.
        decisions: int64 [n], the learner's decisions so far in the games being played.

    Raises:
        ValueError: an unknown way to treat illegal actions, or a limit that is no whole number from 1 on.
    """

    def __init__(self, batch: Batch, *, illegal: Illegal, max_cycles: int | None) -> None:
        name = f"{batch.game.id}: max_cycles"
        self.batch = batch
        self.illegal: Illegal = one_of("way to treat illegal actions", illegal, ILLEGAL)
        self.max_cycles = None if max_cycles is None else whole_number(name, max_cycles, 1)
        self.decisions = np.zeros(batch.num_envs, dtype=np.int64)
        self._rows = np.arange(batch.num_envs)
        self._forget()

    def _forget(self) -> None:
        self.ended, self.truncated, self.stopped = np.zeros((3, self.batch.num_envs), dtype=bool)
        self.illegal_actions: dict[int, str] = {}
        self.learners, self.lengths = self.batch.acted.copy(), self.decisions.copy()

    def reset(self, seed: int) -> None:
        """Deal new games everywhere."""
        self.batch.reset(seed)
        # A game that ends before the first decision of the learner is no episode.
        self.batch.restart_rows(np.flatnonzero(self.batch.done))
        self.decisions[:] = 0
        self._forget()

    def step(self, actions: ArrayLike) -> NDArray[np.float32]:
        """Play one decision of the learner in every game.

        Args:
            actions: int [n]; ignored in games that are over (without `restart`).

        Returns:
            Float32 [n], what each learner received.

        Raises:
            ValueError: not as many integers as there are games.
            IllegalActionError: an action is not legal, with `illegal="raise"`; no game has changed.
        """
        batch = self.batch
        over = np.zeros_like(self.ended) if batch.restart else self.ended
        wrong = self._stop_illegal(actions, over)
        batch.step(actions)
        rewards = batch.rewards[self._rows, batch.acted]
        rewards[wrong] = ILLEGAL_REWARD
        self.decisions += 1
        self._deal_anew(over)
        rewards[over] = 0.0
        done = batch.done.astype(bool)
        self.truncated = np.zeros_like(done)
        if self.max_cycles is not None:
            self.truncated = ~done & (self.decisions == self.max_cycles)
        if self.truncated.any():
            batch.stop_rows(np.flatnonzero(self.truncated))
        self.ended, self.stopped = done | self.truncated, wrong | self.truncated
        self.learners, self.lengths = batch.acted.copy(), self.decisions.copy()
        if batch.restart:
            self._deal_anew(self.stopped)
            self.decisions[self.ended] = 0
        return rewards

    def deal_ended(self, games: NDArray[np.bool_]) -> None:
        """Deal anew now in some of the games that ended, where the next step would do it (without `restart`).

        Args:
            games: bool [n]; those that have not ended go on.
        """
        chosen = games & self.ended
        self._deal_anew(chosen)
        self.ended = self.ended & ~chosen

    def _stop_illegal(self, actions: ArrayLike, over: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Stop the games whose action is illegal, unless they raise; bool [n]."""
        batch, wrong = self.batch, np.zeros_like(over)
        self.illegal_actions = {}
        given = np.asarray(actions)
        if self.illegal == "raise" or given.shape != wrong.shape or given.dtype.kind not in "iu":
            return wrong  # `Batch.step` raises, in words
        exists = (given >= 0) & (given < batch.game.num_actions)
        wrong = ~over & ~(exists & (batch.mask[self._rows, np.where(exists, given, 0)] != 0))
        found = np.flatnonzero(wrong)
        for row in found.tolist():
            self.illegal_actions[row] = batch.position(row).why_illegal(int(given[row]))
        if found.size:
            batch.stop_rows(found, ILLEGAL_REWARD)
        return wrong

    def _deal_anew(self, games: NDArray[np.bool_]) -> None:
        if games.any():
            self.batch.restart_rows(np.flatnonzero(games))
            self.decisions[games] = 0

    def results(self) -> dict[str, NDArray[Any]]:
        """The results of the games that ended, in the words of all environments, by game [n] or [n, players].

        Where no game ended, they are those of an earlier one.
        """
        batch, n = self.batch, self.batch.game.players
        return {
            "returns": batch.returns[:, :n],
            "scores": batch.scores[:, :n],
            "ranks": batch.ranks[:, :n],
            "winners": (batch.ranks[:, :n] == 1) & ~self.stopped[:, None],
            "num_decisions": batch.num_decisions,
            "limit_reached": batch.limit_reached.astype(bool),
        }
