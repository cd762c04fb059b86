"""Reading words of a data pack that stand for numbers: names of cities and pilots, and lists of kinds of things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .._core.packs import PackTable, nearest
from .._core.words import short

ANY = "any"
"""In place of a list of all kinds."""


def number_of(entry: PackTable, key: str, numbers: dict[str, int], kind: str) -> int:
    """The number of what a key names (DataPackError: there is none of this name; `kind` says of what)."""
    return _number(entry, key, entry.text(key), numbers, kind)


def numbers_of(entry: PackTable, key: str, numbers: dict[str, int], kind: str, count: int) -> list[int]:
    """The numbers of a list of names, which differ from each other."""
    names = entry.value(key)
    if not _are_texts(names) or len(names) != count:
        raise entry.fault(key, f"must list {count} names in quotes, not {short(names)}")
    found = [_number(entry, key, name, numbers, kind) for name in names]
    for name in names:
        if names.count(name) > 1:
            raise entry.fault(key, f"'{name}' stands there twice")
    return found


def _number(entry: PackTable, key: str, name: str, numbers: dict[str, int], kind: str) -> int:
    if name not in numbers:
        raise entry.fault(key, f"{short(name)} is no {kind}{nearest(name, numbers)}")
    return numbers[name]


def marks_of(entry: PackTable, key: str, labels: Sequence[str]) -> list[bool]:
    """For each label whether a list names it; the text "any" stands for all of them."""
    words = entry.value(key)
    if words == ANY:
        return [True] * len(labels)
    if not _are_texts(words):
        raise entry.fault(key, f"must list words in quotes, not {short(words)}")
    for word in words:
        if word not in labels:
            raise entry.fault(key, f"{short(word)} is unknown{nearest(word, labels)}; choose from {', '.join(labels)}")
    return [label in words for label in labels]


def label_of(entry: PackTable, key: str, labels: Sequence[str]) -> int:
    """Which of the labels a text is."""
    return labels.index(entry.text(key, labels))


def expect(entry: PackTable, key: str, label: str, labels: Iterable[str]) -> None:
    """Refuse another text than the one whose turn it is in a list that has a fixed order."""
    if entry.text(key, labels) != label:
        raise entry.fault(key, f"must be '{label}': they stand in this order: {', '.join(labels)}")


def new_name(entry: PackTable, key: str, names: Iterable[str]) -> str:
    """A name that none of the entries before has."""
    name = entry.text(key)
    if name in names:
        raise entry.fault(key, f"there is '{name}' already")
    return name


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)
