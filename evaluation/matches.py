"""Games between any agents: compiled for bots, in batches for networks, one after another for agents in Python.

All three give the same game for the same agents, seed and seats: bots draw from a generator seeded by the deal, forced
decisions are played without calling an agent, and agents are reset with a seed made from the deal and the seat.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..agents import AgentError, agent_seed, ask
from ..envs._core.bots import Bot
from ..envs._core.faces.batch import Batch
from ..envs._core.faces.outsiders import Outsiders
from ..envs._core.game import Game
from ..envs._core.loops.matches import Results, play_out
from ..envs._core.loops.stepping import LEARNER
from ..envs._core.position import IllegalActionError, Position
from .entrants import Entrant
from .position_bots import PositionBots


def play(
    game: Game, lineup: Sequence[Entrant], seats: NDArray[Any], seeds: NDArray[np.uint64], *, threads: int = 1
) -> Results:
    """Play whole games.

    Args:
        game: what is played.
        lineup: the entrants.
        seats: int [games, seats], index into the line-up of the entrant at each seat.
        seeds: uint64 [games], the deals.
        threads: number of threads; results do not depend on it.

    Returns:
        `scores` int32, `ranks` int8 [games, seats], `num_decisions` int32, `limit_reached` bool [games].

    Raises:
        AgentError: an agent chose an illegal action; the message names it, the seat and the deal.
        BotError: a bot did so.
    """
    kinds = {entrant.kind for entrant in lineup}
    if kinds == {"bot"}:
        bots, table = bots_of(lineup)
        return play_out(game, bots, table[seats], seeds, threads=threads)
    if "python" in kinds:
        return _play_one_by_one(game, lineup, seats, seeds, threads)
    return _play_in_batches(game, lineup, seats, seeds, threads)


def bots_of(lineup: Sequence[Entrant]) -> tuple[list[Bot], NDArray[np.int64]]:
    """The different bots of a line-up, and the index of the bot at each place (−1: played from outside)."""
    bots = list({id(entrant.bot): entrant.bot for entrant in lineup if entrant.bot is not None}.values())
    index = [LEARNER if entrant.bot is None else [id(bot) for bot in bots].index(id(entrant.bot)) for entrant in lineup]
    return bots, np.array(index, dtype=np.int64)


def _play_in_batches(
    game: Game, lineup: Sequence[Entrant], seats: NDArray[Any], seeds: NDArray[np.uint64], threads: int
) -> Results:
    """All games at once; each network chooses for all rows in which one of its seats decides."""
    bots, table = bots_of(lineup)
    networks = {place: entrant for place, entrant in enumerate(lineup) if entrant.bot is None}
    for place, entrant in networks.items():
        entrant.agent().reset(agent_seed(int(seeds[0]), place))
    # All seats of one entrant have one number, so that it is asked once for all of them.
    apart = list({id(entrant): entrant for entrant in networks.values()}.values())
    for place, entrant in networks.items():
        table[place] = LEARNER - [id(other) for other in apart].index(id(entrant))
    batch = Batch(game, len(seeds), bots=bots, threads=threads, restart=False, outside=len(apart))
    batch.reset(seeds=seeds, lineups=table[seats])
    outsiders = Outsiders(batch, [entrant.agent() for entrant in apart])
    actions = np.zeros(len(seeds), dtype=np.int64)
    with torch_on_one_thread():
        while outsiders.choose(actions):
            _step(batch, actions, lineup, seats)
    n = game.players
    return Results(
        batch.scores[:, :n], batch.ranks[:, :n], batch.num_decisions.copy(), batch.limit_reached.astype(bool)
    )


@contextmanager
def torch_on_one_thread() -> Iterator[None]:
    """Forward passes of some hundred games are too short to be shared: threads of torch spin until the next one.

    On a busy machine that made a match take 15 times as long. It also keeps results independent of the number of
    threads. Agents need not use torch; it is left alone where nothing has imported it.
    """
    if "torch" not in sys.modules:
        yield
        return
    torch: Any = sys.modules["torch"]
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


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
    """One game after another; agents get views. Each worker thread has its own agent objects."""
    count, n = seats.shape
    results = Results(
        np.zeros((count, n), dtype=np.int32),
        np.zeros((count, n), dtype=np.int8),
        np.zeros(count, dtype=np.int32),
        np.zeros(count, dtype=np.bool_),
    )
    workers = min(threads, count)
    others = [entrant for entrant in lineup if entrant.bot is None]
    for entrant in others:
        for worker in range(workers):
            for seat in range(n):
                entrant.agent(worker, seat)

    stopped = Event()

    def run(worker: int) -> None:
        bots = PositionBots(game, *bots_of(lineup))
        for row in range(worker, count, workers):
            at_table = [lineup[place] for place in seats[row]]
            state = _play_one(game, at_table, bots, seats[row], int(seeds[row]), worker, stopped)
            if stopped.is_set():
                return
            results.scores[row], results.ranks[row] = state.scores(), state.ranks()
            results.num_decisions[row], results.limit_reached[row] = state.num_decisions, state.limit_reached

    with ThreadPoolExecutor(workers) as pool:
        try:
            for future in [pool.submit(run, worker) for worker in range(workers)]:
                future.result()
        except BaseException:
            # Leaving the pool waits for its threads: after Ctrl-C or a fault they need not play on.
            stopped.set()
            raise
    return results


def _play_one(
    game: Game,
    table: Sequence[Entrant],
    bots: PositionBots,
    places: NDArray[Any],
    seed: int,
    worker: int,
    stopped: Event,
) -> Position:
    """One game to its end, or until `stopped` is set."""
    agents = {seat: entrant.agent(worker, seat) for seat, entrant in enumerate(table) if entrant.bot is None}
    for seat, agent in agents.items():
        agent.reset(agent_seed(seed, seat))
    state = game.new(seed)
    bots.start(seed, places)
    bots.play_until_other_seat(state)
    while not state.done and not stopped.is_set():
        try:
            state.apply(ask(agents[state.seat], state))
        except AgentError as error:
            raise AgentError(f"{error} (agent '{table[state.seat].label}' in the deal {seed})") from error
        bots.play_until_other_seat(state)
    return state
