"""`mailwing zoo`: the trained agents that come with mailwing, and how one is added."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

EXAMPLES = """\
examples:
  mailwing zoo list
  mailwing zoo list ab_die_post --json
  mailwing zoo add runs/ab_die_post-selfplay/best selfplay --deals 1000
  mailwing zoo cards                                  write all cards anew

An agent of the zoo is named zoo/NAME wherever agents are named. `add` stores the weights of a checkpoint as float16 in
the folder of the package (agents/zoo/GAME/NAME, or under --folder), plays the stored agent against every bot of its
game, and writes its card, README.md, from metadata and results. Equal checkpoints give equal files."""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "zoo",
        help="list the trained agents that come with mailwing, or add one",
        description="List the trained agents that come with mailwing, add one, or write their cards.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="the agents of the zoo by game")
    listing.add_argument("games", nargs="*", metavar="GAME", help="ids of games (default: all that have agents)")
    listing.add_argument("--json", action="store_true", help="print what each has won, as JSON")
    adding = actions.add_parser("add", help="add the agent of a checkpoint")
    adding.add_argument("checkpoint", type=Path, help="folder of the checkpoint, such as runs/x/best")
    adding.add_argument("name", help="its name, without zoo/")
    adding.add_argument(
        "--deals", type=int, default=1000, help="deals against each bot; 0: play none (default: %(default)s)"
    )
    adding.add_argument("--replace", action="store_true", help="take the place of an agent of that name")
    adding.add_argument("--threads", type=int, help="number of threads (default: one for each processor)")
    cards = actions.add_parser("cards", help="write the cards of all agents anew")
    for action in (adding, cards):
        action.add_argument("--folder", type=Path, help="folder of the zoo (default: that of the package)")


def run(args: argparse.Namespace) -> int:
    """List, add, or write cards."""
    return {"list": _list, "add": _add, "cards": _cards}[args.action](args)


def _list(args: argparse.Namespace) -> int:
    from ..agents import trained
    from ..envs._core.registry import games

    found = {game: {name: _best_match(game, name) for name in trained(game)} for game in args.games or games()}
    if args.json:
        print(json.dumps(found, indent=1, ensure_ascii=False))
        return 0
    for game, names in found.items():
        if names or args.games:
            words = ", ".join(name + _match_words(match) for name, match in names.items())
            print(f"{game}: {words or 'none yet'}")
    if not args.games and not any(found.values()):
        print("The zoo has no agents yet.")
    return 0


def _best_match(game: str, name: str) -> dict[str, Any] | None:
    """What an agent has won against the strongest bot at the table that it was trained at most; None: not measured."""
    from ..agents.arrays import read_object
    from ..agents.zoo import checkpoint_folder

    file = checkpoint_folder(name, game) / "results.json"
    matches = read_object(file)["matches"] if file.is_file() else []
    return matches[0] if matches else None


def _match_words(match: dict[str, Any] | None) -> str:
    if match is None or not match["opponent"]:
        return ""
    share, low, high = match["win_rate"]
    rivals = f"{match['players'] - 1} × {match['opponent']}"
    return f" (wins {share:.3f} [{low:.3f}, {high:.3f}] against {rivals}; chance {match['baseline']:.3g})"


def _add(args: argparse.Namespace) -> int:
    from ..agents.zoo import FOLDER
    from ..envs._core.loops.thread_pool import processors
    from ..training.zoo import add as add_agent

    if args.deals < 0:
        raise ValueError(f"--deals {args.deals} must be 0 or more")
    threads = args.threads if args.threads is not None else processors()
    zoo = args.folder or FOLDER
    folder = add_agent(args.checkpoint, args.name, deals=args.deals, replace=args.replace, zoo=zoo, threads=threads)
    print(f"{folder.parent.name}: zoo/{folder.name} is in {folder}; its card is {folder / 'README.md'}")
    return 0


def _cards(args: argparse.Namespace) -> int:
    from ..agents.zoo import FOLDER
    from ..training.zoo import write_cards

    changed = write_cards(args.folder or FOLDER)
    print("\n".join(map(str, changed)) if changed else "All cards are as their metadata and results say.")
    return 0
