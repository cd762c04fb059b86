"""The folder of a run: who may use it, its config, and what may change when a run is resumed."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, fields, is_dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ..agents.arrays import CheckpointError, read_object
from ..agents.policy import former_of
from ..envs._core.files import PARTIAL, remove_partial_files, write_text
from ..envs._core.locks import BusyError, Lock
from .config import Config, ConfigError

BEST, LAST, CONFIG, BOARD, LOCK = "best", "last", "config.json", "tensorboard", ".lock"

FREE = ("budget", "evaluation")
"""Tables of the config that may change when a run is resumed; so may `run.threads`."""

DEFAULTS = {item.name: asdict(item.default) for item in fields(Config) if is_dataclass(item.default)}  # type: ignore[arg-type]
"""The default values of the tables of a config."""


def check_folder(folder: Path, config: Config, resume: bool) -> None:
    """Check that a run can start or continue in this folder; nothing is written.

    Raises:
        ConfigError: the folder holds a run already, or, with `resume`, none or one with another config.
    """
    file = folder / CONFIG
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder} is a file, not the folder of a run")
    if resume and file.exists():
        _same_run(_saved_config(file), config.to_dict(), folder)
    elif resume:
        fault = f"it has no {CONFIG}" if folder.exists() else "the folder does not exist"
        raise ConfigError(f"{folder}: there is no run to resume: {fault} (without --resume a new one starts)")
    elif folder.exists() and not all(_is_left_over(entry.name) for entry in folder.iterdir()):
        raise ConfigError(f"{folder} holds a run already; continue it with --resume, or name another --run-dir")


def take_folder(folder: Path) -> Lock:
    """Make the folder, lock it, and remove what a killed process was writing (ConfigError: another process uses it)."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        lock = Lock(folder / LOCK, str(folder))
    except BusyError as error:
        raise ConfigError(f"{error}; let it finish, or name another --run-dir") from None
    remove_partial_files(folder)
    for name in (BEST, LAST):
        if (folder / name).exists():  # what it replaced may have outlived a kill
            shutil.rmtree(former_of(folder / name), ignore_errors=True)
    return lock


def write_config(folder: Path, config: Config) -> None:
    """Write `config.json`, if it is not there with these values."""
    text = json.dumps(config.to_dict(), indent=2, ensure_ascii=False) + "\n"
    file = folder / CONFIG
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        write_text(file, text)


def _is_left_over(name: str) -> bool:
    """Whether a file may lie in a folder in which a run was killed before it had begun."""
    return name == LOCK or fnmatch(name, PARTIAL)


def _saved_config(file: Path) -> dict[str, Any]:
    try:
        saved = read_object(file)
    except CheckpointError as error:
        raise ConfigError(f"{error}; the config of a run is also in {LAST}/metadata.json") from error
    for table, values in saved.items():
        if not isinstance(values, dict):
            raise ConfigError(f"{file}: '{table}' must be an object, not {values!r}")
    return saved


def _same_run(saved: dict[str, Any], wanted: dict[str, Any], folder: Path) -> None:
    """Refuse to resume with another config, apart from what may change."""
    for table in sorted((set(saved) | set(wanted)) - set(FREE)):
        # What an older version did not know had the value that is now the default.
        old, new = {**DEFAULTS.get(table, {}), **saved.get(table, {})}, wanted.get(table) or {}
        differ = {key for key in {*old, *new} if old.get(key) != new.get(key)}
        keys = sorted(key for key in differ if (table, key) != ("run", "threads"))
        if keys:
            changes = ", ".join(f"{table}.{key} is {old.get(key)!r}, not {new.get(key)!r}" for key in keys)
            raise ConfigError(f"{folder}: the run was started with another config: there, {changes}")
