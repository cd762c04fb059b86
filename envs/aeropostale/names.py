"""Names of cities, companies, designs and cards, bytes in the tables and text elsewhere, and of kinds of things."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .._core.packs import PackTable
from .limits import NAME_BYTES, Cargo, Rank, RecordKind, Wing

if TYPE_CHECKING:
    from .._core.game import Game

RANK_NAMES = {Rank.ROOKIE: "rookie", Rank.SEASONED: "seasoned pilot", Rank.LEGENDARY: "legendary pilot"}


def spell(place: Any, name: str, entry: PackTable, key: str = "name") -> None:
    """Write a name into a row of a table, uint8 [NAME_BYTES] (DataPackError: it is too long)."""
    letters = name.encode()
    if not 0 < len(letters) <= NAME_BYTES:
        raise entry.fault(key, f"must have 1 to {NAME_BYTES} bytes, '{name}' has {len(letters)}")
    place[: len(letters)] = list(letters)


@lru_cache(maxsize=1024)
def _read(letters: bytes) -> str:
    return letters.rstrip(b"\0").decode()


def city_name(game: Game, city: int) -> str:
    """Such as `"Buenos Aires"`."""
    return _read(game.tables[0].city_name[city].tobytes())


def line_name(game: Game, line: int) -> str:
    """Such as `"Pyrenees"`."""
    return _read(game.tables[0].line_name[line].tobytes())


def company_name(game: Game, company: int) -> str:
    """Such as `"Latécoère"`."""
    return _read(game.tables[0].company_name[company].tobytes())


def seat_name(game: Game, s: Any, seat: int) -> str:
    """The company of a seat, by which people at the table call it."""
    return company_name(game, int(s.company[seat]))


def design_name(game: Game, company: int, design: int) -> str:
    """Such as `"Latécoère 28-1"`."""
    return _read(game.tables[0].design_name[company, design].tobytes())


def legend_name(game: Game, legend: int) -> str:
    """Such as `"Maryse Bastié"`."""
    return _read(game.tables[0].legend_name[legend].tobytes())


def card_name(game: Game, line: int, card: int) -> str:
    """A weather card: `"Contrary winds"`."""
    return _read(game.tables[0].card_name[line, card].tobytes())


def rank_name(rank: int) -> str:
    """Such as `"seasoned pilot"`."""
    return RANK_NAMES[Rank(rank)]


def record_name(record: int) -> str:
    """Such as `"speed"`."""
    return RecordKind(record).name.lower()


def wing_name(kind: int) -> str:
    """Such as `"bronze"`."""
    return Wing(kind).name.lower()


def cargo_names(kinds: int) -> str:
    """A set of kinds of cargo: `"mail and passengers"`."""
    names = [kind.name.lower() for kind in Cargo if kinds >> kind & 1]
    return " and ".join(names) if len(names) < 3 else f"{names[0]}, {names[1]} and {names[2]}"
