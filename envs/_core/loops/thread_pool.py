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

_forks = 0


def _note_fork() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


MOST_THREADS = 512
"""More than any machine that this is made for has processors, and fewer than make a system refuse a thread."""


def processors() -> int:
    """Number of processors that this process may use: the default number of threads of the commands."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """A worker thread. Its state is in the two counters; the queues only wake who waits.

    Attributes:
        started, finished: numbers of tasks; different while it is busy.
        fault: what its last task raised.
    """

    def __init__(self) -> None:
        self.tasks: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.signals: SimpleQueue[None] = SimpleQueue()
        self.started, self.finished = 0, 0
        self.fault: BaseException | None = None
        Thread(target=_run_tasks, args=(self,), daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether its task is not finished."""
        return self.started != self.finished

    def start(self, call: Callable[[], Any]) -> None:
        """Give it a task; it must be idle."""
        while not self.signals.empty():
            self.signals.get()
        self.started += 1
        self.tasks.put(call)

    def wait(self) -> None:
        """Wait until it is idle; raises what its task raised."""
        while self.busy:
            self.signals.get()
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault


class ThreadPool:
    """`threads` threads that work at the same time: the calling thread and `threads - 1` worker threads.

    Idle worker threads sleep, so that a busy machine can make a pool slower but cannot block it. A forked process has
    none of the threads of its parent: there a pool makes new ones when it is used.
    """

    def __init__(self, threads: int) -> None:
        if threads > MOST_THREADS:
            raise ValueError(f"threads={threads}: {MOST_THREADS} are the most; more than processors do not help")
        self.threads = threads
        self._make_workers()

    def _make_workers(self) -> None:
        self._workers = [Worker() for _ in range(self.threads - 1)]
        self._made_at = _forks
        self._end = weakref.finalize(self, _stop, [worker.tasks for worker in self._workers])

    def _after_fork(self) -> None:
        if self._made_at != _forks:
            self._end.detach()
            self._make_workers()

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
        self._after_fork()
        worker = self._workers[k - 1]
        if not worker.busy:
            worker.wait()
            worker.start(call)

    def wait(self) -> None:
        """Wait until every worker thread has finished its task; raises what a task raised."""
        self._after_fork()
        for worker in self._workers:
            worker.wait()


def _run_tasks(worker: Worker) -> None:
    while (call := worker.tasks.get()) is not None:
        try:
            call()
        except BaseException as error:  # raised in the calling thread
            worker.fault = error
        # No reference is kept while waiting; otherwise the batch of the last task would never be freed.
        del call
        worker.finished += 1
        worker.signals.put(None)


def _stop(tasks: list[SimpleQueue[Any]]) -> None:
    for queue in tasks:
        queue.put(None)
