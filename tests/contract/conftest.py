"""Parametrisation of the contract: `case` is a game at a table, `game_id` a game, `check` one of the checks for it."""

from __future__ import annotations

import pytest

from mailwing import envs
from mailwing.envs.testing import cases_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    named = metafunc.config.getoption("--games")
    games = named.split(",") if named else envs.games()
    if "case" in metafunc.fixturenames:
        found = [case for game in games for case in cases_of(game)]
        marks = [[pytest.mark.slow] if case.slow else [] for case in found]
        values = [pytest.param(case, id=case.id, marks=mark) for case, mark in zip(found, marks, strict=True)]
        metafunc.parametrize("case", values)
    if "game_id" in metafunc.fixturenames:
        metafunc.parametrize("game_id", games)
