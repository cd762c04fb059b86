"""What all tests share: the toy games are registered, the `rule` marker is recorded, goldens can be regenerated."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import toys
from hypothesis import settings

TESTS = Path(__file__).parent

toys.register_all()
settings.register_profile("mailwing", deadline=None, max_examples=25, derandomize=True, database=None)
settings.load_profile("mailwing")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write the golden records anew from the current rules instead of comparing with them",
    )
    parser.addoption(
        "--games", help="ids of games, separated by commas, to which the contract suite keeps (default: all)"
    )


@pytest.fixture(scope="session")
def run_python() -> Callable[..., str]:
    """Run a program text in a fresh interpreter that finds the toys; its standard output (it must succeed)."""

    def run(program: str, *, timeout: float = 300, **environment: str) -> str:
        path = os.pathsep.join(filter(None, [str(TESTS), os.environ.get("PYTHONPATH", "")]))
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONPATH": path, **environment},
            capture_output=True,
            text=True,
            timeout=timeout,
            check=False,
        )
        assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
        return done.stdout

    return run
