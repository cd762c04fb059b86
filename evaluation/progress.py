"""Progress of what takes long: a bar on a terminal (with tqdm), otherwise a line in the log every few seconds."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

logger = logging.getLogger("mailwing")

Progress = Callable[[int, int, str], None]
"""Called with games done, games in all, and the match being played (or with other things than games)."""

LINE_EVERY = 10.0
"""Seconds between two lines where there is no bar."""


def silent(done: int, total: int, words: str) -> None:
    """Show nothing."""


@contextmanager
def shown(unit: str = "games") -> Iterator[Progress]:
    """Show progress on stderr while the block runs; `unit` is what is counted."""
    try:
        from tqdm import tqdm
    except ImportError:
        tqdm = None
    if tqdm is None or not sys.stderr.isatty():
        yield _lines(unit)
        return
    with tqdm(unit=f" {unit}", unit_scale=True, dynamic_ncols=True, leave=False) as bar:

        def update(done: int, total: int, words: str) -> None:
            bar.total = total
            bar.set_description_str(words, refresh=False)
            bar.update(done - bar.n)

        yield update


def _lines(unit: str) -> Progress:
    said = time.monotonic()

    def update(done: int, total: int, words: str) -> None:
        nonlocal said
        if done < total and time.monotonic() - said >= LINE_EVERY:
            said = time.monotonic()
            logger.info("mailwing: %s of %s %s, %s", f"{done:,}", f"{total:,}", unit, words)

    return update
