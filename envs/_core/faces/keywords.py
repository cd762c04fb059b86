"""Keywords that a face does not take: which there are, which is near, and which face has it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence

from ..errors import UnknownNameError
from ..game import GameSpec


def refuse_unknown(spec: GameSpec, face: str, settings: Mapping[str, Sequence[str]], given: Iterable[str]) -> None:
    """Check the keywords that a face was called with, besides its own settings.

    Args:
        spec: the game, whose options are keywords, too.
        face: name of the face.
        settings: the settings of every face, by its name.
        given: the keywords.

    Raises:
        UnknownNameError: one of them is no option of the game. It says what Python says of unknown keywords, which
            libraries look for (`unexpected keyword argument 'frameskip'`), and then what there is.
    """
    options = [name for name in spec.options.fields if name != "players"]
    for name in given:
        if name not in options:
            raise UnknownNameError(
                f"{spec.id}: {face}() got an unexpected keyword argument '{name}'"
                f"{_hint(name, face, settings, options)}; settings of {face}: {', '.join(settings[face])}; "
                f"options of the game: {', '.join(options) or 'none'}"
            )


def _hint(name: str, face: str, settings: Mapping[str, Sequence[str]], options: Sequence[str]) -> str:
    """What may have been meant: this face's settings and the game's options come before settings of other faces."""
    if any(name in settings[other] for other in settings):
        return f", which is a setting of {_faces_with(name, settings)}"
    own = [*settings[face], *options]
    elsewhere = sorted({other for names in settings.values() for other in names})
    for cutoff in (0.75, 0.6):
        for near in difflib.get_close_matches(name, own, 1, cutoff):
            return f" (did you mean '{near}'?)"
        for near in difflib.get_close_matches(name, elsewhere, 1, cutoff):
            return f" (did you mean '{near}', a setting of {_faces_with(near, settings)}?)"
    return ""


def _faces_with(name: str, settings: Mapping[str, Sequence[str]]) -> str:
    """The faces that have a setting, in words: `aec, parallel and solo`."""
    faces = [face for face, names in settings.items() if name in names]
    return " and ".join(filter(None, (", ".join(faces[:-1]), faces[-1])))
