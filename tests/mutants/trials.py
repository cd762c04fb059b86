"""Trying mutants out, in memory: no file is changed, and nothing is imported or collected twice.

Kernels that are not compiled are plain functions, so a mutant is a function with other code. pytest collects the tests
once. Then every mutant gets a fork of the process, puts its code in place and runs the tests that call its function,
those that prove its rules first, and of these the fastest, until one fails.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from .equivalents import ROOT

FACTOR, SPARE = 3, 1
"""A test may take so many times as long as without a mutant, and so many seconds more: endless loops are cut off."""

RULE_ID = re.compile(r"\b[A-Z]{2,4}-R?\d+(?:\.\d+)*\b")

LIMIT = 600
"""Seconds of the processor for all tests of a mutant, in case that does not stop one."""


class Trial(NamedTuple):
    """A mutant to try: the file of its rules with the change, and the function that is changed."""

    path: Path
    source: str
    function: str


class Trials:
    """A plugin of pytest that tries mutants with the collected tests, instead of running them."""

    def __init__(
        self, game: str, trials: dict[str, Trial], notes: Path, processes: int, tell: Callable[[str, bool], None]
    ) -> None:
        """`tell` is called with the id of each mutant, and whether it died, as soon as that is known."""
        self.rules = str(ROOT / "envs" / game / "rules")
        self.trials = trials
        self.notes = notes
        self.processes = processes
        self.tell = tell
        self.failed = False
        source = b"".join(path.read_bytes() for path in sorted((ROOT / "envs" / game).rglob("*.py")))
        self.stamp = hashlib.sha256(source)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """First find out what each test calls and how long it takes, then try the mutants."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        stamps = {item.nodeid: self.stamp_of(item) for item in session.items}
        known = json.loads(self.notes.read_text()) if self.notes.exists() else {}
        stale = [item for item in session.items if known.get(item.nodeid, {}).get("stamp") != stamps[item.nodeid]]
        self.failed = bool(stale) and wait_for(fork(lambda: self.measure(stale, known, stamps))) != 0
        if not self.failed:
            self.try_all(session.items, json.loads(self.notes.read_text()))
        return True

    def stamp_of(self, item: pytest.Item) -> str:
        """What the note of a test depends on: the game, and the file that the test is in."""
        stamp = self.stamp.copy()
        stamp.update(item.path.read_bytes())
        return stamp.hexdigest()

    def measure(self, items: list[pytest.Item], known: dict[str, Any], stamps: dict[str, str]) -> bool:
        """Run tests without a mutant, and note what they call; True if one of them fails."""
        calls = set[str]()

        def note(frame: FrameType, event: str, argument: Any) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(self.rules):
                calls.add(f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_name}")

        for item in items:
            calls.clear()
            begun = time.process_time()
            sys.setprofile(note)
            failed = fails(item)
            sys.setprofile(None)
            if failed:
                print(f"fails without any change when interpreted: {item.nodeid}", flush=True)
                return True
            seconds = time.process_time() - begun
            known[item.nodeid] = {"stamp": stamps[item.nodeid], "seconds": seconds, "calls": sorted(calls)}
        self.notes.write_text(json.dumps(known, indent=1))
        return False

    def try_all(self, items: list[pytest.Item], notes: dict[str, Any]) -> None:
        """A fork for each mutant, some at once."""
        running: dict[int, str] = {}
        for job, trial in self.trials.items():
            if len(running) == self.processes:
                self.collect(running)
            chosen = [item for item in items if trial.function in notes[item.nodeid]["calls"]]
            function, code = function_of(trial), code_of(trial)
            running[fork(lambda f=function, c=code, chosen=chosen: is_noticed(f, c, chosen, notes))] = job
        while running:
            self.collect(running)

    def collect(self, running: dict[int, str]) -> None:
        """Wait for one of the forks."""
        process, status = os.waitpid(-1, 0)
        self.tell(running.pop(process), status != 0)


def fork(task: Callable[[], bool]) -> int:
    """Do something in a fork of this process, which ends with 1 if the result is true or an error came of it."""
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    outcome = True
    try:
        outcome = task()
    finally:
        sys.stdout.flush()
        os._exit(int(outcome))


def wait_for(process: int) -> int:
    """The status of a fork that has ended."""
    return os.waitpid(process, 0)[1]


def fails(item: pytest.Item) -> bool:
    """Whether a test fails."""
    return any(report.failed for report in runtestprotocol(item, log=False))


def is_noticed(function: FunctionType, code: CodeType, items: list[pytest.Item], notes: dict[str, Any]) -> bool:
    """Whether a test fails when the function has this code."""
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
    signal.signal(signal.SIGVTALRM, cut_off)
    rules = set(RULE_ID.findall(function.__doc__ or ""))
    function.__code__ = code

    def order(item: pytest.Item) -> tuple[bool, float]:
        proved = {rule for mark in item.iter_markers("rule") for rule in mark.args}
        return not proved & rules, notes[item.nodeid]["seconds"]

    for item in sorted(items, key=order):
        signal.setitimer(signal.ITIMER_VIRTUAL, SPARE + FACTOR * notes[item.nodeid]["seconds"])
        if fails(item):
            return True
    return False


def cut_off(number: int, frame: FrameType | None) -> None:
    """The test fails."""
    raise TimeoutError("the test takes far longer than without the change")


def function_of(trial: Trial) -> FunctionType:
    """The function that is changed."""
    chapter, name = trial.function.split(".")
    return vars(importlib.import_module(f"mailwing.envs.{trial.path.parent.parent.name}.rules.{chapter}"))[name]


def code_of(trial: Trial) -> CodeType:
    """The code of the function with the change."""
    codes = [code for code in compile(trial.source, str(trial.path), "exec").co_consts if isinstance(code, CodeType)]
    return next(code for code in codes if code.co_name == function_of(trial).__name__)
