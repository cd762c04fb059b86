"""`mailwing demo`: train an agent for a few minutes, play it against every bot, print the result."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

CONFIG = "ab_die_post/demo"

EXAMPLES = """\
examples:
  mailwing demo
  mailwing demo --minutes 1 --folder runs/first"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "demo",
        help="train an agent for a few minutes and play it against every bot",
        description="Train an agent for Ab die Post!, play it against every bot of the ladder and write a report.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", default=CONFIG, help="config to train (default: %(default)s)")
    parser.add_argument("--minutes", type=float, help="training time instead of the config's")
    parser.add_argument("--deals", type=int, default=1000, help="deals against each bot (default: %(default)s)")
    parser.add_argument("--folder", type=Path, help="folder of the run (default: a new folder runs/demo-<number>)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Train, play, print the table and the path of the report."""
    from ..training.config import find_config, load_config
    from . import train

    if args.deals < 1:
        raise ValueError(f"--deals {args.deals} must be 1 or more")
    config = load_config(find_config(args.config), train.overrides(minutes=args.minutes))
    folder = args.folder or new_folder(Path("runs"))
    train.train(config, folder, resume=False, quiet=args.quiet)
    report = folder / "report.html"
    print(ladder_table(config.game.id, config.game.players or None, folder / "best", args.deals, report, args.quiet))
    print(f"\nreport: {report}")
    return 0


def new_folder(parent: Path) -> Path:
    """The first of `demo-1`, `demo-2`, … that does not exist."""
    number = 1
    while (parent / f"demo-{number}").exists():
        number += 1
    return parent / f"demo-{number}"


def ladder_table(game: str, players: int | None, agent: Path, deals: int, report: Path, quiet: bool) -> str:
    """Play a checkpoint against every bot and agent of the zoo; write the report and return the lines of the table."""
    from ..agents import ladder, trained
    from ..agents.zoo import name_of_folder
    from ..envs._core.loops.thread_pool import processors
    from ..envs._core.registry import load
    from ..evaluation import save_report, tournament
    from ..evaluation.progress import shown, silent

    seats = load(game, players=players).players
    rungs = [*ladder(game), *trained(game)]
    words = ",".join(f"ppo={name_of_folder(agent)}:{seats - 1}x{name}" for name in rungs)
    with nullcontext(silent) if quiet else shown() as progress:
        played = tournament(
            game,
            words,
            deals=deals,
            players=seats,
            threads=processors(),
            progress=progress,
            command=f"mailwing evaluate {game} --agents {words} --deals {deals} --players {seats}",
        )
    save_report(played, report)
    return "\n".join(str(result) for result in played.results)
