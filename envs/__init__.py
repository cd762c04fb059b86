"""The games and their faces: `games`, `load`, `batch` and the rest of the public interface."""

from __future__ import annotations

from typing import Any

from .core.batch import Batch
from .core.bots import Bot
from .core.game import Game, GameSpec
from .core.registry import games, load, register, seats
from .core.state import IllegalActionError, State

__all__ = [
    "Batch",
    "Bot",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "State",
    "batch",
    "games",
    "load",
    "register",
    "seats",
]


def batch(game: str | Game, num_envs: int, *, players: int | None = None, **settings: Any) -> Batch:
    """Step many games of one kind at once, compiled, in place; see `Batch` for its arrays and settings."""
    names = ("seed", "bots", "lineups", "weights", "threads", "reward", "shaping", "show_forced", "restart")
    own = {name: settings.pop(name) for name in names if name in settings}
    return Batch(load(game, players=players, **settings), num_envs, **own)
