"""A few threads that share the work of one batch: contiguous parts of its rows, kernels that run without the GIL."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

Part = Callable[[int, int, int], Any]
"""`part(low, high, k)`: do the rows from `low` up to `high` with what belongs to thread `k`."""


class ThreadPool:
    """`threads` threads, the caller's own among them, that do parts of something at the same time.

    Waiting threads sleep: a busy machine makes a thread_pool slower, never stuck.
    """

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._orders: list[SimpleQueue[Callable[[], Any] | None]] = [SimpleQueue() for _ in range(threads - 1)]
        self._done: list[SimpleQueue[BaseException | None]] = [SimpleQueue() for _ in range(threads - 1)]
        self._busy = [False] * (threads - 1)
        for orders, done in zip(self._orders, self._done, strict=True):
            Thread(target=_work, args=(orders, done), daemon=True).start()
        weakref.finalize(self, _dismiss, self._orders)

    def edges(self, count: int) -> list[int]:
        """Where the parts of `range(count)` begin and end, one part a thread."""
        return [count * k // self.threads for k in range(self.threads + 1)]

    def share(self, part: Part, count: int) -> None:
        """Do `part` for all of `range(count)`, the caller the first part."""
        edges = self.edges(count)
        for k in range(1, self.threads):
            self.start(k, lambda k=k: part(edges[k], edges[k + 1], k))
        try:
            part(0, edges[1], 0)
        finally:
            self.wait()

    def start(self, k: int, call: Callable[[], Any]) -> None:
        """Have thread `k` (1 and up) make a call, if it has come back from its last one."""
        if self._busy[k - 1] and not self._done[k - 1].empty():
            self._collect(k)
        if not self._busy[k - 1]:
            self._busy[k - 1] = True
            self._orders[k - 1].put(call)

    def wait(self) -> None:
        """Wait until every thread has come back; raises what one of them raised."""
        for k in range(1, self.threads):
            if self._busy[k - 1]:
                self._collect(k)

    def _collect(self, k: int) -> None:
        fault = self._done[k - 1].get()
        self._busy[k - 1] = False
        if fault is not None:
            raise fault


def _work(orders: SimpleQueue[Any], done: SimpleQueue[Any]) -> None:
    while (call := orders.get()) is not None:
        fault = None
        try:
            call()
        except BaseException as error:  # handed to the caller, who raises it
            fault = error
        # Nothing is held while waiting, or the batch that gave the order would never be let go of.
        del call
        done.put(fault)


def _dismiss(orders: list[SimpleQueue[Any]]) -> None:
    for queue in orders:
        queue.put(None)
