"""`make mutants GAME=…`: change the rules of a game in small ways, one at a time, and list what no test notices."""

# pyright: reportMissingImports=false

from __future__ import annotations

import argparse
import os
import sys

import pytest
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from .equivalents import ROOT, row_of
from .sample import Mutant, sample_of
from .trials import Trial, Trials

FOLDER = ROOT / "build" / "mutants"
"""Results of every mutant that was tried, and notes on the tests; `make clean` forgets them."""

MUST_DIE = 0.95
"""Share of the sample below which the exit code is 1."""

RESULTS = {
    died: WorkResult(WorkerOutcome.NORMAL, test_outcome=TestOutcome.KILLED if died else TestOutcome.SURVIVED)
    for died in (True, False)
}


def dead(db: WorkDB) -> set[str]:
    """The ids of the mutants that have died, in this run or one before."""
    return {str(job) for job, result in db.results if result.is_killed}


def try_sample(game: str, sample: dict[str, Mutant], db: WorkDB, processes: int) -> None:
    """Try what has not died yet: what no run came to, and what lived, since there may be a test for it now."""
    left = {job: mutant for job, mutant in sample.items() if job not in dead(db)}
    known = {item.job_id for item in db.work_items}
    db.add_work_items(WorkItem.single(job, mutant.spec) for job, mutant in left.items() if job not in known)
    if not left:
        return
    count = 0

    def tell(job: str, died: bool) -> None:
        nonlocal count
        count += 1
        db.set_result(job, RESULTS[died])
        print(f"{count:4}/{len(left)} {'died ' if died else 'LIVES'} {left[job].change.function}", flush=True)

    trials = {
        job: Trial(mutant.spec.module_path, mutant.source, mutant.change.function) for job, mutant in left.items()
    }
    plugin = Trials(game, trials, FOLDER / f"{game}.json", processes, tell)
    arguments = [f"tests/{game}", "-m", "rule", "--assert=plain", "-s", "-qq", "-p", "no:cacheprovider", "-n", "0"]
    pytest.main(arguments, plugins=[plugin])
    if plugin.failed or count < len(left):
        sys.exit(f"The tests of {game} must pass first: NUMBA_DISABLE_JIT=1 pytest tests/{game} -m rule")


def report(alive: list[Mutant]) -> None:
    """Say where each survivor is, what it changes, and the row that it would have in the ledger."""
    for spec, _, change in alive:
        print(f"\n{spec.module_path}:{spec.start_pos[0]} {change.function}\n- {change.before}\n+ {change.after}")
        print(row_of(change))


def main() -> None:
    """Draw a sample, try it, list the survivors; the exit code is 1 if too many of them live."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("game", help="a folder of `envs` and of `tests`")
    parser.add_argument("--sample", type=int, default=150, help="how many mutants (150)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--processes", type=int, default=2, help="that try mutants at the same time (2)")
    asked = parser.parse_args()
    if not (ROOT / "envs" / asked.game / "rules").is_dir():
        parser.error(f"envs/{asked.game}/rules is no folder")
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    FOLDER.mkdir(parents=True, exist_ok=True)
    sample, left_out = sample_of(asked.game, asked.sample, asked.seed)
    with use_db(str(FOLDER / f"{asked.game}.sqlite")) as db:
        try_sample(asked.game, sample, db, asked.processes)
        alive = [mutant for job, mutant in sample.items() if job not in dead(db)]
    report(alive)
    share = 1 - len(alive) / len(sample)
    print(f"\n{asked.game}, sample {len(sample)}, seed {asked.seed}: {len(sample) - len(alive)} died, {share:.1%}.")
    print(f"{left_out} that change nothing (docs/rules/{asked.game}.md) were left out.")
    sys.exit(share < MUST_DIE)


if __name__ == "__main__":
    main()
