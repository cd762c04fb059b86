"""What a run is resumed from: checked before anything changes, by one process, with logs of one piece."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from mailwing.agents.policy import CheckpointError
from mailwing.training.board import Board, cut_board
from mailwing.training.config import Config, ConfigError
from mailwing.training.learning import Learning
from mailwing.training.progress import LOG, Log
from mailwing.training.run import DivergedError, Run

from .toy_runs import toy_config, train_toy


def small(updates: int, **ppo: Any) -> Config:
    """A run of so many updates of 128 decisions, with a checkpoint after each."""
    few = {"num_envs": 16, "n_steps": 8, "minibatch": 64, "epochs": 1, **ppo}
    run = {"threads": 1, "checkpoint_minutes": 0}
    evaluation = {"opponents": ["random"], "deals": 4, "every_minutes": 100}
    budget = {"steps": 128 * updates}
    return toy_config("two_ply", network={"hidden": [8]}, ppo=few, budget=budget, evaluation=evaluation, run=run)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a run of two updates."""
    train_toy(small(2), tmp_path / "run")
    return tmp_path / "run"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def in_arrays(key: str, value: Any) -> Callable[[Path], None]:
    """Another array in `state.safetensors`; None: none."""

    def change(last: Path) -> None:
        arrays = load_file(last / "state.safetensors")
        arrays = {**arrays, key: value(arrays[key].copy()) if callable(value) else value}
        save_file({name: array for name, array in arrays.items() if array is not None}, last / "state.safetensors")

    return change


def in_json(name: str, key: str, value: Any) -> Callable[[Path], None]:
    """Another value in a JSON file; `...`: none."""

    def change(last: Path) -> None:
        values = {**json.loads((last / name).read_text()), key: value}
        (last / name).write_text(json.dumps({key: value for key, value in values.items() if value is not ...}))

    return change


def put(index: Any, value: Any) -> Callable[[np.ndarray], np.ndarray]:
    def change(array: np.ndarray) -> np.ndarray:
        array[index] = value
        return array

    return change


FAULTS = [
    (in_arrays("optimiser.3.exp_avg", None), "state.safetensors: 'optimiser.3.exp_avg' is missing"),
    (in_arrays("optimiser.0.step", None), "state.safetensors: 'optimiser.0.step' is missing"),
    (in_arrays("optimiser.99.step", np.zeros(1)), "state.safetensors: 'optimiser.99.step' is unknown"),
    (in_arrays("optimiser.0.step", np.zeros(1, np.float32)), r"'optimiser.0.step' is float32 \[1\], not float32 \[\]"),
    (in_arrays("optimiser.0.exp_avg", lambda x: x.T.copy()), r"'optimiser.0.exp_avg' is float32"),
    (in_arrays("optimiser.0.exp_avg", put(0, np.nan)), r"'optimiser.0.exp_avg' has NaN"),
    (in_arrays("optimiser.0.exp_avg_sq", put(0, -1)), "'optimiser.0.exp_avg_sq' has negative numbers"),
    (in_arrays("games.states", None), "'games.states' is missing"),
    (in_arrays("games.states", lambda x: x[:-1].copy()), r"'games.states' is uint8 \[15"),
    (in_arrays("games.states", lambda x: x.astype(np.int16)), "'games.states' is int16"),
    (in_arrays("games.states", put((0, 0), 77)), "state.safetensors: its games cannot go on"),
    (in_arrays("games.returns", put(0, np.inf)), "'games.returns' has NaN or infinite"),
    (in_arrays("random.torch", np.zeros(3, np.uint8)), r"'random.torch' is uint8 \[3\]"),
    (
        in_arrays("random.torch", lambda x: np.full_like(x, 255)),
        "'random.torch' is not the state of a random",
    ),
    (in_arrays("random.buffer", put(4, 7)), "'random.buffer' is not the state of a random generator"),
    (in_arrays("episode_starts", None), "'episode_starts' is missing"),
    (in_arrays("episode_starts", put(0, 3)), "'episode_starts' has other numbers than 0 and 1"),
    (in_json("state.json", "updates", ...), "state.json: 'updates' is missing"),
    (in_json("state.json", "update", 2), "state.json: 'update' is unknown"),
    (in_json("state.json", "updates", "2"), "state.json: 'updates' must be a whole number, not '2'"),
    (in_json("state.json", "updates", 3), "state.json: 'steps' is 256, but 3 updates are 384 steps"),
    (in_json("state.json", "minutes", math.nan), "state.json: 'minutes' must be a finite number"),
    (in_json("state.json", "minutes", -1), "state.json: 'minutes' is -1, which cannot be"),
    (in_json("state.json", "best_share", 2), "state.json: 'best_share' is 2, which cannot be"),
    (in_json("metadata.json", "steps", 128), "the metadata is of step 128, the state of step 256"),
    (in_json("metadata.json", "network", ...), "metadata.json: 'network' is missing"),
    (lambda last: (last / "state.json").write_text("[1]"), "state.json: a JSON object is expected, not list"),
    (lambda last: (last / "state.safetensors").write_bytes(b""), "state.safetensors: not a whole safetensors file"),
    (lambda last: (last / "state.json").unlink(), "holds no state of a run to resume .*state.json is missing"),
    (lambda last: (last / "weights.safetensors").unlink(), "weights.safetensors: the weights are missing"),
]


def test_a_state_that_cannot_be_is_refused_by_file_and_key(folder: Path) -> None:
    whole = contents(folder)
    for change, message in FAULTS:
        change(folder / "last")
        before = contents(folder)
        with pytest.raises(CheckpointError, match=message):
            Run(small(3), folder, resume=True, quiet=True)
        assert contents(folder) == before, f"something has changed: {message}"
        for name, data in whole.items():
            (folder / name).write_bytes(data)
    assert train_toy(small(3), folder, resume=True).trained == 128


def test_a_weight_that_is_no_number_is_named(folder: Path) -> None:
    file = folder / "last" / "weights.safetensors"
    save_file({**load_file(file), "critic.0.bias": np.full(8, np.nan, np.float32)}, file)
    with pytest.raises(CheckpointError, match=r"last/weights.safetensors: 'critic.0.bias' has NaN .*\(8 of 8\)"):
        train_toy(small(3), folder, resume=True)


@pytest.mark.parametrize("warmup", [0, 1, 2])
def test_parts_that_have_not_learned_yet_need_no_moments(
    warmup: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run can be resumed from its first checkpoint, before any update, and in the middle of the value's warm-up."""
    original = Learning._on_rollout_start
    for updates in (0, 1, 2):

        def stopped(self: Learning, updates: int = updates) -> None:
            original(self)
            if self.run.progress.updates == updates:
                raise KeyboardInterrupt

        config, folder = small(3, value_warmup=warmup), tmp_path / str(updates)
        with monkeypatch.context() as patch:
            patch.setattr(Learning, "_on_rollout_start", stopped)
            with pytest.raises(KeyboardInterrupt):
                train_toy(config, folder)
        assert train_toy(config, folder, resume=True).trained == 128 * (3 - updates)


def test_a_run_of_an_older_version_goes_on_with_the_values_that_it_had(folder: Path) -> None:
    """Before `network.shared` existed, no layer was shared; such a run is one with the default."""
    values = json.loads((folder / "config.json").read_text())
    assert "selfplay" not in values, "a table that is not there is not written"
    del values["network"]["shared"]
    (folder / "config.json").write_text(json.dumps(values))
    metadata = json.loads((folder / "last" / "metadata.json").read_text())
    del metadata["network"]["shared"]
    (folder / "last" / "metadata.json").write_text(json.dumps(metadata))
    assert train_toy(small(3), folder, resume=True).trained == 128


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ppo": 3}'])
def test_a_damaged_config_is_named(text: str, folder: Path) -> None:
    (folder / "config.json").write_text(text)
    with pytest.raises(ConfigError, match=r"run/config\.json: "):
        train_toy(small(3), folder, resume=True)
    assert (folder / "config.json").read_text() == text


def test_a_second_run_in_the_folder_is_refused_by_name(folder: Path) -> None:
    run = Run(small(3), folder, resume=True, quiet=True)
    before = contents(folder)
    with pytest.raises(ConfigError, match=rf"run is in use by process {os.getpid()} on .* since .*another --run-dir"):
        Run(small(3), folder, resume=True, quiet=True)
    assert contents(folder) == before
    assert run.train().trained == 128
    assert train_toy(small(4), folder, resume=True).trained == 128


def test_what_a_dead_process_left_is_no_run_and_no_lock(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".lock").write_text('{"pid": 1, "host": "gone", "since": "2020"}')
    (folder / ".mailwing-1-abcd.partial").write_text("{")
    train_toy(small(1), folder)
    assert sorted(file.name for file in folder.iterdir()) == ["best", "config.json", "last", LOG, "tensorboard"]


def test_a_finished_run_says_so_and_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = contents(folder)
    outcome = Run(small(2), folder, resume=True).train()
    assert (outcome.steps, outcome.trained) == (256, 0)
    assert contents(folder) == before
    assert "the run is finished; a larger budget would continue it" in capsys.readouterr().err
    Run(small(3), folder, resume=True).train()
    assert "resuming from step 256 (update 2," in capsys.readouterr().err
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert [(line["steps"], line["update"]) for line in lines if line["kind"] == "resume"] == [(256, 2)]


def steps_drawn(folder: Path, tag: str = "rollout/win_rate") -> list[int]:
    """The steps of a curve, in all files of TensorBoard, each read by itself."""
    steps: list[int] = []
    for file in sorted((folder / "tensorboard").iterdir()):
        board = EventAccumulator(str(file))
        board.Reload()
        if tag in board.Tags()["scalars"]:
            steps += [event.step for event in board.Scalars(tag)]
    return sorted(steps)


def test_curves_do_not_fold_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed two updates after the last checkpoint: log and TensorBoard show every update once."""
    folder, save_last = tmp_path / "run", Run.save_last
    with monkeypatch.context() as patch:
        patch.setattr(Run, "save_last", lambda run: save_last(run) if run.progress.updates <= 2 else None)
        train_toy(small(4), folder)
    assert steps_drawn(folder) == [128, 256, 384, 512]
    with (folder / LOG).open("a") as file:
        file.write('{"kind": "upd')
    for file in (folder / "tensorboard").iterdir():
        file.write_bytes(file.read_bytes()[:-3])
    train_toy(small(5), folder, resume=True)
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert [line["steps"] for line in lines if line["kind"] == "update"] == [128, 256, 384, 512, 640]
    assert steps_drawn(folder) == [128, 256, 384, 512, 640]
    assert len(steps_drawn(folder, "evaluation/win_rate_random")) == 1


def test_a_run_that_was_killed_before_its_first_checkpoint_starts_again(folder: Path) -> None:
    for name in ("last", "best"):
        (folder / name).rename(folder.parent / name)
    train_toy(small(2), folder, resume=True)
    lines = [json.loads(line) for line in (folder / LOG).read_text().splitlines()]
    assert [line["steps"] for line in lines if line["kind"] == "update"] == steps_drawn(folder) == [128, 256]


def test_the_log_is_cut_wherever_a_kill_has_cut_it(tmp_path: Path) -> None:
    log = Log(tmp_path, -1)
    for steps in (1, 2, 3):
        log.write("update", steps=steps, words="é\u2028", odd=math.nan)
    data = (tmp_path / LOG).read_bytes()
    assert b"NaN" not in data
    for length in range(len(data) + 1):
        (tmp_path / LOG).write_bytes(data[:length])
        Log(tmp_path, 2)
        whole = data[:length].count(b"\n")
        assert (tmp_path / LOG).read_bytes() == b"".join(data.splitlines(keepends=True)[: min(whole, 2)])


def test_a_board_is_cut_wherever_a_kill_has_cut_it(tmp_path: Path) -> None:
    board = Board(tmp_path)
    ends = [0]
    for step in (1, 2, 3):
        board.write({"a": step, "b": 0.5}, {}, step)
        ends.append(next(tmp_path.iterdir()).stat().st_size)
    (file,) = tmp_path.iterdir()
    data = file.read_bytes()
    for length in range(0, len(data) + 1, 5):
        file.write_bytes(data[:length])
        cut_board(tmp_path, 2)
        whole = sum(length >= end for end in ends[1:])
        assert (file.read_bytes() if file.exists() else b"") == data[: ends[min(whole, 2)]]


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`/dev/full` as a log: the error of the system names no file."""
    log, board = Log(tmp_path, -1), Board(tmp_path)
    for target, write in ((log, lambda: log.write("update", steps=1)), (board, lambda: board.write({"a": 1}, {}, 1))):
        monkeypatch.setattr(target, "_file", Path("/dev/full"))
        with pytest.raises(OSError, match=r"No space left on device: '/dev/full'"):
            write()


def test_training_that_diverges_says_so_and_keeps_the_good_checkpoints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Learning._on_rollout_end

    def diverging(self: Learning) -> None:
        original(self)
        if self.run.progress.updates == 3:
            self.run.model.rollout_buffer.advantages[:] = np.inf

    monkeypatch.setattr(Learning, "_on_rollout_end", diverging)
    words = r"diverged: after update 3 \(384 steps\) 'actor.0.weight' has NaN .*of before that \(last\).*learning_rate"
    with pytest.raises(DivergedError, match=words):
        train_toy(small(5), tmp_path / "run")
    monkeypatch.undo()
    assert json.loads((tmp_path / "run" / "last" / "state.json").read_text())["updates"] == 2
    assert train_toy(small(5), tmp_path / "run", resume=True).trained == 128 * 3
