"""One measured thing in a process of its own: started once, then asked for one window after another.

A process for each side keeps the libraries apart: one core for all of them in turn, no thread pools of others, and an
interpreter of its own for a peer that does not install beside the rest. The process runs this file as a program.
It answers every line that it reads with one JSON object on a line.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clock import Window


@dataclass(frozen=True)
class Side:
    """What one side of a comparison runs.

    Args:
        key: its name among the sides of a group.
        label: what people read in tables: library, game, and how it is called.
        module: the file beside this one that knows the library.
        function: makes the window there; it gets `arguments` by name.
    """

    key: str
    label: str
    module: str
    function: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


class SideError(RuntimeError):
    """A side cannot be measured here; the message says why."""


class RunningSide:
    """A side whose process has warmed up and waits for `window`.

    Attributes:
        side: what it runs.
        versions: the distributions that it uses, by name.

    Args:
        side: what to run.
        core: the only processor core that the process may use; None leaves it all of them.
        python: the interpreter to use; None is the one that runs now.
        warm_up: measure a window that does not count first; a fresh interpreter in every window makes that needless.

    Raises:
        SideError: its library is not installed, or does not work.
    """

    def __init__(self, side: Side, core: int | None = None, python: str | None = None, warm_up: bool = True) -> None:
        self.side = side
        order = {"module": side.module, "function": side.function, "arguments": dict(side.arguments)}
        order |= {"core": core, "warm_up": warm_up}
        # A file and not a pipe: nobody reads along, and a full pipe would make the process wait.
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        self._process = subprocess.Popen(
            [python or sys.executable, __file__, json.dumps(order)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self.versions: dict[str, str] = self._answer()["versions"]

    def window(self) -> float:
        """One measurement, in the unit of the group."""
        assert self._process.stdin is not None
        self._process.stdin.write("window\n")
        self._process.stdin.flush()
        return float(self._answer()["value"])

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
        self._errors.close()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.communicate()
            self._errors.seek(0)
            errors = self._errors.read().strip().splitlines()
            raise SideError(errors[-1] if errors else "the process ended without a word")
        return json.loads(line)


def _installed(names: tuple[str, ...]) -> dict[str, str]:
    """Versions by distribution; what is not installed is not used, since the side works."""
    found = {}
    for name in names:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[name] = importlib.metadata.version(name)
    return found


def _serve(order: Mapping[str, Any]) -> None:
    """Warm up, then measure one window for every line that comes in."""
    # What libraries print must not get among the answers, so they are written to a copy of the standard output.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    if order["core"] is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {order["core"]})
    library = importlib.import_module(order["module"])
    window: Window = getattr(library, order["function"])(**order["arguments"])
    if order["warm_up"]:
        window()
    print(json.dumps({"versions": _installed(library.DISTRIBUTIONS)}), file=answers)
    for _ in sys.stdin:
        print(json.dumps({"value": window()}), file=answers)


if __name__ == "__main__":
    _serve(json.loads(sys.argv[1]))
