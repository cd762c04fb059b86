"""Whole runs: what they leave behind, exact resumption after a kill, and what is refused before anything starts."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from mailwing import envs
from mailwing.agents.policy import CheckpointError, load_policy, read_metadata
from mailwing.envs._core.loops.thread_pool import processors
from mailwing.training.checkpoints import load_state
from mailwing.training.config import Config, ConfigError
from mailwing.training.progress import LOG
from mailwing.training.run import Learning, Run

from .toy_runs import BEST, toy_config, train_toy


def short(game_id: str = "kingmaker", **tables: Any) -> Config:
    """Eight updates of 512 decisions."""
    few = {"num_envs": 64, "n_steps": 8, "minibatch": 128, **tables.pop("ppo", {})}
    run = {"threads": 1, "checkpoint_minutes": 0, **tables.pop("run", {})}
    tables.setdefault("budget", {"steps": 4096})
    return toy_config(game_id, ppo=few, run=run, **tables)


def stop_after(monkeypatch: pytest.MonkeyPatch, updates: int) -> None:
    """As if the process were killed while it learns from its collection number `updates`."""
    original = Learning._on_rollout_end

    def interrupted(self: Learning) -> None:
        original(self)
        if self.run.progress.updates == updates:
            raise KeyboardInterrupt

    monkeypatch.setattr(Learning, "_on_rollout_end", interrupted)


def test_a_run_leaves_checkpoints_logs_and_its_config(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    evaluation = {"opponents": ["random", BEST["kingmaker"]], "deals": 20, "every_minutes": 0}
    outcome = train_toy(short(evaluation=evaluation), folder)
    assert outcome.steps == 4096
    assert set(outcome.results) == {"random", "best"}
    names = {file.name for file in folder.iterdir()}
    assert names == {"best", "last", "config.json", "progress.jsonl", "tensorboard"}
    metadata = read_metadata(folder / "last")
    assert (metadata.game, metadata.steps, metadata.seed) == ("kingmaker", 4096, 1)
    assert metadata.config == json.loads((folder / "config.json").read_text())
    assert metadata.results["random"][0] == outcome.results["random"].win_rate
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert sum(line["kind"] == "update" for line in lines) == 8
    assert sum(line["kind"] == "evaluation" for line in lines) >= 2
    assert list((folder / "tensorboard").iterdir())


def test_the_best_checkpoint_is_the_one_that_did_best(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train_toy(short(evaluation={"opponents": ["random"], "deals": 50, "every_minutes": 0}), folder)
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    shares = [line["win_rate"]["random"][0] for line in lines if line["kind"] == "evaluation"]
    assert read_metadata(folder / "best").results["random"][0] == max(shares)


@pytest.mark.parametrize("cloned", [False, True])
def test_a_killed_run_goes_on_exactly(cloned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights, optimiser, games and generators at the end are bit for bit those of a run that was never stopped."""
    cloning = {"bot": BEST["kingmaker"], "seconds": 0.0} if cloned else {}
    config = short(ppo={"value_warmup": 2}, cloning=cloning)
    train_toy(config, tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, 5)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, tmp_path / "killed")
    assert load_state(tmp_path / "killed" / "last")[0]["updates"] == 4
    outcome = train_toy(config, tmp_path / "killed", resume=True)
    assert outcome.steps == 4096
    for name in ("weights.safetensors", "state.safetensors"):
        whole, killed = (load_file(tmp_path / run / "last" / name) for run in ("whole", "killed"))
        assert whole.keys() == killed.keys()
        for key in whole:
            np.testing.assert_array_equal(whole[key], killed[key], err_msg=key)


def test_resuming_counts_minutes_and_drops_log_lines_of_lost_updates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, config = tmp_path / "run", short()
    with monkeypatch.context() as patch:
        stop_after(patch, 5)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, folder)
    with (folder / LOG).open("a") as file:
        file.write('{"kind": "upd')  # cut off by the kill
    before = load_state(folder / "last")[0]["minutes"]
    outcome = train_toy(config, folder, resume=True)
    assert outcome.minutes > before
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert [line["update"] for line in lines if line["kind"] == "update"] == list(range(1, 9))


def test_a_finished_run_can_be_given_a_larger_budget(tmp_path: Path) -> None:
    train_toy(short(), tmp_path / "run")
    longer = short(budget={"steps": 6144})
    assert train_toy(longer, tmp_path / "run", resume=True).steps == 6144


def test_zero_threads_are_all_processors_and_may_change_on_resuming(tmp_path: Path) -> None:
    run = Run(short(run={"threads": 0}), tmp_path / "run", quiet=True)
    assert run.threads == processors()
    run.train()
    resumed = Run(short(run={"threads": 1}, budget={"steps": 6144}), tmp_path / "run", resume=True, quiet=True)
    assert resumed.threads == 1
    assert resumed.train().steps == 6144


def test_a_budget_in_minutes_is_kept(tmp_path: Path) -> None:
    outcome = train_toy(short(budget={"minutes": 0.05}), tmp_path / "run")
    assert outcome.steps > 0
    assert outcome.minutes < 0.5


def test_cloning_leaves_most_of_a_small_budget_to_learning(tmp_path: Path) -> None:
    """A clone that may take an hour takes at most two fifths of a budget of six seconds."""
    cloning = {"bot": BEST["kingmaker"], "seconds": 3600, "num_envs": 64}
    outcome = train_toy(short(cloning=cloning, budget={"minutes": 0.1}), tmp_path / "run")
    assert outcome.steps > 0
    lines = [json.loads(line) for line in (tmp_path / "run" / LOG).read_text().splitlines()]
    assert [line["seconds"] for line in lines if line["kind"] == "cloning"][-1] < 4


def test_the_policy_stands_still_while_the_value_warms_up(tmp_path: Path) -> None:
    config = short(ppo={"value_warmup": 100})
    run = Run(config, tmp_path / "run", quiet=True)
    before = {name: array.clone() for name, array in run.model.policy.network.state_dict().items()}
    run.train()
    for name, array in run.model.policy.network.state_dict().items():
        assert bool((array == before[name]).all()) == name.startswith("actor")


def test_an_existing_run_is_not_overwritten(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train_toy(short(), folder)
    weights = (folder / "last" / "weights.safetensors").read_bytes()
    with pytest.raises(ConfigError, match="holds a run already; continue it with --resume"):
        train_toy(short(), folder)
    assert (folder / "last" / "weights.safetensors").read_bytes() == weights


def test_resuming_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no run to resume: the folder does not exist"):
        train_toy(short(), tmp_path / "run", resume=True)
    assert not (tmp_path / "run").exists()
    (tmp_path / "run").mkdir()
    with pytest.raises(ConfigError, match="there is no run to resume: it has no config.json"):
        train_toy(short(), tmp_path / "run", resume=True)
    assert list((tmp_path / "run").iterdir()) == []


def test_resuming_with_another_config_is_refused(tmp_path: Path) -> None:
    train_toy(short(), tmp_path / "run")
    other = short(ppo={"epochs": 2})
    with pytest.raises(ConfigError, match=r"another config: there, ppo.epochs is 4, not 2"):
        train_toy(other, tmp_path / "run", resume=True)


def test_resuming_a_run_of_a_changed_game_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train_toy(short(), folder)
    metadata = json.loads((folder / "last" / "metadata.json").read_text())
    (folder / "last" / "metadata.json").write_text(json.dumps({**metadata, "version": 7}))
    with pytest.raises(CheckpointError, match="rules version 7 instead of 0"):
        train_toy(short(), folder, resume=True)


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"opponents": {"weights": {"randm": 1}}}, "unknown opponent 'randm'.*did you mean 'random'"),
        ({"evaluation": {"opponents": ["best"]}}, "unknown opponent 'best'"),
        ({"cloning": {"bot": "expert"}}, "unknown opponent 'expert'"),
        ({"game": {"id": "kingmakr"}}, "unknown game 'kingmakr'.*did you mean 'kingmaker'"),
        ({"game": {"id": "kingmaker", "players": 5}}, "players=5 is not a number of players"),
    ],
)
def test_what_does_not_exist_is_refused_before_anything_is_written(
    tables: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        train_toy(short(**tables), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_the_trained_agent_is_the_one_that_was_measured(tmp_path: Path) -> None:
    """A loaded checkpoint chooses as the network in training did: the figures of the metadata are its figures."""
    config = short(evaluation={"opponents": ["random"], "deals": 50, "every_minutes": 100})
    config = dataclasses.replace(config, network=dataclasses.replace(config.network, precision="bfloat16"))
    run = Run(config, tmp_path / "run", quiet=True)
    run.train()
    game = envs.load("kingmaker")
    policy = load_policy(tmp_path / "run" / "last", game)
    from mailwing.evaluation import compare
    from mailwing.training.run import DEAL_SEED

    result = compare(game, policy, "random", deals=50, seed=DEAL_SEED)
    assert result.win_rate == run.results["random"].win_rate
