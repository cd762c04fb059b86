"""A game as RLlib's `MultiAgentEnv`, and PPO's module under masks; run in the environment that has Ray."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from mailwing import envs

pytest.importorskip("ray", reason="needs Ray, which has an environment of its own: make integrations")

import torch
from ray.rllib.algorithms.ppo import PPOConfig  # pyright: ignore[reportMissingImports]
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # pyright: ignore[reportMissingImports]
from ray.rllib.utils.pre_checks.env import (  # pyright: ignore[reportMissingImports]
    check_multiagent_environments,
)

from mailwing.envs.adapters import MaskedPPOModule, RLlibEnv

NAMES = ["two_ply", "several_moves", "drop_out", "kingmaker", "hidden_coin", "solo_flight"]


@pytest.mark.parametrize("name", [*NAMES, "ab_die_post"])
def test_rllib_finds_nothing_wrong(name: str) -> None:
    check_multiagent_environments(RLlibEnv({"game": name}))


@pytest.mark.parametrize("name", NAMES)
def test_each_seat_is_credited_with_what_it_received(name: str) -> None:
    """Only the seat to decide is shown anything; at the end all that have decided are, with their own results."""
    env: Any = RLlibEnv({"game": name})
    rng = random.Random(3)
    for seed in range(5):
        seen, _ = env.reset(seed=seed)
        state, decided = env.game.new(seed), set()
        received = dict.fromkeys(env.possible_agents, 0.0)
        over, infos = False, {}
        while not over:
            state.play_forced()
            (agent,) = seen
            assert agent == f"player_{state.seat}"
            decided.add(agent)
            np.testing.assert_array_equal(seen[agent]["observation"], state.observation())
            np.testing.assert_array_equal(seen[agent]["action_mask"], state.mask())
            action = rng.choice(state.legal())
            state.apply(action)
            seen, rewards, terminated, truncated, infos = env.step({agent: action})
            for who, reward in rewards.items():
                received[who] += reward
            over = terminated["__all__"]
            assert not truncated["__all__"]
        state.play_forced()
        assert state.done
        assert set(seen) == set(infos) == decided
        for agent in decided:
            seat = int(agent.removeprefix("player_"))
            assert received[agent] == pytest.approx(state.returns()[seat])
            assert infos[agent]["ranks"] == state.ranks()
            np.testing.assert_array_equal(seen[agent]["observation"], state.observation(seat))


def test_limits_and_illegal_actions_end_a_game_or_raise() -> None:
    env: Any = RLlibEnv({"game": "several_moves", "max_cycles": 1})
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    *_, terminated, truncated, _ = env.step({agent: int(seen[agent]["action_mask"].argmax())})
    assert (terminated["__all__"], truncated["__all__"]) == (False, True)
    env = RLlibEnv({"game": "several_moves"})
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    illegal = int(seen[agent]["action_mask"].argmin())
    _, rewards, terminated, _, infos = env.step({agent: illegal})
    assert rewards[agent] == -1
    assert terminated["__all__"]
    assert "cannot play action" in infos[agent]["illegal_action"]
    env = RLlibEnv({"game": "several_moves", "illegal": "raise"})
    env.reset(seed=1)
    with pytest.raises(envs.IllegalActionError):
        env.step({agent: illegal})


def test_bad_configs_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match=r"needs a game, such as \{'game': 'ab_die_post'\}"):
        RLlibEnv({})
    with pytest.raises(TypeError, match="unknown option 'lenght'"):
        RLlibEnv({"game": "several_moves", "lenght": "long"})
    env: Any = RLlibEnv({"game": "two_ply"})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="is to decide, but action_dict holds none for it"):
        env.step({})


def test_an_illegal_action_has_no_probability_and_training_plays_none() -> None:
    """Every decision of two updates is legal, else the environment raises."""
    config = (
        PPOConfig()
        # RLlib's check of environments plays without masks.
        .environment(RLlibEnv, env_config={"game": "several_moves", "illegal": "raise"}, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedPPOModule))
        .training(train_batch_size_per_learner=256, minibatch_size=128, num_epochs=2, gamma=1.0)
    )
    algorithm = config.build_algo()
    for _ in range(2):
        assert algorithm.train()["env_runners"]["num_episodes"] > 0
    env: Any = RLlibEnv({"game": "several_moves"})
    seen, _ = env.reset(seed=1)
    (shown,) = seen.values()
    batch = {"obs": {name: torch.from_numpy(array)[None] for name, array in shown.items()}}
    module = algorithm.learner_group._learner.module["shared"]  # the whole one; runners have what acting needs
    for forward in (module.forward_inference, module.forward_exploration, module.forward_train):
        odds = forward(batch)["action_dist_inputs"].softmax(-1)[0].detach().numpy()
        assert (odds[shown["action_mask"] == 0] == 0).all()
        assert odds.sum() == pytest.approx(1)
    assert module.compute_values(batch).shape == (1,)
    algorithm.stop()
