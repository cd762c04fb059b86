"""The games on which faces are tested: the toys, which bring every oddity, and those that are shipped."""

from __future__ import annotations

import pytest

from mailwing import envs

GAMES = ["two_ply", "several_moves", "drop_out", "hidden_coin", "solo_flight", "ab_die_post"]


@pytest.fixture(params=[pytest.param(game, marks=pytest.mark.xdist_group(game)) for game in GAMES])
def game(request: pytest.FixtureRequest) -> envs.Game:
    return envs.load(request.param)
