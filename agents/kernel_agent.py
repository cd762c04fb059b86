"""A bot as an agent: the kernel that plays inside batches, called for one decision at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..envs._core.bots import WORK_RECORDS, Bot
from ..envs._core.chance import GOLDEN, scramble
from ..envs._core.game import GameSpec
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT
from ..envs._core.view import View


class KernelAgent:
    """Calls a bot on a redealt copy of the game, so that it gets only what its seat knows.

    Args:
        bot: the bot.

    Attributes:
        name: the bot's name.
        bot: the bot; evaluation uses it directly to play whole games in compiled code.
    """

    def __init__(self, bot: Bot) -> None:
        self.bot, self.name = bot, bot.name
        self._params = pack_params([bot])
        self._rng = np.zeros(1, dtype=np.uint64)
        self._samples = np.uint64(0)
        # Machine code and scratch records for the current game.
        self._spec: GameSpec | None = None
        self._functions: Any = None
        self._work: Any = None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Seed the generator of the bot and the generator of its redealt copies."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)
            self._samples = scramble(self._rng[0])

    def act(self, view: View) -> int:
        """The bot's choice for the seat of the view."""
        game = view.game
        if self._spec is not game.spec:
            self._functions = game.spec.compiled.functions([self.bot])
            self._work = game.spec.state.zeros(WORK_RECORDS)
            self._spec = game.spec
        with np.errstate(over="ignore"):
            self._samples = self._samples + GOLDEN
        state = view.sample(int(self._samples))
        return game.spec.compiled.choose(
            *(game._tables, game._options, state._array, 0, view.mask(), self._functions, 0),
            *(self._params, self._rng, self._work),
        )

    def __getstate__(self) -> dict[str, Any]:
        # Addresses of machine code are valid in this process only.
        return {**self.__dict__, "_spec": None, "_functions": None, "_work": None}

    def __repr__(self) -> str:
        return f"<KernelAgent {self.name}>"
