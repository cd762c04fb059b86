"""Games between any agents: compiled between bots, in batches with networks, one by one with agents of one's own.

The three ways give the same game for the same agents, seed and seats: bots draw from a generator seeded by the deal,
forced decisions are played on without asking, and agents are reset with a seed made from deal and seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import AgentError, agent_seed, ask
from ..envs._core.bots import Bot
from ..envs._core.faces.batch import Batch
from ..envs._core.game import Game
from ..envs._core.loops.matches import Results, play_out
from ..envs._core.position import IllegalActionError, Position
from .players import Entrant
from .table import TableBots

OUTSIDE = -1


def play(
    game: Game, lineup: Sequence[Entrant], seats: NDArray[Any], seeds: NDArray[np.uint64], *, threads: int = 1
) -> Results:
    """Play whole games.

    Args:
        game: what is played.
        lineup: the players.
        seats: int [games, seats], who sits where: index into the line-up.
        seeds: uint64 [games], the deals.
        threads: parts played at once; results do not depend on it.

    Returns:
        points int32, rank int8 [games, seats], decisions int32, turn_limit bool [games].

    Raises:
        AgentError: an agent chose what it may not play; the message names it, the seat and the deal.
        BotError: a bot did.
    """
    kinds = {player.kind for player in lineup}
    if kinds == {"bot"}:
        bots, table = _bots_of(lineup)
        return play_out(game, bots, table[seats], seeds, threads=threads)
    if "python" in kinds:
        return _play_one_by_one(game, lineup, seats, seeds, threads)
    return _play_in_batches(game, lineup, seats, seeds, threads)


def _bots_of(lineup: Sequence[Entrant]) -> tuple[list[Bot], NDArray[np.int8]]:
    """The different bots of a line-up, and for each place of it the index of its bot (−1: played from outside)."""
    bots = list({id(player.bot): player.bot for player in lineup if player.bot is not None}.values())
    index = [OUTSIDE if player.bot is None else [id(bot) for bot in bots].index(id(player.bot)) for player in lineup]
    return bots, np.array(index, dtype=np.int8)


def _play_in_batches(
    game: Game, lineup: Sequence[Entrant], seats: NDArray[Any], seeds: NDArray[np.uint64], threads: int
) -> Results:
    """All games at once; each network answers for all rows in which one of its seats decides."""
    bots, table = _bots_of(lineup)
    networks = {place: player for place, player in enumerate(lineup) if player.bot is None}
    for place, player in networks.items():
        player.agent().reset(agent_seed(int(seeds[0]), place))
    # Seats of one player are answered together: the first of its places stands for all.
    first = {id(player): place for place, player in reversed(networks.items())}
    owner = np.array([first.get(id(player), OUTSIDE) for player in lineup])
    rows = np.arange(len(seeds))
    batch = Batch(game, len(seeds), bots=bots, threads=threads, restart=False)
    batch.reset(seeds=seeds, lineups=table[seats])
    actions = np.zeros(len(seeds), dtype=np.int64)
    while not batch.done.all():
        asked = np.where(batch.done == 0, owner[seats[rows, batch.seat]], OUTSIDE)
        for place in first.values():
            mine = np.flatnonzero(asked == place)
            if mine.size:
                actions[mine] = networks[place].agent().act_batch(batch.obs[mine], batch.mask[mine])
        _step(batch, actions, lineup, seats)
    n = game.players
    return Results(
        batch.scores[:, :n], batch.ranks[:, :n], batch.num_decisions.copy(), batch.limit_reached.astype(bool)
    )


def _step(batch: Batch, actions: NDArray[np.int64], lineup: Sequence[Entrant], seats: NDArray[Any]) -> None:
    try:
        batch.step(actions)
    except IllegalActionError as error:
        inside = (actions >= 0) & (actions < batch.mask.shape[1])
        legal = inside & (batch.mask[np.arange(len(actions)), np.where(inside, actions, 0)] != 0)
        row = int(np.flatnonzero(~legal & (batch.done == 0))[0])
        label = lineup[seats[row, batch.seat[row]]].label
        raise AgentError(f"the agent '{label}' in the deal {batch.seeds[row]}: {error}") from error


def _play_one_by_one(
    game: Game, lineup: Sequence[Entrant], seats: NDArray[Any], seeds: NDArray[np.uint64], threads: int
) -> Results:
    """Game after game; agents see views. Workers have agent objects of their own."""
    count, n = seats.shape
    results = Results(
        np.zeros((count, n), dtype=np.int32),
        np.zeros((count, n), dtype=np.int8),
        np.zeros(count, dtype=np.int32),
        np.zeros(count, dtype=np.bool_),
    )
    workers = min(threads, count)
    outside = [player for player in lineup if player.bot is None]
    for player in outside:
        for worker in range(workers):
            for seat in range(n):
                player.agent(worker, seat)

    def run(worker: int) -> None:
        bots = TableBots(game, *_bots_of(lineup))
        for row in range(worker, count, workers):
            at_table = [lineup[place] for place in seats[row]]
            state = _play_one(game, at_table, bots, seats[row], int(seeds[row]), worker)
            results.scores[row], results.ranks[row] = state.scores(), state.ranks()
            results.num_decisions[row], results.limit_reached[row] = state.num_decisions, state.limit_reached

    with ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(run, worker) for worker in range(workers)]:
            future.result()
    return results


def _play_one(
    game: Game, table: Sequence[Entrant], bots: TableBots, places: NDArray[Any], seed: int, worker: int
) -> Position:
    """One game to its end."""
    agents = {seat: player.agent(worker, seat) for seat, player in enumerate(table) if player.bot is None}
    for seat, agent in agents.items():
        agent.reset(agent_seed(seed, seat))
    state = game.new(seed)
    bots.start(seed, places)
    bots.play_on(state)
    while not state.done:
        try:
            state.apply(ask(agents[state.seat], state))
        except AgentError as error:
            raise AgentError(f"{error} (agent '{table[state.seat].label}' in the deal {seed})") from error
        bots.play_on(state)
    return state
