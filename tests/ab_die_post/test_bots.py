"""Worked examples of what the bots choose."""

from __future__ import annotations

import pytest

from mailwing.agents import KernelAgent, View
from mailwing.envs._core.faces.opponents import find_bot
from mailwing.envs.ab_die_post.testing import Table, position


def choice(table: Table, bot: str) -> str:
    """What a bot of the ladder does in a position, in words."""
    return table.state.describe(KernelAgent(find_bot("ab_die_post", bot)).act(View(table.state)))


@pytest.mark.parametrize(("ball", "field"), [("blue", "outer 26"), ("red", "outer 27")])
def test_the_expert_fetches_the_passenger_on_the_long_way(ball: str, field: str) -> None:
    """The short way lies open; on the outer one the flight passes both of the passenger's fields."""
    table = position().planes(A="outer 23").hand("A", "2", "2").fly("A", ball)
    assert "inner 6" in table.moves()
    assert choice(table, "expert") == f"Fly to {field}"
