"""A plugin of pytest: the tests that took least time in a first run come first, and none may take much more than then.

Times are of the processor, so that a busy machine changes nothing. A loop that a mutant made endless is cut off.
"""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

TIMES = Path(os.environ["MUTANTS_TIMES"])
"""Seconds of every test; the first run, which has no mutant, writes them."""

FIRST = "MUTANTS_FIRST" in os.environ

LONGEST = float(os.environ["MUTANTS_LONGEST"])
"""Tests that took longer are left out."""

FACTOR, SPARE = 10, 2
"""With a mutant, a test may take so many times as long as without, and so many seconds more."""

known: dict[str, float] = json.loads(TIMES.read_text()) if TIMES.exists() else {}


def cut_off(number: int, frame: FrameType | None) -> None:
    """The test fails."""
    raise TimeoutError("the test takes far longer than without the change")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests, and leave out what is too long."""
    long = [item for item in items if known.get(item.nodeid, 0.0) > LONGEST]
    config.hook.pytest_deselected(items=long)
    items[:] = sorted(set(items) - set(long), key=lambda item: (known.get(item.nodeid, 0.0), item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measure a test, or cut it off."""
    begun = time.process_time()
    if not FIRST:
        signal.signal(signal.SIGVTALRM, cut_off)
        signal.setitimer(signal.ITIMER_VIRTUAL, SPARE + FACTOR * known.get(item.nodeid, 0.0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if FIRST:
            known[item.nodeid] = time.process_time() - begun


def pytest_sessionfinish() -> None:
    """Keep the times of the first run."""
    if FIRST:
        TIMES.write_text(json.dumps(known, indent=1))
