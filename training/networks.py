"""The network of a config."""

from __future__ import annotations

from ..agents.network import NetworkShape, bfloat16_is_fast
from ..envs._core.game import Game
from .config import Config


def shape_of(config: Config, game: Game) -> NetworkShape:
    """The architecture of the network of a config for its game."""
    network = config.network
    hidden = tuple(network.hidden)
    return NetworkShape(game.obs_size, game.num_actions, hidden, network.activation, network.shared, network.base)


def is_reduced(config: Config) -> bool:
    """Whether the hidden layers are computed in bfloat16 on this processor."""
    precision = config.network.precision
    return precision == "bfloat16" or (precision == "auto" and bfloat16_is_fast())
