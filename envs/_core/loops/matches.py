"""Whole games between bots, compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import ArrayLike, NDArray

from ..bots import WORK_RECORDS, Bot, BotError
from ..chance import scramble
from ..game import Game
from ..kernel import kernel
from ..whole import checked_seeds
from .batching import make_go_on
from .bot_calls import as_array
from .pool import copy_pool, pack_lineups, pack_opponents
from .rows import POOL_TYPE, OpponentPool
from .stepping import BOT_SALT, Entry
from .thread_pool import ThreadPool

if TYPE_CHECKING:
    from ..game import Kernels


def make_match(kernels: Kernels, bot_at: Any) -> Entry:
    """`match(T, O, S, rows, blank, work, pool, low, high, thread)`: whole games between bots.

    Rows `low` to `high` hold seeds and line-ups and receive the results; `S[thread]` is the position being played.
    """
    deal, score = kernels.deal, kernels.score
    go_on = make_go_on(kernels, bot_at)

    @kernel
    def match(
        T: Any, O: Any, S: Any, rows: Any, blank: Any, work: Any, pool: OpponentPool, low: int, high: int, thread: int
    ) -> None:
        t, o = T[0], O[0]
        for i in range(low, high):
            row = rows[i]
            row.rng[0] = scramble(row.seed ^ BOT_SALT)
            S[thread] = blank[0]
            s = S[thread]
            s.chance = row.seed
            deal(t, o, s, row.seed)
            row.fault = go_on(t, o, s, row, pool, work, False)
            score(t, o, s, as_array(row.scores), as_array(row.ranks))
            row.num_decisions = s.num_decisions
            row.limit_reached = s.limit_reached

    number = types.int64
    return match, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["ROW"], ty["S"], ty["S"], POOL_TYPE, number, number, number),
    )


class Results(NamedTuple):
    """Results of whole games: scores int32, ranks int8 [n, players]; num_decisions int32, limit_reached bool [n]."""

    scores: NDArray[np.int32]
    ranks: NDArray[np.int8]
    num_decisions: NDArray[np.int32]
    limit_reached: NDArray[np.bool_]


def play_out(game: Game, bots: Sequence[Bot], lineups: ArrayLike, seeds: ArrayLike, *, threads: int = 1) -> Results:
    """Play whole games between bots, compiled; game `i` is `game.new(seeds[i])` with the bots `lineups[i]`.

    Args:
        game: the game to play.
        bots: the different bots.
        lineups: int [n, players], the index of each seat's bot.
        seeds: uint64 [n].
        threads: number of threads; the results do not depend on it.

    Raises:
        ValueError: line-ups and seeds do not fit, or are no whole numbers; `threads` is no number from 1 on.
        BotError: a bot chose an illegal action.
    """
    if not isinstance(threads, (int, np.integer)) or isinstance(threads, bool) or threads < 1:
        raise ValueError(f"{game.id}: threads={threads!r} is not a whole number from 1 on")
    seed = checked_seeds(seeds)
    lineup = pack_lineups(game, bots, lineups)
    if seed.ndim != 1 or lineup.shape[0] != seed.shape[0]:
        raise ValueError(f"{game.id}: {lineup.shape[0]} line-ups for seeds of shape {seed.shape}; one seed a line-up")
    if lineup.min() < 0:
        raise ValueError(f"{game.id}: whole games between bots have no seat that is played from outside (−1)")
    pool = pack_opponents(game, bots, lineup)
    count = seed.shape[0]
    record = game.spec.state
    records, blank = record.zeros(threads), record.zeros(1)
    rows = game.spec.row.zeros(count)
    rows["seed"], rows["lineup"] = seed, lineup
    pools = [copy_pool(pool) for _ in range(threads)]
    work = [record.zeros(WORK_RECORDS) for _ in range(threads)]

    def run(low: int, high: int, k: int) -> None:
        game.spec.compiled.match(game._tables, game._options, records, rows, blank, work[k], pools[k], low, high, k)

    ThreadPool(threads).share(run, count)
    fault = rows["fault"]
    if fault.any():
        first = int(np.flatnonzero(fault)[0])
        names = [bots[k].name for k in lineup[first, : game.players]]
        raise BotError(f"{game.id}: in the game with seed {seed[first]} between {names} a bot chose an illegal action")
    n = game.players
    scores, ranks = rows["scores"][:, :n].copy(), rows["ranks"][:, :n].copy()
    return Results(scores, ranks, rows["num_decisions"].copy(), rows["limit_reached"].astype(bool))
