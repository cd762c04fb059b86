"""`mailwing train`: train an agent from a config."""

from __future__ import annotations

import argparse
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..training.config import Config
    from ..training.run import Outcome

EXAMPLES = """\
examples:
  mailwing train configs/ab_die_post/ppo.toml
  mailwing train ab_die_post/demo --minutes 1 --run-dir runs/short
  mailwing train configs/ab_die_post/ppo.toml --resume           continue a stopped run
  mailwing train ab_die_post/ppo --set ppo.epochs=2 --set network.hidden=[128,128]
  mailwing train ab_die_post/selfplay --set selfplay.bots_share=0
  mailwing train ab_die_post/selfplay --teacher search:expert@16   learn first which choices of expert to leave

A config with a table [selfplay] is learnt by self-play: one policy learns from the decisions of every seat that it
plays, against itself, past selves, bots and checkpoints. Without it, one learner sits at each table of bots and
checkpoints (MaskablePPO, on the CPU).

Ctrl-C and SIGTERM end the update in progress and save the run; a second one stops at once. --resume continues after
that, and after a kill, from the latest checkpoint."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "train",
        help="train an agent from a config",
        description="Train an agent by self-play or against scripted bots, as the config says; writes the checkpoints "
        "`best` and `last` to the folder of the run.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("config", help="TOML file, or the name of a config that comes with mailwing")
    parser.add_argument("--run-dir", type=Path, help="folder of the run (default: runs/<name of the config>)")
    parser.add_argument(
        "--teacher",
        metavar="SEARCH",
        help="before self-play, learn over this bot from so many rollouts of every action: search:expert@16",
    )
    parser.add_argument("--resume", action="store_true", help="continue the run in that folder")
    parser.add_argument("--minutes", type=float, help="minutes of the run; replaces the budget of the config")
    parser.add_argument("--steps", type=int, help="decisions of the learner; replaces the budget of the config")
    parser.add_argument("--seed", type=int, help="seed; replaces that of the config")
    parser.add_argument(
        "--threads", type=int, help="number of threads; 0: one for each processor (default: run.threads of the config)"
    )
    parser.add_argument(
        "--set", action="append", default=[], metavar="TABLE.KEY=VALUE", help="change one value of the config"
    )
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> int:
    """Train and print where the agent is."""
    # Without this, idle threads of torch spin and take processor time from the others. It is read once, when torch is
    # imported.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from ..agents.zoo import name_of_folder
    from ..training.config import find_config, load_config

    path = find_config(args.config)
    words = overrides(minutes=args.minutes, steps=args.steps, seed=args.seed, threads=args.threads)
    config = load_config(path, [*taught_by(args.teacher), *args.set, *words])
    if not args.quiet and path != Path(args.config):
        print(f"There is no file {args.config} here; the config is the one that comes with mailwing: {path}")
    outcome = train(config, args.run_dir or default_folder(path), args.resume, args.quiet)
    best = outcome.folder / "best"
    if outcome.trained:
        print(f"Trained for {outcome.minutes:.1f} minutes, {outcome.steps:,} decisions; the agent is {best}. Try it:")
    else:
        print(
            f"This run had used up its budget before ({outcome.minutes:.1f} minutes, {outcome.steps:,} decisions), and "
            f"nothing was trained; --steps or --minutes with more would continue it. The agent is {best}. Try it:"
        )
    print(f"  mailwing play {config.game.id} --agents {shlex.quote(f'human,{name_of_folder(best)}')}")
    return 0


def train(config: Config, folder: Path, resume: bool, quiet: bool) -> Outcome:
    """Run a config in a folder; after a signal that stops it, print how to continue."""
    from ..training.folder import LAST
    from ..training.run import start_run

    try:
        return start_run(config, folder, resume=resume, quiet=quiet).train()
    except KeyboardInterrupt:
        if not quiet:
            start = "the latest checkpoint" if (folder / LAST).exists() else "the beginning (nothing is saved yet)"
            print(f"\nTo continue from {start} in {folder}, run the same command with --resume.", flush=True)
        raise


def overrides(
    *,
    minutes: float | None = None,
    steps: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> list[str]:
    """The values of the command line as changes of the config; minutes or steps replace the whole budget."""
    changes = []
    if minutes is not None or steps is not None:
        changes += [f"budget.minutes={minutes or 0.0}", f"budget.steps={steps or 0}"]
    given = {"run.seed": seed, "run.threads": threads}
    return changes + [f"{name}={value}" for name, value in given.items() if value is not None]


def taught_by(teacher: str | None) -> list[str]:
    """A teacher of the command line as changes of the config: the network plays over the bot that it names.

    Raises:
        ValueError: the name is no search.
    """
    if teacher is None:
        return []
    from ..agents.search import search_named

    base = search_named(teacher).base or ""
    return [f"teaching.teacher={teacher}", f"network.base={base}", f"cloning.bot={base}"]


def default_folder(config: Path) -> Path:
    """`runs/<game>-<name>` for a config in a folder of its game."""
    return Path("runs") / "-".join(part for part in (config.resolve().parent.name, config.stem) if part)
