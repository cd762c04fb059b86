"""Reading `progress.jsonl` of a run: its learning curves."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..envs._core.files import read_text

LOG = "progress.jsonl"

WINDOW = 10
"""Updates over which the win rate in training is averaged."""


@dataclass(frozen=True)
class Point:
    """A win rate after so many decisions and minutes; its interval is the figure alone where none was measured."""

    steps: int
    minutes: float
    win_rate: float
    low: float
    high: float


@dataclass
class Curves:
    """The learning curves of a run.

    Attributes:
        evaluations: by opponent, in the order of the log; the agent in one seat, the opponent in all others.
        training: the win rate in training, averaged over the last updates.
        starts: what was learnt before the first update (`"cloning"`, `"teaching"`), with its minutes.
        resumed: decisions at which the run was resumed.
    """

    evaluations: dict[str, list[Point]] = field(default_factory=dict)
    training: list[Point] = field(default_factory=list)
    starts: dict[str, float] = field(default_factory=dict)
    resumed: list[int] = field(default_factory=list)

    @property
    def points(self) -> list[Point]:
        """All points, in no order."""
        return [*(point for points in self.evaluations.values() for point in points), *self.training]


def read_curves(folder: Path) -> Curves:
    """The curves of the run in a folder, which may still be in progress.

    Raises:
        ValueError: the folder has no log, or nothing was evaluated or learnt yet.
        OSError: the log cannot be read.
    """
    file = folder / LOG
    if not file.is_file():
        raise ValueError(f"{folder}: has no {LOG}; name the folder of a run, such as runs/ppo")
    curves = Curves()
    recent: list[tuple[float, float]] = []
    for line in _lines(file):
        steps, minutes = int(line["steps"]), float(line["minutes"])
        if line["kind"] == "evaluation":
            for name, (win_rate, low, high) in line["win_rate"].items():
                point = Point(steps, minutes, win_rate, max(0.0, low), min(1.0, high))
                curves.evaluations.setdefault(name, []).append(point)
        elif line["kind"] == "update":
            recent = [*recent, (line["games"], line["win_rate"] or 0.0)][-WINDOW:]
            if games := sum(count for count, _ in recent):
                share = sum(count * rate for count, rate in recent) / games
                curves.training.append(Point(steps, minutes, share, share, share))
        elif line["kind"] == "resume":
            curves.resumed.append(steps)
        else:
            curves.starts[line["kind"]] = minutes
    if not curves.points:
        raise ValueError(f"{file}: nothing was evaluated or learnt yet; look again when the run is further on")
    return curves


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    """The lines that a program can read: a kill may have cut one short, and nothing depends on a single one."""
    for text in read_text(file).splitlines():
        try:
            line = json.loads(text)
            usable = _is_usable(line)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            continue
        if usable:
            yield line


def _is_usable(line: dict[str, Any]) -> bool:
    """Whether a line has the numbers that its kind needs (an exception: it has none of the form)."""
    numbers = [line["steps"], line["minutes"]]
    if line["kind"] == "evaluation":
        numbers += [number for rate in line["win_rate"].values() for number in rate]
        if any(len(rate) != 3 for rate in line["win_rate"].values()):
            return False
    elif line["kind"] == "update":
        numbers += [line["games"], line["win_rate"] or 0.0]
    return isinstance(line["kind"], str) and all(math.isfinite(number) for number in numbers)
