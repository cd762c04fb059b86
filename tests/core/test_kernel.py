"""`@kernel` in fresh processes: a second one compiles nothing, and none is ever given out-of-date machine code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Run = Callable[..., str]

ENGINES = """
from mailwing.envs._core.kernel import kernel

UNRELATED = 1

@kernel
def power(n: int) -> int:
    return n * 10
"""

PLANES = """
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
"""

PROGRAM = """
import logging, os, sys
sys.path.insert(0, {folder!r})
logging.basicConfig(stream=sys.stdout, format="%(message)s")
from hangar import planes
from mailwing.envs._core.kernel import compile_counts
{before}
print(planes.range_of(3), planes.twice(4), planes.thrice(4), *compile_counts())
"""

RESULTS = [31, 8, 12]


class Hangar:
    """A small project of two modules, `planes` importing `engines`, and a cache folder of its own.

    Attributes:
        said: what the last process logged, line by line.
    """

    def __init__(self, folder: Path, run: Run) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.said: list[str] = []
        self._run = run
        (folder / "hangar").mkdir()
        for module, text in (("__init__", ""), ("engines", ENGINES), ("planes", PLANES)):
            self.write(module, text)

    def write(self, module: str, text: str) -> None:
        (self.folder / "hangar" / f"{module}.py").write_text(text)

    def run(self, before: str = "", **environment: str) -> list[int]:
        """What a fresh process prints: range_of(3), twice(4), thrice(4), cache hits, compilations."""
        settings = {"MAILWING_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1", **environment}
        *self.said, last = self._run(PROGRAM.format(folder=str(self.folder), before=before), **settings).splitlines()
        return [int(word) for word in last.split()]


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory, run_python: Run) -> Path:
    """A cache that one process has filled (identities do not depend on where the project lies)."""
    hangar = Hangar(tmp_path_factory.mktemp("warm"), run_python)
    assert hangar.run() == [*RESULTS, 0, 4]
    assert hangar.said == []
    return hangar.cache


@pytest.fixture
def hangar(run_python: Run) -> Iterator[Hangar]:
    """The project, in a folder that other users may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Hangar(Path(folder), run_python)


@pytest.fixture
def warm(hangar: Hangar, warm_cache: Path) -> Hangar:
    """The project with a warm cache."""
    shutil.copytree(warm_cache, hangar.cache)
    return hangar


def test_the_second_process_compiles_nothing(warm: Hangar) -> None:
    """Closures over numbers are told apart by their numbers and hit too; `power` stands in the file of `range_of`."""
    assert warm.run() == [*RESULTS, 3, 0]


def test_an_edit_is_seen_by_what_depends_on_it_and_by_nothing_else(warm: Hangar) -> None:
    warm.write("engines", "# a comment\n" + ENGINES.replace("UNRELATED = 1", "UNRELATED = 2"))
    assert warm.run() == [*RESULTS, 3, 0]
    warm.write("engines", ENGINES.replace("n * 10", "n * 20"))
    assert warm.run() == [61, 8, 12, 2, 2]


def test_damaged_files_are_compiled_anew(warm: Hangar) -> None:
    """Each file with another damage; one of them is the sound file of another kernel."""
    files = sorted(warm.cache.rglob("*.nbc"))
    whole = [file.read_bytes() for file in files]
    assert len(files) == 4
    middle = len(whole[1]) // 2
    flipped = whole[1][:middle] + bytes([whole[1][middle] ^ 1]) + whole[1][middle + 1 :]
    for file, content in zip(files, (b"", flipped, whole[3], whole[3][:-1]), strict=True):
        file.write_bytes(content)
    assert warm.run() == [*RESULTS, 0, 4]
    assert warm.run() == [*RESULTS, 3, 0]


def test_a_cache_that_cannot_be_written_is_done_without_and_that_is_said_once(hangar: Hangar) -> None:
    hangar.cache.write_text("a file where the folder should be")
    assert hangar.run() == [*RESULTS, 0, 4]
    assert hangar.said == [
        f"mailwing: {hangar.cache} cannot be written (there is a file of this name), so compiled kernels are not kept "
        "and every start compiles them anew (MAILWING_CACHE=FOLDER names another folder)"
    ]
    assert hangar.cache.read_text() == "a file where the folder should be"


AS_ANOTHER_USER = """
import numba
numba.njit(lambda x: x * 2)(1)  # numba imports more when it first compiles; the other user may not see its files
if os.name == "posix" and os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""


def test_a_warm_cache_that_another_user_can_only_read_is_used(warm: Hangar) -> None:
    """Days later, too; what is missing there is compiled and said not to be kept."""
    for path in [warm.cache, *warm.cache.rglob("*")]:
        os.utime(path, (0, 0))
        path.chmod(0o555 if path.is_dir() else 0o444)
    assert warm.run(AS_ANOTHER_USER) == [*RESULTS, 3, 0]
    assert warm.said == []
    warm.write("engines", ENGINES.replace("n * 10", "n * 20"))
    assert warm.run(AS_ANOTHER_USER) == [61, 8, 12, 2, 2]
    assert [line.partition(", so")[0] for line in warm.said] == [
        f"mailwing: {warm.cache} cannot be written (Permission denied)"
    ]
    for path in (warm.cache, *warm.cache.iterdir()):
        path.chmod(0o755)


def test_processes_that_compile_the_same_at_once_agree(hangar: Hangar) -> None:
    program = PROGRAM.format(folder=str(hangar.folder), before="")
    settings = {**os.environ, "MAILWING_CACHE": str(hangar.cache)}
    started = [
        subprocess.Popen([sys.executable, "-c", program], env=settings, stdout=subprocess.PIPE, text=True)
        for _ in "123"
    ]
    for process in started:
        assert [int(word) for word in process.communicate(timeout=600)[0].split()][:3] == RESULTS
    assert hangar.run() == [*RESULTS, 3, 0]
    assert [path.suffix for path in hangar.cache.rglob("*") if path.is_file()] == [".nbc"] * 4


def test_bounds_checks_have_machine_code_of_their_own(warm: Hangar) -> None:
    assert warm.run(NUMBA_BOUNDSCHECK="1") == [*RESULTS, 0, 4]
    assert warm.run(NUMBA_BOUNDSCHECK="1") == [*RESULTS, 3, 0]
    assert warm.run() == [*RESULTS, 3, 0]


def test_interpreted_kernels_are_the_plain_functions(hangar: Hangar) -> None:
    assert hangar.run(NUMBA_DISABLE_JIT="1") == [*RESULTS, 0, 0]
    assert not hangar.cache.exists()


FACTORY = """
from mailwing.envs._core.kernel import kernel

def make(k):
    @kernel
    def weigh(n):
        total = 0.0
        for i in range(n):
            for j in range(i):
                total += (i ^ k) / (j + k)
            total -= 0.25 * (i % 7)
        return total * k

    @kernel
    def add(n, m):
        total = weigh(n) + weigh(m) * 2 + weigh(n + m)
        for i in range(n):
            total += weigh(i)
        return total

    return add
"""


def test_kernels_of_one_factory_compiled_by_different_processes_are_told_apart(tmp_path: Path, run_python: Run) -> None:
    """Their symbols have equal names in numba: loaded together, the linker took the first for both."""
    (tmp_path / "factory.py").write_text(FACTORY)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from factory import make\n"
    program += "made = [make(k) for k in {}]; print(*(f'{{add(10, 4):.6f}}' for add in made))"
    two, three, both, interpreted = (
        run_python(program.format(ks), MAILWING_CACHE=str(tmp_path / "cache"), **settings).split()
        for ks, settings in (([2], {}), ([3], {}), ([2, 3], {}), ([2, 3], {"NUMBA_DISABLE_JIT": "1"}))
    )
    assert both == [*two, *three] == interpreted


CELL = """
from mailwing.envs._core.kernel import kernel
import numpy as np

@kernel
def choose(mask):
    best = -1
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            best = {rule}
    return best

print(choose(np.array([1, 0, 1], np.uint8)))
"""


def test_kernels_typed_at_a_prompt_are_not_mistaken_for_each_other(tmp_path: Path, run_python: Run) -> None:
    """As in a notebook: `__main__` has no file, and an edited cell has the name and the lines of the former one."""
    rules = ("action", "action if best < 0 else best", "action")
    found = [run_python(CELL.format(rule=rule), MAILWING_CACHE=str(tmp_path)) for rule in rules]
    assert found == ["2\n", "0\n", "2\n"]
    assert len(list(tmp_path.rglob("*.nbc"))) == 2


HELPER = """
from mailwing.envs._core.kernel import kernel

@kernel
def value(x):
    return x + {n}
"""

BOT = """
from mailwing.envs._core.kernel import kernel
from my_numbers import value

@kernel
def choose(x):
    return value(x)
"""


def test_an_edit_of_a_file_beside_a_script_is_seen(tmp_path: Path, run_python: Run) -> None:
    """The two files are no package, and neither imports the other by a dotted name."""
    (tmp_path / "my_bot.py").write_text(BOT)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from my_bot import choose, value\n"
    program += "print(choose(1), value(1))"
    settings = {"MAILWING_CACHE": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    for n in (1, 50):
        (tmp_path / "my_numbers.py").write_text(HELPER.format(n=n))
        assert run_python(program, **settings) == f"{1 + n} {1 + n}\n"


def test_a_kernel_that_cannot_be_kept_is_named_once(tmp_path: Path, run_python: Run) -> None:
    """It calls a C function. The kernel that calls it is not kept either; a third one is.

    Three compilations are not kept: `size` as Python calls it, `size` as `double` calls it, and `double`.
    """
    program = """
        import ctypes, logging, sys
        from mailwing.envs._core.kernel import count_not_kept, kernel
        logging.basicConfig(stream=sys.stdout, format="%(message)s")
        absolute = ctypes.CDLL(None).abs
        absolute.argtypes, absolute.restype = [ctypes.c_int], ctypes.c_int

        @kernel
        def size(x):
            return absolute(x)

        @kernel
        def double(x):
            return 2 * size(x)

        @kernel
        def half(x):
            return x / 2

        print(size(-1), double(-2), half(3), count_not_kept())
        """
    said, results = run_python(textwrap.dedent(program), MAILWING_CACHE=str(tmp_path)).splitlines()
    assert said == (
        "mailwing: __main__.size uses `absolute`, a _FuncPtr. So it is compiled at every start, and what calls it "
        "(a kernel may use numbers, texts, tuples, enums, arrays and other kernels)"
    )
    assert results.split() == ["1", "4", "1.5", "3"]
    assert [path.name.partition("-")[0] for path in tmp_path.rglob("*.nbc")] == ["half"]
