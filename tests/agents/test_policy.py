"""Networks as agents: one masked path for every use, and checkpoints that are refused for what they do not fit."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

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
        ({"format": None}, "its format is None"),
        ({"network": {}}, "metadata.json: 'network' is not the architecture of a network"),
        ({"network": {"obs_size": 12, "actions": 5, "hidden": [1.5], "activation": "tanh"}}, "'network' is not"),
        ({"network": {"obs_size": 12, "actions": 5, "hidden": [10**9], "activation": "tanh"}}, "'network' is not"),
        ({"surprise": 1}, "metadata.json: 'surprise' is unknown"),
        ({"steps": "12"}, "metadata.json: 'steps' must be a whole number, not '12'"),
        ({"steps": True}, "metadata.json: 'steps' must be a whole number, not True"),
        ({"minutes": float("nan")}, "metadata.json: 'minutes' must be a finite number, not nan"),
        ({"config": [1]}, r"metadata.json: 'config' must be an object, not \[1\]"),
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
        ("metadata.json", b"{", "metadata.json: not a JSON file"),
        ("metadata.json", b"", "metadata.json: not a JSON file: it is empty"),
        ("metadata.json", b"\xff\xfe", "metadata.json: not a JSON file"),
        ("metadata.json", b"[" * 100_000, "metadata.json: not a JSON file"),
        ("metadata.json", b"[1]", "metadata.json: a JSON object is expected, not list"),
        ("metadata.json", b"{}", "metadata.json: 'config' is missing, and 14 more"),
        ("weights.safetensors", b"abc", "weights.safetensors: not a whole safetensors file"),
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
    with pytest.raises(CheckpointError, match="weights.safetensors: 'actor.4.bias' is unknown, and 3 more"):
        load_policy(folder, game)


def test_the_folder_of_a_run_points_to_its_checkpoint(game: Game, folder: Path) -> None:
    with pytest.raises(CheckpointError, match=r"no checkpoint is there.*; .*x/best is one"):
        load_policy(folder.parent, game)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda arrays: arrays["actor.0.weight"].__setitem__((0, 0), np.nan), "'actor.0.weight' has NaN .*1 of 192"),
        (lambda arrays: arrays["critic.0.bias"].__setitem__(slice(None), np.inf), "'critic.0.bias' has NaN .*16 of 16"),
        (lambda arrays: arrays.pop("actor.2.bias"), "'actor.2.bias' is missing"),
        (lambda arrays: arrays.update(extra=np.zeros(1)), "'extra' is unknown"),
        (
            lambda arrays: arrays.update({"actor.2.bias": np.zeros(3)}),
            r"'actor.2.bias' is float64 \[3\], not float32 \[16\]",
        ),
        (lambda arrays: arrays.update({"actor.2.bias": np.zeros(16, np.float16)}), "'actor.2.bias' is float16"),
    ],
)
def test_weights_are_refused_by_file_and_name(game: Game, folder: Path, change: Any, message: str) -> None:
    file = folder / "weights.safetensors"
    arrays = load_file(file)
    change(arrays)
    save_file(arrays, file)
    with pytest.raises(CheckpointError, match=f"weights.safetensors: {message}"):
        load_policy(folder, game)
