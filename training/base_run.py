"""What all training runs share: folder, budget, cloning, evaluation, checkpoints, signals. `run.py` and `selfplay.py`
are the runs themselves.
"""

from __future__ import annotations

import copy
import dataclasses
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray

from mailwing import __version__

from ..agents.network import PolicyNetwork
from ..agents.policy import Metadata, Policy, complete_folder, load_policy
from ..agents.zoo import is_checkpoint
from ..envs._core.bots import Bot
from ..envs._core.faces.opponents import find_bot
from ..envs._core.game import Game
from ..envs._core.loops.thread_pool import processors
from ..envs._core.registry import load
from ..evaluation import compare
from ..evaluation.results import Result
from .board import Board, cut_board
from .checkpoints import git_revision, optimiser_arrays, save_checkpoint
from .cloning import CloningMetrics, Demonstrator, clone, used_up
from .config import CloningConfig, Config
from .diverging import check_finite
from .folder import BEST, BOARD, LAST, check_folder, take_folder, write_config
from .progress import Bar, Clock, Log
from .state import Progress
from .stopping import Stop, StopSignals

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
        results: last evaluation by name of the opponent; empty if this call has evaluated nothing.
        trained: decisions of this call alone; 0: the run had used up its budget before.
    """

    folder: Path
    steps: int
    minutes: float
    results: Mapping[str, Result]
    trained: int


class BaseRun(ABC):
    """One training run; a subclass builds the learner and lets it learn.

    Args:
        config: its config.
        folder: its folder, for config, checkpoints and logs.
        resume: continue from the `last` checkpoint in the folder.
        quiet: show no progress.

    Raises:
        ValueError: a bot or game does not exist.
        ConfigError: the folder contains a run already, another process uses it, or, with `resume`, it has a run with
            another config or none.
        CheckpointError: a checkpoint to resume from or to play against is damaged or does not fit; nothing has changed.
    """

    def __init__(self, config: Config, folder: Path, *, resume: bool = False, quiet: bool = False) -> None:
        self.config, self.folder = config, folder
        self.game = game_of(config)
        self._prepare()
        self.eval_opponents = [self._rival(name) for name in config.evaluation.opponents]
        self.demonstrator = find_bot(self.game.id, config.cloning.bot) if config.cloning.bot else None
        check_folder(folder, config, resume)
        self.lock = take_folder(folder)
        try:
            check_folder(folder, config, resume)  # again, now that nobody else can change it
            self.threads = config.run.threads or processors()
            torch.set_num_threads(self.threads)
            self.progress, self.results = Progress(), {}
            self.figures: dict[str, list[float]] = {}
            self.git = git_revision()
            self._build()
            self.resumed = resume and complete_folder(folder / LAST).exists()
            if self.resumed:
                self._resume()
            self.clock = Clock(config.budget.minutes, config.budget.steps, self.progress.minutes)
            self.bar = Bar(quiet, f"{self.game.id} {folder.name}", self.clock.share(self.steps))
            self.signals = StopSignals()
            self._open_files(resume)
        except BaseException:
            self.lock.release()
            raise

    @property
    @abstractmethod
    def network(self) -> PolicyNetwork:
        """The network that learns."""

    @property
    @abstractmethod
    def optimiser(self) -> torch.optim.Optimizer:
        """Its optimiser."""

    @property
    @abstractmethod
    def steps(self) -> int:
        """Decisions of the learner so far."""

    @abstractmethod
    def _prepare(self) -> None:
        """Check what the config says about opponents; nothing has been written yet."""

    @abstractmethod
    def _build(self) -> None:
        """Make the learner and its games."""

    @abstractmethod
    def _resume(self) -> None:
        """Restore the `last` checkpoint, `progress` and `figures` (CheckpointError: it does not fit)."""

    @abstractmethod
    def _learn(self) -> None:
        """Learn until the budget is used up."""

    @abstractmethod
    def _teach(self) -> None:
        """Learn from a search before the rest, where the config says so."""

    @abstractmethod
    def _state_arrays(self) -> dict[str, NDArray[Any]]:
        """All arrays that are needed to resume the run, besides the weights."""

    def _rival(self, name: str) -> Bot | Policy:
        """A bot or a checkpoint of `[evaluation]` (ValueError: there is none of this name, or it does not fit)."""
        return load_policy(name, self.game) if is_checkpoint(name) else find_bot(self.game.id, name)

    def _open_files(self, resume: bool) -> None:
        """Write the config, and take from the logs what will be repeated."""
        steps = self.steps if self.resumed else -1
        write_config(self.folder, self.config)
        self.log = Log(self.folder, steps)
        cut_board(self.folder / BOARD, steps)
        self.board = Board(self.folder / BOARD, steps if resume else None)

    def train(self) -> Outcome:
        """Train until the budget is used up; writes the checkpoints `best` and `last`.

        Ctrl-C, SIGTERM and SIGHUP end the update in progress, write `last` and stop.

        Raises:
            DivergedError: a loss or the weights are no numbers any more; the checkpoints are of before that.
            OSError: a file cannot be written (a full disk); the error names it.
        """
        before = self.steps
        try:
            if not (self.resumed and self.spent() and self.progress.evaluated == before):
                with self.signals:
                    self._train()
            else:
                self.bar.say(f"{self.folder}: the run is finished; a larger budget would continue it")
        finally:
            self.bar.close()
            self.lock.release()
        return Outcome(self.folder, self.steps, self.clock.minutes, self.results, self.steps - before)

    def spent(self) -> bool:
        """Whether the budget has no room for another update."""
        return self.clock.spent(self.steps, self.progress.update_minutes)

    def _train(self) -> None:
        if self.resumed:
            progress = self.progress
            self.bar.say(
                f"resuming from step {progress.steps:,} (update {progress.updates:,}, {progress.minutes:.1f} min)"
            )
            self.log.write("resume", steps=progress.steps, minutes=progress.minutes, update=progress.updates)
        elif self.demonstrator is not None:
            self._clone(self.demonstrator)
        if not self.resumed:
            self._teach()
        with self.signals.held():
            self._learn()
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

        metrics = clone(self.network, demonstrator, cloning, seed, report)
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
        network = copy.deepcopy(self.network).cpu()
        network.reduced = False  # as in a loaded checkpoint
        policy = Policy(network, "learner")
        setting = self.config.evaluation
        for rival in self.eval_opponents:
            result = compare(self.game, policy, rival, deals=setting.deals, seed=DEAL_SEED, threads=self.threads)
            self.results[rival.name] = result
            self.bar.say(f"after {self.clock.minutes:.1f} min, {self.steps:,} steps: {result}")
        self.figures = {name: [r.win_rate, r.low, r.high] for name, r in self.results.items()}
        if self.eval_opponents:
            self.log.write("evaluation", steps=self.steps, minutes=self.clock.minutes, win_rate=self.figures)
            rates = {f"evaluation/win_rate_{name}": values[0] for name, values in self.figures.items()}
            self.board.write(rates, {}, self.steps)
        self._keep_best()
        self.progress.evaluated = self.steps

    def _keep_best(self) -> None:
        """Save `best` if the latest evaluation is the best one against the first opponent, or if there is none."""
        progress, first = self.progress, self.eval_opponents[0].name if self.eval_opponents else ""
        if progress.best_against != first:  # a resumed run may be evaluated against others
            progress.best_against, progress.best_share = first, -1.0
        share = self.results[first].win_rate if first else 0.0
        if share > progress.best_share or not first:
            save_checkpoint(self.folder / BEST, self.network, self.metadata())
            progress.best_share = share

    def metadata(self) -> Metadata:
        """The metadata of a checkpoint made now."""
        return Metadata.of_game(
            self.game,
            self.network.shape,
            config=self.config.to_dict(),
            mailwing=__version__,
            git=self.git,
            seed=self.config.run.seed,
            steps=self.steps,
            minutes=round(self.clock.minutes, 3),
            results=self.figures,
        )

    def save_last(self) -> None:
        """Write the `last` checkpoint, with everything that is needed to resume."""
        self.progress.steps, self.progress.minutes = self.steps, self.clock.minutes
        state = dataclasses.asdict(self.progress)
        save_checkpoint(self.folder / LAST, self.network, self.metadata(), state, self._state_arrays())

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
        arrays = {**self.network.state_dict(), **optimiser_arrays(self.optimiser)}
        check_finite(arrays, self.folder, self.where())

    def where(self) -> str:
        """How far the run is, for messages."""
        return f"after update {self.progress.updates} ({self.steps:,} steps)"


class Between:
    """What is due between two updates, where the state of a run is complete: stopping, evaluations, checkpoints.

    Args:
        run: the run; evaluations and checkpoints are due from now on.
    """

    def __init__(self, run: BaseRun) -> None:
        self.run, self._told = run, False
        self.plan()

    def plan(self) -> None:
        """When the next checkpoint and the next evaluation are due, in minutes of the run."""
        config, now = self.run.config, self.run.clock.minutes
        self._checkpoint_at = now + config.run.checkpoint_minutes
        self._evaluate_at = now + config.evaluation.every_minutes

    def do(self) -> float:
        """Do what is due; returns the seconds that it took."""
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
        return time.perf_counter() - started

    def tell_signal(self) -> None:
        """Say once that a signal has come and the run stops after this update."""
        asked = self.run.signals.asked
        if asked is not None and not self._told:
            self._told = True
            self.run.bar.say(f"{asked.name}: stopping after this update; a second signal stops at once")


def game_of(config: Config) -> Game:
    """The game that a config names (ValueError: unknown game, option or number of players)."""
    game = config.game
    return load(game.id, players=game.players or None, data=game.data or None, **game.options)
