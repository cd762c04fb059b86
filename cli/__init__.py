"""The `mailwing` command: reads the command line, calls the other packages, and prints errors as one line."""

from __future__ import annotations

import argparse
import importlib
import logging
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType, ModuleType
from typing import Any

from . import terminal
from .versions import ShowVersions

COMMANDS = {
    "play": "play a game in the terminal, or watch agents play it",
    "replay": "step through a recorded game, or export it as GIF or HTML",
    "evaluate": "play agents against each other and report win rates with intervals",
    "export": "write games between agents as a data set",
    "export-policy": "write a trained agent as an ONNX model",
    "train": "train an agent from a config",
    "report": "show the learning curves of a training run",
    "zoo": "list the trained agents that come with mailwing, or add one",
    "tune": "find better numbers for a scripted bot, or probe those that it has",
    "demo": "train an agent for a few minutes and play it against every bot",
    "data": "write the data pack of a game as files to edit, or check one",
    "warmup": "compile the rules of a game now instead of at its first use",
    "bench": "measure the speed of a game on this machine",
    "docs": "write the documentation page of a game from its records and actions",
}
"""Each command is the module of the same name here (`-` is `_`), with `add(subparsers)` and `run(args) -> int`."""

EXTRAS = {
    "torch": "train",
    "stable_baselines3": "train",
    "sb3_contrib": "train",
    "tensorboard": "train",
    "safetensors": "train",
    "tqdm": "train",
    "resvg_py": "render",
    "PIL": "render",
    "pygame": "render",
    "pyspiel": "integrations",
    "open_spiel": "integrations",
    "torchrl": "integrations",
    "tensordict": "integrations",
    "ray": "rllib",
    "pyarrow": "data",
    "minari": "data",
    "h5py": "data",
    "onnx": "onnx",
}
"""The extra of `pip install 'mailwing[…]'` that installs a module."""

EXAMPLES = """\
examples:
  mailwing play ab_die_post --agents human,expert,adept
  mailwing evaluate ab_die_post --agents expert,adept,novice,random --deals 500
  mailwing train configs/ab_die_post/ppo.toml
  mailwing bench ab_die_post --json

`mailwing COMMAND --help` explains a command."""

USER_ERROR = 2
INTERRUPTED = 130

STOPPING = ("SIGTERM", "SIGHUP")
"""Signals that stop a command as Ctrl-C does, so that it keeps what Ctrl-C keeps. A second one ends it at once."""


class Stopped(KeyboardInterrupt):
    """A signal of `STOPPING` has come."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.exit_code = 128 + number


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    0: done; 1: `mailwing data --check` found a fault; 2: an error of the user; 130, 143, 129: stopped with Ctrl-C, by
    SIGTERM, by SIGHUP.

    Args:
        argv: the arguments after `mailwing`; None: those of the process.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in words
    terminal.ready_streams()
    _log_to_stderr()
    former = _listen()
    try:
        code = _run([word for word in words if word != "--debug"])
        terminal.flush()
        return code
    except Stopped as stop:
        print(f"mailwing: stopped by {stop}", file=sys.stderr)
        return stop.exit_code
    except KeyboardInterrupt:
        print("mailwing: stopped", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        terminal.drop_output()  # the output was closed, as by `mailwing docs … | head`
        return 0
    except Exception as error:
        if not _is_for_people(error):
            raise
        if debug:
            traceback.print_exc()
        print(f"mailwing: error: {terminal.one_line(_explain(error))}", file=sys.stderr)
        with suppress(OSError):
            terminal.flush()
        return USER_ERROR
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _listen() -> dict[int, Any]:
    """Let the signals of `STOPPING` raise `Stopped`, where they would end the process; the handlers before that."""
    former: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in STOPPING if hasattr(signal, name)):
            if signal.getsignal(number) is signal.SIG_DFL:
                former[number] = signal.signal(number, _stop)
    return former


def _stop(number: int, frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    raise Stopped(number)


def _log_to_stderr() -> None:
    """Print the log of the library, including lines of progress, on stderr."""
    logger = logging.getLogger("mailwing")
    handler = logging.StreamHandler()
    handler.setFormatter(terminal.LogLines())
    logger.handlers = [handler]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _run(words: list[str]) -> int:
    parser = build_parser(next((word for word in words if not word.startswith("-")), None))
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help()
        return 0
    return _module(args.command).run(args)


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser of the whole command line, with the options of the chosen command alone.

    The modules of the other commands are not imported, so that `mailwing --help` is fast.
    """
    parser = terminal.Parser(
        prog="mailwing",
        description="Board games about the first air-mail lines as reinforcement-learning environments.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=ShowVersions)
    parser.add_argument("--debug", action="store_true", help="show where an error comes from (after any command)")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    for name, summary in COMMANDS.items():
        if name == chosen:
            _module(name).add(subparsers)
        else:
            subparsers.add_parser(name, help=summary)
    return parser


def _module(command: str) -> ModuleType:
    return importlib.import_module(f".{command.replace('-', '_')}", __package__)


def _is_for_people(error: Exception) -> bool:
    """Whether an error comes from the user's input or agents and not from this program."""
    # Looked up, not imported, so that `mailwing --help` is fast.
    own: Any = sys.modules.get("mailwing.envs._core.errors")
    return isinstance(error, (ValueError, OSError, ImportError, MemoryError)) or (
        own is not None and isinstance(error, own.MailwingError)
    )


def _explain(error: Exception) -> str:
    """The error as one line; for a missing module with the extra that installs it."""
    if isinstance(error, ModuleNotFoundError) and error.name:
        extra = EXTRAS.get(error.name.partition(".")[0])
        if extra is not None:
            return f"this needs {error.name}, which is not installed; install it with: pip install 'mailwing[{extra}]'"
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return f"standard output: {error.strerror}"  # all other files are named
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; smaller numbers need less" + (f" ({error})" if str(error) else "")
    return str(error) or type(error).__name__
