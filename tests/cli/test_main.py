"""The `mailwing` command itself: help, version, and errors as one line for people."""

from __future__ import annotations

import argparse
import platform
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import pytest

import mailwing
from mailwing import cli
from mailwing.cli import versions


def replace_commands(monkeypatch: pytest.MonkeyPatch, run: Callable[[argparse.Namespace], int]) -> None:
    """Let every command be one that calls `run`."""

    def module(name: str) -> SimpleNamespace:
        return SimpleNamespace(add=lambda subparsers: subparsers.add_parser(name), run=run)

    monkeypatch.setattr(cli, "_module", module)


def raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_help_names_every_command_and_gives_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert all(f"{name} {summary}" in text for name, summary in cli.COMMANDS.items())
    assert "examples:" in text


def test_version_says_what_a_bug_report_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Packages that are not installed are left out."""
    installed = {"numba": "0.61.0", "llvmlite": "0.44.0", "numpy": "2.1.0", "torch": "2.13.0"}

    def version(name: str) -> str:
        if name not in installed:
            raise PackageNotFoundError(name)
        return installed[name]

    monkeypatch.setattr(versions, "version", version)
    with pytest.raises(SystemExit) as stop:
        cli.main(["--version"])
    assert stop.value.code == 0
    first, python, machine, *packages = capsys.readouterr().out.splitlines()
    assert first == f"mailwing {mailwing.__version__}"
    assert python.startswith(f"Python {platform.python_version()}")
    assert machine.startswith("platform ")
    assert packages == ["numba 0.61.0", "llvmlite 0.44.0", "numpy 2.1.0", "torch 2.13.0"]


def test_version_imports_none_of_the_packages() -> None:
    code = (
        "import sys; from mailwing.cli import versions; print(versions.text());"
        "sys.exit(','.join({'numba', 'numpy', 'torch', 'gymnasium'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stderr.strip() == ""
    assert "numba " in done.stdout


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main([name, "--help"])
    assert stop.value.code == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: mailwing {name}")
    assert "example" in text, "the help of a command shows how it is called"


def test_an_unknown_command_is_refused_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["plya"])
    assert stop.value.code == cli.USER_ERROR
    assert "'play'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("unknown game 'ab_die_past'"), "unknown game 'ab_die_past'"),
        (FileNotFoundError(2, "No such file or directory", "game.json"), "game.json: No such file or directory"),
        (ModuleNotFoundError("No module named 'torch'", name="torch"), "pip install 'mailwing[train]'"),
        (ModuleNotFoundError("No module named 'PIL'", name="PIL.Image"), "pip install 'mailwing[render]'"),
        (ImportError("pictures need the extra 'render'"), "pictures need the extra 'render'"),
    ],
)
def test_errors_are_one_line(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_commands(monkeypatch, raising(error))
    assert cli.main(["play"]) == cli.USER_ERROR
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("mailwing: error: ")
    assert words in lines[0]


def test_debug_shows_where_an_error_comes_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace_commands(monkeypatch, raising(ValueError("a fault")))
    assert cli.main(["play", "--debug"]) == cli.USER_ERROR
    text = capsys.readouterr().err
    assert "Traceback" in text
    assert text.rstrip().endswith("mailwing: error: a fault")


def test_a_mistake_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_commands(monkeypatch, raising(AssertionError("a bug")))
    with pytest.raises(AssertionError, match="a bug"):
        cli.main(["play"])


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    replace_commands(monkeypatch, raising(KeyboardInterrupt()))
    assert cli.main(["play"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "mailwing: stopped\n"


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_other_signals_end_as_ctrl_c_does(
    name: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command sees a `KeyboardInterrupt` (and keeps what it keeps then); a second signal would kill the process."""
    number = getattr(signal, name)
    kept: list[object] = []

    def stopped(args: argparse.Namespace) -> int:
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            kept.append(signal.getsignal(number))
            raise
        return 0

    before = signal.signal(number, signal.SIG_DFL)  # tests may themselves run under `nohup`
    try:
        replace_commands(monkeypatch, stopped)
        assert cli.main(["play"]) == code
        assert kept == [signal.SIG_DFL]
        assert capsys.readouterr().err == f"mailwing: stopped by {name}\n"
        assert signal.getsignal(number) is signal.SIG_DFL
    finally:
        signal.signal(number, before)


def test_ignored_signals_stay_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As SIGHUP is under `nohup`."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        replace_commands(monkeypatch, lambda args: signal.raise_signal(signal.SIGHUP) or 0)
        assert cli.main(["play"]) == 0
    finally:
        signal.signal(signal.SIGHUP, before)


def test_help_imports_neither_torch_nor_the_games() -> None:
    code = (
        "import sys; from mailwing.cli import main; main([]); "
        "print(sorted({'torch', 'numba', 'pygame', 'mailwing.envs'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("[]")


def test_the_module_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "mailwing", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("mailwing ")


def test_a_reader_that_goes_away_is_no_error() -> None:
    pipe = f"{sys.executable} -m mailwing docs ab_die_post | head -c 10"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", pipe], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
