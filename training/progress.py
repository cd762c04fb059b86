"""What a run tells while it goes on: a bar with win share, speed and time left; TensorBoard; `progress.jsonl`."""

from __future__ import annotations

import json
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

from tqdm import tqdm

WINDOW = 10
"""Updates that the shown win share looks back on."""

LOG = "progress.jsonl"


class Clock:
    """Minutes that a run has used, over all its parts, and the share of its budget.

    Args:
        minutes, steps: the budget; 0: no limit.
        before: minutes used in earlier parts of a resumed run.
    """

    def __init__(self, minutes: float, steps: int, before: float = 0.0) -> None:
        self.limit_minutes, self.limit_steps = minutes, steps
        self._started = time.perf_counter() - before * 60

    @property
    def minutes(self) -> float:
        """Minutes used so far."""
        return (time.perf_counter() - self._started) / 60

    def share(self, steps: int) -> float:
        """Used-up share of the budget after so many steps; 1 or more: it is spent."""
        shares = [self.minutes / self.limit_minutes] if self.limit_minutes else []
        shares += [steps / self.limit_steps] if self.limit_steps else []
        return max(shares)


class Log:
    """`progress.jsonl` of a run: one JSON object a line, an update or an evaluation each.

    Args:
        folder: of the run.
        steps: where a resumed run goes on; lines of later steps are dropped, for they will come again.
    """

    def __init__(self, folder: Path, steps: int | None = None) -> None:
        self._file = folder / LOG
        if steps is not None and self._file.exists():
            lines = self._file.read_text(encoding="utf-8").splitlines(keepends=True)
            # A kill may have cut the last line short.
            kept = [line for line in lines if line.endswith("\n") and json.loads(line)["steps"] <= steps]
            self._file.write_text("".join(kept), encoding="utf-8")

    def write(self, kind: str, **values: Any) -> None:
        """Append one line."""
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **values}, ensure_ascii=False) + "\n")


class Bar:
    """The progress bar of a run on stderr; silent when asked."""

    def __init__(self, quiet: bool, title: str) -> None:
        self._bar = tqdm(
            total=100.0,
            desc=title,
            disable=quiet,
            file=sys.stderr,
            bar_format="{desc} {percentage:3.0f} % |{bar:20}| {postfix}",
            mininterval=0.5,
        )
        self._quiet = quiet
        self._recent: deque[tuple[int, float]] = deque(maxlen=WINDOW)
        self._started, self._share = time.perf_counter(), 0.0

    def update(self, share: float, text: str) -> None:
        """Show how far the run is, 0 to 1, with some words and the time left."""
        used = time.perf_counter() - self._started
        if not self._share:
            self._started, self._share = time.perf_counter(), share
        left = used / (share - self._share) * (1 - share) if share > self._share else 0.0
        eta = f"  {int(left // 60)}:{int(left % 60):02d} left" if left else ""
        self._bar.n = min(100.0, 100 * share)
        self._bar.set_postfix_str(text + eta)

    def say(self, line: str) -> None:
        """A line above the bar."""
        if not self._quiet:
            tqdm.write(line, file=sys.stderr)

    def win_share(self, games: int, wins: float) -> float:
        """Win share over the last updates, these games included (NaN: none yet)."""
        self._recent.append((games, wins))
        played = sum(count for count, _ in self._recent)
        return sum(won for _, won in self._recent) / played if played else float("nan")

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()
