"""Who plays: bots, networks, search and people, all behind one small interface.

agent = agents.make("ab_die_post", "expert")
action = agent.act(View(state))
"""

from __future__ import annotations

from ..envs._core.view import View
from .base import Agent, AgentError, agent_seed, ask, play_game
from .kernel_agent import KernelAgent
from .registry import ladder, make

__all__ = ["Agent", "AgentError", "KernelAgent", "View", "agent_seed", "ask", "ladder", "make", "play_game"]
