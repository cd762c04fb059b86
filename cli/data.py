"""`mailwing data`: write the data pack of a game as files to type into, and list every fault of one."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

from .terminal import as_json, shown

EXAMPLES = """\
examples:
  mailwing data aeroplanes --export my_board           # the pack that comes with the game, and a README of its keys
  mailwing data aeroplanes --check my_board            # every fault at once
  mailwing play aeroplanes --data my_board             # and every other command

A data pack is what is printed on the board and the cards. What no rulebook shows is estimated there and marked
`provenance = "reconstructed"`: whoever has the board can type the true values. --check exits with 1 if there is a
fault."""

FAULTY = 1


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "data",
        help="write the data pack of a game as files to edit, or check one",
        description="Write the data pack of a game as files to edit, or check one.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", help="id of the game")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--export", type=Path, metavar="FOLDER", help="write the pack there, with a README")
    what.add_argument("--check", type=Path, metavar="FOLDER", help="list every fault of the pack there")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="export this pack instead of the game's own")
    parser.add_argument("--overwrite", action="store_true", help="let --export replace files that are there")
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout and nothing else there")


def run(args: argparse.Namespace) -> int:
    """Export or check; 1 if the pack that is checked has a fault.

    Raises:
        ValueError: an unknown game, options that do not go together, files that would be overwritten.
    """
    if args.check is not None:
        if args.data is not None or args.overwrite:
            raise ValueError("--data and --overwrite go with --export; --check names the folder to be checked itself")
        return _check(args.game, args.check, args.json)
    return _export(args)


def _export(args: argparse.Namespace) -> int:
    from ..envs import export_data

    files = export_data(args.game, args.export, data=args.data, overwrite=args.overwrite)
    if args.json:
        print(as_json({"game": args.game, "files": [str(file) for file in files]}, indent=1))
    else:
        print(shown("\n".join([*(f"wrote {file}" for file in files), f"{files[-1]} says what can stand where"])))
    return 0


def _check(game: str, folder: Path, json: bool) -> int:
    from ..envs import check_data

    check = check_data(game, folder)
    if json:
        entries = [asdict(fault) for fault in check.faults]
        print(as_json({"game": game, "folder": str(folder), "faults": entries, "complete": check.complete}, indent=1))
    else:
        lines = [str(fault) for fault in check.faults]
        many = f"{len(lines)} fault{'s' if len(lines) > 1 else ''}" if lines else "no fault"
        lines.append(f"{folder}: {many}{'' if lines else f', {game} can be played with it'}")
        if not check.complete:
            lines.append("what stands around them was not looked at closely: check again when they are put right")
        print(shown("\n".join(lines)))
    return FAULTY if check.faults else 0
