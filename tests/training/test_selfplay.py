"""Whole runs of self-play: what they leave, that they go on exactly, and what is refused before anything starts."""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

from mailwing import envs
from mailwing.agents.policy import CheckpointError, load_policy, read_metadata
from mailwing.training import start_run
from mailwing.training.checkpoints import load_state
from mailwing.training.config import Config, ConfigError
from mailwing.training.diverging import DivergedError
from mailwing.training.progress import LOG
from mailwing.training.run import Run
from mailwing.training.selfplay import SelfPlayRun

from .toy_runs import BEST, toy_config, train_toy

ARRAYS = ("weights.safetensors", "state.safetensors")


def short(game: str = "kingmaker", **tables: Any) -> Config:
    """About eight updates of 512 decisions, with bots, a pool and pure self-play, a checkpoint after each."""
    few = {"num_envs": 64, "n_steps": 8, "minibatch": 128, **tables.pop("ppo", {})}
    run = {"threads": 1, "checkpoint_minutes": 0, **tables.pop("run", {})}
    pool = {"pool_size": 2, "pool_every": 2, "pool_win_rate": 0, "pool_games": 1}
    selfplay = {"self_share": 1, "pool_share": 1, "bots_share": 1, **pool, **tables.pop("selfplay", {})}
    tables.setdefault("budget", {"steps": 3200})
    return toy_config(game, ppo=few, run=run, selfplay=selfplay, **tables)


def stop_after(monkeypatch: pytest.MonkeyPatch, updates: int) -> None:
    """As if the process were killed when update number `updates` has been done, but not saved."""
    original = SelfPlayRun._tell

    def interrupted(self: SelfPlayRun, *arguments: Any) -> None:
        original(self, *arguments)
        if self.progress.updates == updates:
            raise KeyboardInterrupt

    monkeypatch.setattr(SelfPlayRun, "_tell", interrupted)


def same(first: Path, second: Path) -> None:
    """Weights and state of two runs are equal, bit for bit."""
    for name in ARRAYS:
        one, two = (load_file(folder / "last" / name) for folder in (first, second))
        assert one.keys() == two.keys()
        for key in one:
            np.testing.assert_array_equal(one[key], two[key], err_msg=key)


def lines_of(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / LOG).read_text().splitlines()]


def test_a_run_leaves_checkpoints_logs_its_config_and_its_pool(tmp_path: Path) -> None:
    evaluation = {"opponents": ["random", BEST["kingmaker"]], "deals": 20, "every_minutes": 0}
    outcome = train_toy(short(evaluation=evaluation), tmp_path / "run")
    assert outcome.trained == outcome.steps >= 3200
    assert set(outcome.results) == {"random", "best"}
    names = {file.name for file in outcome.folder.iterdir()}
    assert names == {"best", "last", "pool", "config.json", LOG, "tensorboard"}
    metadata = read_metadata(outcome.folder / "last")
    assert (metadata.steps, metadata.config["selfplay"]["pool_size"]) == (outcome.steps, 2)
    updates = [line for line in lines_of(outcome.folder) if line["kind"] == "update"]
    assert [line["update"] for line in updates] == list(range(1, len(updates) + 1))
    assert {"entropy", "explained_variance", "approx_kl", "steps_per_s", "pool"} <= updates[-1].keys()
    assert updates[-1]["pool"] == len(list((outcome.folder / "pool").iterdir())) == 2
    for member in (outcome.folder / "pool").iterdir():
        load_policy(member, envs.load("kingmaker"))


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_equal_config_seed_and_threads_give_equal_weights(precision: str, tmp_path: Path) -> None:
    network = {"precision": precision, "shared": True}
    for name in ("one", "two"):
        train_toy(short(network=network), tmp_path / name)
    same(tmp_path / "one", tmp_path / "two")


@pytest.mark.parametrize("cloned", [False, True])
def test_a_killed_run_goes_on_exactly(cloned: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cloning = {"bot": BEST["kingmaker"], "seconds": 0.0, "samples": 1000} if cloned else {}
    config = short(ppo={"value_warmup": 2}, cloning=cloning)
    train_toy(config, tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, 5)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, tmp_path / "killed")
    assert load_state(tmp_path / "killed" / "last")[0]["updates"] == 4
    train_toy(config, tmp_path / "killed", resume=True)
    same(tmp_path / "whole", tmp_path / "killed")
    updates = [line["update"] for line in lines_of(tmp_path / "killed") if line["kind"] == "update"]
    assert updates == list(range(1, len(updates) + 1))


def test_a_killed_run_over_a_bot_goes_on_exactly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot plays by chance, which is that of the run, too."""
    config = short(network={"base": "random", "shared": True})
    train_toy(config, tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, 5)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, tmp_path / "killed")
    train_toy(config, tmp_path / "killed", resume=True)
    same(tmp_path / "whole", tmp_path / "killed")


@pytest.mark.parametrize("updates", [0, 1, 2])
def test_a_run_can_be_resumed_before_the_policy_has_learnt(
    updates: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = short(ppo={"value_warmup": 2}, budget={"steps": 1500})
    train_toy(config, tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, updates + 1)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, tmp_path / "killed")
    train_toy(config, tmp_path / "killed", resume=True)
    same(tmp_path / "whole", tmp_path / "killed")


def test_several_tables_are_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two, three and four seats at once; a killed run of them goes on exactly."""
    tables = [{"players": players} for players in (2, 3, 4)]
    config = short("several_moves", selfplay={"tables": tables}, budget={"steps": 2000})
    train_toy(config, tmp_path / "whole")
    with monkeypatch.context() as patch:
        stop_after(patch, 3)
        with pytest.raises(KeyboardInterrupt):
            train_toy(config, tmp_path / "killed")
    train_toy(config, tmp_path / "killed", resume=True)
    same(tmp_path / "whole", tmp_path / "killed")


def test_a_finished_run_says_so_and_a_larger_budget_continues_it(tmp_path: Path) -> None:
    first = train_toy(short(), tmp_path / "run")
    assert train_toy(short(), tmp_path / "run", resume=True).trained == 0
    longer = train_toy(short(budget={"steps": 5000}), tmp_path / "run", resume=True)
    assert longer.trained == longer.steps - first.steps > 0


def test_a_budget_in_minutes_is_kept(tmp_path: Path) -> None:
    outcome = train_toy(short(budget={"minutes": 0.05}), tmp_path / "run")
    assert outcome.steps > 0
    assert outcome.minutes < 0.5


def test_a_checkpoint_of_either_learner_can_be_an_opponent(tmp_path: Path) -> None:
    folders = []
    for name, config in (("bots", toy_config("kingmaker", budget={"steps": 100})), ("selfplay", short())):
        folders.append(str(train_toy(config, tmp_path / name).folder / "last"))
    weights = dict.fromkeys([*folders, "random"], 1)
    outcome = train_toy(short(opponents={"weights": weights}), tmp_path / "run")
    assert outcome.steps >= 3200


def test_the_policy_of_a_run_is_an_agent_with_the_shared_trunk(tmp_path: Path) -> None:
    outcome = train_toy(short(network={"shared": True}), tmp_path / "run")
    network = load_policy(outcome.folder / "last", envs.load("kingmaker")).network
    assert network.shape.shared
    assert {name.split(".")[0] for name in network.state_dict()} == {"trunk", "actor", "critic"}


def test_losses_that_are_no_numbers_stop_the_run_and_keep_the_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mailwing.training.selfplay_learner import Learner

    original, config = Learner.collect, short()

    def diverging(self: Learner) -> None:
        original(self)
        if count[0] == 2:
            self.rollout.returns[:] = np.inf
        count[0] += 1

    count = [0]
    with monkeypatch.context() as patch:
        patch.setattr(Learner, "collect", diverging)
        words = r"diverged: in update 3 \(after [\d,]+ steps\), epoch 1: the losses are .*of before that \(last\)"
        with pytest.raises(DivergedError, match=words):
            train_toy(config, tmp_path / "run")
    assert load_state(tmp_path / "run" / "last")[0]["updates"] == 2
    train_toy(config, tmp_path / "whole")
    train_toy(config, tmp_path / "run", resume=True)
    same(tmp_path / "whole", tmp_path / "run")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a short run that has learnt."""
    train_toy(short(budget={"steps": 1000}), tmp_path / "run")
    return tmp_path / "run"


LONGER: dict[str, Any] = {"budget": {"steps": 2500}}


def test_a_pool_that_vanished_is_named_and_nothing_changes(folder: Path) -> None:
    shutil.move(folder / "pool", folder.parent / "elsewhere")
    with pytest.raises(CheckpointError, match=r"run/pool/0000\d+: this past self of the run is missing.*new run"):
        train_toy(short(**LONGER), folder, resume=True)
    assert not (folder / "pool").exists()
    shutil.move(folder.parent / "elsewhere", folder / "pool")
    assert train_toy(short(**LONGER), folder, resume=True).trained > 0


def test_a_state_that_cannot_be_is_refused_by_file_and_key(folder: Path) -> None:
    file = folder / "last" / "state.safetensors"
    arrays = load_file(file)
    whole = file.read_bytes()
    for key, value, message in (
        ("random.actions", None, "'random.actions' is missing"),
        ("random.samples", np.full(6, 7, np.uint64), "'random.samples' is not the state of a random generator"),
        ("pool.members", np.array([5, 5]), "'pool.members' are not numbers of decisions that differ"),
        ("pool.members", np.array([-5]), "'pool.members' are not numbers of decisions that differ"),
        ("pool.members", np.zeros((2, 2), np.int64), r"'pool.members' is int64 \[2, 2\]"),
        ("pool.wins", -np.ones(2), "'pool.wins' has negative numbers"),
        ("pool.games", np.full(2, np.nan), "'pool.games' has NaN"),
        ("games.0.states", arrays["games.0.states"][:-1].copy(), "'games.0.states' is uint8"),
        ("games.0.checksum", arrays["games.0.checksum"][::-1].copy(), "its games cannot go on"),
        ("optimiser.0.exp_avg_sq", -arrays["optimiser.0.exp_avg_sq"] - 1, "has negative numbers"),
        ("games.1.states", arrays["games.0.states"], "'games.1.states' is unknown"),
    ):
        changed = {**arrays, key: value}
        save_file({name: array for name, array in changed.items() if array is not None}, file)
        before = file.read_bytes()
        with pytest.raises(CheckpointError, match=message):
            train_toy(short(**LONGER), folder, resume=True)
        assert file.read_bytes() == before
    file.write_bytes(whole)
    assert train_toy(short(**LONGER), folder, resume=True).trained > 0


def test_a_run_of_the_other_learner_is_not_resumed(folder: Path) -> None:
    other = dataclasses.replace(short(), selfplay=None)
    with pytest.raises(ConfigError, match=r"the run was started with another config: there, selfplay\.\w+ is"):
        train_toy(other, folder, resume=True)


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        (
            {"opponents": {"weights": {"no/such/folder": 1}}},
            "names 'no/such/folder', which is no folder of a checkpoint",
        ),
        ({"opponents": {"weights": {"randm": 1}}}, "unknown opponent 'randm'.*did you mean 'random'"),
        ({"selfplay": {"tables": [{"players": 5}]}}, "players=5 is not a number of players"),
        ({"evaluation": {"opponents": ["best"]}}, "unknown opponent 'best'"),
        ({"network": {"base": "toys.kingmaker:BEST"}}, "a network plays over one of the game's bots"),
        ({"budget": {"steps": 0}}, r"\[budget\] needs minutes or steps"),
    ],
)
def test_what_does_not_exist_is_refused_before_anything_is_written(
    tables: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        train_toy(short(**tables), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_an_empty_folder_or_one_of_another_game_is_no_opponent(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CheckpointError, match="empty: no checkpoint is there"):
        train_toy(short(opponents={"weights": {str(tmp_path / "empty"): 1}}), tmp_path / "run")
    other = train_toy(short("drop_out", budget={"steps": 100}), tmp_path / "other").folder / "last"
    with pytest.raises(CheckpointError, match="this agent plays drop_out, not kingmaker"):
        train_toy(short(opponents={"weights": {str(other): 1}}), tmp_path / "run")
    metadata = json.loads((other / "metadata.json").read_text())
    (other / "metadata.json").write_text(json.dumps({**metadata, "spec_hash": "other"}))
    with pytest.raises(CheckpointError, match="layout of observation and actions other instead of"):
        train_toy(short("drop_out", opponents={"weights": {str(other): 1}}), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is such a device")
def test_a_device_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="device = 'cuda', but torch finds no such device here"):
        train_toy(short(selfplay={"device": "cuda"}), tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_rollout_without_anything_to_learn_from_is_refused(tmp_path: Path) -> None:
    """One decision in each game: nobody knows what it brings."""
    config = short("drop_out", ppo={"n_steps": 1, "minibatch": 64}, selfplay={"pool_share": 0, "bots_share": 0})
    with pytest.raises(ConfigError, match="ppo.n_steps = 1 is too small for self-play: in 64 decisions no seat has"):
        train_toy(config, tmp_path / "run")


def test_each_learner_refuses_the_config_of_the_other(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"has a table \[selfplay\]: start it with training.start_run"):
        Run(short(), tmp_path / "run")
    with pytest.raises(ConfigError, match=r"has no table \[selfplay\]: start it with training.start_run"):
        SelfPlayRun(toy_config("kingmaker"), tmp_path / "run")
    assert isinstance(start_run(short(), tmp_path / "run", quiet=True), SelfPlayRun)


def test_a_full_disk_ends_the_run_and_keeps_the_checkpoints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mailwing.training import pool

    original = pool.save_checkpoint

    def full(folder: Path, *arguments: Any) -> None:
        if "pool" in str(folder) and int(folder.name) > 1000:
            raise OSError(28, os.strerror(28), str(folder / "weights.safetensors"))
        original(folder, *arguments)

    monkeypatch.setattr(pool, "save_checkpoint", full)
    with pytest.raises(OSError, match="No space left on device.*weights.safetensors"):
        train_toy(short(), tmp_path / "run")
    monkeypatch.undo()
    assert train_toy(short(), tmp_path / "run", resume=True).steps >= 3200
