"""Masks beside the observation, or in the info: wherever a trainer looks for them."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from mailwing import envs


def test_solo_shows_what_it_tells(game: envs.Game) -> None:
    """Observation, mask, rewards and info are those of the plain face, until the end and after it."""
    plain, env = envs.solo(game), envs.solo(game, mask="obs")
    assert isinstance(env.observation_space, spaces.Dict)
    (seen, info), (expected, _) = env.reset(seed=3), plain.reset(seed=3)
    over = False
    while True:
        assert list(seen) == ["observation", "action_mask"]
        assert seen in env.observation_space
        np.testing.assert_array_equal(seen["observation"], expected)
        np.testing.assert_array_equal(seen["action_mask"], info["action_mask"])
        assert seen["action_mask"].dtype == np.int8
        if over:
            break
        action = int(seen["action_mask"].argmax())
        expected, reward, *_ = plain.step(action)
        seen, same, over, _, info = env.step(action)
        assert same == reward
    assert seen["action_mask"].all(), "a finished game shows all ones"


def test_checkers_find_nothing_wrong(game: envs.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(not.*spec|render).*")
        check_env(envs.solo(game, mask="obs"), skip_render_check=True)
        sb3_check_env(envs.solo(game, mask="obs"), warn=True, skip_render_check=True)


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_vector_shows_what_it_tells(game: envs.Game, mode: str, copy: bool) -> None:
    plain = envs.vector(game, 6, autoreset_mode=mode)
    env = envs.vector(game, 6, autoreset_mode=mode, mask="obs", copy=copy)
    (expected, _), (seen, infos) = plain.reset(seed=2), env.reset(seed=2)
    ends = 0
    while ends < 4:
        assert copy is False or seen in env.observation_space
        np.testing.assert_array_equal(seen["observation"], expected)
        np.testing.assert_array_equal(seen["action_mask"], infos["action_mask"])
        actions = seen["action_mask"].argmax(axis=1)
        expected, *_, wanted = plain.step(actions)
        seen, _, ended, _, infos = env.step(actions)
        ends += int(ended.sum())
        for row in np.flatnonzero(ended) if mode == "SameStep" else ():
            final = infos["final_obs"][row]
            assert final in env.single_observation_space
            np.testing.assert_array_equal(final["observation"], wanted["final_obs"][row])
            assert final["action_mask"].all()


def test_gymnasiums_own_vector_environments_take_it() -> None:
    env = gymnasium.make_vec("mailwing/SeveralMoves-v0", 3, vectorization_mode="sync", mask="obs")
    seen, _ = env.reset(seed=1)
    assert seen["action_mask"].shape == (3, envs.load("several_moves").num_actions)


@pytest.mark.parametrize("face", [envs.solo, envs.vector])
def test_another_place_is_refused_in_words(face: type) -> None:
    with pytest.raises(ValueError, match=r"unknown place of the mask 'infos' \(did you mean 'info'\?\)"):
        face("two_ply", mask="infos")


def test_parallel_tells_what_it_shows(game: envs.Game) -> None:
    """`mask="info"`: observations without masks, for trainers that look for them in the infos."""
    shown, told = envs.parallel(game), envs.parallel(game, mask="info", idle_mask="ones")
    parallel_api_test(told, num_cycles=20)
    seen, (plain, infos) = shown.reset(seed=3)[0], told.reset(seed=3)
    results: dict[str, Any] = {}
    while shown.agents:
        decides = shown.possible_agents[shown.session.seat]
        for agent in shown.possible_agents:
            assert plain[agent] in told.observation_space(agent)
            np.testing.assert_array_equal(plain[agent], seen[agent]["observation"])
            mask = infos[agent]["action_mask"]
            assert (mask == seen[agent]["action_mask"]).all() if agent == decides else mask.all()
        actions = {agent: int(infos[agent]["action_mask"].argmax()) for agent in shown.agents}
        seen, *_, results = shown.step(actions)
        plain, *_, infos = told.step(actions)
    for agent, info in infos.items():
        assert info.pop("action_mask").all()
        assert info == results[agent]
