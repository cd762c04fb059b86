"""Data packs: reading a game's TOML files, with errors that name the file, the key and the fault.

A pack is a folder of TOML files. A game reads each one through typed getters and ends with `done()`:

    track = read_toml(folder, "track.toml").table("track")
    sections = track.integer("sections", 1, 40)
    track.done()

Every table says where its numbers come from: `provenance = "rulebook"`, `"published"` or `"reconstructed"`.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .files import read_text
from .words import fault_of, short

PROVENANCES = ("rulebook", "published", "reconstructed")
"""Where the numbers of a table can come from."""


class DataPackError(ValueError):
    """A data pack that cannot be played; the message names file, key and fault."""


def nearest(name: str, known: Iterable[str]) -> str:
    """`" (nearest: 'Sahara')"` for a misspelt name, or an empty text when nothing is near."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.4)
    return f" (nearest: '{near[0]}')" if near else ""


class PackTable:
    """One TOML table of a pack, read key by key; keys that were never read are errors.

    Args:
        file: the file, for messages.
        path: the dotted path of the table in the file, `""` for the whole file.
        values: the parsed table.
    """

    def __init__(self, file: Path, path: str, values: dict[str, Any]) -> None:
        self.file = file
        self.path = path
        self.values = values
        self._read: set[str] = set()

    def fault(self, key: str, what: str) -> DataPackError:
        """The error for a key of this table (`""`: the table itself), to be raised by the caller."""
        place = ".".join(part for part in (self.path, key) if part)
        return DataPackError(f"{self.file}: {place + ': ' if place else ''}{what}")

    def has(self, key: str) -> bool:
        """Whether an optional key is there."""
        return key in self.values

    def value(self, key: str) -> Any:
        """The raw value of a key that must be there."""
        self._read.add(key)
        if key not in self.values:
            unread = [name for name in self.values if name not in self._read]
            raise self.fault(key, f"is missing{nearest(key, unread)}")
        return self.values[key]

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        return self._whole(key, self.value(key), low, high)

    def integers(self, key: str, low: int, high: int, count: int | None = None) -> list[int]:
        """A list of whole numbers from `low` to `high`, of a fixed length if `count` is given."""
        values = self.value(key)
        if not isinstance(values, list):
            raise self.fault(key, f"must be a list of whole numbers, not {short(values)}")
        if count is not None and len(values) != count:
            raise self.fault(key, f"must hold {count} numbers, not {len(values)}")
        return [self._whole(f"{key}[{i}]", value, low, high) for i, value in enumerate(values)]

    def text(self, key: str, choices: Iterable[str] | None = None) -> str:
        """A text, one of `choices` if they are given."""
        value = self.value(key)
        if not isinstance(value, str):
            raise self.fault(key, f"must be a text in quotes, not {short(value)}")
        if fault := fault_of(value):
            raise self.fault(key, fault)
        known = None if choices is None else list(choices)
        if known is not None and value not in known:
            raise self.fault(key, f"{short(value)} is unknown{nearest(value, known)}; choose one of {', '.join(known)}")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.value(key)
        if not isinstance(value, bool):
            raise self.fault(key, f"must be true or false, not {short(value)}")
        return value

    def table(self, key: str, provenance: bool = True) -> PackTable:
        """A table in this one; it must name its `provenance` unless `provenance` is False."""
        value = self.value(key)
        if not isinstance(value, dict):
            raise self.fault(key, f"must be a table, not {short(value)}")
        inner = PackTable(self.file, f"{self.path}.{key}" if self.path else key, value)
        if provenance:
            inner.text("provenance", PROVENANCES)
        return inner

    def tables(self, key: str, low: int, high: int, provenance: bool = True) -> list[PackTable]:
        """A list of tables (`[[key]]`), from `low` to `high` of them; faults count them from 1."""
        values = self.value(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.fault(key, f"must be a list of tables ([[{key}]])")
        if not low <= len(values) <= high:
            raise self.fault(key, f"must have {low} to {high} tables, not {len(values)}")
        entries = [PackTable(self.file, f"{self.path}{key} {i}", value) for i, value in enumerate(values, start=1)]
        if provenance:
            for entry in entries:
                entry.text("provenance", PROVENANCES)
        return entries

    def done(self) -> None:
        """Refuse keys that were not read: a misspelt key must not be ignored."""
        for key in self.values:
            if key not in self._read:
                raise self.fault(key, f"is not a key of this table{nearest(key, self._read)}")

    def _whole(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fault(key, f"must be a whole number, not {short(value)}")
        if not low <= value <= high:
            raise self.fault(key, f"must be from {low} to {high}, not {short(value)}")
        return value


def read_toml(folder: Path, name: str) -> PackTable:
    """One file of a pack.

    Raises:
        DataPackError: the folder or the file is missing or cannot be read, or it is not TOML.
    """
    path = folder / name
    if not folder.is_dir():
        raise DataPackError(f"{folder}: is not a folder; a data pack is a folder of TOML files")
    try:
        return PackTable(path, "", tomllib.loads(read_text(path)))
    except FileNotFoundError:
        raise DataPackError(f"{path}: is missing{nearest(name, (p.name for p in folder.glob('*.toml')))}") from None
    except OSError as error:
        raise DataPackError(f"{path}: cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise DataPackError(f"{path}: is not TOML: {error}") from None
    except RecursionError:
        raise DataPackError(f"{path}: tables and lists are nested too deeply for a data pack") from None
    except ValueError as error:
        raise DataPackError(f"{path}: {error}") from None


class TableLoader(Protocol):
    """The function that a game declares as `load_tables`."""

    def __call__(self, folder: Path | None = None) -> NDArray[Any]:
        """A fresh `Tables` [1] of the pack in a folder, of the game's own pack by default.

        Raises:
            DataPackError: the pack cannot be played; the message names file, key and fault.
        """
        ...


def table_loader(own: Path, read: Callable[[Path], NDArray[Any]]) -> TableLoader:
    """Make `load_tables`.

    Args:
        own: the folder of the game's own pack, read once a process.
        read: reads a folder into a fresh `Tables` [1], or raises DataPackError.
    """

    @cache
    def own_tables() -> NDArray[Any]:
        return read(own)

    def load_tables(folder: Path | None = None) -> NDArray[Any]:
        if folder is not None:
            return read(Path(folder))
        tables = own_tables()
        # As bytes: numpy copies records field by field and leaves the padding undefined, which would change hashes.
        return tables.view(np.uint8).copy().view(tables.dtype)

    return load_tables
