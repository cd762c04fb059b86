"""All faults of a data pack at once.

A game stops reading at the first fault. So the pack is read again and again: each time the value at fault is replaced,
in memory, by one with which the reading can go on, the game's own where nothing is nearer. A game needs nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .files import read_text
from .pack_lines import line_of, lines_of
from .packs import REMOVED, DataPackError, Place, own_pack, read_toml, watched
from .words import short

MOST = 200
"""Readings of one pack; what is not found by then is found when these faults are gone."""

NAME = "name"
"""The key whose value other tables of a pack refer to."""

ABSENT = object()


@dataclass(frozen=True)
class PackFault:
    """One fault of a data pack.

    Attributes:
        file: name of the file.
        line: line in it, from 1; None: it concerns the whole file.
        key: the place, such as `"card 3.value"`; empty: the file.
        what: what is wrong and what was expected.
        remedy: what to do.
        follows: it may be there only because of a fault before it.
    """

    file: str
    line: int | None
    key: str
    what: str
    remedy: str
    follows: bool

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        perhaps = " (perhaps only because of a fault above)" if self.follows else ""
        return f"{place}: {f'{self.key}: ' if self.key else ''}{self.what}{perhaps}\n    {self.remedy}"


@dataclass(frozen=True)
class PackCheck:
    """The faults of a data pack in the order in which the game meets them; `complete`: there can be no others."""

    faults: tuple[PackFault, ...]
    complete: bool


def check_pack(load_tables: Callable[..., Any], folder: Path) -> PackCheck:
    """Find all faults of the data pack in a folder.

    Args:
        load_tables: the game's.
        folder: the pack.
    """
    reading = _Reading(own_pack(load_tables))
    if not folder.is_dir():
        what = "is not a folder; a data pack is a folder of TOML files"
        return PackCheck((PackFault(str(folder), None, "", what, "name the folder of the pack", False),), False)
    for _ in range(MOST):
        try:
            with watched(reading):
                load_tables(folder)
        except DataPackError as error:
            if not reading.go_on_after(error):
                return PackCheck(tuple(reading.faults), False)
        else:
            return PackCheck(tuple(reading.faults), not reading.wider)
    return PackCheck(tuple(reading.faults), False)


class _Reading:
    """The pack as it is read: the files with all replacements, and the faults so far."""

    def __init__(self, own: Path | None) -> None:
        self.own = own
        self.files: dict[str, Any] = {}
        self.faults: list[PackFault] = []
        self.replaced: set[tuple[str, Place]] = set()
        self.tried: dict[tuple[str, Place], int] = {}
        self.names_gone: set[str] = set()
        self.wider = False

    def toml(self, path: Path, parse: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """What stands in a file, with what was replaced."""
        if path.name not in self.files:
            self.files[path.name] = parse()
        return self.files[path.name]

    def read(self, file: Path, where: Place, expected: str) -> None:
        """Nothing is noted here."""

    def go_on_after(self, error: DataPackError) -> bool:
        """Note a fault and replace what is at fault; False: nothing can be put there, or nothing is known of it."""
        if error.file is None:
            self.faults.append(PackFault("", None, "", str(error), "", False))
            return False
        name, where = error.file.name, error.where
        ours = any(file == name and where[: len(place)] == place for file, place in self.replaced)
        if not ours and not self._refers_to_a_name_gone(name, error):
            self._note(error)
        return self._replace(name, where, error)

    def _refers_to_a_name_gone(self, name: str, error: DataPackError) -> bool:
        """Whether the fault is only that a thing, whose table was at fault, has lost its name."""
        value = _at(self.files.get(name), error.where)
        return error.instead is None and bool(self.names_gone.intersection(_texts(value)))

    def _note(self, error: DataPackError) -> None:
        assert error.file is not None
        name, where = error.file.name, error.where
        key = str(error).removeprefix(f"{error.file}: ").removesuffix(error.what).removesuffix(": ")
        follows = any(file == name and place[: len(where)] == where for file, place in self.replaced)
        line = None
        if name in self.files:
            line = line_of(lines_of(read_text(error.file)), where)
        self.faults.append(PackFault(name, line, key, error.what, self._remedy(name, error), follows))

    def _remedy(self, name: str, error: DataPackError) -> str:
        if error.instead is REMOVED:
            return "spell it as the game does, or remove it"
        if error.misspelt is not None:
            return f"write {error.where[-1]} instead of {error.misspelt}"
        if name not in self.files:
            return "put it right; `mailwing data GAME --export FOLDER` writes all files of the game's own pack"
        own = _at(self._own(name), error.where)
        if own is ABSENT or isinstance(own, dict) or (own and isinstance(own, list) and isinstance(own[0], dict)):
            return "put it right; the README of an exported pack says what can stand there"
        if _same(own, _at(self.files[name], error.where)):
            return "the game's own pack has the same here, so another place that this one does not go with may be wrong"
        return f"put it right; the game's own pack has {short(own)} there"

    def _own(self, name: str) -> Any:
        if self.own is None or not (self.own / name).is_file():
            return ABSENT
        return read_toml(self.own, name).values

    def _replace(self, name: str, where: Place, error: DataPackError) -> bool:
        """Put something else at the place; each time that this does not help, more of what is around it."""
        steps = list(self._steps(name, where, error))
        for number in range(self.tried.get((name, where), 0), len(steps)):
            self.tried[name, where] = number + 1
            place, value = steps[number]
            before = _at(self.files.get(name), place) if name in self.files else ABSENT
            if value is ABSENT or _same(value, before):
                continue
            self.names_gone |= set(_names(before, place)) - set(_names(value, place))
            self.wider |= len(place) < len(where)
            self._put(name, place, value)
            if error.misspelt is not None and number == 0:
                self._put(name, (*where[:-1], error.misspelt), REMOVED)
            if value is not error.instead or (error.misspelt is None and not isinstance(value, list)):
                self.replaced.add((name, place))  # else it is still what the author wrote
            return True
        return False

    def _steps(self, name: str, where: Place, error: DataPackError) -> Iterator[tuple[Place, Any]]:
        own = self._own(name)
        if isinstance(error.instead, int) and isinstance(_at(own, where), int):
            yield where, _at(own, where)  # two numbers that are too large would be replaced by the same one
        if error.instead is not None:
            yield where, error.instead
        for length in dict.fromkeys((len(where), *range(len(where) - 1, 0, -1), 0)):
            yield where[:length], _at(own, where[:length])

    def _put(self, name: str, place: Place, value: Any) -> None:
        if not place:
            self.files[name] = deepcopy(value)
            return
        self.files[name] = deepcopy(self.files[name])
        around = _at(self.files[name], place[:-1])
        if value is REMOVED:
            around.pop(place[-1], None)
        elif isinstance(around, dict) or (isinstance(place[-1], int) and place[-1] < len(around)):
            around[place[-1]] = deepcopy(value)


def _at(values: Any, place: Place) -> Any:
    """What stands at a place; ABSENT: nothing."""
    for step in place:
        listed = isinstance(values, list) and isinstance(step, int) and step < len(values)
        if not listed and not (isinstance(values, dict) and step in values):
            return ABSENT
        inner: Any = values
        values = inner[step]
    return values


def _same(a: Any, b: Any) -> bool:
    """Whether two values are written in the same way: `true` and 1 are not."""
    return type(a) is type(b) and a == b


def _texts(value: Any) -> Iterator[str]:
    """The text, or the texts of a list."""
    for entry in value if isinstance(value, list) else [value]:
        if isinstance(entry, str):
            yield entry


def _names(value: Any, place: Place) -> Iterator[str]:
    """The names that a value, or the tables in it, give to things."""
    if isinstance(value, str) and place[-1:] == (NAME,):
        yield value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in inner:
        yield from _names(entry, (*place, key))
