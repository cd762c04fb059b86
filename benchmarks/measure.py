"""Measure this library beside its peers, in one run on one machine.

    make bench                                           installs the peers (extra `bench`) and runs this
    python benchmarks/measure.py --write                 keep the figures in benchmarks/figures.json
    python benchmarks/measure.py --only batch,aec        some of the groups
    python benchmarks/measure.py --python-of pgx=PYTHON  a peer in an interpreter of its own

Everything plays uniformly random legal actions. Every side has a process of its own; they take turns, a window each in
every round, so that a slow moment of the machine meets all of them. Figures are medians over the rounds with quartiles,
a ratio is the median of the ratios within the rounds. A peer that does not work here is named as left out.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rows import Group, all_groups
from sides import RunningSide, SideError
from summary import cores, describe, provenance
from table import group_lines

FIGURES = Path(__file__).with_name("figures.json")


def measure(group: Group, pythons: Mapping[str, str], versions: dict[str, str]) -> dict[str, Any]:
    """Run a group and describe it; the versions of what it uses are added to `versions`."""
    # The last core of those that this process may use: systems tend to do their own work on the first.
    core = max(os.sched_getaffinity(0)) if group.one_core and hasattr(os, "sched_getaffinity") else None
    running, left_out = _start(group, core, pythons)
    try:
        windows: dict[str, list[float]] = {side.side.key: [] for side in running}
        for _ in range(group.rounds):
            for side in running:
                windows[side.side.key].append(side.window())
    finally:
        for side in running:
            side.close()
    for side in running:
        for name, version in side.versions.items():
            versions.setdefault(name, version)
    return describe(group, windows, left_out)


def _start(group: Group, core: int | None, pythons: Mapping[str, str]) -> tuple[list[RunningSide], dict[str, str]]:
    running, left_out = [], {}
    for side in group.sides:
        try:
            python = pythons.get(side.module.removeprefix("peer_"))
            running.append(RunningSide(side, core, python, group.warm_up))
        except SideError as error:
            left_out[side.key] = str(error)
    return running, left_out


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="groups to run, separated by commas (default: all)")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a short window (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=15, help="windows of a side at most (default: %(default)s)")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {FIGURES.name}")
    parser.add_argument(
        "--python-of",
        action="append",
        default=[],
        metavar="PEER=PYTHON",
        help="interpreter of pgx, envpool, open_spiel or pettingzoo (default: the one that runs this)",
    )
    args = parser.parse_args()
    if args.rounds < 2 or args.seconds <= 0:
        parser.error("--rounds must be 2 or more and --seconds more than 0")
    if wrong := [entry for entry in args.python_of if "=" not in entry]:
        parser.error(f"--python-of {wrong[0]}: write it as pgx=path/to/python")
    return args


def main() -> int:
    """Measure what was asked for, print it, and keep it if that was asked for too."""
    args = _arguments()
    groups = {group.id: group for group in all_groups(cores(), args.seconds, args.rounds)}
    chosen = args.only.split(",") if args.only else list(groups)
    if unknown := [name for name in chosen if name not in groups]:
        raise SystemExit(f"measure.py: unknown group {unknown[0]!r}; there are {', '.join(groups)}")
    pythons = dict(entry.split("=", 1) for entry in args.python_of)
    versions: dict[str, str] = {}
    figures: dict[str, Any] = {}
    for name in chosen:
        figures[name] = measure(groups[name], pythons, versions)
        print("\n".join(group_lines(figures[name])), flush=True)
    if args.write:
        _keep(figures, provenance(_command(args), versions))
    return 0


def _command(args: argparse.Namespace) -> str:
    only = f" --only {args.only}" if args.only else ""
    return f"python benchmarks/measure.py --seconds {args.seconds:g} --rounds {args.rounds}{only} --write"


def _keep(figures: Mapping[str, Any], made: Mapping[str, Any]) -> None:
    """Write the groups that were measured, each with what it was made with; the others stay as they are."""
    kept = json.loads(FIGURES.read_text(encoding="utf-8"))["groups"] if FIGURES.exists() else {}
    kept |= {name: {**group, "made": dict(made)} for name, group in figures.items()}
    ordered = {group.id: kept[group.id] for group in all_groups(1, 1.0, 2) if group.id in kept}
    FIGURES.write_text(json.dumps({"groups": ordered}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {FIGURES.name}; `python benchmarks/table.py --write` brings it to the pages", file=sys.stderr)


if __name__ == "__main__":
    raise SystemExit(main())
