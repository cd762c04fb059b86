"""`mailwing report`: the learning curves of a training run."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .terminal import as_json, shown

EXAMPLES = """\
examples:
  mailwing report runs/ppo                          # the evaluations as a table
  mailwing report runs/ppo --out curves.html        # and their curves, over decisions and over minutes
  mailwing report runs/ppo --json

The run may be in progress. The report of an evaluation is made by `mailwing evaluate … --report FILE`."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "report",
        help="show the learning curves of a training run",
        description="Show the learning curves of a training run.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("run", type=Path, metavar="RUN", help="folder of the run")
    parser.add_argument("--out", type=Path, metavar="FILE.html", help="write an HTML page with the curves")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else there")


def run(args: argparse.Namespace) -> int:
    """Read, print and write.

    Raises:
        ValueError: the folder is not that of a run, nothing was learnt there yet, or no file can be written to `--out`.
    """
    from ..envs._core.files import write_text
    from ..evaluation.report import check_target
    from ..training.run_report import RunReport

    if args.out is not None:
        check_target(args.out)
    report = RunReport(args.run)
    print(as_json(report.to_dict(), indent=1) if args.json else shown(report.text()))
    if args.out is not None:
        write_text(args.out, report.html())
        print(shown(f"report: {args.out}"), file=sys.stderr if args.json else sys.stdout)
    return 0
