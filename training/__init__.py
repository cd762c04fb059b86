"""Training: behaviour cloning of bots, then PPO against bots or by self-play, with checkpoints to resume from.

A config with a table `[selfplay]` is learnt by self-play: one policy learns from the decisions of every seat that it
plays. Without it, MaskablePPO has one seat among scripted bots.

from pathlib import Path
from mailwing import training

config = training.load_config(training.find_config("ab_die_post/ppo"), ["budget.minutes=5"])
outcome = training.start_run(config, Path("runs/mine")).train()      # writes the checkpoints `best` and `last`

Configs are read without torch; names that need it are imported at their first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..envs._core.lazy import lazy_names
from .config import Config, ConfigError, find_config, load_config, parse_config

if TYPE_CHECKING:
    from ..agents.policy import CheckpointError, Metadata, load_policy
    from ..envs.adapters.sb3 import BatchVecEnv
    from .checkpoints import save_checkpoint
    from .run import Outcome, Run, game_of, start_run
    from .selfplay import SelfPlayRun

__all__ = [
    "BatchVecEnv",
    "CheckpointError",
    "Config",
    "ConfigError",
    "Metadata",
    "Outcome",
    "Run",
    "SelfPlayRun",
    "find_config",
    "game_of",
    "load_config",
    "load_policy",
    "parse_config",
    "save_checkpoint",
    "start_run",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BatchVecEnv": "..envs.adapters.sb3",
        **dict.fromkeys(("Metadata", "CheckpointError", "load_policy"), "..agents.policy"),
        **dict.fromkeys(("Outcome", "Run", "game_of", "start_run"), ".run"),
        "SelfPlayRun": ".selfplay",
        "save_checkpoint": ".checkpoints",
    },
)
