"""What a person sees of a run that goes on."""

from __future__ import annotations

import pytest

from mailwing.training import progress
from mailwing.training.progress import Bar


@pytest.mark.parametrize(
    ("before", "share", "left"),
    [
        (0.0, 0.25, "1:30"),  # a quarter in 30 s: three quarters in 90 s
        (0.5, 0.75, "0:30"),  # a run that is resumed half way
    ],
)
def test_the_first_line_says_the_time_left(
    before: float, share: float, left: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = iter([100.0, 130.0])
    monkeypatch.setattr(progress.time, "perf_counter", lambda: next(now))
    bar = Bar(False, "toy", before)
    bar.update(share, "cloning")
    monkeypatch.undo()
    bar.close()
    assert capsys.readouterr().err.strip() == f"{share:4.0%} cloning, {left} left".strip()
