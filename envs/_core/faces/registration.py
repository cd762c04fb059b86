"""The games in the registries of Gymnasium and PettingZoo.

gymnasium.make("mailwing/AbDiePost-v1", opponents="adept")
pettingzoo.make("aec", "mailwing/ab_die_post-v1")
"""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from ..registry import declared_versions

PACKAGE = "mailwing.envs"


def camel_case(game_id: str) -> str:
    """`ab_die_post` as Gymnasium writes names: `AbDiePost`."""
    return "".join(word.capitalize() for word in game_id.split("_"))


def announce(game_id: str, version: int) -> None:
    """Enter a game into both registries, unless it is there already."""
    solo = f"mailwing/{camel_case(game_id)}-v{version}"
    if solo not in gymnasium.registry:
        gymnasium.register(
            solo,
            entry_point=f"{PACKAGE}:solo",
            vector_entry_point=f"{PACKAGE}:vector",
            kwargs={"game": game_id},
        )
    # PettingZoo has a registry since 1.26; older versions find environments only by their modules.
    register: Any = getattr(pettingzoo, "register", None)
    if register is None:
        return
    turns = f"mailwing/{game_id}-v{version}"
    if turns not in pettingzoo.aec_registry:
        register("aec", turns, f"{PACKAGE}:aec", kwargs={"game": game_id})
    if turns not in pettingzoo.parallel_registry:
        register("parallel", turns, f"{PACKAGE}:parallel", kwargs={"game": game_id})


def announce_all() -> None:
    """Enter the games that come with mailwing, without importing their rules."""
    for game_id, version in declared_versions().items():
        announce(game_id, version)
