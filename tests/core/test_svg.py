"""The SVG builder, and turning drawings into pixels."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from mailwing.envs._core.pictures import render
from mailwing.envs._core.pictures.svg import SEAT_COLOURS, SEAT_INKS, Svg, number, polar, ring_sector


def luminance(colour: str) -> float:
    """Relative luminance of "#rrggbb" as the WCAG defines it."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_and_attributes_are_escaped() -> None:
    picture = Svg(100, 50, title="a < b & c")
    picture.text(1, 2, 'say "<script>" & go', data_note='"quoted" <here>')
    root = ElementTree.fromstring(str(picture))
    title, _, text = list(root)
    assert title.text == "a < b & c"
    assert text.text == 'say "<script>" & go'
    assert text.get("data-note") == '"quoted" <here>'


def test_attribute_names_are_hyphenated_and_none_is_left_out() -> None:
    picture = Svg(10, 10, title="t")
    picture.rect(0, 0, 5, 5, stroke_width=1.5, class_="card", fill=None)
    line = str(picture).splitlines()[3]
    assert line == '<rect x="0" y="0" width="5" height="5" stroke-width="1.5" class="card"/>'


def test_every_element_stands_on_its_own_line_and_groups_close() -> None:
    picture = Svg(10, 10, title="t")
    with picture.group(opacity=0.5):
        picture.circle(1, 2, 3)
        picture.line((0, 0), (1, 1))
        picture.polyline([(0, 0), (1, 2.5)])
        picture.path("M0 0Z")
    assert len(list(ElementTree.fromstring(str(picture)).iter("{http://www.w3.org/2000/svg}circle"))) == 1
    assert [line.split()[0].strip("</>") for line in str(picture).splitlines()[3:]] == [
        *("g", "circle", "line", "polyline", "path", "g", "svg")
    ]


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (1.5, "1.5"), (2.0, "2"), (-0.001, "0"), (1 / 3, "0.33")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_polar_counts_as_in_school() -> None:
    assert polar((10, 10), 5, math.pi / 2) == pytest.approx((10, 5))


def test_ring_sector_closes_and_says_when_it_is_the_large_part() -> None:
    quarter = ring_sector((0, 0), 1, 2, math.pi / 2, 0)
    assert quarter == "M0 -2A2 2 0 0 1 2 0L1 0A1 1 0 0 0 0 -1Z"
    assert "A2 2 0 1 1" in ring_sector((0, 0), 1, 2, 1.25 * math.pi, 0)


def test_seat_colours_differ_and_carry_their_text() -> None:
    assert len(set(SEAT_COLOURS)) == len(SEAT_COLOURS) == len(SEAT_INKS) == 6
    for colour, ink in zip(SEAT_COLOURS, SEAT_INKS, strict=True):
        light, dark = sorted((luminance(colour), luminance(ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, f"{ink} on {colour}: large bold text needs a contrast of 3"


def test_rasterise_gives_rgb_of_the_size_asked_for() -> None:
    picture = Svg(40, 20, title="t", background="#ff0000")
    picture.rect(20, 0, 20, 20, fill="#0000ff")
    pixels = render.rasterise(str(picture))
    assert pixels.shape == (20, 40, 3)
    assert pixels.dtype == np.uint8
    assert pixels[10, 5].tolist() == [255, 0, 0]
    assert pixels[10, 35].tolist() == [0, 0, 255]
    assert render.rasterise(str(picture), width=80).shape == (40, 80, 3)


@pytest.mark.parametrize("family", ["Inter", "serif", "sans-serif", "monospace", "No such font, sans-serif"])
def test_text_is_drawn_with_the_bundled_font_whatever_the_system_has(family: str) -> None:
    picture = Svg(200, 40, title="t", background="#ffffff")
    picture.text(5, 28, "Fly to outer 12 →", size=20, font_family=family)
    reference = Svg(200, 40, title="t", background="#ffffff")
    reference.text(5, 28, "Fly to outer 12 →", size=20, font_family="Inter")
    pixels = render.rasterise(str(picture))
    assert (pixels < 128).any()
    assert np.array_equal(pixels, render.rasterise(str(reference)))


def test_bold_text_is_bolder() -> None:
    ink = []
    for bold in (False, True):
        picture = Svg(200, 40, title="t", background="#ffffff")
        picture.text(5, 28, "Ab die Post!", size=20, bold=bold)
        ink.append(int((255 - render.rasterise(str(picture)).astype(int)).sum()))
    assert ink[1] > 1.1 * ink[0]


def test_what_is_no_drawing_is_refused() -> None:
    with pytest.raises(ValueError, match="not an SVG drawing"):
        render.rasterise("not a drawing")


@pytest.mark.parametrize(
    ("module", "call"),
    [("resvg_py", lambda: render.png("<svg/>")), ("pygame", lambda: render.Window("t"))],
)
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, module: str, call: Any) -> None:
    def refuse(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named '{name}'", name=name)

    monkeypatch.setattr(render.importlib, "import_module", refuse)
    with pytest.raises(ImportError, match=rf"{module}.*pip install 'mailwing\[render\]'"):
        call()


def test_the_window_shows_pictures_and_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = render.Window("Ab die Post!")
    window.close()
    picture = np.zeros((20, 30, 3), dtype=np.uint8)
    picture[:, :, 1] = 200
    window.show(picture)
    assert not window.closed
    assert window._screen.get_at((5, 5))[:3] == (0, 200, 0)
    window.close()
    assert window.closed
    window.show(picture)
    assert window.closed, "a window that was closed stays closed"
