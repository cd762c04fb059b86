"""Digests of sources, which replays and stores of results carry."""

from __future__ import annotations

import toys.several_moves
import toys.two_ply

from mailwing.envs._core.sources import _collect_sources, module_digest


def test_the_digest_of_a_game_covers_core_but_no_other_game() -> None:
    name = toys.several_moves.__name__
    sources: dict[str, str] = {}
    _collect_sources(name, {"toys", "mailwing"}, sources)
    assert {name, "toys.common", "mailwing.envs._core.chance"} <= set(sources)
    assert toys.two_ply.__name__ not in sources
    assert module_digest(name) != module_digest(toys.two_ply.__name__)
