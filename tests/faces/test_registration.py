"""Games in the registries of Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import pettingzoo
import pytest

from mailwing import envs, registries
from mailwing.envs._core.registry import spec_of
from mailwing.registries import camel_case, declared_versions

AB_DIE_POST = f"mailwing/AbDiePost-v{declared_versions()['ab_die_post']}"


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
        registries.announce_all()


def test_an_older_pettingzoo_without_a_registry_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "register")
    registries.announce("unheard_of", 0)
    assert "mailwing/UnheardOf-v0" in gymnasium.registry
    assert "mailwing/unheard_of-v0" not in pettingzoo.aec_registry
    del gymnasium.registry["mailwing/UnheardOf-v0"]
    del registries._known["unheard_of"]


def test_importing_mailwing_alone_loads_neither_the_libraries_nor_numba(run_python: Callable[..., str]) -> None:
    program = """
import sys
heavy = ("numpy", "numba", "gymnasium", "pettingzoo", "torch", "mailwing.envs")
print([name for name in heavy if name in sys.modules])
"""
    assert run_python(program).strip() == "[]"


@pytest.mark.parametrize(
    "imports",
    ["import mailwing, gymnasium, pettingzoo", "import gymnasium, pettingzoo, mailwing", "import mailwing.envs"],
)
def test_importing_mailwing_is_enough_in_any_order(imports: str, run_python: Callable[..., str]) -> None:
    program = f"""
{imports}
import sys, gymnasium, pettingzoo, mailwing
gymnasium.register_envs(mailwing)
print("{AB_DIE_POST}" in gymnasium.registry, "mailwing/ab_die_post-v1" in pettingzoo.aec_registry)
print("mailwing.envs.ab_die_post" in sys.modules, "mailwing.agents" in sys.modules)
"""
    assert run_python(program).split() == ["True", "True", "False", "False"]


def test_gymnasium_finds_the_module_in_the_name(run_python: Callable[..., str]) -> None:
    """`module:name` is how Gymnasium imports what registers an environment."""
    program = f"""
import gymnasium, pettingzoo, sys
assert "mailwing" not in sys.modules
solo = gymnasium.make("mailwing:{AB_DIE_POST}")
vector = gymnasium.make_vec("mailwing:{AB_DIE_POST}", num_envs=3)
print(solo.unwrapped.game.id, vector.num_envs)
"""
    assert run_python(program).split() == ["ab_die_post", "3"]


def test_a_game_that_is_registered_is_told_to_a_library_that_comes_later(run_python: Callable[..., str]) -> None:
    program = """
import sys, toys
toys.register_all()
assert "pettingzoo" not in sys.modules
import gymnasium, pettingzoo
print("mailwing/SeveralMoves-v0" in gymnasium.registry, "mailwing/several_moves-v0" in pettingzoo.parallel_registry)
"""
    assert run_python(program).split() == ["True", "True"]


def test_looking_for_a_library_does_not_import_it(run_python: Callable[..., str]) -> None:
    program = """
import sys, importlib.util as util, mailwing
print(util.find_spec("gymnasium").name, util.find_spec("no_such_library"), "gymnasium" in sys.modules)
"""
    assert run_python(program).split() == ["gymnasium", "None", "False"]
