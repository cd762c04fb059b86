"""Gymnasium's face: one learner, scripted bots in the other seats.

python examples/face_solo.py
"""

from __future__ import annotations

import numpy as np

from mailwing import envs


def main(games: int = 5) -> float:
    """Play random games against `novice`; the mean reward."""
    env = envs.solo("ab_die_post", players=4, opponents="novice")
    rng = np.random.default_rng(1)
    rewards = []
    for game in range(games):
        _, info = env.reset(seed=game)
        terminated = truncated = False
        reward = 0.0
        while not (terminated or truncated):
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = env.step(int(action))
        rewards.append(float(reward))
        print(f"game {game}: reward {reward:+.2f}, points {info['scores']}")
    return float(np.mean(rewards))


if __name__ == "__main__":
    main()
