"""The compiled entry points of a game, built from its six kernels; Python code calls kernels only through them.

Each entry point is compiled for one explicit signature at its first use, with a line in the log if it is not in the
cache. Other signatures are refused, so that nothing is compiled unnoticed. Array arguments must be C-contiguous,
aligned and writable; the classes of `position.py` and `faces/batch.py` own such arrays.
"""

from __future__ import annotations

import logging
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from ..bots import Bot
from ..field_names import fields_named
from ..kernel import INTERPRETED, apart, compile_counts
from . import batching, chunks, matches, stepping
from .bot_calls import addresses, make_bot_at

if TYPE_CHECKING:
    from ..game import GameSpec, Kernels

warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning, message="First-class function type")

logger = logging.getLogger("mailwing")

_lock = threading.RLock()


class EntryPoint:
    """Declares an entry point in the body of `CompiledGame`; compiled when it is first looked up, then kept.

    Args:
        words: its name in the log.
        make: builds it: `make(game)` returns the kernel and a function from numba types to its argument types.
    """

    def __init__(self, words: str, make: Callable[[CompiledGame], stepping.Entry]) -> None:
        self.words, self.make = words, make

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, game: CompiledGame | None, owner: type) -> Any:
        if game is None:
            return self
        function = game._entry(self.words, *self.make(game))
        game.__dict__[self.name] = function  # later look-ups find it there
        return function


class CompiledGame:
    """The entry points of one game; attributes are compiled at their first use.

    Their signatures are documented at the factories in `stepping.py`, `batching.py`, `chunks.py` and `matches.py`.
    """

    deal = EntryPoint("deal", lambda game: stepping.make_deal(game.kernels))
    legal = EntryPoint("mask", lambda game: stepping.make_legal(game.kernels))
    play = EntryPoint("play", lambda game: stepping.make_play(game.kernels))
    play_forced = EntryPoint("forced play", lambda game: stepping.make_play_forced(game.kernels))
    observe = EntryPoint("observation", lambda game: stepping.make_observe(game.kernels))
    redeal = EntryPoint("redeal", lambda game: stepping.make_redeal(game.kernels))
    score = EntryPoint("score", lambda game: stepping.make_score(game.kernels))
    returns = EntryPoint("returns", lambda game: stepping.make_returns(game.kernels))
    receive = EntryPoint("rewards", lambda game: stepping.make_receive(game.kernels))
    choose = EntryPoint("bot", lambda game: stepping.make_choose(game.kernels, game.bot_at))
    advance = EntryPoint("opponents", lambda game: stepping.make_advance(game.kernels, game.bot_at))
    restart = EntryPoint("batch start", lambda game: batching.make_restart(game.kernels, game.bot_at))
    step = EntryPoint("batch step", lambda game: batching.make_step(game.kernels, game.bot_at))
    step_alone = EntryPoint("batch step without bots", lambda game: batching.make_step(game.kernels, None))
    step_main = EntryPoint("shared step", lambda game: chunks.make_step_main(game.step))
    step_worker = EntryPoint("shared step, other threads", lambda game: chunks.make_step_worker(game.step))
    step_main_alone = EntryPoint("shared step without bots", lambda game: chunks.make_step_main(game.step_alone))
    step_worker_alone = EntryPoint(
        "shared step without bots, other threads", lambda game: chunks.make_step_worker(game.step_alone)
    )
    match = EntryPoint("match", lambda game: matches.make_match(game.kernels, game.bot_at))

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self._types = {} if INTERPRETED else _numba_types(spec)
        self.kernels = spec.kernels if INTERPRETED else _apart(spec.kernels, self._types)
        self.bot_at = make_bot_at(self._types.get("choose"))
        """`bot_at(functions, k)`: bot `k` among those passed to a compiled loop."""
        self._further: dict[str, Any] = {}

    def _entry(self, words: str, function: Callable[..., Any], signature: Callable[[dict[str, Any]], Any]) -> Any:
        """Compile an entry point for its signature; log it first if that takes time."""
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
                # A warning, since a program without output would seem to hang.
                prospect = dispatcher._cache.prospect(arguments)
                logger.warning("mailwing: compiling %s (%s), %s …", self.spec.id, words, prospect)
            with fields_named():
                dispatcher.compile(arguments)
            dispatcher.disable_compile()
            if compile_counts()[1] > before and not known:
                logger.info("mailwing: compiled %s (%s) in %.1f s", self.spec.id, words, time.perf_counter() - started)
            return dispatcher

    @classmethod
    def names(cls) -> list[str]:
        """The entry points, in the order in which they are declared."""
        return [name for name, value in vars(cls).items() if isinstance(value, EntryPoint)]

    def compile_kernel(self, name: str) -> None:
        """Compile one of the six kernels, to which all entry points that call it jump."""
        with _lock:
            kernel: Any = getattr(self.kernels, name)
            with fields_named():
                kernel.compile_declared()

    def further(self, name: str, make: Callable[[Kernels, Any], stepping.Entry]) -> Any:
        """An entry point of another package, `make(kernels, bot_at)` as in `stepping.py`, compiled when first used."""
        with _lock:
            if name not in self._further:
                self._further[name] = self._entry(name, *make(self.kernels, self.bot_at))
            return self._further[name]

    def functions(self, bots: Sequence[Bot]) -> Any:
        """The bots' kernels, compiled, as an argument of the loops (keep the bots alive while it is used)."""
        with _lock:
            return addresses([bot.choose for bot in bots] or [stepping.no_bot], self._types.get("choose"))


def _numba_types(spec: GameSpec) -> dict[str, Any]:
    """Numba types of the records of a game (`s`), of arrays of them (`S`) and of its bots' kernels (`choose`)."""
    records = {
        "t": numba.from_dtype(spec.tables.dtype),
        "o": numba.from_dtype(spec.options.dtype),
        "s": numba.from_dtype(spec.state.dtype),
        "obs": numba.from_dtype(spec.observation.dtype),
        "row": numba.from_dtype(spec.row.dtype),
    }
    arrays = {name.upper(): types.Array(record, 1, "C") for name, record in records.items()}
    choose = types.FunctionType(
        types.int64(
            *(records["t"], records["o"], records["s"]),
            *(types.uint8[::1], types.float64[::1], types.uint64[::1], arrays["S"]),
        )
    )
    return {**records, **arrays, "choose": choose}


def _apart(kernels: Kernels, ty: dict[str, Any]) -> Kernels:
    """The six kernels as the loops call them: each compiled once, for these arguments, and jumped to."""
    t, o, s = ty["t"], ty["o"], ty["s"]
    number, seed = types.int64, types.uint64
    declared = {
        "deal": (t, o, s, seed),
        "legal": (t, o, s, types.uint8[::1]),
        "apply": (t, o, s, number),
        "observe": (t, o, s, number, ty["obs"]),
        "redeal": (t, o, s, number, seed),
        "score": (t, o, s, types.int32[::1], types.int8[::1]),
    }
    return replace(kernels, **{name: apart(getattr(kernels, name), arguments) for name, arguments in declared.items()})


def _without_overflow_warnings(function: Callable[..., Any]) -> Callable[..., Any]:
    """Interpreted kernels: numpy warns when uint64 scalars overflow, machine code does not."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call
