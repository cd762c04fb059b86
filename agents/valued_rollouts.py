"""Rollouts that a network's value cuts short, or in which a network plays all seats; many side by side.

A rollout goes on until the seat that searches has begun so many turns more and has to decide again: there the network
says what the position is worth to it (truncated rollouts: G. Tesauro, G. R. Galperin, "On-line Policy Improvement
using Monte-Carlo Search", NIPS 1996). Rollouts advance together, so that a network sees all of their positions in one
call, and nothing in Python is done for a single one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..envs._core.bots import WORK_RECORDS, Bot
from ..envs._core.chance import mix, scramble
from ..envs._core.game import Game, Kernels
from ..envs._core.kernel import kernel
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT, Entry, clear, clear_row, only_action
from ..envs._core.loops.thread_pool import ThreadPool
from ..envs._core.rewards import final_rewards
from ..envs._core.view import View
from .policy import Policy
from .rollouts import Task

ROWS = 2048
"""Rollouts that advance side by side."""

OVER, CUT, WAITING, FAULT = 0, 1, 2, 3
"""How a rollout stands: its game is over; cut short; the network has to choose; the bot chose an illegal action."""


class Tables(NamedTuple):
    """Arrays of the rollouts that are being played, a row of each.

    Attributes:
        streams: uint64 [rows], what all chance of a rollout follows from.
        turns: uint64 [rows, seats], turns that have begun in it.
        turn_of: int64 [rows], whose turn it is.
        rng: uint64 [rows, 1], the generator of the bot.
        rewards: float32 [rows], of the seat that searches, where the game is over.
        status: int8 [rows]; this and what follows count only rollouts that are still being played.
        masks: uint8 [rows, actions], where the network has to choose.
        flat: float32 [rows, observation], where it has to choose or to judge.
    """

    streams: Any
    turns: Any
    turn_of: Any
    rng: Any
    rewards: Any
    status: Any
    masks: Any
    flat: Any


TABLES_TYPE = types.NamedTuple(
    (
        *(types.uint64[::1], types.uint64[:, ::1], types.int64[::1], types.uint64[:, ::1], types.float32[::1]),
        *(types.int8[::1], types.uint8[:, ::1], types.float32[:, ::1]),
    ),
    Tables,
)


class Terms(NamedTuple):
    """What ends a rollout, and for whom it is played.

    Attributes:
        seat: the seat that searches.
        kind: the reward, one of `rewards.Reward`.
        horizon: turns of that seat that a rollout goes on for; 0: to the end of the game.
        limit: decisions of a game after which it is scored as it stands.
    """

    seat: int
    kind: int
    horizon: int
    limit: int


TERMS_TYPE = types.NamedUniTuple(types.int64, 4, Terms)


def make_deal_rollouts(kernels: Kernels, bot_at: Any) -> Entry:
    """`deal_rollouts(T, O, given, S, tables, seed, first, candidates, low, high)`: rows `low` to `high` begin.

    Row r belongs to candidate r mod `candidates` and is rollout `first` + r ÷ `candidates` of it.
    """
    redeal = kernels.redeal

    @kernel
    def deal_rollouts(
        T: Any, O: Any, given: Any, S: Any, tables: Tables, seed: Any, first: int, candidates: int, low: int, high: int
    ) -> None:
        seat = given[0].seat
        for r in range(low, high):
            stream = mix(seed, np.uint64(first + r // candidates), np.uint64(0))
            S[r] = given[0]
            redeal(T[0], O[0], S[r], seat, stream)
            clear_row(tables.turns, r)
            tables.streams[r], tables.rng[r, 0], tables.turn_of[r] = stream, scramble(stream ^ BOT_SALT), seat

    return deal_rollouts, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], TABLES_TYPE, types.uint64),
        *(types.int64, types.int64, types.int64, types.int64),
    )


def make_step_rollouts(kernels: Kernels, bot_at: Any) -> Entry:
    """`step_rollouts(T, O, S, work, OBS, tables, terms, active, actions, functions, params, low, high)`.

    Row `active[j]` plays `actions[j]` and goes on; what comes of it stands at index j. No functions: a network plays.
    """
    apply = kernels.apply
    go_on = make_go_on(kernels, bot_at)

    @kernel
    def step_rollouts(
        T: Any, O: Any, S: Any, work: Any, OBS: Any, tables: Tables, terms: Terms, active: Any, actions: Any,
        functions: Any, params: Any, low: int, high: int,
    ) -> None:  # fmt: skip
        for j in range(low, high):
            r = active[j]
            apply(T[0], O[0], S[r], actions[j])
            S[r].num_decisions += 1
            tables.status[j] = go_on(T[0], O[0], S[r], work, OBS, tables, terms, r, j, functions, params)

    return step_rollouts, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], ty["OBS"], TABLES_TYPE, TERMS_TYPE, types.int64[::1], types.int64[::1]),
        *(types.int64[::1], types.float64[:, ::1], types.int64, types.int64),
    )


def make_go_on(kernels: Kernels, bot_at: Any) -> Any:
    """`go_on(…) -> int`: play on to a decision of the network, to where the rollout is cut, or to the end."""
    legal, apply, observe, score = kernels.legal, kernels.apply, kernels.observe, kernels.score

    @kernel
    def go_on(
        t: Any, o: Any, s: Any, work: Any, OBS: Any, tables: Tables, terms: Terms, r: int, j: int, functions: Any,
        params: Any,
    ) -> int:  # fmt: skip
        mask, turns, rng = tables.masks[j], tables.turns[r], tables.rng[r]
        while s.done == 0 and s.num_decisions < terms.limit:
            if s.seat != tables.turn_of[r]:
                begin_turn(s, tables, r)
            clear(mask)
            legal(t, o, s, mask)
            action = only_action(mask)
            if action < 0:
                cut = terms.horizon > 0 and s.seat == terms.seat and turns[s.seat] >= terms.horizon
                if cut or functions.shape[0] == 0:
                    clear_row(tables.flat, j)
                    observe(t, o, s, s.seat, OBS[j])
                    return CUT if cut else WAITING
                action = bot_at(functions, 0)(t, o, s, mask, params[0], rng, work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return FAULT
            apply(t, o, s, action)
            s.num_decisions += 1
        scores, ranks, rewards = np.zeros(turns.shape[0], np.int32), np.zeros(turns.shape[0], np.int8), tables.flat[j]
        score(t, o, s, scores, ranks)
        final_rewards(terms.kind, o.players, scores, ranks, rewards)
        tables.rewards[r] = rewards[terms.seat]
        return OVER

    return go_on


@kernel
def begin_turn(s: Any, tables: Tables, r: int) -> None:
    """Another seat decides: chance goes on from a stream of this rollout, seat and turn."""
    seat = s.seat + 0
    tables.turn_of[r] = seat
    tables.turns[r, seat] += np.uint64(1)
    s.chance = mix(tables.streams[r], np.uint64(seat + 1), tables.turns[r, seat])
    tables.rng[r, 0] = scramble(s.chance ^ BOT_SALT)


class ValuedRollouts:
    """Plays rollouts of one game that a network judges before the end, with a bot or the network itself in all seats.

    Args:
        game: the game.
        player: the bot or network that plays all seats after a candidate action.
        judge: the network whose value stands for the rest of the game.
        threads: number of threads.
        kind: the reward that the values of `judge` are of, one of `rewards.Reward`.
        horizon: turns of the searching seat after which it is asked; 0: never, games are played to the end.
        limit: decisions after which a rollout is stopped and scored as it stands.
    """

    least_gain = 0.02
    """A network may judge two positions wrongly by so much (of wins in Ab die Post!; see docs/search.md)."""

    def __init__(
        self, game: Game, player: Bot | Policy, judge: Policy, *, threads: int, kind: int, horizon: int, limit: int
    ) -> None:
        spec = game.spec
        self.game, self.player, self.judge = game, player, judge
        self._kind, self._horizon, self._limit = int(kind), horizon, limit
        self._pool = ThreadPool(threads)
        self._given, self._states = spec.state.zeros(1), spec.state.zeros(ROWS)
        self._work = [spec.state.zeros(WORK_RECORDS) for _ in range(threads)]
        self._tables = _tables(game)
        self._records = self._tables.flat.reshape(-1).view(spec.observation.dtype)
        bots = [player] if isinstance(player, Bot) else []
        self._functions = spec.compiled.functions(bots) if bots else np.zeros(0, dtype=np.int64)
        self._params = pack_params(bots) if bots else np.zeros((0, 0))
        self._deal = spec.compiled.further("deal_rollouts", make_deal_rollouts)
        self._step = spec.compiled.further("step_rollouts", make_step_rollouts)
        self._choose = spec.compiled.choose

    def start(self, position: Any) -> None:
        """The position from which rollouts begin, one that agrees with all that the seat to decide knows."""
        self._given.view(np.uint8)[:] = position._memory

    def choice(self, seed: int, view: View) -> int:
        """What the player itself would choose at the view."""
        if isinstance(self.player, Policy):
            return self.player.act(view)
        rng = np.array([seed], dtype=np.uint64)
        return self._choose(
            *(self.game._tables, self.game._options, self._given, 0, view.mask(), self._functions, 0),
            *(self._params, rng, self._work[0]),
        )

    def play(self, task: Task, seed: int, first: int, last: int) -> None:
        """Play rollouts `first` to `last` (exclusive) of every candidate.

        Raises:
            RuntimeError: the bot chose an illegal action.
        """
        candidates = len(task.actions)
        together = max(1, ROWS // candidates)
        for low in range(first, last, together):
            high = min(low + together, last)
            rewards = self._play_together(task.actions, seed, low, high - low)
            task.rewards[task.rows, low:high] = rewards.reshape(high - low, candidates).T

    def _play_together(self, candidates: Any, seed: int, first: int, rollouts: int) -> Any:
        """Rewards float32 [rollouts × candidates] of rollouts from `first`."""
        tables, rows = self._tables, rollouts * len(candidates)
        game, arguments = self.game, (self.game._tables, self.game._options)
        terms = Terms(
            int(self._given["seat"][0]), self._kind, self._horizon, int(self._given["num_decisions"][0]) + self._limit
        )
        self._pool.share(
            lambda low, high, _: self._deal(
                *arguments, self._given, self._states, tables, np.uint64(seed), first, len(candidates), low, high
            ),
            rows,
        )
        active, actions = np.arange(rows), np.tile(candidates, rollouts)
        while len(active):
            playing = active, actions

            def part(low: int, high: int, k: int, playing: Any = playing) -> None:
                self._step(
                    *(*arguments, self._states, self._work[k], self._records, tables, terms, *playing),
                    *(self._functions, self._params, low, high),
                )

            self._pool.share(part, len(active))
            status = tables.status[: len(active)]
            if (status == FAULT).any():
                raise RuntimeError(f"{game.id}: the bot '{self.player.name}' chose an illegal action in a rollout")
            cut, waiting = np.flatnonzero(status == CUT), np.flatnonzero(status == WAITING)
            if len(cut):
                tables.rewards[active[cut]] = self.judge.values(tables.flat[cut])
            active = active[waiting]
            if len(waiting):
                actions = self._choices(active, tables.flat[waiting], tables.masks[waiting])
        return tables.rewards[:rows].copy()

    def _choices(self, active: Any, obs: Any, masks: Any) -> Any:
        """What the network that plays all seats chooses in the rollouts `active`."""
        assert isinstance(self.player, Policy)
        advice = self.player.advise(self.game, self._states, active, masks, self._pool.threads)
        return self.player.act_batch(obs, masks, advice)


def _tables(game: Game) -> Tables:
    seats = game.spec.max_seats
    return Tables(
        streams=np.zeros(ROWS, dtype=np.uint64),
        turns=np.zeros((ROWS, seats), dtype=np.uint64),
        turn_of=np.zeros(ROWS, dtype=np.int64),
        rng=np.zeros((ROWS, 1), dtype=np.uint64),
        rewards=np.zeros(ROWS, dtype=np.float32),
        status=np.zeros(ROWS, dtype=np.int8),
        masks=np.zeros((ROWS, game.num_actions), dtype=np.uint8),
        flat=np.zeros((ROWS, game.obs_size), dtype=np.float32),
    )
