"""All faces replay the same record to identical bytes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs.core.replay import Replay


def record_of(game: envs.Game, seed: int) -> Replay:
    """A random game, every action noted."""
    rng = random.Random(seed)
    state = game.new(seed)
    while not state.done:
        state.apply(rng.choice(state.legal()))
    return Replay.of(state)


def end_of(game: envs.Game, record: Replay) -> bytes:
    *_, end = record.states(game)
    return end.to_bytes()


@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_all_faces_replay_the_same_record_to_identical_bytes(game: envs.Game, seed: int) -> None:
    record = record_of(game, seed)
    end = end_of(game, record)
    aec = envs.aec(game, show_forced=True)
    aec.reset(seed=seed)
    parallel = envs.parallel(game, show_forced=True)
    parallel.reset(seed=seed)
    batch = envs.batch(game, 3, show_forced=True, restart=False)
    batch.reset(seeds=[5, seed, 6])
    for action in record.actions:
        assert batch.done[1] == 0
        aec.step(action)
        parallel.step(dict.fromkeys(parallel.agents, action))
        actions = batch.mask.argmax(axis=1)
        actions[1] = action
        batch.step(actions)
    assert aec.get_state().to_bytes() == end
    assert parallel.get_state().to_bytes() == end
    assert batch.state(1).to_bytes() == end
    assert batch.done[1] == 1
    assert aec.replay() == parallel.replay() == record


def test_solo_and_batch_play_the_same_game_with_the_same_bots(game: envs.Game) -> None:
    for seed in range(6):
        solo = envs.solo(game, opponents="random", seat=0)
        batch = envs.batch(game, 1, restart=False, opponents="random", learner_seats=0)
        batch.reset(seeds=[seed], lineups=[[-1] + [0] * (game.players - 1)])
        if batch.done[0]:
            continue
        obs, info = solo.reset(seed=seed)
        done = False
        while not done:
            assert np.array_equal(obs, batch.obs[0])
            assert np.array_equal(info["action_mask"], batch.mask[0])
            action = int(np.flatnonzero(info["action_mask"])[-1])
            obs, reward, done, _, info = solo.step(action)
            batch.step([action])
            assert reward == pytest.approx(batch.reward[0, 0])
        assert batch.done[0] == 1
        assert batch.state(0).to_bytes() == solo.get_state().to_bytes()
        assert np.array_equal(obs, batch.final_obs[0])


def test_a_solo_game_leaves_a_record_that_holds() -> None:
    env = envs.solo("ab_die_post", opponents="random")
    _, info = env.reset(seed=3)
    done = False
    while not done:
        _, _, done, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))
    record = env.replay()
    assert record.check() == []
    assert record.scores == info["scores"]
