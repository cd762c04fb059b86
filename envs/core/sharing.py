"""How threads share the steps of a batch: a step takes a tenth of a millisecond, waking a thread as long.

So a helper, once woken, stays in compiled code for a while and looks for the next order; it goes to sleep when none
comes. The caller gives an order, does its own part, then claims what no helper has begun: nobody ever waits for a
thread that is asleep or was put off by a busy machine.
"""

from __future__ import annotations

from typing import Any

from numba import types

from .atomics import claim, load, store
from .kernel import kernel
from .stepping import Entry

QUIT, ORDER, STRIDE = 0, 8, 16
"""Places in `control` int64: helpers stop when QUIT is set; ORDER counts orders; thread k's own words begin at
STRIDE · k, apart from each other, so that no two threads write to one cache line."""

PATIENCE = 50_000
"""Looks for another order, a few nanoseconds each, before a helper goes to sleep."""


def control_size(threads: int) -> int:
    """Length of the `control` array of a batch."""
    return STRIDE * (threads + 1)


@kernel(inline=True)
def claimed(k: int) -> int:
    """Where the last order stands that somebody has begun the part of thread `k` of."""
    return STRIDE * k


@kernel(inline=True)
def done(k: int) -> int:
    """Where the last order stands that the part of thread `k` is done of."""
    return STRIDE * k + 1


def make_lead(step: Any, signature: Any) -> Entry:
    """`lead(…, actions, edges, control)`: one step of all rows; the caller's side."""

    @kernel
    def lead(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        company: Any, manner: Any, actions: Any, edges: Any, control: Any,
    ) -> None:  # fmt: skip
        order = load(control, ORDER) + 1
        store(control, ORDER, order)
        for k in range(edges.shape[0] - 1):
            if k == 0 or claim(control, claimed(k), order - 1, order) != 0:
                low, high = edges[k], edges[k + 1]
                step(T, O, S, rows, OBS, FINAL, flat, final_flat, blank, work, company, manner, low, high, actions)
                store(control, done(k), order)
        for k in range(1, edges.shape[0] - 1):
            while load(control, done(k)) != order:
                pass

    return lead, lambda ty: (*signature(ty), types.int64[::1], types.int64[::1], types.int64[::1])


def make_serve(step: Any, signature: Any) -> Entry:
    """`serve(…, actions, edges, control, k)`: the part of thread `k` of every order, until none comes for a while."""

    @kernel
    def serve(
        T: Any, O: Any, S: Any, rows: Any, OBS: Any, FINAL: Any, flat: Any, final_flat: Any, blank: Any, work: Any,
        company: Any, manner: Any, actions: Any, edges: Any, control: Any, k: int,
    ) -> None:  # fmt: skip
        low, high = edges[k], edges[k + 1]
        looks = 0
        while looks < PATIENCE and load(control, QUIT) == 0:
            looks += 1
            order = load(control, ORDER)
            if load(control, claimed(k)) != order and claim(control, claimed(k), order - 1, order) != 0:
                step(T, O, S, rows, OBS, FINAL, flat, final_flat, blank, work, company, manner, low, high, actions)
                store(control, done(k), order)
                looks = 0

    return serve, lambda ty: (*signature(ty), types.int64[::1], types.int64[::1], types.int64[::1], types.int64)
