"""Digests of whole games, to compare processes: compiled with interpreted ones, checked with unchecked ones.

`python -m contract.digests GAME …` (with `tests` on the path) prints them as JSON, and how much was compiled.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import sys
from typing import Any

import numpy as np
import toys

from contract.cases import cases_of, play_randomly
from mailwing.envs import Batch, Game
from mailwing.envs._core.bots import RANDOM
from mailwing.envs._core.kernel import compile_counts
from mailwing.envs._core.loops.matches import play_out

BATCH_ROWS, BATCH_STEPS = 6, 40
MOST_POSITIONS = 400


def single_games(game: Game, count: int) -> str:
    """All that can be seen in some random games: states, masks, observations, redeals, results."""
    digest = hashlib.sha256()
    for seed in range(count):
        for state in itertools.islice(play_randomly(game.new(seed), random.Random(seed)), MOST_POSITIONS):
            digest.update(state.to_bytes() + state.mask().tobytes())
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


def digests(game_id: str, single: int = 2, whole: int = 10, *, batches: bool = True) -> dict[str, list[str]]:
    """The digests of the fast cases of a game, by case."""
    return {
        case.id: [
            single_games(case.game, single),
            whole_games(case.game, whole),
            batch_games(case.game) if batches else "",
        ]
        for case in cases_of(game_id)
        if not case.slow
    }


def main(game_id: str, single: str = "2", whole: str = "10", batches: str = "1") -> None:
    """Print the digests and `(hits, compilations)` as JSON."""
    toys.register_all()
    found = digests(game_id, int(single), int(whole), batches=batches == "1")
    print(json.dumps({"digests": found, "counts": compile_counts()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
