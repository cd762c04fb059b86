"""What all sides measure with: things done in a second, the time that a call takes, the time of a fresh interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable

Window = Callable[[], float]
"""One measurement: takes it and hands back a figure."""


def per_second(play: Callable[[], int], seconds: float) -> Window:
    """Windows of a speed; `play` does something and says how many times."""

    def window() -> float:
        count, started = 0, time.perf_counter()
        while time.perf_counter() - started < seconds:
            count += play()
        return count / (time.perf_counter() - started)

    return window


def microseconds(call: Callable[[], object], seconds: float) -> Window:
    """Windows of the time that one call takes, in microseconds."""

    def calls() -> int:
        for _ in range(1000):
            call()
        return 1000

    speed = per_second(calls, seconds)
    return lambda: 1e6 / speed()


def fresh_python(code: str, *arguments: str, **environment: str) -> float:
    """Seconds that a program takes in a new interpreter, starting it included.

    Raises:
        RuntimeError: the program failed; the message ends with what it said.
    """
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return time.perf_counter() - started
