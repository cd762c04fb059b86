"""Kills runs at operations on their files and resumes them, in a process of its own.

Each attempt is a fork that ends without any clean-up, as after `kill -9`. `main` prints
one line of JSON: the number of operations, and what went wrong.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import toys

from mailwing.training.config import Config
from mailwing.training.run import start_run

from .toy_runs import toy_config

EVENTS = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir")
KILLED = 9


class Killer:
    """An audit hook that ends the process before its n-th change of a file below a folder."""

    def __init__(self) -> None:
        self.folder, self.left = "", -1

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.left < 0 or event not in EVENTS or not str(arguments[0]).startswith(self.folder):
            return
        if event == "open" and not int(arguments[2] or 0) & (os.O_WRONLY | os.O_RDWR):
            return
        self.left -= 1
        if self.left < 0:
            os._exit(KILLED)


KILLER = Killer()


def config_of(updates: int, selfplay: bool) -> Config:
    """A run of so many updates, each with an evaluation and a checkpoint; self-play with a past self for each."""
    tables: dict[str, Any] = (
        {"selfplay": {"pool_size": 2, "pool_every": 1, "pool_win_rate": 0, "pool_games": 1}} if selfplay else {}
    )
    # A rollout of self-play leaves up to two open decisions a game: fewer than 64 are learnt from in an update.
    steps = 40 * updates if selfplay else 64 * updates
    return toy_config(
        "two_ply",
        network={"hidden": [8]},
        ppo={"num_envs": 16, "n_steps": 4, "minibatch": 64, "epochs": 1},
        budget={"steps": steps},
        evaluation={"opponents": ["random"], "deals": 2, "every_minutes": 0},
        run={"threads": 1, "checkpoint_minutes": 0},
        **tables,
    )


def attempt(folder: Path, config: Config, resume: bool, kill_at: int = -1) -> int:
    """Train in a fork; its exit code."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    code = 1
    try:
        KILLER.folder, KILLER.left = str(folder), kill_at
        start_run(config, folder, resume=resume, quiet=True).train()
        code = 0
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def outcome(folder: Path) -> list[Any]:
    """What must be the same however often a run was killed: the state at the end, and every update in the log once."""
    arrays = [(folder / "last" / name).read_bytes() for name in ("weights.safetensors", "state.safetensors")]
    lines = [json.loads(line) for line in (folder / "progress.jsonl").read_text().splitlines()]
    left = [str(file) for file in folder.rglob("*") if "partial" in file.name or file.name.startswith(".")]
    pool = sorted((file.name, (file / "weights.safetensors").read_bytes()) for file in folder.glob("pool/*"))
    return [*arrays, [line["steps"] for line in lines if line["kind"] == "update"], left, pool]


def main(base: Path, every: int, start: int, selfplay: bool) -> None:
    """Kill runs of `start` + 2 updates, of which `start` were done before, at every `every`-th operation."""
    toys.register_all()
    sys.addaudithook(KILLER)
    first, longer = config_of(start or 1, selfplay), config_of(start + 2, selfplay)
    whole, before, killed = base / "whole", base / "before", base / "killed"
    if start:
        assert attempt(before, first, resume=False) == 0
        shutil.copytree(before, whole)
    assert attempt(whole, longer, resume=bool(start)) == 0
    wanted, faults, number = outcome(whole), [], 0
    while True:
        shutil.rmtree(killed, ignore_errors=True)
        if start:
            shutil.copytree(before, killed)
        if attempt(killed, longer, resume=bool(start), kill_at=number) != KILLED:
            break
        code = attempt(killed, longer, resume=(killed / "config.json").exists())
        if code or outcome(killed) != wanted:
            faults.append((number, code))
        number += every
    print(json.dumps({"operations": number, "faults": faults}))
