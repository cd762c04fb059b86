"""Show a profiler the names of kernels: rollouts of a bot, for Linux `perf`.

    perf record -F 2000 -o rollouts.data python benchmarks/profile_rollouts.py air_postal expert
    perf report -i rollouts.data --stdio --sort sym | head -40

Machine code that was made in memory has no names for `perf`, unless the process writes them to `/tmp/perf-PID.map`.
This one reads them from the object files of all kernels that it has loaded, with `objdump`. Kernels that were merged
into others, and inlined there, count as part of these.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from ours import _load  # pyright: ignore[reportPrivateUsage]

from mailwing.agents.rollouts import ANY_LENGTH, Rollouts, Task
from mailwing.envs._core.faces.opponents import find_bot
from mailwing.envs._core.kernel_library import KernelLibrary
from mailwing.envs._core.rewards import Reward

ROLLOUTS = 20
"""Rollouts between two looks at the clock."""

SYMBOL = re.compile(r"([0-9a-f]+) (.{7}) (\S+)\s+([0-9a-f]+)\s+(?:\.hidden )?(\S+)")
"""A line of `objdump --syms`: offset, marks, section, size and name."""

objects: dict[KernelLibrary, bytes] = {}
"""The object file of each kernel that was loaded or compiled."""


def keep_objects() -> None:
    """Note the object files of kernels from now on."""
    set_object = KernelLibrary._set_compiled_object  # pyright: ignore[reportPrivateUsage]

    def noted(library: Any, code: bytes) -> None:
        objects[library] = code
        set_object(library, code)

    KernelLibrary._set_compiled_object = noted  # type: ignore[method-assign]


def functions_of(library: Any, code: bytes) -> Iterator[tuple[int, int, str]]:
    """`(address, bytes, name)` of every function of a kernel's machine code."""
    with tempfile.NamedTemporaryFile(suffix=".o") as file:
        file.write(code)
        file.flush()
        listed = subprocess.run(["objdump", "--syms", file.name], capture_output=True, text=True, check=True).stdout
    sections: dict[str, list[tuple[int, int, str, bool]]] = {}
    for found in map(SYMBOL.fullmatch, listed.splitlines()):
        if found is not None and found[2].endswith("F"):
            local = found[2].startswith("l")
            sections.setdefault(found[3], []).append((int(found[1], 16), int(found[4], 16), found[5], local))
    for functions in sections.values():
        start = _start_of(library, functions)
        if start:
            yield from ((start + offset, size, readable(name)) for offset, size, name, _ in functions)


def _start_of(library: Any, functions: list[tuple[int, int, str, bool]]) -> int:
    """Where a section lies in memory: known from any function that other code can call; 0: there is none."""
    for offset, _, name, local in functions:
        address = 0 if local else library.codegen._engine._ee.get_function_address(name)
        if address:
            return address - offset
    return 0


def readable(symbol: str) -> str:
    """The module and name in a symbol of numba: `_ZN8mailwing…7flights9prospectsB18v…` is `flights.prospects`."""
    parts, rest = [], symbol.removeprefix("_ZN")
    while symbol != rest and (number := re.match(r"\d+", rest)) is not None:
        end = number.end() + int(number[0])
        parts.append(re.sub(r"_3c|_3e|^\d+", "", rest[number.end() : end]))
        rest = rest[end:]
    return ".".join(parts[-3:]) if parts else symbol


def main() -> None:
    """Write the names, then play rollouts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="id of the game")
    parser.add_argument("bot", help="bot that plays all seats")
    parser.add_argument("--seconds", type=float, default=6.0, help="how long it plays (default: %(default)s)")
    args = parser.parse_args()
    keep_objects()
    game = _load(args.game)
    rollouts = Rollouts(game, find_bot(args.game, args.bot), threads=1, kind=Reward.WIN, limit=ANY_LENGTH)
    state = game.new(seed=1)
    rollouts.start(state)
    task = Task(np.array(state.legal()[:1]), np.arange(1), np.zeros((1, ROLLOUTS), dtype=np.float32))
    rollouts.play(task, 0, 0, 1)
    lines = [
        f"{start:x} {size:x} {name}\n"
        for library, code in objects.items()
        for start, size, name in functions_of(library, code)
    ]
    names = Path(f"/tmp/perf-{os.getpid()}.map")
    names.write_text("".join(lines))
    seconds, decisions, games, started = 0.0, 0, 0, time.perf_counter()
    while seconds < args.seconds:
        decisions += rollouts.play(task, games, 0, ROLLOUTS)
        games += ROLLOUTS
        seconds = time.perf_counter() - started
    speed = f"{decisions / seconds / 1e6:.2f} M decisions/s, {seconds / games * 1e3:.3f} ms a game"
    print(f"{len(lines)} names in {names}; {speed}")


if __name__ == "__main__":
    main()
