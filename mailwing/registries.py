"""The games in the registries of Gymnasium and PettingZoo.

gymnasium.make("mailwing/AbDiePost-v1", opponents="adept")
pettingzoo.make("aec", "mailwing/ab_die_post-v1")

`import mailwing` is enough, before or after the library's own import. It loads neither the library nor numba: a
library that is not there yet is told when it is imported, and the rules of a game are loaded when it is made.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

ENVIRONMENTS = "mailwing.envs"
"""The package of the games that come with mailwing, and of the functions that make their environments."""

VERSION_FILE = "version.txt"
"""The file beside the `__init__.py` of a game with its version, which can be read without importing the game."""

_known: dict[str, int] = {}
"""The games that the libraries are told of, with their versions."""


def camel_case(game_id: str) -> str:
    """`ab_die_post` as Gymnasium writes names: `AbDiePost`."""
    return "".join(word.capitalize() for word in game_id.split("_"))


def declared_version(init_file: str) -> int:
    """The version in the file beside a game's `__init__.py`, for its `GameSpec`."""
    from pathlib import Path  # slow to import, and not needed by programs that make no game

    return int(Path(init_file).with_name(VERSION_FILE).read_text(encoding="ascii"))


@cache
def declared_versions() -> dict[str, int]:
    """The versions of the games that come with mailwing by id: the folders of `mailwing.envs` that declare one."""
    from importlib.util import find_spec
    from pathlib import Path

    package = find_spec(ENVIRONMENTS)
    homes = [] if package is None else list(package.submodule_search_locations or ())
    files = sorted(file for home in homes for file in Path(home).glob(f"*/{VERSION_FILE}"))
    return {file.parent.name: declared_version(str(file)) for file in files}


def announce(game_id: str, version: int) -> None:
    """Enter a game into the registries of both libraries, now or when they are imported, unless it is there already."""
    _known[game_id] = version
    for library, enter in _LIBRARIES.items():
        if library in sys.modules:
            enter(sys.modules[library], game_id, version)


def announce_all() -> None:
    """Enter the games that come with mailwing, without importing their rules, now or when a library is imported."""
    if not any(isinstance(finder, _Announcer) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Announcer())
    for library in _LIBRARIES:
        if library in sys.modules:
            _tell(library)


def _tell(library: str) -> None:
    for game_id, version in {**declared_versions(), **_known}.items():
        _LIBRARIES[library](sys.modules[library], game_id, version)


def _enter_gymnasium(gymnasium: Any, game_id: str, version: int) -> None:
    name = f"mailwing/{camel_case(game_id)}-v{version}"
    if name not in gymnasium.registry:
        made_by = {"entry_point": f"{ENVIRONMENTS}:solo", "vector_entry_point": f"{ENVIRONMENTS}:vector"}
        gymnasium.register(name, **made_by, kwargs={"game": game_id})


def _enter_pettingzoo(pettingzoo: Any, game_id: str, version: int) -> None:
    if not hasattr(pettingzoo, "register"):
        return  # PettingZoo has a registry since 1.26; older versions find environments only by their modules.
    name = f"mailwing/{game_id}-v{version}"
    for kind, registry in (("aec", pettingzoo.aec_registry), ("parallel", pettingzoo.parallel_registry)):
        if name not in registry:
            pettingzoo.register(kind, name, f"{ENVIRONMENTS}:{kind}", kwargs={"game": game_id})


_LIBRARIES: dict[str, Callable[[Any, str, int], None]] = {
    "gymnasium": _enter_gymnasium,
    "pettingzoo": _enter_pettingzoo,
}


class _Announcer:
    """A finder of modules that finds none itself: what others find as one of the libraries is told of the games."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in _LIBRARIES:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                execute: Callable[[Any], None] = spec.loader.exec_module

                def execute_and_tell(module: Any, execute: Callable[[Any], None] = execute) -> None:
                    execute(module)
                    _tell(name)

                spec.loader.exec_module = execute_and_tell  # type: ignore[method-assign]
                return spec
        return None
