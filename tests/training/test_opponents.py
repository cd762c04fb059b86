"""Checkpoints as opponents of MaskablePPO: the learner sees the same games as if their player were a bot inside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file
from toys.plain_bots import LAST
from untrained import checkpoint, network_for

from mailwing import envs
from mailwing.agents.policy import Policy
from mailwing.envs._core.faces.batch import Batch
from mailwing.envs._core.faces.learner_batch import LearnerBatch
from mailwing.envs._core.faces.opponents import LineUps, lineups_for
from mailwing.envs._core.faces.outsiders import Outsiders
from mailwing.envs.adapters.sb3 import BatchVecEnv
from mailwing.training.config import Config
from mailwing.training.opponents import DrawingPolicy, drawing, lineups_of

from .toy_runs import toy_config, train_toy

TOYS = ["two_ply", "several_moves", "drop_out", "kingmaker", "hidden_coin", "solo_flight"]


class Last:
    """The last legal action, as a network would be asked for it."""

    name, draws = "last", 0

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        assert mask.any(axis=1).all()
        return mask.shape[1] - 1 - mask[:, ::-1].argmax(axis=1)


def envs_of(name: str, num_envs: int = 8, **settings: Any) -> tuple[BatchVecEnv, BatchVecEnv]:
    """The same opponent as a bot inside the batch, and asked from outside."""
    game, inside = envs.load(name), lineups_for(name, LAST)
    outside = LineUps((), np.where(inside.lineups == 0, -2, inside.lineups).astype(np.int8), inside.weights)
    last: Any = Last()
    return BatchVecEnv(game, num_envs, inside, **settings), BatchVecEnv(game, num_envs, outside, [last], **settings)


def check_equal(first: Any, second: Any) -> None:
    if isinstance(first, dict):
        assert first.keys() == second.keys()
        for key, value in first.items():
            check_equal(value, second[key])
    else:
        np.testing.assert_allclose(first, second, atol=1e-6)


@pytest.mark.parametrize(
    "settings", [{}, {"shaping": 0.5}, {"max_cycles": 2}, {"threads": 2, "num_envs": 128}], ids=str
)
@pytest.mark.parametrize("name", TOYS)
def test_the_learner_sees_what_it_would_see_with_a_bot(name: str, settings: dict[str, Any]) -> None:
    """Observations, masks, rewards, ends and all that infos say, over several games of every row."""
    inside, outside = envs_of(name, **settings)
    np.testing.assert_array_equal(inside.reset(), outside.reset())
    rng, finished = np.random.default_rng(0), 0
    for _ in range(40):
        np.testing.assert_array_equal(inside.action_masks(), outside.action_masks())
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in inside.action_masks()])
        (obs, rewards, dones, infos), (obs_2, rewards_2, dones_2, infos_2) = inside.step(actions), outside.step(actions)
        np.testing.assert_array_equal(obs, obs_2)
        np.testing.assert_array_equal(dones, dones_2)
        np.testing.assert_allclose(rewards, rewards_2, atol=1e-6)
        for row in np.flatnonzero(dones):
            check_equal(infos[row], infos_2[row])
            finished += 1
    assert finished > 8
    assert inside.take_results() == pytest.approx(outside.take_results())


def test_an_illegal_action_ends_its_game_alone() -> None:
    inside, outside = envs_of("kingmaker", illegal="terminate")
    inside.reset()
    outside.reset()
    actions = inside.action_masks().argmax(axis=1)
    actions[3] = 99
    first, second = inside.step(actions), outside.step(actions)
    np.testing.assert_array_equal(first[0], second[0])
    assert first[1][3] == second[1][3] == -1
    check_equal(first[3][3]["terminal_observation"], second[3][3]["terminal_observation"])
    assert first[3][3]["illegal_action"] == second[3][3]["illegal_action"]


def test_games_that_stay_finished_have_no_outsiders() -> None:
    batch = Batch(envs.load("kingmaker"), 4, lineups=[[-1, -2, -2]], outside=2, restart=False)
    with pytest.raises(ValueError, match="need a batch that restarts its games"):
        LearnerBatch(batch, illegal="raise", max_cycles=None, outsiders=Outsiders(batch, [Last()], first=-2))


def config_with(folder: Path, updates: int) -> Config:
    """A run of so many updates of 128 decisions against a checkpoint and a bot, at mixed tables."""
    few = {"num_envs": 16, "n_steps": 8, "minibatch": 64, "epochs": 1, "learning_rate_end": 3e-3}
    return toy_config(
        "kingmaker",
        network={"hidden": [8]},
        opponents={"weights": {str(folder): 2.0, "random": 1.0}, "mixed": 0.5},
        ppo=few,
        budget={"steps": 128 * updates},
        run={"threads": 1, "checkpoint_minutes": 0},
    )


def test_checkpoints_are_seated_by_their_share(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "old", "kingmaker")
    found = lineups_of(envs.load("kingmaker"), config_with(folder, 1))
    shares = {tuple(row.tolist()): share for row, share in zip(found.lineups, found.weights, strict=True)}
    assert [bot.name for bot in found.bots] == ["random"]
    assert shares[-1, -2, -2] == pytest.approx((0.5 * 2 / 3 + 0.5 * 4 / 9) / 3)
    assert shares[-1, 0, -2] == shares[-1, -2, 0] == pytest.approx(0.5 * 2 / 9 / 3)


def test_opponents_draw_from_seeds_of_their_own() -> None:
    """Equal seeds and numbers of draws give equal actions; two opponents of the same weights are not in step."""
    policy = Policy(network_for("kingmaker"), greedy=False)
    game = envs.load("kingmaker")
    rng = np.random.default_rng(0)
    obs = rng.random((500, game.obs_size), dtype=np.float32)
    mask = np.ones((500, game.num_actions), dtype=np.uint8)
    first, second = drawing([policy, policy], seed=3)
    again = DrawingPolicy(policy, first.seed)
    one = first.act_batch(obs, mask)
    np.testing.assert_array_equal(again.act_batch(obs, mask), one)
    assert (first.act_batch(obs, mask) != one).any()
    assert (second.act_batch(obs, mask) != one).any()
    again.draws = 0
    np.testing.assert_array_equal(again.act_batch(obs, mask), one)


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    folder = checkpoint(tmp_path / "old", "kingmaker")
    train_toy(config_with(folder, 4), tmp_path / "whole")
    train_toy(config_with(folder, 2), tmp_path / "stopped")
    train_toy(config_with(folder, 4), tmp_path / "stopped", resume=True)
    whole, stopped = (load_file(tmp_path / name / "last" / "weights.safetensors") for name in ("whole", "stopped"))
    assert all(np.array_equal(whole[name], stopped[name]) for name in whole)
    draws = load_file(tmp_path / "whole" / "last" / "state.safetensors")["games.draws"]
    assert draws.shape == (1,)
    assert draws[0] > 0
