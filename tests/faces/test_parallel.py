"""The parallel face keeps PettingZoo's contract: everybody acts, the seat to decide is heard."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import parallel_api_test, parallel_seed_test

from mailwing import envs
from mailwing.envs._core.faces.parallel import GameParallelEnv


def mover(env: GameParallelEnv) -> str:
    return env.possible_agents[env.get_position().seat]


def play(env: GameParallelEnv, obs: dict[str, Any], seed: int) -> tuple[list[int], Any]:
    """Play to the end; the actions that counted, and what the last step returned."""
    rng = np.random.default_rng(seed)
    chosen: list[int] = []
    last: Any = None
    while env.agents:
        agent = next(agent for agent in env.agents if obs[agent]["action_mask"].any())
        chosen.append(int(rng.choice(np.flatnonzero(obs[agent]["action_mask"]))))
        last = env.step({name: chosen[-1] if name == agent else -99 for name in env.agents})
        obs = last[0]
    return chosen, last


def test_pettingzoo_finds_nothing_wrong(game: envs.Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(envs.parallel(game), num_cycles=100)


def test_equal_seeds_play_equal_games(game: envs.Game) -> None:
    parallel_seed_test(lambda: envs.parallel(game))


def test_it_is_the_same_game_as_turn_by_turn(game: envs.Game) -> None:
    env, turns = envs.parallel(game), envs.aec(game)
    obs, infos = env.reset(seed=12)
    assert infos == {agent: {} for agent in env.possible_agents}
    turns.reset(seed=12)
    for agent in turns.agents:
        assert np.array_equal(obs[agent]["observation"], turns.observe(agent)["observation"])
        assert np.array_equal(obs[agent]["action_mask"], turns.observe(agent)["action_mask"])
    chosen, (_, rewards, terminations, truncations, infos) = play(env, obs, 5)
    for action in chosen:
        turns.step(action)
    assert turns.get_position() == env.get_position()
    assert rewards == turns.rewards
    assert infos == turns.infos
    assert terminations == turns.terminations == dict.fromkeys(env.possible_agents, True)
    assert truncations == turns.truncations
    assert np.array_equal(env.state(), turns.state())
    assert env.state_space == turns.state_space


def test_the_others_may_say_anything_or_nothing() -> None:
    env = envs.parallel("several_moves")
    env.reset(seed=1)
    assert mover(env) == "player_0"
    env.step({"player_0": 0})
    env.step({"player_0": 1, "player_1": None})
    assert env.get_position().history == [0, 1]


def test_the_seat_to_decide_must_speak_and_be_known() -> None:
    env = envs.parallel("several_moves")
    env.reset(seed=1)
    before = env.get_position()
    with pytest.raises(ValueError, match="player_0 is to decide, but actions holds none for it"):
        env.step({"player_1": 0})
    with pytest.raises(ValueError, match="there is no agent 'player_7'; the agents are player_0, player_1"):
        env.step({"player_0": 0, "player_7": 0})
    with pytest.raises(ValueError, match="an action is a whole number from 0 to 2"):
        env.step({"player_0": [0, 1]})
    assert env.get_position() == before


def test_an_illegal_action_ends_the_game_or_raises() -> None:
    env = envs.parallel("several_moves")
    env.reset(seed=1)
    _, rewards, terminations, _, infos = env.step({"player_0": 2, "player_1": 0})
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(terminations.values())
    assert "cannot play action 2 (Hand over)" in infos["player_1"]["illegal_action"]
    assert env.agents == []
    assert env.step({}) == ({}, {}, {}, {}, {})
    strict = envs.parallel("several_moves", illegal="raise", max_cycles=2)
    strict.reset(seed=1)
    with pytest.raises(envs.IllegalActionError):
        strict.step({"player_0": 2})
    _, _, _, truncations, _ = strict.step({"player_0": 0})
    assert not any(truncations.values())


def test_max_cycles_cuts_a_game_off() -> None:
    env = envs.parallel("several_moves", max_cycles=1)
    env.reset(seed=1)
    obs, rewards, terminations, truncations, _ = env.step({"player_0": 0})
    assert all(truncations.values())
    assert not any(terminations.values())
    assert not any(rewards.values())
    assert not any(obs[agent]["action_mask"].any() for agent in obs)


def test_a_copy_keeps_the_position_mid_game(game: envs.Game) -> None:
    env = envs.parallel(game)
    obs, _ = env.reset(seed=4)
    twin = copy.deepcopy(env)
    first, _ = play(env, obs, 3)
    assert play(twin, obs, 3)[0] == first
    assert env.get_position() == twin.get_position()


def test_before_reset_there_is_a_clear_error() -> None:
    env = envs.parallel("several_moves", render_mode="ansi")
    for call in (env.render, env.state, env.get_position, lambda: env.step({})):
        with pytest.raises(ResetNeeded, match=r"several_moves_v0: call reset\(\) first"):
            call()


def test_it_can_be_drawn() -> None:
    env = envs.parallel("several_moves", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3


@pytest.mark.parametrize(("idle_mask", "entry"), [("zeros", 0), ("ones", 1)])
def test_the_mask_of_a_seat_that_is_not_to_decide_is_a_setting(idle_mask: Any, entry: int) -> None:
    env = envs.parallel("several_moves", idle_mask=idle_mask)
    seen, _ = env.reset(seed=6)
    decides = f"player_{env.session.seat}"
    while env.agents:
        for agent, observed in seen.items():
            legal = env.get_position().mask() if agent == decides else entry
            assert (observed["action_mask"] == legal).all()
            assert env.observation_space(agent).contains(observed)
        actions = {agent: int(observed["action_mask"].argmax()) for agent, observed in seen.items()}
        seen, *_ = env.step(actions)
        decides = f"player_{env.session.seat}"
    assert all((observed["action_mask"] == entry).all() for observed in seen.values())


def test_masked_samplers_play_with_masks_of_ones() -> None:
    """As TorchRL does: for every agent, each legal action with the probability 1 / their number."""
    env, rng = envs.parallel("several_moves", idle_mask="ones"), np.random.default_rng(1)
    seen, _ = env.reset(seed=6)
    while env.agents:
        shares = {agent: observed["action_mask"] / observed["action_mask"].sum() for agent, observed in seen.items()}
        seen, *_ = env.step({agent: int(rng.choice(len(share), p=share)) for agent, share in shares.items()})
    assert env.get_position().done


def test_an_unknown_idle_mask_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="unknown mask of idle seats 'one' .*choose one of zeros, ones"):
        envs.parallel("several_moves", idle_mask="one")  # type: ignore[arg-type]
