"""Networks as agents: one masked path for every use, and checkpoints that are refused for what they do not fit."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mailwing import agents, envs
from mailwing.agents import View, play_game
from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import CheckpointError, Metadata, Policy, load_policy, read_metadata
from mailwing.envs._core.faces.batch import Batch
from mailwing.envs._core.game import Game
from mailwing.training.checkpoints import save_checkpoint


@pytest.fixture(scope="module")
def game() -> Game:
    return envs.load("kingmaker")


def network_for(game: Game, seed: int = 0) -> PolicyNetwork:
    torch.manual_seed(seed)
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, (16, 16), "tanh"))
    torch.nn.init.normal_(network.actor[-1].weight)  # type: ignore[arg-type]
    return network


@pytest.fixture
def folder(game: Game, tmp_path: Path) -> Path:
    network = network_for(game)
    save_checkpoint(tmp_path / "x" / "best", network, Metadata.of_game(game, network.shape, steps=12))
    return tmp_path / "x" / "best"


def test_a_checkpoint_plays_as_its_network_did(game: Game, folder: Path) -> None:
    """Saved, loaded by path and found by name, it chooses the same, one by one or many at once."""
    original, loaded = Policy(network_for(game)), load_policy(folder, game)
    named = agents.make(game, str(folder))
    batch = Batch(game, 50, seed=3)
    for _ in range(3):
        chosen = loaded.act_batch(batch.obs, batch.mask)
        assert chosen.dtype == np.int64
        np.testing.assert_array_equal(chosen, original.act_batch(batch.obs, batch.mask))
        for row in range(10):
            assert named.act(View(batch.position(row))) == chosen[row]
        batch.step(chosen)
    assert loaded.metadata is not None
    assert loaded.metadata.steps == 12


def test_it_plays_whole_games(game: Game, folder: Path) -> None:
    policy = load_policy(folder, game)
    assert play_game(game, [policy] * game.players, 5).done


@pytest.mark.parametrize("greedy", [True, False])
def test_no_choice_is_ever_illegal(game: Game, greedy: bool) -> None:
    """Masks of one legal action each, with logits that want everything else."""
    network = network_for(game)
    with torch.no_grad():
        network.actor[-1].weight *= 1000  # type: ignore[operator]
    policy = Policy(network, greedy=greedy)
    policy.reset(1)
    rng = np.random.default_rng(0)
    obs = rng.random((20_000, game.obs_size), dtype=np.float32)
    mask = (rng.random((20_000, game.num_actions)) < 0.2).astype(np.int8)
    mask[np.arange(20_000), rng.integers(game.num_actions, size=20_000)] = 1
    assert mask[np.arange(20_000), policy.act_batch(obs, mask)].all()
    probabilities = policy.probabilities(obs, mask)
    assert (probabilities[mask == 0] == 0).all()
    np.testing.assert_allclose(probabilities.sum(1), 1, atol=1e-5)


def test_drawn_choices_follow_the_policy_and_the_seed(game: Game) -> None:
    policy = Policy(network_for(game), greedy=False)
    obs = np.repeat(np.random.default_rng(1).random((1, game.obs_size), dtype=np.float32), 20_000, axis=0)
    mask = np.ones((20_000, game.num_actions), dtype=np.uint8)
    policy.reset(7)
    drawn = policy.act_batch(obs, mask)
    shares = np.bincount(drawn, minlength=game.num_actions) / 20_000
    np.testing.assert_allclose(shares, policy.probabilities(obs[:1], mask[:1])[0], atol=0.02)
    policy.reset(7)
    np.testing.assert_array_equal(policy.act_batch(obs, mask), drawn)
    twin = copy.deepcopy(policy)
    twin.reset(7)
    np.testing.assert_array_equal(twin.act_batch(obs, mask), drawn)


def test_values_are_those_of_the_network(game: Game) -> None:
    network = network_for(game)
    obs = np.random.default_rng(2).random((9, game.obs_size), dtype=np.float32)
    np.testing.assert_allclose(Policy(network).values(obs), network.values(torch.from_numpy(obs)).detach())


@pytest.mark.parametrize(
    ("obs", "mask", "message"),
    [
        (np.zeros((2, 3)), np.ones((2, 5)), r"observations have shape \[n, 12\]"),
        (np.zeros((2, 12)), np.ones((2, 4)), r"masks have shape \[2, 5\]"),
        (np.zeros((2, 12)), np.zeros((2, 5)), "no legal action"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(game: Game, obs: np.ndarray, mask: np.ndarray, message: str) -> None:
    assert (game.obs_size, game.num_actions) == (12, 5)
    with pytest.raises(ValueError, match=message):
        Policy(network_for(game)).act_batch(obs, mask)


def test_the_card_survives_being_read(game: Game, folder: Path) -> None:
    metadata = read_metadata(folder)
    assert Metadata.from_json(metadata.to_json(), folder) == metadata
    assert (metadata.game, metadata.players, metadata.spec_hash) == ("kingmaker", 3, game.spec_hash)


def test_a_checkpoint_of_another_game_is_refused(folder: Path) -> None:
    with pytest.raises(CheckpointError, match=r"x/best: this agent plays kingmaker, not two_ply"):
        load_policy(folder, envs.load("two_ply"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 3}, "rules version 3 instead of 0"),
        ({"spec_hash": "feed"}, "layout of observation and actions feed instead of"),
        ({"format": 9}, "its format is 9, this version of mailwing reads format 1"),
        ({"network": {}}, "not the metadata of a checkpoint"),
        ({"surprise": 1}, "not the metadata of a checkpoint"),
    ],
)
def test_a_card_that_does_not_fit_is_refused(game: Game, folder: Path, change: dict[str, Any], message: str) -> None:
    file = folder / "metadata.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))
    with pytest.raises(CheckpointError, match=message):
        load_policy(folder, game)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("metadata.json", b"{", "metadata.json: not the metadata of a checkpoint"),
        ("metadata.json", b"\xff\xfe", "metadata.json: not the metadata of a checkpoint"),
        ("weights.safetensors", b"abc", "weights.safetensors: the weights do not fit"),
        ("weights.safetensors", None, "weights.safetensors: the weights are missing"),
        ("metadata.json", None, "no checkpoint is there"),
    ],
)
def test_damaged_files_are_named(game: Game, folder: Path, name: str, content: bytes | None, message: str) -> None:
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content)
    with pytest.raises(CheckpointError, match=message):
        load_policy(folder, game)


def test_weights_of_another_network_are_refused(game: Game, folder: Path) -> None:
    file = folder / "metadata.json"
    metadata = json.loads(file.read_text())
    metadata["network"]["hidden"] = [16]
    file.write_text(json.dumps(metadata))
    with pytest.raises(CheckpointError, match="the weights do not fit the metadata"):
        load_policy(folder, game)


def test_the_folder_of_a_run_points_to_its_checkpoint(game: Game, folder: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no checkpoint is there.*; .*x/best is one"):
        load_policy(folder.parent, game)
