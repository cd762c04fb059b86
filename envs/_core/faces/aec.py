"""The AEC face: a PettingZoo `AECEnv`, one seat deciding after another."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from ..game import Game
from ..position import IllegalActionError
from ..rewards import RewardName
from .face import Face, Illegal, RenderMode, SeatNames, Seeds, copies, illegal_results
from .session import Session

_AFTER_RESET = frozenset(
    (
        "agents",
        "num_agents",
        "agent_selection",
        "rewards",
        "terminations",
        "truncations",
        "infos",
        "_cumulative_rewards",
    )
)
"""What exists only once `reset` has been called."""

Observed = dict[str, NDArray[Any]]


class GameAECEnv(Face, AECEnv[str, Observed, int]):
    """A game as a PettingZoo AEC environment; made by `envs.aec`.

    Agents are `player_0`, …; an observation is `{"observation": float32 [obs_size], "action_mask": int8 [actions]}`,
    fresh at every call. The mask of a seat that is not to decide, and of every seat once the game is finished, is all
    zero. When the game ends, all agents are terminated at once; `infos[agent]` then holds, by seat, `returns`, `scores`
    and `ranks`, the list of `winners`, `num_decisions` of the game, forced ones included, and `limit_reached` (the
    documented limit ended the game, not the rulebook).

    An illegal action with `illegal="terminate"` ends the game as PettingZoo's `TerminateIllegalWrapper` does: −1 for
    the seat that played it, 0 for the others, all terminated; the reason is in `infos[agent]["illegal_action"]`.

    Args:
        game: the game.
        render_mode: one of `faces.RENDER_MODES`, or None.
        illegal: `terminate` or `raise` (then nothing changes).
        reward, shaping, show_forced, max_cycles: see `Session`; a game that is cut off ends with `truncations`.
        render_seat: the seat whose view is drawn; None: a spectator's, who sees what all seats see.
        render_width: pixels across of `rgb_array` and of the window, 16 to 4096; None: its own width, at most 960.
    """

    def __init__(
        self,
        game: Game,
        *,
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
        self._names = SeatNames(game)
        self.possible_agents = list(self._names.agents)
        self.observation_spaces = self._names.observation_spaces
        self.action_spaces = self._names.action_spaces
        self.state_space: spaces.Box = session.full_space()
        self._seeds = Seeds()
        self._shaped = session.shaping != 0.0

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(
                f"{self.metadata['name']}: '{name}' does not exist before reset()", name=name, obj=self
            )
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of what an agent observes; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All actions of the game; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game.

        Args:
            seed: the deal, as `game.new(seed)`; None: the next one that follows from the last seed given.
            options: not used.
        """
        self.session.deal(self._seeds.next(seed))
        self._begin()

    def _begin(self) -> None:
        agents = self.possible_agents
        self.agents = list(agents)
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {} for agent in agents}
        self._skip_agent_selection = None
        self.agent_selection = agents[self.session.seat]
        if self.session.finished:
            self._finish(self.session.results())
        self._show()

    def step(self, action: Any) -> None:
        """Play the action of `agent_selection`; None for an agent that is terminated or truncated.

        Raises:
            IllegalActionError: the action is not legal, with `illegal="raise"`; nothing has changed.
            TypeError: it is not a whole number.
        """
        agent = self.agent_selection
        terminated = self.terminations.get(agent)
        if terminated or terminated is None or self.truncations[agent]:
            self._step_out(action)
            return
        session = self.session
        number = action if type(action) is int else self._number(action)
        if not (0 <= number < session.mask.shape[0] and session.play(number)):
            self._punish(number)
            return
        if self._shaped:
            self._cumulative_rewards[agent] = 0.0
            self._receive()
        if session.finished:
            self._finish(session.results(), session.truncated)
        else:
            self.agent_selection = self.possible_agents[session.seat]
        if self.render_mode == "human":
            self.render()

    def _step_out(self, action: Any) -> None:
        """The step of an agent that is done: it leaves `agents`."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        self._was_dead_step(action)

    def _punish(self, action: int) -> None:
        """The seat to decide has played an illegal action."""
        if self.illegal == "raise":
            raise IllegalActionError(self.session.why_illegal(action))
        EnvLogger.warn_on_illegal_move()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._finish(illegal_results(self.session, action))
        self._show()

    def _receive(self) -> None:
        """Add the rewards of the last step."""
        for agent, amount in zip(self.possible_agents, self.session.rewards.tolist(), strict=True):
            self.rewards[agent] = amount
            self._cumulative_rewards[agent] += amount

    def _finish(self, results: dict[str, Any], truncated: bool = False) -> None:
        """All agents are done at once, each with its own copy of the results."""
        if not self._shaped or "illegal_action" in results:
            self._receive()
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: copies(results) for agent in self.agents}
        self._deads_step_first()

    def observe(self, agent: str) -> Observed:
        """What an agent knows now, in fresh arrays (ValueError: no such agent)."""
        self._check_started()
        return self._names.observe(self.session, agent)

    def state(self) -> NDArray[np.float32]:
        """Everything that any seat knows, float32 as in `state_space`; see `Session.full_vector`."""
        self._check_started()
        return self.session.full_vector()

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last decision, terminated, truncated and info of `agent_selection`."""
        agent = self.agent_selection
        return (
            self._names.observe(self.session, agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _check_started(self) -> None:
        if "agents" not in self.__dict__:
            raise ResetNeeded(f"{self.metadata['name']}: call reset() first, there is no game yet")
