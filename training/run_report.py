"""The report of a training run: its learning curves as text and as one HTML file that loads nothing from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from ..envs._core.files import read_text
from ..envs._core.registry import spec_of
from ..evaluation.curve_panel import curve_panel, in_short, top_of
from ..evaluation.report import page, section, settings
from .curves import Point, read_curves

CONFIG = "config.json"

FORMAT = "mailwing-run-1"


class RunReport:
    """What is known of a run in a folder.

    Args:
        folder: the folder of the run; the run may be in progress.

    Raises:
        ValueError: it is no folder of a run, or nothing was evaluated or learnt yet.
        OSError: a file cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.curves = read_curves(folder)
        self.config = _config_of(folder)
        game = self.config["game"]
        spec = spec_of(game["id"])
        self.title = spec.title
        self.players = int(game.get("players") or spec.default_seats)

    @property
    def baseline(self) -> float | None:
        """The win rate among equal agents; None: it is a game for one."""
        return 1 / self.players if self.players > 1 else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        curves = self.curves
        return {
            "format": FORMAT,
            "run": str(self.folder),
            "game": self.config["game"]["id"],
            "players": self.players,
            "evaluations": {name: [asdict(point) for point in points] for name, points in curves.evaluations.items()},
            "training": [asdict(point) for point in curves.training],
            "starts": curves.starts,
            "resumed": curves.resumed,
        }

    def text(self) -> str:
        """The evaluations as a table, and the last win rate in training."""
        last = max(self.curves.points, key=lambda point: point.minutes)
        lines = [
            f"{self.title}, {self.players} players: {self.folder}, {last.steps:,} decisions, {last.minutes:.1f} min"
        ]
        for name, points in self.curves.evaluations.items():
            lines += ["", f"against {name}: win rate{_chance(self.baseline)}", "   decisions  minutes"]
            lines += [f"{point.steps:>12,}  {point.minutes:>7.1f}  {_figure(point)}" for point in points]
        if self.curves.training:
            lines += ["", f"in training, over the last updates: win rate {self.curves.training[-1].win_rate:.3f}"]
        return "\n".join(lines)

    def html(self) -> str:
        """The page as text."""
        parts = [
            self._header(),
            self._curves("Over decisions", DECISIONS_NOTE, "decisions"),
            self._curves("Over minutes", MINUTES_NOTE, "minutes"),
            self._before(),
            settings("Config", self.config),
        ]
        return page(f"{self.title}: training", parts, self.to_dict())

    def _header(self) -> str:
        last = max(self.curves.points, key=lambda point: point.minutes)
        cards = [(f"{last.steps:,}", "decisions"), (f"{last.minutes:.1f}", "minutes"), (f"{self.players}", "seats")]
        cards += [(f"{points[-1].win_rate:.2f}", f"against {name}") for name, points in self.curves.evaluations.items()]
        boxes = "".join(f"<div><b>{escape(figure)}</b><span>{escape(words)}</span></div>" for figure, words in cards)
        return (
            f"<header><h1>{escape(self.title)}</h1>"
            f'<p class="lead">How did {escape(str(self.folder))} learn?</p><div class="cards">{boxes}</div></header>'
        )

    def _curves(self, title: str, note: str, unit: str) -> str:
        panels = [(f"against {name}", points, True) for name, points in self.curves.evaluations.items()]
        panels += [("in training", self.curves.training, False)] if self.curves.training else []
        drawn = [(name, _samples(points, unit), dots) for name, points, dots in panels]
        chance = (0.0, 0.0, 0.0, self.baseline or 0.0)
        top = top_of([[chance], *(samples for _, samples, _ in drawn)])
        figures = "".join(
            f"<figure><figcaption>{escape(name)}</figcaption>"
            f"{curve_panel(f'Win rate {name}', samples, self.baseline, unit, dots, top)}</figure>"
            for name, samples, dots in drawn
        )
        return section(title, note, f'<div class="panels large">{figures}</div>')

    def _before(self) -> str:
        """What was learnt before the first update, and where the run was resumed."""
        lines = [f"{kind} until minute {minutes:.1f}" for kind, minutes in self.curves.starts.items()]
        lines += [f"resumed at {in_short(steps)} decisions" for steps in self.curves.resumed]
        items = "".join(f"<li>{escape(line)}</li>" for line in lines)
        return section("Before and between", "", f"<ul>{items}</ul>") if lines else ""


DECISIONS_NOTE = (
    "Win rate of the agent in one seat against a table of each opponent, every deal played from every seat, with 95 % "
    "intervals; the dashed line is the baseline, 1 / seats. In training: against those who sit there, drawn from its "
    "policy, averaged over the last updates."
)

MINUTES_NOTE = "The same over the time of the run, with all that was learnt before the first update."


def _samples(points: Sequence[Point], unit: str) -> list[tuple[float, float, float, float]]:
    return [(p.steps if unit == "decisions" else p.minutes, p.win_rate, p.low, p.high) for p in points]


def _figure(point: Point) -> str:
    return f"{point.win_rate:.3f} [{point.low:.3f}, {point.high:.3f}]"


def _chance(baseline: float | None) -> str:
    return "" if baseline is None else f", baseline {baseline:.2f}"


def _config_of(folder: Path) -> dict[str, Any]:
    file = folder / CONFIG
    if not file.is_file():
        raise ValueError(f"{folder}: has no {CONFIG}; name the folder of a run, such as runs/ppo")
    try:
        config = json.loads(read_text(file))
        if isinstance(config["game"]["id"], str) and isinstance(config["game"].get("players", 0), int):
            return config
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{file}: is not the config of a run: {error}") from None
    raise ValueError(f"{file}: is not the config of a run: its game has no id or number of players")
