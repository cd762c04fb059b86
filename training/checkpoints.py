"""Checkpoints on disk: folders that are replaced in one step and read without pickle.

A save writes a new folder beside the old one, renames the old one, renames the new one to its place, and then removes
the old one. If it is killed in between, `complete_folder` returns the folder of a complete checkpoint.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load_file
from safetensors.numpy import save_file as save_arrays
from safetensors.torch import save_file
from torch import Tensor

from ..agents.network import PolicyNetwork
from ..agents.policy import METADATA, WEIGHTS, CheckpointError, Metadata, complete_folder, former_of

STATE, ARRAYS = "state.json", "state.safetensors"
"""The state of a run besides the weights: plain values, and arrays."""


def save_checkpoint(
    folder: Path,
    network: PolicyNetwork,
    metadata: Metadata,
    state: Mapping[str, Any] | None = None,
    arrays: Mapping[str, NDArray[Any]] | None = None,
) -> None:
    """Write a checkpoint and replace the one that is there.

    Args:
        folder: the folder; it gets `weights.safetensors`, `metadata.json` and, with a state, `state.json` and
            `state.safetensors`.
        network: the network whose weights are saved.
        metadata: the metadata of the model.
        state: plain values for JSON that are needed to resume the run; None: the run cannot be resumed from here.
        arrays: arrays that are needed to resume the run.

    Raises:
        OSError: the disk is full or the folder cannot be written; the former checkpoint is untouched.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = folder.with_name(f".{folder.name}.fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        fresh.mkdir()
        weights = {name: tensor.detach().contiguous() for name, tensor in network.state_dict().items()}
        save_file(weights, fresh / WEIGHTS)
        (fresh / METADATA).write_text(metadata.to_json(), encoding="utf-8")
        if state is not None:
            save_arrays({name: np.ascontiguousarray(array) for name, array in (arrays or {}).items()}, fresh / ARRAYS)
            (fresh / STATE).write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        for file in fresh.iterdir():
            _flush(file)
        _put_in_place(fresh, folder)
    except SafetensorError as error:
        raise OSError(f"{folder}: the checkpoint cannot be written: {error}") from error
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _put_in_place(fresh: Path, folder: Path) -> None:
    """Swap the folders; at any time one complete checkpoint has its own name or that of the former one."""
    former = former_of(folder)
    if folder.exists():
        shutil.rmtree(former, ignore_errors=True)
        os.rename(folder, former)
    try:
        os.rename(fresh, folder)
    except OSError:
        if former.exists() and not folder.exists():
            os.rename(former, folder)
        raise
    _flush(folder.parent)
    shutil.rmtree(former, ignore_errors=True)


def _flush(path: Path) -> None:
    """Wait until a file or folder is on the disk, so that its contents survive a power cut after the rename."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load_state(folder: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The state of a run that `save_checkpoint` wrote: plain values, and arrays.

    Raises:
        CheckpointError: the checkpoint has no such state, or it is damaged.
    """
    place = complete_folder(folder)
    try:
        state = json.loads((place / STATE).read_text(encoding="utf-8"))
        return state, load_file(place / ARRAYS)
    except FileNotFoundError as error:
        raise CheckpointError(
            f"{folder}: this checkpoint holds no state of a run to resume ({error.filename})"
        ) from error
    except (ValueError, SafetensorError) as error:
        raise CheckpointError(f"{folder}: the state of the run is damaged: {error}") from error


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """The moments of Adam for each parameter, as arrays `optimiser.<number>.<name>`."""
    found: dict[str, NDArray[Any]] = {}
    for number, values in optimiser.state_dict()["state"].items():
        for name, value in values.items():
            tensor = value if isinstance(value, Tensor) else torch.tensor(float(value))
            found[f"optimiser.{number}.{name}"] = tensor.numpy().reshape(tensor.shape)
    return found


def set_optimiser(optimiser: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Restore the moments that `optimiser_arrays` returned."""
    state: dict[int, dict[str, Tensor]] = {}
    for key, array in arrays.items():
        if key.startswith("optimiser."):
            _, number, name = key.split(".")
            state.setdefault(int(number), {})[name] = torch.from_numpy(array.copy())
    optimiser.load_state_dict({**optimiser.state_dict(), "state": state})


def git_revision() -> str:
    """The revision of the checkout that this package runs from, with `+` if files differ; empty outside one."""
    here = Path(__file__).resolve().parent
    try:
        options: dict[str, Any] = {"cwd": here, "capture_output": True, "text": True, "timeout": 10}
        found = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], **options, check=True).stdout.strip()
        changed = subprocess.run(["git", "status", "--porcelain", "--untracked-files=no"], **options, check=True).stdout
        tracked = subprocess.run(["git", "ls-files", __file__], **options, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
    # An installed package may be inside another repository (in its virtual environment), whose revision is unrelated.
    return (found + ("+" if changed.strip() else "")) if tracked else ""
