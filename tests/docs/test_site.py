"""The documentation site: what can be checked without Sphinx, and, where it is installed, a whole build."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "docs" / "site"
TUTORIALS = sorted((SITE / "tutorials").glob("*.md"))
MODULES = {page.stem: page for page in sorted((SITE / "api").glob("*.md")) if page.stem != "index"}
HOMES = {
    "adapters": "mailwing.envs.adapters",
    "authoring": "mailwing.envs.authoring",
    "testing": "mailwing.envs.testing",
}
TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.DOTALL | re.MULTILINE)


def beside(name: str) -> ModuleType:
    """A module of `docs/site`, which is no package."""
    spec = importlib.util.spec_from_file_location(f"site_{name}", SITE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_the_tree(page: Path) -> set[Path]:
    """All pages that the tables of contents below a page name."""
    found = {page}
    for block in TREE.findall(page.read_text(encoding="utf-8")):
        for line in block.splitlines():
            if not line or line.startswith(":"):
                continue
            named = re.search(r"<(.*)>$", line)
            found |= in_the_tree((page.parent / f"{named[1] if named else line}.md").resolve())
    return found


def test_every_page_is_in_the_table_of_contents_of_the_site() -> None:
    pages = {page for folder in ("docs", "benchmarks", "examples") for page in (ROOT / folder).rglob("*.md")}
    assert in_the_tree(SITE / "index.md") == {*pages, *ROOT.glob("*.md")}


def test_sphinx_reads_the_pages_and_nothing_else() -> None:
    """The patterns of conf.py, as far as they are read without Sphinx."""
    text = (SITE / "conf.py").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^include_patterns = \[(.*)\]$", text, re.MULTILINE)
    patterns = re.findall(r'"([^"]+)"', listed)
    pages = [page.relative_to(ROOT).as_posix() for page in in_the_tree(SITE / "index.md")]
    assert all(any(fnmatch(page, pattern) for pattern in patterns) for page in pages)


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_runs_from_its_first_cell_to_its_last(page: Path, tmp_path: Path) -> None:
    if page.stem == "train_and_measure":
        pytest.importorskip("torch")
    cells = re.findall(
        r"^```\{code-cell\} python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(cells) >= 5
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(cells)],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", MODULES)
def test_the_reference_has_every_public_name(name: str) -> None:
    text = MODULES[name].read_text(encoding="utf-8")
    described = re.findall(r"^\.\. auto\w+:: (\w+)$", text, re.MULTILINE)
    offered = importlib.import_module(HOMES.get(name, f"mailwing.{name}")).__all__
    assert len(described) == len(set(described))
    assert set(described) <= set(offered)
    lost = [each for each in offered if each not in described and not re.search(rf"`{each}\b", text)]
    assert not lost, f"{MODULES[name].name} says nothing of {lost}"


def test_the_ten_things_are_ten_and_each_is_answered() -> None:
    text = (SITE / "ten_things.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^\| How |^\| What |^\| Where ", text, re.MULTILINE)) == 10
    assert len(re.findall(r"^## ", text, re.MULTILINE)) == 10


def test_a_broken_site_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h1 id="here">Here</h1>')
    (tmp_path / "index.html").write_text(
        '<script src="https://example.org/a.js"></script><img src="lost.png"><a href="other.html#here">good</a>'
        '<a href="other.html#there">bad</a><a href="nowhere.html">bad</a><a href="https://example.org">not opened</a>'
    )
    assert list(beside("check").faults_of(tmp_path)) == [
        "index.html loads https://example.org/a.js",
        "index.html loads lost.png, which is not there",
        "index.html: the link other.html#there leads to no anchor",
        "index.html: the link nowhere.html leads to nothing",
    ]


def test_links_to_sources_are_known_from_links_that_lead_nowhere() -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed: make site")
    found = beside("source_links").path_in_repository
    page = ROOT / "docs" / "use-with" / "sb3.md"
    assert found(ROOT, page, "../../envs/adapters/sb3.py#L10") == "envs/adapters/sb3.py"
    assert found(ROOT, page, "../../examples") == "examples"
    assert found(ROOT, page, "../../no_such_file.py") is None
    assert found(ROOT, page, "../../../outside.py") is None


def test_links_to_sources_lead_to_the_repository_or_are_words_alone() -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed: make site")
    nodes = pytest.importorskip("docutils.nodes")
    shown, address = beside("source_links").shown, "https://example.org/me/mailwing/blob/main"
    link = shown(address, "envs/__init__.py", [nodes.Text("the faces")])
    assert link["refuri"] == f"{address}/envs/__init__.py"
    words = shown("", "envs/__init__.py", [nodes.Text("the faces")])
    assert "refuri" not in words
    assert link.astext() == words.astext() == "the faces"


def test_indented_blocks_of_docstrings_become_code() -> None:
    pytest.importorskip("sphinx", reason="Sphinx is not installed: make site")
    lines = [
        "Play.",
        "",
        "    position.apply(0)",
        "",
        "    position.apply(1)",
        "",
        "Args:",
        "    a: one",
        "",
        "    b: two",
    ]
    changed = beside("docstrings").with_code_blocks(lines)
    assert changed == [*lines[:2], ".. code-block:: python", "", *lines[2:]]


@pytest.mark.slow
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    for library in ("sphinx", "myst_nb", "furo", "ipykernel"):
        pytest.importorskip(library, reason=f"{library} is not installed: make site")
    command = [sys.executable, "-m", "sphinx", "-E", "-n", "-W", "--keep-going", "-q", "-c", str(SITE)]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "doctrees"), str(ROOT), str(tmp_path / "site")],
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-6000:]
    assert not list(beside("check").faults_of(tmp_path / "site"))
    assert (tmp_path / "site" / "searchindex.js").exists()
    assert "docs/site/index.html" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
