"""`mailwing train` and `mailwing demo` as a user meets them."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mailwing.agents.policy import CheckpointError
from mailwing.cli import main
from mailwing.training.checkpoints import load_state
from mailwing.training.run import Outcome

CONFIG = """
[game]
id = "two_ply"
[opponents]
weights = { random = 1 }
[network]
hidden = [16]
[ppo]
num_envs = 64
n_steps = 8
minibatch = 128
[budget]
steps = 2048
[evaluation]
opponents = ["random"]
deals = 20
[run]
threads = 1
checkpoint_minutes = 0
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "toy" / "tiny.toml"
    file.parent.mkdir()
    file.write_text(CONFIG)
    return file


def test_training_says_where_the_agent_is(
    config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["train", str(config), "--quiet"]) == 0
    captured = capsys.readouterr()
    assert "runs/toy-tiny/best" in captured.out
    assert "win rate" not in captured.err
    assert (tmp_path / "runs" / "toy-tiny" / "best" / "metadata.json").is_file()


def test_progress_is_shown_on_stderr(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", str(config), "--run-dir", str(tmp_path / "r"), "--set", "run.checkpoint_minutes=9"]) == 0
    shown = capsys.readouterr().err
    assert "win rate" in shown
    assert "steps/s" in shown


def test_options_change_the_config(config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "r"
    words = [
        "--steps",
        "512",
        "--seed",
        "9",
        "--threads",
        "0",
        "--set",
        "ppo.epochs=1",
        "--quiet",
        "--run-dir",
        str(folder),
    ]
    assert main(["train", str(config), *words]) == 0
    saved = json.loads((folder / "config.json").read_text())
    run = saved["run"]
    assert (saved["budget"]["steps"], run["seed"], run["threads"], saved["ppo"]["epochs"]) == (512, 9, 0, 1)


def test_steps_take_the_place_of_a_budget_that_would_not_do(config: Path, tmp_path: Path) -> None:
    """`budget.minutes=0` alone would be a run without an end."""
    config.write_text(CONFIG.replace("steps = 2048", "minutes = 5"))
    words = ["--set", "budget.minutes=0", "--steps", "512", "--quiet", "--run-dir", str(tmp_path / "r")]
    assert main(["train", str(config), *words]) == 0
    assert json.loads((tmp_path / "r" / "config.json").read_text())["budget"] == {"minutes": 0.0, "steps": 512}


def test_a_finished_run_and_a_folder_with_commas(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that is printed plays the agent, though the folder is called `lr=0.1,seed=1`."""
    monkeypatch.chdir(tmp_path)
    words = ["train", str(config), "--steps", "512", "--run-dir", "lr=0.1,seed=1", "--quiet"]
    assert main(words) == 0
    assert main([*words, "--resume"]) == 0
    shown = capsys.readouterr().out
    assert "This run had used up its budget before" in shown
    command = shlex.split(shown.strip().splitlines()[-1])
    assert command == ["mailwing", "play", "two_ply", "--agents", "human,lr=0.1,seed=1/best"]
    assert main(["play", "two_ply", "--agents", "lr=0.1,seed=1/best,random", "--quiet", "--seed", "1"]) == 0
    assert "seat 0: lr=0.1,seed=1/best  seat 1: random" in capsys.readouterr().out
    assert main(["evaluate", "two_ply", "--agents", "lr=0.1,seed=1/best:1xrandom", "--deals", "2"]) == 0
    assert "lr=0.1,seed=1/best vs random: win rate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "ppo.epoch=1"], "has no key 'epoch' (did you mean 'epochs'?)"),
        (["--minutes", "-1"], "budget.minutes = -1.0 is not in the range"),
        (["--seed", "-1"], "run.seed = -1 is not in the range"),
        (["--resume"], "there is no run to resume"),
    ],
)
def test_mistakes_are_one_line(
    words: list[str], message: str, config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(config), "--run-dir", str(tmp_path / "r"), *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error
    assert not (tmp_path / "r").exists()


def test_an_unknown_config_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "ab_die_post/pppo"]) == 2
    assert "ab_die_post/ppo" in capsys.readouterr().err


@pytest.mark.parametrize("quiet", [False, True])
def test_it_is_said_when_the_config_is_the_one_that_comes_with_mailwing(
    quiet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder without that file."""
    monkeypatch.chdir(tmp_path)
    outcome = Outcome(tmp_path, 1, 1.0, {}, 1)
    monkeypatch.setattr("mailwing.cli.train.train", lambda *arguments: outcome)
    words = ["train", "configs/aeropostale/ppo.toml", *(["--quiet"] if quiet else [])]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert ("There is no file configs/aeropostale/ppo.toml here; the config is the one" in said) == (not quiet)


def steps_of(folder: Path) -> int:
    """Decisions of the latest checkpoint, 0 while there is none."""
    try:
        return load_state(folder / "last")[0]["steps"]
    except CheckpointError:
        return 0


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_run_is_resumed(config: Path, tmp_path: Path) -> None:
    """The process is killed for real, wherever it is; `--resume` goes on from the latest checkpoint."""
    folder = tmp_path / "r"
    program = "import toys, sys; toys.register_all(); from mailwing.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "train", str(config), "--run-dir", str(folder), "--quiet"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen([*command, "--steps", "100000000"], env=environment) as process:
        deadline = time.monotonic() + 240
        while steps_of(folder) == 0 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
    steps = steps_of(folder)
    assert steps > 0
    resumed = [*command, "--steps", str(steps + 1024), "--resume"]
    subprocess.run(resumed, env=environment, check=True, timeout=240)
    assert load_state(folder / "last")[0]["steps"] == steps + 1024


def test_the_demo_plays_the_ladder_and_writes_a_report(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "demo"
    words = ["--config", str(config), "--deals", "30", "--folder", str(folder), "--quiet"]
    assert main(["demo", *words]) == 0
    shown = capsys.readouterr().out
    assert "ppo vs random: win rate" in shown
    assert str(folder / "report.html") in shown
    assert "<html" in (folder / "report.html").read_text()
