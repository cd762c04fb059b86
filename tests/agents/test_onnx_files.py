"""A policy as an ONNX model computes what torch does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from untrained import checkpoint

from mailwing import agents, cli, envs
from mailwing.agents.network import ACTIVATIONS, NetworkShape, PolicyNetwork
from mailwing.agents.policy import Metadata, Policy
from mailwing.evaluation.entrants import resolve
from mailwing.evaluation.lineups import Match
from mailwing.evaluation.trajectories import Recorder, Trajectories

pytest.importorskip("onnx", reason="onnx is not installed: pip install 'mailwing[onnx]'")
runtime: Any = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'mailwing[onnx]'")


def decisions_of(game: envs.Game) -> Trajectories:
    """What a random player sees in two games."""
    entrants = {"random": resolve(game, "random", "random")}
    recorder = Recorder(game, entrants, [Match(("random",) * game.players)], seed=1)
    return next(recorder.portions(2)).decisions


def policy_of(game: envs.Game, **shape: Any) -> Policy:
    torch.manual_seed(2)
    settings = {"hidden": (32, 16), **shape}
    network = PolicyNetwork(NetworkShape(game.obs_size, game.num_actions, **settings)).eval()
    last: Any = network.actor[-1]
    torch.nn.init.normal_(last.weight)
    return Policy(network, "policy", Metadata.of_game(game, network.shape))


SHAPES = [
    *({"activation": name} for name in ACTIVATIONS),
    {"shared": True},
    {"hidden": ()},
    {"base": "expert"},
    {"base": "adept", "shared": True, "activation": "silu"},
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_the_model_computes_what_torch_does(shape: dict[str, Any], tmp_path: Path) -> None:
    game = envs.load("ab_die_post", turn_limit=20)
    policy, seen = policy_of(game, **shape), decisions_of(game)
    about = agents.export_policy(policy, tmp_path / "policy.onnx")
    session = runtime.InferenceSession(str(tmp_path / "policy.onnx"))
    feed: dict[str, Any] = {"obs": seen.observation, "mask": seen.mask}
    advice = None
    if policy.base:
        advice = feed["advice"] = seen.action.astype(np.int64)
    assert {entry.name for entry in session.get_inputs()} == set(feed)
    log_probs, value = session.run(["log_probs", "value"], feed)
    with torch.inference_mode():
        obs, mask = torch.from_numpy(seen.observation), torch.from_numpy(seen.mask)
        wanted = policy.network.log_probs(obs, mask, None if advice is None else torch.from_numpy(advice)).numpy()
    legal = seen.mask != 0
    assert (log_probs[~legal] == -np.inf).all()
    assert np.abs(log_probs[legal] - wanted[legal]).max() < 1e-5
    assert np.abs(value - policy.values(seen.observation)).max() < 1e-5
    assert (log_probs.argmax(axis=1) == policy.act_batch(seen.observation, seen.mask, advice)).all()
    carried = session.get_modelmeta().custom_metadata_map
    assert carried == about
    assert (carried["game"], carried["base"]) == ("ab_die_post", policy.base)
    assert carried["spec_hash"] == game.spec_hash
    assert json.loads(carried["checkpoint"])["network"] == policy.network.shape.to_dict()
    assert json.loads(carried["observation"])[0]["name"] == "phase"


def test_a_single_observation_will_do(tmp_path: Path) -> None:
    game = envs.load("ab_die_post", turn_limit=20)
    policy, seen = policy_of(game), decisions_of(game)
    agents.export_policy(policy, tmp_path / "policy.onnx")
    session = runtime.InferenceSession(str(tmp_path / "policy.onnx"))
    log_probs, value = session.run(None, {"obs": seen.observation[:1], "mask": seen.mask[:1]})
    assert log_probs.shape == (1, game.num_actions)
    assert value.shape == (1,)
    assert np.exp(log_probs).sum() == pytest.approx(1)


def test_the_command_names_game_and_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = checkpoint(tmp_path / "best", "ab_die_post"), tmp_path / "policy.onnx"
    assert cli.main(["export-policy", str(folder), "--out", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: a policy for ab_die_post, ")
    before = file.read_bytes()
    assert cli.main(["export-policy", str(folder), "--out", str(file)]) == cli.USER_ERROR
    assert f"{file}: is there already; name another one, or replace it with --overwrite" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert cli.main(["export-policy", str(folder), "--out", str(file), "--overwrite", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["path"], said["game"], said["bytes"]) == (str(file), "ab_die_post", len(before))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nothing/there", "--out", "x.onnx"], "nothing/there: no checkpoint is there"),
        (["zoo/nobody", "--out", "x.onnx"], "no game has an agent 'zoo/nobody' in the zoo"),
        (["best", "--out", "none/x.onnx"], "none/x.onnx: the folder none does not exist"),
        (["best", "--out", "."], ".: is there already"),
        (["best", "--out", ".", "--overwrite"], ".: is a folder; name the file that is to be written"),
        (["best", "--out", "x.onnx", "--game", "aeroplanes"], "best: this agent plays ab_die_post, not aeroplanes"),
        (["best", "--out", "x.onnx", "--game", "chess"], "chess"),
        (["best", "--out", "/dev/full", "--overwrite"], "/dev/full: No space left on device"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    checkpoint(tmp_path / "best", "ab_die_post")
    assert cli.main(["export-policy", *words]) == cli.USER_ERROR
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not Path("x.onnx").exists()


def test_a_policy_that_does_not_know_its_game_is_asked_for_it(tmp_path: Path) -> None:
    game = envs.load("ab_die_post")
    policy = Policy(policy_of(game).network)
    with pytest.raises(ValueError, match="does not say which game it plays; name the game"):
        agents.export_policy(policy, tmp_path / "policy.onnx")
    assert agents.export_policy(policy, tmp_path / "policy.onnx", game)["checkpoint"] == "{}"
