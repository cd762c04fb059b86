"""Runs that are killed at any operation on any file go on to the same end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

TESTS = Path(__file__).parents[1]
PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from training.killed_runs import main
main(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5] == "True")
"""


def killed_runs(folder: Path, every: int, start: int, selfplay: bool) -> dict[str, Any]:
    """What `killed_runs.py` found."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(TESTS), str(folder), str(every), str(start), str(selfplay)],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return {**json.loads(done.stdout), "errors": done.stderr[-3000:]}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("start", [0, 2], ids=["new", "resumed"])
@pytest.mark.parametrize("every", [13, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("selfplay", [False, True], ids=["bots", "selfplay"])
def test_a_kill_at_any_operation_changes_nothing_in_the_end(
    selfplay: bool, every: int, start: int, tmp_path: Path
) -> None:
    found = killed_runs(tmp_path, every, start, selfplay)
    assert found["operations"] > 30
    assert found["faults"] == [], found["errors"]
