"""What can be inconsistent in a State record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._core.game import Game


def faults(game: Game, s: Any) -> Iterator[str]:
    """Find nothing yet."""
    yield from ()
