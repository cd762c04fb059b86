"""Programs find mailwing wherever they are started, also beside its clone, whose folder has the name of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mailwing

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = "import mailwing; from mailwing import envs; print(mailwing.__file__, envs.games())"


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A folder with something in it that looks as the clone does."""
    (tmp_path / "mailwing").mkdir()
    for room in ("envs", "mailwing"):
        (tmp_path / "mailwing" / room).symlink_to(ROOT / room)
    return tmp_path


def test_a_program_beside_the_clone_finds_the_package(beside: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=beside, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert str(mailwing.__file__) in done.stdout
    assert "ab_die_post" in done.stdout
