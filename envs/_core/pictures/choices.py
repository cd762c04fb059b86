"""What may be done, written in columns: the part of a picture that games share."""

from __future__ import annotations

from dataclasses import dataclass

from .lettering import fit_text, wrapped
from .svg import Point, Svg


@dataclass(frozen=True)
class ChoiceStyle:
    """How choices are written.

    Args:
        letters: sizes of letters to try, the largest first, in units of the picture.
        leading: from line to line, in sizes of letters.
        one_column: more choices than this stand in two columns.
    """

    letters: tuple[float, ...]
    leading: float
    one_column: int


def draw_choices(picture: Svg, words: list[str], corner: Point, size: tuple[float, float], style: ChoiceStyle) -> None:
    """Draw what may be done, in one column or two, in the largest letters for which there is room."""
    (x, y), (width, height) = corner, size
    arranged = (_arranged(words, width, letters, style.one_column) for letters in style.letters)
    columns, letters = next(
        ((found, letters) for found, letters in arranged if _rows(found) * letters * style.leading <= height),
        _arranged(words, width, style.letters[-1], style.one_column),
    )
    step = min(letters * style.leading, height / max(_rows(columns), 1))
    for k, column in enumerate(columns):
        room = width / len(columns) - 10
        for row, (line, indent) in enumerate(column):
            left = x + k * width / len(columns) + indent
            fit_text(picture, left, y + (row + 0.75) * step, line, room - indent, letters)


def _rows(columns: list[list[tuple[str, float]]]) -> int:
    return max(map(len, columns))


def _arranged(
    words: list[str], width: float, letters: float, one_column: int
) -> tuple[list[list[tuple[str, float]]], float]:
    """Columns of lines of this size of letters, each line with how far it is moved to the right."""
    if len(words) <= one_column:
        return [_lines([wrapped(line, width - 20, letters) for line in words])], letters
    blocks = [wrapped(line, width / 2 - 20, letters) for line in words]
    half = _first_column(blocks)
    return [_lines(blocks[:half]), _lines(blocks[half:])], letters


def _first_column(blocks: list[list[str]]) -> int:
    """How many blocks of lines are in the first of two columns, so that it is not the shorter one."""
    total, lines = sum(map(len, blocks)), 0
    for k, block in enumerate(blocks):
        if 2 * lines >= total:
            return k
        lines += len(block)
    return len(blocks)


def _lines(blocks: list[list[str]]) -> list[tuple[str, float]]:
    """All lines with how far they are moved to the right: what goes on from the line before."""
    return [(line, 10.0 if k else 0.0) for block in blocks for k, line in enumerate(block)]
