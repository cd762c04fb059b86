"""Packing bots, their numbers and line-ups for the compiled loops."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..bots import Bot
from ..game import Game
from ..whole import whole_numbers
from .rows import OpponentPool


def pack_params(bots: Sequence[Bot]) -> NDArray[np.float64]:
    """The bots' numbers as the rows of one float64 array, padded with zeros."""
    width = max([bot.params.size for bot in bots] + [1])
    packed = np.zeros((max(len(bots), 1), width), dtype=np.float64)
    for k, bot in enumerate(bots):
        packed[k, : bot.params.size] = bot.params
    return packed


MOST_BOTS = 127
"""Line-ups are int8: more bots than that have no number in them."""


MOST_OUTSIDE = 128
"""The most players outside that line-ups tell apart, as −1 to −128."""


def pack_lineups(game: Game, bots: Sequence[Bot], lineups: ArrayLike, outside: int = 1) -> NDArray[np.int8]:
    """Line-ups as int8 [L, max seats], absent seats 0; those from −1 to −`outside` are players outside.

    Raises:
        ValueError: a wrong shape, an entry that is neither negative (played from outside) nor the index of a bot, no
            whole numbers, or too many bots.
        TypeError: one of `bots` is none.
    """
    if len(bots) > MOST_BOTS:
        raise ValueError(f"{game.id}: {len(bots)} bots; line-ups can tell {MOST_BOTS} apart: use several batches")
    for bot in bots:
        if not isinstance(bot, Bot):
            raise TypeError(f"{game.id}: bots are Bot objects, not {bot!r}")
    given = np.atleast_2d(whole_numbers(lineups, f"{game.id}: line-ups"))
    if given.ndim != 2 or given.shape[1] != game.players or given.shape[0] == 0:
        raise ValueError(f"{game.id}: line-ups have shape [any, {game.players}] (one entry a seat), not {given.shape}")
    if given.min() < -outside or given.max() >= len(bots):
        words = "−1 (learner)" if outside == 1 else f"−1 to −{outside} (played from outside)"
        raise ValueError(f"{game.id}: a line-up holds {words} or the index of one of {len(bots)} bots")
    packed = np.zeros((given.shape[0], game.spec.max_seats), dtype=np.int8)
    packed[:, : game.players] = given
    return packed


def pack_opponents(
    game: Game, bots: Sequence[Bot], lineups: NDArray[np.int8], weights: ArrayLike | None = None
) -> OpponentPool:
    """The bots and line-ups of a batch; `weights` of the line-ups need not sum to one.

    Raises:
        ValueError: weights that are negative, infinite, not numbers, all zero or of another number than the line-ups.
    """
    count = lineups.shape[0]
    share = np.ones(count) if weights is None else np.asarray(weights, dtype=np.float64)
    # An infinite or meaningless weight makes the sum so.
    if share.shape != (count,) or not np.isfinite(share.sum()) or (share < 0).any() or share.sum() <= 0:
        raise ValueError(f"{game.id}: weights are {count} numbers ≥ 0, finite and not all zero, one for each line-up")
    functions = game.spec.compiled.functions(list(bots))
    return OpponentPool(functions, pack_params(bots), lineups, np.cumsum(share / share.sum()))


def copy_pool(pool: OpponentPool) -> OpponentPool:
    """A pool with arrays of its own: threads that share an array slow each other down by counting references to it."""
    return OpponentPool(pool.functions, *(array.copy() for array in pool[1:]))
