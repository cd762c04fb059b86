"""The folder and the files of the cache of kernels: machine code behind a checksum, replaced as a whole or not at all.

A file begins with a mark, a checksum and the key of the kernel that it was written for. A file that is damaged in any
way, or that holds another kernel, counts as missing and is written anew. The payload is a pickle, and a checksum keeps
nobody from forging one: share a cache only with people whose programs you would run.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import secrets
import time
from functools import cache
from pathlib import Path

KEPT_DAYS = 30
"""Machine code that no process has loaded for so long is removed."""

DAY = 86_400.0
"""Seconds."""

MARK = b"mailwing kernel 3\n"
"""The first bytes of every file; the number rises when the format changes."""

HASH_SIZE = 32
"""Bytes of a checksum and of a key (SHA-256)."""

HEADER_SIZE = len(MARK) + 2 * HASH_SIZE

LONGEST_NAME = 80
"""Characters of a kernel's or a module's name that appear in the name of its file."""


def cache_folder() -> Path | None:
    """Where machine code is kept: `$MAILWING_CACHE`, or `mailwing` in the user's cache folder; None without a home."""
    named = os.environ.get("MAILWING_CACHE")
    with contextlib.suppress(RuntimeError):  # the user has no home
        return Path(named).expanduser().absolute() if named else _users_cache() / "mailwing"
    return None


def _users_cache() -> Path:
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        named = Path(os.environ.get(name, ""))
        if named.is_absolute():
            return named
    return Path.home() / ".cache"


def path_of(module: str, name: str, key: bytes) -> Path | None:
    """The file of a kernel with this key, whether it exists or not (None: there is no folder for it)."""
    folder = cache_folder()
    return folder and folder / _plain(module) / f"{_plain(name)}-{key.hex()[:24]}.nbc"


def _plain(name: str) -> str:
    """A name of any module or function as part of a path."""
    return re.sub(r"[^\w.]+", "_", name).lstrip(".")[:LONGEST_NAME] or "_"


def read(path: Path, key: bytes) -> bytes | None:
    """The payload of a file; None if it is missing, cannot be read, is damaged or was written for another key."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, guarded = content[len(MARK) :][:HASH_SIZE], content[len(MARK) + HASH_SIZE :]
    whole = len(content) >= HEADER_SIZE and content.startswith(MARK) and checksum == _hash(guarded)
    return content[HEADER_SIZE:] if whole and guarded.startswith(key) else None


def write(path: Path, key: bytes, payload: bytes) -> None:
    """Write a file as a whole: readers see the former content or the new one (OSError: it cannot be written)."""
    _make_folders(path.parent)
    temporary = path.with_name(f"{path.stem}-{os.getpid()}-{secrets.token_hex(4)}.tmp")
    guarded = key + payload
    try:
        with temporary.open("xb") as file:
            file.write(MARK + _hash(guarded) + guarded)
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def note_use(path: Path) -> None:
    """Keep a file in use from being removed: its time stamp is the last day on which it was loaded."""
    with contextlib.suppress(OSError):  # the file is another user's, or the folder can only be read
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def obstacle() -> str | None:
    """Why nothing can be kept in the cache, in words (None: it can). Finds out by writing a small file."""
    folder = cache_folder()
    if folder is None:
        return "this user has no home folder"
    trial = folder / f"trial-{os.getpid()}-{secrets.token_hex(4)}.tmp"
    try:
        _make_folders(folder)
        with trial.open("xb") as file:
            file.write(bytes(4096))
        trial.unlink()
    except OSError as error:
        with contextlib.suppress(OSError):
            trial.unlink()
        return f"{folder} cannot be written ({error.strerror or error})"
    return None


def _make_folders(folder: Path) -> None:
    """Make a folder of the cache. The user's own cache is private; a folder that was named gets the usual modes."""
    base = cache_folder()
    try:
        if base is not None and not os.environ.get("MAILWING_CACHE"):
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, "there is a file of this name", str(folder)) from None


def prune(days: float = KEPT_DAYS) -> int:
    """Remove machine code that no process has loaded for some days; the number of files removed.

    A process that needs a removed file compiles it again.
    """
    folder = cache_folder()
    if folder is None:
        return 0
    oldest, removed = time.time() - days * DAY, 0
    with contextlib.suppress(OSError):
        for path in [*folder.glob("*/*.nbc"), *folder.glob("**/*.tmp")]:
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()
                    removed += 1
    return removed


@cache
def prune_once() -> None:
    """Remove what is old, at most once in a process."""
    prune()


def _hash(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()
