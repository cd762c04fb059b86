"""The callback around every update: value warm-up, metrics, and what is due or asked for between two updates."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from stable_baselines3.common.callbacks import BaseCallback

if TYPE_CHECKING:
    from .run import Run

FIGURES = ("approx_kl", "clip_fraction", "entropy_loss", "explained_variance", "learning_rate")
"""Figures of an update that `progress.jsonl` keeps."""


class Learning(BaseCallback):
    """Evaluations and checkpoints when they are due, and the end of a run that a signal stops."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run, self._told = run, False
        self._checkpoint_at = self._evaluate_at = run.clock.minutes
        self._before = (time.perf_counter(), 0)

    def _on_training_start(self) -> None:
        self._before = (time.perf_counter(), self.run.model.num_timesteps)
        self._plan()

    def _plan(self) -> None:
        """When the next checkpoint and the next evaluation are due, in minutes of the run."""
        config, now = self.run.config, self.run.clock.minutes
        self._checkpoint_at = now + config.run.checkpoint_minutes
        self._evaluate_at = now + config.evaluation.every_minutes

    def _on_rollout_start(self) -> None:
        # Between two updates the state of the run is complete.
        run, now = self.run, self.run.clock.minutes
        started = time.perf_counter()
        run.check_finite()
        run.stop_if_asked()
        if run.eval_opponents and run.progress.updates and now >= self._evaluate_at:
            run.evaluate_or_stop()
            self._evaluate_at = run.clock.minutes + run.config.evaluation.every_minutes
        if now >= self._checkpoint_at:
            run.save_last()
            self._checkpoint_at = run.clock.minutes + run.config.run.checkpoint_minutes
        # Evaluating and saving do not count as time of the update.
        self._before = (self._before[0] + time.perf_counter() - started, self._before[1])

    def _on_step(self) -> bool:
        asked = self.run.signals.asked
        if asked is not None and not self._told:
            self._told = True
            self.run.bar.say(f"{asked.name}: stopping after this update; a second signal stops at once")
        return True

    def _on_rollout_end(self) -> None:
        run, progress = self.run, self.run.progress
        steps = run.model.num_timesteps
        warm = progress.updates >= run.config.ppo.value_warmup
        run.model.policy.network.actor.requires_grad_(warm)
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
