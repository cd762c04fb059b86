"""In which line of a TOML file a value stands, for messages: tomllib tells places, but no lines."""

from __future__ import annotations

import re

from .packs import Place

HEADER = re.compile(r"(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?")
KEY = re.compile(r"""("[^"]*"|'[^']*'|[\w-]+)\s*=\s*(.*)""")


def lines_of(text: str) -> dict[Place, int]:
    """The line of each table and key, from 1, as far as a data pack is written in the usual way.

    Known are headers, keys that begin a line, and lists of tables with one table a line.
    """
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    table: Place = ()
    listing: Place | None = None
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if header := HEADER.fullmatch(line):
            table, listing = _table(header[2], header[1] == "[[", counts), None
            _note(lines, table, number)
        elif listing is not None and line.startswith("{"):
            counts[listing] = counts.get(listing, -1) + 1
            lines[(*listing, counts[listing])] = number
        elif key := KEY.match(line):
            place = (*table, key[1].strip("\"'"))
            lines.setdefault(place, number)
            listing = place if key[2].split("#")[0].strip() == "[" else None
    return lines


def _table(name: str, listed: bool, counts: dict[Place, int]) -> Place:
    """The place of a table with this header; names before the last one mean the latest table of a list."""
    place: Place = ()
    parts = [part.strip().strip("\"'") for part in name.split(".")]
    for part in parts[:-1]:
        place = (*place, part)
        if place in counts:
            place = (*place, counts[place])
    place = (*place, parts[-1])
    if listed:
        counts[place] = counts.get(place, -1) + 1
        place = (*place, counts[place])
    return place


def _note(lines: dict[Place, int], place: Place, number: int) -> None:
    """Note a table, and its list where it is the first of one."""
    lines.setdefault(place, number)
    if isinstance(place[-1], int):
        lines.setdefault(place[:-1], number)


def line_of(lines: dict[Place, int], where: Place) -> int | None:
    """The line of a place, or of the nearest table around it; None: only the file is known."""
    return next((lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in lines), None)
