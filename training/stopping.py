"""Signals that ask a run to stop (Ctrl-C, SIGTERM, SIGHUP): held back until the run can be saved, then passed on."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Self

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that are waited for, where the system has them. SIGINT is Ctrl-C; a closed terminal sends SIGHUP."""


class Stop(KeyboardInterrupt):
    """A signal has asked the run to stop."""


class StopSignals:
    """A context manager in which signals raise `Stop`, or are noted while they are `held`.

    A second signal raises in any case. When the block has ended, the signal is passed on to the handler that it would
    have met without this: Ctrl-C raises `KeyboardInterrupt`, SIGTERM ends the process. Signals that are ignored (as
    SIGHUP under `nohup`) stay ignored. In other threads than the main one Python has no signals, and this does nothing.

    Attributes:
        asked: the signal that has come, if any.
    """

    def __init__(self) -> None:
        self._held = False
        self._former: dict[signal.Signals, Any] = {}
        self.asked: signal.Signals | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name) for name in NAMES if hasattr(signal, name)):
                if signal.getsignal(number) not in (signal.SIG_IGN, None):
                    self._former[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, former in self._former.items():
            signal.signal(number, former)
        if self.asked is not None and (error is None or isinstance(error, Stop)):
            signal.raise_signal(self.asked)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Note the first signal in this block instead of raising; `check` raises it."""
        former, self._held = self._held, True
        try:
            yield
        finally:
            self._held = former

    @contextmanager
    def let_through(self) -> Iterator[None]:
        """Raise at once in this block, inside of `held`."""
        former, self._held = self._held, False
        try:
            self.check()
            yield
        finally:
            self._held = former

    def check(self) -> None:
        """Raise `Stop` if a signal was noted."""
        if self.asked is not None:
            raise Stop(self.asked.name)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        first, self.asked = self.asked is None, signal.Signals(number)
        if not (self._held and first):
            raise Stop(self.asked.name)
