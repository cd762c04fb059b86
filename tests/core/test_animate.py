"""Films of a game: the animated GIF and the page to step through."""

from __future__ import annotations

import json
import math
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from mailwing.envs._core.pictures.animate import Frame, save_gif, save_html
from mailwing.envs._core.pictures.svg import Svg

COLOURS = ("#cc0000", "#00aa00", "#0000cc")


def drawing(colour: str, note: str = "") -> str:
    picture = Svg(60, 40, title="t", background="#ffffff")
    picture.rect(10, 10, 20, 20, fill=colour)
    picture.text(2, 38, note, size=8)
    return str(picture)


FRAMES = [Frame(drawing(colour), f"to {colour}") for colour in COLOURS]


def page_data(page: str, name: str) -> list:
    found = re.search(rf"^const {name} = (.*);$", page, re.MULTILINE)
    assert found is not None
    return json.loads(found.group(1))


def test_gif_has_every_frame_in_its_colours(tmp_path: Path) -> None:
    target = tmp_path / "game.gif"
    save_gif(FRAMES, target, seconds=0.5, width=120)
    with Image.open(target) as film:
        assert (getattr(film, "n_frames", 1), film.size) == (3, (120, 80))
        for k, colour in enumerate(COLOURS):
            film.seek(k)
            wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
            shown = film.convert("RGB").getpixel((40, 40))
            assert isinstance(shown, tuple)
            assert all(abs(a - b) <= 12 for a, b in zip(shown, wanted, strict=True))
            assert film.info["duration"] == (1500 if k == 2 else 500)
        assert film.info["loop"] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.gif"], "no partial file is left"


def test_gif_of_one_frame(tmp_path: Path) -> None:
    save_gif(FRAMES[:1], tmp_path / "one.gif")
    with Image.open(tmp_path / "one.gif") as film:
        assert film.size == (960, 640)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        *(({"seconds": value}, "must be from 0.02 to 60.0") for value in (0.0, -1.0, math.inf, math.nan, 1e300)),
        *(({"width": value}, "whole number of pixels from 16 to 4096") for value in (0, -5, 100_000_000)),
    ],
)
def test_gif_refuses_what_it_cannot_show(tmp_path: Path, wrong: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        save_gif(FRAMES, tmp_path / "x.gif", **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one frame"):
        save_gif([], tmp_path / "x.gif")
    assert not list(tmp_path.iterdir())


def test_page_rebuilds_every_drawing_and_its_words(tmp_path: Path) -> None:
    target = tmp_path / "game.html"
    save_html(FRAMES, target, "A game")
    page = target.read_text(encoding="utf-8")
    lines, frames = page_data(page, "lines"), page_data(page, "frames")
    assert ["\n".join(lines[n] for n in frame) for frame in frames] == [frame.svg for frame in FRAMES]
    assert page_data(page, "words") == [frame.words for frame in FRAMES]
    assert len(lines) == len(set(lines)), "a line that frames share is stored once"


def test_page_needs_nothing_from_outside(tmp_path: Path) -> None:
    save_html(FRAMES, tmp_path / "game.html", "A game")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert not re.findall(r"""(?:src|href)\s*=|@import|url\(|fetch\(|\bimport\b""", page)
    assert set(re.findall(r"https?://[^\s\"\\]+", page)) == {"http://www.w3.org/2000/svg"}


def test_page_is_safe_with_any_words(tmp_path: Path) -> None:
    nasty = "</script><b>@LINES@ & \u2028"
    save_html([Frame(drawing("#cc0000", nasty), nasty)], tmp_path / "game.html", "<i>@WORDS@</i>")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.count("</script>") == 1
    assert page_data(page, "words") == [nasty]
    (frame,) = page_data(page, "frames")
    assert "\n".join(page_data(page, "lines")[n] for n in frame) == drawing("#cc0000", nasty)
    assert "<title>&lt;i&gt;@WORDS@&lt;/i&gt;</title>" in page


def test_page_has_its_controls(tmp_path: Path) -> None:
    class Ids(HTMLParser):
        found: set[str] = set()

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.found |= {value for name, value in attrs if name == "id" and value}

    save_html(FRAMES, tmp_path / "game.html", "A game")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    parser = Ids()
    parser.feed(page)
    assert parser.found >= {"back", "play", "next", "slider", "count", "words", "picture"}
    assert set(re.findall(r'at\("(\w+)"\)', page)) <= parser.found


def test_page_refuses_no_frames(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        save_html([], tmp_path / "x.html", "t")
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_the_older_file_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "game.html").write_text("older")
    with pytest.raises(UnicodeEncodeError):
        save_html([Frame("<svg/>", "\ud800")], tmp_path / "game.html", "t")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("game.html", "older")]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no_such_folder"):
        save_html(FRAMES, tmp_path / "no_such_folder" / "game.html", "t")
