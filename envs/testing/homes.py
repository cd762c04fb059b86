"""Where a game is at home: the module that declares it, and the positions in words that lie beside it."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from typing import Any

from .._core.game import GameSpec
from .._core.registry import spec_of
from .tools import NotApplicable


def home_of(spec: GameSpec) -> str:
    """The module that declares a game as `SPEC`: that of its kernels, or a package that this one lies in.

    Raises:
        NotApplicable: none of them does.
    """
    inner = spec.kernels.apply.__module__
    name = inner
    while name:
        if vars(sys.modules.get(name, sys)).get("SPEC") is spec:
            return name
        name = name.rpartition(".")[0]
    raise NotApplicable(f"neither {inner} nor a package around it declares {spec.id} as SPEC, so it cannot be found")


def position(game: str, **setting: Any) -> Any:
    """A position of a game to be set up in words: what a bug report and the test of a rule begin with.

        table = position("aeroplanes", players=4).airports("A", "Ethiopia").money(A=3)
        table.play("A", "Subsidy")
        print(table.state)

    It is made by `position()` of the module `testing` in the game's package, which says what a table understands.

    Args:
        game: id from `envs.games()`.
        setting: what that function takes: `players=`, the game's options, and more.

    Raises:
        ValueError: an unknown game, or one whose package has no such module.
    """
    home = home_of(spec_of(game))
    package = home if hasattr(sys.modules[home], "__path__") else home.rpartition(".")[0]
    name = f"{package}.testing"
    if not package or importlib.util.find_spec(name) is None:
        raise ValueError(f"{game}: there are no positions in words; a module '{name}' with position() would make them")
    return importlib.import_module(name).position(**setting)
