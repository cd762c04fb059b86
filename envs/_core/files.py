"""Files that others wrote or will read: read with a limit, written as a whole, and named in every error."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LARGEST_TEXT = 64_000_000
"""Bytes of the largest text that is read; a device or a pipe may never end."""


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Let errors of the system in the block name this file: a full disk names none, a temporary file means nothing."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise


def read_text(path: str | Path) -> str:
    """A text file (a byte order mark at its start is left out).

    Raises:
        ValueError: it is not text in UTF-8, or longer than any file of this kind; the message does not name it.
        OSError: it cannot be read; the error names it.
    """
    with naming(path), open(path, "rb") as file:
        data = file.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise ValueError(f"is longer than {LARGEST_TEXT // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"is not a text file in UTF-8 (byte {error.start} is {data[error.start]:#04x})") from None


def check_target(path: str | Path, what: str = "file") -> Path:
    """The path, if a file can be written there; called before work is done that would be lost.

    Raises:
        ValueError: it is a folder, or its folder does not exist or cannot be written to; the message names it.
        OSError: it is no name of a file; the error names it.
    """
    target = Path(path)
    folder = target.parent
    if "\0" in str(path):
        raise ValueError(f"{path}: a name of a file has no character U+0000")
    with naming(path), suppress(FileNotFoundError):
        target.stat()  # a name that is too long, a file where a folder should be
    if target.is_dir():
        raise ValueError(f"{path}: is a folder; name the {what} that is to be written")
    if not folder.is_dir():
        raise ValueError(f"{path}: the folder {folder} does not exist")
    if not os.access(folder if not target.exists() or target.is_file() else target, os.W_OK):
        raise ValueError(f"{path}: cannot be written there (permission denied)")
    return target


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A temporary path beside `path`: it takes its place when the block ends, and is removed if the block fails.

    A link is followed. What is no plain file (`/dev/stdout`, a pipe) is written to and stays what it is.

    Raises:
        OSError: the file cannot be written; the error names `path`.
    """
    target = Path(os.path.realpath(path))
    special = target.exists() and not target.is_file()
    with naming(path):
        folder = None if special else target.parent
        handle, name = tempfile.mkstemp(dir=folder, prefix=".mailwing-", suffix=target.suffix[:16])
        os.close(handle)
        partial = Path(name)
        try:
            yield partial
            if special:
                target.write_bytes(partial.read_bytes())
            else:
                _settle(partial)
                os.replace(partial, target)
        finally:
            with suppress(OSError):
                partial.unlink(missing_ok=True)


def _settle(partial: Path) -> None:
    """Have the disk hold the bytes before the name points to them, and give the file the modes of other new files."""
    with open(partial, "rb+") as file:
        os.fsync(file.fileno())
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(partial, 0o666 & ~mask)
