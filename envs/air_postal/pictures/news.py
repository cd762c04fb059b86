"""To be told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..._core.game import Game


def news(game: Game, before: Any, action: int, after: Any) -> list[str]:
    """Tell nothing yet."""
    return []
