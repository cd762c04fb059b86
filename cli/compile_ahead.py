"""Compiling games before their first use, by several processes that share the cache."""

from __future__ import annotations

import logging
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields
from typing import NamedTuple

from ..envs._core.faces.opponents import known_bots
from ..envs._core.game import Kernels
from ..envs._core.kernel import compile_counts, count_not_kept
from ..envs._core.loops.compiled import CompiledGame
from ..envs._core.registry import is_installed, spec_of

LONGEST_FIRST = ("apply", "legal", "observe", "deal")
"""The kernels of a game that take longest to compile: no process should begin them when the others are done."""


class Part(NamedTuple):
    """What one process compiles at a time: a kernel of a game, one of its bots, or an entry point."""

    game: str
    kind: str
    name: str


class Work(NamedTuple):
    """How many kernels were loaded from the cache and compiled, and how many of these could not be kept in it."""

    loaded: int = 0
    compiled: int = 0
    not_kept: int = 0


def kernels_and_bots(game: str) -> list[Part]:
    """What a game's entry points jump to; each can be compiled without the others."""
    names = [*LONGEST_FIRST, *(field.name for field in fields(Kernels) if field.name not in LONGEST_FIRST)]
    bots = [Part(game, "bot", name) for name in reversed(known_bots(game))]
    kernels = [Part(game, "kernel", name) for name in names]
    return [*kernels[:1], *bots, *kernels[1:]]


def entry_points(game: str) -> list[Part]:
    """What Python calls."""
    return [Part(game, "entry point", name) for name in CompiledGame.names()]


def compile_part(part: Part) -> Work:
    """Compile one part in this process, or load it."""
    before = (*compile_counts(), count_not_kept())
    compiled = spec_of(part.game).compiled
    if part.kind == "kernel":
        compiled.compile_kernel(part.name)
    elif part.kind == "bot":
        compiled.functions([known_bots(part.game)[part.name]])
    else:
        getattr(compiled, part.name)
    return Work(*(now - then for now, then in zip((*compile_counts(), count_not_kept()), before, strict=True)))


def parts_of(game: str) -> list[Part]:
    """All parts of a game."""
    return [*kernels_and_bots(game), *entry_points(game)]


def warm_up(game: str, processes: int = 1) -> Iterator[tuple[Part, Work]]:
    """Compile all of a game; yields each part when it is done.

    Args:
        game: id of a game.
        processes: how many compile at the same time; one for a game that only this process knows.
    """
    if processes == 1 or not is_installed(game):
        yield from ((part, compile_part(part)) for part in parts_of(game))
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _be_silent) as pool:
        # Entry points come when all that they jump to is in the cache; two processes would compile it twice.
        for stage in (kernels_and_bots(game), entry_points(game)):
            yield from zip(stage, pool.map(compile_part, stage), strict=True)


def _be_silent() -> None:
    """The parent tells people what is being compiled."""
    logging.getLogger("mailwing").setLevel(logging.ERROR)
