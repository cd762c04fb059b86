"""Games that end early in environments of one learner: by a limit of decisions, or by an illegal action."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from mailwing import envs
from mailwing.envs._core.faces.vector import GameVectorEnv

GAME = "several_moves"
"""Its learner has three decisions at the least, so that a limit of two always cuts it off."""

RESULTS = {"returns", "scores", "ranks", "winners", "num_decisions", "limit_reached"}
MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def first_legal(env: GameVectorEnv) -> NDArray[np.int64]:
    return env.action_masks().argmax(axis=1)


def ends_of(env: GameVectorEnv, infos: dict[str, Any]) -> dict[str, Any]:
    """The infos of the games that ended, wherever the mode has them."""
    return infos["final_info"] if env.autoreset_mode is AutoresetMode.SAME_STEP else infos


@pytest.mark.parametrize("mode", MODES)
def test_a_limit_cuts_a_game_off_after_so_many_decisions_of_the_learner(mode: AutoresetMode) -> None:
    env = envs.vector(GAME, 3, autoreset_mode=mode, max_cycles=2)
    env.reset(seed=1)
    *_, terminated, truncated, infos = env.step(first_legal(env))
    assert not truncated.any()
    before = [env.batch.position(row) for row in range(3)]
    for row, action in enumerate(first_legal(env).tolist()):
        before[row].apply(action)
    seen, rewards, terminated, truncated, infos = env.step(first_legal(env))
    assert truncated.all()
    assert not terminated.any()
    assert not rewards.any()
    ends = ends_of(env, infos)
    assert RESULTS | {"action_mask", "seat"} <= set(ends)
    assert ends["action_mask"].all(), "samplers divide by the number of legal actions"
    assert not ends["winners"].any()
    assert not ends["returns"].any()
    final = infos["final_obs"] if mode is AutoresetMode.SAME_STEP else seen
    for row, state in enumerate(before):
        seat = int(ends["seat"][row])
        if state.seat == seat:
            assert np.array_equal(final[row], state.observation())
            assert ends["scores"][row].tolist() == state.scores()


@pytest.mark.parametrize("mode", MODES)
def test_after_a_limit_the_next_deal_follows_as_after_any_end(mode: AutoresetMode) -> None:
    env = envs.vector(GAME, 2, autoreset_mode=mode, max_cycles=2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(first_legal(env))
    if mode is AutoresetMode.NEXT_STEP:
        seen, rewards, terminated, truncated, _ = env.step([99, -5])  # ignored: the games are over
        assert not (terminated | truncated | rewards.astype(bool)).any()
        assert np.array_equal(seen, env.batch.obs)
    assert env.batch.seeds.tolist() == [envs.seed_of(1, row, 2) for row in range(2)]
    for truncates in (False, True):
        assert env.step(first_legal(env))[3].tolist() == [truncates] * 2


def test_it_counts_as_solo_counts() -> None:
    """The same game cut off after the same number of decisions, with the same scores."""
    solo = envs.solo(GAME, seat=0, opponents="random", max_cycles=2)
    vector = envs.vector(GAME, 1, seat=0, opponents="random", max_cycles=2)
    vector.reset(seed=3)
    solo.reset(seed=int(vector.batch.seeds[0]))
    first = int(solo.action_masks().argmax())
    assert not solo.step(first)[3]
    assert not vector.step([first])[3].any()
    second = int(solo.action_masks().argmax())
    seen, reward, terminated, truncated, info = solo.step(second)
    all_seen, rewards, terminations, truncations, infos = vector.step([second])
    assert truncated
    assert [truncations[0], terminations[0], rewards[0]] == [truncated, terminated, reward]
    assert np.array_equal(all_seen[0], seen)
    for name in RESULTS - {"winners"}:
        assert np.array_equal(infos[name][0], info[name]), name
    assert np.flatnonzero(infos["winners"][0]).tolist() == info["winners"] == []
    assert info["action_mask"].all()


def test_shaping_is_received_up_to_the_limit() -> None:
    solo = envs.solo(GAME, seat=0, max_cycles=2, shaping=0.5)
    vector = envs.vector(GAME, 1, seat=0, max_cycles=2, shaping=0.5)
    vector.reset(seed=5)
    solo.reset(seed=int(vector.batch.seeds[0]))
    for _ in range(2):
        action = int(solo.action_masks().argmax())
        assert solo.step(action)[1] == pytest.approx(vector.step([action])[1][0])


def test_gymnasium_names_the_limit_in_its_own_words() -> None:
    env = gymnasium.make_vec("mailwing/SeveralMoves-v0", num_envs=2, max_episode_steps=2)
    env.reset(seed=1)
    inner: Any = env.unwrapped
    assert not env.step(first_legal(inner))[3].any()
    assert env.step(first_legal(inner))[3].all()
    single: Any = gymnasium.make("mailwing/SeveralMoves-v0", max_episode_steps=2)
    _, info = single.reset(seed=1)
    for ends in (False, True):
        *_, terminated, truncated, info = single.step(int(info["action_mask"].argmax()))
        assert (terminated, truncated) == (False, ends)
        assert set(info) == {"action_mask", "seat"}


def test_one_limit_has_one_value() -> None:
    assert envs.vector(GAME, max_cycles=2, max_episode_steps=2).max_cycles == 2
    with pytest.raises(ValueError, match="max_cycles=2 and max_episode_steps=3 are one limit; name one"):
        envs.vector(GAME, max_cycles=2, max_episode_steps=3)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("wrong", [2, 99, -1])
def test_an_illegal_action_ends_its_game_alone(mode: AutoresetMode, wrong: int) -> None:
    env = envs.vector(GAME, 3, autoreset_mode=mode, illegal="terminate")
    env.reset(seed=1)
    before = env.batch.position(1)
    seen = env.batch.obs[1].copy()
    actions = first_legal(env)
    actions[1] = wrong
    shown, rewards, terminated, truncated, infos = env.step(actions)
    ends = ends_of(env, infos)
    assert terminated.tolist() == [False, True, False]
    assert not truncated.any()
    assert rewards.tolist() == [0, -1, 0]
    assert ends["returns"][1, before.seat] == -1
    assert ends["returns"][1].sum() == -1
    assert ends["scores"][1].tolist() == before.scores()
    assert not ends["winners"].any()
    assert ends["illegal_action"][1].startswith(f"{GAME}: seat {before.seat} cannot play action {wrong}")
    assert ends["_illegal_action"].tolist() == [False, True, False]
    assert np.array_equal(infos["final_obs"][1] if "final_obs" in infos else shown[1], seen)
    *_, terminated, truncated, infos = env.step(first_legal(env))
    assert "illegal_action" not in infos
    assert env.batch.seeds[1] == envs.seed_of(1, 1, 2)


def test_as_a_rule_it_raises_and_nothing_has_changed() -> None:
    env = envs.vector(GAME, 2)
    env.reset(seed=1)
    before = [env.batch.position(row) for row in range(2)]
    with pytest.raises(envs.IllegalActionError, match="row 1: several_moves: seat . cannot play action 2"):
        env.step([0, 2])
    assert [env.batch.position(row) for row in range(2)] == before
    with pytest.raises(ValueError, match="unknown way to treat illegal actions 'ignore'"):
        envs.vector(GAME, 2, illegal="ignore")  # type: ignore[arg-type]


def test_rows_that_are_stopped_wait_for_their_next_deal() -> None:
    batch = envs.batch(GAME, 2, restart=False, seed=1)
    state = batch.position(1)
    batch.stop_rows([1])
    assert batch.done.tolist() == [0, 1]
    assert batch.mask[1].all()
    for _ in range(3):
        batch.step([int(batch.mask[0].argmax()), 99])
        assert batch.position(1) == state
    batch.restart_rows([1])
    assert batch.done[1] == 0
    assert batch.position(1) != state
    with pytest.raises(ValueError, match="there is no row 2"):
        batch.stop_rows([0, 2])
    assert batch.done[0] == 0


def test_ended_games_can_be_dealt_before_the_next_step_and_others_go_on() -> None:
    """For libraries that reset some games themselves; what the next step would have dealt is dealt now."""
    env, same = (envs.vector(GAME, 3, max_cycles=2) for _ in range(2))
    for each in (env, same):
        each.reset(seed=1)
        each.step(first_legal(each))
        each.step(first_legal(each))
    learners = env._learners
    assert learners.ended.all()
    learners.deal_ended(np.array([True, False, True]))
    assert learners.ended.tolist() == [False, True, False]
    same.step(first_legal(same))
    assert env.batch.seeds[[0, 2]].tolist() == same.batch.seeds[[0, 2]].tolist()
    before = env.batch.seeds.copy()
    learners.deal_ended(np.array([True, False, False]))
    assert (env.batch.seeds == before).all(), "a game that goes on is left alone"
