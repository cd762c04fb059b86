"""Trying mutants out: in copies of the project, so that whatever stops a run leaves no changed file behind.

Each process has a copy and has loaded what the tests need; it forks for every mutant, which then takes a second or so.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import compileall
import importlib
import multiprocessing
import os
import shutil
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from cosmic_ray.mutating import use_mutation
from cosmic_ray.work_item import MutationSpec

from .equivalents import ROOT
from .operators import operators

FOLDER = ROOT / "build" / "mutants"
ROOMS = ("agents", "envs")
"""What the tests of a game import."""

LOADED = ("numba", "pytest", "hypothesis", "gymnasium", "toys", "mailwing.envs.testing")
"""What is loaded before the first mutant; nothing of the game."""

LIMIT = 600.0
"""Seconds that a mutant gets in case the limit of each test (`fastest_first`) does not stop it."""

NOT_COPIED = shutil.ignore_patterns("__pycache__", "golden")


def arguments(game: str) -> list[str]:
    """What pytest is called with: the tests that prove a rule, until one fails."""
    plain = ["--assert=plain", "-p", "no:cacheprovider", "-n", "0"]
    return [f"tests/{game}", "-m", "rule", "-x", "-p", "mutants.fastest_first", *plain]


def make_copy(game: str) -> Path:
    """A copy of what the tests of a game need, in which the tests must pass; the plugin notes how long each takes."""
    shutil.rmtree(FOLDER / game, ignore_errors=True)
    copy = FOLDER / game / "0"
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / "mailwing" / room, ignore=NOT_COPIED)
    shutil.copy2(ROOT / "mailwing" / "__init__.py", copy / "mailwing")
    shutil.copytree(ROOT / "tests", copy / "tests", ignore=NOT_COPIED)
    shutil.copy2(ROOT / "pyproject.toml", copy)
    compileall.compile_dir(copy, quiet=1)
    os.environ["MUTANTS_FIRST"] = "yes"
    with pool_in([copy]) as pool:
        if pool.submit(fails, game).result():
            sys.exit(f"Without any change, tests of {game} fail when interpreted: see {copy / 'pytest.log'}")
    del os.environ["MUTANTS_FIRST"]
    return copy


@contextmanager
def pool_in(copies: list[Path]) -> Iterator[ProcessPoolExecutor]:
    """A process in each copy; whatever happens, none of them begins another mutant then."""
    with multiprocessing.Manager() as manager:
        free = manager.Queue()
        for copy in copies:
            free.put(str(copy))
        pool = ProcessPoolExecutor(len(copies), initializer=lambda: enter(free.get()))
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def enter(copy: str) -> None:
    """A process settles in a copy, in which `mailwing` is found before the one that is installed."""
    os.chdir(copy)
    os.environ |= {"NUMBA_DISABLE_JIT": "1", "OMP_NUM_THREADS": "1"}
    sys.dont_write_bytecode = True
    sys.path[:0] = [copy, str(Path(copy, "tests"))]
    for module in LOADED:
        importlib.import_module(module)


def fails(game: str, spec: MutationSpec | None = None) -> bool:
    """Whether a test of the game fails in the copy of this process, with a change if one is given."""
    if spec is None:
        return fork_fails(game)
    with use_mutation(spec.module_path, operators()[spec.operator_name], spec.occurrence):
        return fork_fails(game)


def fork_fails(game: str) -> bool:
    """The same, with the files as they are."""
    child = multiprocessing.get_context("fork").Process(target=run_tests, args=(game,))
    child.start()
    child.join(LIMIT)
    if child.is_alive():
        child.kill()
        child.join()
    return child.exitcode != 0


def run_tests(game: str) -> None:
    """Run the tests in a process of their own, which ends with what pytest returns."""
    log = os.open("pytest.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    os.dup2(log, 2)
    pytest = importlib.import_module("pytest")
    os._exit(pytest.main(arguments(game)))


def trials(game: str, specs: dict[str, MutationSpec], processes: int, longest: float) -> Iterator[tuple[str, bool]]:
    """Try mutants with the tests that take no longer; `(id, whether it died)` of each as soon as it is known."""
    os.environ |= {"MUTANTS_TIMES": str(FOLDER / f"{game}.json"), "MUTANTS_LONGEST": str(longest)}
    first = make_copy(game)
    copies = [first, *(Path(shutil.copytree(first, FOLDER / game / str(k))) for k in range(1, processes))]
    with pool_in(copies) as pool:
        jobs = {pool.submit(fails, game, spec): job for job, spec in specs.items()}
        for future in as_completed(jobs):
            yield jobs[future], future.result()
