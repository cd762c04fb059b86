"""RLlib, its new API stack: a game as a `MultiAgentEnv`, and PPO's module under masks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from .._core.faces.face import ILLEGAL, SeatNames, Seeds, copies, illegal_results, one_of
from .._core.faces.session import Session
from .._core.numbers import action_number
from .._core.position import IllegalActionError
from .._core.registry import load
from .libraries import require

multi_agent: Any = require("ray.rllib.env.multi_agent_env", "ray", "2.50", "rllib")
columns: Any = require("ray.rllib.core.columns", "ray", "2.50", "rllib").Columns
ppo_module: Any = require("ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module", "ray", "2.50", "rllib")

LOWEST = -1e9
"""The logit of an illegal action: its probability is zero in float32, and its product with zero is a number."""

SESSION_SETTINGS = ("reward", "shaping", "show_forced", "max_cycles")
GAME_SETTINGS = ("game", "players", "data")


class RLlibEnv(multi_agent.MultiAgentEnv):
    """A game as RLlib sees it: one agent for each seat, and an observation for the one to decide only.

    An observation is `{"observation", "action_mask"}`, as in `envs.aec`. RLlib adds up what an agent receives until its
    next observation, so a trajectory is a seat's own decisions. At the end every agent that has decided is shown the
    table once more, with a mask of ones; its info has `returns`, `scores`, `ranks` and `winners`.

    Args:
        config: `game`, and the settings of `envs.aec` by name: `players`, `data`, `illegal`, `reward`, `shaping`,
            `show_forced`, `max_cycles`, options of the game.

    Raises:
        ImportError: Ray is not installed or too old; the message says what to install.
        TypeError: an unknown option.
        ValueError: the config names no game, or an unknown game or value.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        if "game" not in config:
            raise ValueError("the env_config of RLlibEnv needs a game, such as {'game': 'ab_die_post'}")
        known = (*GAME_SETTINGS, *SESSION_SETTINGS, "illegal")
        options = {name: value for name, value in config.items() if name not in known}
        self.game = load(config["game"], players=config.get("players"), data=config.get("data"), **options)
        self.illegal = one_of("way to treat illegal actions", config.get("illegal", "terminate"), ILLEGAL)
        self._session = Session(self.game, **{name: config[name] for name in SESSION_SETTINGS if name in config})
        # The mask of seats that are not to decide is seen at the end only, where a distribution needs something legal.
        self._names = SeatNames(self.game, "ones")
        self.possible_agents, self.agents = list(self._names.agents), list(self._names.agents)
        self.observation_spaces, self.action_spaces = self._names.observation_spaces, self._names.action_spaces
        self._seeds = Seeds()
        self._seen: set[str] = set()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a new game; the observation of the seat to decide, by agent, and no infos.

        Args:
            seed: the deal, as `game.new(seed)`; None: the next one that follows from the last seed given.
            options: not used.
        """
        self._session.deal(self._seeds.next(seed))
        while self._session.finished:
            self._session.deal(self._seeds.next(None))  # nobody had a choice in that one
        self._seen.clear()
        return self._turn(), {}

    def step(self, action_dict: Mapping[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the action of the seat to decide; the others have none.

        Returns:
            Observations, rewards, terminations, truncations (both with `__all__`) and infos by agent.

        Raises:
            ValueError: there is no action of the seat to decide.
            IllegalActionError: its action is not legal, with `illegal="raise"`; nothing has changed.
        """
        session, agent = self._session, self.possible_agents[self._session.seat]
        if agent not in action_dict:
            raise ValueError(f"{self.game.id}: {agent} is to decide, but action_dict holds none for it")
        number = action_number(self.game.id, self.game.num_actions, action_dict[agent])
        results: dict[str, Any] | None = None
        if not (0 <= number < self.game.num_actions and session.play(number)):
            if self.illegal == "raise":
                raise IllegalActionError(session.why_illegal(number))
            results = illegal_results(session, number)
        elif session.finished:
            results = session.results()
        given = zip(self.possible_agents, session.rewards.tolist(), strict=True)
        rewards = {name: reward for name, reward in given if name in self._seen}
        if results is None:
            return self._turn(), rewards, {"__all__": False}, {"__all__": False}, {}
        return self._end(results, rewards)

    def _turn(self) -> dict[str, Any]:
        agent = self.possible_agents[self._session.seat]
        self._seen.add(agent)
        return {agent: self._names.observe(self._session, agent)}

    def _end(self, results: dict[str, Any], rewards: dict[str, float]) -> tuple[Any, Any, Any, Any, Any]:
        seen = [agent for agent in self.possible_agents if agent in self._seen]
        truncated = self._session.truncated
        return (
            {agent: self._names.observe(self._session, agent) for agent in seen},
            rewards,
            dict.fromkeys([*seen, "__all__"], not truncated),
            dict.fromkeys([*seen, "__all__"], truncated),
            {agent: copies(results) for agent in seen},
        )


class MaskedPPOModule(ppo_module.DefaultPPOTorchRLModule):
    """RLlib's default module of PPO for observations `{"observation", "action_mask"}`: illegal actions are never drawn.

    It takes the `model_config` of the default module, whose networks see `observation` alone.
    """

    def __init__(self, *, observation_space: spaces.Dict, **settings: Any) -> None:
        self._masked_space = observation_space
        super().__init__(observation_space=observation_space["observation"], **settings)

    def setup(self) -> None:
        """Build the networks, then be a module of the whole observation again, for RLlib's copies of it."""
        super().setup()
        self.observation_space = self._masked_space

    def _forward(self, batch: dict[str, Any], **settings: Any) -> dict[str, Any]:
        return self._masked(super()._forward(self._plain(batch), **settings), batch)

    def _forward_train(self, batch: dict[str, Any], **settings: Any) -> dict[str, Any]:
        return self._masked(super()._forward_train(self._plain(batch), **settings), batch)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:
        """Values of observations, float32 [n]."""
        return super().compute_values(self._plain(batch), embeddings)

    @staticmethod
    def _plain(batch: dict[str, Any]) -> dict[str, Any]:
        """The batch with observations as the default module knows them; the batch itself is left as it is."""
        return {**batch, columns.OBS: batch[columns.OBS]["observation"]}

    @staticmethod
    def _masked(outputs: dict[str, Any], batch: dict[str, Any]) -> dict[str, Any]:
        illegal = batch[columns.OBS]["action_mask"] == 0
        outputs[columns.ACTION_DIST_INPUTS] = outputs[columns.ACTION_DIST_INPUTS].masked_fill(illegal, LOWEST)
        return outputs
