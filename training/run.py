"""A training run from config to checkpoints: behaviour cloning, PPO, evaluation, checkpoints, resuming.

One learner plays at each table against scripted bots, on the CPU.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from mailwing import __version__

from ..agents.policy import (
    WEIGHTS,
    CheckpointError,
    Metadata,
    Policy,
    check_fits,
    complete_folder,
    load_weights,
    read_metadata,
)
from ..envs._core.bots import Bot
from ..envs._core.faces.opponents import find_bot, lineups_for
from ..envs._core.game import Game
from ..envs._core.loops.thread_pool import processors
from ..envs._core.registry import load
from ..evaluation import compare
from ..evaluation.results import Result
from .checkpoints import git_revision, load_state, optimiser_arrays, save_checkpoint, set_optimiser
from .cloning import CloningMetrics, Demonstrator, clone, used_up
from .config import CloningConfig, Config, ConfigError
from .maskable import build_model, random_state, set_random_state
from .progress import Bar, Clock, Log
from .vec_env import BatchVecEnv

BEST, LAST, CONFIG, BOARD = "best", "last", "config.json", "tensorboard"

GAMES = "games."
"""What the names of the arrays of the games begin with, in the state of a run."""

FIGURES = ("approx_kl", "clip_fraction", "entropy_loss", "explained_variance", "learning_rate")
"""Figures of an update that `progress.jsonl` keeps."""

DEAL_SEED, CLONE_SEED = 7_000_003, 17
"""Seeds that make the deals of evaluation and behaviour cloning differ from those of training."""

CLONING_SHARE = 0.4
"""Behaviour cloning takes at most this share of a budget in minutes."""


@dataclass(frozen=True)
class Outcome:
    """The result of a run.

    Attributes:
        folder: folder of the run, with the checkpoints `best` and `last`.
        steps: decisions of the learner.
        minutes: minutes used.
        results: last evaluation by name of the opponent.
    """

    folder: Path
    steps: int
    minutes: float
    results: Mapping[str, Result]


class Run:
    """One training run.

    Args:
        config: its config.
        folder: its folder, for config, checkpoints and logs.
        resume: continue from the `last` checkpoint in the folder.
        quiet: show no progress.

    Raises:
        ValueError: a bot or game does not exist.
        ConfigError: the folder contains a run already, or, with `resume`, a run with another config.
        CheckpointError: there is no checkpoint to resume from, or it does not fit.
    """

    def __init__(
        self,
        config: Config,
        folder: Path,
        *,
        resume: bool = False,
        quiet: bool = False,
    ) -> None:
        self.config, self.folder = config, folder
        self.game = game_of(config)
        lineups = lineups_for(self.game, {**config.opponents.weights}, mixed=config.opponents.mixed)
        self.eval_opponents = [find_bot(self.game.id, name) for name in config.evaluation.opponents]
        self.demonstrator = find_bot(self.game.id, config.cloning.bot) if config.cloning.bot else None
        _check_folder(folder, config, resume)
        self.threads = config.run.threads or processors()
        torch.set_num_threads(self.threads)
        ppo, run = config.ppo, config.run
        settings = {"seed": run.seed, "threads": self.threads}
        self.env = BatchVecEnv(self.game, ppo.num_envs, lineups, reward=ppo.reward, shaping=ppo.shaping, **settings)
        self.model = build_model(config, self.env)
        self.best_share, self.updates = -1.0, 0
        self.results: dict[str, Result] = {}
        self.git = git_revision()
        self.resumed = resume and complete_folder(folder / LAST).exists()
        before = self._restore() if self.resumed else 0.0
        _write_config(folder, config)
        self.clock = Clock(config.budget.minutes, config.budget.steps, before)
        self.log = Log(folder, self.model.num_timesteps if self.resumed else None)
        self.bar = Bar(quiet, f"{self.game.id} {folder.name}")
        self.update_minutes = 0.0
        self.model.progress = lambda: self.clock.share(self.model.num_timesteps)
        self.model.spent = lambda: self.clock.spent(self.model.num_timesteps, self.update_minutes)
        self.model.set_logger(configure(str(folder / BOARD), ["tensorboard"]))

    def train(self) -> Outcome:
        """Train until the budget is used up; writes the checkpoints `best` and `last`."""
        try:
            if not self.resumed:
                if self.demonstrator is not None:
                    self._clone(self.demonstrator)
                self.model._last_obs = None
            self.model.learn(10**15, callback=Learning(self), reset_num_timesteps=not self.resumed)
            self.evaluate()
            self.save_last()
        finally:
            self.bar.close()
        return Outcome(self.folder, self.model.num_timesteps, self.clock.minutes, self.results)

    def _clone(self, bot: Bot) -> None:
        config, cloning = self.config, self._cloning_config()
        seed = config.run.seed + CLONE_SEED
        demonstrator = Demonstrator(
            self.game, bot, config.cloning.num_envs, seed=seed, threads=self.threads, reward=config.ppo.reward
        )

        def report(metrics: CloningMetrics) -> None:
            words = f"cloning {bot.name}: accuracy {metrics.accuracy:.1%}, loss {metrics.loss:.3f}"
            words += f", value {metrics.value_loss:.3f}, {metrics.samples:,} samples"
            left = max(0.0, 1.0 - used_up(cloning, metrics.seconds, metrics.samples))
            self.bar.update(self.clock.share(0), f"{words}, {left:.0%} left")
            self.log.write("cloning", steps=0, minutes=self.clock.minutes, **metrics._asdict())

        metrics = clone(self.model.policy.network, demonstrator, cloning, seed, report)
        report(metrics)
        self.bar.say(
            f"cloned {bot.name} for {metrics.seconds:.0f} s: accuracy {metrics.accuracy:.1%}, "
            f"value error {metrics.value_loss:.3f}, {metrics.samples:,} samples"
        )
        self.evaluate()

    def _cloning_config(self) -> CloningConfig:
        """The settings of behaviour cloning, with its time limited to `CLONING_SHARE` of the budget."""
        seconds, minutes = self.config.cloning.seconds, self.config.budget.minutes
        most = minutes * 60 * CLONING_SHARE
        unlimited = seconds == 0 and self.config.cloning.samples > 0
        if not minutes or (seconds <= most and not unlimited):
            return self.config.cloning
        self.bar.say(f"cloning for {most:.0f} s instead of {seconds:g}: {CLONING_SHARE:.0%} of {minutes:g} minutes")
        return replace(self.config.cloning, seconds=most)

    def evaluate(self) -> None:
        """Play the opponents of `[evaluation]`; save `best` if the win rate against the first one has improved."""
        network = copy.deepcopy(self.model.policy.network)
        network.reduced = False  # as in a loaded checkpoint
        policy = Policy(network, "learner")
        setting = self.config.evaluation
        for rival in self.eval_opponents:
            result = compare(self.game, policy, rival, deals=setting.deals, seed=DEAL_SEED, threads=self.threads)
            self.results[rival.name] = result
            self.model.logger.record(f"evaluation/win_rate_{rival.name}", result.win_rate)
            self.bar.say(f"after {self.clock.minutes:.1f} min, {self.model.num_timesteps:,} steps: {result}")
        if self.eval_opponents:
            figures = {name: [r.win_rate, r.low, r.high] for name, r in self.results.items()}
            self.log.write("evaluation", steps=self.model.num_timesteps, minutes=self.clock.minutes, win_rate=figures)
            self.model.logger.dump(self.model.num_timesteps)
        share = self.results[self.eval_opponents[0].name].win_rate if self.eval_opponents else 0.0
        if share > self.best_share or not self.eval_opponents:
            self.best_share = share
            save_checkpoint(self.folder / BEST, self.model.policy.network, self.metadata())

    def metadata(self) -> Metadata:
        """The metadata of a checkpoint made now."""
        return Metadata.of_game(
            self.game,
            self.model.policy.network.shape,
            config=self.config.to_dict(),
            mailwing=__version__,
            git=self.git,
            seed=self.config.run.seed,
            steps=self.model.num_timesteps,
            minutes=round(self.clock.minutes, 3),
            results={name: [r.win_rate, r.low, r.high] for name, r in self.results.items()},
        )

    def save_last(self) -> None:
        """Write the `last` checkpoint, with everything that is needed to resume."""
        model = self.model
        state = {
            "steps": model.num_timesteps,
            "minutes": self.clock.minutes,
            "updates": self.updates,
            "best_share": self.best_share,
        }
        arrays = {
            **optimiser_arrays(model.policy.optimizer),
            **{f"random.{name}": array for name, array in random_state(model).items()},
            **{GAMES + name: array for name, array in self.env.memory().items()},
            "episode_starts": np.asarray(model._last_episode_starts, dtype=np.uint8),
        }
        save_checkpoint(self.folder / LAST, model.policy.network, self.metadata(), state, arrays)

    def _restore(self) -> float:
        """Restore the `last` checkpoint; returns the minutes used before."""
        folder, model = self.folder / LAST, self.model
        check_fits(read_metadata(folder), self.game, str(folder))
        load_weights(model.policy.network, complete_folder(folder) / WEIGHTS)
        state, arrays = load_state(folder)
        set_optimiser(model.policy.optimizer, arrays)
        games = {name[len(GAMES) :]: array for name, array in arrays.items() if name.startswith(GAMES)}
        try:
            self.env.restore(games)
        except ValueError as error:
            raise CheckpointError(f"{folder}: its games cannot go on ({error}); start a new run") from error
        set_random_state(model, {name: arrays[f"random.{name}"] for name in ("torch", "buffer")})
        model.num_timesteps, self.updates = state["steps"], state["updates"]
        self.best_share = state["best_share"]
        model._last_obs = self.env.batch.obs.copy()
        model._last_episode_starts = arrays["episode_starts"].astype(np.bool_)
        return float(state["minutes"])


class Learning(BaseCallback):
    """The callback around every update: value warm-up, metrics, and evaluations and checkpoints when they are due."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
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
        if run.eval_opponents and run.updates and now >= self._evaluate_at:
            run.evaluate()
            self._evaluate_at = run.clock.minutes + run.config.evaluation.every_minutes
        if now >= self._checkpoint_at:
            run.save_last()
            self._checkpoint_at = run.clock.minutes + run.config.run.checkpoint_minutes
        # Evaluating and saving do not count as time of the update.
        self._before = (self._before[0] + time.perf_counter() - started, self._before[1])

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        run = self.run
        steps = run.model.num_timesteps
        warm = run.updates >= run.config.ppo.value_warmup
        run.model.policy.network.actor.requires_grad_(warm)
        run.updates += 1
        then, before = self._before
        self._before = (time.perf_counter(), steps)
        run.update_minutes = (self._before[0] - then) / 60
        speed = (steps - before) / max(1e-9, 60 * run.update_minutes)
        games, wins = run.env.take_results()
        share = run.bar.win_rate(games, wins)
        run.bar.update(run.clock.share(steps), f"win rate {share:.3f}, {speed:,.0f} steps/s, {steps:,} steps")
        self.logger.record("rollout/win_rate", share)
        self.logger.record("time/steps_per_s", speed)
        self.logger.record("time/minutes", run.clock.minutes)
        values = {"games": games, "win_rate": wins / games if games else None, "steps_per_s": round(speed)}
        known = self.logger.name_to_value  # of the update before this one
        values |= {name: float(known[f"train/{name}"]) for name in FIGURES if f"train/{name}" in known}
        run.log.write("update", steps=steps, minutes=run.clock.minutes, update=run.updates, **values)


def game_of(config: Config) -> Game:
    """The game that a config names (ValueError: unknown game, option or number of players)."""
    game = config.game
    return load(game.id, players=game.players or None, data=game.data or None, **game.options)


def _check_folder(folder: Path, config: Config, resume: bool) -> None:
    """Check that a run can start or continue in this folder; nothing is written yet."""
    file = folder / CONFIG
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file, not the folder of a run")
    if resume and file.exists():
        _same_run(json.loads(file.read_text(encoding="utf-8")), config.to_dict(), folder)
    elif resume:
        raise ConfigError(f"{folder}: there is no run to resume (without --resume a new one starts)")
    elif folder.exists() and any(folder.iterdir()):
        raise ConfigError(f"{folder} holds a run already; continue it with --resume, or name another --run-dir")


def _write_config(folder: Path, config: Config) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(config.to_dict(), indent=2, ensure_ascii=False) + "\n"
    (folder / CONFIG).write_text(text, encoding="utf-8")


def _same_run(saved: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    """Refuse to resume with another config; only the budget, the evaluation and the threads may change."""
    for table in (set(saved) | set(wanted)) - {"budget", "evaluation"}:
        if saved.get(table) != wanted.get(table):
            old, new = saved.get(table) or {}, wanted.get(table) or {}
            keys = sorted(
                key for key in {*old, *new} if old.get(key) != new.get(key) and (table, key) != ("run", "threads")
            )
            if not keys:
                continue
            changes = ", ".join(f"{table}.{key} is {old.get(key)!r}, not {new.get(key)!r}" for key in keys)
            raise ConfigError(f"{folder}: the run was started with another config: there, {changes}")


__all__ = ["BEST", "LAST", "Outcome", "Run", "game_of"]
