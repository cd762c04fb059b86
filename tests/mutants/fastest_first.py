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

TIMES = Path(os.environ.get("MUTANTS_TIMES", "times.json"))
"""Seconds of every test in the first run, which writes the file."""

FACTOR, SPARE = 10, 2
"""A test may take so many times as long as in the first run, and so many seconds more."""

known: dict[str, float] = json.loads(TIMES.read_text()) if TIMES.exists() else {}
measured: dict[str, float] = {}


def cut_off(number: int, frame: FrameType | None) -> None:
    """The test fails."""
    raise TimeoutError("the test takes far longer than without the change")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the tests."""
    items.sort(key=lambda item: known.get(item.nodeid, 0.0))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measure a test, and cut it off."""
    begun = time.process_time()
    if known:
        signal.signal(signal.SIGVTALRM, cut_off)
        signal.setitimer(signal.ITIMER_VIRTUAL, SPARE + FACTOR * known.get(item.nodeid, 0.0))
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        measured[item.nodeid] = time.process_time() - begun


def pytest_sessionfinish() -> None:
    """Keep the times of the first run."""
    if not known:
        TIMES.write_text(json.dumps(measured))
