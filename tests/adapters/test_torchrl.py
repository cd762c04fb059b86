"""The batch as a TorchRL environment."""

from __future__ import annotations

import logging
from typing import Any

import numpy as np
import pytest

from mailwing import envs

pytest.importorskip("torchrl", reason="needs TorchRL: make integrations")

import torch
from torchrl.envs import ActionMask, TransformedEnv  # pyright: ignore[reportMissingImports]
from torchrl.envs.utils import check_env_specs  # pyright: ignore[reportMissingImports]

from mailwing.envs.adapters import TorchRLEnv

logging.getLogger("torchrl").setLevel(logging.ERROR)
NAMES = ["several_moves", "drop_out", "hidden_coin", "solo_flight", "ab_die_post"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("masked", [False, True])
def test_torchrl_finds_nothing_wrong(name: str, masked: bool) -> None:
    env: Any = TorchRLEnv(name, 3, seed=1)
    check_env_specs(TransformedEnv(env, ActionMask()) if masked else env)


@pytest.mark.parametrize("name", NAMES[:-1])
def test_it_plays_what_the_vector_face_plays(name: str) -> None:
    """Same seed, same actions: the same observations, masks, rewards and ends, new deals included."""
    env: Any = TorchRLEnv(name, 4, seed=5)
    vector = envs.vector(name, 4)
    seen, _ = vector.reset(seed=5)
    data = env.reset()
    ends = 0
    for _ in range(60):
        np.testing.assert_array_equal(data["observation"].numpy(), seen)
        np.testing.assert_array_equal(data["action_mask"].numpy(), vector.action_masks())
        actions = vector.action_masks().argmax(axis=1)
        stepped, data = env.step_and_maybe_reset(data.set("action", torch.from_numpy(actions)))
        seen, rewards, ended, _, _ = vector.step(actions)
        ends += int(ended.sum())
        np.testing.assert_array_equal(stepped["next", "observation"].numpy(), seen)
        np.testing.assert_array_equal(stepped["next", "reward"].numpy()[:, 0], rewards.astype(np.float32))
        np.testing.assert_array_equal(stepped["next", "done"].numpy()[:, 0], ended)
        assert not data["done"].any()
        if ended.any():  # the vector face deals in a step of its own; rows that go on are left alone for it
            vector._learners.deal_ended(ended)
            seen = vector.batch.obs.copy()
    assert ends > 4


def test_random_play_is_legal_and_ends_with_the_learners_reward() -> None:
    env: Any = TorchRLEnv("two_ply", 32, seed=2, illegal="raise")
    data = env.rollout(20, break_when_any_done=False)["next"]
    ended = data["done"]
    assert ended.sum() > 32
    assert (data["reward"][ended].abs() == 1).all()
    assert (data["reward"][~ended] == 0).all()
    assert data["action_mask"][ended.squeeze(-1)].all(), "a finished game shows all ones"


def test_a_limit_truncates_and_an_illegal_action_terminates() -> None:
    env: Any = TorchRLEnv("several_moves", 2, seed=1, max_cycles=2)
    data = env.rollout(2, break_when_any_done=False)["next"]
    assert data["truncated"][:, 1].all()
    assert not data["terminated"].any()
    env = TorchRLEnv("several_moves", 2, seed=1)
    data = env.reset()
    wrong = (~data["action_mask"]).int().argmax(dim=1)
    wrong[0] = data["action_mask"][0].int().argmax()
    data = env.step(data.set("action", wrong))["next"]
    assert data["reward"].squeeze().tolist() == [0, -1]
    assert data["terminated"].squeeze().tolist() == [False, True]


def test_seeds_give_the_same_games() -> None:
    env: Any = TorchRLEnv("several_moves", 3)
    env.set_seed(7)
    first = env.reset()["observation"]
    assert not torch.equal(env.reset()["observation"], first)
    env.set_seed(7)
    assert torch.equal(env.reset()["observation"], first)


def test_bad_settings_are_refused_in_words() -> None:
    with pytest.raises(TypeError, match="unknown option 'lenght'"):
        TorchRLEnv("several_moves", 2, lenght="long")
    with pytest.raises(ValueError, match="unknown opponent 'randm'"):
        TorchRLEnv("several_moves", 2, opponents="randm")
