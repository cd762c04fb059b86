"""Names of cities and cards: bytes in the tables, text everywhere else."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .._core.packs import PackTable
from .limits import NAME_BYTES

if TYPE_CHECKING:
    from .._core.game import Game


def spell(place: Any, name: str, entry: PackTable) -> None:
    """Write a name into a row of a table, uint8 [NAME_BYTES] (DataPackError: it is too long)."""
    letters = name.encode()
    if not 0 < len(letters) <= NAME_BYTES:
        raise entry.fault("name", f"must have 1 to {NAME_BYTES} bytes, '{name}' has {len(letters)}")
    place[: len(letters)] = list(letters)


@lru_cache(maxsize=1024)
def _read(letters: bytes) -> str:
    return letters.rstrip(b"\0").decode()


def city_name(game: Game, city: int) -> str:
    """Such as `"Vienna"`."""
    return _read(game.tables[0].city_name[city].tobytes())


def card_name(game: Game, card: int) -> str:
    """Such as `"Junkers Ju 52/3m"`."""
    return _read(game.tables[0].card_name[card].tobytes())
