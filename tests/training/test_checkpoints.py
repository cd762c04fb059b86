"""Checkpoints: whole or not there at all, whatever happens while one is written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from mailwing.agents.network import NetworkShape, PolicyNetwork
from mailwing.agents.policy import CheckpointError, Metadata, complete_folder, load_weights, read_metadata
from mailwing.training.checkpoints import load_state, optimiser_arrays, save_checkpoint, set_optimiser

SHAPE = NetworkShape(4, 3, (8,))


def network_of(number: float) -> PolicyNetwork:
    """A network all of whose weights are one number."""
    network = PolicyNetwork(SHAPE)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.fill_(number)
    return network


def save(folder: Path, number: int) -> None:
    metadata = Metadata("toy", 0, 2, {}, "data", "spec", SHAPE, steps=number)
    save_checkpoint(folder, network_of(number), metadata, {"steps": number}, {"games": np.full(5, number)})


def check(folder: Path, number: int | None = None) -> int:
    """The checkpoint there is whole and of one piece; its number."""
    metadata = read_metadata(folder)
    network = PolicyNetwork(metadata.network)
    load_weights(network, complete_folder(folder) / "weights.safetensors")
    state, arrays = load_state(folder)
    assert all(bool((parameter == metadata.steps).all()) for parameter in network.parameters())
    assert state["steps"] == metadata.steps
    assert (arrays["games"] == metadata.steps).all()
    assert number is None or metadata.steps == number
    return metadata.steps


def test_a_checkpoint_is_a_folder_without_pickle(tmp_path: Path) -> None:
    save(tmp_path / "last", 1)
    check(tmp_path / "last", 1)
    names = {file.name for file in (tmp_path / "last").iterdir()}
    assert names == {"metadata.json", "weights.safetensors", "state.json", "state.safetensors"}
    save(tmp_path / "last", 2)
    check(tmp_path / "last", 2)
    assert [file.name for file in tmp_path.iterdir()] == ["last"]


@pytest.mark.parametrize("broken", [*(f"write_{k}" for k in range(1, 5)), "flush", "rename_1", "rename_2"])
def test_a_full_disk_leaves_the_former_checkpoint(broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever writing fails, the error names a file, the former checkpoint is whole and nothing else lies about."""
    folder = tmp_path / "last"
    save(folder, 1)
    number = int(broken.rpartition("_")[2]) if broken != "flush" else 1
    calls = 0

    def fails(*arguments: Any) -> None:
        """As `write`, `fsync` or `rename` fails, which name no file (a rename names both)."""
        nonlocal calls
        calls += 1
        if calls == number:
            raise OSError(28, "No space left on device", *(map(str, arguments) if "rename" in broken else ()))

    def write(path: Path, data: bytes) -> None:
        fails()
        path.write_text(data.decode("latin-1"), encoding="latin-1")

    def rename(source: Any, target: Any) -> None:
        fails(source)
        os.replace(source, target)

    with monkeypatch.context() as patch:
        if broken == "flush":
            patch.setattr(os, "fsync", fails)
        elif broken.startswith("rename"):
            patch.setattr(os, "rename", rename)
        else:
            patch.setattr(Path, "write_bytes", write)
        with pytest.raises(OSError, match="No space left") as error:
            save(folder, 2)
    assert str(folder) in str(error.value.filename) or "fresh" in str(error.value.filename)
    check(folder, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["last"]
    save(folder, 3)
    check(folder, 3)


def test_a_kill_between_the_renames_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The former checkpoint is found under its other name, and the next save clears up."""
    folder = tmp_path / "last"
    save(folder, 1)
    original, calls = os.rename, 0

    def killed(source: Any, target: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        original(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", killed)
        with pytest.raises(KeyboardInterrupt):
            save(folder, 2)
    assert not folder.exists()
    check(folder, 1)
    save(folder, 3)
    check(folder, 3)
    assert [file.name for file in tmp_path.iterdir()] == ["last"]


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from training.test_checkpoints import save
for number in range(1, 100_000):
    save(Path(sys.argv[2]) / "last", number)
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_sigkill_at_any_moment_loses_at_most_what_was_being_written(tmp_path: Path) -> None:
    folder, tests = tmp_path / "last", str(Path(__file__).parents[1])
    rng = np.random.default_rng()
    command = [sys.executable, "-c", WRITER, tests, str(tmp_path)]
    for _ in range(3):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(rng.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            written = [1, *(int(line) for line in writer.stdout if line.endswith("\n"))]
        assert written[-1] <= check(folder) <= written[-1] + 1


def test_the_optimiser_goes_on(tmp_path: Path) -> None:
    torch.manual_seed(0)
    weights = [torch.nn.Parameter(torch.ones(3)) for _ in range(2)]
    twins = [torch.nn.Parameter(torch.ones(3)) for _ in range(2)]
    first, second = torch.optim.Adam(weights, lr=0.1), torch.optim.Adam(twins, lr=0.1)
    for gradient in (1.0, -2.0, 0.5):
        for weight in weights:
            weight.grad = torch.full((3,), gradient)
        first.step()
    set_optimiser(second, {name: array.copy() for name, array in optimiser_arrays(first).items()})
    for weight, twin in zip(weights, twins, strict=True):
        twin.data.copy_(weight)
        weight.grad = twin.grad = torch.full((3,), 0.3)
    first.step()
    second.step()
    for weight, twin in zip(weights, twins, strict=True):
        torch.testing.assert_close(weight, twin, rtol=0, atol=0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("state.json", "last/state.json: not a JSON file"),
        ("state.safetensors", "last/state.safetensors: not a whole safetensors file"),
    ],
)
def test_a_damaged_state_is_named(name: str, message: str, tmp_path: Path) -> None:
    folder = tmp_path / "last"
    save(folder, 1)
    (folder / name).write_bytes((folder / name).read_bytes()[:10])
    with pytest.raises(CheckpointError, match=message):
        load_state(folder)
    (folder / name).unlink()
    with pytest.raises(CheckpointError, match=rf"holds no state of a run to resume .*{name} is missing"):
        load_state(folder)


def test_weights_that_are_no_numbers_are_not_saved(tmp_path: Path) -> None:
    save(tmp_path / "last", 1)
    network = network_of(2)
    with torch.no_grad():
        network.critic[0].bias[3] = torch.nan  # type: ignore[index]
    with pytest.raises(ValueError, match=r"last: the checkpoint is not written: 'critic.0.bias' has NaN"):
        save_checkpoint(tmp_path / "last", network, Metadata("toy", 0, 2, {}, "data", "spec", SHAPE))
    check(tmp_path / "last", 1)


@pytest.mark.skipif(os.name == "nt", reason="needs modes of files")
def test_files_have_the_mode_that_other_files_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        save(tmp_path / "last", 1)
        assert {oct(file.stat().st_mode & 0o777) for file in (tmp_path / "last").iterdir()} == {"0o640"}
        assert (tmp_path / "last").stat().st_mode & 0o777 == 0o750
    finally:
        os.umask(before)
