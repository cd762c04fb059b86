"""The compiled entry points of a game, built from its six kernels: everything that Python calls goes through here.

Each entry is compiled for one explicit signature on first use, with a line on stderr when the cache does not have it; a
second signature is refused, so nothing recompiles behind the caller's back. Arrays handed in must be C-contiguous,
aligned and writable; the classes of `state.py` and `batch.py` own theirs.
"""

from __future__ import annotations

import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from ..bots import Bot
from ..kernel import INTERPRETED, compile_counts
from . import batching, stepping
from . import chunks as sharing
from .bot_calls import addresses, make_bot_at

if TYPE_CHECKING:
    from ..game import GameSpec, Kernels

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning, message="First-class function type")

_lock = threading.RLock()


class CompiledGame:
    """The entry points of one game; attributes are compiled when first touched.

    The signatures stand with the factories in `stepping.py` and `batching.py`.
    """

    names = (
        "deal",
        "legal",
        "play",
        "play_forced",
        "observe",
        "redeal",
        "score",
        "returns",
        "advance",
        "choose",
        "step",
        "step_alone",
        "lead",
        "serve",
        "lead_alone",
        "serve_alone",
        "restart",
        "match",
    )

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self._further: dict[str, Any] = {}

    @cached_property
    def _types(self) -> dict[str, Any]:
        """Numba types of the records and arrays of this game."""
        if INTERPRETED:
            return {}
        records = {
            "t": numba.from_dtype(self.spec.tables.dtype),
            "o": numba.from_dtype(self.spec.options.dtype),
            "s": numba.from_dtype(self.spec.state.dtype),
            "obs": numba.from_dtype(self.spec.observation.dtype),
            "row": numba.from_dtype(self.spec.row.dtype),
        }
        arrays = {name.upper(): types.Array(record, 1, "C") for name, record in records.items()}
        choose = types.FunctionType(
            types.int64(
                records["t"],
                records["o"],
                records["s"],
                types.uint8[::1],
                types.float64[::1],
                types.uint64[::1],
                arrays["S"],
            )
        )
        return {**records, **arrays, "choose": choose}

    def _entry(self, name: str, function: Callable[..., Any], signature: Callable[[dict[str, Any]], Any]) -> Any:
        """Compile an entry point for its signature; say so first if it takes time."""
        if INTERPRETED:
            return _without_overflow_warnings(function)
        with _lock:
            dispatcher: Any = function
            if dispatcher.signatures:
                return dispatcher
            started, before = time.perf_counter(), compile_counts()[1]
            arguments = signature(self._types)
            known = dispatcher._cache.has(arguments)
            if not known:
                print(f"mailwing: compiling {self.spec.id} ({name}), once per machine …", file=sys.stderr, flush=True)
            dispatcher.compile(arguments)
            dispatcher.disable_compile()
            if compile_counts()[1] > before and not known:
                seconds = time.perf_counter() - started
                print(f"mailwing: compiled {self.spec.id} ({name}) in {seconds:.1f} s", file=sys.stderr, flush=True)
            return dispatcher

    def compile_all(self) -> None:
        """Compile everything now (`mailwing warmup`)."""
        for name in self.names:
            getattr(self, name)

    def further(self, name: str, make: Callable[[Kernels, Any], stepping.Entry]) -> Any:
        """An entry point of another room, `make(kernels, bot_at)` as in `stepping.py`, compiled when first used."""
        with _lock:
            if name not in self._further:
                self._further[name] = self._entry(name, *make(self.spec.kernels, self.bot_at))
            return self._further[name]

    @cached_property
    def bot_at(self) -> Any:
        """`bot_at(functions, k)`: the k-th of the bots handed to a compiled loop."""
        return make_bot_at(self._types.get("choose"))

    def functions(self, bots: Sequence[Bot]) -> Any:
        """The bots' kernels, compiled, in the form that the loops take (keep the bots alive meanwhile)."""
        with _lock:
            return addresses([bot.choose for bot in bots] or [stepping.no_bot], self._types.get("choose"))

    @cached_property
    def deal(self) -> Any:
        """`deal(T, O, S, i, seed)`: start game `i`."""
        return self._entry("deal", *stepping.make_deal(self.spec.kernels))

    @cached_property
    def legal(self) -> Any:
        """`legal(T, O, S, i, mask) -> int`: write the mask; the number of legal actions (0 when over)."""
        return self._entry("mask", *stepping.make_legal(self.spec.kernels))

    @cached_property
    def play(self) -> Any:
        """`play(T, O, S, i, action, mask) -> bool`: play an action if it is legal; False changes nothing."""
        return self._entry("play", *stepping.make_play(self.spec.kernels))

    @cached_property
    def play_forced(self) -> Any:
        """`play_forced(T, O, S, i, mask, log) -> int`: play while one action is legal, up to len(log); how many."""
        return self._entry("forced play", *stepping.make_play_forced(self.spec.kernels))

    @cached_property
    def observe(self) -> Any:
        """`observe(T, O, S, i, seat, OBS, flat, k)`: what a seat knows, into row `k`."""
        return self._entry("observation", *stepping.make_observe(self.spec.kernels))

    @cached_property
    def redeal(self) -> Any:
        """`redeal(T, O, S, i, seat, seed)`: draw anew what the seat cannot know."""
        return self._entry("redeal", *stepping.make_redeal(self.spec.kernels))

    @cached_property
    def score(self) -> Any:
        """`score(T, O, S, i, scores, ranks)`: current points and ranks."""
        return self._entry("score", *stepping.make_score(self.spec.kernels))

    @cached_property
    def returns(self) -> Any:
        """`returns(T, O, S, i, kind, scores, ranks, out)`: points, ranks and rewards if the game ended now."""
        return self._entry("returns", *stepping.make_returns(self.spec.kernels))

    @cached_property
    def choose(self) -> Any:
        """`choose(T, O, S, i, mask, functions, k, params, rng, work) -> int`: what bot `k` plays."""
        return self._entry("bot", *stepping.make_choose(self.spec.kernels, self.bot_at))

    @cached_property
    def advance(self) -> Any:
        """`advance(T, O, S, i, mask, lineup, functions, params, rng, work, log) -> int`: bots and forced decisions."""
        return self._entry("opponents", *stepping.make_advance(self.spec.kernels, self.bot_at))

    @cached_property
    def restart(self) -> Any:
        """`restart(…)`: first games of rows `low` to `high` of a batch."""
        return self._entry("batch start", *batching.make_restart(self.spec.kernels, self.bot_at))

    @cached_property
    def step(self) -> Any:
        """`step(…)`: one decision in each of the rows `low` to `high` of a batch."""
        return self._entry("batch step", *batching.make_step(self.spec.kernels, self.bot_at))

    @cached_property
    def step_alone(self) -> Any:
        """`step_alone(…)`: the same for a batch without bots."""
        return self._entry("batch step without bots", *batching.make_step(self.spec.kernels, None))

    @cached_property
    def lead(self) -> Any:
        """`lead(…)`: a step of all rows, shared with other threads; see `sharing.py`."""
        return self._entry("shared step", *sharing.make_lead(self.step, batching.batch_types))

    @cached_property
    def serve(self) -> Any:
        """`serve(…)`: what another thread does of it."""
        return self._entry("shared step, other threads", *sharing.make_serve(self.step, batching.batch_types))

    @cached_property
    def lead_alone(self) -> Any:
        """`lead` for a batch without bots."""
        return self._entry("shared step without bots", *sharing.make_lead(self.step_alone, batching.batch_types))

    @cached_property
    def serve_alone(self) -> Any:
        """`serve` for a batch without bots."""
        words = "shared step without bots, other threads"
        return self._entry(words, *sharing.make_serve(self.step_alone, batching.batch_types))

    @cached_property
    def match(self) -> Any:
        """`match(…)`: whole games between bots."""
        return self._entry("match", *batching.make_match(self.spec.kernels, self.bot_at))


def _without_overflow_warnings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Interpreted kernels: numpy's uint64 scalars wrap with a warning where machine code just wraps."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call
