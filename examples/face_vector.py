"""Gymnasium's vector face: many games of one learner against bots, stepped together.

python examples/face_vector.py
"""

from __future__ import annotations

import numpy as np

from mailwing import envs


def main(num_envs: int = 64, games: int = 200) -> int:
    """Play random games against `adept` until enough have ended; how many did."""
    venv = envs.vector("ab_die_post", num_envs=num_envs, players=4, opponents="adept")
    rng = np.random.default_rng(1)
    _, infos = venv.reset(seed=1)
    finished, wins = 0, 0.0
    while finished < games:
        # One random legal action a game: of the legal ones the highest of random numbers.
        actions = np.where(infos["action_mask"], rng.random(infos["action_mask"].shape), -1.0).argmax(axis=1)
        seats = infos["seat"]
        _, _, terminated, _, infos = venv.step(actions)
        for row in np.flatnonzero(terminated):
            winners = infos["winners"][row]
            wins += winners[seats[row]] / max(winners.sum(), 1)
        finished += int(terminated.sum())
    print(f"{finished} games, win rate of random play against adept {wins / finished:.3f}")
    venv.close()
    return finished


if __name__ == "__main__":
    main()
