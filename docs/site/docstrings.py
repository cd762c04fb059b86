"""Docstrings as Sphinx reads them: an indented block after a blank line is code, as it looks in the source.

Adapters of libraries that are not installed here are described over stand-ins for those libraries.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from enum import IntEnum
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx

from mailwing.envs.adapters import libraries

LIBRARIES = ("torchrl", "tensordict", "ray")


def with_code_blocks(lines: list[str]) -> list[str]:
    """The lines of a docstring in which indented blocks are marked as Python."""
    found: list[str] = []
    for number, line in enumerate(lines):
        follows_blank = number > 0 and not lines[number - 1].strip()
        if follows_blank and line.startswith("    ") and not _goes_on(found):
            found += [".. code-block:: python", ""]
        found.append(line)
    return found


def _goes_on(before: list[str]) -> bool:
    """Whether the line before the blank one is indented, too: the same block, or a section of arguments."""
    return any(line.strip() for line in before) and next(line for line in reversed(before) if line.strip())[0] == " "


def import_only(module: str, *_: str) -> ModuleType:
    """What adapters get instead of `require`: no version is asked for, since a stand-in has none."""
    return importlib.import_module(module)


def stand_in_for_pyspiel() -> ModuleType:
    """What `envs/adapters/open_spiel.py` needs to be imported: its numbers have to be numbers."""
    module: Any = ModuleType("pyspiel")
    module.Game, module.State = type("Game", (), {}), type("State", (), {})
    module.PlayerId = IntEnum("PlayerId", {"CHANCE": -1, "TERMINAL": -4})
    return module


def is_missing(library: str) -> bool:
    """Whether a library is not installed."""
    return library not in sys.modules and importlib.util.find_spec(library) is None


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    libraries.require = import_only
    app.config.autodoc_mock_imports = [name for name in LIBRARIES if is_missing(name)]
    if is_missing("pyspiel"):
        sys.modules["pyspiel"] = stand_in_for_pyspiel()
    # Before napoleon, which takes the sections out.
    app.connect("autodoc-process-docstring", lambda *event: _change(event[-1]), priority=100)
    return {"parallel_read_safe": True}


def _change(lines: list[str]) -> None:
    lines[:] = with_code_blocks(lines)
