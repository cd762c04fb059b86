"""EnvPool: environments in C++, many at once behind one call; it has the games of Pgx."""

from __future__ import annotations

import numpy as np
from clock import Window, per_second
from numpy.typing import NDArray

DISTRIBUTIONS = ("envpool", "numpy")


def batch(task: str, num_envs: int, threads: int, seconds: float) -> Window:
    """Decisions per second of a batch in its synchronous mode: choosing, rules, mask, observation, the next game.

    Every step hands back an observation for each player of a game, also for those who are not to decide. Its mask
    comes to Python and the action goes back, so the choice is made by numpy here.
    """
    import envpool  # pyright: ignore[reportMissingImports]

    env = envpool.make(task, env_type="gymnasium", num_envs=num_envs, batch_size=num_envs, num_threads=threads)
    chooser = np.random.default_rng(1)
    _, info = env.reset()

    def pick(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
        upto = mask.cumsum(axis=1, dtype=np.int16)
        chosen = (chooser.random(num_envs) * upto[:, -1]).astype(np.int16)
        return (upto > chosen[:, None]).argmax(axis=1).astype(np.int32)

    def play() -> int:
        nonlocal info
        # The rows come back in any order; without their numbers the actions would reach other games.
        info = env.step(pick(info["legal_action_mask"]), info["env_id"])[4]
        return num_envs

    return per_second(play, seconds)
