"""The data packs of games by the games' ids: writing and checking them."""

from __future__ import annotations

from pathlib import Path

from .pack_export import export_pack
from .pack_faults import PackCheck, check_pack
from .registry import spec_of


def export_data(
    game: str, folder: str | Path, *, data: str | Path | None = None, overwrite: bool = False
) -> list[Path]:
    """Write a data pack as files to type into, with a README that says what each key is and what is an estimate.

    Args:
        game: id from `games()`.
        folder: where to; made if it does not exist.
        data: the pack; None: the one that comes with the game.
        overwrite: replace files that are there.

    Returns:
        The files, the README last.

    Raises:
        DataPackError: the pack cannot be played.
        ValueError: an unknown game, one whose tables do not come from a folder, or files that would be overwritten.
    """
    spec = spec_of(game)
    source = None if data is None else Path(data)
    return export_pack(spec.load_tables, spec.id, spec.title, Path(folder), source, overwrite)


def check_data(game: str, folder: str | Path) -> PackCheck:
    """All faults of a data pack at once, where loading it tells the first one.

    Args:
        game: id from `games()`.
        folder: the pack.

    Returns:
        `faults`, each with file, line, key, what is wrong and what to do; empty: the pack can be played.

    Raises:
        ValueError: an unknown game.
    """
    return check_pack(spec_of(game).load_tables, Path(folder))
