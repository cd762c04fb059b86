"""Files: read with a limit, written in one step, so that nobody ever meets half of one, and named in errors."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PARTIAL = ".mailwing-*.partial"
"""Pattern of the names of files that are being written; a kill leaves one behind, and nothing ever reads it."""

NOT_FLUSHED = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
"""Errors of file systems that cannot flush a file or folder on demand."""


LARGEST_TEXT = 64_000_000
"""Bytes of the largest text that is read; a device or a pipe may never end."""


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """A temporary path in the folder of `path`, to be written in the block: it then takes the place of `path`.

    The file has the mode that the umask gives to new files. If the block fails or the process is killed, an older file
    is as it was. What is no regular file (`/dev/null`, a pipe) is written directly.

    Args:
        path: the file; a symbolic link is followed.

    Raises:
        OSError: it cannot be written; the error names `path`, also where the disk is full.
    """
    asked = Path(path)
    if (asked.exists() and not asked.is_file()) or os.path.abspath(asked).startswith("/dev/"):
        with named(asked):
            yield asked
        return
    target = Path(os.path.realpath(asked))
    partial = target.with_name(PARTIAL.replace("*", f"{os.getpid()}-{secrets.token_hex(4)}"))
    with named(asked, partial):
        try:
            yield partial
            flush(partial)
            os.replace(partial, target)
            flush(target.parent)
        finally:
            with suppress(OSError):
                partial.unlink()


@contextmanager
def whole_folder(path: str | Path) -> Iterator[Path]:
    """A fresh folder beside `path`, to be filled in the block: it then takes the place of `path`.

    If the block fails or the process is killed, an older folder is as it was. Folders cannot be exchanged in one step:
    a kill at the very end may leave the older one as `.NAME.former`, which the next call puts back first of all.

    Args:
        path: the folder; a symbolic link is followed.

    Raises:
        OSError: it cannot be written; the error names `path`, also where the disk is full.
    """
    target = Path(os.path.realpath(path))
    partial = target.with_name(PARTIAL.replace("*", f"{os.getpid()}-{secrets.token_hex(4)}"))
    former = target.with_name(f".{target.name}.former")
    with named(path, partial, former):
        if former.exists() and not target.exists():
            os.rename(former, target)
        try:
            partial.mkdir()
            yield partial
            for file in sorted(partial.rglob("*")):
                flush(file)
            exchange(partial, target, former)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def exchange(fresh: Path, target: Path, former: Path) -> None:
    """Put a folder in the place of another one, and remove that; at any time one of the two is there as a whole.

    Args:
        fresh: the new folder, complete.
        target: the name that it gets.
        former: the name that the old one has in between.

    Raises:
        OSError: the new folder cannot be renamed; the old one has its name again.
    """
    if target.exists():
        shutil.rmtree(former, ignore_errors=True)
        os.rename(target, former)
    try:
        os.rename(fresh, target)
    except OSError:
        if former.exists() and not target.exists():
            os.rename(former, target)
        raise
    flush(target.parent)
    shutil.rmtree(former, ignore_errors=True)


def write_text(path: str | Path, text: str) -> None:
    """Write a text file as UTF-8, whole or not at all; see `whole_file`."""
    with whole_file(path) as partial:
        partial.write_text(text, encoding="utf-8")


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file, whole or not at all; see `whole_file`."""
    with whole_file(path) as partial:
        partial.write_bytes(data)


@contextmanager
def named(path: str | Path, *instead: str | Path) -> Iterator[None]:
    """Errors of the system in the block name `path` where they name no file (as on a full disk) or one of `instead`."""
    try:
        yield
    except OSError as error:
        known = error.filename is not None and str(error.filename) not in map(str, instead)
        if known or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def read_text(path: str | Path) -> str:
    """A text file (a byte order mark at its start is left out).

    Raises:
        ValueError: it is not text in UTF-8, or longer than any file of this kind; the message does not name it.
        OSError: it cannot be read; the error names it.
    """
    with named(path), open(path, "rb") as file:
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
    with named(path), suppress(FileNotFoundError):
        target.stat()  # a name that is too long, a file where a folder should be
    if target.is_dir():
        raise ValueError(f"{path}: is a folder; name the {what} that is to be written")
    if not folder.is_dir():
        raise ValueError(f"{path}: the folder {folder} does not exist")
    if not os.access(folder if not target.exists() or target.is_file() else target, os.W_OK):
        raise ValueError(f"{path}: cannot be written there (permission denied)")
    return target


def flush(path: Path) -> None:
    """Wait until a file or folder is on the disk, so that it survives a power cut after a rename."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in NOT_FLUSHED:
            raise
    finally:
        os.close(handle)


def remove_partial_files(folder: Path) -> None:
    """Remove what killed writers left in a folder; only for its one owner, since living writers use such files."""
    for left in folder.glob(PARTIAL):
        with suppress(OSError):
            left.unlink()
