"""Digests of whole games, to compare processes: compiled with interpreted ones, checked with unchecked ones.

`main` prints them as JSON, and how much was compiled.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import random
from dataclasses import asdict
from typing import Any

import numpy as np

from .._core.bots import RANDOM
from .._core.faces.batch import Batch
from .._core.game import Game
from .._core.kernel import compile_counts
from .._core.loops.matches import play_out
from .._core.registry import register
from .cases import cases_of, play_randomly
from .gate import play_changed

BATCH_ROWS, BATCH_STEPS = 4, 30
MOST_POSITIONS = 400


def single_games(game: Game, count: int, every: int = 1) -> str:
    """All that can be seen in some random games: states and masks; at each `every`-th position also the rest."""
    digest = hashlib.sha256()
    for seed in range(count):
        for state in itertools.islice(play_randomly(game.new(seed), random.Random(seed)), MOST_POSITIONS):
            digest.update(state.to_bytes() + state.mask().tobytes())
            if state.num_decisions % every:
                continue
            # The seat to decide, and the others in turn.
            for seat in (state.seat, state.num_decisions % game.players):
                digest.update(state.observation(seat).tobytes() + state.redeal(seat, seed + 1).to_bytes())
            digest.update(repr((state.scores(), state.ranks(), state.returns(), state.returns("score"))).encode())
    return digest.hexdigest()


def batch_games(game: Game) -> str:
    """All arrays of a batch in which every second seat is a random bot."""
    lineup = [-1 if seat % 2 == 0 else 0 for seat in range(game.players)]
    batch = Batch(game, BATCH_ROWS, seed=3, bots=[RANDOM], lineups=[lineup], shaping=0.1)
    rng = np.array([8], dtype=np.uint64)
    digest = hashlib.sha256()
    for _ in range(BATCH_STEPS):
        batch.step(batch.random_actions(rng))
        for array in arrays_of(batch):
            digest.update(array.tobytes())
    return digest.hexdigest()


def arrays_of(batch: Batch) -> list[Any]:
    """The arrays that a step writes."""
    names = (
        "obs",
        "mask",
        "seat",
        "acted",
        "rewards",
        "done",
        "scores",
        "ranks",
        "num_decisions",
        "final_obs",
        "limit_reached",
    )
    return [getattr(batch, name) for name in names]


def whole_games(game: Game, count: int) -> str:
    """The results of games between random bots."""
    results = play_out(game, [RANDOM], np.zeros((count, game.players), dtype=np.int8), np.arange(count))
    return hashlib.sha256(b"".join(array.tobytes() for array in results)).hexdigest()


def digests(
    game_id: str, single: int = 2, whole: int = 10, *, every: int = 1, batches: bool = True
) -> dict[str, list[str]]:
    """The digests of the fast cases of a game, by case."""
    return {
        case.id: [
            single_games(case.game, single, every),
            whole_games(case.game, whole),
            batch_games(case.game) if batches else "",
        ]
        for case in cases_of(game_id)
        if not case.slow
    }


def main(
    game_id: str, home: str, single: int = 2, whole: int = 10, batches: int = 1, changed: int = 0, every: int = 1
) -> None:
    """Print the digests of the game that a module declares, and `(hits, compilations)`, as JSON.

    With `changed`, also what became of so many positions that were changed by hand.
    """
    register(importlib.import_module(home).SPEC)
    found = {"digests": digests(game_id, single, whole, every=every, batches=bool(batches)), "counts": compile_counts()}
    print(json.dumps({**found, "changed": asdict(play_changed(game_id, changed)) if changed else None}))
