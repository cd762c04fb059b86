"""Where there is no terminal, progress is a line on stderr now and then; stdout is never touched."""

from __future__ import annotations

import pytest

from mailwing.evaluation import progress


def test_a_line_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    with progress.shown() as update:
        for step in range(41):
            now = float(step)
            update(step * 100, 4000, "a vs 3 × b")
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.splitlines() == [
        f"mailwing: {done} of 4,000 games, a vs 3 × b" for done in ("1,000", "2,000", "3,000")
    ]
