"""Frames: pictures one after another, of which only what has changed is drawn anew."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mailwing import envs
from mailwing.envs._core.pictures import canvas
from mailwing.envs._core.pictures.canvas import Canvas
from mailwing.envs._core.pictures.extents import extent
from mailwing.envs._core.pictures.render import rasterise
from mailwing.envs._core.pictures.svg import Svg


def drawing(words: str = "seat 0", x: float = 40, background: str = "#f6f2e9") -> Svg:
    """A sheet with a frame, a turned plane, a clipped circle, a faint group and words."""
    picture = Svg(400, 200, title="t", background=background)
    picture.lines += ['<clipPath id="map">', '<rect x="10" y="10" width="100" height="60"/>', "</clipPath>"]
    with picture.group(clip_path="url(#map)"):
        picture.circle(100, 40, 40, fill="#0072b2")
    with picture.group(data_panel=1):
        picture.rect(200, 100, 150, 80, rx=8, fill="#ffffff", stroke="#22262b", stroke_width=3)
        picture.text(210, 150, words, size=18, bold=True)
    with picture.group(transform=f"translate({x} 150) rotate(30) scale(1.5)"):
        picture.path("M-11 0L-13 -5H-10L-8 -2H9Q13.5 -2 13.5 0Q13.5 2 9 2Z", fill="#d55e00", stroke="#22262b")
    with picture.group(opacity=0.4):
        picture.rect(230, 20, 60, 40, fill="#009e73")
        picture.polyline([(220, 10), (300, 70)], stroke="#cc79a7", stroke_width=5)
    return picture


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> int:
    assert one.shape == other.shape
    return int(np.abs(one.astype(int) - other).max())


@pytest.mark.parametrize("width", [None, 250, 400, 999])
def test_every_frame_looks_like_the_whole_drawing(width: int | None) -> None:
    frames = Canvas(width)
    for picture in (drawing(), drawing("seat 1", x=90), drawing("Wwwj", x=90, background="#dde8ee"), drawing()):
        assert difference(frames.draw(str(picture)), rasterise(str(picture), width)) <= 16


def test_what_lies_above_stays_above() -> None:
    """The same two squares, first the red one on top and then the blue one."""
    red, blue = ((x, x, 20, 20, {"fill": fill}) for x, fill in ((10, "#ff0000"), (20, "#0000ff")))
    frames = Canvas()
    for order in ((blue, red), (red, blue), (blue, red, blue)):
        picture = Svg(64, 64, title="t")
        for x, y, width, height, fill in order:
            picture.rect(x, y, width, height, **fill)
        top = [255, 0, 0] if order[-1] is red else [0, 0, 255]
        assert frames.draw(str(picture))[25, 25].tolist() == top


def test_an_element_is_turned_into_pixels_once(monkeypatch: pytest.MonkeyPatch) -> None:
    documents: list[str] = []

    def png(svg: str, width: int | None = None) -> bytes:
        documents.append(svg)
        return original(svg, width)

    original = canvas.png
    monkeypatch.setattr(canvas, "png", png)
    canvas._sheet.cache_clear()
    frames = Canvas(300)
    frames.draw(str(drawing("seat 0")))
    assert sum(document.count("<circle") for document in documents) == 1
    documents.clear()
    frames.draw(str(drawing("seat 1")))
    assert ["seat 1" in document for document in documents] == [True]
    assert "<circle" not in documents[0]
    Canvas(300).draw(str(drawing("seat 0")))
    assert len(documents) == 1, "canvases of one size share what they keep"


def test_frames_are_fresh_arrays() -> None:
    frames = Canvas()
    first = frames.draw(str(drawing("seat 0")))
    kept = first.copy()
    frames.draw(str(drawing("seat 1")))[:] = 0
    assert np.array_equal(first, kept)
    assert np.array_equal(frames.draw(str(drawing("seat 0"))), kept)


@pytest.mark.parametrize(
    "line",
    [
        "<style>rect { fill: red }</style>",
        '<rect x="0" y="0" width="40" height="40" style="mix-blend-mode: multiply" fill="#ff0000"/>',
        '<text x="5" y="20" font-size="12">over <tspan fill="#ff0000">two</tspan></text>',
        '<use href="#thing"/>',
    ],
)
def test_elements_that_depend_on_others_are_drawn_with_them(line: str) -> None:
    picture = drawing()
    picture.lines.append(line)
    assert np.array_equal(Canvas(400).draw(str(picture)), rasterise(str(picture), 400))


def test_little_is_kept_of_what_is_no_longer_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "ROOM", 400 * 200)
    canvas._sheet.cache_clear()
    frames = Canvas(400)
    for number in range(60):
        frames.draw(str(drawing(f"seat {number}", x=number)))
    picture = drawing("seat 59", x=59)
    assert frames._sheet is not None
    assert len(frames._sheet.parts) < 30
    assert difference(frames.draw(str(picture)), rasterise(str(picture), 400)) <= 16


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ('<rect x="1" y="2" width="3" height="4"/>', (1, 2, 4, 6)),
        ('<circle cx="5" cy="5" r="2" stroke="#000" stroke-width="4"/>', (0, 0, 10, 10)),
        ('<path d="M0 0h4v-2l1 1z"/>', (0, -2, 5, 0)),
        ('<path d="M-2 0A2 2 0 0 1 2 0"/>', (-4, -2, 4, 2)),
        ('<text x="1" y="2" dy="3" font-size="4">dy is not known</text>', None),
        ("<path d='M0 0T5 5'/>", None),
        ('<ellipse cx="1" cy="1"/>', None),
    ],
)
def test_boxes_hold_what_is_drawn(line: str, box: tuple[float, ...] | None) -> None:
    assert extent([line]) == (None if box is None else pytest.approx(box))


def test_a_turned_group_has_the_box_of_its_turned_corners() -> None:
    group = ['<g transform="translate(10 20) rotate(90) scale(2)">', '<rect x="0" y="0" width="5" height="1"/>', "</g>"]
    assert extent(group) == pytest.approx((8, 20, 10, 30))


@pytest.mark.parametrize("width", [0, -5, 15, 4097, 100_000_000, 2.5, True, "wide"])
@pytest.mark.parametrize("face", ["aec", "parallel", "solo", "vector"])
def test_a_width_that_no_picture_has_is_refused(face: str, width: Any) -> None:
    with pytest.raises(ValueError, match=r"render_width=.* must be a whole number of pixels from 16 to 4096"):
        getattr(envs, face)("several_moves", render_mode="rgb_array", render_width=width)


def test_faces_draw_in_the_width_that_is_asked_for() -> None:
    env = envs.solo("ab_die_post", render_mode="rgb_array", render_width=340)
    env.reset(seed=1)
    assert env.render().shape == (210, 340, 3)
    usual = envs.aec("ab_die_post", render_mode="rgb_array")
    usual.reset(seed=1)
    assert usual.render().shape == (593, 960, 3)
    (frame,) = _drawn(envs.vector("ab_die_post", 1, render_mode="rgb_array", render_width=340))
    assert frame.shape == (210, 340, 3)


def _drawn(env: Any) -> Any:
    env.reset(seed=1)
    return env.render()


def test_copies_of_an_environment_draw_for_themselves() -> None:
    env = envs.solo("ab_die_post", render_mode="rgb_array", render_width=340)
    env.reset(seed=1)
    frame = env.render()
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert np.array_equal(twin.render(), frame)
