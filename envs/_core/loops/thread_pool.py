"""Threads that share the work of one batch in contiguous parts of its rows; kernels run without the GIL."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any

Part = Callable[[int, int, int], Any]
"""`part(low, high, k)`: process rows `low` up to `high` (exclusive) with the scratch memory of thread `k`."""


MOST_THREADS = 512
"""More than any machine that this is made for has processors, and fewer than make a system refuse a thread."""


def processors() -> int:
    """Number of processors that this process may use: the default number of threads of the commands."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ThreadPool:
    """`threads` threads that work at the same time: the calling thread and `threads - 1` worker threads.

    Idle worker threads sleep, so that a busy machine can make a pool slower but cannot block it.
    """

    def __init__(self, threads: int) -> None:
        if threads > MOST_THREADS:
            raise ValueError(f"threads={threads}: {MOST_THREADS} are the most; more than processors do not help")
        self.threads = threads
        self._tasks: list[SimpleQueue[Callable[[], Any] | None]] = [SimpleQueue() for _ in range(threads - 1)]
        self._done: list[SimpleQueue[BaseException | None]] = [SimpleQueue() for _ in range(threads - 1)]
        self._busy = [False] * (threads - 1)
        for tasks, done in zip(self._tasks, self._done, strict=True):
            Thread(target=_run_tasks, args=(tasks, done), daemon=True).start()
        weakref.finalize(self, _stop, self._tasks)

    def edges(self, count: int) -> list[int]:
        """Where the parts of `range(count)` begin and end, one part for each thread."""
        return [count * k // self.threads for k in range(self.threads + 1)]

    def share(self, part: Part, count: int) -> None:
        """Call `part` for all of `range(count)`; the calling thread does the first part."""
        edges = self.edges(count)
        for k in range(1, self.threads):
            self.start(k, lambda k=k: part(edges[k], edges[k + 1], k))
        try:
            part(0, edges[1], 0)
        finally:
            self.wait()

    def start(self, k: int, call: Callable[[], Any]) -> None:
        """Give worker thread `k` (1 and up) a task, unless it is still running its last one."""
        if self._busy[k - 1] and not self._done[k - 1].empty():
            self._collect(k)
        if not self._busy[k - 1]:
            self._busy[k - 1] = True
            self._tasks[k - 1].put(call)

    def wait(self) -> None:
        """Wait until every worker thread has finished its task; raises what a task raised."""
        for k in range(1, self.threads):
            if self._busy[k - 1]:
                self._collect(k)

    def _collect(self, k: int) -> None:
        fault = self._done[k - 1].get()
        self._busy[k - 1] = False
        if fault is not None:
            raise fault


def _run_tasks(tasks: SimpleQueue[Any], done: SimpleQueue[Any]) -> None:
    while (call := tasks.get()) is not None:
        fault = None
        try:
            call()
        except BaseException as error:  # raised in the calling thread
            fault = error
        # No reference is kept while waiting; otherwise the batch of the last task would never be freed.
        del call
        done.put(fault)


def _stop(tasks: list[SimpleQueue[Any]]) -> None:
    for queue in tasks:
        queue.put(None)
