"""A hundred thousand positions of each game changed by hand: what the gate lets in plays on under bounds checks.

The contract does the same with a few thousand.
"""

from __future__ import annotations

import pytest

from mailwing.envs.testing.modes import check_long_play_stays_within_the_bounds_of_every_array

CHANGED = 100_000


@pytest.mark.slow
def test_what_is_let_in_plays_on(game_id: str) -> None:
    check_long_play_stays_within_the_bounds_of_every_array(game_id, CHANGED)
