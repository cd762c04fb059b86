"""Sweeps: one tournament for each value, all checked before the first is played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mailwing import cli
from mailwing.evaluation import Sweep, sweep, tournament
from mailwing.evaluation.charts import sweep_panel
from mailwing.evaluation.sweep_report import sweep_html

from .test_report import Page

BEST = "best=toys.drop_out:BEST"


@pytest.fixture(scope="module")
def players() -> Sweep:
    return sweep("drop_out", f"{BEST},random", "players", [3, 4, 5], deals=40, command="the command")


def test_each_value_has_the_figures_of_its_own_tournament(players: Sweep) -> None:
    for number, value in enumerate((3, 4, 5)):
        alone = tournament("drop_out", f"{BEST},random", deals=40, players=value)
        assert players.tournaments[number].results == alone.results
        assert players.tournaments[number].settings == alone.settings
    assert players.games == sum(each.games for each in players.tournaments)


def test_match_ups_at_tables_of_different_sizes_are_the_same_one(players: Sweep) -> None:
    found = players.match_ups
    assert list(found) == ["best vs best", "best vs random", "random vs best", "random vs random"]
    assert [round(1 / (result.baseline or 1)) for result in found["best vs random"]] == [3, 4, 5]


def test_the_text_has_a_line_for_each_value_and_fits_a_terminal(players: Sweep) -> None:
    lines = players.text().splitlines()
    assert lines[0].startswith("Drop out, 3 values of players, ")
    block = lines.index("best vs random: win rate")
    assert [line.split()[0] for line in lines[block + 1 : block + 4]] == ["players=3", "players=4", "players=5"]
    assert lines[block + 1].endswith("baseline 0.33, above")
    assert max(map(len, lines)) <= 80


def test_the_page_has_a_panel_for_each_match_up_and_loads_nothing(players: Sweep) -> None:
    text = sweep_html(players)
    page = Page(text)
    assert page.loaded == []
    panels = text.split("<figure>")[1:]
    assert len(panels) == 2, "mirrors are left out"
    assert "best vs random" in panels[0]
    for value in ("3", "4", "5"):
        assert f">{value}</text>" in panels[0]
    data = json.loads(text.split('id="results">')[1].split("</script>")[0].replace("<\\/", "</"))
    assert data["values"] == [3, 4, 5]


def test_long_names_of_values_stand_upright_and_do_not_overlap(players: Sweep) -> None:
    results = players.match_ups["best vs random"]
    assert "rotate" not in sweep_panel("x", ["3", "4", "5"], results, 1.0)
    assert sweep_panel("x", ["a very long value", "another value", "c"], results, 1.0).count("rotate(-90") == 3


def test_an_option_of_the_game_by_words() -> None:
    played = sweep("several_moves", "random,best=toys.several_moves:BEST", "length", ["short", "long"], deals=5)
    assert [each.settings["options"]["length"] for each in played.tournaments] == ["short", "long"]
    assert len(played.command.split("evaluation.tournament(")) == 3


@pytest.mark.parametrize(
    ("option", "values", "more", "message"),
    [
        ("lenght", ["short", "long"], {}, "lenght"),
        ("length", ["short", "lang"], {}, "lang"),
        ("players", [3, 99], {}, "99"),
        ("players", [3, 3], {}, "names 3 twice"),
        ("players", [], {}, "needs values"),
        ("players", [3, 4], {"players": 3}, "cannot have a value of its own"),
        ("length", ["short"], {"options": {"length": "long"}}, "cannot have a value of its own"),
    ],
)
def test_a_fault_of_any_value_is_told_before_anything_is_played(
    option: str, values: list[Any], more: dict[str, Any], message: str, tmp_path: Path
) -> None:
    def played(done: int, total: int, name: str) -> None:
        pytest.fail("a game was played")

    with pytest.raises((TypeError, ValueError), match=message):
        sweep("several_moves", "random,a=random", option, values, progress=played, store=tmp_path / "r.sqlite", **more)
    assert list(tmp_path.iterdir()) == []


def test_the_command_keeps_every_value_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["evaluate", "drop_out", "--agents", f"{BEST},random", "--sweep", "players=3,4", "--deals", "20", "--json"]
    words += ["--store", str(tmp_path / "results.sqlite"), "--report", str(tmp_path / "report.html")]
    first, again = [], []
    for output in (first, again):
        assert cli.main(words) == 0
        output.append(json.loads(capsys.readouterr().out))
    assert {file.name for file in tmp_path.glob("*.sqlite")} == {
        "results.players=3.sqlite",
        "results.players=4.sqlite",
    }
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert first[0]["format"] == "mailwing-sweep-1"
    assert "--sweep players=3,4" in first[0]["command"]
    assert [each["results"] for each in again[0]["sweep"]] == [each["results"] for each in first[0]["sweep"]]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("players", "must be NAME=VALUE,VALUE"),
        ("players=3,,4", "must be NAME=VALUE,VALUE"),
        ("data=a,b", "only options of a game and players"),
        ("turns=1,2", "turns"),
    ],
)
def test_what_is_no_sweep(word: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["evaluate", "drop_out", "--agents", f"{BEST},random", "--sweep", word]) == 2
    assert message in capsys.readouterr().err
