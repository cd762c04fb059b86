"""Training: imitation of bots and MaskablePPO against them, with checkpoints that survive a kill.

from pathlib import Path
from mailwing import training

config = training.load_config(training.find_config("ab_die_post/ppo"), ["budget.minutes=5"])
outcome = training.Run(config, Path("runs/mine")).train()      # checkpoints `best` and `last` are then in the folder

Configs are read without torch; whatever needs it is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..envs._core.lazy import lazy_names
from .config import Config, ConfigError, find_config, load_config, parse_config

if TYPE_CHECKING:
    from ..agents.policy import Card, CheckpointError, load_policy
    from .checkpoints import save_checkpoint
    from .run import Outcome, Run, game_of
    from .vec_env import BatchVecEnv

__all__ = [
    "BatchVecEnv",
    "Card",
    "CheckpointError",
    "Config",
    "ConfigError",
    "Outcome",
    "Run",
    "find_config",
    "game_of",
    "load_config",
    "load_policy",
    "parse_config",
    "save_checkpoint",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BatchVecEnv": ".vec_env",
        **dict.fromkeys(("Card", "CheckpointError", "load_policy"), "..agents.policy"),
        **dict.fromkeys(("Outcome", "Run", "game_of"), ".run"),
        "save_checkpoint": ".checkpoints",
    },
)
