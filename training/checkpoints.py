"""Checkpoints on disk: a folder that appears whole or not at all, readable without pickle.

A save writes beside the folder, puts the former checkpoint aside, the new one in its place, and only then removes the
former one. Whatever happens in between, `settle` finds one that is whole.
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
from ..agents.policy import CARD, WEIGHTS, Card, CheckpointError, former_of, settle

STATE, ARRAYS = "state.json", "state.safetensors"
"""What a run needs to go on besides the weights: numbers, and arrays."""


def save_checkpoint(
    folder: Path,
    network: PolicyNetwork,
    card: Card,
    state: Mapping[str, Any] | None = None,
    arrays: Mapping[str, NDArray[Any]] | None = None,
) -> None:
    """Write a checkpoint, in place of the one that is there.

    Args:
        folder: `weights.safetensors`, `card.json` and, with a state, `state.json` and `state.safetensors` go there.
        network: whose weights are saved.
        card: what it is.
        state: numbers and words that a run needs to go on, as JSON holds them.
        arrays: the same as arrays.

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
        (fresh / CARD).write_text(card.to_json(), encoding="utf-8")
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
    """Swap folders: there is always a whole one, under its own name or as the former one."""
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
    """Wait until a file or folder is on the disk, so that a power cut after the rename finds its contents."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load_state(folder: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What `save_checkpoint` kept for going on: numbers and arrays.

    Raises:
        CheckpointError: nothing to go on from is there, or it is damaged.
    """
    place = settle(folder)
    try:
        state = json.loads((place / STATE).read_text(encoding="utf-8"))
        return state, load_file(place / ARRAYS)
    except FileNotFoundError as error:
        raise CheckpointError(f"{folder}: this checkpoint holds no run that could go on ({error.filename})") from error
    except (ValueError, SafetensorError) as error:
        raise CheckpointError(f"{folder}: the state of the run is damaged: {error}") from error


def optimiser_arrays(optimiser: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """The moments of Adam by parameter, as arrays `optimiser.<number>.<name>`."""
    found: dict[str, NDArray[Any]] = {}
    for number, values in optimiser.state_dict()["state"].items():
        for name, value in values.items():
            tensor = value if isinstance(value, Tensor) else torch.tensor(float(value))
            found[f"optimiser.{number}.{name}"] = tensor.numpy().reshape(tensor.shape)
    return found


def set_optimiser(optimiser: torch.optim.Optimizer, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Give an optimiser the moments that `optimiser_arrays` saved."""
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
    # An installed package may lie in somebody else's repository (its virtual environment); that is not its revision.
    return (found + ("+" if changed.strip() else "")) if tracked else ""
