"""Games in the registries of Gymnasium and PettingZoo, and their modules."""

from __future__ import annotations

import importlib
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

from mailwing import envs
from mailwing.envs._core.faces import registration
from mailwing.envs._core.faces.registration import camel_case, declared_version
from mailwing.envs._core.registry import spec_of


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
        assert env.max_cycles == 3


@pytest.mark.parametrize("game", ["ab_die_post"])
def test_the_version_read_off_the_source_is_the_true_one(game: str) -> None:
    assert declared_version(game) == spec_of(game).version


def test_every_game_has_the_module_that_users_of_pettingzoo_expect() -> None:
    from mailwing.envs import ab_die_post_v1

    env = ab_die_post_v1.env(players=5, turn_limit=300)
    assert (env.game.players, env.illegal) == (5, "terminate")
    assert ab_die_post_v1.raw_env().illegal == "raise"
    assert ab_die_post_v1.parallel_env(render_mode="ansi").render_mode == "ansi"
    assert str(env) == "ab_die_post_v1"
    assert sorted(ab_die_post_v1.__all__) == ["env", "parallel_env", "raw_env"]
    assert ab_die_post_v1.__doc__ == "Ab die Post! as PettingZoo environments."


def test_modules_are_found_by_name_and_their_functions_can_be_sent() -> None:
    module = importlib.import_module("mailwing.envs.several_moves_v0")
    assert module is envs.several_moves_v0
    assert pickle.loads(pickle.dumps(module.env)) is module.env
    assert module.env().game.id == "several_moves"


def test_a_wrong_version_and_an_unknown_game_are_refused_in_words() -> None:
    with pytest.raises(ImportError, match="there is no mailwing.envs.ab_die_post_v7; .* are ab_die_post_v1"):
        importlib.import_module("mailwing.envs.ab_die_post_v7")
    with pytest.raises(AttributeError, match="ab_die_post_v1"):
        print(envs.ab_die_post_v7)
    with pytest.raises(ModuleNotFoundError, match="mailwing.envs.no_game_v0"):
        importlib.import_module("mailwing.envs.no_game_v0")
    with pytest.raises(AttributeError, match="module 'mailwing.envs' has no attribute 'nonsense'"):
        print(envs.nonsense)


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
