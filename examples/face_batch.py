"""The batch: thousands of games in arrays, stepped in place, compiled, on any number of threads.

python examples/face_batch.py
"""

from __future__ import annotations

import time

import numpy as np

from mailwing import envs


def main(num_envs: int = 1024, steps: int = 500) -> int:
    """Play random games at once; how many of them ended."""
    batch = envs.batch("ab_die_post", players=4, num_envs=num_envs, threads=2)
    rng = np.array([1], dtype=np.uint64)
    finished, decisions = 0, 0
    wins = np.zeros(batch.game.players)
    batch.step(batch.random_actions(rng))  # compiles at the first use
    started = time.perf_counter()
    for _ in range(steps):
        # The arrays are reused: `batch.obs`, `batch.mask` and the others are always the present position.
        batch.step(batch.random_actions(rng))
        decisions += num_envs
        done = batch.done == 1
        finished += int(done.sum())
        wins += (batch.ranks[done, : batch.game.players] == 1).sum(axis=0)
    speed = decisions / (time.perf_counter() - started)
    print(f"{finished} games ended, {speed:,.0f} decisions/s, first places by seat {wins.astype(int).tolist()}")
    return finished


if __name__ == "__main__":
    main()
