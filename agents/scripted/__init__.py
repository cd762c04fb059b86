"""The scripted bots: one module (or folder) a game, with its ladder in `BOTS`, found by the game's id."""

from __future__ import annotations

import importlib
import importlib.util

from ...envs._core.bots import Bot


def find_bots(game_id: str) -> dict[str, Bot]:
    """The scripted bots of a game by name, from weak to strong; empty for a game without any."""
    name = f"{__name__}.{game_id}"
    if not game_id.isidentifier() or importlib.util.find_spec(name) is None:
        return {}
    return dict(importlib.import_module(name).BOTS)
