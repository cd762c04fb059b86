"""Where there is no terminal, progress is a line in the log now and then; stdout is never touched."""

from __future__ import annotations

import logging

import pytest

from mailwing.evaluation import progress


class Kept(logging.Handler):
    """Keeps the messages of the log."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def test_a_line_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now, kept, logger = 0.0, Kept(), logging.getLogger("mailwing")
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    monkeypatch.setattr(logger, "handlers", [kept])
    monkeypatch.setattr(logger, "level", logging.INFO)
    with progress.shown() as update:
        for step in range(41):
            now = float(step)
            update(step * 100, 4000, "a vs 3 × b")
    assert capsys.readouterr().out == ""
    assert kept.messages == [f"mailwing: {done} of 4,000 games, a vs 3 × b" for done in ("1,000", "2,000", "3,000")]
