"""The mutants that change nothing: a table in the ledger of a game, each with the reason why."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent
HEADING = "## Mutants that change nothing"
ROW = re.compile(r"\| `(\S+)` \| `(.+)` \| `(.+)` \| (.+) \|")


class Change(NamedTuple):
    """One changed line; the place is the function, so that it is the same when lines are added above."""

    function: str
    """`chapter.function`; `chapter` alone for what stands outside of functions."""
    before: str
    after: str


def equivalents(game: str) -> dict[Change, str]:
    """The changes that the ledger of a game lists, each with its reason."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rows = (ROW.fullmatch(line) for line in text.partition(HEADING)[2].splitlines())
    cells = ([cell.replace(r"\|", "|") for cell in row.groups()] for row in rows if row)
    return {Change(function, before, after): reason for function, before, after, reason in cells}


def row_of(change: Change, reason: str = "…") -> str:
    """The row of the ledger for a change."""
    function, before, after = (cell.replace("|", r"\|") for cell in change)
    return f"| `{function}` | `{before}` | `{after}` | {reason} |"
