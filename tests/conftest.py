"""What all tests share: the toy games are registered, options of the contract suite, fresh interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toys
from hypothesis import settings

from mailwing import envs

TESTS = Path(__file__).parent

# Failures in the package's own checks are then as readable as those in the tests.
pytest.register_assert_rewrite("mailwing.envs.testing")

toys.register_all()
settings.register_profile("mailwing", deadline=None, max_examples=25, derandomize=True, database=None)
settings.load_profile("mailwing")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write the golden games anew from the current rules instead of comparing with them",
    )
    parser.addoption(
        "--games", help="ids of games, separated by commas, to which the contract suite keeps (default: all)"
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`, tests of one game go to one worker: else both compile everything.

    The marker `xdist_group` would say the same, but pytest-xdist 3.8 loses it under pytest 9.2.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler.loadscope import LoadScopeScheduling

    class ByGame(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            game = nodeid.partition("[")[2].partition("-")[0].rstrip("]")
            return game if game in envs.games() else nodeid

    return ByGame(config, log)


@pytest.fixture(scope="session")
def run_python() -> Callable[..., str]:
    """Run a program text in a fresh interpreter that finds the toys; its standard output (it must succeed)."""

    def run(program: str, *, timeout: float = 600, **environment: str) -> str:
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
