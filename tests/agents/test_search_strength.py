"""Search is never weaker than the bot that it begins with: a sample, of matches that take minutes and not hours.

The others, over `adept` and `expert` in Aeroplanes and over `expert` in Air Postal, are left to whoever measures them.
"""

from __future__ import annotations

import pytest

from mailwing import evaluation

DEALS = 16
"""Of four games each: with fewer than 13, the interval would reach up to chance even if every game were lost."""

MATCHES = [
    *[(game, base) for game in ("ab_die_post", "aeropostale") for base in ("novice", "adept", "expert")],
    *[("aeroplanes", "novice"), ("air_postal", "novice"), ("air_postal", "adept")],
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "base"), MATCHES)
def test_with_50_simulations_it_is_not_below_its_base_beyond_doubt(game: str, base: str) -> None:
    """One seat against three of the base; chance is a quarter."""
    result = evaluation.compare(game, f"search:{base}@50", base, deals=DEALS, seed=3)
    assert result.games == 4 * DEALS
    assert result.high >= 0.25
