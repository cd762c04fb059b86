"""Bots that play in a single `Position`, exactly as they do in a batch, until a seat without a bot decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs._core.bots import WORK_RECORDS, Bot, BotError
from ..envs._core.chance import scramble
from ..envs._core.game import Game
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT, LOG_SIZE, NO_ACTION
from ..envs._core.position import Position


class PositionBots:
    """The bots of a line-up.

    Args:
        game: what is played.
        bots: the different bots.
        table: int64 [line-up], the bot at each place of the line-up, −1 where no bot plays.
    """

    def __init__(self, game: Game, bots: Sequence[Bot], table: NDArray[np.int64]) -> None:
        self.game, self.bots, self.table = game, list(bots), table
        self._functions = game.spec.compiled.functions(self.bots)
        self._params = pack_params(self.bots)
        self._mask = np.zeros(game.num_actions, dtype=np.uint8)
        self._rng = np.zeros(1, dtype=np.uint64)
        self._work = game.spec.state.zeros(WORK_RECORDS)
        self._log = np.zeros(LOG_SIZE, dtype=np.int32)
        self._seats = np.zeros(game.spec.max_seats, dtype=np.int8)

    def start(self, seed: int, places: NDArray[Any]) -> None:
        """Start a new deal; `places` int [seats] is the place in the line-up of each seat."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)
        self._seats[: self.game.players] = self.table[places]

    def play_until_other_seat(self, state: Position) -> None:
        """Play forced decisions and those of bots until another seat decides or the game is over.

        Raises:
            BotError: a bot chose an illegal action.
        """
        game = self.game
        while True:
            count = game.spec.compiled.advance(
                *(game._tables, game._options, state._array, 0, NO_ACTION, self._mask, self._seats),
                *(self._functions, self._params, self._rng, self._work, self._log),
            )
            if count < 0:
                name = self.bots[int(self._seats[state.seat])].name
                raise BotError(f"{game.id}: seat {state.seat}: the bot '{name}' chose an illegal action")
            if count < LOG_SIZE:
                return
