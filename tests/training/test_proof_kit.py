"""The trainer solves every toy: it learns what best play is worth, against random seats and strong ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toys

from mailwing import envs
from mailwing.agents.policy import load_policy
from mailwing.envs._core.faces.batch import Batch
from mailwing.envs._core.faces.opponents import lineups_for

from .toy_runs import BEST, toy_config, train_toy

GAMES = 4096


def value_of(folder: Path, game: str, opponent: str) -> float:
    """Mean placement reward of a checkpoint over thousands of games, every seat equally often."""
    bound = envs.load(game)
    lineups = lineups_for(bound, opponent)
    batch = Batch(bound, GAMES, seed=99, bots=lineups.bots, lineups=lineups.lineups, weights=lineups.weights)
    policy = load_policy(folder, bound)
    received, finished = 0.0, np.zeros(GAMES, dtype=np.bool_)
    while not finished.all():
        batch.step(policy.act_batch(batch.obs, batch.mask))
        first = (batch.done != 0) & ~finished
        received += float(batch.rewards[first, batch.acted[first]].sum())
        finished |= first
    return received / GAMES


LEARNERS: dict[str, dict[str, Any]] = {
    "bots": {},
    "one seat": {"selfplay": {"self_share": 0, "pool_share": 0, "bots_share": 1}},
    "every seat": {"selfplay": {"self_share": 0.3, "pool_share": 0.1, "bots_share": 0.6, "pool_every": 5}},
}
"""MaskablePPO; the learner of self-play in its place; the same, among itself and past selves as well.

What is best against random seats alone need not be best against a mix, so "every seat" is measured against best play.
"""


@pytest.mark.parametrize("learner", ["bots", "one seat"])
@pytest.mark.parametrize("game", sorted(toys.VALUE_AGAINST_RANDOM))
def test_it_finds_the_best_answer_to_random_seats(game: str, learner: str, tmp_path: Path) -> None:
    outcome = train_toy(toy_config(game, **LEARNERS[learner]), tmp_path / "run")
    value = value_of(outcome.folder / "best", game, "random")
    assert value == pytest.approx(toys.VALUE_AGAINST_RANDOM[game], abs=0.05)


@pytest.mark.parametrize("learner", ["bots", "one seat", "every seat"])
@pytest.mark.parametrize("game", sorted(toys.VALUE_AGAINST_BEST))
def test_it_holds_its_own_against_best_play(game: str, learner: str, tmp_path: Path) -> None:
    outcome = train_toy(toy_config(game, BEST[game], **LEARNERS[learner]), tmp_path / "run")
    value = value_of(outcome.folder / "best", game, BEST[game])
    assert value == pytest.approx(toys.VALUE_AGAINST_BEST[game], abs=0.05)
