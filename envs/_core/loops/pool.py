"""Packing bots and line-ups for the compiled loops; whole games between bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..bots import WORK_RECORDS, Bot
from ..game import Game
from .batching import OpponentPool
from .thread_pool import ThreadPool


class BotError(RuntimeError):
    """A bot chose an action that was not legal; its game was stopped before it was played."""


def pack_params(bots: Sequence[Bot]) -> NDArray[np.float64]:
    """The bots' numbers as the rows of one float64 array, padded with zeros."""
    width = max([bot.params.size for bot in bots] + [1])
    packed = np.zeros((max(len(bots), 1), width), dtype=np.float64)
    for k, bot in enumerate(bots):
        packed[k, : bot.params.size] = bot.params
    return packed


def pack_lineups(game: Game, bots: Sequence[Bot], lineups: ArrayLike) -> NDArray[np.int8]:
    """Line-ups as int8 [L, max seats], absent seats 0.

    Raises:
        ValueError: a wrong shape, or an entry that is neither −1 (played from outside) nor the index of a bot.
    """
    given = np.atleast_2d(np.asarray(lineups, dtype=np.int64))
    if given.ndim != 2 or given.shape[1] != game.players or given.shape[0] == 0:
        raise ValueError(f"{game.id}: line-ups have shape [any, {game.players}] (one entry a seat), not {given.shape}")
    if given.min() < -1 or given.max() >= len(bots):
        raise ValueError(f"{game.id}: a line-up holds −1 (learner) or the index of one of {len(bots)} bots")
    packed = np.zeros((given.shape[0], game.spec.max_seats), dtype=np.int8)
    packed[:, : game.players] = given
    return packed


def pack_opponents(
    game: Game, bots: Sequence[Bot], lineups: NDArray[np.int8], weights: ArrayLike | None = None
) -> OpponentPool:
    """Everything about the seats of a batch; `weights` of the line-ups need not sum to one.

    Raises:
        ValueError: weights that are negative, all zero or of another number than the line-ups.
    """
    count = lineups.shape[0]
    share = np.ones(count) if weights is None else np.asarray(weights, dtype=np.float64)
    if share.shape != (count,) or (share < 0).any() or share.sum() <= 0:
        raise ValueError(f"{game.id}: weights are {count} numbers ≥ 0, not all zero, one for each line-up")
    functions = game.spec.compiled.functions(list(bots))
    return OpponentPool(functions, pack_params(bots), lineups, np.cumsum(share / share.sum()))


def copy_pool(pool: OpponentPool) -> OpponentPool:
    """A pool with arrays of its own: threads that share an array slow each other down by counting references."""
    return OpponentPool(pool.functions, *(array.copy() for array in pool[1:]))


class Results(NamedTuple):
    """What came of whole games: points int32, rank int8 [n, players]; decisions int32, turn_limit bool [n]."""

    scores: NDArray[np.int32]
    ranks: NDArray[np.int8]
    num_decisions: NDArray[np.int32]
    limit_reached: NDArray[np.bool_]


def play_out(game: Game, bots: Sequence[Bot], lineups: ArrayLike, seeds: ArrayLike, *, threads: int = 1) -> Results:
    """Play whole games between bots, compiled; game `i` is `game.new(seeds[i])` with `lineups[i]` at the table.

    Args:
        game: the game to play.
        bots: the different bots.
        lineups: int [n, players], the index of each seat's bot.
        seeds: uint64 [n].
        threads: parts played at once; the results do not depend on it.

    Raises:
        ValueError: line-ups and seeds do not fit.
        BotError: a bot chose an illegal action.
    """
    seed = np.ascontiguousarray(seeds, dtype=np.uint64)
    lineup = pack_lineups(game, bots, lineups)
    if seed.ndim != 1 or lineup.shape[0] != seed.shape[0]:
        raise ValueError(f"{game.id}: {lineup.shape[0]} line-ups for seeds of shape {seed.shape}; one seed a line-up")
    if lineup.min() < 0:
        raise ValueError(f"{game.id}: whole games between bots have no seat that is played from outside (−1)")
    pool = pack_opponents(game, bots, lineup)
    count = seed.shape[0]
    record = game.spec.state
    states, blank = record.zeros(threads), record.zeros(1)
    rows = game.spec.row.zeros(count)
    rows["seed"], rows["lineup"] = seed, lineup
    pools = [copy_pool(pool) for _ in range(threads)]
    work = [record.zeros(WORK_RECORDS) for _ in range(threads)]

    def run(low: int, high: int, k: int) -> None:
        game.spec.compiled.match(game.tables, game.options, states, rows, blank, work[k], pools[k], low, high, k)

    ThreadPool(threads).share(run, count)
    fault = rows["fault"]
    if fault.any():
        first = int(np.flatnonzero(fault)[0])
        names = [bots[k].name for k in lineup[first, : game.players]]
        raise BotError(f"{game.id}: in the game with seed {seed[first]} between {names} a bot chose an illegal action")
    n = game.players
    return Results(
        rows["scores"][:, :n].copy(),
        rows["ranks"][:, :n].copy(),
        rows["num_decisions"].copy(),
        rows["limit_reached"].astype(bool),
    )
