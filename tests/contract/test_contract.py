"""Every check of the contract, for every game at every table: `pytest tests/contract --games my_game -k knowledge`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailwing.envs.testing import Case, Check, NotApplicable, checks_of_cases, checks_of_games
from mailwing.envs.testing.play import assert_sequence_is_sound


@pytest.mark.parametrize("check", checks_of_cases(), ids=lambda check: check.id)
def test_every_table(case: Case, check: Check) -> None:
    try:
        check(case)
    except NotApplicable as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("check", checks_of_games(), ids=lambda check: check.id)
def test_every_game(game_id: str, check: Check) -> None:
    try:
        check(game_id)
    except NotApplicable as reason:
        pytest.skip(str(reason))


@given(seed=st.integers(0, 2**64 - 1), choices=st.lists(st.integers(0, 2**16), max_size=80))
def test_any_sequence_of_choices_is_sound(case: Case, seed: int, choices: list[int]) -> None:
    """Choices that hypothesis looks for rather than chance: always the first, always the last, runs of one kind."""
    assert_sequence_is_sound(case, seed, choices)
