"""`@kernel`: a cache that a second process hits and that can never be stale."""

from __future__ import annotations

import os
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mailwing.envs._core import kernel as kernels
from mailwing.envs._core.kernel import DAY, prune

Run = Callable[..., str]

PROGRAM = """
import sys
sys.path.insert(0, {folder!r})
from hangar import planes
from mailwing.envs._core.kernel import compile_counts
print(planes.range_of(3), planes.twice(4), planes.thrice(4), *compile_counts())
"""


class Hangar:
    """A small project of two modules, `planes` importing `engines`, and a cache folder of its own."""

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self._run = run
        package = folder / "hangar"
        package.mkdir()
        (package / "__init__.py").write_text("")
        self.write("other", "UNRELATED = 1\n")
        self.write(
            "engines",
            """
            from mailwing.envs._core.kernel import kernel

            @kernel
            def power(n: int) -> int:
                return n * 10
            """,
        )
        self.write(
            "planes",
            """
            from mailwing.envs._core.kernel import kernel
            from .engines import power

            @kernel
            def range_of(n: int) -> int:
                return power(n) + 1

            def multiply(factor):
                @kernel
                def times(n: int) -> int:
                    return n * factor
                return times

            twice, thrice = multiply(2), multiply(3)
            """,
        )

    def write(self, module: str, text: str) -> None:
        (self.folder / "hangar" / f"{module}.py").write_text(textwrap.dedent(text))

    def run(self, **environment: str) -> list[int]:
        """What a fresh process prints: range_of(3), twice(4), thrice(4), cache hits, compilations."""
        settings = {"MAILWING_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        return [int(word) for word in self._run(PROGRAM.format(folder=str(self.folder)), **settings).split()]


@pytest.fixture
def hangar(tmp_path: Path, run_python: Run) -> Hangar:
    return Hangar(tmp_path, run_python)


def test_the_second_process_compiles_nothing(hangar: Hangar) -> None:
    """Closures over numbers are told apart by their numbers and hit too."""
    assert hangar.run() == [31, 8, 12, 0, 4]
    found = hangar.run()
    assert found[:3] == [31, 8, 12]
    assert found[3] > 0
    assert found[4] == 0


def test_an_edit_of_an_imported_module_is_seen_and_an_unrelated_one_is_not(hangar: Hangar) -> None:
    hangar.run()
    hangar.write("other", "UNRELATED = 2\n")
    assert hangar.run()[4] == 0
    engines = hangar.folder / "hangar" / "engines.py"
    engines.write_text(engines.read_text().replace("n * 10", "n * 20"))
    assert hangar.run() == [61, 8, 12, 0, 4]


def test_a_damaged_cache_file_is_compiled_anew(hangar: Hangar) -> None:
    hangar.run()
    files = sorted(hangar.cache.rglob("*.nbc"))
    assert len(files) == 4
    for damage, file in enumerate(files):
        whole = file.read_bytes()
        file.write_bytes([b"", whole[: len(whole) // 2], b"\x80garbage" * 9, whole[:-1]][damage])
    found = hangar.run()
    assert found[:3] == [31, 8, 12]
    assert found[4] == 4
    assert hangar.run()[4] == 0


def test_a_cache_that_cannot_be_written_is_done_without(hangar: Hangar) -> None:
    hangar.cache.write_text("a file where the folder should be")
    assert hangar.run() == [31, 8, 12, 0, 4]
    assert hangar.cache.read_text() == "a file where the folder should be"


def test_bounds_checks_have_machine_code_of_their_own(hangar: Hangar) -> None:
    hangar.run()
    assert hangar.run(NUMBA_BOUNDSCHECK="1")[4] == 4
    assert hangar.run(NUMBA_BOUNDSCHECK="1")[4] == 0
    assert hangar.run()[4] == 0


def test_interpreted_kernels_are_the_plain_functions(hangar: Hangar) -> None:
    assert hangar.run(NUMBA_DISABLE_JIT="1") == [31, 8, 12, 0, 0]
    assert not hangar.cache.exists()


def test_a_closure_over_anything_else_is_refused() -> None:
    crate: list[int] = []

    @kernels.kernel
    def weigh(n: int) -> int:
        return n + len(crate)

    with pytest.raises(TypeError, match="a kernel's closure may hold kernels, numbers, strings and arrays, not list"):
        weigh._cache.identity  # type: ignore[attr-defined]  # noqa: B018


def test_the_digest_of_a_game_covers_core_but_no_other_game() -> None:
    sources: dict[str, str] = {}
    kernels._collect_sources("toys.several_moves", {"toys", "mailwing"}, sources)
    assert {"toys.several_moves", "toys.common", "mailwing.envs._core.chance"} <= set(sources)
    assert "toys.two_ply" not in sources
    assert kernels.module_digest("toys.several_moves") != kernels.module_digest("toys.two_ply")


def test_the_cache_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    assert kernels.cache_folder() == tmp_path
    monkeypatch.delenv("MAILWING_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kernels.cache_folder() == tmp_path / "mailwing"


def test_machine_code_that_nobody_loads_any_more_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file was last loaded 40 days ago, another one yesterday."""
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    folder = tmp_path / "my_game.rules"
    folder.mkdir()
    old, recent, other = folder / "old-1.nbc", folder / "recent-1.nbc", folder / "notes.txt"
    for path, days in ((old, 40), (recent, 1), (other, 40)):
        path.write_bytes(b"")
        loaded = time.time() - days * DAY
        os.utime(path, (loaded, loaded))
    assert prune() == 1
    assert sorted(path.name for path in folder.iterdir()) == ["notes.txt", "recent-1.nbc"]
