"""Ready to publish: what a package index shows, what twine says, and that versions agree everywhere."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import setuptools

import mailwing

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

README = """\
# mailwing

![A board](docs/images/board.png)

See [the rules](docs/rules.md#one), [a section](#below) and [Gymnasium](https://gymnasium.farama.org).
"""


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], str]:
    """The function of `setup.py`, run without building anything."""
    monkeypatch.setattr(setuptools, "setup", lambda **settings: None)
    return runpy.run_path(str(ROOT / "setup.py"))["published"]


def test_links_lead_to_the_repository_once_it_has_an_address(published: Callable[[str, str], str]) -> None:
    text = published(README, "https://example.org/me/mailwing/blob/main")
    assert "![A board](https://example.org/me/mailwing/raw/main/docs/images/board.png)" in text
    assert "[the rules](https://example.org/me/mailwing/blob/main/docs/rules.md#one)" in text
    assert "[a section](#below) and [Gymnasium](https://gymnasium.farama.org)" in text


def test_without_an_address_there_are_no_pictures_and_no_dead_links(published: Callable[[str, str], str]) -> None:
    text = published(README, "")
    assert text == ("# mailwing\n\nSee the rules, [a section](#below) and [Gymnasium](https://gymnasium.farama.org).\n")


def test_twine_finds_no_fault_in_what_is_built(dist: Path) -> None:
    pytest.importorskip("twine")
    files = sorted(dist.iterdir())
    assert [file.name.partition(".tar")[2] or file.suffix for file in files] == [".whl", ".gz"]
    command = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_the_index_shows_is_the_readme_without_relative_links(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = archive.read(name).decode("utf-8")
    assert "Description-Content-Type: text/markdown" in metadata
    assert "## The games" in metadata
    prose = re.sub(r"```.*?```", "", metadata, flags=re.DOTALL)
    assert re.findall(r"\]\((?!https?://|#)[^)]*\)", prose) == []


def test_the_citation_has_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {mailwing.__version__}\n" in text
    assert "\nlicense: MIT\n" in text


def test_workflows_run_what_people_run_with_the_same_torch() -> None:
    """One runs `.ci/run` on each Python, one the full grid every night."""
    texts = {file.stem: file.read_text(encoding="utf-8") for file in WORKFLOWS}
    assert set(texts) == {"nightly", "test"}
    assert "run: .ci/run" in texts["test"]
    assert 'python: ["3.11", "3.12", "3.13"]' in texts["test"]
    assert "run: make test-all" in texts["nightly"]
    assert "cron:" in texts["nightly"]
    torch = re.search(r"^TORCH \?= (\S+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert torch is not None
    assert all(f"TORCH: {torch[1]} --index-url" in text for text in texts.values())
