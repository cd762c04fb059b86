"""Misspelt fields in kernels, told with file, line and the nearest name: numba says only that there is no such key."""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .errors import UnknownFieldError


@contextmanager
def fields_named() -> Iterator[None]:
    """Compile kernels in the block (UnknownFieldError: one of them uses a field that its record does not have)."""
    try:
        yield
    except KeyError as error:
        words = _words(error)
        if words is None:
            raise
        raise UnknownFieldError(words) from None


def _words(error: KeyError) -> str | None:
    """Where which field was asked for, read from the frames of numba's type inference; None: it was something else."""
    name, place, known = error.args[0] if error.args else None, None, None
    for frame, _ in traceback.walk_tb(error.__traceback__):
        asking: Any = frame.f_locals.get("self")
        if getattr(asking, "attr", None) == name and hasattr(asking, "loc"):
            place = asking.loc
        known = getattr(asking, "fields", known)
    if place is None or not isinstance(name, str) or not isinstance(known, dict):
        return None
    near = difflib.get_close_matches(name, known, n=1)
    hint = f" (did you mean '{near[0]}'?)" if near else ""
    return f"{place.filename}:{place.line}: a kernel uses the field '{name}', which its record does not have{hint}"
