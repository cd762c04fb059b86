"""Small runs over toy games, shared by the tests of the trainer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mailwing.training.config import Config, parse_config
from mailwing.training.run import Outcome, start_run

BEST = {
    name: f"toys.{name}:{'NAIVE' if name == 'hidden_coin' else 'BEST'}"
    for name in ("two_ply", "several_moves", "drop_out", "kingmaker", "hidden_coin", "solo_flight")
}
"""The strong bot of each toy as configs name it."""


def toy_config(game_id: str, opponent: str = "random", **tables: Any) -> Config:
    """A config that solves a toy in seconds; further tables replace or add values."""
    tree: dict[str, dict[str, Any]] = {
        "game": {"id": game_id},
        "opponents": {"weights": {opponent: 1}, "mixed": 0},
        "network": {"hidden": [64, 64], "activation": "tanh"},
        "ppo": {"num_envs": 256, "n_steps": 16, "minibatch": 1024, "learning_rate": 3e-3, "gae_lambda": 1.0},
        "budget": {"steps": 60_000},
        "run": {"threads": 1},
    }
    for name, values in tables.items():
        tree[name] = {**tree.get(name, {}), **values}
    return parse_config(tree, "toy")


def train_toy(config: Config, folder: Path, *, resume: bool = False) -> Outcome:
    """Run a config without a word."""
    return start_run(config, folder, resume=resume, quiet=True).train()
