"""`mailwing export`: write games between agents as a data set."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .game_options import add_game_options, read_options
from .terminal import as_json
from .terminal import shown as terminal_text

EXAMPLES = """\
examples:
  mailwing export ab_die_post --agents expert --games 10000 --out games.parquet
  mailwing export ab_die_post --agents expert,adept,novice,random --out mixed.parquet
  mailwing export ab_die_post --agents zoo/selfplay:3xexpert --games 500 --out zoo.parquet --json
  mailwing export ab_die_post --agents expert --format minari --out datasets/expert-v0

Agents are named as for `mailwing evaluate`; one alone plays against itself, several sit at mixed tables. Every game is
a deal of its own. A row (parquet) is a decision, an episode (minari) is the decisions of one seat in one game;
decisions with one legal action are left out. docs/data_sets.md has the columns, and how to read them."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "export",
        help="write games between agents as a data set",
        description="Write games between agents as a data set: what each seat saw, could do, did and received.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    parser.add_argument("--agents", required=True, help="agents, separated by commas; see below")
    parser.add_argument("--games", type=int, default=1000, help="number of games (default: %(default)s)")
    parser.add_argument("--out", type=Path, required=True, metavar="PATH", help="the file (parquet) or folder (minari)")
    parser.add_argument("--format", default="parquet", help="parquet or minari (default: %(default)s)")
    parser.add_argument("--overwrite", action="store_true", help="replace what is there")
    add_game_options(parser)
    parser.add_argument("--seed", type=int, default=0, help="determines the deals (default: %(default)s)")
    parser.add_argument(
        "--reward", default="placement", help="reward at the end: placement, win or score (default: %(default)s)"
    )
    parser.add_argument(
        "--shaping", type=float, default=0.0, help="factor of shaping by the score margin (default: none)"
    )
    parser.add_argument(
        "--threads", type=int, help="number of threads (default: one for each processor); does not change the data"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else there")


def run(args: argparse.Namespace) -> int:
    """Play and write, with progress on stderr.

    Raises:
        ValueError: an argument is not valid, something is at the target, or an agent chose an illegal action.
        OSError: the target cannot be written.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # as in `mailwing train`, for networks in a search
    from ..envs._core.loops.thread_pool import processors
    from ..evaluation.export import export_games
    from ..evaluation.progress import shown

    with shown() as progress:
        written = export_games(
            args.game,
            args.agents,
            args.out,
            games=args.games,
            format=args.format,
            overwrite=args.overwrite,
            seed=args.seed,
            players=args.players,
            data=args.data,
            options=read_options(args.option),
            threads=args.threads if args.threads is not None else processors(),
            reward=args.reward,
            shaping=args.shaping,
            progress=progress,
        )
    print(as_json(written.to_dict(), indent=1) if args.json else terminal_text(str(written)))
    return 0
