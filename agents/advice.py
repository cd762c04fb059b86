"""What a scripted bot would choose, for networks that play over it; compiled, for many games at once.

The bot sees the position of the deciding seat. Bots read only what their seat knows (a test of every game sees to
that), so that advice tells a network no secrets.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from ..envs._core.bots import WORK_RECORDS, Bot
from ..envs._core.chance import mix
from ..envs._core.faces.opponents import known_bots
from ..envs._core.game import Game, Kernels
from ..envs._core.kernel import kernel
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import Entry
from ..envs._core.loops.thread_pool import ThreadPool


def base_bot(game_id: str, name: str) -> Bot:
    """The bot that a network plays over: one of the game's own, since a checkpoint of others must not import anything.

    Raises:
        ValueError: the game has no bot of this name.
    """
    bots = known_bots(game_id)
    if name not in bots:
        raise ValueError(
            f"{game_id}: a network plays over one of the game's bots ({', '.join(bots)}), not over {name!r}"
        )
    return bots[name]


def make_advise(kernels: Kernels, bot_at: Any) -> Entry:
    """`advise(T, O, S, work, order, masks, functions, params, seed, advice, low, high)`.

    `advice[j]` is what the bot would choose in game `order[j]` under `masks[j]`, for j from `low` to `high`.
    """

    @kernel
    def advise(
        T: Any, O: Any, S: Any, work: Any, order: Any, masks: Any, functions: Any, params: Any, seed: Any, advice: Any,
        low: int, high: int,
    ) -> None:  # fmt: skip
        rng = np.zeros(1, np.uint64)
        for j in range(low, high):
            # A generator of its own for every row: advice does not depend on how rows are shared among threads.
            rng[0] = mix(seed, np.uint64(j), np.uint64(0))
            advice[j] = bot_at(functions, 0)(T[0], O[0], S[order[j]], masks[j], params[0], rng, work)

    return advise, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], types.int64[::1], types.uint8[:, ::1], types.int64[::1]),
        *(types.float64[:, ::1], types.uint64, types.int64[::1], types.int64, types.int64),
    )


class Adviser:
    """Asks a bot for its choices in many games.

    Args:
        game: the game.
        bot: the bot.
        threads: number of threads; advice does not depend on it.
    """

    def __init__(self, game: Game, bot: Bot, *, threads: int = 1) -> None:
        self.game, self.bot = game, bot
        self._pool = ThreadPool(threads)
        self._work = [game.spec.state.zeros(WORK_RECORDS) for _ in range(threads)]
        self._functions, self._params = game.spec.compiled.functions([bot]), pack_params([bot])
        self._advise = game.spec.compiled.further("advise", make_advise)

    def advise(self, records: Any, order: NDArray[np.int64], masks: NDArray[np.uint8], seed: int) -> NDArray[np.int64]:
        """The bot's choices in some games.

        Args:
            records: the states of all games, as a batch keeps them.
            order: int64 [m], the games that are asked about; none may be over.
            masks: uint8 [m, actions], what is legal there.
            seed: determines what bots do by chance, from 0 to 2⁶⁴ − 1.

        Returns:
            Actions, int64 [m].

        Raises:
            RuntimeError: the bot chose an illegal action.
        """
        advice = np.zeros(len(order), dtype=np.int64)
        order, masks = np.ascontiguousarray(order), np.ascontiguousarray(masks)

        def part(low: int, high: int, k: int) -> None:
            self._advise(
                *(self.game._tables, self.game._options, records, self._work[k], order, masks),
                *(self._functions, self._params, np.uint64(seed), advice, low, high),
            )

        self._pool.share(part, len(order))
        inside = (advice >= 0) & (advice < masks.shape[1])
        if not (inside & (masks[np.arange(len(order)), np.where(inside, advice, 0)] != 0)).all():
            raise RuntimeError(f"{self.game.id}: the bot '{self.bot.name}' chose an illegal action as advice")
        return advice
