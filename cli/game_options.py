"""What every command that plays a game is asked in the same way: players, data pack, the game's own options."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

USUAL = "seats at the table (default: the game's usual number)"


def add_game_options(parser: argparse.ArgumentParser, players: str = USUAL) -> None:
    """Declare `--players` (with its help), `--data` and `--option`."""
    parser.add_argument("--players", type=int, help=players)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="data pack (default: the game's own)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as turn_limit=200; may be given several times",
    )


def read_options(words: Sequence[str]) -> dict[str, int | str]:
    """The options of `--option NAME=VALUE`, whole numbers as such.

    Raises:
        ValueError: a word is not of that form, or a name comes twice.
    """
    found: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and equals and value):
            raise ValueError(f"--option {word!r} must be NAME=VALUE, such as turn_limit=200")
        if name in found:
            raise ValueError(f"--option {name} is given twice")
        found[name] = int(value) if value.removeprefix("-").isdecimal() else value
    return found
