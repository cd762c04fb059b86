"""Animations of a sequence of drawings: an animated GIF, or one self-contained HTML page to step through."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..files import whole_file, write_text
from .canvas import Canvas
from .render import DEFAULT_WIDTH, checked_width, need

PALETTE_SAMPLES = 6
PALETTE_COLOURS = 240
"""Fewer than 256: some colours are needed to mark what has not changed as transparent."""


SECONDS = (0.02, 60.0)
"""The shortest and the longest time for a picture of a GIF: viewers show anything shorter slower, not faster."""


@dataclass(frozen=True)
class Frame:
    """One picture of an animation: the drawing, and what led to it in words, in one or more lines."""

    svg: str
    words: str = ""


def save_gif(
    frames: Sequence[Frame],
    path: str | Path,
    *,
    seconds: float = 0.8,
    width: int = DEFAULT_WIDTH,
    progress: Callable[[], None] | None = None,
) -> None:
    """Write an animated GIF; the last picture stays for three times as long.

    Args:
        frames: the pictures in order, at least one.
        path: where to write it.
        seconds: how long each picture stays, 0.02 to 60.
        width: pixels across, 16 to 4096.
        progress: called after each picture.

    Raises:
        ValueError: no frames, or a length of time or a width that is out of range.
        OSError: the file cannot be written.
        ImportError: the extra `render` is missing.
    """
    if not frames:
        raise ValueError("a GIF needs at least one frame")
    checked_seconds(seconds)
    width = checked_width(width)
    image: Any = need("PIL.Image", "writing a GIF")
    durations = [round(seconds * 1000)] * (len(frames) - 1) + [round(seconds * 3000)]
    first, *others = _indexed(image, frames, width, progress)
    with whole_file(path) as partial:
        first.save(
            partial, format="GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=True
        )


def checked_seconds(seconds: float, what: str = "seconds") -> float:
    """The time of a picture, if a GIF can hold it (ValueError: it cannot; `what` names the setting)."""
    low, high = SECONDS
    if not low <= seconds <= high:  # true for what is no number, too
        raise ValueError(f"{what}={seconds} must be from {low} to {high}")
    return seconds


def _indexed(image: Any, frames: Sequence[Frame], width: int, progress: Callable[[], None] | None) -> Iterator[Any]:
    """The frames in the colours of one palette: they then differ only where something moved, so the file is small."""
    canvas = Canvas(width)
    picks = np.unique(np.linspace(0, len(frames) - 1, PALETTE_SAMPLES).astype(int))
    strip = np.concatenate([canvas.draw(frames[int(k)].svg) for k in picks])
    palette = image.fromarray(strip).quantize(PALETTE_COLOURS)
    for frame in frames:
        yield image.fromarray(canvas.draw(frame.svg)).quantize(palette=palette, dither=image.Dither.NONE)
        if progress is not None:
            progress()


def save_html(frames: Sequence[Frame], path: str | Path, title: str) -> None:
    """Write one self-contained HTML page with a slider, buttons and the words of every frame.

    Args:
        frames: the pictures in order, at least one.
        path: where to write it.
        title: the heading of the page.

    Raises:
        ValueError: no frames.
    """
    if not frames:
        raise ValueError("a page needs at least one frame")
    lines, pictures = _shared_lines(frame.svg for frame in frames)
    parts = {
        "@TITLE@": html.escape(title),
        "@LINES@": _script_json(lines),
        "@FRAMES@": _script_json(pictures),
        "@WORDS@": _script_json([frame.words for frame in frames]),
    }
    page = re.sub("@[A-Z]+@", lambda found: parts[found.group()], _PAGE)
    write_text(path, page)


def _shared_lines(pictures: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """Each different line once, and every picture as numbers of lines, since most lines are in every picture."""
    numbers: dict[str, int] = {}
    frames = [[numbers.setdefault(line, len(numbers)) for line in svg.split("\n")] for svg in pictures]
    return list(numbers), frames


def _script_json(value: Any) -> str:
    """JSON that cannot end the script element that contains it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>@TITLE@</title>
<style>
body { margin: 0 auto; max-width: 1320px; padding: 12px; background: #f6f2e9; color: #22262b;
       font: 16px/1.4 Inter, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 20px; margin: 0 0 8px; }
#picture svg { width: 100%; height: auto; display: block; border: 1px solid #d8d2c4; border-radius: 6px; }
nav { display: flex; gap: 8px; align-items: center; padding: 10px 0; position: sticky; bottom: 0; background: #f6f2e9; }
button { font: inherit; padding: 4px 14px; border: 1px solid #9aa0a6; border-radius: 6px; background: #fffdf8; }
input { flex: 1; }
#count { min-width: 7em; text-align: right; font-variant-numeric: tabular-nums; }
#words { min-height: 1.4em; white-space: pre-wrap; }
#words::first-line { font-weight: 600; }
</style>
</head>
<body>
<h1>@TITLE@</h1>
<div id="picture"></div>
<nav>
<button id="back" title="previous (left arrow key)">Previous</button>
<button id="play" title="play or pause (space bar)">Play</button>
<button id="next" title="next (right arrow key)">Next</button>
<input id="slider" type="range" min="0" value="0" aria-label="position in the game">
<span id="count"></span>
</nav>
<div id="words" aria-live="polite"></div>
<script>
"use strict";
const lines = @LINES@;
const frames = @FRAMES@;
const words = @WORDS@;
const at = id => document.getElementById(id);
let position = 0, timer = null;
function show(k) {
  position = Math.max(0, Math.min(frames.length - 1, k));
  at("picture").innerHTML = frames[position].map(n => lines[n]).join("\\n");
  at("words").textContent = words[position];
  at("slider").value = position;
  at("count").textContent = position + " / " + (frames.length - 1);
  if (position === frames.length - 1) pause();
}
function pause() { clearInterval(timer); timer = null; at("play").textContent = "Play"; }
function play() {
  if (timer !== null) return pause();
  if (position === frames.length - 1) show(0);
  timer = setInterval(() => show(position + 1), 900);
  at("play").textContent = "Pause";
}
at("slider").max = frames.length - 1;
at("slider").oninput = event => { pause(); show(Number(event.target.value)); };
at("back").onclick = () => { pause(); show(position - 1); };
at("next").onclick = () => { pause(); show(position + 1); };
at("play").onclick = play;
document.onkeydown = event => {
  if (event.target.tagName === "INPUT" || event.target.tagName === "BUTTON") return;
  if (event.key === "ArrowLeft") at("back").onclick();
  else if (event.key === "ArrowRight") at("next").onclick();
  else if (event.key === " ") { event.preventDefault(); play(); }
};
show(0);
</script>
</body>
</html>
"""
