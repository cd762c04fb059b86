"""Games between any agents as trajectories, a portion of games at a time, so that their number costs no memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agents import AgentError, agent_seed, ask
from ..envs._core.bots import WORK_RECORDS, BotError
from ..envs._core.chance import mix
from ..envs._core.game import Game
from ..envs._core.loops.pool import copy_pool, pack_lineups, pack_opponents
from ..envs._core.loops.stepping import FAULT
from ..envs._core.loops.thread_pool import ThreadPool
from ..envs._core.position import Position
from ..envs._core.rewards import RewardName, reward_kind, shaping_factor
from .entrants import Entrant
from .lineups import Match, seatings
from .matches import bots_of, torch_on_one_thread
from .recording import ASKED, FULL, Ends, Tape, longer, make_record, new_tape

PORTION_BYTES = 48_000_000
"""About the memory of the decisions that are recorded at a time."""

FIRST_GAMES, MOST_GAMES = 16, 4096
"""Games of the first portion, when nobody knows yet how long they are, and of the largest one."""

FIRST_TAPE = 4096
"""Decisions for which a tape has room at first."""

GAME_SALT = 0xDA7A5E7
"""Third argument of `mix`: games of a data set are other games than the deals of an evaluation with the same seed."""


class Trajectories(NamedTuple):
    """Decisions in the order of games, of seats in a game, and of steps; forced ones are left out.

    Attributes:
        game: int64 [m], the number of the game, from 0.
        seed: uint64 [m]; `Game.new(seed)` is its deal.
        seat: int8 [m], the seat that decided.
        agent: int8 [m], who played it: index into the labels of the agents.
        step: int32 [m], the number of the decision in its trajectory, from 0.
        observation: float32 [m, obs_size], what the seat knew.
        mask: uint8 [m, actions], 1 where an action was legal.
        action: int32 [m], what it did.
        reward: float32 [m], what it received until its next decision, or until the end.
        return_to_go: float32 [m], the sum of its rewards from here on.
        last: bool [m], whether it was its last decision in the game.
        score: int32 [m], points of the seat at the end; rank: int8 [m], its rank.
    """

    game: NDArray[np.int64]
    seed: NDArray[np.uint64]
    seat: NDArray[np.int8]
    agent: NDArray[np.int8]
    step: NDArray[np.int32]
    observation: NDArray[np.float32]
    mask: NDArray[np.uint8]
    action: NDArray[np.int32]
    reward: NDArray[np.float32]
    return_to_go: NDArray[np.float32]
    last: NDArray[np.bool_]
    score: NDArray[np.int32]
    rank: NDArray[np.int8]


class Portion(NamedTuple):
    """Some games.

    Attributes:
        games: how many.
        decisions: their trajectories.
        ends: float32 [m', obs_size], what the seat of each trajectory sees at the end, in their order.
    """

    games: int
    decisions: Trajectories
    ends: NDArray[np.float32]


class Schedule:
    """Who sits where in which deal. Every line-up is played equally often, and every agent of it on every seat.

    Args:
        players: seats at the table.
        matches: the line-ups.
        seed: determines the deals.
    """

    def __init__(self, players: int, matches: Sequence[Match], seed: int) -> None:
        self.players, self.matches, self.seed = players, list(matches), seed

    def seeds(self, first: int, count: int) -> NDArray[np.uint64]:
        """The deals of some games, uint64 [count]."""
        with np.errstate(over="ignore"):
            return mix(np.uint64(self.seed), np.arange(first, first + count, dtype=np.uint64), np.uint64(GAME_SALT))

    def seats(self, first: int, seeds: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """The line-up of some games int64 [count], and their seats int8 [count, players], index into the line-up."""
        numbers = np.arange(first, first + len(seeds))
        lineup, turn = numbers % len(self.matches), numbers // len(self.matches) % self.players
        seats = np.zeros((len(seeds), self.players), dtype=np.int8)
        for mixed in (False, True):
            chosen = np.flatnonzero([self.matches[k].mixed == mixed for k in lineup.tolist()])
            seats[chosen] = seatings(self.players, seeds[chosen], mixed)[np.arange(len(chosen)), turn[chosen]]
        return lineup, seats


class Recorder:
    """Plays and records games.

    Args:
        game: what is played.
        entrants: the agents by label.
        matches: the line-ups.
        seed: determines the deals.
        threads: number of threads; what is recorded does not depend on it.
        reward: what a seat receives at the end.
        shaping: factor of the potential-based shaping that is added, as in `envs.batch`.

    Attributes:
        schedule: who sits where in which deal.
        lineups: int64 [matches, players], the agents of each line-up.
    """

    def __init__(
        self,
        game: Game,
        entrants: Mapping[str, Entrant],
        matches: Sequence[Match],
        *,
        seed: int,
        threads: int = 1,
        reward: RewardName = "placement",
        shaping: float = 0.0,
    ) -> None:
        self.game, self.threads = game, threads
        self.entrants = list(entrants.values())
        self._kind, self._shaping = reward_kind(reward), shaping_factor(shaping)
        self.schedule = Schedule(game.players, matches, seed)
        labels = list(entrants)
        self.lineups = np.array([[labels.index(name) for name in match.lineup] for match in matches], dtype=np.int64)
        self._record = game.spec.compiled.further("record", make_record)
        self._pool = ThreadPool(threads)
        self._bots, self._bot_of = bots_of(self.entrants)

    def portions(self, games: int) -> Iterator[Portion]:
        """Play games 0 to `games`, some at a time.

        Raises:
            AgentError: an agent chose an illegal action; the message names it, the seat and the deal.
            BotError: a bot did so.
        """
        first, count = 0, FIRST_GAMES
        row = 4 * self.game.obs_size + self.game.num_actions
        while first < games:
            played = self._play(first, min(count, games - first))
            yield played
            first += played.games
            # The next size follows from the games alone, so that threads change nothing.
            size = max(1, len(played.decisions.game) * row // played.games)
            count = int(np.clip(PORTION_BYTES // size, 1, MOST_GAMES))

    def _play(self, first: int, count: int) -> Portion:
        seeds = self.schedule.seeds(first, count)
        lineup, seats = self.schedule.seats(first, seeds)
        agents = self.lineups[lineup[:, None], seats]
        table = _Table(self, seeds, agents)
        with torch_on_one_thread():
            tapes = table.play({self.entrants[k].kind for k in np.unique(agents).tolist()})
        return _portion(self.game, first, seeds, agents, table, tapes)


class _Table:
    """The games of a portion, while they are played."""

    def __init__(self, recorder: Recorder, seeds: NDArray[np.uint64], agents: NDArray[np.int64]) -> None:
        game, count = recorder.game, len(seeds)
        self.recorder, self.game, self.seeds, self.agents = recorder, game, seeds, agents
        lineups = pack_lineups(game, recorder._bots, recorder._bot_of[agents])
        self.pool = pack_opponents(game, recorder._bots, lineups)
        self.records = game.spec.state.zeros(count)
        self.rows = game.spec.row.zeros(count)
        self.rows["seed"], self.rows["lineup"] = seeds, lineups
        self.choices = np.zeros(count, dtype=np.int64)
        ends = game.spec.observation.zeros(count * game.spec.max_seats)
        self.ends = Ends(ends, ends.view(np.float32).reshape(len(ends), -1))
        self.work = [game.spec.state.zeros(WORK_RECORDS) for _ in range(recorder.threads)]
        self.pools = [copy_pool(self.pool) for _ in range(recorder.threads)]

    def play(self, kinds: set[str]) -> list[Tape]:
        """Play all games to their end; what was recorded, by the thread that played."""
        count, recorder = len(self.seeds), self.recorder
        if kinds - {"bot"} == {"network"}:
            return [self._play_with_networks()]
        tapes = [new_tape(self.game, count, FIRST_TAPE) for _ in range(recorder.threads)]
        agents = [entrant for entrant in recorder.entrants if entrant.bot is None and "python" in kinds]
        for entrant in agents:  # made here: what an agent loads is no matter of several threads
            for k in range(min(recorder.threads, count)):
                for seat in range(self.game.players):
                    entrant.agent(k, seat)

        def part(low: int, high: int, k: int) -> None:
            if "python" in kinds:
                for i in range(low, high):
                    tapes[k] = self._play_one(tapes[k], i, k)
            else:
                tapes[k] = self._go_on(tapes[k], low, high, k)

        recorder._pool.share(part, count)
        return tapes

    def _go_on(self, tape: Tape, low: int, high: int, k: int) -> Tape:
        recorder = self.recorder
        while True:
            state = recorder._record(
                *(self.game._tables, self.game._options, self.records, self.rows, self.work[k], self.pools[k]),
                *(tape, self.ends, self.choices, recorder._kind, recorder._shaping, low, high),
            )
            if state != FULL:
                self._check(low, high)
                return tape
            tape = longer(self.game, tape)

    def _check(self, low: int, high: int) -> None:
        """Name the agent that broke the rules, if one did."""
        fault = np.flatnonzero(self.rows["fault"][low:high] == FAULT)
        if not len(fault):
            return
        i = low + int(fault[0])
        seat, seed = int(self.rows["seat"][i]), int(self.seeds[i])
        entrant = self.recorder.entrants[self.agents[i, seat]]
        words = f"{self.game.id}: seat {seat}, deal {seed}: the {'bot' if entrant.bot else 'agent'} '{entrant.label}'"
        if entrant.bot is not None:
            raise BotError(f"{words} chose an illegal action")
        raise AgentError(f"{words} chose an illegal action: {self._position(i).why_illegal(int(self.choices[i]))}")

    def _position(self, i: int) -> Position:
        return Position._of(self.game, self.records[i : i + 1].view(np.uint8).copy(), None)

    def _play_with_networks(self) -> Tape:
        """All games at once; each network chooses for all that wait for it."""
        entrants, count = self.recorder.entrants, len(self.seeds)
        for k in np.unique(self.agents).tolist():
            if entrants[k].bot is None:
                entrants[k].agent().reset(agent_seed(int(self.seeds[0]), k))
        tape = self._go_on(new_tape(self.game, count, FIRST_TAPE), 0, count, 0)
        while len(waiting := np.flatnonzero(self.rows["episode"] == ASKED)):
            seats = self.records["seat"][waiting]
            who = self.agents[waiting, seats]
            at = tape.last[waiting, seats]
            for k in np.unique(who).tolist():
                chosen = who == k
                self.choices[waiting[chosen]] = self._ask(entrants[k].agent(), tape, waiting[chosen], at[chosen])
            tape = self._go_on(tape, 0, count, 0)
        return tape

    def _ask(self, agent: Any, tape: Tape, games: NDArray[np.int64], at: NDArray[np.int32]) -> NDArray[np.int64]:
        """What a network chooses; one that plays over a bot (it has `advise`) is told what that would choose."""
        obs, mask = tape.flat[at], tape.masks[at]
        advise = getattr(agent, "advise", None)
        advice = None if advise is None else advise(self.game, self.records, games, mask)
        return agent.act_batch(obs, mask, *([] if advice is None else [advice]))

    def _play_one(self, tape: Tape, i: int, k: int) -> Tape:
        """One game with agents that are asked for one decision at a time."""
        agents = {}
        for seat, place in enumerate(self.agents[i].tolist()):
            if self.recorder.entrants[place].bot is None:
                agents[seat] = self.recorder.entrants[place].agent(k, seat)
                agents[seat].reset(agent_seed(int(self.seeds[i]), seat))
        tape = self._go_on(tape, i, i + 1, k)
        while self.rows["episode"][i] == ASKED and not self.rows["done"][i]:
            position = self._position(i)
            try:
                self.choices[i] = ask(agents[position.seat], position)
            except AgentError as error:
                raise AgentError(f"{error} (in the deal {self.seeds[i]})") from error
            tape = self._go_on(tape, i, i + 1, k)
        return tape


def _portion(
    game: Game,
    first: int,
    seeds: NDArray[np.uint64],
    agents: NDArray[np.int64],
    table: _Table,
    tapes: Sequence[Tape],
) -> Portion:
    """What was recorded, in order."""

    def column(name: str) -> Any:
        parts = [getattr(tape, name)[: tape.size[0]] for tape in tapes if tape.size[0]]
        parts = parts or [getattr(tapes[0], name)[:0]]
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    rows, seat = column("game"), column("seat")
    order = np.lexsort((seat, rows))  # stable: steps stay in order
    rows, seat = rows[order], seat[order]
    reward = column("rewards")[order]
    starts = np.flatnonzero(np.r_[True, (np.diff(rows) != 0) | (np.diff(seat) != 0)][: len(rows)])
    lengths = np.diff(np.r_[starts, len(rows)])
    last = np.zeros(len(rows), dtype=np.bool_)
    last[starts + lengths - 1] = True
    decisions = Trajectories(
        (first + rows).astype(np.int64),
        seeds[rows],
        seat.astype(np.int8),
        agents[rows, seat].astype(np.int8),
        (np.arange(len(rows)) - np.repeat(starts, lengths)).astype(np.int32),
        column("flat")[order],
        column("masks")[order],
        column("action")[order],
        reward,
        _returns(reward, starts, lengths),
        last,
        table.rows["scores"][rows, seat],
        table.rows["ranks"][rows, seat],
    )
    return Portion(len(seeds), decisions, table.ends.flat[rows[starts] * game.spec.max_seats + seat[starts]])


def _returns(reward: NDArray[np.float32], starts: NDArray[Any], lengths: NDArray[Any]) -> NDArray[np.float32]:
    """The sum of rewards from each decision to the end of its trajectory."""
    sums = np.r_[0.0, np.cumsum(reward, dtype=np.float64)]
    return (np.repeat(sums[starts + lengths], lengths) - sums[:-1]).astype(np.float32)
