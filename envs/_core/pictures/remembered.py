"""Elements of a picture that are written once and kept: most of a picture is as it was in the one before."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, cast

from .svg import Svg

P = ParamSpec("P")


def remembered(draw: Callable[Concatenate[Svg, P], None]) -> Callable[Concatenate[Svg, P], None]:
    """A function that draws the same elements whenever its arguments, which can be hashed, are equal.

    Most of a picture is as it was in the one before: its elements are written once and kept.
    """

    @lru_cache(maxsize=1 << 11)
    def lines(*arguments: Any) -> tuple[str, ...]:
        board = Svg(0, 0, "")
        start = len(board.lines)
        cast(Any, draw)(board, *arguments)
        return tuple(board.lines[start:])

    @wraps(draw)
    def drawn(picture: Svg, *arguments: P.args, **_: P.kwargs) -> None:
        picture.extend(lines(*arguments))

    return drawn
