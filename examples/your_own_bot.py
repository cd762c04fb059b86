"""A bot of your own: a kernel, so that it plays inside batches at full speed, measured against one that comes along.

python examples/your_own_bot.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mailwing import evaluation
from mailwing.envs.ab_die_post import Action, Options, State, Tables
from mailwing.envs.authoring import Bot, kernel, pick_legal


@kernel
def choose_bold(t: Tables, o: Options, s: State, mask: Any, params: Any, rng: Any, work: Any) -> int:
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


BOLD = Bot("bold", choose_bold, np.array([3.0]), doc="flies whenever it may")


def main(deals: int = 500) -> float:
    """Play tables of four, the own bot against three `novice`, each deal in all four seats; its win rate."""
    result = evaluation.compare("ab_die_post", BOLD, against="novice", deals=deals, players=4, threads=2)
    print(result)
    return result.win_rate


if __name__ == "__main__":
    main()
