"""A run with MaskablePPO: behaviour cloning, then one learner at each table of bots and checkpoints, on the CPU."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from numpy.typing import NDArray
from stable_baselines3.common.logger import Logger

from ..agents.network import PolicyNetwork
from ..envs.adapters.sb3 import BatchVecEnv
from .base_run import DEAL_SEED, BaseRun, Outcome, game_of
from .config import Config, ConfigError
from .diverging import DivergedError
from .folder import BEST, BOARD, LAST
from .learning import Learning
from .maskable import build_model
from .maskable_state import read_run, restore, state_arrays
from .opponents import drawing, lineups_of, policies_of


class Run(BaseRun):
    """One training run of a learner against bots and checkpoints; arguments and errors as for `BaseRun`."""

    def _prepare(self) -> None:
        if self.config.selfplay is not None:
            raise ConfigError("this config has a table [selfplay]: start it with training.start_run, not with Run")
        self._lineups = lineups_of(self.game, self.config)
        self._policies = policies_of(self.game, self.config)

    def _build(self) -> None:
        ppo = self.config.ppo
        settings: dict[str, Any] = {"seed": self.config.run.seed, "threads": self.threads}
        rivals = drawing(self._policies, self.config.run.seed)
        self.env = BatchVecEnv(
            self.game, ppo.num_envs, self._lineups, rivals, reward=ppo.reward, shaping=ppo.shaping, **settings
        )
        self.model = build_model(self.config, self.env)
        self.model.progress = lambda: self.clock.share(self.steps)
        self.model.spent = self.spent

    @property
    def network(self) -> PolicyNetwork:
        """The network that learns."""
        return self.model.policy.network

    @property
    def optimiser(self) -> torch.optim.Optimizer:
        """Its optimiser."""
        return self.model.policy.optimizer

    @property
    def steps(self) -> int:
        """Decisions of the learner so far."""
        return self.model.num_timesteps

    def _open_files(self, resume: bool) -> None:
        super()._open_files(resume)
        self.model.set_logger(Logger(str(self.folder / BOARD), [self.board]))

    def _teach(self) -> None:
        """A network that plays over a bot is not trained here, and only such a one is taught."""

    def _learn(self) -> None:
        if not self.resumed:
            self.model._last_obs = None
        self.model.learn(10**15, callback=Learning(self), reset_num_timesteps=not self.resumed)

    def _state_arrays(self) -> dict[str, NDArray[Any]]:
        return state_arrays(self.model, self.env)

    def _resume(self) -> None:
        saved = read_run(self.folder / LAST, self.config, self.model, self.env)
        restore(saved, self.model, self.env)
        self.progress, self.figures = saved.progress, dict(saved.metadata.results)


def start_run(config: Config, folder: Path, *, resume: bool = False, quiet: bool = False) -> BaseRun:
    """The run of a config: self-play if it has a table `[selfplay]`, else a learner against bots.

    Arguments and errors are those of `BaseRun`; `train()` of what is returned does the work.
    """
    if config.selfplay is None:
        return Run(config, folder, resume=resume, quiet=quiet)
    from .selfplay import SelfPlayRun

    return SelfPlayRun(config, folder, resume=resume, quiet=quiet)


__all__ = ["BEST", "DEAL_SEED", "LAST", "DivergedError", "Learning", "Outcome", "Run", "game_of", "start_run"]
