"""Gymnasium's `RecordVideo` films the solo face; a stand-in for moviepy keeps what it would write."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo

from mailwing import envs


def test_record_video_films_every_step(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    films: list[tuple[list[Any], float]] = []

    class ImageSequenceClip:
        def __init__(self, frames: list[Any], fps: float) -> None:
            films.append((frames, fps))

        def write_videofile(self, path: str, logger: Any) -> None:
            Path(path).touch()

    for name in ("moviepy", "moviepy.video", "moviepy.video.io", "moviepy.video.io.ImageSequenceClip"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setattr(sys.modules[name], "ImageSequenceClip", ImageSequenceClip, raising=False)
    solo = envs.solo("several_moves", render_mode="rgb_array", render_width=64, seat=0)
    env = RecordVideo(solo, str(tmp_path / "films"), episode_trigger=lambda episode: True)
    _, info = env.reset(seed=1)
    steps, over = 0, False
    while not over:
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        steps += 1
    env.close()
    (frames, fps) = films[0]
    assert len(frames) == steps + 1
    assert fps == solo.metadata["render_fps"]
    assert all(np.asarray(frame).shape[1:] == (64, 3) and np.asarray(frame).dtype == np.uint8 for frame in frames)
