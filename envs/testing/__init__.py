"""Tests for games and bots: the contract that every game keeps, and positions in words.

    from mailwing.envs import testing

    print(testing.check_game("my_game"))                          # raises ContractError at the first fault
    table = testing.position("aeroplanes", players=4)             # a position to be set up in the game's words

With pytest, each check can be a test of its own:

    @pytest.mark.parametrize("case", testing.cases_of("my_game"), ids=lambda case: case.id)
    @pytest.mark.parametrize("check", testing.checks_of_cases(), ids=lambda check: check.id)
    def test_my_game_keeps_the_contract(case, check):
        check(case)

The modules are the topics: `play`, `memory`, `gate`, `knowledge`, `results`, `replays`, `bots`, `batches`, `faces`,
`golden` and `modes`; each function `check_…` in them is a check, and its docstring says what must hold.
"""

from __future__ import annotations

from .cases import Case, cases_of, live, play_randomly, positions
from .checks import Check, ContractError, checks, checks_of_cases, checks_of_games
from .golden import check_the_golden_game_still_holds, write_golden
from .homes import position
from .suite import Checked, Report, check_game
from .tools import NotApplicable

__all__ = [
    "Case",
    "Check",
    "Checked",
    "ContractError",
    "NotApplicable",
    "Report",
    "cases_of",
    "check_game",
    "check_the_golden_game_still_holds",
    "checks",
    "checks_of_cases",
    "checks_of_games",
    "live",
    "play_randomly",
    "position",
    "positions",
    "write_golden",
]
