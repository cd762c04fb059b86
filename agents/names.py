"""Names of agents inside a longer text, such as `--agents runs/lr=0.1,seed=1/best:3xexpert`.

Folders may have `,`, `=`, `:`, `+` or spaces in their names, which mean something in such a text. Where a name can
begin, the longest piece of the text that is an existing folder is taken as one name; a name in quotes is taken as it
stands.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

QUOTES = "'\""

ENDS = re.compile(r"[,:+]|$")
"""Where a name can end."""

BEGINS = re.compile(r"(?:^|[,=]|[:+]\s*\d+x)\s*$")
"""What stands before a name: nothing, a comma, a label, or the number of opponents."""

MARK = re.compile("\ue000(\\d+)\ue001")
"""A name that has been set aside: its number between two characters of the private use area of Unicode."""


class NamesAside:
    """A text in which names that have marks of the syntax in them are replaced by numbers.

    Args:
        text: the text.

    Attributes:
        text: the text without these names.
    """

    def __init__(self, text: str) -> None:
        self._names: list[str] = []
        self.text = "".join(self._pieces(MARK.sub(r"\1", text)))

    def restore(self, part: str) -> str:
        """A part of `text` with its names put back."""
        return MARK.sub(lambda found: self._names[int(found[1])], part)

    def _pieces(self, text: str) -> Iterator[str]:
        at = 0
        while at < len(text):
            found = _name_at(text, at) if BEGINS.search(text[:at]) else None
            if found is None:
                yield text[at]
                at += 1
            else:
                name, at = found
                self._names.append(name)
                yield f"\ue000{len(self._names) - 1}\ue001"


def split_names(text: str) -> list[str]:
    """The names in a list that is separated by commas, without the spaces around them."""
    aside = NamesAside(text)
    return [aside.restore(part).strip() for part in aside.text.split(",")]


def _name_at(text: str, start: int) -> tuple[str, int] | None:
    """A folder or a name in quotes that begins here, and where the text goes on; None: an ordinary name, or none."""
    if text[start].isspace():
        return None
    for end in sorted((found.start() for found in ENDS.finditer(text, start)), reverse=True):
        name = text[start:end].rstrip()
        if name and os.path.isdir(name):
            return name, end
    if text[start] in QUOTES and (end := text.find(text[start], start + 1)) > start + 1:
        return text[start + 1 : end], end + 1
    return None
