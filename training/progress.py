"""Progress of a run: its clock, a bar with win rate, speed and time left, and the log `progress.jsonl`."""

from __future__ import annotations

import json
import math
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

from tqdm import tqdm

from ..envs._core.files import named, write_text
from .curves import LOG, WINDOW

QUIET_SECONDS = 30
"""Seconds between lines of progress if stderr is no terminal."""


class Clock:
    """Minutes that a run has used, and the share of its budget.

    Args:
        minutes: minutes of the budget; 0: no limit.
        steps: decisions of the budget; 0: no limit.
        before: minutes that a resumed run used earlier.
    """

    def __init__(self, minutes: float, steps: int, before: float = 0.0) -> None:
        self.limit_minutes, self.limit_steps = minutes, steps
        self._started = time.perf_counter() - before * 60

    @property
    def minutes(self) -> float:
        """Minutes used so far."""
        return (time.perf_counter() - self._started) / 60

    def share(self, steps: int) -> float:
        """Used share of the budget after `steps` decisions; 1 or more: it is used up."""
        shares = [self.minutes / self.limit_minutes] if self.limit_minutes else []
        shares += [steps / self.limit_steps] if self.limit_steps else []
        return max(shares)

    def spent(self, steps: int, update_minutes: float = 0.0) -> bool:
        """Whether the budget is used up, or would be during an update of `update_minutes`."""
        late = self.limit_minutes and self.minutes + update_minutes > self.limit_minutes
        return bool(late) or self.share(steps) >= 1


class Log:
    """`progress.jsonl` of a run: one JSON object in each line, for an update, an evaluation or a resumption.

    Args:
        folder: folder of the run.
        steps: decisions at which the run goes on; lines of later steps are removed, since they are repeated, and so is
            what no program can read, such as a line that a kill has cut short.

    Raises:
        OSError: the file cannot be written; the error names it.
    """

    def __init__(self, folder: Path, steps: int) -> None:
        self._file = folder / LOG
        if self._file.exists():
            text = self._file.read_text(encoding="utf-8", errors="replace")
            kept = "".join(f"{line}\n" for line in text.split("\n")[:-1] if _steps_of(line) <= steps)
            if kept != text:
                write_text(self._file, kept)

    def write(self, kind: str, **values: Any) -> None:
        """Append one line; numbers that are not finite become null."""
        plain = {name: None if isinstance(x, float) and not math.isfinite(x) else x for name, x in values.items()}
        with named(self._file), self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"kind": kind, **plain}, ensure_ascii=False) + "\n")


def _steps_of(line: str) -> float:
    """The decisions that a line of the log is about; infinite if it cannot be read."""
    try:
        return float(json.loads(line)["steps"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return math.inf


class Bar:
    """Progress on stderr: a bar on a terminal, otherwise a line every `QUIET_SECONDS`; nothing if quiet.

    Args:
        quiet: show nothing.
        title: what stands before the bar.
        share: share of the budget that was used before.
    """

    def __init__(self, quiet: bool, title: str, share: float = 0.0) -> None:
        self._quiet, self._terminal = quiet, sys.stderr.isatty()
        self._bar = tqdm(
            total=100.0,
            desc=title,
            disable=quiet or not self._terminal,
            file=sys.stderr,
            bar_format="{desc} {percentage:3.0f} % |{bar:20}|{postfix}",
        )
        self._recent: deque[tuple[int, float]] = deque(maxlen=WINDOW)
        self._started = time.perf_counter(), share
        self._last_line = float("-inf")

    def update(self, share: float, text: str) -> None:
        """Show the used share of the budget, 0 to 1, a text and the time left."""
        now = time.perf_counter()
        then, before = self._started
        left = (now - then) / (share - before) * (1 - share) if before < share < 1 else 0.0
        text += f", {int(left // 60)}:{int(left % 60):02d} left" if left else ""
        self._bar.n = min(100.0, round(100 * share, 1))
        self._bar.set_postfix_str(text)
        if not self._terminal and now - self._last_line >= QUIET_SECONDS:
            self._last_line = now
            self.say(f"{min(1.0, share):4.0%} {text}")

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        if not self._quiet:
            tqdm.write(line, file=sys.stderr)

    def win_rate(self, games: int, wins: float) -> float:
        """Win rate over the last updates, these games included (NaN: none yet)."""
        self._recent.append((games, wins))
        played = sum(count for count, _ in self._recent)
        return sum(won for _, won in self._recent) / played if played else float("nan")

    def close(self) -> None:
        """Leave the bar as it is."""
        self._bar.close()
