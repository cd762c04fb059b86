"""What lies where in an observation vector and in the numbers of actions, as plain values for files.

Readers of such a file need neither mailwing nor the game to take an observation apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .game import Game
from .record import Record


def observation_layout(game: Game) -> list[dict[str, Any]]:
    """Where in an observation vector each field lies, and what it means.

    Each entry has `name`, `shape`, `start` (its first place in the vector), `low`, `high`, `unit`, `scale` (how many
    units a 1.0 stands for), `labels` (what the entries of its last axis are), and `doc`. A field of nested records that
    stand several times (one for each seat, say) is listed once for each of them, as `name[0].field`: its values do not
    lie side by side.
    """
    return list(_fields(game.spec.observation, "", 0))


def _fields(record: type[Record], prefix: str, base: int) -> Iterator[dict[str, Any]]:
    layout: Any = record.dtype.fields
    for name, spec in record.fields.items():
        start = base + int(layout[name][1])
        if isinstance(spec.kind, str):
            yield {
                "name": prefix + name,
                "shape": list(spec.shape),
                "start": start // 4,
                "low": spec.low,
                "high": spec.high,
                "unit": spec.unit,
                "scale": spec.scale,
                "labels": list(spec.labels),
                "doc": spec.doc,
            }
            continue
        inner = spec.kind.layout.itemsize
        for k, place in enumerate(np.ndindex(*spec.shape)):
            index = f"[{','.join(map(str, place))}]" if place else ""
            yield from _fields(spec.kind, f"{prefix}{name}{index}.", start + k * inner)


def action_ranges(game: Game) -> list[dict[str, Any]]:
    """The ranges of the actions: `name`, `start` (the number of the first action) and `size`."""
    return [{"name": r.name, "start": int(r.start), "size": int(r.size)} for r in game.spec.actions.ranges]
