"""Other libraries, imported when an adapter needs them; an error says what to install."""

from __future__ import annotations

import importlib
import re
from importlib import metadata
from typing import Any


def require(module: str, distribution: str, least: str, extra: str) -> Any:
    """Import a module of another library.

    Args:
        module: the module, such as `torchrl.envs`.
        distribution: what pip calls the library, such as `torchrl`.
        least: the lowest version that will do, such as `0.10`.
        extra: the extra of mailwing that installs it.

    Returns:
        The module, for type checkers anything: the library need not be there.

    Raises:
        ImportError: the library is missing or too old; the message names it, the version and the extra.
    """
    library = module.partition(".")[0]
    wanted = f"this needs {distribution} {least} or newer"
    advice = f"install it with: pip install 'mailwing[{extra}]'"
    try:
        importlib.import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise  # the library is there, but something that it needs is not
        raise ImportError(f"{wanted}, which is not installed; {advice}", name=library) from None
    try:
        found = metadata.version(distribution)
    except metadata.PackageNotFoundError:
        found = least  # built from source, without a record of its version: it has to be believed
    if numbers(found) < numbers(least):
        raise ImportError(f"{wanted}, but {found} is installed; {advice}", name=library)
    return importlib.import_module(module)


def numbers(version: str) -> tuple[int, ...]:
    """The numbers at the beginning of a version, without zeros at the end: `2.10.0rc1` is `(2, 10)`."""
    found = re.match(r"\d+(\.\d+)*", version)
    parts = [int(part) for part in found[0].split(".")] if found else []
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)
