"""Bots: kernels that choose actions for a seat, called inside the compiled loops; and the random bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .bits import MARKS, lowest, marked, size
from .chance import draw_from
from .errors import MailwingError
from .kernel import INTERPRETED, kernel

WORK_RECORDS = 4
"""Number of scratch State records that a bot gets for looking ahead."""


class BotError(MailwingError, RuntimeError):
    """A bot chose an action that was not legal; its game was stopped before it was played."""


@dataclass(frozen=True, eq=False)
class Bot:
    """A scripted player.

    Args:
        name: what people call it, such as `"adept"`.
        choose: a kernel `choose(t, o, s, mask, params, rng, work) -> action`. `t`, `o`, `s` are tables, options and
            state records; `mask` uint8 [actions] of the seat to decide; `params` float64 [any] the bot's numbers;
            `rng` uint64 [1] a generator of its own (`chance.draw_from`); `work` `WORK_RECORDS` state records as
            scratch. From `s` it may use only what `s.seat` knows: its choice must be the same after `redeal`. It
            must not change `s`.
        params: float64 numbers of the bot, passed to every call.
        doc: one line that says how it plays.
        names: what each number is called in the bot's data file.
        start: where a search for better numbers begins (`mailwing.agents.tuning`).

    A bot is compiled code inside the loops and is trusted: nothing watches what it does to `s` and `mask`, neither of
    which it may change.

    Raises:
        TypeError: `choose` is no kernel, or `params` are no numbers.
    """

    name: str
    choose: Callable[..., int]
    params: NDArray[np.float64] = field(default_factory=lambda: np.zeros(1))
    doc: str = ""
    names: tuple[str, ...] = ()
    start: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if not (INTERPRETED and callable(self.choose)) and not hasattr(self.choose, "py_func"):
            raise TypeError(
                f"the bot '{self.name}' chooses with {self.choose!r}, which is no kernel; decorate it with @kernel"
            )
        if not isinstance(self.params, np.ndarray) or self.params.dtype != np.float64 or self.params.ndim != 1:
            raise TypeError(f"the numbers of the bot '{self.name}' are a float64 array [any], not {self.params!r}")


@kernel
def choose_random(t: Any, o: Any, s: Any, mask: Any, params: Any, rng: Any, work: Any) -> int:
    """Any legal action, all equally likely."""
    return pick_legal(mask, rng)


@kernel(inline=True)
def pick_legal(mask: Any, rng: Any) -> int:
    """A uniformly random index among the non-zero entries of a uint8 mask (at least one)."""
    count = 0
    for start in range(0, mask.shape[0], MARKS):
        count += size(marked(mask, start))
    k = draw_from(rng, count)
    for start in range(0, mask.shape[0], MARKS):
        legal = marked(mask, start)
        here = size(legal)
        if k < here:
            for _ in range(k):
                legal &= legal - 1
            return start + lowest(legal)
        k -= here
    return -1


RANDOM = Bot("random", choose_random, doc="uniformly random legal actions")
"""The bot that exists for every game."""
