"""The games in the registries of Gymnasium and PettingZoo, and as modules like those that PettingZoo ships.

    gymnasium.make("mailwing/AbDiePost-v0", opponents="adept")
    pettingzoo.make("aec", "mailwing/ab_die_post-v0")
    from mailwing.envs import ab_die_post_v0

A module `<game>_v<version>` is made when it is imported, so that a new game has one without a file of its own.
"""

from __future__ import annotations

import ast
import importlib
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from ..registry import games, spec_of

PACKAGE = "mailwing.envs"
MODULE_NAME = re.compile(re.escape(PACKAGE) + r"\.(?P<game>[a-z]\w*)_v(?P<version>\d+)")


def camel_case(game_id: str) -> str:
    """`ab_die_post` as Gymnasium writes names: `AbDiePost`."""
    return "".join(word.capitalize() for word in game_id.split("_"))


def announce(game_id: str, version: int) -> None:
    """Enter a game into both registries; again does nothing."""
    solo = f"mailwing/{camel_case(game_id)}-v{version}"
    if solo not in gymnasium.registry:
        gymnasium.register(
            solo,
            entry_point=f"{PACKAGE}:solo",
            vector_entry_point=f"{PACKAGE}:vector",
            kwargs={"game": game_id},
        )
    # PettingZoo has a registry since 1.26; before, its environments are found by their modules alone.
    register: Any = getattr(pettingzoo, "register", None)
    if register is None:
        return
    turns = f"mailwing/{game_id}-v{version}"
    if turns not in pettingzoo.aec_registry:
        register("aec", turns, f"{PACKAGE}:aec", kwargs={"game": game_id})
    if turns not in pettingzoo.parallel_registry:
        register("parallel", turns, f"{PACKAGE}:parallel", kwargs={"game": game_id})


def announce_all() -> None:
    """Enter all games that come with mailwing, without importing their rules, and offer their modules."""
    for game_id in games():
        announce(game_id, declared_version(game_id))
    if not any(isinstance(finder, GameModules) for finder in sys.meta_path):
        sys.meta_path.append(GameModules())


@cache
def declared_version(game_id: str) -> int:
    """The version of a game, read off its source: importing the rules of every game would cost each user their time."""
    folder = sys.modules[PACKAGE].__path__[0]
    source = Path(folder) / game_id / "__init__.py"
    tree = ast.parse(source.read_text(encoding="utf-8")) if source.exists() else ast.Module([], [])
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "version" and isinstance(node.value, ast.Constant):
            return int(str(node.value.value))
    return spec_of(game_id).version


class GameModules(MetaPathFinder, Loader):
    """Finds `mailwing.envs.<game>_v<version>` for every game that is known."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module of a known game; None: not ours (ImportError: the game has another version)."""
        found = MODULE_NAME.fullmatch(fullname)
        if found is None or found["game"] not in games():
            return None
        version = spec_of(found["game"]).version
        if int(found["version"]) != version:
            here = f"{found['game']}_v{version}"
            # Not ModuleNotFoundError: of that, `from mailwing.envs import …` would show no words.
            raise ImportError(
                f"there is no {fullname}; the rules of this version of mailwing are {here}", name=fullname
            )
        return ModuleSpec(fullname, self, origin="mailwing")

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module with `env`, `raw_env` and `parallel_env`."""
        found = MODULE_NAME.fullmatch(module.__name__)
        assert found is not None
        fill(module, found["game"])


def fill(module: ModuleType, game_id: str) -> None:
    """Give a module what users of PettingZoo expect of an environment's module."""
    package = importlib.import_module(PACKAGE)

    def env(**settings: Any) -> Any:
        """The game as an AEC environment; an illegal action ends the game. Settings as for `envs.aec`."""
        return package.aec(game_id, **settings)

    def raw_env(**settings: Any) -> Any:
        """The same, but an illegal action raises `IllegalActionError` and changes nothing."""
        return package.aec(game_id, **{"illegal": "raise", **settings})

    def parallel_env(**settings: Any) -> Any:
        """The game as a parallel environment. Settings as for `envs.parallel`."""
        return package.parallel(game_id, **settings)

    module.__doc__ = f"{spec_of(game_id).title} as PettingZoo environments."
    for function in (env, raw_env, parallel_env):
        # Found again by name, so that trainers can send the functions to other processes.
        function.__module__, function.__qualname__ = module.__name__, function.__name__
        setattr(module, function.__name__, function)
    module.__dict__["__all__"] = ["env", "parallel_env", "raw_env"]
