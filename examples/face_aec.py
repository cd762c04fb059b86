"""PettingZoo's AEC face: one seat after another, in PettingZoo's own loop.

python examples/face_aec.py
"""

from __future__ import annotations

import numpy as np

from mailwing import envs


def main(games: int = 2) -> dict[str, float]:
    """Play random games; what each agent received in the last one."""
    env = envs.aec("ab_die_post", players=4, render_mode="ansi")
    rng = np.random.default_rng(1)
    returns: dict[str, float] = {}
    for game in range(games):
        env.reset(seed=game)
        returns = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            returns[agent] += reward
            if terminated or truncated:
                env.step(None)
            else:
                assert observation is not None
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        print(f"game {game}: {returns}")
    return returns


if __name__ == "__main__":
    main()
