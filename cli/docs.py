"""`mailwing docs`: write the documentation page of a game from its records, actions and data."""

from __future__ import annotations

import argparse
from pathlib import Path

EXAMPLES = """\
examples:
  mailwing docs ab_die_post                      print the page
  mailwing docs --all --folder docs/games        write the pages of all games that come with mailwing"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the options of the command."""
    parser = subparsers.add_parser(
        "docs",
        help="write the documentation page of a game from its records and actions",
        description="Write the documentation page of a game in Markdown, from its records, action table and data pack.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids of games")
    parser.add_argument("--all", action="store_true", help="the pages of all games that come with mailwing")
    parser.add_argument("--folder", type=Path, help="write GAME.md there (default: print)")


def run(args: argparse.Namespace) -> int:
    """Print the pages or write them."""
    from ..envs._core.files import write_text
    from ..envs._core.pictures.page import page
    from ..envs._core.registry import declared_versions, games, spec_of

    names = sorted(declared_versions()) if args.all else args.games
    if not names:
        raise ValueError(f"name a game or use --all; games: {', '.join(games())}")
    specs = [spec_of(name) for name in names]
    if args.folder is not None:
        args.folder.mkdir(parents=True, exist_ok=True)
    for name, text in [(spec.id, page(spec)) for spec in specs]:
        if args.folder is None:
            print(text, end="")
        else:
            path = args.folder / f"{name}.md"
            write_text(path, text)
            print(path)
    return 0
