"""Animations of a sequence of drawings: an animated GIF, or one self-contained HTML page to step through."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..files import whole_file, write_text
from .render import need, rasterise

PALETTE_SAMPLES = 6
PALETTE_COLOURS = 240
"""Fewer than 256: some colours are needed to mark what has not changed as transparent."""


@dataclass(frozen=True)
class Frame:
    """One picture of an animation: the drawing, and what led to it in words, in one or more lines."""

    svg: str
    words: str = ""


def save_gif(frames: Sequence[Frame], path: str | Path, *, seconds: float = 0.8, width: int = 960) -> None:
    """Write an animated GIF; the last picture stays for three times as long.

    Args:
        frames: the pictures in order, at least one.
        path: where to write it.
        seconds: how long each picture stays.
        width: pixels across.

    Raises:
        ValueError: no frames, or a length of time or width that is not positive.
        ImportError: the extra `render` is missing.
    """
    if not frames:
        raise ValueError("a GIF needs at least one frame")
    if seconds <= 0 or width <= 0:
        raise ValueError(f"seconds={seconds} and width={width} must be positive")
    image: Any = need("PIL.Image", "writing a GIF")
    palette = _common_palette(image, frames, width)
    pictures = [_indexed(image, frame.svg, width, palette) for frame in frames]
    durations = [round(seconds * 1000)] * (len(frames) - 1) + [round(seconds * 3000)]
    with whole_file(path) as partial:
        pictures[0].save(
            partial, format="GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True
        )


def _common_palette(image: Any, frames: Sequence[Frame], width: int) -> Any:
    """One palette for all frames: they then differ only where something moved, which keeps the file small."""
    picks = np.unique(np.linspace(0, len(frames) - 1, PALETTE_SAMPLES).astype(int))
    strip = np.concatenate([rasterise(frames[int(k)].svg, width) for k in picks])
    return image.fromarray(strip).quantize(PALETTE_COLOURS)


def _indexed(image: Any, svg: str, width: int, palette: Any) -> Any:
    return image.fromarray(rasterise(svg, width)).quantize(palette=palette, dither=image.Dither.NONE)


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
