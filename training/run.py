"""A training run from config to checkpoints: behaviour cloning, PPO, evaluation, checkpoints, resuming.

One learner plays at each table against scripted bots, on the CPU.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from stable_baselines3.common.logger import Logger

from mailwing import __version__

from ..agents.policy import Metadata, Policy, complete_folder
from ..envs._core.bots import Bot
from ..envs._core.errors import MailwingError
from ..envs._core.faces.opponents import find_bot, lineups_for
from ..envs._core.game import Game
from ..envs._core.loops.thread_pool import processors
from ..envs._core.registry import load
from ..evaluation import compare
from ..evaluation.results import Result
from .board import Board, cut_board
from .checkpoints import git_revision, optimiser_arrays, save_checkpoint
from .cloning import CloningMetrics, Demonstrator, clone, used_up
from .config import CloningConfig, Config
from .folder import BEST, BOARD, LAST, check_folder, take_folder, write_config
from .learning import Learning
from .maskable import build_model
from .progress import Bar, Clock, Log
from .state import Progress, read_run, restore, state_arrays
from .stopping import Stop, StopSignals
from .vec_env import BatchVecEnv

DEAL_SEED, CLONE_SEED = 7_000_003, 17
"""Seeds that make the deals of evaluation and behaviour cloning differ from those of training."""

CLONING_SHARE = 0.4
"""Behaviour cloning takes at most this share of a budget in minutes."""


class DivergedError(MailwingError, RuntimeError):
    """Weights have become NaN or infinite; the message says after which update, and what to change."""


@dataclass(frozen=True)
class Outcome:
    """The result of a run.

    Attributes:
        folder: folder of the run, with the checkpoints `best` and `last`.
        steps: decisions of the learner.
        minutes: minutes used.
        results: last evaluation by name of the opponent; empty if this call has evaluated nothing.
        trained: decisions of this call alone; 0: the run had used up its budget before.
    """

    folder: Path
    steps: int
    minutes: float
    results: Mapping[str, Result]
    trained: int


class Run:
    """One training run.

    Args:
        config: its config.
        folder: its folder, for config, checkpoints and logs.
        resume: continue from the `last` checkpoint in the folder.
        quiet: show no progress.

    Raises:
        ValueError: a bot or game does not exist.
        ConfigError: the folder contains a run already, another process uses it, or, with `resume`, it has a run with
            another config or none.
        CheckpointError: the checkpoint to resume from is damaged or does not fit; nothing has changed.
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
        check_folder(folder, config, resume)
        self.lock = take_folder(folder)
        try:
            check_folder(folder, config, resume)  # again, now that nobody else can change it
            self.threads = config.run.threads or processors()
            torch.set_num_threads(self.threads)
            ppo = config.ppo
            settings: dict[str, Any] = {"seed": config.run.seed, "threads": self.threads}
            self.env = BatchVecEnv(self.game, ppo.num_envs, lineups, reward=ppo.reward, shaping=ppo.shaping, **settings)
            self.model = build_model(config, self.env)
            self.progress, self.results = Progress(), {}
            self.figures: dict[str, list[float]] = {}
            self.git = git_revision()
            self.resumed = resume and complete_folder(folder / LAST).exists()
            if self.resumed:
                self._resume()
            self.clock = Clock(config.budget.minutes, config.budget.steps, self.progress.minutes)
            self.bar = Bar(quiet, f"{self.game.id} {folder.name}", self.clock.share(self.model.num_timesteps))
            self.signals = StopSignals()
            self.model.progress = lambda: self.clock.share(self.model.num_timesteps)
            self.model.spent = lambda: self.clock.spent(self.model.num_timesteps, self.progress.update_minutes)
            self._open_files(resume)
        except BaseException:
            self.lock.release()
            raise

    def _open_files(self, resume: bool) -> None:
        """Write the config, and take from the logs what will be repeated."""
        steps = self.model.num_timesteps if self.resumed else -1
        write_config(self.folder, self.config)
        self.log = Log(self.folder, steps)
        cut_board(self.folder / BOARD, steps)
        board = Board(self.folder / BOARD, steps if resume else None)
        self.model.set_logger(Logger(str(self.folder / BOARD), [board]))

    def train(self) -> Outcome:
        """Train until the budget is used up; writes the checkpoints `best` and `last`.

        Ctrl-C, SIGTERM and SIGHUP end the update in progress, write `last` and stop.

        Raises:
            DivergedError: the weights are no numbers any more; the checkpoints are of before that.
            OSError: a file cannot be written (a full disk); the error names it.
        """
        before = self.model.num_timesteps
        try:
            if not (self.resumed and self.model.spent() and self.progress.evaluated == before):
                with self.signals:
                    self._train()
            else:
                self.bar.say(f"{self.folder}: the run is finished; a larger budget would continue it")
        finally:
            self.bar.close()
            self.lock.release()
        steps = self.model.num_timesteps
        return Outcome(self.folder, steps, self.clock.minutes, self.results, steps - before)

    def _train(self) -> None:
        if self.resumed:
            progress = self.progress
            self.bar.say(
                f"resuming from step {progress.steps:,} (update {progress.updates:,}, {progress.minutes:.1f} min)"
            )
            self.log.write("resume", steps=progress.steps, minutes=progress.minutes, update=progress.updates)
        else:
            if self.demonstrator is not None:
                self._clone(self.demonstrator)
            self.model._last_obs = None
        with self.signals.held():
            self.model.learn(10**15, callback=Learning(self), reset_num_timesteps=not self.resumed)
            self.check_finite()
            self.stop_if_asked()
            self.evaluate_or_stop()
            self.save_last()

    def _clone(self, bot: Bot) -> None:
        config, cloning = self.config, self._cloning_config()
        seed = config.run.seed + CLONE_SEED
        demonstrator = Demonstrator(
            self.game, bot, config.cloning.num_envs, seed=seed, threads=self.threads, reward=config.ppo.reward
        )

        def report(metrics: CloningMetrics) -> None:
            done = min(1.0, used_up(cloning, metrics.seconds, metrics.samples))
            words = f"cloning {bot.name} ({done:.0%} of it): accuracy {metrics.accuracy:.1%}, loss {metrics.loss:.3f}"
            self.bar.update(
                self.clock.share(0), f"{words}, value {metrics.value_loss:.3f}, {metrics.samples:,} samples"
            )
            self.log.write("cloning", steps=0, minutes=self.clock.minutes, **metrics._asdict())

        metrics = clone(self.model.policy.network, demonstrator, cloning, seed, report)
        report(metrics)
        self.check_finite()
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
        self.figures = {name: [r.win_rate, r.low, r.high] for name, r in self.results.items()}
        if self.eval_opponents:
            self.log.write(
                "evaluation", steps=self.model.num_timesteps, minutes=self.clock.minutes, win_rate=self.figures
            )
            self.model.logger.dump(self.model.num_timesteps)
        self._keep_best()
        self.progress.evaluated = self.model.num_timesteps

    def _keep_best(self) -> None:
        """Save `best` if the latest evaluation is the best one against the first opponent, or if there is none."""
        progress, first = self.progress, self.eval_opponents[0].name if self.eval_opponents else ""
        if progress.best_against != first:  # a resumed run may be evaluated against others
            progress.best_against, progress.best_share = first, -1.0
        share = self.results[first].win_rate if first else 0.0
        if share > progress.best_share or not first:
            save_checkpoint(self.folder / BEST, self.model.policy.network, self.metadata())
            progress.best_share = share

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
            results=self.figures,
        )

    def save_last(self) -> None:
        """Write the `last` checkpoint, with everything that is needed to resume."""
        self.progress.steps, self.progress.minutes = self.model.num_timesteps, self.clock.minutes
        arrays = state_arrays(self.model, self.env)
        save_checkpoint(
            self.folder / LAST, self.model.policy.network, self.metadata(), dataclasses.asdict(self.progress), arrays
        )

    def stop_if_asked(self) -> None:
        """Save and stop if a signal has come; called only where the state of the run is complete."""
        if self.signals.asked is not None:
            self.save_last()
            self.signals.check()

    def evaluate_or_stop(self) -> None:
        """Evaluate between two updates; a signal ends that at once, and the run is saved."""
        try:
            with self.signals.let_through():
                self.evaluate()
        except Stop:
            self.save_last()
            raise

    def check_finite(self) -> None:
        """Stop before NaN spreads to games and checkpoints (DivergedError: weights or moments are not finite)."""
        weights = self.model.policy.network.state_dict()
        for name, value in {**weights, **optimiser_arrays(self.model.policy.optimizer)}.items():
            if not bool(torch.isfinite(torch.as_tensor(value)).all()):
                kept = [each for each in (BEST, LAST) if (self.folder / each).exists()]
                words = f"the checkpoints are of before that ({', '.join(kept)})" if kept else "there is no checkpoint"
                raise DivergedError(
                    f"{self.folder}: training has diverged: after update {self.progress.updates} "
                    f"({self.model.num_timesteps:,} steps) '{name}' has NaN or infinite numbers; {words}. Start a new "
                    "run with a smaller ppo.learning_rate (or cloning.learning_rate) or ppo.max_grad_norm"
                )

    def _resume(self) -> None:
        """Restore the `last` checkpoint."""
        saved = read_run(self.folder / LAST, self.config, self.model, self.env)
        restore(saved, self.model, self.env)
        self.progress, self.figures = saved.progress, dict(saved.metadata.results)


def game_of(config: Config) -> Game:
    """The game that a config names (ValueError: unknown game, option or number of players)."""
    game = config.game
    return load(game.id, players=game.players or None, data=game.data or None, **game.options)


__all__ = ["BEST", "LAST", "DivergedError", "Outcome", "Run", "game_of"]
