"""Agents for the tests of evaluation."""

from __future__ import annotations

import signal
import time

import numpy as np
from numpy.typing import NDArray

from mailwing.envs._core.view import View


class Lowest:
    """Always the lowest legal action, one decision at a time."""

    name = "lowest"

    def reset(self, seed: int) -> None:
        """It plays without chance."""

    def act(self, view: View) -> int:
        return view.legal()[0]


class LowestInBatches(Lowest):
    """The same, many games at once, as networks play."""

    name = "lowest in batches"

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        return mask.argmax(axis=1)


class Dice:
    """Any legal action, drawn from the seed of the game."""

    name = "dice"

    def reset(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        return int(self.rng.choice(view.legal()))


class Interrupting(Lowest):
    """Presses Ctrl-C at its first decision, and takes its time from then on; counts all of them."""

    name = "interrupting"
    acted = 0

    def act(self, view: View) -> int:
        Interrupting.acted += 1
        if Interrupting.acted == 1:
            signal.raise_signal(signal.SIGINT)
        time.sleep(0.001)
        return super().act(view)


class Cheat(Lowest):
    """Names an action that does not exist."""

    name = "cheat"

    def act(self, view: View) -> int:
        return view.game.num_actions


class CheatInBatches(Cheat):
    """The same, many games at once."""

    name = "cheat in batches"

    def act_batch(self, obs: NDArray[np.float32], mask: NDArray[np.uint8]) -> NDArray[np.int64]:
        return np.full(len(mask), -1)
