"""The agents that come with mailwing play as well as their cards say, in a smaller match of other deals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mailwing.agents import zoo
from mailwing.evaluation import compare

AGENTS = sorted(file.parent for file in Path(zoo.__file__).parent.glob("*/*/results.json"))


@pytest.mark.slow
@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: f"{agent.parent.name}-{agent.name}")
def test_the_strength_on_its_card_is_found_again(agent: Path) -> None:
    match = json.loads((agent / "results.json").read_text(encoding="utf-8"))["matches"][0]
    rivals = [match["opponent"]] * (match["players"] - 1)
    again = compare(agent.parent.name, f"zoo/{agent.name}", rivals, deals=100, seed=77, players=match["players"])
    assert again.low <= match["win_rate"][0] <= again.high
