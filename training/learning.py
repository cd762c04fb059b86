"""The callback of MaskablePPO around every update: value warm-up, metrics, and what is due between two updates."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from stable_baselines3.common.callbacks import BaseCallback

from .base_run import Between

if TYPE_CHECKING:
    from .run import Run

FIGURES = ("approx_kl", "clip_fraction", "entropy_loss", "explained_variance", "learning_rate")
"""Figures of an update that `progress.jsonl` keeps."""


class Learning(BaseCallback):
    """Evaluations and checkpoints when they are due, and the end of a run that a signal stops."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run, self._between = run, Between(run)
        self._before = (time.perf_counter(), 0)

    def _on_training_start(self) -> None:
        self._before = (time.perf_counter(), self.run.steps)
        self._between.plan()

    def _on_rollout_start(self) -> None:
        # Evaluating and saving do not count as time of the update.
        self._before = (self._before[0] + self._between.do(), self._before[1])

    def _on_step(self) -> bool:
        self._between.tell_signal()
        return True

    def _on_rollout_end(self) -> None:
        run, progress = self.run, self.run.progress
        steps = run.steps
        warm = progress.updates >= run.config.ppo.value_warmup
        for part in (run.network.actor, run.network.trunk):
            part.requires_grad_(warm)
        progress.updates += 1
        then, before = self._before
        self._before = (time.perf_counter(), steps)
        progress.update_minutes = (self._before[0] - then) / 60
        speed = (steps - before) / max(1e-9, 60 * progress.update_minutes)
        games, wins = run.env.take_results()
        share = run.bar.win_rate(games, wins)
        run.bar.update(run.clock.share(steps), f"win rate {share:.3f}, {speed:,.0f} steps/s, {steps:,} steps")
        self.logger.record("rollout/win_rate", share)
        self.logger.record("time/steps_per_s", speed)
        self.logger.record("time/minutes", run.clock.minutes)
        values = {"games": games, "win_rate": wins / games if games else None, "steps_per_s": round(speed)}
        known = self.logger.name_to_value  # of the update before this one
        values |= {name: float(known[f"train/{name}"]) for name in FIGURES if f"train/{name}" in known}
        run.log.write("update", steps=steps, minutes=run.clock.minutes, update=progress.updates, **values)
