"""The learning curves of a run: read from its log, as a table, as a page, and from a run that is really played."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from evaluation.test_report import Page

from mailwing import cli
from mailwing.evaluation.curve_panel import MOST, curve_panel, in_short, top_of
from mailwing.training.curves import LOG, read_curves
from mailwing.training.run_report import RunReport

from .toy_runs import toy_config, train_toy

STRANGE = '<b>"x" & y</b>'
HALF = [0.5, 0.4, 0.6]

LINES: list[dict[str, Any]] = [
    {"kind": "cloning", "steps": 0, "minutes": 1.0, "samples": 10},
    {"kind": "evaluation", "steps": 0, "minutes": 1.5, "win_rate": {"novice": [0.3, 0.2, 0.4], STRANGE: HALF}},
    {"kind": "update", "steps": 1000, "minutes": 2.0, "update": 1, "games": 30, "win_rate": 0.2},
    {"kind": "update", "steps": 2000, "minutes": 3.0, "update": 2, "games": 0, "win_rate": None},
    {"kind": "resume", "steps": 2000, "minutes": 3.0, "update": 2},
    {"kind": "update", "steps": 3000, "minutes": 4.0, "update": 3, "games": 10, "win_rate": 0.6},
    {"kind": "evaluation", "steps": 3000, "minutes": 4.5, "win_rate": {"novice": [0.7, 0.6, 0.8], STRANGE: HALF}},
]  # fmt: skip


def write(folder: Path, lines: list[Any] = LINES, **game: Any) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    (folder / LOG).write_text(text, encoding="utf-8")
    config = {"game": {"id": "drop_out", "players": 0, **game}}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def test_curves_are_read_from_the_log(tmp_path: Path) -> None:
    curves = read_curves(write(tmp_path))
    assert [(p.steps, p.minutes, p.win_rate) for p in curves.evaluations["novice"]] == [(0, 1.5, 0.3), (3000, 4.5, 0.7)]
    assert [p.win_rate for p in curves.training] == pytest.approx([0.2, 0.2, 0.3]), "weighted by games"
    assert curves.starts == {"cloning": 1.0}
    assert curves.resumed == [2000]


def test_lines_that_no_program_can_read_are_left_out(tmp_path: Path) -> None:
    broken = [
        "[1, 2]\n",
        '{"kind": "evaluation", "steps": 1, "minutes": 1, "win_rate": {"novice": [0.5]}}\n',
        '{"kind": "evaluation", "steps": 1, "minutes": 1, "win_rate": {"novice": [NaN, 0, 1]}}\n',
        '{"kind": "update", "steps": "x", "minutes": 1}\n',
        '{"kind": "upda',
    ]
    assert read_curves(write(tmp_path, [*LINES, *broken])) == read_curves(write(tmp_path))


def test_the_page_has_every_curve_twice_and_loads_nothing(tmp_path: Path) -> None:
    text = RunReport(write(tmp_path)).html()
    page = Page(text)
    assert page.loaded == []
    assert page.tags.count("polyline") == 6, "two opponents and training, over decisions and over minutes"
    assert STRANGE not in text.split('<script type="application/json"')[0]
    assert "cloning until minute 1.0" in text
    assert "resumed at 2 k decisions" in text


def test_the_table_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "run", players=4)
    assert cli.main(["report", str(tmp_path / "run")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Drop out, 4 players: {tmp_path / 'run'}, 3,000 decisions, 4.5 min"
    assert "against novice: win rate, baseline 0.25" in lines
    assert "       3,000      4.5  0.700 [0.600, 0.800]" in lines
    assert cli.main(["report", str(tmp_path / "run"), "--json", "--out", str(tmp_path / "a.html")]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["evaluations"]["novice"][1]["win_rate"] == 0.7
    assert "report: " in output.err
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_is_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(folder: Path, *more: str) -> str:
        assert cli.main(["report", str(folder), *more]) == 2
        return capsys.readouterr().err

    assert "has no progress.jsonl" in refused(tmp_path / "none")
    assert "nothing was evaluated or learnt yet" in refused(write(tmp_path / "young", LINES[:1]))
    assert "unknown game 'drop_uot'" in refused(write(tmp_path / "other", id="drop_uot"))
    (tmp_path / "young" / LOG).write_text((write(tmp_path / "run") / LOG).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "young" / "config.json").write_text("{}", encoding="utf-8")
    assert "is not the config of a run" in refused(tmp_path / "young")
    (tmp_path / "young" / "config.json").unlink()
    assert "has no config.json" in refused(tmp_path / "young")
    assert "the folder" in refused(tmp_path / "run", "--out", str(tmp_path / "no" / "a.html"))


def test_a_long_curve_is_thinned_and_keeps_its_ends() -> None:
    samples = [(float(k), 0.5 + 0.4 * math.sin(k / 50), 0.0, 1.0) for k in range(5000)]
    text = curve_panel("x", samples, 0.25, "decisions")
    assert text.count("<circle") == MOST
    assert "<title>0 decisions" in text
    assert "<title>5 k decisions" in text
    assert [in_short(value) for value in (1_500_000, 300_000, 0.5)] == ["1.5 M", "300 k", "0.5"]


def test_the_axis_ends_above_all_intervals() -> None:
    """Panels beside each other have one axis; what happens between 0.25 and 0.35 is not pressed into a line."""
    low, high = [(0.0, 0.25, 0.2, 0.3)], [(0.0, 0.5, 0.4, 0.61)]
    assert [top_of([low]), top_of([low, high]), top_of([]), top_of([[(0.0, 1.0, 1.0, 1.0)]])] == [0.4, 0.8, 1.0, 1.0]
    text = curve_panel("x", low, 0.25, "minutes", top=0.4)
    assert all(f">{tick}</text>" in text for tick in ("0", "0.2", "0.4"))


def test_one_evaluation_is_a_curve_too() -> None:
    assert "<circle" in curve_panel("x", [(0.0, 0.5, 0.4, 0.6)], None, "minutes")


def test_the_report_of_a_run(tmp_path: Path) -> None:
    """A toy is learnt in seconds; its log is what the report reads."""
    pytest.importorskip("torch")
    tables = {"budget": {"steps": 12_000}, "evaluation": {"opponents": ["random"], "deals": 50, "every_minutes": 1}}
    train_toy(toy_config("several_moves", **tables), tmp_path / "run")
    report = RunReport(tmp_path / "run")
    assert report.curves.evaluations["random"][-1].steps >= 12_000
    assert report.curves.training
    assert report.baseline == 0.5
    Page(report.html())
