"""How threads share the steps of a batch.

Waking a sleeping thread can take as long as a whole step. After a step, a worker thread therefore stays in compiled
code for a while and polls for the next one; it sleeps when none comes. The rows are cut into more chunks than there are
threads. The calling thread claims chunks from the first one on, worker threads from the last one: a step never waits
for a sleeping thread, and rarely for one that the operating system has paused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from ..kernel import kernel
from .atomics import compare_and_swap, load, store
from .rows import SETTINGS_TYPE, BatchArrays, BatchSettings, arrays_type
from .stepping import Entry

QUIT, TASK, BROKEN, STRIDE = 0, 8, 12, 16
"""Indices in `control` int64: worker threads stop when QUIT is set; TASK counts steps; BROKEN is set when a bot has
raised an error (its chunk counts as done, since another thread would wait for it for ever); the words of chunk k begin
at STRIDE · (k + 1), far enough apart that no two threads write to the same cache line."""

CHUNKS = 8
"""Chunks of the rows for each thread."""

MAX_POLLS = 50_000
"""How often a worker thread polls for another step before it sleeps."""


def chunk_edges(count: int, threads: int) -> NDArray[np.int64]:
    """Where the chunks of `count` rows begin and end, int64 [chunks + 1]."""
    chunks = threads * CHUNKS
    return np.array([count * k // chunks for k in range(chunks + 1)], dtype=np.int64)


def new_control(edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """The shared words of a batch whose rows are cut at `edges`."""
    return np.zeros(STRIDE * (len(edges) + 1), dtype=np.int64)


@kernel(inline=True)
def claimed(k: int) -> int:
    """Index in `control` of the last step of which a thread has claimed chunk `k`."""
    return STRIDE * (k + 1)


@kernel(inline=True)
def finished(k: int) -> int:
    """Index in `control` of the last step of which chunk `k` is done."""
    return STRIDE * (k + 1) + 1


def _catching(step: Any) -> Any:
    """`steps_whole(arrays, settings, low, high, actions)`: a step of some rows; False: a bot has raised an error.

    A function of its own, since on Python 3.13 an error in `step` was not caught where the loops over chunks call it.
    """

    @kernel
    def steps_whole(arrays: BatchArrays, settings: BatchSettings, low: Any, high: Any, actions: Any) -> bool:
        whole = True
        try:
            step(arrays, settings, low, high, actions)
        except Exception:
            whole = False
        return whole

    return steps_whole


def make_step_main(step: Any) -> Entry:
    """`step_main(arrays, settings, actions, edges, control)`: one step of all rows, run by the calling thread."""
    steps_whole = _catching(step)

    @kernel
    def step_main(arrays: BatchArrays, settings: BatchSettings, actions: Any, edges: Any, control: Any) -> None:
        task = load(control, TASK) + 1
        store(control, TASK, task)
        chunks = edges.shape[0] - 1
        for k in range(chunks):
            if compare_and_swap(control, claimed(k), task - 1, task) != 0:
                if not steps_whole(arrays, settings, edges[k], edges[k + 1], actions):
                    store(control, BROKEN, 1)
                store(control, finished(k), task)
        for k in range(chunks):
            while load(control, finished(k)) != task:
                pass

    return step_main, _signature


def make_step_worker(step: Any) -> Entry:
    """`step_worker(arrays, settings, actions, edges, control)`: run by a worker thread until no more steps come."""
    steps_whole = _catching(step)

    @kernel
    def step_worker(arrays: BatchArrays, settings: BatchSettings, actions: Any, edges: Any, control: Any) -> None:
        seen = np.int64(-1)
        polls = 0
        while polls < MAX_POLLS and load(control, QUIT) == 0:
            polls += 1
            task = load(control, TASK)
            if task != seen:
                seen = task
                polls = 0
                for k in range(edges.shape[0] - 2, -1, -1):
                    if compare_and_swap(control, claimed(k), task - 1, task) != 0:
                        if not steps_whole(arrays, settings, edges[k], edges[k + 1], actions):
                            store(control, BROKEN, 1)
                        store(control, finished(k), task)

    return step_worker, _signature


def _signature(ty: dict[str, Any]) -> Any:
    return arrays_type(ty), SETTINGS_TYPE, types.int64[::1], types.int64[::1], types.int64[::1]
