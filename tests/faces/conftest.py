"""The games on which faces are tested: toys that bring every oddity (the contract suite takes all games)."""

from __future__ import annotations

import pytest

from mailwing import envs

GAMES = ["several_moves", "drop_out", "hidden_coin", "solo_flight"]


@pytest.fixture(params=[pytest.param(game, marks=pytest.mark.xdist_group(game)) for game in GAMES])
def game(request: pytest.FixtureRequest) -> envs.Game:
    return envs.load(request.param)
