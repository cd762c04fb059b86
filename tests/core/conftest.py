"""What several tests of compiling need."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailwing.envs._core import kernel_cache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, and nothing compiled before."""
    monkeypatch.setenv("MAILWING_CACHE", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_held", {})
    return tmp_path
