"""The vector face: Gymnasium's two ways to go on after an end, over the native batch."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
import toys
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from mailwing import envs
from mailwing.envs._core.chance import seed_of
from mailwing.envs._core.faces.vector import GameVectorEnv


def random_actions(env: GameVectorEnv, rng: np.random.Generator) -> np.ndarray[Any, Any]:
    return np.array([rng.choice(np.flatnonzero(row)) for row in env.action_masks()])


def test_what_a_reset_shows(game: envs.Game) -> None:
    env = envs.vector(game, 5)
    obs, infos = env.reset(seed=3)
    assert env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert obs.shape == (5, game.obs_size)
    assert obs in env.observation_space
    assert infos["action_mask"].dtype == np.int8
    assert infos["_action_mask"].all()
    assert np.array_equal(infos["action_mask"], env.action_masks())
    again, _ = env.reset(seed=3)
    assert np.array_equal(obs, again)
    assert not np.shares_memory(obs, again)
    other, _ = env.reset()
    assert env.reset(seed=3) is not None
    assert np.array_equal(env.reset()[0], other)


def test_games_are_those_of_the_batch(game: envs.Game) -> None:
    """Row k, episode e is the deal `seed_of(seed, k, e)`, with the learner at the seat that the info names."""
    for mode in ("NextStep", "SameStep"):
        env = envs.vector(game, 3, autoreset_mode=mode)
        obs, infos = env.reset(seed=9)
        for row in range(3):
            state = env.batch.position(row)
            assert state.seat == infos["seat"][row]
            assert np.array_equal(obs[row], state.observation())
        assert env.batch.seeds.tolist() == [seed_of(9, row, int(env.batch._rows["episode"][row])) for row in range(3)]


def test_next_step_shows_the_end_and_then_the_new_deal(game: envs.Game) -> None:
    env, rng = envs.vector(game, 4), np.random.default_rng(1)
    env.reset(seed=1)
    was_over = np.zeros(4, dtype=bool)
    ends = 0
    for _ in range(20_000):
        states = [env.batch.position(row) for row in range(4)]
        obs, rewards, terminated, truncated, infos = env.step(random_actions(env, rng))
        assert not truncated.any()
        assert not (terminated & was_over).any()
        assert not rewards[was_over].any()
        for row in np.flatnonzero(terminated).tolist():
            end, seat = env.batch.position(row), infos["seat"][row]
            assert end.done
            assert np.array_equal(obs[row], end.observation(int(seat)))
            assert rewards[row] == pytest.approx(end.returns()[seat])
            assert infos["scores"][row].tolist() == end.scores()
            assert infos["ranks"][row].tolist() == end.ranks()
            assert np.flatnonzero(infos["winners"][row]).tolist() == end.winners()
            assert infos["returns"][row] == pytest.approx(end.returns())
            assert infos["num_decisions"][row] == end.num_decisions
            assert infos["limit_reached"][row] == end.limit_reached
            assert infos["action_mask"][row].all()
        for row in np.flatnonzero(was_over).tolist():
            assert states[row].done
            assert not env.batch.position(row).done
            assert np.array_equal(obs[row], env.batch.position(row).observation())
        if terminated.any():
            assert np.array_equal(infos["_scores"], terminated)
        else:
            assert "scores" not in infos
        ends += int(terminated.sum())
        was_over = terminated
        if ends >= 12:
            return
    pytest.fail("the games do not end")


def test_same_step_shows_the_new_deal_and_tells_the_end(game: envs.Game) -> None:
    env, rng = envs.vector(game, 4, autoreset_mode=AutoresetMode.SAME_STEP), np.random.default_rng(1)
    env.reset(seed=1)
    ends = 0
    for _ in range(20_000):
        obs, rewards, terminated, _, infos = env.step(random_actions(env, rng))
        for row in range(4):
            assert np.array_equal(obs[row], env.batch.position(row).observation())
        if terminated.any():
            final = infos["final_info"]
            assert np.array_equal(infos["_final_obs"], terminated)
            for row in range(4):
                if terminated[row]:
                    assert infos["final_obs"][row].shape == (game.obs_size,)
                    assert rewards[row] == pytest.approx(final["returns"][row][final["seat"][row]])
                    assert final["_returns"][row]
                else:
                    assert infos["final_obs"][row] is None
        ends += int(terminated.sum())
        if ends >= 12:
            return
    pytest.fail("the games do not end")


def test_both_modes_play_the_same_games() -> None:
    """With an action that depends on the position alone, the returns of each row come in the same order."""
    found = []
    for mode in AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP:
        env = envs.vector("drop_out", 8, autoreset_mode=mode, opponents=toys.BEST["drop_out"])
        env.reset(seed=4)
        rows: list[list[float]] = [[] for _ in range(8)]
        while min(map(len, rows)) < 5:
            _, rewards, terminated, _, _ = env.step(env.action_masks().argmax(axis=1))
            for row in np.flatnonzero(terminated):
                rows[row].append(float(rewards[row]))
        found.append([row[:5] for row in rows])
    assert found[0] == found[1]


def test_arrays_are_fresh_unless_told_otherwise() -> None:
    env = envs.vector("several_moves", 3)
    obs, _ = env.reset(seed=1)
    kept = obs.copy()
    env.step(np.zeros(3, dtype=int))
    assert np.array_equal(obs, kept)
    lean = envs.vector("several_moves", 3, copy=False)
    obs, infos = lean.reset(seed=1)
    assert np.shares_memory(obs, lean.batch.obs)
    assert np.shares_memory(infos["action_mask"], lean.batch.mask)


def test_shaped_rewards_leave_the_returns_alone() -> None:
    env = envs.vector("several_moves", 2, shaping=0.5, seat=0)
    env.reset(seed=1)
    total = np.zeros(2)
    while True:
        _, rewards, terminated, _, infos = env.step(env.action_masks().argmax(axis=1))
        total += rewards
        if terminated.any():
            break
    assert terminated.all()
    assert infos["returns"][:, 0] == pytest.approx(total)  # at the deal nobody has points


def test_gymnasium_makes_it() -> None:
    env: Any = gymnasium.make_vec(
        "mailwing/SeveralMoves-v0", num_envs=3, vectorization_mode="vector_entry_point", opponents="random", players=3
    )
    assert env.unwrapped.game.players == 3
    obs, _ = env.reset(seed=1)
    assert obs.shape[0] == 3
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    wrapped.reset(seed=1)
    while True:
        _, _, terminated, _, infos = wrapped.step(env.unwrapped.action_masks().argmax(axis=1))
        if terminated.any():
            break
    assert infos["episode"]["l"].max() == 3


def test_pictures_are_those_of_the_learners() -> None:
    env = envs.vector("hidden_coin", 2, render_mode="ansi")
    _, infos = env.reset(seed=1)
    assert env.render() == tuple(env.batch.position(row).text(int(infos["seat"][row])) for row in range(2))
    with pytest.raises(RuntimeError, match="made without a render mode"):
        envs.vector("hidden_coin", 2).render()


def test_illegal_actions_and_wrong_shapes_are_refused_and_change_nothing() -> None:
    env = envs.vector("several_moves", 3)
    env.reset(seed=1)
    before = [env.batch.position(row) for row in range(3)]
    with pytest.raises(envs.IllegalActionError, match=r"row 1: several_moves: seat \d cannot play action 2"):
        env.step([0, 2, 0])
    for wrong in ([0, 0], [0.0, 0.0, 0.0], 0, [[0, 0, 0]]):
        with pytest.raises(ValueError, match=r"integer array of shape \(3,\)"):
            env.step(wrong)
    assert [env.batch.position(row) for row in range(3)] == before


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"opponents": "experd"}, "unknown opponent 'experd'"),
        ({"autoreset_mode": "Disabled"}, "unknown autoreset_mode 'Disabled'; choose"),
        ({"seat": 2}, "seat=2, but the seats are 0 to 1"),
        ({"render_mode": "human"}, "unknown render mode of vector environments 'human'"),
    ],
)
def test_bad_settings_are_refused_in_words(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        envs.vector("several_moves", 3, **settings)


def test_what_it_cannot_do_it_says() -> None:
    env = envs.vector("several_moves", 3)
    with pytest.raises(ValueError, match="seed is one whole number for all games"):
        env.reset(seed=[1, 2, 3])
    with pytest.raises(ValueError, match="reset_mask is not supported"):
        env.reset(options={"reset_mask": np.ones(3, dtype=bool)})
    for keep in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a vector environment cannot be copied or pickled"):
            keep(env)


def test_a_step_before_the_first_reset_says_so() -> None:
    """As Gymnasium's own environments do."""
    venv = envs.vector("several_moves", num_envs=2)
    with pytest.raises(ResetNeeded, match="call reset"):
        venv.step([0, 0])
