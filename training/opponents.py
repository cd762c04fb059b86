"""Opponents of MaskablePPO: the line-ups of a config, and checkpoints that choose for many games at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents.policy import Policy, load_policy
from ..envs._core.chance import seed_of
from ..envs._core.faces.opponents import LineUps, lineups_for
from ..envs._core.game import Game
from .config import Config
from .seating import against_opponents, check_opponents, checkpoints_of

DRAW_SEED = 0xD4A3
"""What tells the seeds of the draws of opponents from that of the run."""


class DrawingPolicy:
    """A policy that draws its actions, from a seed and the number of the draw: so that a resumed run repeats them.

    Args:
        policy: the policy.
        seed: what tells its draws from those of others.

    Attributes:
        draws: how often it has been asked so far.
    """

    def __init__(self, policy: Policy, seed: int) -> None:
        self.policy, self.name, self.seed, self.draws = policy, policy.name, seed, 0

    def advise(
        self, game: Game, records: Any, order: NDArray[np.int64], masks: NDArray[np.uint8]
    ) -> NDArray[np.int64] | None:
        """What the bot would choose that the policy plays over, as `Policy.advise`."""
        self.policy.reset(seed_of(self.seed, self.draws, 0))
        return self.policy.advise(game, records, order, masks)

    def act_batch(
        self, obs: NDArray[np.float32], mask: NDArray[np.uint8], advice: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Actions drawn from the policy, int64 [n]."""
        self.policy.reset(seed_of(self.seed, self.draws, 0))
        self.draws += 1
        return self.policy.act_batch(obs, mask, advice)


def lineups_of(game: Game, config: Config) -> LineUps:
    """The tables of `[opponents]`: one learner, and bots or checkpoints, of which the first is −2, the next one −3.

    Raises:
        ConfigError: an opponent is no checkpoint.
        ValueError: an unknown bot, or too many different tables.
    """
    check_opponents(config, game.id)
    weights, mixed = config.opponents.weights, config.opponents.mixed
    if not checkpoints_of(config):
        return lineups_for(game, {**weights}, mixed=mixed)
    return LineUps(*against_opponents(game, config, first=-2))


def policies_of(game: Game, config: Config) -> list[Policy]:
    """The checkpoints of `[opponents]`, in the order of their numbers; they draw their actions, as in self-play.

    Raises:
        CheckpointError: one is damaged, or does not fit the game.
    """
    return [load_policy(name, game, greedy=False) for name in checkpoints_of(config)]


def drawing(policies: Sequence[Policy], seed: int) -> list[DrawingPolicy]:
    """Policies that draw from seeds of their own."""
    return [DrawingPolicy(policy, seed_of(seed, DRAW_SEED, k)) for k, policy in enumerate(policies)]
