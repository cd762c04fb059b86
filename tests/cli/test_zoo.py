"""`mailwing zoo`, and agents of the zoo in every other command: one line says what is wrong with one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from untrained import checkpoint

from mailwing import cli
from mailwing.agents import zoo

TRAIN = """
[game]
id = "kingmaker"
[opponents]
weights = { "zoo/selfplay" = 1 }
[budget]
steps = 1000
[network]
hidden = [8]
[ppo]
num_envs = 8
n_steps = 16
minibatch = 64
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of `zoo/selfplay` of kingmaker in a zoo of its own; a config is in the current folder."""
    monkeypatch.setattr(zoo, "FOLDER", tmp_path / "zoo_of_tests")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("config.toml").write_text(TRAIN + "[selfplay]\n", encoding="utf-8")
    Path("maskable.toml").write_text(TRAIN, encoding="utf-8")
    return checkpoint(tmp_path / "zoo_of_tests" / "kingmaker" / "selfplay", "kingmaker")


def changed(**values: Any) -> Callable[[Path], None]:
    """A fault: other values in the metadata."""

    def change(folder: Path) -> None:
        file = folder / "metadata.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), **values}))

    return change


FAULTS: dict[str, tuple[Callable[[Path], Any], str]] = {
    "game": (changed(game="two_ply"), "zoo/selfplay: this agent plays two_ply, not kingmaker"),
    "version": (changed(version=7), "zoo/selfplay: this agent was trained for another kingmaker: rules version 7"),
    "layout": (changed(spec_hash="feed"), "layout of observation and actions feed instead of"),
    "metadata": (lambda folder: (folder / "metadata.json").write_bytes(b"{"), "metadata.json: not a JSON file"),
    "weights": (
        lambda folder: (folder / "weights.safetensors").write_bytes(b"abc"),
        "weights.safetensors: not a whole safetensors file",
    ),
    "name": (lambda folder: folder.rename(folder.with_name("other")), "in the zoo; it has zoo/other"),
    "folder": (lambda folder: Path("zoo/selfplay").mkdir(parents=True), "and a folder of that name is here"),
}

USES = {
    "play": "play kingmaker --agents zoo/selfplay,random --seed 1 --save game.json",
    "evaluate": "evaluate kingmaker --agents zoo/selfplay:2xrandom --deals 2 --store games.sqlite",
    "search": "play kingmaker --agents search:zoo/selfplay@50,random --seed 1",
    "judge": "play kingmaker --agents search:random~zoo/selfplay@0.2s,random --seed 1",
    "self-play": "train config.toml --run-dir run --quiet",
    "MaskablePPO": "train maskable.toml --run-dir run --quiet",
    "evaluation": "train maskable.toml --run-dir run --quiet --set opponents.weights={random=1} "
    "--set evaluation.opponents=['zoo/selfplay']",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("use", USES)
def test_an_agent_that_cannot_play_is_one_clear_error(
    home: Path, use: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil, words = FAULTS[fault]
    spoil(home)
    before = sorted(Path().rglob("*"))
    assert cli.main(USES[use].split()) == cli.USER_ERROR
    (line,) = [text for text in capsys.readouterr().err.splitlines() if "compil" not in text]
    assert line.startswith("mailwing: error: ")
    assert words in line
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize("use", USES)
def test_it_plays_wherever_agents_are_named(home: Path, use: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(USES[use].split()) == 0


def test_the_zoo_is_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["zoo", "list"]) == 0
    assert capsys.readouterr().out == "kingmaker: zoo/selfplay\n"
    assert cli.main(["zoo", "list", "two_ply", "kingmaker"]) == 0
    assert capsys.readouterr().out == "two_ply: none yet\nkingmaker: zoo/selfplay\n"


def test_the_list_says_what_an_agent_has_won(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = checkpoint(Path("runs/x/best"), "kingmaker", seed=4)
    assert cli.main(["zoo", "add", str(source), "second", "--folder", str(zoo.FOLDER), "--deals", "5"]) == 0
    capsys.readouterr()
    assert cli.main(["zoo", "list", "kingmaker"]) == 0
    listed = capsys.readouterr().out
    assert re.fullmatch(
        r"kingmaker: zoo/second \(wins [\d.]+ \[[\d.]+, [\d.]+\] against 2 × \w+; chance 0.333\), zoo/selfplay\n",
        listed,
    )
    assert cli.main(["zoo", "list", "kingmaker", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kingmaker"]["zoo/selfplay"] is None
    assert told["kingmaker"]["zoo/second"]["games"] == 15


def test_an_agent_is_added_and_then_plays(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = checkpoint(Path("runs/x/best"), "kingmaker", seed=4)
    words = ["zoo", "add", str(source), "second", "--folder", str(zoo.FOLDER)]
    assert cli.main([*words, "--deals", "5"]) == 0
    assert "kingmaker: zoo/second is in" in capsys.readouterr().out
    assert cli.main(["play", "kingmaker", "--agents", "zoo/second,zoo/selfplay", "--seed", "1", "--quiet"]) == 0
    assert cli.main([*words, "--deals", "5"]) == cli.USER_ERROR
    assert "use --replace" in capsys.readouterr().err
    assert cli.main([*words, "--deals", "-1", "--replace"]) == cli.USER_ERROR
    assert cli.main(["zoo", "cards", "--folder", str(zoo.FOLDER)]) == cli.USER_ERROR
    assert "selfplay/results.json: the file is missing" in capsys.readouterr().err
