"""Names of cities and cards, bytes in the tables and text everywhere else, and of kinds of tiles and dice."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .._core.packs import PackTable
from .._core.words import plain
from .limits import FAILURE, NAME_BYTES, Advantage

if TYPE_CHECKING:
    from .._core.game import Game

STAGE_NAMES = ("", "I", "II", "III")
"""Stages and eras by number, from 1."""


def advantage_name(kind: int) -> str:
    """Such as `"Night Flights"`."""
    return Advantage(kind).name.replace("_", " ").title()


def kind_name(kind: int) -> str:
    """A kind of airport tile on a card: `"Stage II long-distance"`."""
    return f"Stage {STAGE_NAMES[kind // 2 + 1]}{' long-distance' if kind % 2 else ''}"


def die_name(value: int) -> str:
    """A face of a risk die: `"4"`, or `"failure"`."""
    return "failure" if value == FAILURE else str(value)


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


def city_code(game: Game, city: int) -> str:
    """Three letters for a destination, such as `"VIE"`; no two have the same."""
    t = game.tables[0]
    return _codes(t.city_name[: int(t.cities)].tobytes())[city]


@lru_cache(maxsize=64)
def _codes(letters: bytes) -> tuple[str, ...]:
    """The first letters of a name, of two words one of the first; others of its letters where a code is taken."""
    found: list[str] = []
    for start in range(0, len(letters), NAME_BYTES):
        words = re.findall(r"[A-Z0-9]+", plain(_read(letters[start : start + NAME_BYTES])).upper()) or ["X"]
        name = words[0][0] + words[1] + words[0][1:] if len(words) > 1 else words[0]
        tries = (f"{name[0]}{a}{b}" for a, b in combinations(name[1:] + "XYZ0123456789", 2))
        found.append(next(code for code in tries if code not in found))
    return tuple(found)


def card_name(game: Game, card: int) -> str:
    """Such as `"Junkers Ju 52/3m"`."""
    return _read(game.tables[0].card_name[card].tobytes())


def passenger_name(game: Game, passenger: int) -> str:
    """Such as `"to Cairo, 2 seats, 1 VP"`."""
    t = game.tables[0]
    seats, points = int(t.passenger_seats[passenger]), int(t.passenger_points[passenger])
    worth = f", {points} VP" if points else ""
    return f"to {city_name(game, int(t.passenger_to[passenger]))}, {seats} seat{'s' if seats > 1 else ''}{worth}"
