"""Locks between processes: a folder or file is used by one process at a time, and the second one learns by whom.

The operating system holds the lock and releases it when its process dies, however that happens, so that no lock is ever
stale; the file that it lies on only says who holds it. On a network file system the lock reaches as far as the locks of
that system do.
"""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
import weakref
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from .errors import MailwingError

logger = logging.getLogger("mailwing")

FAR = 1 << 30
"""On Windows the byte that is locked: behind the text, which thus can still be read."""


class BusyError(MailwingError):
    """Another process has the lock; the message says which, where and since when."""


class Lock:
    """The lock on something that one process may use at a time; held from the start until `release`.

    Args:
        file: where the lock lies; removed by `release`.
        what: what is locked, for the message.

    Raises:
        BusyError: another process (or another object in this one) has it.
        OSError: the file cannot be made.
    """

    def __init__(self, file: Path, what: str) -> None:
        handle = _open(file)
        while not _claimed(handle, file, what):
            os.close(handle)
            handle = _open(file)
        with suppress(OSError):  # a full disk: the lock holds without words
            os.ftruncate(handle, 0)
            os.write(handle, json.dumps(_owner()).encode())
        self._given_back = weakref.finalize(self, _release, handle, file, os.getpid())

    def release(self) -> None:
        """Give the lock back; also done when the object goes and when the process ends."""
        self._given_back()


def _open(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT, 0o666)


def _claimed(handle: int, file: Path, what: str) -> bool:
    """Whether the lock on this file is ours; False: its last owner has just removed the file."""
    try:
        _claim(handle)
    except (BlockingIOError, PermissionError):
        owner = _words(handle)
        os.close(handle)
        raise BusyError(f"{what} is in use by {owner}") from None
    except OSError as error:
        logger.warning(
            "mailwing: %s: this file system has no locks (%s); make sure that only one process uses %s",
            file,
            error.strerror,
            what,
        )
        return True
    try:
        return os.path.samestat(os.fstat(handle), os.stat(file))
    except FileNotFoundError:
        return False


def _claim(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _owner() -> dict[str, str | int]:
    since = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
    return {"pid": os.getpid(), "host": socket.gethostname(), "since": since}


def _words(handle: int) -> str:
    """The process that the file names."""
    try:
        owner = json.loads(os.pread(handle, 4096, 0) if hasattr(os, "pread") else os.read(handle, 4096))
        return f"process {int(owner['pid'])} on {str(owner['host'])[:255]} since {str(owner['since'])[:40]}"
    except (OSError, ValueError, TypeError, KeyError):
        return "another process"


def _release(handle: int, file: Path, pid: int) -> None:
    if pid == os.getpid():  # a forked child has no say
        if os.name != "nt":
            with suppress(OSError):
                file.unlink()
        os.close(handle)
        if os.name == "nt":
            with suppress(OSError):
                file.unlink()
