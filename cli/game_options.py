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
        found[name] = _value_of(f"--option {name}", value)
    return found


def read_sweep(word: str) -> tuple[str, list[int | str]]:
    """Name and values of `--sweep NAME=A,B,C`, whole numbers as int.

    Raises:
        ValueError: it has another form.
    """
    name, equals, values = word.partition("=")
    name, parts = name.strip(), [part.strip() for part in values.split(",")]
    if not (name and equals and all(parts)):
        raise ValueError(f"--sweep {word!r} must be NAME=VALUE,VALUE,…, such as players=3,4,5 or turn_limit=100,200")
    if name in ("game", "data"):
        raise ValueError(f"--sweep {name}: only options of a game and players can be swept")
    return name, [_value_of(f"--sweep {name}", part) for part in parts]


def _value_of(what: str, value: str) -> int | str:
    try:
        return int(value) if value.removeprefix("-").isdecimal() else value
    except ValueError:
        raise ValueError(f"{what} has a number of {len(value)} digits, which no option can be") from None
