"""What the toys share: ranks by points, and a picture made of lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from xml.sax.saxutils import escape

from mailwing.envs.authoring import Game, kernel

Picture = Callable[[Game, Any, int | None], str]


@kernel
def rank_by_scores(players: int, scores: Any, ranks: Any) -> None:
    """Rank 1 for the most points, shared by equals: one more than the number of seats that have more."""
    for seat in range(players):
        better = 0
        for other in range(players):
            if scores[other] > scores[seat]:
                better += 1
        ranks[seat] = better + 1


def svg_of(text: Picture) -> Picture:
    """The lines of a text picture as an SVG drawing."""

    def draw(game: Game, record: Any, seat: int | None) -> str:
        lines = text(game, record, seat).splitlines()
        rows = "".join(
            f'<text x="10" y="{24 + 20 * row}" font-family="monospace" font-size="14">{escape(line)}</text>'
            for row, line in enumerate(lines)
        )
        height = 20 * len(lines) + 20
        size = f'width="420" height="{height}" viewBox="0 0 420 {height}"'
        paper = f'<rect width="420" height="{height}" fill="#fdf6e3"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{paper}{rows}</svg>'

    return draw
