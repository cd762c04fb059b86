"""Writing files: each is replaced in one step, so that neither a reader nor a kill ever meets half of one."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PARTIAL = ".mailwing-*.partial"
"""Pattern of the names of files that are being written; a kill leaves one behind, and nothing ever reads it."""

NOT_FLUSHED = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)
"""Errors of file systems that cannot flush a file or folder on demand."""


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
