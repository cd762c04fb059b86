"""What the command prints: safe on any terminal, one line for an error, and an end that no closed pipe disturbs."""

from __future__ import annotations

import argparse
import codecs
import json
import logging
import os
import sys
from contextlib import suppress
from typing import Any, NoReturn

PLAIN = "mailwing.plain"
"""Name of the handler of letters that a stream cannot write."""


def printable(text: str) -> str:
    """`words.printable`, whose package is imported only for text that needs it, so that `mailwing --help` is fast."""
    if text.isascii() and text.isprintable():
        return text
    from ..envs._core.words import printable

    return printable(text)


def shown(text: str) -> str:
    """Text of several lines for a terminal: what it would obey instead of show is replaced."""
    return "\n".join(printable(line) for line in text.split("\n"))


def one_line(text: str) -> str:
    """Text as one line for a terminal."""
    return printable(" ".join(text.split("\n")))


def as_json(value: Any, indent: int | None = None) -> str:
    """JSON with the letters of all languages, but with escapes for what a terminal would obey or cannot show."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii():
        return text
    if not _can_write(text):
        return json.dumps(value, indent=indent)  # programs read it: as escapes
    return "".join(c if c == "\n" or printable(c) == c else json.dumps(c)[1:-1] for c in text)


class Parser(argparse.ArgumentParser):
    """The parser of the command line; what it repeats of the command line is printable."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and the message, and exit with 2."""
        super().error(one_line(message))


class LogLines(logging.Formatter):
    """Lines of the log as they may stand on a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The message of a record."""
        return shown(super().format(record))


def ready_streams() -> None:
    """Let no letter stop the program that a stream cannot write (`LANG=C`): it is written in ASCII, see `words.plain`.

    What cannot be read becomes a `�`.
    """
    codecs.register_error(PLAIN, _in_ascii)
    outputs: list[Any] = [sys.stdout, sys.stderr]
    for stream, errors in [*((output, PLAIN) for output in outputs), (sys.stdin, "replace")]:
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """The handler of the letters that a stream cannot write."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    from ..envs._core.words import plain

    return plain(error.object[error.start : error.end]), error.end


def _can_write(text: str) -> bool:
    """Whether the standard output can write a text as it is."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def flush() -> None:
    """Write what is still held back, so that a full disk is an error of the command and not of Python's exit."""
    if sys.stdout is not None:
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            drop_output()
            error.filename = "standard output"
            raise


def drop_output() -> None:
    """Write nothing more: the reader is gone or the disk is full, and Python would print another error at its exit."""
    with suppress(OSError, ValueError, AttributeError):  # no output, or one that is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
