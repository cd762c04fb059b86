"""Networks that were never trained, as checkpoints on disk and as agents of a zoo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from mailwing import envs
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import Metadata
from mailwing.training.checkpoints import save_checkpoint


def network_for(game_id: str, seed: int = 0, hidden: tuple[int, ...] = (16, 16), base: str = "") -> PolicyNetwork:
    """A network with clear preferences, so that it is seldom torn between two actions."""
    game = envs.load(game_id)
    torch.manual_seed(seed)
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, hidden, "tanh", base=base))
    last: Any = network.actor[-1]
    torch.nn.init.normal_(last.weight)
    return network


def checkpoint(
    folder: Path, game_id: str, seed: int = 0, hidden: tuple[int, ...] = (16, 16), base: str = "", **about: Any
) -> Path:
    """A checkpoint of such a network, at the usual table of its game; `about` is what its metadata says besides."""
    network = network_for(game_id, seed, hidden, base)
    save_checkpoint(folder, network, Metadata.of_game(envs.load(game_id), network.shape, **about))
    return folder
