"""`mailwing evaluate`: what it prints, writes, continues and refuses."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from mailwing import cli
from mailwing.cli.game_options import read_options

BEST = "best=toys.drop_out:BEST"


def evaluate(*words: str) -> int:
    return cli.main(["evaluate", *words])


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("drop_out", "--agents", f"{BEST},random", "--deals", "50", "--players", "4") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Drop out, 4 players, 1,000 games ({lines[0].split('(')[1]}"
    assert lines[1].startswith("best vs 3 × best:     win rate 0.25")
    assert lines[1].endswith("], baseline 0.25")
    assert [line.split(": ")[0] for line in lines[1:5]] == [
        "best vs 3 × best",
        "best vs 3 × random",
        "random vs 3 × best",
        "random vs 3 × random",
    ]
    assert lines[6].startswith("ratings over 200 games")
    assert lines[7].split()[:2] == ["1", "best"]
    assert lines[9] == "  (where the places behind the winner are mostly chance, ratings differ less than win rates)"


def test_json_has_stdout_for_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    words = ["drop_out", "--agents", f"{BEST}:2xrandom", "--deals", "20", "--json", "--report", str(report)]
    assert evaluate(*words) == 0
    output = capsys.readouterr()
    data = json.loads(output.out)
    assert data["format"] == "mailwing-evaluation-2"
    assert data["results"][0]["name"] == "best vs 2 × random"
    assert data["results"][0]["low"] <= data["results"][0]["win_rate"] <= data["results"][0]["high"]
    assert data["results"][0]["baseline"] == pytest.approx(1 / 3)
    assert f"report: {report}" in output.err
    assert report.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_one_deal_claims_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["drop_out", "--agents", f"{BEST},random", "--deals", "1", "--report", str(tmp_path / "report.html")]
    assert evaluate(*words) == 0
    ratings = [line.split() for line in capsys.readouterr().out.splitlines() if "[no interval]" in line]
    assert [line[0] for line in ratings] == ["1–2", "1–2"]
    assert evaluate(*words, "--json") == 0
    data = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert [entry["rating"]["low"] for entry in data["ratings"]] == [None, None]
    assert data["ratings"][0]["reason"] == "one deal does not show how much is chance"
    assert all(result["num_decisions"]["high"] is None for result in data["results"])
    assert all(result["rank"]["low"] < result["rank"]["high"] for result in data["results"])


def test_the_command_in_the_report_repeats_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["several_moves", "--agents", "random,best=toys.several_moves:BEST", "--deals", "10", "--players", "3"]
    assert evaluate(*words, "--option", "length=long", "--seed", "4", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    command = shlex.split(first["command"])
    assert command[:2] == ["mailwing", "evaluate"]
    assert cli.main([*command[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["settings"]["options"]["length"] == "long"
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_threads_change_no_figure(capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for threads in ("1", "3"):
        assert (
            evaluate("drop_out", "--agents", f"{BEST}:2xrandom", "--deals", "40", "--threads", threads, "--json") == 0
        )
        outputs.append(json.loads(capsys.readouterr().out)["results"])
    assert outputs[0] == outputs[1]


def test_a_store_goes_on_and_refuses_another_tournament(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    store = str(tmp_path / "results.sqlite")
    words = ["drop_out", "--agents", f"{BEST},random", "--deals", "10", "--store", store, "--json"]
    assert evaluate(*words) == 0
    first = json.loads(capsys.readouterr().out)
    assert evaluate(*words) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["results"] == first["results"]
    assert evaluate(*words, "--seed", "1") == cli.USER_ERROR
    output = capsys.readouterr()
    assert "seed: 0 in the file, 1 asked for" in output.err
    assert output.out == ""


def test_a_class_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_bots.py").write_text(
        "class Highest:\n"
        "    name = 'highest'\n"
        "    def reset(self, seed): pass\n"
        "    def act(self, view): return view.legal()[-1]\n"
        "class Wrong(Highest):\n"
        "    def act(self, view): return 99\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert evaluate("drop_out", "--agents", "my_bots:Highest:2xrandom", "--deals", "5") == 0
    assert "my_bots:Highest vs 2 × random: win rate" in capsys.readouterr().out
    assert evaluate("drop_out", "--agents", "my_bots:Wrong:2xrandom", "--deals", "5") == cli.USER_ERROR
    message = capsys.readouterr().err
    assert "my_bots:Wrong" in message
    assert "illegal action" in message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["drop_aut", "--agents", "random,random"], "did you mean 'drop_out'"),
        (["drop_out", "--agents", "random"], "has no opponent"),
        (["drop_out", "--agents", "randam,random"], "did you mean 'random'"),
        (["drop_out", "--agents", "random:random"], "did you mean 'random:3xrandom'"),
        (["drop_out", "--agents", "random:3xrandom"], "--players 4"),
        (["drop_out", "--agents", "human,random"], "'human' cannot be evaluated"),
        (["drop_out", "--agents", "runs/none/best,random"], "no checkpoint is there"),
        (["drop_out", "--agents", f"{BEST},random", "--players", "2"], "3, 4, 5"),
        (["drop_out", "--agents", f"{BEST},random", "--deals", "0"], "deals=0"),
        (["drop_out", "--agents", f"{BEST},random", "--option", "speed=1"], "unknown option 'speed'"),
        (["drop_out", "--agents", f"{BEST},random", "--option", "speed"], "must be NAME=VALUE"),
        (["drop_out", "--agents", f"{BEST},random", "--report", "/nowhere/x.html"], "/nowhere does not exist"),
        (["drop_out", "--agents", f"{BEST},random", "--store", "/nowhere/x.sqlite"], "/nowhere does not exist"),
    ],
)
def test_mistakes_are_explained(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate(*words) == cli.USER_ERROR
    output = capsys.readouterr()
    assert message in output.err
    assert output.err.startswith("mailwing: error: ")
    assert output.out == ""


def test_a_seed_that_is_none_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate("two_ply", "--agents", "random:1xrandom", "--deals", "1", "--seed", "-1") == 2
    assert "a seed is a whole number from 0 to 2**64 - 1, not -1" in capsys.readouterr().err


def test_options_of_the_command_line() -> None:
    assert read_options(["length=long", "laps=3", "shift=-1"]) == {"length": "long", "laps": 3, "shift": -1}
    with pytest.raises(ValueError, match="given twice"):
        read_options(["a=1", "a=2"])


def test_a_bot_that_breaks_the_rules_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`mailwing evaluate --agents cheat:BAD:…`: named with game and seed, no traceback."""
    source = """
from mailwing.envs._core.bots import Bot
from mailwing.envs._core.kernel import kernel

@kernel
def choose(t, o, s, mask, params, rng, work):
    return mask.shape[0]

BAD = Bot("bad", choose)
"""
    (tmp_path / "cheat.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert cli.main(["evaluate", "two_ply", "--agents", "cheat:BAD:1xrandom", "--deals", "1"]) == 2
    shown = capsys.readouterr().err.strip().splitlines()[-1]
    assert shown.startswith("mailwing: error: two_ply: in the game with seed")
    assert "a bot chose an illegal action" in shown
