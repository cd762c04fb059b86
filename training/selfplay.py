"""A training run by self-play: one policy learns from the decisions of every seat that it plays, with PPO.

Games are of three kinds, drawn anew for every game: the learner has all seats; it has one seat among past selves; it
has one seat among the opponents of the config, bots and checkpoints.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..agents.advice import base_bot
from ..agents.network import PolicyNetwork
from .base_run import BaseRun, Between
from .collecting import OFFSET
from .config import SelfPlayConfig, teacher_of
from .diverging import DivergedError, diverged
from .folder import LAST
from .pool import POOL, Pool
from .ppo import UpdateFigures
from .seating import FIRST_PLACE
from .selfplay_learner import Learner, Tables
from .selfplay_state import read_run, restore, state_arrays
from .teaching import Teacher, TeachingMetrics, collect, learn_gains

TEACHING_SEED = 29
"""What tells the games of a teacher from those of the run."""


class SelfPlayRun(BaseRun):
    """One training run by self-play; arguments and errors as for `BaseRun`.

    Attributes:
        learner: the network, its optimiser and its games.
        pool: past selves.
    """

    def _prepare(self) -> None:
        self._tables = Tables(self.config)

    def _build(self) -> None:
        assert self.config.selfplay is not None
        self.selfplay: SelfPlayConfig = self.config.selfplay
        self.learner = Learner(self.config, self._tables, self.threads)
        self.pool = Pool(self.folder / POOL, self.selfplay)
        self._steps = 0

    @property
    def network(self) -> PolicyNetwork:
        """The network that learns."""
        return self.learner.network

    @property
    def optimiser(self) -> torch.optim.Optimizer:
        """Its optimiser."""
        return self.learner.update.optimiser

    @property
    def steps(self) -> int:
        """Decisions that were learnt from so far."""
        return self._steps

    def _teach(self) -> None:
        teacher = teacher_of(self.config)
        if teacher is None:
            return
        config, seed, bot = self.config.teaching, self.config.run.seed + TEACHING_SEED, str(teacher.base)
        plays = Teacher(
            *(self.game, base_bot(self.game.id, bot), teacher.simulations, config),
            seed=seed,
            threads=self.threads,
            reward=self.config.ppo.reward,
        )

        def looked_at(done: float, lessons: int) -> None:
            self.bar.update(self.clock.share(0), f"{teacher.name} teaches ({done:.0%} of it): {lessons:,} positions")

        def learnt(metrics: TeachingMetrics) -> None:
            self.bar.say(
                f"taught by {teacher.name} in {metrics.lessons:,} positions: of those kept back, leaves the bot in "
                f"{metrics.leaves:.1%}, gains {1000 * metrics.gain:.2f} ± {1000 * metrics.error:.2f} ‰"
            )
            self.log.write("teaching", steps=0, minutes=self.clock.minutes, **metrics._asdict())

        lessons = collect(plays, config, looked_at)
        learn_gains(self.network, lessons, config, seed, learnt)
        self.check_finite()
        self.evaluate()

    def _learn(self) -> None:
        between = Between(self)
        if self.selfplay.pool_share and not self.pool.members:
            self._join_pool()
        while not self.spent():
            between.do()
            self._update()
            between.tell_signal()

    def _update(self) -> None:
        """Collect a rollout, learn from it, and see to the pool."""
        ppo, progress = self.config.ppo, self.progress
        started = time.perf_counter()
        share = min(1.0, self.clock.share(self._steps))
        rate = ppo.learning_rate + (ppo.learning_rate_end - ppo.learning_rate) * share
        self.learner.collect()
        try:
            figures = self.learner.learn(rate, value_only=progress.updates < ppo.value_warmup)
        except DivergedError as error:
            where = f"in update {progress.updates + 1} (after {self._steps:,} steps),"
            raise diverged(self.folder, where, str(error)) from None
        learnt = len(self.learner.rollout.learnt)
        self._steps += learnt
        progress.updates += 1
        games, wins = self._count()
        if self.selfplay.pool_share and progress.updates % self.selfplay.pool_every == 0 and self.pool.is_due():
            self._join_pool()
        seconds = time.perf_counter() - started
        progress.update_minutes = seconds / 60
        self._tell(figures, learnt / max(1e-9, seconds), rate, games, wins)

    def _join_pool(self) -> None:
        self.check_finite()
        self.pool.add(self.network, self._steps, self.metadata())
        self._seat_players()

    def _seat_players(self) -> None:
        """Let the past selves play at their places."""
        self.learner.seat([member.network for member in self.pool.members], self.pool.player_of_places())

    def _count(self) -> tuple[int, float]:
        """Credit the games of this update to the pool; games against others than the learner, and wins among them."""
        tallies = self.learner.collector.take_tallies()
        places = OFFSET + FIRST_PLACE - np.arange(self.pool.size)
        self.pool.count(*(tally[places] for tally in tallies))
        return round(float(tallies[0].sum())), float(tallies[1].sum())

    def _tell(self, figures: UpdateFigures, speed: float, rate: float, games: int, wins: float) -> None:
        """Show and log an update."""
        progress, steps, explained = self.progress, self._steps, self.learner.rollout.explained_variance()
        win_rate = self.bar.win_rate(games, wins)
        ladder = "".join(f", {name} {values[0]:.3f}" for name, values in self.figures.items())
        self.bar.update(
            self.clock.share(steps),
            f"{speed:,.0f} decisions/s, {steps:,} in all, entropy {figures.entropy:.3f}, explained {explained:.2f}, "
            f"wins against others {win_rate:.3f}{ladder}",
        )
        values = {
            **{name: value for name, value in figures._asdict().items() if name != "minibatches"},
            "explained_variance": explained,
            "learning_rate": rate,
        }
        self.log.write(
            "update",
            steps=steps,
            minutes=self.clock.minutes,
            update=progress.updates,
            games=games,
            win_rate=wins / games if games else None,
            steps_per_s=round(speed),
            pool=len(self.pool.members),
            **values,
        )
        shown = {f"train/{name}": value for name, value in values.items()}
        shown |= {"rollout/win_rate": win_rate, "rollout/pool": len(self.pool.members)}
        self.board.write({**shown, "time/steps_per_s": speed, "time/minutes": self.clock.minutes}, {}, steps)

    def save_last(self) -> None:
        """Write the `last` checkpoint, then remove past selves that it no longer names."""
        super().save_last()
        self.pool.prune()

    def _state_arrays(self) -> dict[str, NDArray[Any]]:
        return state_arrays(self)

    def _resume(self) -> None:
        saved, members = read_run(self.folder / LAST, self)
        restore(saved, members, self)
        self.progress, self.figures = saved.progress, dict(saved.metadata.results)
        self._steps = saved.progress.steps
        self._seat_players()
