"""Which games there are, and how to load one."""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from pathlib import Path
from typing import Any

from .game import Game, GameSpec

_registered: dict[str, GameSpec] = {}


def register(spec: GameSpec) -> GameSpec:
    """Make a game known under its id; it then has every face that the suite has.

    Raises:
        ValueError: another game has this id.
    """
    known = _registered.get(spec.id)
    if known is not None and known is not spec:
        raise ValueError(f"a game with the id '{spec.id}' is registered already")
    _registered[spec.id] = spec
    return spec


VERSION_FILE = "version.txt"
"""Beside the `__init__.py` of a game that comes with mailwing: its version, which is known so without importing it."""


def declared_version(init_file: str) -> int:
    """The version in the file beside a game's `__init__.py`, for its `GameSpec`."""
    return int(Path(init_file).with_name(VERSION_FILE).read_text(encoding="ascii"))


@cache
def declared_versions() -> dict[str, int]:
    """The versions of the games that come with mailwing by id: the folders beside `_core` that declare one."""
    home = Path(__file__).parent.parent
    return {file.parent.name: declared_version(str(file)) for file in sorted(home.glob(f"*/{VERSION_FILE}"))}


def games() -> list[str]:
    """The ids of all games, shipped and registered."""
    return sorted({*declared_versions(), *_registered})


def spec_of(game: str) -> GameSpec:
    """The declaration of a game (ValueError: unknown; the message names near ones)."""
    if game not in _registered and game in declared_versions():
        register(importlib.import_module(f"mailwing.envs.{game}").SPEC)
    if game not in _registered:
        known = games()
        near = difflib.get_close_matches(game, known, n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise ValueError(f"unknown game '{game}'{hint}; games: {', '.join(known)}")
    return _registered[game]


def seats(game: str) -> tuple[int, ...]:
    """The numbers of players that a game allows."""
    return spec_of(game).seats


def load(game: str | Game, *, players: int | None = None, data: str | Path | None = None, **options: Any) -> Game:
    """A game bound to its options.

    Args:
        game: id from `games()` (a `Game` is handed back as it is, if nothing else is said).
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        options: the game's options, numbers or words.

    Raises:
        ValueError: unknown game, option or value, or a number of players that the game does not have.
        DataPackError: the data pack is faulty; the message names file, key and fault.
    """
    if isinstance(game, Game):
        if players is not None or data is not None or options:
            raise ValueError(f"{game.id}: this game is bound to its options already; load it by its id to change them")
        return game
    return Game(spec_of(game), players, data, **options)
