"""The learner of self-play: its network and optimiser, the tables that it plays at, and who else sits there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from ..agents.advice import base_bot
from ..agents.network import PolicyNetwork, working_copy
from ..agents.policy import load_policy
from ..envs._core.bots import Bot
from ..envs._core.chance import seed_of
from ..envs._core.faces.batch import Batch
from ..envs._core.registry import load
from .collecting import Collector
from .config import Config, ConfigError
from .networks import is_reduced, shape_of
from .ppo import Update, UpdateFigures
from .rollouts import Rollout
from .seating import check_opponents, checkpoints_of, seating, tables_of

ACTION_SEED, TABLE_SEED = 0x5EA7, 1_000_003
"""What tells the seeds of actions and of further tables from that of the run."""


class Tables:
    """The tables of a config: what can be checked before anything is made.

    Args:
        config: the config of a run with `[selfplay]`.

    Attributes:
        game: the game of `[game]`, whose layout all tables have.
        games: the game at each table, and its share of the games.
        seatings: the line-ups at each table.
        checkpoints: the networks of opponents that are checkpoints.
        base: the bot that networks play over, if any.
        device: where the network learns.

    Raises:
        ValueError: a bot, option or number of players does not exist.
        ConfigError: an opponent is no folder, or there is no such device.
        CheckpointError: an opponent is damaged, or plays another game, version or layout.
    """

    def __init__(self, config: Config) -> None:
        if config.selfplay is None:
            raise ConfigError("this config has no table [selfplay]: start it with training.start_run")
        settings = config.game
        self.device = device_of(config.selfplay.device)
        self.game = load(settings.id, players=settings.players or None, data=settings.data or None, **settings.options)
        check_opponents(config, self.game.id)
        self.games = [(load(settings.id, **arguments), share) for share, arguments in tables_of(config)]
        self.seatings = [seating(game, config) for game, _ in self.games]
        self.checkpoints = [load_policy(name, self.game).network for name in checkpoints_of(config)]
        self.base = self._base(config)

    def _base(self, config: Config) -> Bot | None:
        """The bot that networks play over, the learner or a checkpoint (ConfigError: they play over different ones)."""
        bases = {name for name in (config.network.base, *(other.shape.base for other in self.checkpoints)) if name}
        if len(bases) > 1:
            names = ", ".join(sorted(bases))
            raise ConfigError(f"{self.game.id}: networks at one table can play over one bot, not over {names}")
        return base_bot(self.game.id, bases.pop()) if bases else None


class Learner:
    """What learns: everything but the run around it.

    Args:
        config: its config.
        tables: the tables of that config.
        threads: threads of the batches.

    Attributes:
        network: the network.
        rollout: the decisions of the update in progress.
        update: the optimiser and its loop.
        collector: plays the games.
    """

    def __init__(self, config: Config, tables: Tables, threads: int) -> None:
        assert config.selfplay is not None
        self.config, self.tables = config, tables
        ppo, seed, game = config.ppo, config.run.seed, tables.game
        self.reduced = is_reduced(config)
        torch.manual_seed(seed)
        self.network = PolicyNetwork(shape_of(config, game)).to(tables.device)
        self._checkpoints = [self._opponent(other) for other in tables.checkpoints]
        self.wanted = ppo.num_envs * ppo.n_steps
        batches = self._batches(threads)
        # A step adds at most one decision a game.
        capacity = self.wanted + sum(batch.num_envs for batch in batches)
        dtype = torch.bfloat16 if self.reduced else torch.float32
        self.rollout = Rollout(capacity, game.obs_size, game.num_actions, tables.device, dtype)
        self.update = Update(self.network, ppo, reduced=self.reduced, chunk=config.selfplay.chunk, seed=seed)
        outside = tables.seatings[0].outside
        self.collector = Collector(
            batches, self.rollout, outside, seed_of(seed, ACTION_SEED, 0), base=tables.base, threads=threads
        )
        self.seat([], np.zeros(config.selfplay.pool_size, dtype=np.int64))

    def _batches(self, threads: int) -> list[Batch]:
        ppo = self.config.ppo
        return [
            Batch(
                game,
                max(1, round(ppo.num_envs * share)),
                seed=self.config.run.seed + k * TABLE_SEED,
                bots=seats.bots,
                lineups=seats.lineups,
                weights=seats.weights,
                threads=threads,
                reward=ppo.reward,
                shaping=ppo.shaping,
                outside=seats.outside,
            )
            for k, ((game, share), seats) in enumerate(zip(self.tables.games, self.tables.seatings, strict=True))
        ]

    def seat(self, members: Sequence[PolicyNetwork], places: np.ndarray) -> None:
        """Say who plays: past selves at the places of the pool, int64 [size] in `members`; none: the learner itself."""
        first = 1 if members else 0
        checkpoints = 1 + len(members) + np.arange(len(self._checkpoints))
        player_of = np.concatenate([[0], places + first, checkpoints])
        opponents = [self._opponent(member) for member in members]
        self.collector.set_players([*opponents, *self._checkpoints], player_of)

    def _opponent(self, network: PolicyNetwork) -> PolicyNetwork:
        """A network as an opponent plays with it: where and how the learner computes."""
        network = network.to(self.tables.device).requires_grad_(False)
        return working_copy(network) if self.reduced else network

    def collect(self) -> None:
        """Play one rollout, and compute its advantages.

        Raises:
            BotError: a bot chose an illegal action.
            ConfigError: a rollout is so short that no seat has decided twice and no game has ended.
        """
        self.update.refresh()
        self.collector.collect(self.update.working, self.wanted)
        self.rollout.finish(self.config.ppo.gamma, self.config.ppo.gae_lambda)
        if not len(self.rollout.learnt):
            raise ConfigError(
                f"ppo.n_steps = {self.config.ppo.n_steps} is too small for self-play: in {self.rollout.count} "
                "decisions no seat has decided twice, and no game has ended; there is nothing to learn from"
            )

    def learn(self, learning_rate: float, *, value_only: bool = False) -> UpdateFigures:
        """Learn from the rollout (DivergedError: a loss is no number)."""
        return self.update.learn(self.rollout, learning_rate, value_only=value_only)


def device_of(name: str) -> torch.device:
    """The device of a config (ConfigError: torch finds no such device here)."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name == "cuda" and not torch.cuda.is_available():
        raise ConfigError("selfplay.device = 'cuda', but torch finds no such device here; 'auto' takes what there is")
    return torch.device(name)
