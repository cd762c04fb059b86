"""The bots of the toys, which have no names in the ladder, keep to what their seat knows like all others."""

from __future__ import annotations

import pytest
import toys

from mailwing.envs.testing import Case, cases_of
from mailwing.envs.testing.bots import check_bots_use_only_what_their_seat_knows

TABLES = [
    pytest.param(case, id=case.id, marks=[pytest.mark.slow] if case.slow else [])
    for game in toys.BEST
    for case in cases_of(game)
]


@pytest.mark.parametrize("table", TABLES)
def test_toy_bots_use_only_what_their_seat_knows(table: Case) -> None:
    bots = (toys.BEST[table.game_id], toys.ANSWER_TO_RANDOM[table.game_id])
    check_bots_use_only_what_their_seat_knows(table, bots)
