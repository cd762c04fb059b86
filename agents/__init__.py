"""Who plays: bots, networks, search and people, all behind one small interface.

agent = agents.make("ab_die_post", "expert")      # or "search", "human", "runs/x/best", "my_package:MyAgent"
action = agent.act(View(state))

Whatever needs torch (`Policy`, `load_policy`, …) is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..envs._core.lazy import lazy_names
from ..envs._core.view import View
from .base import Agent, AgentError, agent_seed, ask, play_game
from .kernel_agent import KernelAgent
from .params import load_params
from .registry import ladder, make

if TYPE_CHECKING:
    from .human import Human, QuitGame
    from .policy import Card, CheckpointError, Policy, load_policy, read_card
    from .search import SearchAgent
    from .tuning import Search, tune

__all__ = [
    "Agent",
    "AgentError",
    "Card",
    "CheckpointError",
    "Human",
    "KernelAgent",
    "Policy",
    "QuitGame",
    "Search",
    "SearchAgent",
    "View",
    "agent_seed",
    "ask",
    "ladder",
    "load_params",
    "load_policy",
    "make",
    "play_game",
    "read_card",
    "tune",
]

__getattr__ = lazy_names(
    __name__,
    {
        **dict.fromkeys(("Human", "QuitGame"), ".human"),
        **dict.fromkeys(("Card", "CheckpointError", "Policy", "load_policy", "read_card"), ".policy"),
        "SearchAgent": ".search",
        **dict.fromkeys(("Search", "tune"), ".tuning"),
    },
)
