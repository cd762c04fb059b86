"""PettingZoo's parallel face: all agents are stepped together, and the one to decide is heard.

python examples/face_parallel.py
"""

from __future__ import annotations

import numpy as np

from mailwing import envs


def main(seed: int = 1) -> list[int]:
    """Play a random game; the winning seats."""
    env = envs.parallel("ab_die_post", players=4)
    rng = np.random.default_rng(seed)
    observations, infos = env.reset(seed=seed)
    steps = 0
    while env.agents:
        actions = {}
        for agent in env.agents:
            legal = np.flatnonzero(observations[agent]["action_mask"])
            # A seat that is not to decide has an all-zero mask; whatever it says is not heard.
            actions[agent] = int(rng.choice(legal)) if len(legal) else 0
        observations, _, _, _, infos = env.step(actions)
        steps += 1
    winners = infos["player_0"]["winners"]
    print(f"{steps} steps, won by {winners}, points {infos['player_0']['scores']}")
    return winners


if __name__ == "__main__":
    main()
