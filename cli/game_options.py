"""Arguments that all commands for a game share: players, data pack, options of the game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

USUAL = "seats at the table (default: the usual number of the game)"


SETTINGS = {"game": "the first argument", "players": "--players NUMBER", "data": "--data FOLDER"}
"""What is no option of a game, and how it is given instead."""


def add_game_options(parser: argparse.ArgumentParser, players: str = USUAL) -> None:
    """Declare `--players` (with this help), `--data` and `--option`."""
    parser.add_argument("--players", type=int, help=players)
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="data pack (default: the one that comes with the game)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as turn_limit=200; can be repeated",
    )


def read_options(words: Sequence[str]) -> dict[str, int | str]:
    """The options of `--option NAME=VALUE`, whole numbers as int.

    Raises:
        ValueError: an argument has another form, or a name is repeated.
    """
    found: dict[str, int | str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name, value = name.strip(), value.strip()
        if not (name and equals and value):
            raise ValueError(f"--option {word!r} must be NAME=VALUE, such as turn_limit=200")
        if name in SETTINGS:
            raise ValueError(f"--option {name} is no option of a game; give it as {SETTINGS[name]}")
        if name in found:
            raise ValueError(f"--option {name} is given twice")
        try:
            found[name] = int(value) if value.removeprefix("-").isdecimal() else value
        except ValueError:
            raise ValueError(f"--option {name} has a number of {len(value)} digits, which no option can be") from None
    return found
