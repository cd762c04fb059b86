"""`mailwing evaluate`: play agents against each other and report win rates with intervals."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .game_options import add_game_options, read_options, read_sweep
from .terminal import as_json
from .terminal import shown as terminal_text

if TYPE_CHECKING:
    from ..evaluation import Sweep, Tournament

EXAMPLES = """\
examples:
  mailwing evaluate ab_die_post --agents expert,adept,novice,random --deals 500
  mailwing evaluate ab_die_post --agents runs/x/best:3xexpert --deals 1000 --until-decided
  mailwing evaluate ab_die_post --agents ppo=runs/x/best,expert,adept --store results.sqlite --report report.html
  mailwing evaluate ab_die_post --players 3 --agents my_bots:Clever:2xadept --json
  mailwing evaluate ab_die_post --agents expert,adept --sweep players=3,4,5 --report sweep.html

Agents: names on the game's ladder (random, novice, adept, expert), trained agents that come with mailwing
(zoo/NAME; `mailwing zoo list` has them), checkpoint folders, module:NAME.
Agents without opponents of their own all play each other and get ratings. NAME:3xOTHER is one match-up: NAME in one
seat, OTHER in the other three. LABEL=NAME sets the label of an agent. Folders that exist are taken whole, even with
commas or = in their names; so is a name in quotes. Every deal is played from every seat; intervals are 95 % over deals.
With --store the same command continues a stopped evaluation; a sweep keeps each value in a file of its own, such as
results.players=3.sqlite."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "evaluate",
        help="play agents against each other and report win rates with intervals",
        description="Play agents against each other and report win rates with intervals.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    parser.add_argument("--agents", required=True, help="agents, separated by commas; see below")
    parser.add_argument(
        "--deals", type=int, default=1000, help="deals per match, each played from every seat (default: %(default)s)"
    )
    add_game_options(parser)
    parser.add_argument("--seed", type=int, default=0, help="determines the deals (default: %(default)s)")
    parser.add_argument(
        "--threads", type=int, help="number of threads (default: one for each processor); does not change results"
    )
    parser.add_argument(
        "--until-decided",
        action="store_true",
        help="stop a match as soon as its interval excludes the baseline; intervals then hold at any stopping time",
    )
    parser.add_argument(
        "--sweep",
        metavar="NAME=A,B,C",
        help="evaluate once for each of these values of a game option, or of players",
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="write an HTML report with tables and plots")
    parser.add_argument("--store", type=Path, metavar="FILE", help="store all games in SQLite; continues what is there")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else there")


def run(args: argparse.Namespace) -> int:
    """Play, print and write.

    Raises:
        ValueError: an argument is not valid, or an agent chose an illegal action.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # as in `mailwing train`, for networks in a search
    from ..evaluation.report import check_target, save_report
    from ..evaluation.sweep_report import save_sweep_report
    from ..evaluation.sweeps import Sweep

    if args.report is not None:
        check_target(args.report)
    played = play(args)
    print(as_json(played.to_dict(), indent=1) if args.json else terminal_text(played.text()))
    if args.report is not None:
        if isinstance(played, Sweep):
            save_sweep_report(played, args.report)
        else:
            save_report(played, args.report)
        print(terminal_text(f"report: {args.report}"), file=sys.stderr if args.json else sys.stdout)
    return 0


def play(args: argparse.Namespace) -> Tournament | Sweep:
    """Play the tournament, or that of each value of a sweep, with progress on stderr."""
    from ..envs._core.loops.thread_pool import processors
    from ..evaluation.progress import shown
    from ..evaluation.sweeps import sweep
    from ..evaluation.tournaments import tournament

    values = None if args.sweep is None else read_sweep(args.sweep)
    with shown() as progress:
        settings: dict[str, Any] = {
            "deals": args.deals,
            "seed": args.seed,
            "players": args.players,
            "data": args.data,
            "options": read_options(args.option),
            "threads": args.threads if args.threads is not None else processors(),
            "until_decided": args.until_decided,
            "store": args.store,
            "progress": progress,
            "command": command_of(args),
        }
        if values is None:
            return tournament(args.game, args.agents, **settings)
        return sweep(args.game, args.agents, *values, **settings)


def command_of(args: argparse.Namespace) -> str:
    """The command line that repeats the evaluation, without the files that it writes."""
    words = ["mailwing", "evaluate", args.game, "--agents", args.agents, "--deals", str(args.deals)]
    words += ["--seed", str(args.seed)]
    if args.players is not None:
        words += ["--players", str(args.players)]
    for entry in args.option:
        words += ["--option", entry]
    if args.data is not None:
        words += ["--data", str(args.data)]
    if args.until_decided:
        words.append("--until-decided")
    if args.sweep is not None:
        words += ["--sweep", args.sweep]
    return shlex.join(words)
