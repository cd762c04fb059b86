"""Checkpoints on disk: folders that are replaced in one step and read without pickle.

A save writes a new folder beside the old one, renames the old one, renames the new one to its place, and then removes
the old one. If it is killed in between, `complete_folder` returns the folder of a complete checkpoint.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.numpy import save
from torch import Tensor

from ..agents.arrays import CheckpointError, read_arrays, read_object
from ..agents.network import PolicyNetwork
from ..agents.policy import METADATA, WEIGHTS, Metadata, complete_folder, former_of
from ..envs._core.files import exchange, flush, named

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
        ValueError: the weights have NaN or infinite numbers; nothing is written.
        OSError: the disk is full or the folder cannot be written; the former checkpoint is untouched.
    """
    weights = {name: tensor.detach().cpu().contiguous().numpy() for name, tensor in network.state_dict().items()}
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise ValueError(f"{folder}: the checkpoint is not written: '{name}' has NaN or infinite numbers")
    files = {WEIGHTS: save(weights), METADATA: metadata.to_json().encode()}
    if state is not None:
        files[ARRAYS] = save({name: np.asarray(array, order="C") for name, array in (arrays or {}).items()})
        files[STATE] = (json.dumps(state, indent=1) + "\n").encode()
    write_folder(folder, files)


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a folder of files, and replace the one that is there as a whole.

    Raises:
        OSError: the disk is full or the folder cannot be written; the former folder is untouched.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = folder.with_name(f".{folder.name}.fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        fresh.mkdir()
        for name, data in files.items():
            with named(folder / name, fresh / name):
                (fresh / name).write_bytes(data)
                flush(fresh / name)
        flush(fresh)
        exchange(fresh, folder, former_of(folder))
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def load_state(folder: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The state of a run that `save_checkpoint` wrote: plain values, and arrays.

    Raises:
        CheckpointError: the checkpoint has no such state, or it is damaged.
    """
    place = complete_folder(folder)
    try:
        return read_object(place / STATE), read_arrays(place / ARRAYS)
    except FileNotFoundError as error:
        raise CheckpointError(
            f"{folder}: this checkpoint holds no state of a run to resume ({error.filename} is missing)"
        ) from error


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """The moments of Adam for each parameter, as arrays `optimiser.<number>.<name>`."""
    found: dict[str, NDArray[Any]] = {}
    for number, values in optimiser.state_dict()["state"].items():
        for name, value in values.items():
            tensor = value if isinstance(value, Tensor) else torch.tensor(float(value))
            found[f"optimiser.{number}.{name}"] = tensor.cpu().numpy().reshape(tensor.shape)
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
