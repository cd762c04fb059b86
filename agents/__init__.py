"""Agents: bots, networks, search and people, all with the interface `Agent`.

agent = agents.make("ab_die_post", "expert")      # or "search:expert@0.2s", "human", "zoo/selfplay", "runs/x/best", …
action = agent.act(View(state))

Names that need torch (`Policy`, `load_policy`, …) or OpenSpiel (`OpenSpielAgent`) are imported at their first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..envs._core.lazy import lazy_names
from ..envs._core.view import View
from .base import Agent, AgentError, agent_seed, ask, play_game
from .kernel_agent import KernelAgent
from .params import load_params
from .registry import ladder, make, trained

if TYPE_CHECKING:
    from .human import Human, QuitGame
    from .onnx_files import export_policy
    from .open_spiel import OpenSpielAgent
    from .policy import CheckpointError, Metadata, Policy, load_policy, read_metadata
    from .search import SearchAgent
    from .tree_search import TreeSearchAgent
    from .tuning import Search, tune

__all__ = [
    "Agent",
    "AgentError",
    "CheckpointError",
    "Human",
    "KernelAgent",
    "Metadata",
    "OpenSpielAgent",
    "Policy",
    "QuitGame",
    "Search",
    "SearchAgent",
    "TreeSearchAgent",
    "View",
    "agent_seed",
    "ask",
    "export_policy",
    "ladder",
    "load_params",
    "load_policy",
    "make",
    "play_game",
    "read_metadata",
    "trained",
    "tune",
]

__getattr__ = lazy_names(
    __name__,
    {
        **dict.fromkeys(("Human", "QuitGame"), ".human"),
        **dict.fromkeys(("Metadata", "CheckpointError", "Policy", "load_policy", "read_metadata"), ".policy"),
        "OpenSpielAgent": ".open_spiel",
        "export_policy": ".onnx_files",
        "SearchAgent": ".search",
        "TreeSearchAgent": ".tree_search",
        **dict.fromkeys(("Search", "tune"), ".tuning"),
    },
)
