"""`make`: what is wrong is said before anything is installed, and no target names the games by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mailwing.envs._core.registry import declared_versions

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="needs make")


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`make` in a folder with nothing but the Makefile and the names of the games."""
    shutil.copy2(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "setup.py"):
        (folder / name).touch()
    for game in declared_versions():
        (folder / "envs" / game / "rules").mkdir(parents=True, exist_ok=True)
        (folder / "envs" / game / "version.txt").touch()
    # The Python that would install is none, so that a test that goes too far fails at once.
    command = ["make", "PYTHON=no-python", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["mutants"], ["mutants", "GAME=ab_die_pots"]])
def test_mutants_of_no_game_are_refused_before_anything_is_installed(words: list[str], tmp_path: Path) -> None:
    done = make(tmp_path, *words)
    assert done.returncode != 0
    assert "is no game: make mutants GAME=ab_die_post" in done.stdout
    assert "installing" not in done.stdout


def test_help_names_targets_and_variables(tmp_path: Path) -> None:
    said = make(tmp_path, "help").stdout
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(targets) > 5
    for word in [*(f"make {target} " for target in targets), "PYTHON", "TORCH", "--index-url"]:
        assert word in said


def test_the_readme_shows_the_torch_that_is_installed() -> None:
    """As `make help` does."""
    version = re.search(r"^TORCH \?= (torch==\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert version is not None
    assert f"make setup TORCH='{version[1]} --index-url" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_bench_measures_every_game(tmp_path: Path) -> None:
    """The command itself is one that prints what it is called with."""
    fake = tmp_path / ".venv" / "bin"
    fake.mkdir(parents=True)
    for name in ("mailwing", "python"):
        (fake / name).write_text(f"#!/bin/sh\necho {name} $@\n", encoding="ascii")
        (fake / name).chmod(0o755)
    said = make(tmp_path, "bench", "PYTHON=true").stdout
    assert all(f"mailwing bench {game}\n" in said for game in declared_versions())
    assert "python benchmarks/measure.py" in said
