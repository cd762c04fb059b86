"""Making text fit: lines that are broken, rows beside each other, and parts that give way to each other."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

COLUMNS = 80
LINES = 24
"""What a terminal shows at once."""

INDENT = "   "
MORE = " …"
"""Stands where something was left out; the details have it."""

Forms = Sequence[list[str]]
"""The lines of a part of the text in several forms, the fullest one first."""


def fitted(parts: Mapping[str, Forms], giving_way: Iterable[str], lines: int = LINES) -> list[str]:
    """All parts below each other, in forms so short that they fit.

    Args:
        parts: the forms of each part, by name, in the order in which they are printed.
        giving_way: names of parts, who gives way first; a part takes its next form each time that it is named.
        lines: how many lines there may be.

    Returns:
        The lines; more than `lines` if nothing more gives way.
    """
    form = dict.fromkeys(parts, 0)

    def chosen() -> list[str]:
        return [line for name, forms in parts.items() for line in forms[form[name]]]

    for name in giving_way:
        if len(chosen()) <= lines:
            break
        if name in form and form[name] < len(parts[name]) - 1:
            form[name] += 1
    return chosen()


def broken(words: str) -> list[str]:
    """Words in lines that fit, those that go on moved to the right; nothing is cut off."""
    indent = " " * (len(words) - len(words.lstrip()) + 2)
    return textwrap.wrap(words, COLUMNS, subsequent_indent=indent, break_on_hyphens=False)


def clipped(words: str) -> list[str]:
    """Words in one line; what is behind the last comma that fits is left out."""
    if len(words) <= COLUMNS:
        return [words]
    short = words[: COLUMNS - len(MORE) + 1]
    last = max(short.rfind(mark) for mark in ",;")
    return [short[: last if last > 0 else -1].rstrip() + MORE]


def beside(rows: Sequence[str]) -> list[str]:
    """Rows in two columns, the first half on the left; one below the other if there is no room."""
    half = -(-len(rows) // 2)
    wide = max((len(row) for row in rows[:half]), default=0)
    wide = max(wide, COLUMNS // 2)
    pairs = [f"{left:<{wide}}{right}".rstrip() for left, right in zip_longest(rows[:half], rows[half:], fillvalue="")]
    return pairs if all(len(pair) <= COLUMNS for pair in pairs) else list(rows)
