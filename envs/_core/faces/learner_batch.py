"""A batch with one learner in each game, whose games also end by a limit of decisions or by an illegal action.

The vector environments of Gymnasium and of Stable-Baselines3 stand on it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..loops.batching import WAIT
from ..numbers import whole_number
from .batch import Batch
from .face import ILLEGAL, ILLEGAL_REWARD, Illegal, one_of
from .outsiders import Outsiders

RESULTS = ("returns", "scores", "ranks", "num_decisions", "limit_reached", "final_obs")
"""The arrays of a batch that hold the results of games that have ended."""


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
        outsiders: who plays the seats from −2 on, between two decisions of the learner; None: there are none.

    Attributes:
        ended: bool [n], games that the last step ended, in whatever way.
        truncated: bool [n], those of them that were cut off.
        stopped: bool [n], those of them that were cut off or ended by an illegal action: nobody has won.
        illegal_actions: by game, words for the illegal action that ended it.
        learners: int8 [n], the learner's seat in the games that ended.
        lengths: int64 [n], the learner's decisions in the games that ended.
        decisions: int64 [n], the learner's decisions so far in the games being played.

    Raises:
        ValueError: an unknown way to treat illegal actions, or a limit that is no whole number from 1 on; a batch with
            outsiders that does not restart its games.
    """

    def __init__(
        self, batch: Batch, *, illegal: Illegal, max_cycles: int | None, outsiders: Outsiders | None = None
    ) -> None:
        name = f"{batch.game.id}: max_cycles"
        self.batch = batch
        self.illegal: Illegal = one_of("way to treat illegal actions", illegal, ILLEGAL)
        self.max_cycles = None if max_cycles is None else whole_number(name, max_cycles, 1)
        self.decisions = np.zeros(batch.num_envs, dtype=np.int64)
        self._rows = np.arange(batch.num_envs)
        self._outsiders, self._moves = outsiders, np.zeros(batch.num_envs, dtype=np.int64)
        if outsiders is not None and not batch.restart:
            raise ValueError(
                f"{batch.game.id}: players outside besides the learner need a batch that restarts its games"
            )
        # After the end of a game outsiders may play the next one in its row to an end before the learner decides.
        self._kept = {name: self._result(name).copy() for name in RESULTS} if outsiders is not None else {}
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
        self._play_up_to_learners()
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
        learners, done = batch.acted.copy(), batch.done.astype(bool)
        self._keep(done)
        self._play_on(learners, rewards, done)
        self.truncated = np.zeros_like(done)
        if self.max_cycles is not None:
            self.truncated = ~done & (self.decisions == self.max_cycles)
        if self.truncated.any():
            batch.stop_rows(np.flatnonzero(self.truncated))
            self._keep(self.truncated)
        self.ended, self.stopped = done | self.truncated, wrong | self.truncated
        self.learners, self.lengths = learners, self.decisions.copy()
        if batch.restart:
            self._deal_anew(self.stopped)
            self._play_up_to_learners()
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

    def _play_on(self, learners: NDArray[np.int8], rewards: NDArray[np.float32], done: NDArray[np.bool_]) -> None:
        """Let the outsiders play up to the next decisions of the learner.

        What it receives meanwhile is added to `rewards`, what ends to `done`; games that are dealt after that count for
        nothing yet.
        """
        while self._outsiders is not None:
            self._moves[:] = WAIT
            if not self._outsiders.choose(self._moves):
                return
            self.batch.step_some(self._moves)
            moved = np.flatnonzero((self._moves != WAIT) & ~done)
            rewards[moved] += self.batch.rewards[moved, learners[moved]]
            ended = np.zeros_like(done)
            ended[moved] = self.batch.done[moved] != 0
            self._keep(ended)
            done |= ended

    def _play_up_to_learners(self) -> None:
        """The same where new games have been dealt."""
        n = self.batch.num_envs
        self._play_on(self.batch.acted, np.zeros(n, dtype=np.float32), np.ones(n, dtype=bool))

    def _result(self, name: str) -> NDArray[Any]:
        """An array of the batch."""
        return getattr(self.batch, name)

    def _keep(self, games: NDArray[np.bool_]) -> None:
        """Keep the results of games that have ended."""
        if games.any():
            for name, kept in self._kept.items():
                kept[games] = self._result(name)[games]

    @property
    def final_obs(self) -> NDArray[np.float32]:
        """The ends of games as their learners saw them, float32 [n, obs_size], where one has ended."""
        return self._kept.get("final_obs", self.batch.final_obs)

    def results(self) -> dict[str, NDArray[Any]]:
        """The results of the games that ended, in the words of all environments, by game [n] or [n, players].

        Where no game ended, they are those of an earlier one.
        """
        n = self.batch.game.players
        found = {name: self._kept.get(name, self._result(name)) for name in RESULTS}
        return {
            "returns": found["returns"][:, :n],
            "scores": found["scores"][:, :n],
            "ranks": found["ranks"][:, :n],
            "winners": (found["ranks"][:, :n] == 1) & ~self.stopped[:, None],
            "num_decisions": found["num_decisions"],
            "limit_reached": found["limit_reached"].astype(bool),
        }
