"""From windows to figures: medians with quartiles, ratios of pairs, and what a run was made with."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rows import Group, Row

ROOT = Path(__file__).resolve().parents[1]


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, quartiles, and how many values they come from, rounded to four digits."""
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
    return {"median": _round(middle), "low": _round(low), "high": _round(high), "windows": len(values)}


def _round(value: float) -> float:
    return float(f"{value:.4g}")


def ratios(ours: Sequence[float], peer: Sequence[float], more_is_better: bool) -> list[float]:
    """How many times better ours was in each round."""
    return [a / b if more_is_better else b / a for a, b in zip(ours, peer, strict=True)]


def describe(group: Group, windows: Mapping[str, list[float]], left_out: Mapping[str, str]) -> dict[str, Any]:
    """A group as it stands in the file of figures.

    Args:
        group: what was measured.
        windows: the figures of the sides that could be measured, by key, a figure a round.
        left_out: why the other sides could not.
    """
    sides = {
        side.key: {"label": side.label, **spread(windows[side.key])} for side in group.sides if side.key in windows
    }
    return {
        "title": group.title,
        "unit": group.unit,
        "more_is_better": group.more_is_better,
        "sides": sides,
        "rows": [_row(group, row, windows) for row in group.rows if row.ours in windows],
        "left_out": dict(left_out),
    }


def _row(group: Group, row: Row, windows: Mapping[str, list[float]]) -> dict[str, Any]:
    result: dict[str, Any] = {"ours": row.ours, "peer": row.peer, "same": row.same, "headline": row.headline}
    if row.peer in windows:
        assert row.peer is not None
        result["ratio"] = spread(ratios(windows[row.ours], windows[row.peer], group.more_is_better))
    return result


def provenance(command: str, versions: Mapping[str, str]) -> dict[str, Any]:
    """What a reader needs to judge or to repeat a run."""
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": command,
        "revision": revision(),
        "machine": {"processor": processor(), "cores": cores(), "system": platform.system()},
        "versions": {"python": platform.python_version(), **dict(sorted(versions.items()))},
    }


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor() -> str:
    """The name of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def revision() -> str:
    """The git revision of the repository, with a plus if files other than the figures have changed since."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!benchmarks/*.json", ":!*.md")
    return (git("rev-parse", "--short=10", "HEAD") or "unknown") + ("+" if changed else "")
