"""Data packs: reading a game's TOML files, with errors that name the file, the key and the fault.

A pack is a folder of TOML files. A game reads each one through typed getters and ends with `done()`:

    track = read_toml(folder, "track.toml").table("track")
    sections = track.integer("sections", 1, 40)
    track.done()

Every table says where its numbers come from: `provenance = "rulebook"`, `"published"` or `"reconstructed"`.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .files import read_text
from .words import fault_of, short

PROVENANCES = ("rulebook", "published", "reconstructed")
"""Where the numbers of a table can come from."""


Place = tuple[str | int, ...]
"""Where a value stands in a file: keys, and positions in lists, from 0."""


class DataPackError(ValueError):
    """A data pack that cannot be played; the message names file, key and fault.

    Args:
        message: all of it in one line.
        file: the file.
        where: the place of the fault in the file; `()`: the file itself.
        what: the message without file and key.
        instead: a value with which the reading could go on, as near as possible to the one that is there; None: none.
        misspelt: the key that seems to be meant by one that is missing.
    """

    def __init__(
        self,
        message: str,
        file: Path | None = None,
        where: Place = (),
        what: str = "",
        instead: Any = None,
        misspelt: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file, self.where, self.what, self.instead, self.misspelt = file, where, what, instead, misspelt


class Watcher(Protocol):
    """Who looks on while a pack is read (`watched`)."""

    def toml(self, path: Path, parse: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What stands in a file: `parse()`, or something else in its place."""
        ...

    def read(self, file: Path, where: Place, expected: str) -> None:
        """A value is asked for; `expected` says what may stand there."""
        ...


_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Let somebody look on while packs are read in the block."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


REMOVED = object()
"""The value of a key with which the reading could go on is none: the key has to go."""


def nearest(name: str, known: Iterable[str]) -> str:
    """`" (nearest: 'Sahara')"` for a misspelt name, or an empty text when nothing is near."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.4)
    return f" (nearest: '{near[0]}')" if near else ""


def _likest(value: Any, known: list[str] | None) -> str | None:
    """The text of a choice that is most like a wrong one; None: there is no choice."""
    return next(iter([*difflib.get_close_matches(str(value), known, n=1, cutoff=0), *known])) if known else None


class PackTable:
    """One TOML table of a pack, read key by key; keys that were never read are errors.

    Args:
        file: the file, for messages.
        path: the dotted path of the table in the file, `""` for the whole file.
        values: the parsed table.
        where: the place of the table in the file.
    """

    def __init__(self, file: Path, path: str, values: dict[str, Any], where: Place = ()) -> None:
        self.file = file
        self.path = path
        self.values = values
        self.where = where
        self._read: set[str] = set()

    def fault(self, key: str, what: str, instead: Any = None, misspelt: str | None = None) -> DataPackError:
        """The error for a key of this table (`""`: the table itself), to be raised by the caller.

        `instead` and `misspelt` are those of `DataPackError`; `key` may name an entry of a list: `"places[0]"`.
        """
        place = ".".join(part for part in (self.path, key) if part)
        where = (*self.where, *self._steps(key))
        message = f"{self.file}: {place + ': ' if place else ''}{what}"
        return DataPackError(message, self.file, where, what, instead, misspelt)

    def _steps(self, key: str) -> Place:
        """`"places[0]"` as `("places", 0)`, `"setup 1"` as `("setup", 0)`."""
        if not key or key in self.values:
            return (key,) if key else ()
        if entry := re.fullmatch(r"(\w+)\[(\d+)\]", key):
            return entry[1], int(entry[2])
        if entry := re.fullmatch(r"(\w+) (\d+)", key):
            return entry[1], int(entry[2]) - 1
        return (key,)

    def _expect(self, key: str, expected: str) -> None:
        if (watcher := _watcher.get()) is not None:
            watcher.read(self.file, (*self.where, key), expected)

    def has(self, key: str) -> bool:
        """Whether an optional key is there."""
        return key in self.values

    def value(self, key: str) -> Any:
        """The raw value of a key that must be there."""
        self._read.add(key)
        if key not in self.values:
            unread = [name for name in self.values if name not in self._read]
            near = difflib.get_close_matches(key, unread, n=1, cutoff=0.7)
            instead, misspelt = (self.values[near[0]], near[0]) if near else (None, None)
            raise self.fault(key, f"is missing{nearest(key, unread)}", instead, misspelt)
        return self.values[key]

    def integer(self, key: str, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        self._expect(key, f"a whole number from {low} to {high}")
        return self._whole(key, self.value(key), low, high)

    def integers(self, key: str, low: int, high: int, count: int | None = None) -> list[int]:
        """A list of whole numbers from `low` to `high`, of a fixed length if `count` is given."""
        self._expect(key, f"a list of {'' if count is None else f'{count} '}whole numbers from {low} to {high}")
        values = self.value(key)
        if not isinstance(values, list):
            raise self.fault(key, f"must be a list of whole numbers, not {short(values)}")
        if count is not None and len(values) != count:
            raise self.fault(key, f"must hold {count} numbers, not {len(values)}")
        return [self._whole(f"{key}[{i}]", value, low, high) for i, value in enumerate(values)]

    def text(self, key: str, choices: Iterable[str] | None = None) -> str:
        """A text, one of `choices` if they are given."""
        known = None if choices is None else list(choices)
        self._expect(key, "a text in quotes" if known is None else f"one of {', '.join(known)}")
        value = self.value(key)
        if not isinstance(value, str):
            raise self.fault(key, f"must be a text in quotes, not {short(value)}", _likest(value, known))
        if fault := fault_of(value):
            raise self.fault(key, fault, _likest(value, known))
        if known is not None and value not in known:
            what = f"{short(value)} is unknown{nearest(value, known)}; choose one of {', '.join(known)}"
            raise self.fault(key, what, _likest(value, known))
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        self._expect(key, "true or false")
        value = self.value(key)
        if not isinstance(value, bool):
            raise self.fault(key, f"must be true or false, not {short(value)}")
        return value

    def table(self, key: str, provenance: bool = True) -> PackTable:
        """A table in this one; it must name its `provenance` unless `provenance` is False."""
        value = self.value(key)
        if not isinstance(value, dict):
            raise self.fault(key, f"must be a table, not {short(value)}")
        inner = PackTable(self.file, f"{self.path}.{key}" if self.path else key, value, (*self.where, key))
        if provenance:
            inner.text("provenance", PROVENANCES)
        return inner

    def tables(self, key: str, low: int, high: int, provenance: bool = True) -> list[PackTable]:
        """A list of tables (`[[key]]`), from `low` to `high` of them; faults count them from 1."""
        values = self.value(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.fault(key, f"must be a list of tables ([[{key}]])")
        if not low <= len(values) <= high:
            what = f"must have {low} to {high} tables, not {len(values)}"
            raise self.fault(key, what, values[:high] if len(values) > high else None)
        entries = [
            PackTable(self.file, f"{self.path}{key} {i + 1}", value, (*self.where, key, i))
            for i, value in enumerate(values)
        ]
        if provenance:
            for entry in entries:
                entry.text("provenance", PROVENANCES)
        return entries

    def done(self) -> None:
        """Refuse keys that were not read: a misspelt key must not be ignored."""
        for key in self.values:
            if key not in self._read:
                raise self.fault(key, f"is not a key of this table{nearest(key, self._read)}", REMOVED)

    def _whole(self, key: str, value: Any, low: int, high: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fault(key, f"must be a whole number, not {short(value)}", low)
        if not low <= value <= high:
            raise self.fault(key, f"must be from {low} to {high}, not {short(value)}", min(max(value, low), high))
        return value


def read_toml(folder: Path, name: str) -> PackTable:
    """One file of a pack.

    Raises:
        DataPackError: the folder or the file is missing or cannot be read, or it is not TOML.
    """
    path = folder / name
    watcher = _watcher.get()
    values = _parsed(folder, path) if watcher is None else watcher.toml(path, lambda: _parsed(folder, path))
    return PackTable(path, "", values)


def _parsed(folder: Path, path: Path) -> dict[str, Any]:
    def fault(place: Path, what: str) -> DataPackError:
        return DataPackError(f"{place}: {what}", path, (), what)

    if not folder.is_dir():
        raise fault(folder, "is not a folder; a data pack is a folder of TOML files")
    try:
        return tomllib.loads(read_text(path))
    except FileNotFoundError:
        raise fault(path, f"is missing{nearest(path.name, (p.name for p in folder.glob('*.toml')))}") from None
    except OSError as error:
        raise fault(path, f"cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise fault(path, f"is not TOML: {error}") from None
    except RecursionError:
        raise fault(path, "tables and lists are nested too deeply for a data pack") from None
    except ValueError as error:
        raise fault(path, str(error)) from None


class TableLoader(Protocol):
    """The function that a game declares as `load_tables`."""

    def __call__(self, folder: Path | None = None) -> NDArray[Any]:
        """A fresh `Tables` [1] of the pack in a folder, of the game's own pack by default.

        Raises:
            DataPackError: the pack cannot be played; the message names file, key and fault.
        """
        ...


class _OwnPackLoader:
    """`load_tables` of a game whose own pack is a folder."""

    def __init__(self, own: Path, read: Callable[[Path], NDArray[Any]]) -> None:
        self.own, self._read = own, read
        self._own_tables = cache(lambda: read(own))

    def __call__(self, folder: Path | None = None) -> NDArray[Any]:
        if folder is not None:
            return self._read(Path(folder))
        tables = self._own_tables()
        # As bytes: numpy copies records field by field and leaves the padding undefined, which would change hashes.
        return tables.view(np.uint8).copy().view(tables.dtype)


def table_loader(own: Path, read: Callable[[Path], NDArray[Any]]) -> TableLoader:
    """Make `load_tables`.

    Args:
        own: the folder of the game's own pack, read once a process.
        read: reads a folder into a fresh `Tables` [1], or raises DataPackError.
    """
    return _OwnPackLoader(own, read)


def own_pack(load_tables: Callable[..., NDArray[Any]]) -> Path | None:
    """The folder of a game's own pack; None: its `load_tables` was not made by `table_loader`."""
    return load_tables.own if isinstance(load_tables, _OwnPackLoader) else None
