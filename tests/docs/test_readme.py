"""What a stranger pastes works: the Python of the README and of the pages, its commands, its links."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mailwing.cli import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(page for folder in ("docs", "benchmarks", "examples") for page in (ROOT / folder).rglob("*.md")),
]
PASTED = [
    page
    for page in PAGES
    # Pages on other libraries are run as a whole, where the library is (`test_use_with.py`, `test_data_sets.py`).
    if page.name not in ("CONTRIBUTING.md", "CHANGELOG.md", "data_sets.md") and page.parent.name != "use-with"
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


SNIPPETS = [
    pytest.param(code, id=f"{page.relative_to(ROOT)}-{k}")
    for page in PASTED
    for k, code in enumerate(blocks(page, "python"))
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_python_works_when_pasted(code: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_readme_shows_code() -> None:
    assert len(blocks(ROOT / "README.md", "python")) >= 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_inside_the_repository_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    dead = [target for target in targets if "://" not in target and not (page.parent / target).exists()]
    assert not dead, f"{page.name}: {dead}"


def test_the_list_of_all_pages_has_them_all() -> None:
    listed = ROOT / "docs" / "README.md"
    text = listed.read_text(encoding="utf-8")
    targets = {
        (listed.parent / target).resolve() for target in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in target
    }
    missing = sorted(str(page.relative_to(ROOT)) for page in {*PAGES} - targets - {listed})
    assert not missing, f"docs/README.md does not list {missing}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_named_in_pages_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"^(?:\.venv/bin/)?mailwing (\w+)", "\n".join(blocks(page, "bash")), re.MULTILINE))
    assert named <= set(COMMANDS)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets
