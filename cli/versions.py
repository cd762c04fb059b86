"""What `mailwing --version` says: the versions that a report of a bug needs."""

from __future__ import annotations

import argparse
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mailwing import __version__

PACKAGES = (
    "numba",
    "llvmlite",
    "numpy",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
)
"""Named if they are installed; none is imported, since one that is broken may be what the report is about."""


def text() -> str:
    """`mailwing X` in the first line, then Python, the platform and the packages, one a line."""
    lines = [f"mailwing {__version__}"]
    lines.append(f"Python {platform.python_version()} ({platform.python_implementation()})")
    lines.append(f"platform {platform.platform()}, {platform.machine()}")
    for name in PACKAGES:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return "\n".join(lines)


class ShowVersions(argparse.Action):
    """Print the versions and exit."""

    def __init__(self, option_strings: list[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help="show the versions for a bug report and exit")

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> None:
        """Called by argparse."""
        print(text())
        parser.exit()
