"""PettingZoo's `ParallelEnv`: all seats pass an action, and that of the seat to decide is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from ..game import Game
from ..position import IllegalActionError
from ..rewards import RewardName
from .face import (
    MASK_IN,
    Face,
    IdleMask,
    Illegal,
    MaskIn,
    RenderMode,
    SeatNames,
    Seeds,
    copies,
    illegal_results,
    one_of,
)
from .session import Session

Observed = Any
Stepped = tuple[dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class GameParallelEnv(Face, ParallelEnv[str, Observed, int]):
    """A game for trainers that step all agents together; made by `envs.parallel`.

    In every step each agent may pass an action; that of the seat to decide is played, the others are ignored.
    Observations, infos at the end and illegal actions are as in `GameAECEnv`.

    Args:
        game: the game.
        idle_mask: the mask of a seat that is not to decide, and of all seats once the game is over: `zeros`, or `ones`
            for samplers that need at least one legal action for each agent and divide by their number.
        mask: where the masks are: in the `obs`, or in the `info` of each agent as `action_mask`; an observation is then
            float32 [obs_size] alone.
        render_mode, illegal, reward, shaping, show_forced, max_cycles, render_seat, render_width: as for
            `GameAECEnv`.
    """

    def __init__(
        self,
        game: Game,
        *,
        idle_mask: IdleMask = "zeros",
        mask: MaskIn = "obs",
        render_mode: RenderMode | None = None,
        illegal: Illegal = "terminate",
        reward: RewardName = "placement",
        shaping: float = 0.0,
        show_forced: bool = False,
        max_cycles: int | None = None,
        render_seat: int | None = None,
        render_width: int | None = None,
    ) -> None:
        session = Session(game, reward=reward, shaping=shaping, show_forced=show_forced, max_cycles=max_cycles)
        self._set_up(session, render_mode, illegal, render_seat, render_width)
        self._names = SeatNames(game, idle_mask)
        self.possible_agents = list(self._names.agents)
        self.agents: list[str] = []
        self._mask_in_obs = one_of("place of the mask", mask, MASK_IN) == "obs"
        self.observation_spaces = self._names.observation_spaces if self._mask_in_obs else self._names.plain_spaces()
        self.action_spaces = self._names.action_spaces
        self.state_space: spaces.Box = session.full_space()
        self._seeds = Seeds()
        self._started = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent observes; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions of the game; always the same object."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Deal a new game; what every agent knows, and empty infos.

        Args:
            seed: the deal, as `game.new(seed)`; None: the next one that follows from the last seed given.
            options: not used.
        """
        self.session.deal(self._seeds.next(seed))
        return self._begin()

    def _begin(self) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        self.agents = [] if self.session.finished else list(self.possible_agents)
        self._started = True
        self._show()
        return self._shown({})

    def step(self, actions: Mapping[str, Any]) -> Stepped:
        """Play the action of the seat to decide.

        Args:
            actions: by agent; those of the other seats may be anything or missing.

        Returns:
            Observations, rewards, terminations, truncations and infos by agent; a step after the end returns empty
            dictionaries, as in PettingZoo.

        Raises:
            ValueError: an unknown agent, or there is no action of the seat to decide.
            IllegalActionError: its action is not legal, with `illegal="raise"`; nothing has changed.
        """
        self._check_started()
        if not self.agents:
            return {}, {}, {}, {}, {}
        number = self._chosen(actions)
        session = self.session
        results: dict[str, Any] | None = None
        truncated = False
        if not (0 <= number < self.game.num_actions and session.play(number)):
            if self.illegal == "raise":
                raise IllegalActionError(session.why_illegal(number))
            results = illegal_results(session, number)
        elif session.finished:
            results, truncated = session.results(), session.truncated
        self._show()
        return self._report(results, truncated)

    def _chosen(self, actions: Mapping[str, Any]) -> int:
        """The action of the seat to decide."""
        for agent in actions:
            if agent not in self._names.seat:
                known = ", ".join(self.possible_agents)
                raise ValueError(f"{self.game.id}: there is no agent {agent!r}; the agents are {known}")
        agent = self.possible_agents[self.session.seat]
        if agent not in actions:
            raise ValueError(f"{self.game.id}: {agent} is to decide, but actions holds none for it")
        return self._number(actions[agent])

    def _report(self, results: dict[str, Any] | None, truncated: bool) -> Stepped:
        agents = self.possible_agents
        over = results is not None
        if over:
            self.agents = []
        observations, infos = self._shown(results or {})
        return (
            observations,
            dict(zip(agents, self.session.rewards.tolist(), strict=True)),
            dict.fromkeys(agents, over and not truncated),
            dict.fromkeys(agents, truncated),
            infos,
        )

    def _shown(self, results: dict[str, Any]) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Observations and infos by agent, the mask in one of them."""
        infos = {agent: copies(results) for agent in self.possible_agents}
        seen = {agent: self._names.observe(self.session, agent) for agent in self.possible_agents}
        if self._mask_in_obs:
            return {**seen}, infos
        for agent, info in infos.items():
            info["action_mask"] = seen[agent]["action_mask"]
        return {agent: each["observation"] for agent, each in seen.items()}, infos

    def state(self) -> NDArray[np.float32]:
        """Everything that any seat knows, float32 as in `state_space`; see `Session.full_vector`."""
        self._check_started()
        return self.session.full_vector()

    def _check_started(self) -> None:
        if not self._started:
            raise ResetNeeded(f"{self.metadata['name']}: call reset() first, there is no game yet")
