"""Signals that stop a run: it is saved first, a second one ends it at once, and then the signal is passed on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from mailwing.training.checkpoints import load_state
from mailwing.training.config import Config
from mailwing.training.learning import Learning
from mailwing.training.run import Run
from mailwing.training.stopping import Stop, StopSignals

from .toy_runs import toy_config, train_toy

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs the signals of Unix")


def small() -> Config:
    """Six updates of 512 decisions; the only checkpoint would be that of the end."""
    few = {"num_envs": 64, "n_steps": 8, "minibatch": 128}
    run = {"threads": 1, "checkpoint_minutes": 100}
    return toy_config("two_ply", network={"hidden": [16]}, ppo=few, budget={"steps": 3072}, run=run)


class TerminatedError(Exception):
    """What the handler of the program raises."""


def terminated(*_: object) -> None:
    raise TerminatedError


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """SIGTERM and SIGHUP have handlers, as in the command line; all handlers are put back after the test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets programs in the background ignore it
    signal.signal(signal.SIGTERM, terminated)
    signal.signal(signal.SIGHUP, terminated)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def signal_in_update(monkeypatch: pytest.MonkeyPatch, update: int, *numbers: signal.Signals) -> None:
    """Signals that come at the end of the collection number `update`."""
    original = Learning._on_rollout_end

    def interrupted(self: Learning) -> None:
        original(self)
        if self.run.progress.updates == update:
            for number in numbers:
                signal.raise_signal(number)

    monkeypatch.setattr(Learning, "_on_rollout_end", interrupted)


@pytest.mark.parametrize(
    ("number", "error"),
    [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, TerminatedError), (signal.SIGHUP, TerminatedError)],
)
def test_the_update_is_ended_and_saved(
    number: signal.Signals, error: type[BaseException], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Ctrl-C saves the others save too, and the run goes on from there to the same end."""
    train_toy(small(), tmp_path / "whole")
    former = signal.getsignal(number)
    with monkeypatch.context() as patch:
        signal_in_update(patch, 4, number)
        with pytest.raises(error):
            train_toy(small(), tmp_path / "stopped")
    assert signal.getsignal(number) is former
    assert load_state(tmp_path / "stopped" / "last")[0]["updates"] == 4
    assert train_toy(small(), tmp_path / "stopped", resume=True).trained == 1024
    whole, stopped = (load_file(tmp_path / run / "last" / "weights.safetensors") for run in ("whole", "stopped"))
    for name, array in whole.items():
        np.testing.assert_array_equal(array, stopped[name])


def test_a_second_signal_ends_it_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    signal_in_update(monkeypatch, 2, signal.SIGTERM, signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        train_toy(small(), tmp_path / "run")
    assert not (tmp_path / "run" / "last").exists()


def test_an_evaluation_is_given_up_but_the_run_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Run) -> None:
        signal.raise_signal(signal.SIGTERM)
        pytest.fail("the evaluation went on")

    monkeypatch.setattr(Run, "evaluate", interrupted)
    with pytest.raises(TerminatedError):
        train_toy(small(), tmp_path / "run")
    assert load_state(tmp_path / "run" / "last")[0]["updates"] == 6


def test_signals_raise_where_nothing_can_be_saved() -> None:
    signals, reached = StopSignals(), []

    def body() -> None:
        with signals:
            signal.raise_signal(signal.SIGTERM)
            reached.append("after the signal")

    with pytest.raises(TerminatedError):
        body()
    assert not reached
    assert signals.asked is signal.SIGTERM


def test_ignored_signals_are_none() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with StopSignals() as signals, signals.held():
        signal.raise_signal(signal.SIGHUP)
        signals.check()
    assert signals.asked is None


def test_what_was_noted_is_raised_when_it_is_asked_for() -> None:
    reached: list[str] = []

    def body() -> None:
        with StopSignals() as signals:
            with signals.held():
                signal.raise_signal(signal.SIGTERM)
                reached.append("held")
                with pytest.raises(Stop, match="SIGTERM"), signals.let_through():
                    reached.append("let through")
            signals.check()
            reached.append("checked")

    with pytest.raises(TerminatedError):
        body()
    assert reached == ["held"]


CONFIG = """
game.id = "two_ply"
opponents.weights = { random = 1 }
network.hidden = [16]
ppo = { num_envs = 64, n_steps = 8, minibatch = 128 }
budget.steps = 1000000000
run = { threads = 1, checkpoint_minutes = 100 }
"""


@pytest.mark.parametrize("selfplay", ["", "selfplay.pool_size = 2"], ids=["bots", "selfplay"])
def test_a_command_that_is_terminated_saves_and_exits_with_143(selfplay: str, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(CONFIG + selfplay)
    program = "import toys, sys; toys.register_all(); from mailwing.cli import main; sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "train", "tiny.toml", "--run-dir", "run"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    log = tmp_path / "run" / "progress.jsonl"
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as process:
        deadline = time.monotonic() + 240
        while not (log.exists() and log.read_text()) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[0]
    assert process.returncode == 143
    assert "To continue from the latest checkpoint in run, run the same command with --resume" in said
    assert "topped" not in said, "the command itself says that, once for all commands, on stderr"
    state = load_state(tmp_path / "run" / "last")[0]
    assert state["updates"] == len(log.read_text().splitlines())
    assert not (tmp_path / "run" / ".lock").exists()
