"""How threads share the steps of a batch: a step takes a tenth of a millisecond, waking a thread as long.

So a helper, once woken, stays in compiled code for a while and looks for the next order; it goes to sleep when none
comes. The rows are cut into more parts than there are threads: the caller claims them from the first one on, helpers
from the last one, so that nobody waits for a thread that is asleep, and hardly for one that a busy machine has put off.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from ..kernel import kernel
from .atomics import claim, load, store
from .stepping import Entry

QUIT, ORDER, STRIDE = 0, 8, 16
"""Places in `control` int64: helpers stop when QUIT is set; ORDER counts orders; the words of part k begin at
STRIDE · (k + 1), apart from each other, so that no two threads write to one cache line."""

PARTS = 8
"""Parts of the rows for each thread."""

PATIENCE = 50_000
"""Looks for another order, a few nanoseconds each, before a helper goes to sleep."""


def part_edges(count: int, threads: int) -> NDArray[np.int64]:
    """Where the parts of `count` rows begin and end, int64 [parts + 1]."""
    parts = threads * PARTS
    return np.array([count * k // parts for k in range(parts + 1)], dtype=np.int64)


def new_control(edges: NDArray[np.int64]) -> NDArray[np.int64]:
    """The shared words of a batch whose rows are cut at `edges`."""
    return np.zeros(STRIDE * (len(edges) + 1), dtype=np.int64)


@kernel(inline=True)
def claimed(k: int) -> int:
    """Where the last order stands that somebody has begun part `k` of."""
    return STRIDE * (k + 1)


@kernel(inline=True)
def done(k: int) -> int:
    """Where the last order stands that part `k` is done of."""
    return STRIDE * (k + 1) + 1


def make_lead(step: Any, signature: Any) -> Entry:
    """`lead(…, actions, edges, control)`: one step of all rows; the caller's side."""

    @kernel
    def lead(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        pool: Any, settings: Any, actions: Any, edges: Any, control: Any,
    ) -> None:  # fmt: skip
        order = load(control, ORDER) + 1
        store(control, ORDER, order)
        parts = edges.shape[0] - 1
        for k in range(parts):
            if claim(control, claimed(k), order - 1, order) != 0:
                low, high = edges[k], edges[k + 1]
                step(T, O, S, rows, OBS, FINAL, flat, final_flat, blank, work, pool, settings, low, high, actions)
                store(control, done(k), order)
        for k in range(parts):
            while load(control, done(k)) != order:
                pass

    return lead, lambda ty: (*signature(ty), types.int64[::1], types.int64[::1], types.int64[::1])


def make_serve(step: Any, signature: Any) -> Entry:
    """`serve(…, actions, edges, control)`: a helper's side, until no order comes for a while."""

    @kernel
    def serve(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        pool: Any, settings: Any, actions: Any, edges: Any, control: Any,
    ) -> None:  # fmt: skip
        seen = np.int64(-1)
        looks = 0
        while looks < PATIENCE and load(control, QUIT) == 0:
            looks += 1
            order = load(control, ORDER)
            if order != seen:
                seen = order
                looks = 0
                for k in range(edges.shape[0] - 2, -1, -1):
                    if claim(control, claimed(k), order - 1, order) != 0:
                        low, high = edges[k], edges[k + 1]
                        step(
                            T,
                            O,
                            S,
                            rows,
                            OBS,
                            FINAL,
                            flat,
                            final_flat,
                            blank,
                            work,
                            pool,
                            settings,
                            low,
                            high,
                            actions,
                        )
                        store(control, done(k), order)

    return serve, lambda ty: (*signature(ty), types.int64[::1], types.int64[::1], types.int64[::1])
