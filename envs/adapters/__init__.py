"""What other libraries train and search with, over these games: each adapter is loaded at its first use.

venv = envs.sb3("ab_die_post", 64, opponents="adept")               # Stable-Baselines3, a VecEnv
env = adapters.TorchRLEnv("ab_die_post", 256, opponents="adept")    # TorchRL, a batched EnvBase
game = adapters.open_spiel_game("ab_die_post", players=3)           # OpenSpiel, a pyspiel.Game
env = adapters.RLlibEnv({"game": "ab_die_post"})                    # RLlib, a MultiAgentEnv

A library that is missing or too old is an ImportError that says what to install. The pages in `docs/use-with` show each
of them at work, and the libraries that need no adapter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core.lazy import lazy_names

if TYPE_CHECKING:
    from .open_spiel import OpenSpielGame, OpenSpielState, open_spiel_game, open_spiel_state, register_open_spiel
    from .rllib import MaskedPPOModule, RLlibEnv
    from .sb3 import BatchVecEnv
    from .torchrl import TorchRLEnv

__all__ = [
    "BatchVecEnv",
    "MaskedPPOModule",
    "OpenSpielGame",
    "OpenSpielState",
    "RLlibEnv",
    "TorchRLEnv",
    "open_spiel_game",
    "open_spiel_state",
    "register_open_spiel",
]

__getattr__ = lazy_names(
    __name__,
    {
        "BatchVecEnv": ".sb3",
        "TorchRLEnv": ".torchrl",
        **dict.fromkeys(("MaskedPPOModule", "RLlibEnv"), ".rllib"),
        **dict.fromkeys(("OpenSpielGame", "OpenSpielState", "open_spiel_game"), ".open_spiel"),
        **dict.fromkeys(("open_spiel_state", "register_open_spiel"), ".open_spiel"),
    },
)
