"""Increasing logistics: the gauge and the bonus tokens."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.testing import position

rule = pytest.mark.rule
GAUGE = [3, 3, 2, 2, 2, 2, 1, 1, 1, 1]
"""White numbers of the spaces from 0; the last space is 10."""


@rule("AO-4.6", "AO-R6")
def test_the_example_sabena_spends_a_token() -> None:
    """2 points and a +2 token: up by 2 for the space and 2 for the token, to 6."""
    table = position().logistics(Sabena=2).tokens("Sabena", second=1).at("Sabena")
    table.play("Sabena", "Increase logistics by 4 with a +2 token")
    assert table.logistics_of("Sabena") == 6
    assert table.s.tokens.sum() == 0


@rule("AO-4.6", "AO-R57")
@pytest.mark.parametrize("space", range(10))
def test_the_cylinder_goes_up_by_the_number_of_its_space(space: int) -> None:
    table = position().logistics(Latécoère=space)
    assert table.choices("Increase") == [f"Increase logistics by {GAUGE[space]}"]
    table.play("Latécoère", f"Increase logistics by {GAUGE[space]}")
    assert table.logistics_of("Latécoère") == min(10, space + GAUGE[space])
    assert table.decider == "Sabena"


@rule("AO-4.6", "AO-R57")
def test_on_the_last_space_logistics_cannot_be_increased() -> None:
    table = position().logistics(Latécoère=10).tokens("Latécoère", first=1, second=1)
    assert not table.choices("Increase")


@rule("AO-4.6", "AO-R57")
@pytest.mark.parametrize(
    ("space", "kind", "value", "after"), [(9, 3, 4, 10), (6, 3, 4, 10), (5, 3, 5, 10), (5, 2, 4, 9)]
)
def test_points_beyond_the_last_space_are_lost(space: int, kind: int, value: int, after: int) -> None:
    table = position().logistics(Latécoère=space).tokens("Latécoère", first=2, second=1)
    table.play("Latécoère", f"Increase logistics by {value} with a +{kind} token")
    assert table.logistics_of("Latécoère") == after
    assert table.s.tokens[0].tolist() == ([1, 1] if kind == 3 else [0, 2])


@rule("AO-4.6", "AO-R57")
def test_one_token_in_an_action_and_only_own_ones() -> None:
    table = position().tokens("Latécoère", first=1).tokens("Sabena", second=1)
    assert table.choices("Increase") == ["Increase logistics by 2", "Increase logistics by 5 with a +3 token"]
    table.skip("Latécoère")
    assert table.choices("Increase") == ["Increase logistics by 2", "Increase logistics by 4 with a +2 token"]


@rule("AO-4.6", "AO-R6")
def test_a_token_is_kept_if_it_is_not_spent() -> None:
    table = position().tokens("Latécoère", first=1, second=2).play("Latécoère", "Increase logistics by 2")
    assert table.s.tokens[0].tolist() == [2, 1]
    assert table.logistics_of("Latécoère") == 6
