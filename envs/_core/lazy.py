"""Public names that are imported at their first use, so that their dependencies are loaded only when needed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any


def lazy_names(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose names are imported at their first use.

    The package imports the same names under `TYPE_CHECKING`, for type checkers and completion.

    Args:
        package: the full name of the package.
        modules: the module of each name, relative to the package: `{"Policy": ".policy"}`.
    """

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module '{package}' has no attribute '{name}'", name=name)
        value = getattr(importlib.import_module(modules[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    return get
