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

from ..agents.network import PolicyNetwork
from ..agents.policy import load_policy
from ..envs._core.chance import seed_of
from ..envs._core.faces.batch import Batch
from ..envs._core.registry import load
from .base_run import BaseRun, Between
from .collecting import Collector
from .config import ConfigError, SelfPlayConfig
from .diverging import DivergedError, diverged
from .folder import LAST
from .networks import is_reduced, shape_of
from .pool import POOL, Pool
from .ppo import Update, UpdateFigures
from .rollouts import Rollout
from .seating import check_opponents, checkpoints_of, seating, tables_of
from .selfplay_state import read_run, restore, state_arrays

ACTION_SEED, TABLE_SEED = 0x5EA7, 1_000_003
"""What tells the seeds of actions and of further tables from that of the run."""


class SelfPlayRun(BaseRun):
    """One training run by self-play; arguments and errors as for `BaseRun`.

    Attributes:
        collector: plays the games.
        rollout: the decisions of the update in progress.
        update: the optimiser and its loop.
        pool: past selves.
    """

    def _prepare(self) -> None:
        if self.config.selfplay is None:
            raise ConfigError("this config has no table [selfplay]: start it with training.start_run")
        self.selfplay: SelfPlayConfig = self.config.selfplay
        check_opponents(self.config, self.game.id)
        self.device = device_of(self.selfplay.device)
        self._games = [(share, load(self.game.id, **arguments)) for share, arguments in tables_of(self.config)]
        self._seatings = [seating(game, self.config) for _, game in self._games]
        self._checkpoints = [load_policy(name, self.game).network for name in checkpoints_of(self.config)]

    def _build(self) -> None:
        config, ppo, seed = self.config, self.config.ppo, self.config.run.seed
        reduced = is_reduced(config)
        torch.manual_seed(seed)
        self._network = PolicyNetwork(shape_of(config, self.game), reduced=reduced).to(self.device)
        for network in self._checkpoints:
            network.to(self.device).requires_grad_(False)
            network.reduced = reduced
        self._wanted = ppo.num_envs * ppo.n_steps
        dtype = torch.bfloat16 if reduced else torch.float32
        batches = self._make_batches()
        # A step adds at most one decision a game.
        capacity = self._wanted + sum(batch.num_envs for batch in batches)
        self.rollout = Rollout(capacity, self.game.obs_size, self.game.num_actions, self.device, dtype)
        self.update = Update(self._network, ppo, chunk=self.selfplay.chunk, seed=seed)
        self.pool = Pool(self.folder / POOL, self.selfplay)
        self.collector = Collector(batches, self.rollout, self._seatings[0].outside, seed_of(seed, ACTION_SEED, 0))
        self._steps = 0
        self._seat_players()

    def _make_batches(self) -> list[Batch]:
        ppo, seed = self.config.ppo, self.config.run.seed
        batches = []
        for k, ((share, game), seats) in enumerate(zip(self._games, self._seatings, strict=True)):
            batches.append(
                Batch(
                    game,
                    max(1, round(ppo.num_envs * share)),
                    seed=seed + k * TABLE_SEED,
                    bots=seats.bots,
                    lineups=seats.lineups,
                    weights=seats.weights,
                    threads=self.threads,
                    reward=ppo.reward,
                    shaping=ppo.shaping,
                    outside=seats.outside,
                )
            )
        return batches

    @property
    def network(self) -> PolicyNetwork:
        """The network that learns."""
        return self._network

    @property
    def optimiser(self) -> torch.optim.Optimizer:
        """Its optimiser."""
        return self.update.optimiser

    @property
    def steps(self) -> int:
        """Decisions that were learnt from so far."""
        return self._steps

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
        self.collector.collect(self._network, self._wanted)
        self.rollout.finish(ppo.gamma, ppo.gae_lambda)
        try:
            figures = self.update.learn(self.rollout, rate, value_only=progress.updates < ppo.value_warmup)
        except DivergedError as error:
            where = f"in update {progress.updates + 1} (after {self._steps:,} steps),"
            raise diverged(self.folder, where, str(error)) from None
        learnt = len(self.rollout.learnt)
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
        self.pool.add(self._network, self._steps, self.metadata())
        self._seat_players()

    def _seat_players(self) -> None:
        """Tell the collector who plays each number of a line-up."""
        members = [member.network for member in self.pool.members]
        first = 1 if members else 0  # an empty pool is played by the learner
        places = self.pool.player_of_places() + first
        checkpoints = 1 + len(members) + np.arange(len(self._checkpoints))
        self.collector.set_players([*members, *self._checkpoints], np.concatenate([[0], places, checkpoints]))

    def _count(self) -> tuple[int, float]:
        """Credit the games of this update to the pool; games against others than the learner, and wins among them."""
        tallies = self.collector.take_tallies()
        size = self.pool.size
        # −2 stands at 126, the next places below it.
        places = [tally[126 - np.arange(size)] for tally in tallies]
        self.pool.count(*places)
        return round(float(tallies[0].sum())), float(tallies[1].sum())

    def _tell(self, figures: UpdateFigures, speed: float, rate: float, games: int, wins: float) -> None:
        """Show and log an update."""
        progress, steps, explained = self.progress, self._steps, self.rollout.explained_variance()
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


def device_of(name: str) -> torch.device:
    """The device of a config (ConfigError: torch finds no such device here)."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name == "cuda" and not torch.cuda.is_available():
        raise ConfigError("selfplay.device = 'cuda', but torch finds no such device here; 'auto' takes what there is")
    return torch.device(name)
