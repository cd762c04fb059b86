"""The report: one file that needs nothing else, says everything, and survives strange names and full disks."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import toys

from mailwing.envs._core.bots import RANDOM
from mailwing.evaluation import Estimate, Tournament
from mailwing.evaluation import tournament as play_tournament
from mailwing.evaluation.charts import interval_strip, seat_panel, short
from mailwing.evaluation.entrants import Source
from mailwing.evaluation.report import html, save_report

STRANGE = '<b>"x" & y</b></script>'
VOID = {"meta", "br"}


class Page(HTMLParser):
    """Checks that tags close in order, and collects links, text, titles and the data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.loaded: list[str] = []
        self.words: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href", "action")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.setdefault(self.open[-1] if self.open else "", []).append(data)


@pytest.fixture(scope="module")
def played() -> Tournament:
    agents: dict[str, Source] = {"best": toys.BEST["drop_out"], STRANGE: RANDOM}
    return play_tournament("drop_out", agents, deals=60, players=4, command="mailwing evaluate drop_out --agents 'a&b'")


def test_the_page_is_whole_and_loads_nothing(played: Tournament) -> None:
    text = html(played)
    page = Page(text)
    assert page.loaded == []
    assert "link" not in page.tags
    assert not re.search(r"https?://|@import|url\(", text)
    assert text.startswith("<!DOCTYPE html>")
    assert "prefers-color-scheme: dark" in text


def test_it_says_everything(played: Tournament) -> None:
    page = Page(html(played))
    assert page.words["h2"] == [
        "Win rates",
        "Ratings",
        "Match-ups",
        "Seat effects",
        "How to repeat this",
        "Settings",
        "Versions",
        "How the figures are made",
    ]
    assert page.words["code"] == [played.command]
    cells = page.words["td"]
    for result in played.results:
        assert result.words in cells
        assert result.num_decisions.text(1) in cells
    texts = page.words["text"]
    for rating in played.ratings:
        assert rating.rating.text(0) in texts
        assert rating.rank in texts
    assert played.versions["numpy"] in cells
    assert str(played.settings["rules_hash"]) in cells
    assert page.tags.count("figure") == 4


def test_every_cell_of_the_heat_map_shows_its_interval(played: Tournament) -> None:
    page = Page(html(played))
    intervals = [word for word in page.words["text"] if re.fullmatch(r"\[\d\.\d+, \d\.\d+\]", word)]
    assert len(intervals) == 4


def test_the_data_is_in_it(played: Tournament) -> None:
    page = Page(html(played))
    data = json.loads("".join(page.words["script"]))
    assert data == json.loads(json.dumps(played.to_dict()))


def test_names_are_shown_not_run(played: Tournament) -> None:
    text = html(played)
    assert STRANGE not in text
    assert "&lt;b&gt;" in text


def test_match_ups_alone_have_no_ratings() -> None:
    played = play_tournament("drop_out", "toys.drop_out:BEST:2xrandom", deals=10)
    headings = Page(html(played)).words["h2"]
    assert "Ratings" not in headings
    assert "Win rates" not in headings
    assert "evaluation.tournament('drop_out', 'toys.drop_out:BEST:2xrandom', deals=10, seed=0" in played.command


def test_seats_are_counted_from_0(played: Tournament) -> None:
    """As everywhere else: four seats are 0 to 3 in the panels, in titles and on the axis."""
    panel = seat_panel(played.results[0])
    assert re.findall(r"<title>seat (\d+): ", panel) == ["0", "1", "2", "3"]
    assert re.findall(r'text-anchor="middle">(\d+)<', panel) == ["0", "1", "2", "3"]
    assert "by its seat (from 0)" in html(played)


def test_a_solo_game_has_no_seats_to_compare() -> None:
    played = play_tournament("solo_flight", {"best": toys.BEST["solo_flight"]}, deals=30)
    headings = Page(html(played)).words["h2"]
    assert "Seat effects" not in headings
    assert "Match-ups" in headings


def test_notes_and_early_stops_are_shown() -> None:
    agents: dict[str, Source] = {"best": toys.BEST["drop_out"], "random": RANDOM}
    played = play_tournament("drop_out", agents, deals=300, players=4, until_decided=True)
    text = html(played)
    assert "decided" in text
    for note in played.notes:
        assert note in text


def test_saving_is_all_or_nothing(played: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "report.html"
    assert save_report(played, target) == target
    before = target.read_text(encoding="utf-8")

    def full(path: Path, text: str, **named: str) -> int:
        path.open("w").write(text[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        save_report(played, target)
    assert target.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("path", ["", "nowhere/report.html"])
def test_a_path_that_cannot_be_written_is_refused(path: str, played: Tournament, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="a report needs the path of a file"):
        save_report(played, tmp_path / path)


def test_long_names_keep_their_end() -> None:
    assert short("expert") == "expert"
    assert short("runs/ab_die_post/today/best").endswith("today/best")
    assert len(short("runs/ab_die_post/today/best")) == 20


def test_a_strip_shows_value_interval_and_chance() -> None:
    picture = interval_strip(Estimate(0.5, 0.4, 0.6), 0.25, "above")
    assert 'class="mark above"' in picture
    assert picture.count("<line") == 3
    assert '<line class="baseline"' in picture
