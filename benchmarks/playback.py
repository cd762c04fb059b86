"""Recorded games that are played back as environments: the spaces, observations and masks of a game without its work.

Beside the game itself they show which part of a speed is the library's own, with as many seats and numbers.
"""

from __future__ import annotations

import random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv

from mailwing import envs

SEED = 1


class PlaybackSolo(gymnasium.Env[Any, Any]):
    """One random game of `envs.solo`, over and over; actions are ignored.

    Args:
        game: id of the game.
        settings: as for `envs.solo`.
    """

    def __init__(self, game: str, **settings: Any) -> None:
        env, rng = envs.solo(game, **settings), random.Random(SEED)
        self.observation_space, self.action_space = env.observation_space, env.action_space
        self.start = env.reset(seed=SEED)
        self.steps, self._masks, over = [], [env.action_masks()], False
        while not over:
            step = env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))
            self.steps.append(step)
            self._masks.append(env.action_masks())
            over = step[2] or step[3]
        self._at = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The first decision."""
        super().reset(seed=seed)
        self._at = 0
        observation, info = self.start
        return _own(observation), dict(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The next decision."""
        observation, reward, terminated, truncated, info = self.steps[self._at]
        self._at += 1
        return _own(observation), reward, terminated, truncated, dict(info)

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be played, bool [actions]."""
        return self._masks[self._at]


class PlaybackAEC(AECEnv[str, Any, int]):
    """One random game of `envs.aec`, over and over; actions are ignored.

    Args:
        game: id of the game.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(self, game: str) -> None:
        env, rng = envs.aec(game), random.Random(SEED)
        self.possible_agents, self.render_mode = list(env.possible_agents), None
        self.observation_spaces, self.action_spaces = env.observation_spaces, env.action_spaces
        env.reset(seed=SEED)
        self._moments = [_moment(env)]
        while not all(env.terminations.values()):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(rng.choice(np.flatnonzero(mask).tolist()))
            self._moments.append(_moment(env))
        self._at, self.seen = 0, {}

    def observation_space(self, agent: str) -> Any:
        """That of the game."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """That of the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The first decision."""
        self.agents = list(self.possible_agents)
        self._show(0)

    def step(self, action: Any) -> None:
        """The next decision; at the end the game is to be reset."""
        self._show(self._at + 1)

    def _show(self, at: int) -> None:
        self._at = at
        self.__dict__.update(self._moments[at])

    def observe(self, agent: str) -> Any:
        """What the agent knew then."""
        return self.seen[agent]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """As the game itself told it."""
        agent = self.agent_selection
        return (
            self.seen[agent] if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )


def _own(observation: Any) -> Any:
    """An observation in a dictionary of its own, since libraries write to it (to infos, too)."""
    return dict(observation) if isinstance(observation, dict) else observation


def _moment(env: Any) -> dict[str, Any]:
    """All that a library reads of an AEC environment now, by name."""
    told = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    return {"agent_selection": env.agent_selection, "seen": seen, **{name: dict(getattr(env, name)) for name in told}}
