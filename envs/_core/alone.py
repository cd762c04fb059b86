"""One thread at a time: what shares its memory with compiled code that runs without the GIL."""

from __future__ import annotations

import os
from threading import Lock
from types import TracebackType

from .errors import MailwingError


class InUseError(MailwingError, RuntimeError):
    """Two threads use one object at the same time, or a forked process got it in the middle of a step."""


class Alone:
    """`with alone:` lets one thread in; another one that comes meanwhile gets an error instead of waiting.

    Waiting would hide that two threads step the same games, each of them seeing only a part of what happens.

    Args:
        what: what it protects, for the message.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self._lock, self._process = Lock(), os.getpid()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise InUseError(self._words())

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._lock.release()

    def _words(self) -> str:
        if os.getpid() != self._process:
            return (
                f"{self.what} was in the middle of a step when this process was forked, so that its games are half "
                "played; make another one in this process"
            )
        return f"{self.what} is being used by another thread; give each thread one of its own"
