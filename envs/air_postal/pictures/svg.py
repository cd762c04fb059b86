"""To be drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..._core.game import Game


def svg(game: Game, s: Any, seat: int | None) -> str:
    """Draw nothing yet."""
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
