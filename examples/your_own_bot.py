"""A bot of your own: a kernel, so that it plays inside batches at full speed, measured against one that comes along.

python examples/your_own_bot.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mailwing import envs
from mailwing.agents.scripted import find_bots
from mailwing.envs._core.bots import pick_legal
from mailwing.envs._core.kernel import kernel
from mailwing.envs._core.loops.matches import play_out
from mailwing.envs.ab_die_post.actions import Action


@kernel
def choose_bold(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Land when it can, fly when it may, draw until it has `params[0]` cards in a turn, else anything legal."""
    if mask[Action.LAND]:
        return Action.LAND
    if mask[Action.FLY]:
        return Action.FLY
    if mask[Action.DRAW] and s.drawn < params[0]:
        return Action.DRAW
    if mask[Action.STOP]:
        return Action.STOP
    return pick_legal(mask, rng)


def main(deals: int = 500) -> float:
    """Play a table of four, the own bot against three `novice`, each deal in all four seats; its win rate."""
    game = envs.load("ab_die_post", players=4)
    bots = [envs.Bot("bold", choose_bold, np.array([3.0])), find_bots("ab_die_post")["novice"]]
    lineups = np.tile(1 - np.eye(4, dtype=np.int8), (deals, 1))  # bot 0 in one seat, bot 1 in the others
    seeds = np.repeat(np.arange(deals, dtype=np.uint64), 4)
    results = play_out(game, bots, lineups, seeds, threads=2)
    first = results.ranks == 1
    share = float((first / first.sum(axis=1, keepdims=True))[lineups == 0].mean())
    print(f"{len(seeds)} games, win rate {share:.3f} (chance 0.250)")
    return share


if __name__ == "__main__":
    main()
