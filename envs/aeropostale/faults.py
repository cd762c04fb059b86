"""What can be inconsistent in a State record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._core.game import Game


def faults(game: Game, s: Any) -> list[str]:
    """What is inconsistent in a State record whose values are in their declared ranges, one line each."""
    return []
