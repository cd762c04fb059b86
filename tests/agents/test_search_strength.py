"""Search is never weaker than the bot that it begins with: a sample of what `docs/search.md` measures in full."""

from __future__ import annotations

import pytest

from mailwing import evaluation

DEALS = {"ab_die_post": 12, "aeroplanes": 1, "aeropostale": 2, "air_postal": 1}
"""Deals of four games each, as many as take about a minute."""


@pytest.mark.slow
@pytest.mark.parametrize("base", ["novice", "adept", "expert"])
@pytest.mark.parametrize("game_id", DEALS)
def test_with_50_simulations_it_is_not_below_its_base_beyond_doubt(game_id: str, base: str) -> None:
    """One seat against three of the base; chance is a quarter."""
    result = evaluation.compare(game_id, f"search:{base}@50", base, deals=DEALS[game_id], seed=3)
    assert result.games == 4 * DEALS[game_id]
    assert result.high >= 0.25
