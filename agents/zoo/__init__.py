"""The zoo: trained agents that come with mailwing. `zoo/NAME` is the folder `agents/zoo/<game>/NAME`, a checkpoint.

Wherever an agent can be named, so can the folder of a checkpoint; this module alone says which folder a name means. A
name that consists of `zoo/` and one more part always means an agent of the zoo. Where a folder of that name lies in the
current one, the name could mean either, and is refused; `./zoo/NAME` means the folder.
"""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
"""The folder with a folder for each game."""

PREFIX = "zoo/"

NAME = re.compile(r"zoo/(?P<name>[^/]+)")
"""A name in the zoo; `zoo/run/best` is the folder of a run that is called so."""

METADATA, WEIGHTS = "metadata.json", "weights.safetensors"
"""The files of a checkpoint."""


def agents_of(game_id: str) -> list[str]:
    """The names of the agents of a game, such as `["zoo/selfplay"]`; empty if it has none."""
    home = FOLDER / game_id
    found = (folder.parent.name for folder in home.glob(f"*/{METADATA}"))
    return sorted(f"{PREFIX}{name}" for name in found)


def is_checkpoint(name: str) -> bool:
    """Whether the name of an agent means a checkpoint: an agent of the zoo, or a folder (with a slash, or existing)."""
    return "/" in name or os.sep in name or (name != "" and os.path.isdir(name))


def checkpoint_folder(name: str | Path, game_id: str) -> Path:
    """The folder of the checkpoint that a name means; whether anything is there is seen by who reads it.

    Args:
        name: a name in the zoo or the path of a folder; a `Path` is always a folder.
        game_id: the game that it is to play.

    Raises:
        ValueError: the zoo has no agent of this name for the game (the message lists those that it has), or the name
            means a folder in the current one as well.
    """
    if isinstance(name, Path) or not NAME.fullmatch(name):
        return Path(name)
    known = agents_of(game_id)
    here = os.path.isdir(name)
    if name in known and not here:
        return FOLDER / game_id / name.removeprefix(PREFIX)
    if name in known:
        raise ValueError(
            f"'{name}' is an agent of the zoo of {game_id}, and a folder of that name is here, too: write ./{name} for "
            "the folder, or name the agent where there is no such folder"
        )
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    has = f"it has {', '.join(known)}" if known else "it has none of this game yet"
    folder = f"; for the folder write ./{name}" if here else ""
    raise ValueError(f"{game_id}: there is no agent '{name}' in the zoo{hint}; {has}{folder}")


def name_of_folder(folder: Path) -> str:
    """The name that means a folder, whatever it is called: with `./` before what would be a name in the zoo."""
    name = str(folder)
    return f"./{name}" if NAME.fullmatch(folder.as_posix()) else name
