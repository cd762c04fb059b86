"""Which games there are, and how to load one.

Games come from three places: the folders beside `_core`, the entry points of the group `mailwing.games` (each is
`game_id = "package:SPEC"`, so that other packages can offer games), and `register`. Listing games
imports none of them.
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mailwing.registries import announce, declared_version, declared_versions

from .game import Game, GameSpec

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP",
    "PACKAGE",
    "declared_version",
    "declared_versions",
    "games",
    "load",
    "offered",
    "register",
    "seats",
    "spec_of",
    "spec_of_any",
]

GROUP = "mailwing.games"
"""The entry points by which packages offer their games."""

PACKAGE = "mailwing.envs"
"""The package of the games that come with mailwing."""

_registered: dict[str, GameSpec] = {}


def register(spec: GameSpec) -> GameSpec:
    """Make a game known under its id: every environment can then be made for it, and Gymnasium and PettingZoo list it.

    Raises:
        ValueError: another game has this id.
    """
    if spec.id in declared_versions() and not spec.kernels.apply.__module__.startswith(f"{PACKAGE}.{spec.id}."):
        raise ValueError(f"a game with the id '{spec.id}' comes with mailwing; give yours another one")
    known = _registered.get(spec.id)
    if known is not None and known is not spec:
        raise ValueError(f"a game with the id '{spec.id}' is registered already")
    _registered[spec.id] = spec
    announce(spec.id, spec.version)
    return spec


@cache
def offered() -> dict[str, EntryPoint]:
    """The entry points of the games that other packages offer, by id (none is imported).

    Raises:
        ValueError: two packages offer the same id, or one offers the id of a game that comes with mailwing.
    """
    from importlib.metadata import entry_points  # slow to import, and not always needed

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        known = found.get(entry.name)
        if entry.name in declared_versions():
            raise ValueError(f"{_origin(entry)} offers a game '{entry.name}' ({GROUP}), but mailwing itself has one")
        # An editable install is listed twice when its folder is also on the path.
        if known is not None and known.value != entry.value:
            raise ValueError(f"{_origin(known)} and {_origin(entry)} both offer a game '{entry.name}' ({GROUP})")
        found[entry.name] = entry
    return found


def _origin(entry: EntryPoint) -> str:
    """The package that an entry point belongs to, in words."""
    return f"the package '{entry.dist.name}'" if entry.dist is not None else f"'{entry.value}'"


def games() -> list[str]:
    """The ids of all games: those that come with mailwing, those of other packages, and registered ones."""
    return sorted({*declared_versions(), *offered(), *_registered})


def is_installed(game: str) -> bool:
    """Whether every process can load the game, not only this one, which may have registered it."""
    return game in declared_versions() or game in offered()


def spec_of(game: str) -> GameSpec:
    """The declaration of a game, imported at the first call.

    Raises:
        ValueError: unknown (the message names near ones), or the package that offers it declares something else.
        ImportError: the package that offers it cannot be imported; the message names it.
    """
    if game not in _registered:
        if game in declared_versions():
            register(importlib.import_module(f"{PACKAGE}.{game}").SPEC)
        elif game in offered():
            register(_spec_of_entry(offered()[game]))
        else:
            known = games()
            near = difflib.get_close_matches(str(game), known, n=1)
            hint = f" (did you mean '{near[0]}'?)" if near else ""
            raise ValueError(f"unknown game '{game}'{hint}; games: {', '.join(known)}")
    return _registered[game]


def spec_of_any(game: str | Game) -> GameSpec:
    """The declaration of a game that is named or loaded (errors as for `spec_of`)."""
    return game.spec if isinstance(game, Game) else spec_of(game)


def _spec_of_entry(entry: EntryPoint) -> GameSpec:
    """The declaration that an entry point names."""
    whose = f"{_origin(entry)} offers the game '{entry.name}' as '{entry.value}' ({GROUP})"
    try:
        spec = entry.load()
    except (ImportError, AttributeError) as error:
        raise ImportError(f"{whose}, but that cannot be loaded: {error}") from error
    if not isinstance(spec, GameSpec):
        raise ValueError(f"{whose}, but that is {type(spec).__name__}, not a GameSpec")
    if spec.id != entry.name:
        raise ValueError(f"{whose}, but that declares the game '{spec.id}'; name the entry point '{spec.id}'")
    return spec


def seats(game: str) -> tuple[int, ...]:
    """The numbers of players that a game allows."""
    return spec_of(game).seats


def load(game: str | Game, *, players: int | None = None, data: str | Path | None = None, **options: Any) -> Game:
    """A game bound to its options.

    Args:
        game: id from `games()` (a `Game` is returned unchanged if there are no other arguments).
        players: seats at the table; None: the usual number of the game.
        data: folder of a data pack; None: the one that comes with the game.
        options: the game's options, numbers or words.

    Raises:
        TypeError: an unknown option; the message says which there are.
        ValueError: unknown game or value, or a number of players that the game does not have.
        DataPackError: the data pack is faulty; the message names file, key and fault.
    """
    if isinstance(game, Game):
        if players is not None or data is not None or options:
            raise ValueError(f"{game.id}: this game is bound to its options already; load it by its id to change them")
        return game
    return Game(spec_of(game), players, data, **options)
