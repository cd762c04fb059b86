"""Where there is no terminal, progress is a line in the log now and then; stdout is never touched."""

from __future__ import annotations

import logging

import pytest

from mailwing.evaluation import progress


def test_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    monkeypatch.setattr(logging.getLogger("mailwing"), "propagate", True)
    with caplog.at_level(logging.INFO, logger="mailwing"), progress.shown() as update:
        for step in range(41):
            now = float(step)
            update(step * 100, 4000, "a vs 3 × b")
    assert capsys.readouterr().out == ""
    assert caplog.messages == [f"mailwing: {done} of 4,000 games, a vs 3 × b" for done in ("1,000", "2,000", "3,000")]
