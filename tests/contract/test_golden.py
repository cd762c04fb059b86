"""Golden games; `pytest tests/contract/test_golden.py --regenerate-golden` writes them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailwing.envs.testing import Case, check_the_golden_game_still_holds, write_golden
from mailwing.envs.testing.golden import check_no_golden_game_is_left_over

FOLDER = Path(__file__).parent.parent / "golden"


def test_the_golden_game_still_holds(case: Case, pytestconfig: pytest.Config) -> None:
    if case.slow:
        pytest.skip("the full grid has no golden games")
    if pytestconfig.getoption("--regenerate-golden"):
        write_golden(case, FOLDER)
    check_the_golden_game_still_holds(case, FOLDER)


def test_no_golden_game_is_left_over(game_id: str) -> None:
    check_no_golden_game_is_left_over(game_id, FOLDER)
