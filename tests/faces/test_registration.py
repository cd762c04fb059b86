"""Games in the registries of Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

from mailwing import envs
from mailwing.envs._core.faces import registration
from mailwing.envs._core.faces.registration import camel_case
from mailwing.envs._core.registry import declared_versions, spec_of


def test_names_are_written_as_gymnasium_writes_them() -> None:
    assert camel_case("ab_die_post") == "AbDiePost"
    assert camel_case("aeroplanes") == "Aeroplanes"


@pytest.mark.parametrize("game", envs.games())
def test_every_game_is_in_the_registries(game: str) -> None:
    version = spec_of(game).version
    solo = gymnasium.make(f"mailwing/{camel_case(game)}-v{version}")
    assert solo.unwrapped.game.id == game  # type: ignore[attr-defined]
    for kind in ("aec", "parallel"):
        env: Any = pettingzoo.make(kind, f"mailwing/{game}-v{version}", max_cycles=3)
        assert env.game.id == game
        assert env.session.max_cycles == 3


def test_the_versions_known_without_importing_are_the_true_ones() -> None:
    versions = declared_versions()
    assert {"ab_die_post", "aeroplanes"} <= set(versions)
    assert versions == {game: spec_of(game).version for game in versions}


def test_registering_again_is_quiet() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs.register(spec_of("several_moves"))
        registration.announce_all()


def test_an_older_pettingzoo_without_a_registry_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register")
    registration.announce("unheard_of", 0)
    assert "mailwing/UnheardOf-v0" in gymnasium.registry
    assert "mailwing/unheard_of-v0" not in pettingzoo.aec_registry
    del gymnasium.registry["mailwing/UnheardOf-v0"]


def test_a_fresh_process_knows_them_without_loading_any_rules(run_python: Callable[..., str]) -> None:
    program = """
import sys
import mailwing.envs
import gymnasium, pettingzoo
print("mailwing/AbDiePost-v1" in gymnasium.registry, "mailwing/ab_die_post-v1" in pettingzoo.aec_registry)
print("mailwing.envs.ab_die_post" in sys.modules, "mailwing.agents" in sys.modules)
"""
    assert run_python(program).split() == ["True", "True", "False", "False"]
